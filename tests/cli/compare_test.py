# SPDX-License-Identifier: Apache-2.0
"""impinge compare: a sampled method held against the exact one, and pictures of what it knows."""
import collections
import json
import pathlib
import unittest

from image_test import picture
from program import FAR, FLUSH, OPEN, THROUGH, UNIT, WITHIN, ProgramTest, box, joined

DOWN = ("--direction", "0,0,-1")
ACROSS = ("--direction", "1,0,0")
PICTURES = ("cases", "stages", "convexity", "layers-a", "layers-b", "overlap")
RED = (214, 39, 40, 255)
BLACK = (20, 20, 24, 255)
PLATES_A = joined(box((0, 0, 0), (4, 4, 1)), box((0, 0, 4), (4, 4, 5)))
PLATES_B = joined(box((1, 1, 2), (3, 3, 3)), box((1, 1, 6), (3, 3, 7)))


class Compare(ProgramTest):
    def compare(self, a, b, *arguments):
        """The document and the exit status."""
        files = self.file("a.obj", a), self.file("b.obj", b)
        return self.run_json("compare", *files, *arguments)

    def assert_agreement(self, found, missed, invented):
        document, status = found
        self.assertEqual((document["missed"], document["invented"], status),
                         (missed, invented, 1 if missed or invented else 0))


class Agreement(Compare):
    def test_what_both_see(self):
        for mesh, exact, verdict in ((THROUGH, "crossing", "crossing"),
                                     (WITHIN, "b_inside_a", "crossing"),
                                     (UNIT, "same", "crossing"), (FAR, "apart", "apart"),
                                     (FLUSH, "touching", "apart")):
            with self.subTest(exact):
                found = self.compare(UNIT, mesh, "--resolution", "64", *ACROSS)
                self.assert_agreement(found, missed=False, invented=False)
                self.assertEqual((found[0]["verdict"], found[0]["exact_verdict"]),
                                 (verdict, exact))

    def test_what_falls_between_the_pixels_is_missed(self):
        needle = box((0.3, 0.3, 0.5), (0.305, 0.305, 3))
        lid = joined(needle, box((-1, -1, 3.5), (2, 2, 4)))
        found = self.compare(UNIT, lid, "--resolution", "16", *DOWN)
        self.assert_agreement(found, missed=True, invented=False)
        found = self.compare(UNIT, lid, "--resolution", "512", *DOWN)
        self.assert_agreement(found, missed=False, invented=False)
        self.assertLess(found[0]["pixel_size"], 0.005)

    def test_looks_along_as_many_directions_as_asked_for(self):
        found = self.compare(UNIT, THROUGH, "--resolution", "16", "--directions", "3",
                             "--all-pixels")
        self.assert_agreement(found, missed=False, invented=False)
        self.assertEqual(found[0]["views"], 3)
        done = self.run_program("compare", self.file("a.obj", UNIT), self.file("b.obj", THROUGH),
                                "--directions", "3", "--all-pixels")
        self.assertIn("first of 3 views", done.stdout)

    def test_gaps_below_the_rounding_of_depths_are_invented_as_contact(self):
        near = box((0, 0, 1 + 1e-12), (1, 1, 2))
        found = self.compare(UNIT, near, "--touching-counts", *DOWN, "--resolution", "32")
        self.assertEqual(found[0]["exact_verdict"], "apart")
        # Their boxes do not meet, which settles it without any drawing; tilted, they do.
        self.assert_agreement(found, missed=False, invented=False)
        self.assertEqual((found[0]["views"], found[0]["pixel_size"]), (0, None))
        post = joined(near, box((2, 0, 0.5), (3, 1, 2)))
        found = self.compare(joined(UNIT, box((4, 0, 0), (5, 1, 1.5))), post, "--touching-counts",
                             *DOWN, "--resolution", "64")
        self.assertEqual(found[0]["exact_verdict"], "apart")
        self.assert_agreement(found, missed=False, invented=True)

    def test_touching_is_interference_only_when_asked(self):
        found = self.compare(UNIT, FLUSH, "--touching-counts", *ACROSS, "--resolution", "64")
        self.assertEqual((found[0]["verdict"], found[0]["exact_verdict"]),
                         ("crossing", "touching"))
        self.assert_agreement(found, missed=False, invented=False)

    def test_what_it_cannot_tell_has_a_status_and_is_neither_missed_nor_invented(self):
        files = self.file("a.obj", PLATES_A), self.file("b.obj", PLATES_B)
        done = self.run_program("compare", *files, "--method", "depth-parity", "--resolution",
                                "64", *DOWN, "--json", "-")
        document = json.loads(done.stdout)
        self.assertEqual((done.returncode, document["verdict"], document["settled"],
                          document["missed"], document["invented"]), (3, None, False, False, False))
        self.assertIn("--method cascade", done.stderr)
        found = self.compare(PLATES_A, PLATES_B, "--resolution", "64", *DOWN)
        self.assert_agreement(found, missed=False, invented=False)
        self.assertEqual((found[0]["method"], found[0]["verdict"]), ("cascade", "apart"))

    def test_what_falls_between_the_pixels_is_found_when_refined(self):
        needle = joined(box((0.3, 0.3, 0.999), (0.302, 0.302, 3)), box((-1, -1, 3.5), (2, 2, 4)))
        coarse = (*DOWN, "--resolution", "16")
        self.assert_agreement(self.compare(UNIT, needle, *coarse), missed=True, invented=False)
        found = self.compare(UNIT, needle, *coarse, "--refine")
        self.assert_agreement(found, missed=False, invented=False)
        files = self.file("a.obj", UNIT), self.file("b.obj", needle)
        out = self.file("open.png")
        done = self.run_program("compare", *files, *coarse, "--refine", "--picture", "open",
                                "--out", out)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertIn("searched", done.stdout)
        self.assert_fails(self.run_program("compare", *files, "--picture", "open", "--out", out),
                          "--picture", "--refine")

    def test_the_text_says_which(self):
        files = self.file("a.obj", UNIT), self.file("b.obj", THROUGH)
        done = self.run_program("compare", *files, "--unit", "mm")
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        for words in ("cascade ", "exact ", "agree", " mm, looking along", "renderings"):
            self.assertIn(words, done.stdout)


