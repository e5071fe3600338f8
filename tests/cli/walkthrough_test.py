# SPDX-License-Identifier: Apache-2.0
"""impinge simulate walkthrough: a hand moves through a kitchen."""
import unittest

from program import ProgramTest

WALK = ("simulate", "walkthrough", "--frames", "120")


class Walkthrough(ProgramTest):
    def test_collides_here_and_there_as_the_exact_engine_says(self):
        document, status = self.run_json(*WALK, "--verify")
        self.assertEqual((status, document["differences"]), (0, 0))
        self.assertGreaterEqual(document["body_count"], 151)
        self.assertEqual(document["frames"][0]["colliding"], 0)
        names = [pair for frame in document["frames"] for pair in frame["colliding_pairs"]]
        parts = {part for part, _ in names}
        bodies = {body for _, body in names}
        self.assertGreaterEqual(len(parts), 5)
        self.assertTrue(all(part.startswith("hand-") for part in parts), parts)
        for kind in ("glass", "apple", "lamp", "tap", "pot", "book"):
            self.assertTrue(any(body.startswith(kind) for body in bodies), (kind, bodies))
        free = sum(frame["colliding"] == 0 for frame in document["frames"])
        self.assertGreater(free, 60)
        self.assertLess(free, 115)

    def test_says_the_same_for_any_number_of_threads(self):
        hashes = {self.run_json(*WALK, "--threads", count)[0]["hash"] for count in ("1", "3")}
        self.assertEqual(len(hashes), 1)

    def test_pictures_show_boxes_and_features_from_two_viewpoints(self):
        pictures = set()
        for options in ((), ("--boxes",), ("--features",), ("--follow",)):
            folder = self.folder / "-".join(("p", *options))
            _, status = self.run_json("simulate", "walkthrough", "--frames", "6", "--margin", "0.2",
                                      "--size", "160x120", "--pictures", str(folder), *options)
            self.assertEqual(status, 0)
            self.assertEqual(len(list(folder.iterdir())), 6)
            pictures.add((folder / "frame-0001.png").read_bytes())
        self.assertEqual(len(pictures), 4)

    def test_refuses_what_makes_no_sense(self):
        for options, words in ((("--margin", "-1"), ("--margin",)), (("--margin", "nan"), ("--margin",)),
                               (("--follow",), ("--follow", "--pictures")), (("--frames", "0"), ())):
            with self.subTest(options):
                self.assert_fails(self.run_program("simulate", "walkthrough", *options), *words)


if __name__ == "__main__":
    unittest.main()
