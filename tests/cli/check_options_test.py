# SPDX-License-Identifier: Apache-2.0
"""impinge check: clearances, units, groups, scene files, CSV, and many bodies in one file."""
import csv
import json
import unittest

from program import FAR, FLUSH, THROUGH, UNIT, WITHIN, ProgramTest, box, glb_bytes, grouped_obj

NEAR = box((1.25, 0, 0), (2, 1, 1))


def scene_text(**fields):
    return json.dumps({"format": "impinge-scene", "format_version": 1, **fields}).encode()


def bodies(**files):
    return [{"name": name, "file": file} for name, file in files.items()]


class Clearance(ProgramTest):
    def setUp(self):
        super().setUp()
        self.a, self.near, self.far = (self.file(name, mesh) for name, mesh in
                                       (("a.obj", UNIT), ("near.obj", NEAR), ("far.obj", FAR)))

    def test_a_pair_nearer_than_wanted_is_reported_with_distance_and_points(self):
        document, status = self.run_json("check", self.a, self.near, self.far, "--clearance", "0.5")
        self.assertEqual((status, document["interference"], document["too_near_pairs"]),
                         (1, True, 1))
        pair = document["pairs"][0]
        self.assertEqual((pair["verdict"], pair["clearance"], pair["distance"], pair["too_near"]),
                         ("apart", 0.5, 0.25, True))
        self.assertEqual((pair["point_a"][0], pair["point_b"][0]), (1, 1.25))
        self.assertEqual(pair["point_a"][1:], pair["point_b"][1:])
        for pair in document["pairs"][1:]:
            self.assertEqual((pair["verdict"], pair["clearance"], pair["distance"],
                              pair["point_a"], pair["too_near"]), ("apart", 0.5, None, None, False))

    def test_exactly_as_near_as_wanted_is_near_enough(self):
        document, status = self.run_json("check", self.a, self.near, "--clearance", "0.25")
        self.assertEqual((status, document["pairs"][0]["distance"]), (0, 0.25))
        self.assertIs(document["pairs"][0]["too_near"], False)

    def test_none_is_wanted_by_default(self):
        document, status = self.run_json("check", self.a, self.near)
        self.assertEqual((status, document["pairs"][0]["clearance"],
                          document["pairs"][0]["too_near"]), (0, None, None))

    def test_a_body_inside_has_a_distance_to_the_wall(self):
        document, status = self.run_json("check", self.a, self.file("in.obj", WITHIN),
                                         "--clearance", "1")
        pair = document["pairs"][0]
        self.assertEqual((status, pair["verdict"], pair["distance"]), (1, "b_inside_a", 0.25))

    def test_the_table_has_distance_unit_and_points(self):
        done = self.run_program("check", self.a, self.near, "--clearance", "0.5", "--unit", "mm")
        self.assertEqual(done.returncode, 1)
        row = [line for line in done.stdout.splitlines() if line.startswith("a  near")][0]
        self.assertIn("0.25 mm", row)
        self.assertIn("0.5 mm", row)
        self.assertRegex(row, r"\(1, [01.]+, [01.]+\) +\(1\.25, ")
        self.assertIn("1 pair examined: 1 apart; 1 pair nearer than wanted\n", done.stdout)

    def test_mistakes(self):
        for value in ("-1", "nan", "inf", "wide", ""):
            with self.subTest(value):
                self.assert_fails(self.run_program("check", self.a, self.near,
                                                   f"--clearance={value}"))


class Units(ProgramTest):
    def test_no_unit_is_null(self):
        a, b = self.file("a.obj", UNIT), self.file("b.obj", FAR)
        self.assertIsNone(self.run_json("check", a, b)[0]["unit"])
        self.assertEqual(self.run_json("check", a, b, "--unit", "inch")[0]["unit"], "in")

    def test_distance_and_self_know_units_too(self):
        a, b = self.file("a.obj", UNIT), self.file("b.obj", FAR)
        done = self.run_program("distance", a, b, "--unit", "mm")
        self.assertEqual(done.stdout.splitlines()[0], "distance  2 mm")
        self.assertEqual(self.run_json("self", a, "--unit", "m")[0]["unit"], "m")

    def test_one_file_of_many_bodies_is_enough(self):
        assembly = self.file("assembly.glb", glb_bytes(
            [(UNIT, None), (UNIT, (1.25, 0, 0)), (UNIT, (0, 1, 0))]))
        document, status = self.run_json("check", assembly, "--clearance", "0.5")
        self.assertEqual((status, document["unit"], len(document["bodies"])), (1, "m", 3))
        self.assertEqual([pair["verdict"] for pair in document["pairs"]],
                         ["apart", "touching", "apart"])
        self.assertEqual(document["pairs"][0]["distance"], 0.25)
        self.assertEqual(document["bodies"][1]["pose"][0], [1, 0, 0, 1.25])
        self.assertEqual(document["bodies"][1]["box"]["min"], [1.25, 0, 0])
        millimetres, _ = self.run_json("check", assembly, "--clearance", "500", "--unit", "mm")
        self.assertEqual(millimetres["pairs"][0]["distance"], 250)

    def test_an_unknown_unit_is_refused(self):
        a = self.file("a.obj", UNIT)
        self.assert_fails(self.run_program("check", a, a, "--unit", "furlong"), "furlong", "mm")


