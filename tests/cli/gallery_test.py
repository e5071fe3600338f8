# SPDX-License-Identifier: Apache-2.0
"""The gallery has a picture of every sample scene, and its page the commands that make them."""
import pathlib
import shutil
import subprocess
import sys
import unittest

from program import PROGRAM, ProgramTest

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent


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

    def test_a_picture_is_drawn_by_the_command_beside_it(self):
        folder = self.folder / "one"
        subprocess.run([sys.executable, ROOT / "tools/gallery", PROGRAM, "--folder", folder, "--only", "boxes-corner"],
                       capture_output=True, check=False)
        head = (folder / "boxes-corner.png").read_bytes()[:24]
        self.assertEqual(head, (ROOT / "docs/gallery/boxes-corner.png").read_bytes()[:24])


if __name__ == "__main__":
    unittest.main()