class EdgeRays(Compare):
    AROUND = joined(box((0, 0, 1.5), (1, 1, 2)), box((2.5, 0, 0), (2.75, 1, 2)))

    def test_they_are_held_against_the_exact_method(self):
        for mesh, exact, verdict in ((THROUGH, "crossing", "crossing"),
                                     (WITHIN, "b_inside_a", "crossing"),
                                     (self.AROUND, "apart", "apart"), (FAR, "apart", "apart")):
            for algorithm in "12345":
                found = self.compare(UNIT, mesh, "--method", "edge-rays", "--resolution", "64",
                                     "--algorithm", algorithm)
                self.assert_agreement(found, missed=False, invented=False)
                document, _ = found
                self.assertEqual((document["verdict"], document["exact_verdict"]),
                                 (verdict, exact))
                self.assertEqual(document["edge_rays"]["algorithm"], int(algorithm))
                for field in ("pixels_by_stage", "overlapping_pixels", "renderings"):
                    self.assertIsNone(document[field], field)
        self.assertEqual((document["views"], document["edge_points_a"]), (0, 0))

    def test_what_they_miss_refinement_finds(self):
        needle = joined(box((0.3, 0.3, 0.9), (0.302, 0.302, 3)), box((-1, -1, 3.5), (2, 2, 4)))
        coarse = ("--method", "edge-rays", "--direction", "0.01,0.02,1", "--resolution", "16")
        self.assert_agreement(self.compare(UNIT, needle, *coarse), missed=True, invented=False)
        found = self.compare(UNIT, needle, *coarse, "--refine")
        self.assert_agreement(found, missed=False, invented=False)
        self.assertIn(found[0]["decided_by"], ("refinement", "exact"))

    def test_crossings_are_listed_when_asked_for(self):
        document, _ = self.compare(UNIT, THROUGH, "--method", "edge-rays", "--localise")
        self.assertEqual(len(document["crossings"]), 10)

    def test_a_body_that_is_no_solid_is_not_refused(self):
        files = self.file("a.obj", OPEN), self.file("b.obj", box((0.05, 0.55, 0.25),
                                                                 (0.45, 0.95, 0.75)))
        done = self.run_program("compare", *files, "--method", "edge-rays", "--windows", "scene",
                                *DOWN, "--json", "-")
        document = json.loads(done.stdout)
        self.assertEqual((done.returncode, document["verdict"], document["missed"]),
                         (3, None, False))
        self.assertEqual(document["edge_rays"]["unsound"][0]["fault"], "open")
        self.assertIn("exact method", done.stderr)

    def test_the_text(self):
        files = self.file("a.obj", UNIT), self.file("b.obj", THROUGH)
        done = self.run_program("compare", *files, "--method", "edge-rays", "--unit", "mm")
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        for words in ("edge-rays ", "agree", " of b in a\n", "decided by    rays\n", "layers",
                      " mm, looking along"):
            self.assertIn(words, done.stdout)

    def test_there_is_no_map_of_pixels(self):
        files = self.file("a.obj", UNIT), self.file("b.obj", THROUGH)
        for options in (("--all-pixels",), ("--picture", "cases", "--out", self.file("x.png"))):
            done = self.run_program("compare", *files, "--method", "edge-rays", *options)
            self.assert_fails(done, options[0], "impinge image")


