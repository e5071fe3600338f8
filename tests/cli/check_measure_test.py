# SPDX-License-Identifier: Apache-2.0
"""impinge check --measure and --tolerance: how much and how deep bodies overlap."""
import csv
import json
import math
import unittest

from program import FAR, FLUSH, THROUGH, UNIT, WITHIN, ProgramTest, box, joined

# A pin a hundredth too long for the room between two walls.
WALLS = joined(box((0, 0, 0), (1, 2, 2)), box((2, 0, 0), (3, 2, 2)))
PIN = box((0.99, 0.5, 0.5), (2.01, 1.5, 1.5))
OPEN = (UNIT[0], UNIT[1][2:])


class Measure(ProgramTest):
    def measured(self, first, second, *options):
        files = (self.file("a.obj", first), self.file("b.obj", second))
        document, status = self.run_json("check", *files, *options)
        return document, document["pairs"][0], status

    def test_nothing_is_measured_unless_asked_for(self):
        _, pair, _ = self.measured(UNIT, THROUGH)
        self.assertEqual((pair["overlap"], pair["within_tolerance"]), (None, None))

    def test_an_overlap_has_volume_area_depth_and_regions(self):
        _, pair, status = self.measured(UNIT, THROUGH, "--measure")
        self.assertEqual((status, pair["verdict"]), (1, "crossing"))
        overlap = pair["overlap"]
        self.assertEqual(overlap["measurable"], "yes")
        self.assertAlmostEqual(overlap["volume"], 0.5 * 0.5 * 0.25, 14)
        self.assertAlmostEqual(overlap["area_a"], 0.5 * 0.25, 14)
        self.assertAlmostEqual(overlap["area_b"], 0.5 * 0.25 + 2 * 0.5 * (0.5 + 0.25), 14)
        self.assertEqual(len(overlap["regions"]), 1)
        region = overlap["regions"][0]
        self.assertEqual((region["box_min"], region["box_max"]),
                         ([0.5, 0.25, 0.375], [1, 0.75, 0.625]))
        for got, expected in zip(region["centroid"], (0.75, 0.5, 0.5)):
            self.assertAlmostEqual(got, expected, 14)
        self.assertLessEqual(region["b_in_a"]["depth"], region["b_in_a"]["at_most"])
        self.assertAlmostEqual(region["b_in_a"]["depth"], 0.5, delta=0.02)
        self.assertEqual(overlap["depth"], max(region["a_in_b"]["depth"],
                                               region["b_in_a"]["depth"]))

    def test_pieces_are_told_apart(self):
        _, pair, _ = self.measured(WALLS, PIN, "--measure")
        self.assertEqual(len(pair["overlap"]["regions"]), 2)
        self.assertAlmostEqual(pair["overlap"]["volume"], 0.02, 14)

    def test_a_body_inside_is_a_region(self):
        _, pair, _ = self.measured(UNIT, WITHIN, "--measure")
        self.assertEqual((pair["verdict"], len(pair["overlap"]["regions"])), ("b_inside_a", 1))
        self.assertEqual(pair["overlap"]["regions"][0]["triangles_b"], 12)

    def test_bodies_that_do_not_interfere_are_not_measured(self):
        for other in (FAR, FLUSH):
            _, pair, status = self.measured(UNIT, other, "--measure")
            self.assertEqual((status, pair["overlap"]), (0, None))

    def test_what_cannot_be_measured_says_why(self):
        _, pair, _ = self.measured(THROUGH, OPEN, "--measure")
        overlap = pair["overlap"]
        self.assertEqual((overlap["measurable"], overlap["volume"], overlap["regions"]),
                         ("not_solid", None, []))
        self.assertIn("body B", overlap["reasons"][0])
        twice = joined(box((0.5, 0.5, 0.5), (2, 2, 2)), box((0.25, 0.75, 0.75), (1.5, 1.5, 1.5)))
        _, pair, _ = self.measured(UNIT, twice, "--measure")
        self.assertEqual(pair["overlap"]["measurable"], "yes")  # by winding numbers
        self.assertAlmostEqual(pair["overlap"]["volume"], 0.125 + 0.75 * 0.25 * 0.25 - 0.5 * 0.25 * 0.25)

    def test_a_table_has_depth_and_volume(self):
        done = self.run_program("check", self.file("a.obj", WALLS), self.file("b.obj", PIN),
                                "--measure", "--unit", "mm")
        self.assertEqual(done.returncode, 1)
        for word in ("depth [mm]", "volume [mm^3]", "regions", "0.01000", "0.02000", "way out [mm]"):
            self.assertIn(word, done.stdout)

    def test_a_table_has_the_worst_pair_first(self):
        parts = {"a": UNIT, "b": box((0.9, 0, 0), (2, 1, 1)), "c": box((-1, 0, 0), (0.25, 1, 1)),
                 "d": box((0, 1, 0), (1, 2, 1))}
        files = [self.file(name + ".obj", mesh) for name, mesh in parts.items()]
        lines = self.run_program("check", *files, "--measure").stdout.splitlines()
        start = next(i for i, line in enumerate(lines) if line.startswith("a  b  verdict"))
        self.assertEqual([line.split()[:3] for line in lines[start + 1:start + 4]],
                         [["a", "c", "crossing"], ["a", "b", "crossing"], ["a", "d", "touching"]])

    def test_the_way_out_is_told_with_its_proof(self):
        _, pair, _ = self.measured(UNIT, THROUGH, "--measure")
        self.assertEqual(pair["penetration"],
                         {"kind": "minimum", "depth": 0.5, "direction": [1, 0, 0],
                          "lower_bound": pair["penetration"]["lower_bound"],
                          "verdict_after": "touching"})
        self.assertAlmostEqual(pair["penetration"]["lower_bound"], 0.5, 10)
        _, pair, _ = self.measured(WALLS, PIN, "--measure")
        self.assertEqual(pair["penetration"]["kind"], "best_found")
        _, pair, _ = self.measured(UNIT, FAR, "--measure")
        self.assertIsNone(pair["penetration"])

    def test_or_along_a_direction(self):
        _, pair, _ = self.measured(UNIT, THROUGH, "--measure", "--direction", "0,0,-2")
        self.assertEqual((pair["penetration"]["kind"], pair["penetration"]["depth"],
                          pair["penetration"]["direction"]), ("along_direction", 0.625, [0, 0, -1]))
        a, b = self.file("a.obj", UNIT), self.file("b.obj", THROUGH)
        for bad in ("0,0,0", "up", "1,2", "nan,0,0"):
            self.assert_fails(self.run_program("check", a, b, "--measure", "--direction", bad),
                              "--direction")
        self.assert_fails(self.run_program("check", a, b, "--direction", "0,0,1"), "--direction")

    def test_it_is_not_looked_for_with_a_tolerance_alone(self):
        _, pair, _ = self.measured(UNIT, THROUGH, "--tolerance", "0.1")
        self.assertIsNone(pair["penetration"])
        self.assertEqual(pair["overlap_volume"], pair["overlap"]["volume"])

    def test_regions_have_lines_of_their_own(self):
        path = self.file("regions.csv")
        document, _ = self.run_json("check", self.file("a.obj", WALLS), self.file("b.obj", PIN),
                                    "--regions-csv", path)
        regions = document["pairs"][0]["overlap"]["regions"]
        with open(path, encoding="utf-8", newline="") as lines:
            rows = list(csv.DictReader(lines))
        self.assertEqual([(row["a"], row["b"], row["region"]) for row in rows],
                         [("a", "b", "0"), ("a", "b", "1")])
        for row, region in zip(rows, regions):
            self.assertEqual(float(row["volume"]), region["volume"])
            self.assertEqual([float(row["centroid_" + axis]) for axis in "xyz"],
                             region["centroid"])
            self.assertEqual([float(row["b_in_a_" + axis]) for axis in "xyz"],
                             region["b_in_a"]["point"])
            self.assertEqual(None not in row and None not in row.values(), True)

    def test_csv_has_columns_for_it(self):
        path = self.file("pairs.csv")
        self.run_program("check", self.file("a.obj", WALLS), self.file("b.obj", PIN),
                         "--tolerance", "0.02", "--csv", path)
        with open(path, encoding="utf-8", newline="") as lines:
            row = list(csv.DictReader(lines))[0]
        self.assertEqual((row["verdict"], row["within_tolerance"], row["regions"]),
                         ("touching", "true", "2"))
        self.assertAlmostEqual(float(row["overlap_volume"]), 0.02, 12)
        self.assertAlmostEqual(float(row["depth"]), 0.01, 12)


