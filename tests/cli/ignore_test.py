# SPDX-License-Identifier: Apache-2.0
"""--ignore PATTERN[:PATTERN]: pairs that are not looked at."""
import json
import unittest

from program import THROUGH, UNIT, WITHIN, ProgramTest, grouped_obj


class Ignore(ProgramTest):
    def setUp(self):
        super().setUp()
        # All three meet each other: crossing, inside, crossing or inside.
        self.files = [self.file("housing.obj", UNIT), self.file("bolt-1.obj", THROUGH),
                      self.file("bolt-2.obj", WITHIN)]

    def pairs(self, *arguments, files=None):
        document, status = self.run_json("check", *(files or self.files), *arguments)
        names = [body["name"] for body in document["bodies"]]
        looked_at = {(names[pair["a"]], names[pair["b"]]) for pair in document["pairs"]}
        self.assertEqual(document["examined"]["wished_pairs"], len(looked_at))
        self.assertEqual(document["examined"]["ignored_pairs"],
                         len(names) * (len(names) - 1) // 2 - len(looked_at))
        return looked_at, status

    def test_two_patterns_mean_pairs_either_way_round(self):
        self.assertEqual(self.pairs()[1], 1)
        for rule in ("bolt*:housing", "housing:bolt*"):
            self.assertEqual(self.pairs("--ignore", rule)[0], {("bolt-1", "bolt-2")})
        self.assertEqual(self.pairs("--ignore", "bolt*:bolt*")[0],
                         {("housing", "bolt-1"), ("housing", "bolt-2")})

    def test_one_pattern_means_every_pair_with_that_body(self):
        self.assertEqual(self.pairs("--ignore", "bolt-?"), (set(), 0))
        self.assertEqual(self.pairs("--ignore", "housing")[0], {("bolt-1", "bolt-2")})

    def test_it_may_be_given_several_times_and_takes_one_value_each_time(self):
        self.assertEqual(self.pairs("--ignore", "housing:bolt-1", "--ignore", "housing:bolt-2")[0],
                         {("bolt-1", "bolt-2")})
        document, _ = self.run_json("check", "--ignore", "housing", *self.files)
        self.assertEqual(len(document["bodies"]), 3)

    def test_the_summary_counts_them(self):
        done = self.run_program("check", *self.files, "--ignore", "bolt*:housing")
        self.assertIn("3 bodies, 1 pair examined, 2 ignored", done.stdout)
        self.assertNotIn("ignored", self.run_program("check", *self.files).stdout)

    def test_parts_of_a_file_are_meant_by_its_name_or_theirs(self):
        parts = self.file("parts.obj", grouped_obj([("a", UNIT), ("b", THROUGH), ("c", WITHIN)]))
        files = [parts, "--split", "groups"]
        self.assertEqual(self.pairs("--ignore", "parts", files=files)[0], set())
        self.assertEqual(len(self.pairs("--ignore", "parts/a", files=files)[0]), 1)

    def test_it_overrules_the_scene_file_and_knows_its_groups(self):
        scene = {"format": "impinge-scene", "format_version": 1, "bodies": [
            {"name": "h", "file": "housing.obj", "group": "fixed"},
            {"name": "b1", "file": "bolt-1.obj", "group": "moving"},
            {"name": "b2", "file": "bolt-2.obj", "group": "moving"}],
            "pairs": [{"between": ["*", "*"], "check": True}]}
        files = [self.file("scene.json", json.dumps(scene).encode())]
        self.assertEqual(self.pairs("--ignore", "group:fixed:group:moving", files=files)[0],
                         {("b1", "b2")})
        self.assertEqual(self.pairs("--ignore", "group:moving:h", files=files)[0], {("b1", "b2")})
        self.assertEqual(self.pairs("--ignore", "group:moving", files=files)[0], set())
        self.assert_fails(self.run_program("check", *files, "--ignore", "group:none"),
                          "--ignore: 'group:none' matches no group")

    def test_clearances_of_what_is_left_stay(self):
        far = self.file("far.obj", ([(x + 1.5, y, z) for x, y, z in UNIT[0]], UNIT[1]))
        document, status = self.run_json("check", self.files[0], far, self.files[2], "--clearance",
                                         "0.75", "--ignore", "bolt-2")
        self.assertEqual((status, document["too_near_pairs"]), (1, 1))
        self.assertEqual(document["pairs"][0]["distance"], 0.5)

    def test_a_pattern_that_means_nobody_is_an_error(self):
        for rule, word in (("blot*", "'blot*' matches no body"),
                           ("housing:blot*", "'blot*' matches no body"),
                           ("a:b:c", "more than two patterns"), (":b", "both sides"),
                           ("a:", "both sides")):
            with self.subTest(rule):
                self.assert_fails(self.run_program("check", *self.files, "--ignore", rule),
                                  "--ignore: ", word)

    def test_a_recorded_case_has_its_own_pairs(self):
        case = self.file("a.case")
        first = self.run_program("check", *self.files, "--ignore", "housing", "--dump-case", case)
        again = self.run_program("check", "--replay", case)
        self.assertEqual((first.returncode, again.returncode), (1, 1))
        self.assertIn("same answer as recorded", again.stdout)
        self.assert_fails(self.run_program("check", "--replay", case, "--ignore", "housing"),
                          "--replay")

    def test_edge_rays_and_pictures_leave_them_out_too(self):
        looked_at, status = self.pairs("--ignore", "housing", "--method", "edge-rays")
        self.assertEqual((looked_at, status), ({("bolt-1", "bolt-2")}, 1))
        document, _ = self.run_json("picture", *self.files, "--ignore", "bolt*", "--out",
                                    self.file("p.png"), "--size", "30x20")
        self.assertEqual({shown["state"] for shown in document["shown"]}, {"clear"})


if __name__ == "__main__":
    unittest.main()
