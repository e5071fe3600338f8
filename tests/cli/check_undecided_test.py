# SPDX-License-Identifier: Apache-2.0
"""impinge check where a mesh has no inside: what is proved, what is left open, and who says so."""
import csv
import json
import unittest

from program import FAR, FLUSH, OPEN, THROUGH, UNIT, WITHIN, ProgramTest, box, joined

AROUND = box((-1, -1, -1), (2, 2, 2))


class Undecided(ProgramTest):
    def setUp(self):
        super().setUp()
        self.open = self.file("a.obj", OPEN)
        self.inner = self.file("b.obj", WITHIN)

    def test_exit_status_is_3_also_when_quiet(self):
        for arguments in ((self.open, self.inner), (self.inner, self.open)):
            quiet = self.run_program("check", "-q", *arguments)
            self.assertEqual((quiet.returncode, quiet.stdout, quiet.stderr), (3, "", ""))
            self.assertEqual(self.run_program("check", *arguments).returncode, 3)

    def test_table_and_summary_name_the_pair_undecided(self):
        done = self.run_program("check", self.open, self.inner)
        self.assertRegex(done.stdout, r"a +b +undecided \(surfaces apart\) +0 +0\n")
        self.assertTrue(done.stdout.endswith("2 bodies, 1 pair examined: 1 undecided\n"),
                        done.stdout)
        self.assertNotIn("1 apart", done.stdout)

    def test_touching_is_undecided_too(self):
        on_the_floor = self.file("c.obj", box((0.25, 0.25, 0), (0.75, 0.75, 0.5)))
        done = self.run_program("check", self.open, on_the_floor)
        self.assertIn("undecided (surfaces touch)", done.stdout)
        self.assertEqual(done.returncode, 3)

    def test_json_says_so_and_gives_the_winding_number(self):
        document, status = self.run_json("check", self.open, self.inner)
        self.assertEqual(status, 3)
        self.assertIsNone(document["interference"])
        self.assertEqual(document["counts"]["undecided"], 1)
        self.assertEqual(document["counts"]["apart"], 0)
        pair = document["pairs"][0]
        self.assertEqual((pair["verdict"], pair["compared"], pair["decision"], pair["partial"]),
                         ("apart", "surfaces", "containment_open", False))
        self.assertIsNone(pair["winding_number_a_in_b"])
        self.assertGreater(pair["winding_number_b_in_a"], 0.75)
        self.assertLess(pair["winding_number_b_in_a"], 1)

    def test_csv_lists_the_pair(self):
        table = self.file("out.csv")
        done = self.run_program("check", self.open, self.inner, "-q", "--csv", table)
        self.assertEqual(done.returncode, 3)
        with open(table, newline="", encoding="utf-8") as text:
            row, = csv.DictReader(text)
        self.assertEqual((row["verdict"], row["decision"]), ("apart", "containment_open"))

    def test_hints_say_what_is_probable_and_what_to_mend(self):
        done = self.run_program("check", self.open, self.inner)
        hints = [line for line in done.stdout.splitlines() if line.startswith("hint: ")]
        self.assertEqual(len(hints), 2, done.stdout)
        self.assertRegex(hints[0], r"does b lie in a\? winding number 0\.\d\d, probably inside "
                                   r"\(no proof\); mend a: 3 open edges, one near \(")
        self.assertIn("--surfaces", hints[1])

    def test_surfaces_settles_it(self):
        done = self.run_program("check", self.open, self.inner, "--surfaces")
        self.assertEqual(done.returncode, 0)
        self.assertIn("1 pair examined: 1 apart\n", done.stdout)
        self.assertNotIn("hint", done.stdout)
        document, status = self.run_json("check", self.open, self.inner, "--surfaces")
        self.assertEqual((document["interference"], status), (False, 0))
        self.assertEqual(document["pairs"][0]["decision"], "final")

    def test_scene_file_can_say_so(self):
        def scene(**more):
            return self.file("scene.json", json.dumps({
                "format": "impinge-scene", "format_version": 1, **more,
                "bodies": [{"name": n, "file": f"{n}.obj"} for n in "ab"]}).encode())
        self.assertEqual(self.run_program("check", scene()).returncode, 3)
        self.assertEqual(self.run_program("check", scene(open_meshes="surfaces")).returncode, 0)
        unfinished = scene(open_meshes="unfinished_solids")
        self.assertEqual(self.run_program("check", unfinished).returncode, 3)
        self.assertEqual(self.run_program("check", unfinished, "--surfaces").returncode, 0)
        self.assert_fails(self.run_program("check", scene(open_meshes="cloth")), "open_meshes",
                          "cloth")

    def test_interference_and_errors_are_worse(self):
        crossing = self.file("c.obj", box((0.5, 0.5, 0.5), (3, 3, 3)))
        self.assertEqual(self.run_program("check", self.open, self.inner, crossing).returncode, 1)
        self.assertEqual(self.run_program("check", self.open, self.inner, "nothing.obj").returncode,
                         2)

    def test_what_cannot_be_inside_is_decided(self):
        for name, mesh in (("far", FAR), ("flush", FLUSH)):
            with self.subTest(name):
                other = self.file("c.obj", mesh)
                self.assertEqual(self.run_program("check", "-q", self.open, other).returncode, 0)

    def test_open_mesh_inside_a_solid_is_an_interference(self):
        solid = self.file("c.obj", AROUND)
        document, status = self.run_json("check", self.open, solid)
        pair = document["pairs"][0]
        self.assertEqual((pair["verdict"], pair["compared"], pair["decision"], status),
                         ("a_inside_b", "surfaces", "final", 1))
        document, status = self.run_json("check", solid, self.open, "--surfaces")
        self.assertEqual((document["pairs"][0]["verdict"], status), ("b_inside_a", 1))
        partly = self.file("d.obj", joined(OPEN, box((5, 0, 0), (6, 1, 1))))
        document, status = self.run_json("check", solid, partly)
        self.assertEqual((document["pairs"][0]["verdict"], status), ("crossing", 1))

    def test_replay_keeps_what_was_meant(self):
        case = self.file("bug.case")
        for more, status in (([], 3), (["--surfaces"], 0)):
            dumped = self.run_program("check", self.open, self.inner, *more, "--dump-case", case)
            self.assertEqual(dumped.returncode, status)
            done = self.run_program("check", "--replay", case)
            self.assertEqual((done.returncode, done.stderr), (status, ""))
            self.assertIn("same answer as recorded", done.stdout)
        self.assert_fails(self.run_program("check", "--replay", case, "--surfaces"), "--replay")

    def test_surfaces_is_for_the_exact_engine(self):
        done = self.run_program("check", self.inner, self.inner, "--surfaces", "--method",
                                "cascade")
        self.assert_fails(done, "--surfaces", "exact")


