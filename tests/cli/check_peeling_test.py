# SPDX-License-Identifier: Apache-2.0
"""impinge check and compare --method surface-peeling: pairs of triangles proposed by pixels and
proved."""
import csv
import json
import unittest

from program import FAR, FLUSH, OPEN, THROUGH, UNIT, WITHIN, ProgramTest, box, joined

PEELING = ("--method", "surface-peeling", "--resolution", "64")
CONSERVATIVE = (*PEELING, "--conservative")


class Peeling(ProgramTest):
    def files(self, *meshes):
        return [self.file(f"{name}.obj", mesh) for name, mesh in zip("abcdefg", meshes)]

    def pair_of(self, *arguments):
        done = self.run_program("check", *arguments, "--json", "-")
        pairs = json.loads(done.stdout)["pairs"]
        self.assertEqual(len(pairs), 1)
        return pairs[0], done.returncode

    def devices(self):
        document, _ = self.run_json("devices")
        return sorted({entry["name"] for entry in document["raster_devices"] if entry["present"]})


class Check(Peeling):
    def test_a_conservative_search_says_what_the_exact_engine_says(self):
        for mesh in (THROUGH, WITHIN, UNIT, FAR, FLUSH, OPEN):
            files = self.files(UNIT, mesh)
            exact, status = self.pair_of(*files)
            for device in self.devices():
                found, found_status = self.pair_of(*files, *CONSERVATIVE, "--device", device)
                for field in ("verdict", "certainty", "compared", "decision", "triangle_pairs",
                              "touching_pairs"):
                    self.assertEqual(found[field], exact[field], field)
                self.assertEqual(found_status, status)

    def test_a_crossing_of_samples_is_proved(self):
        found, status = self.pair_of(*self.files(UNIT, THROUGH), *PEELING)
        self.assertEqual((found["verdict"], found["certainty"], found["compared"], status),
                         ("crossing", "exact", "surfaces", 1))
        peeling = found["peeling"]
        self.assertGreater(peeling["triangle_pairs"], 0)
        self.assertGreaterEqual(peeling["candidates"], peeling["triangle_pairs"])
        self.assertGreater(peeling["layers"], 1)
        self.assertEqual(peeling["stages"], (peeling["layers"] + 5) // 6)
        self.assertGreater(peeling["epsilon"], found["pixel_size"])

    def test_what_lies_in_another_is_not_told_by_surfaces(self):
        files = self.files(UNIT, WITHIN)
        found, status = self.pair_of(*files, *PEELING)
        self.assertEqual((found["verdict"], found["decision"], status),
                         (None, "could_not_tell", 3))
        found, status = self.pair_of(*files, *PEELING, "--surfaces")
        self.assertEqual((found["verdict"], found["certainty"], status), ("apart", "sampled", 0))
        found, status = self.pair_of(*files, *CONSERVATIVE)
        self.assertEqual((found["verdict"], found["certainty"], status), ("b_inside_a", "exact", 1))

    def test_solids_that_overlap_between_flush_walls_are_not_told_by_surfaces(self):
        # No triangle passes through another: all lie in common planes or end on each other.
        files = self.files(UNIT, box((0, 0, 0.5), (1, 1, 2)))
        found, status = self.pair_of(*files, *PEELING)
        self.assertEqual((found["verdict"], status), (None, 3))
        self.assertGreater(found["peeling"]["touching_pairs"], 0)
        found, status = self.pair_of(*files, *CONSERVATIVE)
        self.assertEqual((found["verdict"], status), ("crossing", 1))

    def test_open_bodies_are_taken(self):
        found, status = self.pair_of(*self.files(OPEN, THROUGH), *PEELING)
        self.assertEqual((found["verdict"], status), ("crossing", 1))

    def test_pairs_are_written_as_by_the_exact_engine(self):
        files = self.files(UNIT, THROUGH)
        written = []
        for method in ((), CONSERVATIVE):
            out = self.file(f"pairs{len(written)}.csv")
            self.run_program("check", *files, *method, "--pairs", out)
            with open(out, encoding="utf-8", newline="") as lines:
                written.append(list(csv.reader(lines)))
        self.assertEqual(written[0], written[1])
        self.assertGreater(len(written[0]), 5)

    def test_the_text(self):
        done = self.run_program("check", *self.files(UNIT, THROUGH), *CONSERVATIVE)
        self.assertEqual((done.returncode, done.stderr), (1, ""))
        for words in ("surface-peeling", "every pair of triangles", "triangle pairs", "candidates"):
            self.assertIn(words, done.stdout)

    def test_many_bodies_side_by_side(self):
        boxes = [box((0.8 * i, 0.1 * i, 0), (0.8 * i + 1, 1 + 0.1 * i, 1)) for i in range(6)]
        boxes.append(box((20, 0, 0), (21, 1, 1)))
        files = self.files(*boxes)
        exact, status = self.run_json("check", *files)
        expected = {(p["a"], p["b"]): p["verdict"] for p in exact["pairs"]}
        self.assertEqual(len([v for v in expected.values() if v == "crossing"]), 5)
        for method in (PEELING, CONSERVATIVE):
            found, found_status = self.run_json("check", *files, *method)
            self.assertEqual({(p["a"], p["b"]): p["verdict"] for p in found["pairs"]}, expected)
            self.assertEqual(found_status, status)

    def test_precision_chooses_the_pixels(self):
        files = self.files(UNIT, THROUGH)
        for precision in (0.1, 0.01):
            document, _ = self.run_json("check", *files, "--method", "surface-peeling",
                                        "--precision", str(precision))
            found = document["pairs"][0]["pixel_size"]
            self.assertLessEqual(found, precision)
            self.assertGreater(found, precision / 2)

    def test_refusals(self):
        files = self.files(UNIT, THROUGH)
        for arguments, words in (
                (("--conservative",), ("--conservative", "surface-peeling")),
                (("--method", "cascade", "--conservative"), ("--conservative", "surface-peeling")),
                (("--method", "edge-rays", "--unique-ids"), ("--unique-ids", "surface-peeling")),
                ((*PEELING, "--spikes"), ("--spikes", "depths")),
                ((*PEELING, "--precision", "1"), ("--precision", "--resolution")),
                (("--method", "surface-peeling", "--precision", "0"), ("--precision", "greater")),
                (("--method", "surface-peeling", "--precision", "1e-9"), ("pixels",)),
                (("--method", "cascade", "--precision", "1"), ("--precision", "surface-peeling")),
                ((*PEELING, "--refine"), ("--refine", "edge-rays")),
                ((*PEELING, "--clearance", "1"), ("--clearance", "exact")),
                ((*PEELING, "--curves", "c.obj"), ("--curves", "exact"))):
            with self.subTest(arguments):
                self.assert_fails(self.run_program("check", *files, *arguments), *words)


class Compare(Peeling):
    def compare(self, a, b, *arguments):
        return self.run_json("compare", *self.files(a, b), *arguments)

    def test_it_is_held_against_the_exact_method(self):
        around = joined(box((0, 0, 1.5), (1, 1, 2)), box((2.5, 0, 0), (2.75, 1, 2)))
        for mesh, verdict in ((THROUGH, "crossing"), (around, "apart"), (FAR, "apart"),
                              (FLUSH, "touching")):
            for method in (PEELING, CONSERVATIVE):
                document, status = self.compare(UNIT, mesh, *method)
                self.assertEqual((document["verdict"], document["exact_verdict"], status),
                                 (verdict, verdict, 0))
                self.assertEqual((document["missed"], document["invented"]), (False, False))
                for field in ("pixels_by_stage", "overlapping_pixels", "renderings", "edge_rays"):
                    self.assertIsNone(document[field], field)
        document, status = self.compare(UNIT, FLUSH, *PEELING, "--touching-counts")
        self.assertEqual((document["missed"], document["invented"], status), (False, False, 0))

    def test_what_falls_between_the_pixels_is_missed_unless_the_search_is_conservative(self):
        needle = joined(box((0.3, 0.3, 0.5), (0.305, 0.305, 3)), box((-1, -1, 3.5), (2, 2, 4)))
        coarse = ("--method", "surface-peeling", "--resolution", "16", "--direction", "0,0,-1")
        document, status = self.compare(UNIT, needle, *coarse)
        self.assertEqual((document["missed"], status), (True, 1))
        document, status = self.compare(UNIT, needle, *coarse, "--conservative")
        self.assertEqual((document["missed"], document["verdict"], status), (False, "crossing", 0))

    def test_the_text(self):
        done = self.run_program("compare", *self.files(UNIT, THROUGH), *PEELING, "--unit", "mm")
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        for words in ("surface-peeling ", "agree", "that meet, of", "peeled", "layers in 1 stage",
                      "closer than", "proof"):
            self.assertIn(words, done.stdout)

    def test_it_keeps_no_map(self):
        done = self.run_program("compare", *self.files(UNIT, THROUGH), *PEELING, "--all-pixels")
        self.assert_fails(done, "surface-peeling", "map")

    def test_it_is_a_row_of_all_methods(self):
        document, _ = self.compare(UNIT, THROUGH, "--method", "all", "--device", "software")
        rows = {row["method"]: row for row in document["methods"]}
        self.assertEqual(rows["surface-peeling"]["verdict"], "crossing")


if __name__ == "__main__":
    unittest.main()