class Csv(ProgramTest):
    COLUMNS = ("a,b,verdict,compared,crossing_pairs,touching_pairs,clearance,distance,point_a_x,"
               "point_a_y,point_a_z,point_b_x,point_b_y,point_b_z,triangle_a,triangle_b,unit,"
               "decision")

    def rows(self, *arguments):
        table = self.file("out.csv")
        done = self.run_program("check", *arguments, "-q", "--csv", table)
        self.assertEqual((done.stdout, done.stderr), ("", ""))
        with open(table, newline="", encoding="utf-8") as text:
            rows = list(csv.reader(text))
        self.assertEqual(",".join(rows[0]), self.COLUMNS)
        return [dict(zip(rows[0], row)) for row in rows[1:]]

    def test_has_a_line_for_each_pair_that_is_not_apart(self):
        files = [self.file('a,"1".obj', UNIT), self.file("b.obj", THROUGH), self.file("c.obj", FAR)]
        rows = self.rows(*files)
        self.assertEqual([(row["a"], row["b"], row["verdict"]) for row in rows],
                         [('a,"1"', "b", "crossing")])
        self.assertEqual((rows[0]["clearance"], rows[0]["distance"], rows[0]["unit"]), ("", "0", ""))
        self.assertGreater(int(rows[0]["crossing_pairs"]), 0)
        self.assertEqual(len(self.rows(*files, "--all-pairs")), 3)

    def test_has_distances_as_json_does(self):
        files = [self.file("a.obj", UNIT), self.file("b.obj", NEAR)]
        row, = self.rows(*files, "--clearance", "0.3", "--unit", "cm")
        pair = self.run_json("check", *files, "--clearance", "0.3")[0]["pairs"][0]
        self.assertEqual([float(row[f"point_a_{axis}"]) for axis in "xyz"], pair["point_a"])
        self.assertEqual([float(row[f"point_b_{axis}"]) for axis in "xyz"], pair["point_b"])
        self.assertEqual((row["distance"], row["clearance"], row["unit"]), ("0.25", "0.3", "cm"))


class ManyBodies(ProgramTest):
    """A grid of 2,000 boxes: neighbours in a row touch, in a column they are 0.5 apart."""

    def setUp(self):
        super().setUp()
        self.grid = self.file("grid.obj", grouped_obj(
            (f"c{x}_{y}_{z}", box((x, 1.5 * y, 2 * z), (x + 1, 1.5 * y + 1, 2 * z + 1)))
            for z in range(10) for y in range(10) for x in range(20)))

    def test_are_not_looked_at_pair_by_pair(self):
        document, status = self.run_json("check", self.grid, "--split", "groups")
        self.assertEqual(status, 0)
        self.assertEqual(document["counts"], {"apart": 1999000 - 1900, "touching": 1900,
                                              "crossing": 0, "a_inside_b": 0, "b_inside_a": 0,
                                              "same": 0, "undecided": 0})
        examined = document["examined"]
        self.assertEqual((examined["bodies"], examined["wished_pairs"], examined["pairs"]),
                         (2000, 1999000, 1999000))
        self.assertEqual(examined["settled_by_boxes"], 1999000 - 1900)
        self.assertEqual((document["listed"], len(document["pairs"])), ("not_apart", 1900))
        self.assertLess(document["timings_ms"]["total"], 10000)

    def test_with_a_clearance_are_known_by_construction(self):
        document, status = self.run_json("check", self.grid, "--split", "groups",
                                         "--clearance", "0.75")
        # 1,900 in rows touch; 1,800 across and 3,420 across and aside are 0.5 apart.
        self.assertEqual((status, document["too_near_pairs"]), (1, 1900 + 1800 + 3420))
        distances = [pair["distance"] for pair in document["pairs"]]
        self.assertEqual((distances.count(0), distances.count(0.5)), (1900, 5220))

    def test_are_summed_up_in_the_table(self):
        done = self.run_program("check", self.grid, "--split", "groups")
        self.assertIn("2000 bodies with 24000 triangles, 2000 of them solids\n", done.stdout)
        self.assertNotIn("components", done.stdout)
        self.assertEqual(done.stdout.splitlines()[-1],
                         "2000 bodies, 1999000 pairs examined: 1900 touching, 1997100 apart")

    def test_of_one_file_are_one_body_unless_split(self):
        self.assert_fails(self.run_program("check", self.grid), "at least two bodies")