class Points(ProgramTest):
    """Where pairs meet is told without a clearance, too, and for a clearance of 0."""

    def setUp(self):
        super().setUp()
        self.files = [self.file(f"{name}.obj", mesh)
                      for name, mesh in zip("abc", (UNIT, THROUGH, FLUSH))]

    def rows(self, *arguments):
        table = self.file("out.csv")
        self.run_program("check", *arguments, "-q", "--csv", table)
        with open(table, newline="", encoding="utf-8") as text:
            return {row["a"] + row["b"]: row for row in csv.DictReader(text)}

    def test_csv_has_points_of_pairs_that_meet(self):
        rows = self.rows(*self.files)
        self.assertEqual({key: row["verdict"] for key, row in rows.items()},
                         {"ab": "crossing", "ac": "touching", "bc": "crossing"})
        for row in rows.values():
            self.assertEqual((row["clearance"], row["distance"]), ("", "0"))
            for axis in "xyz":
                self.assertEqual(row[f"point_a_{axis}"], row[f"point_b_{axis}"])
            self.assertNotEqual(row["triangle_a"], "")
        self.assertEqual(float(rows["ac"]["point_a_x"]), 1)

    def test_csv_has_the_distance_to_the_wall_of_what_lies_inside(self):
        row, = self.rows(self.files[0], self.file("w.obj", WITHIN)).values()
        self.assertEqual((row["verdict"], row["distance"]), ("b_inside_a", "0.25"))

    def test_a_clearance_of_zero_tells_where_pairs_meet(self):
        done = self.run_program("check", *self.files, "--clearance", "0")
        self.assertEqual(done.returncode, 1)
        self.assertIn("point a", done.stdout)
        self.assertRegex(done.stdout, r"a +c +touching +\d+ +\d+ +0 +0 +\(1, ")
        self.assertRegex(done.stdout, r"a +b +crossing +\d+ +\d+ +0 +0 +\(")
        document, _ = self.run_json("check", *self.files, "--clearance", "0")
        self.assertEqual(document["too_near_pairs"], 0)
        for pair in document["pairs"]:
            self.assertEqual((pair["clearance"], pair["too_near"], pair["distance"]),
                             (0, False, 0))
            self.assertEqual(pair["point_a"], pair["point_b"])
        touching = self.run_program("check", self.files[0], self.files[2], "--clearance", "0")
        self.assertEqual(touching.returncode, 0, "as near as wanted is near enough")

    def test_json_has_points_of_pairs_that_meet(self):
        document, _ = self.run_json("check", *self.files)
        for pair in document["pairs"]:
            self.assertEqual((pair["clearance"], pair["too_near"], pair["distance"]),
                             (None, None, 0))
            self.assertIsNotNone(pair["point_a"])


if __name__ == "__main__":
    unittest.main()
