# SPDX-License-Identifier: Apache-2.0
"""impinge check --measure and --tolerance: how much and how deep bodies overlap."""
import csv
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
        self.assertEqual(pair["overlap"]["measurable"], "overlaps_itself")

    def test_a_table_has_depth_and_volume(self):
        done = self.run_program("check", self.file("a.obj", WALLS), self.file("b.obj", PIN),
                                "--measure", "--unit", "mm")
        self.assertEqual(done.returncode, 1)
        for word in ("depth", "volume", "regions", "0.01 mm", "0.02"):
            self.assertIn(word, done.stdout)

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
        self.assert_fails(self.run_program("check", a, b, "--measure", "--method", "cascade"),
                          "--measure", "exact")


if __name__ == "__main__":
    unittest.main()
