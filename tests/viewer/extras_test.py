# SPDX-License-Identifier: Apache-2.0
"""impinge view: overlap regions, closest features and boxes of interest."""
import unittest

from expected_pictures import assert_looks_like
from program import FAR, THROUGH, UNIT
from view_program import ViewTest, count


def is_region(pixel):
    """The violet of overlap regions, on red bodies."""
    return pixel[2] > 1.25 * pixel[0] and pixel[0] > 1.25 * pixel[1]


class Extras(ViewTest):
    def test_overlap_regions_are_shown_through(self):
        before, after = self.file("1.png"), self.file("2.png")
        self.view([self.file("a.obj", UNIT), self.file("b.obj", THROUGH)], "wait idle", "key 9", "key m",
                  "move 650 300", f"screenshot {before}", "key o", "key q", "wait idle",
                  f"screenshot {after}", "key o", "key q", "wait idle",
                  "expect faults 0")
        self.assertEqual(count(before, is_region, self.left), 0)
        self.assertGreater(count(after, is_region, self.left), 2000)
        assert_looks_like(self, after, "overlap")

    def test_closest_features_are_shown_and_named(self):
        seen = self.file("1.png")
        self.view([self.file("a.obj", UNIT), self.file("b.obj", FAR)], "wait idle", "key 9", "key k",
                  "wait idle", "move 650 300", f"screenshot {seen}", "expect faults 0")
        assert_looks_like(self, seen, "features")


if __name__ == "__main__":
    unittest.main()