def prism(sides, radius, low, high, turned=0.0):
    """Round about the z axis, but for its facets."""
    ring = [(math.cos(2 * math.pi * (i + turned) / sides) * radius,
             math.sin(2 * math.pi * (i + turned) / sides) * radius) for i in range(sides)]
    corners = [(x, y, z) for z in (low, high) for x, y in ring] + [(0, 0, low), (0, 0, high)]
    triangles = []
    for i in range(sides):
        j = (i + 1) % sides
        triangles += [(i, j, sides + j), (i, sides + j, sides + i),
                      (j, i, 2 * sides), (sides + i, sides + j, 2 * sides + 1)]
    return corners, triangles


def tube(sides, inner, outer, low, high, turned=0.0):
    """With a wall between two such prisms."""
    corners, triangles = [], []
    for radius in (inner, outer):
        corners += prism(sides, radius, low, high, turned)[0][:2 * sides]
    for i in range(sides):
        j = (i + 1) % sides
        for quad in ((j, i, sides + i, sides + j),
                     (2 * sides + i, 2 * sides + j, 3 * sides + j, 3 * sides + i),
                     (i, j, 2 * sides + j, 2 * sides + i),
                     (sides + j, sides + i, 3 * sides + i, 3 * sides + j)):
            triangles += [(quad[0], quad[1], quad[2]), (quad[0], quad[2], quad[3])]
    return corners, triangles