class Groups(ProgramTest):
    def setUp(self):
        super().setUp()
        self.left = self.file("left.obj", grouped_obj([("a", UNIT), ("b", THROUGH)]))
        self.right = self.file("right.obj", grouped_obj([("c", FAR), ("d", FLUSH)]))

    def test_bodies_of_one_file_are_not_checked_against_each_other(self):
        document, _ = self.run_json("check", self.left, self.right, "--split", "groups",
                                    "--group-by", "file")
        names = [body["name"] for body in document["bodies"]]
        self.assertEqual(names, ["left/a", "left/b", "right/c", "right/d"])
        self.assertEqual([(pair["a"], pair["b"]) for pair in document["pairs"]],
                         [(0, 2), (0, 3), (1, 2), (1, 3)])
        self.assertEqual(document["examined"]["wished_pairs"], 4)
        self.assertEqual([body["group"] for body in document["bodies"]],
                         [self.left, self.left, self.right, self.right])
        self.assertEqual(document["groups"], [{"name": self.left, "members": [0, 1]},
                                              {"name": self.right, "members": [2, 3]}])

    def test_without_it_all_pairs_are(self):
        document, _ = self.run_json("check", self.left, self.right, "--split", "groups")
        self.assertEqual((len(document["pairs"]), document["groups"]), (6, []))

    def test_only_files_can_be_grouped_by(self):
        self.assert_fails(self.run_program("check", self.left, "--group-by", "colour"))


class SceneFile(ProgramTest):
    def scene(self, **fields):
        for name, mesh in (("a", UNIT), ("b", THROUGH), ("c", NEAR)):
            self.file(name + ".obj", mesh)
        return self.file("scene.json", scene_text(
            bodies=bodies(a="a.obj", b="b.obj", c="c.obj"), **fields))

    def test_says_bodies_unit_pairs_and_clearances(self):
        scene = self.scene(unit="mm", pairs=[{"between": ["a", "b"], "check": False}],
                           clearances=[{"between": ["a", "c"], "distance": 0.5}])
        document, status = self.run_json("check", scene)
        self.assertEqual((status, document["unit"]), (1, "mm"))
        pairs = {(pair["a"], pair["b"]): pair for pair in document["pairs"]}
        self.assertEqual(set(pairs), {(0, 2), (1, 2)})
        self.assertEqual((pairs[0, 2]["distance"], pairs[0, 2]["clearance"]), (0.25, 0.5))
        self.assertIsNone(pairs[1, 2]["clearance"])

    def test_clearances_of_the_scene_and_of_the_command_line_are_combined(self):
        scene = self.scene(clearances=[{"between": ["a", "c"], "distance": 0.125}])
        document, _ = self.run_json("check", scene, "--clearance", "0.1")
        wanted = {(pair["a"], pair["b"]): pair["clearance"] for pair in document["pairs"]}
        self.assertEqual(wanted, {(0, 1): 0.1, (0, 2): 0.125, (1, 2): 0.1})

    def test_can_be_joined_by_files_of_any_name(self):
        scene = self.scene()
        (self.folder / "other").mkdir()
        other = self.file("other/a.obj", FLUSH)
        document, _ = self.run_json("check", scene, other)
        self.assertEqual([body["name"] for body in document["bodies"]], ["a", "b", "c", "a#2"])

    def test_there_is_one_at_most(self):
        scene = self.scene()
        self.assert_fails(self.run_program("check", scene, scene), "only one scene file")

    def test_its_unit_cannot_be_changed(self):
        scene = self.scene(unit="mm")
        self.assert_fails(self.run_program("check", scene, "--unit", "m"), "--unit", "mm")

    def test_one_body_is_not_enough(self):
        self.file("a.obj", UNIT)
        scene = self.file("one.json", scene_text(bodies=bodies(a="a.obj")))
        self.assert_fails(self.run_program("check", scene), "at least two bodies")


if __name__ == "__main__":
    unittest.main()