class Pixels(Compare):
    def test_all_pixels_are_settled_when_asked(self):
        first, _ = self.compare(UNIT, THROUGH, "--resolution", "64", *DOWN)
        every, _ = self.compare(UNIT, THROUGH, "--resolution", "64", *DOWN, "--all-pixels")
        self.assertEqual((first["extent"], every["extent"]), ("first_overlap", "all_pixels"))
        # THROUGH shares 0.5 x 0.5 with the unit box as seen from above.
        covered = 0.25 / every["pixel_size"] ** 2
        self.assertAlmostEqual(every["overlapping_pixels"] / covered, 1, delta=0.1)
        self.assertEqual(sum(every["pixels_by_stage"].values()), every["overlapping_pixels"])
        self.assertLessEqual(first["overlapping_pixels"], every["overlapping_pixels"])

    def test_devices_agree(self):
        devices, _ = self.run_json("devices")
        names = [entry["name"] for entry in devices["raster_devices"] if entry["present"]]
        for name in names:
            document, status = self.compare(UNIT, THROUGH, "--device", name, "--all-pixels",
                                            "--resolution", "64", *DOWN)
            reference, _ = self.compare(UNIT, THROUGH, "--all-pixels", "--resolution", "64", *DOWN)
            self.assertEqual((document["device"], status), (name, 0))
            for field in ("verdict", "overlapping_pixels", "pixels_by_stage", "renderings"):
                self.assertEqual(document[field], reference[field], f"{name}: {field}")