class Facets(ProgramTest):
    def fit(self, shaft_radius):
        """A shaft of 40 facets in a hub, whose facets lie between those of the shaft."""
        return (self.file("hub.obj", tube(40, 1, 2, 0, 1)),
                self.file("shaft.obj", prism(40, shaft_radius, -1, 2, turned=0.5)))

    def test_a_press_fit_is_no_deeper_than_its_facets(self):
        document, _ = self.run_json("check", *self.fit(1), "--measure")
        overlap = document["pairs"][0]["overlap"]
        bulge = 1 - math.cos(math.pi / 40)  # of a circle over a side of the polygon in it
        self.assertAlmostEqual(overlap["depth"], bulge, delta=0.03 * bulge)
        self.assertAlmostEqual(overlap["facets"], 2 * bulge, 12)
        self.assertEqual(document["explained_by_facets_pairs"], 1)
        done = self.run_program("check", *self.fit(1), "--measure")
        self.assertIn("1 of 1 crossing is no deeper than the facets", done.stdout)
        self.assertEqual(done.returncode, 1)

    def test_a_shaft_too_thick_is_deeper(self):
        document, _ = self.run_json("check", *self.fit(1.05), "--measure")
        self.assertEqual(document["explained_by_facets_pairs"], 0)
        self.assertNotIn("hint", self.run_program("check", *self.fit(1.05), "--measure").stdout)

    def test_boxes_have_none(self):
        document, _ = self.run_json("check", self.file("a.obj", UNIT), self.file("b.obj", THROUGH),
                                    "--measure")
        self.assertEqual((document["pairs"][0]["overlap"]["facets"],
                          document["explained_by_facets_pairs"]), (0, 0))

    def test_a_pose_scales_them(self):
        hub, shaft = self.fit(1)
        pose = {"scale": 3, "rotation": {"axis": [1, 2, 3], "degrees": 20}}
        scene = self.file("scene.json", json.dumps({
            "format": "impinge-scene", "format_version": 1, "bodies": [
                {"name": "hub", "file": hub, "pose": pose},
                {"name": "shaft", "file": shaft, "pose": pose}]}).encode())
        document, _ = self.run_json("check", scene, "--measure")
        self.assertAlmostEqual(document["pairs"][0]["overlap"]["facets"],
                               6 * (1 - math.cos(math.pi / 40)), 12)


class ToleranceOfScenes(ProgramTest):
    def scene(self, **fields):
        self.file("walls.obj", WALLS)
        self.file("pin.obj", PIN)
        parts = [{"name": "walls", "file": "walls.obj", "group": "housing"},
                 {"name": "pin-1", "file": "pin.obj"},
                 {"name": "pin-2", "file": "pin.obj", "pose": {"translation": [0.005, 0, 0]}}]
        return self.file("scene.json", json.dumps({
            "format": "impinge-scene", "format_version": 1, "unit": "mm", "bodies": parts,
            "pairs": [{"between": ["pin*", "pin*"], "check": False}], **fields}).encode())

    def test_the_last_rule_that_matches_decides(self):
        rules = [{"between": ["group:housing", "pin*"], "depth": 0.012},
                 {"between": ["pin-2", "*"], "depth": 0.02}]
        document, status = self.run_json("check", self.scene(tolerances=rules))
        self.assertEqual([(pair["verdict"], pair["tolerance"]) for pair in document["pairs"]],
                         [("touching", 0.012), ("touching", 0.02)])
        self.assertEqual((status, document["tolerance"], document["within_tolerance_pairs"]),
                         (0, None, 2))
        self.assertAlmostEqual(document["pairs"][1]["overlap"]["depth"], 0.015, 12)
        document, status = self.run_json("check", self.scene(tolerances=rules[:1]))
        self.assertEqual(([pair["verdict"] for pair in document["pairs"]], status),
                         (["touching", "crossing"], 1))
        done = self.run_program("check", self.scene(tolerances=rules[:1]))
        self.assertIn("tolerance [mm]", done.stdout)

    def test_that_of_the_command_line_is_for_all_others(self):
        rules = [{"between": ["*", "pin-1"], "depth": 0.001}]
        document, status = self.run_json("check", self.scene(tolerances=rules), "--tolerance", "0.1")
        self.assertEqual(([pair["tolerance"] for pair in document["pairs"]],
                          [pair["within_tolerance"] for pair in document["pairs"]], status),
                         ([0.001, 0.1], [False, True], 1))

    def test_pairs_without_one_are_not_measured(self):
        rules = [{"between": ["*", "pin-1"], "depth": 1}]
        document, _ = self.run_json("check", self.scene(tolerances=rules))
        self.assertEqual([pair["overlap"] is None for pair in document["pairs"]], [False, True])
        self.assertIsNone(document["pairs"][1]["within_tolerance"])

    def test_mistakes_are_told_with_their_place(self):
        for rules, words in (([{"between": ["*", "pan"], "depth": 1}], "tolerances[0].between"),
                             ([{"between": ["*", "*"], "depth": -1}], "tolerances[0].depth"),
                             ([{"between": ["*", "*"]}], "'depth' is missing")):
            self.assert_fails(self.run_program("check", self.scene(tolerances=rules)), words)
        rules = [{"between": ["*", "*"], "depth": 1}]
        self.assert_fails(self.run_program("check", self.scene(tolerances=rules), "--method",
                                           "cascade"), "--method", "tolerances")


