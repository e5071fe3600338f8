# SPDX-License-Identifier: Apache-2.0
"""The comparison with expected pictures: it notices the loss of each part that they are there to show."""
import unittest

from expected_parts import PARTS
from expected_pictures import FOLDER, TILE, blanked, inside, read_expected, unlike


class ExpectedPictures(unittest.TestCase):
    def test_each_picture_has_its_parts(self):
        self.assertEqual(sorted(path.stem for path in FOLDER.glob("*.png")), sorted(PARTS))

    def test_each_part_that_is_blank_is_noticed(self):
        for name, parts in PARTS.items():
            rows = read_expected(name)
            self.assertEqual(unlike(rows, rows, parts.masks.values()), "")
            for part, (left, top, width, height) in parts.shows.items():
                self.assertTrue(left + width <= len(rows[0]) and top + height <= len(rows), (name, part))
                wrong = unlike(blanked(rows, (left, top, width, height)), rows, parts.masks.values())
                self.assertIn("tiles are unlike", wrong, f"{name}: {part}")

    def test_most_of_each_picture_is_compared(self):
        for name, parts in PARTS.items():
            rows = read_expected(name)
            masked = sum(width * height for _, _, width, height in parts.masks.values())
            self.assertLess(masked, 0.25 * len(rows) * len(rows[0]), name)

    def test_a_picture_that_is_another_or_has_moved_is_noticed(self):
        rows, masks = read_expected("window"), PARTS["window"].masks.values()
        self.assertIn("tiles are unlike", unlike(read_expected("overlap"), rows, masks))
        self.assertIn("tiles are unlike", unlike([row[1:] + row[:1] for row in rows], rows, masks))
        self.assertIn("instead of", unlike(rows[1:], rows, masks))

    def test_rounding_and_what_is_masked_are_not(self):
        for name in ("window", "walkthrough"):
            rows, masks = read_expected(name), PARTS[name].masks.values()
            rounded = [[tuple(min(255, c + 4) for c in p) for p in row] for row in rows]
            self.assertEqual(unlike(rounded, rows, masks), "")
            hidden = [[(255, 0, 0) if any(inside(x, y, mask) for mask in masks) else p for x, p in enumerate(row)]
                      for y, row in enumerate(rows)]
            self.assertEqual(unlike(hidden, rows, masks), "")
            self.assertNotEqual(unlike(hidden, rows), "")

    def test_a_few_letters_anywhere_are_noticed(self):
        """Wherever they stand across tiles: a patch of strong pixels a little larger than the limit."""
        rows = [[(240, 242, 246)] * 64 for _ in range(48)]
        side = 5  # x 5 of 16 x 16 are 9.8 %
        for y in range(TILE // 2, 2 * TILE, 3):
            for x in range(TILE // 2, 3 * TILE, 3):
                patched = [[(36, 42, 52) if x <= u < x + side and y <= v < y + side else p for u, p in enumerate(row)]
                           for v, row in enumerate(rows)]
                self.assertNotEqual(unlike(patched, rows), "", (x, y))


if __name__ == "__main__":
    unittest.main()