class Pictures(Compare):
    def test_each_is_written_and_all_differ(self):
        seen = set()
        for what in PICTURES:
            self.compare(PLATES_A, PLATES_B, "--resolution", "64", *DOWN, "--picture", what,
                         "--out", self.file("map.png"))
            seen.add(pathlib.Path(self.file("map.png")).read_bytes())
        self.assertEqual(len(seen), len(PICTURES))

    def test_overlapping_pixels_are_red(self):
        out = self.file("map.png")
        document, status = self.compare(UNIT, THROUGH, "--resolution", "64", *DOWN, "--picture",
                                        "overlap", "--out", out)
        self.assertEqual((status, document["picture"], document["extent"]),
                         (0, out, "all_pixels"))
        found = collections.Counter(colour for row in picture(out)[2] for colour in row)
        # Every pixel became a square; the swatch of the legend is red too.
        square = (512 // 64) ** 2
        self.assertGreater(document["overlapping_pixels"], 100)
        self.assertAlmostEqual(found[RED] / square, document["overlapping_pixels"], delta=8)

    def test_left_over_pixels_are_black(self):
        files = self.file("a.obj", PLATES_A), self.file("b.obj", PLATES_B)
        out = self.file("map.png")
        done = self.run_program("compare", *files, "--method", "depth-parity", "--resolution",
                                "64", *DOWN, "--picture", "cases", "--out", out, "--json", "-")
        self.assertEqual(done.returncode, 3)
        left_over = json.loads(done.stdout)["pixels_by_stage"]["left_over"]
        self.assertGreater(left_over, 100)
        found = collections.Counter(colour for row in picture(out)[2] for colour in row)
        self.assertAlmostEqual(found[BLACK] / 64, left_over, delta=8)

    def test_without_pixels_there_is_no_picture(self):
        out = self.file("map.png")
        done = self.run_program("compare", self.file("a.obj", UNIT), self.file("b.obj", FAR),
                                "--picture", "cases", "--out", out)
        self.assert_fails(done, "no picture")
        self.assertFalse(pathlib.Path(out).exists())


class All(Compare):
    METHODS = {"depth-minmax", "depth-parity", "depth-parity-lite", "layer-order", "cascade",
               "surface-peeling", "edge-rays"}

    def devices(self):
        document, _ = self.run_json("devices")
        return {entry["name"] for entry in document["raster_devices"] if entry["present"]}

    def all(self, a, b, *arguments):
        files = self.file("a.obj", a), self.file("b.obj", b)
        done = self.run_program("compare", *files, "--method", "all", "--json", "-", *arguments)
        return json.loads(done.stdout), done.returncode

    def test_every_method_on_every_device(self):
        # Aslant, so that no wall is seen edge-on.
        document, status = self.all(UNIT, THROUGH, "--resolution", "64", "--direction",
                                    "0.3,0.2,-1")
        self.assertEqual((document["format"], document["exact_verdict"], status),
                         ("impinge-compare-all", "crossing", 0))
        self.assertEqual({(row["method"], row["device"]) for row in document["methods"]},
                         {(method, device) for method in self.METHODS
                          for device in self.devices()})
        for row in document["methods"]:
            self.assertEqual((row["verdict"], row["missed"], row["invented"], row["refused"]),
                             ("crossing", False, False, None), row["method"])
            self.assertGreater(row["ms"], 0)

    def test_who_could_not_tell_has_neither_missed_nor_invented(self):
        document, status = self.all(PLATES_A, PLATES_B, "--device", "software", "--resolution",
                                    "64", *DOWN)
        verdicts = {row["method"]: row["verdict"] for row in document["methods"]}
        self.assertEqual((verdicts["depth-parity"], verdicts["cascade"], status),
                         (None, "apart", 3))
        self.assertFalse(any(row["missed"] or row["invented"] for row in document["methods"]))

    def test_who_misses_is_named(self):
        lid = box((0.001, 0.001, 0.999), (0.002, 0.002, 2))
        document, status = self.all(UNIT, joined(lid, box((3, 0, 0), (4, 1, 1))), "--device",
                                    "software", "--resolution", "16", *DOWN)
        self.assertEqual((document["exact_verdict"], status), ("crossing", 1))
        self.assertIn("cascade", [row["method"] for row in document["methods"] if row["missed"]])

    def test_what_is_refused_says_why(self):
        document, _ = self.all(OPEN, THROUGH, "--device", "software")
        for row in document["methods"]:
            refused = row["method"] not in ("edge-rays", "surface-peeling")
            self.assertEqual("not a solid" in (row["refused"] or ""), refused)
            self.assertEqual(row["settled"] is None, refused)

    def test_the_table_has_a_row_for_each(self):
        files = self.file("a.obj", PLATES_A), self.file("b.obj", PLATES_B)
        done = self.run_program("compare", *files, "--method", "all", "--device", "software",
                                "--resolution", "64", *DOWN)
        self.assertEqual(done.returncode, 3)
        lines = done.stdout.splitlines()
        self.assertEqual(len(lines), 2 + len(self.METHODS))
        rows = {line.split()[0]: line for line in lines}
        self.assertIn("could not tell", rows["depth-parity"])
        for words in ("software", "apart", "agree"):
            self.assertIn(words, rows["cascade"])
        self.assertIn("apart", rows["exact"])

    def test_pixels_are_those_of_one_method(self):
        files = self.file("a.obj", UNIT), self.file("b.obj", THROUGH)
        done = self.run_program("compare", *files, "--method", "all", "--all-pixels")
        self.assert_fails(done, "--all-pixels")


class Refusals(Compare):
    def test_arguments_that_make_no_sense(self):
        a, b, out = self.file("a.obj", UNIT), self.file("b.obj", THROUGH), self.file("x.png")
        for arguments, word in (((a,), "needs 2 mesh files"), ((a, b, b), "needs 2 mesh files"),
                                ((a, b, "--method", "exact"), "exact"),
                                ((a, b, "--method", "magic"), "cascade"),
                                ((a, b, "--picture", "cases"), "--out"),
                                ((a, b, "--out", out), "--picture"),
                                ((a, b, "--picture", "soul", "--out", out), "convexity"),
                                ((a, b, "--picture", "cases", "--out", "-"), "file"),
                                ((a, self.file("missing.obj")), "missing.obj")):
            with self.subTest(arguments):
                self.assert_fails(self.run_program("compare", *arguments), word)

    def test_a_body_that_is_no_solid(self):
        done = self.run_program("compare", self.file("a.obj", OPEN), self.file("b.obj", THROUGH))
        self.assert_fails(done, "a.obj", "not a solid")


if __name__ == "__main__":
    unittest.main()
