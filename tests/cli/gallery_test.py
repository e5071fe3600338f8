# SPDX-License-Identifier: Apache-2.0
"""The gallery has a picture of every sample scene, and its page the commands that make them."""
import pathlib
import shutil
import subprocess
import sys
import unittest

from picture_test import read_png
from program import PROGRAM, ProgramTest

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
# The software device draws the same bits everywhere; another font or C library may round a colour otherwise.
STRONG = 4  # of 255
MOST_SHARE = 0.001


def unlike(seen, expected):
    """What is wrong with rows of pixels, or an empty text."""
    if [len(row) for row in seen] != [len(row) for row in expected]:
        return "another size"
    pixels = [pair for rows in zip(seen, expected) for pair in zip(*rows)]
    strong = sum(p != q and max(abs(a - b) for a, b in zip(p, q)) > STRONG for p, q in pixels)
    share = strong / len(pixels)
    return "" if share <= MOST_SHARE else f"{100 * share:.2f} % of the pixels differ by more than {STRONG} of 255"


class Gallery(ProgramTest):
    def check(self, folder):
        return subprocess.run([sys.executable, ROOT / "tools/gallery", PROGRAM, "--check", "--folder", folder],
                              capture_output=True, text=True, check=False)

    def test_it_is_what_its_tool_writes(self):
        done = self.check(ROOT / "docs/gallery")
        self.assertEqual((done.returncode, done.stderr), (0, ""))

    def test_a_picture_that_is_missing_or_shown_nowhere_is_named(self):
        folder = self.folder / "gallery"
        shutil.copytree(ROOT / "docs/gallery", folder)
        (folder / "gears.png").rename(folder / "cogs.png")
        (folder / "README.md").write_text("# Gallery\n", encoding="utf-8")
        done = self.check(folder)
        self.assertEqual(done.returncode, 1)
        for words in ("gears.png is missing", "cogs.png is shown nowhere", "README.md is not"):
            self.assertIn(words, done.stderr)

    def test_pictures_are_what_the_commands_beside_them_draw(self):
        folder, names = self.folder / "some", ("boxes-corner", "cavity", "gears-close")
        subprocess.run([sys.executable, ROOT / "tools/gallery", PROGRAM, "--folder", folder, "--only", *names],
                       capture_output=True, check=False)
        for name in names:
            rows, shown = (read_png(place / f"{name}.png")[2] for place in (folder, ROOT / "docs/gallery"))
            self.assertEqual(unlike(rows, shown), "", name)

    def test_a_blank_a_shifted_and_a_smaller_picture_are_refused(self):
        rows = read_png(ROOT / "docs/gallery/boxes-corner.png")[2]
        self.assertEqual(unlike(rows, rows), "")
        for other in ([[rows[0][0]] * len(row) for row in rows], [row[-1:] + row[:-1] for row in rows], rows[1:]):
            self.assertNotEqual(unlike(other, rows), "")


if __name__ == "__main__":
    unittest.main()