class Tolerance(ProgramTest):
    measured = Measure.measured

    def test_what_crosses_no_deeper_touches(self):
        document, pair, status = self.measured(WALLS, PIN, "--tolerance", "0.011")
        self.assertEqual((status, document["interference"], pair["verdict"],
                          pair["within_tolerance"]), (0, False, "touching", True))
        self.assertEqual((document["tolerance"], document["within_tolerance_pairs"],
                          document["counts"]["touching"], document["counts"]["crossing"]),
                         (0.011, 1, 1, 0))
        self.assertAlmostEqual(pair["overlap"]["depth"], 0.01, 12)

    def test_what_crosses_deeper_does_not(self):
        document, pair, status = self.measured(WALLS, PIN, "--tolerance", "0.009")
        self.assertEqual((status, pair["verdict"], pair["within_tolerance"]),
                         (1, "crossing", False))
        self.assertEqual(document["within_tolerance_pairs"], 0)

    def test_a_needle_too_thin_for_a_volume_is_deeper(self):
        thin = 1e-20
        needle = ([(-1, thin, 0), (-1, -thin, thin), (-1, -thin, -thin), (0.5, 0, 0)],
                  [(0, 1, 2), (0, 3, 1), (1, 3, 2), (2, 3, 0)])
        block = box((0, -1, -1), (1, 1, 1))
        for tolerance, within in (("0.1", False), ("0.6", True)):
            _, pair, status = self.measured(block, needle, "--tolerance", tolerance)
            self.assertEqual((pair["within_tolerance"], status), (within, 0 if within else 1))

    def test_nothing_that_crosses_is_within_0(self):
        _, pair, status = self.measured(UNIT, box((1 - 2**-53, 0, 0), (2, 1, 1)), "--tolerance",
                                        "0")
        self.assertEqual((pair["verdict"], pair["within_tolerance"], status),
                         ("crossing", False, 1))
        _, pair, status = self.measured(UNIT, box((1 - 2**-53, 0, 0), (2, 1, 1)), "--tolerance",
                                        "1e-9")
        self.assertEqual((pair["verdict"], status), ("touching", 0))

    def test_it_counts_where_touching_does(self):
        _, pair, status = self.measured(WALLS, PIN, "--tolerance", "0.011", "--touching-counts")
        self.assertEqual((status, pair["verdict"]), (1, "touching"))

    def test_bodies_inside_and_what_cannot_be_measured_are_never_within_it(self):
        for first, second in ((UNIT, WITHIN), (UNIT, UNIT), (THROUGH, OPEN)):
            _, pair, status = self.measured(first, second, "--tolerance", "100")
            self.assertEqual((status, pair["within_tolerance"]), (1, False))

    def test_bad_ones_are_refused(self):
        a, b = self.file("a.obj", UNIT), self.file("b.obj", THROUGH)
        for bad in ("-1", "nan", "inf", "deep"):
            self.assert_fails(self.run_program("check", a, b, "--tolerance", bad), "--tolerance")
        for option in (["--measure"], ["--tolerance", "1"], ["--regions-csv", self.file("r.csv")]):
            self.assert_fails(self.run_program("check", a, b, *option, "--method", "cascade"),
                              option[0], "exact")


if __name__ == "__main__":
    unittest.main()
