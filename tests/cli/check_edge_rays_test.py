# SPDX-License-Identifier: Apache-2.0
"""impinge check --method edge-rays: who penetrates whom, all bodies at once. The bodies are boxes, so
that it is known which of their edges lie in which body."""
import csv
import itertools
import json
import pathlib
import signal
import subprocess
import time
import unittest

from check_method_test import DOWN, Method
from program import FAR, FLUSH, OPEN, PROGRAM, THROUGH, UNIT, WITHIN, box, joined

EDGE_RAYS = ("--method", "edge-rays", "--resolution", "64")
# Over the unit box and THROUGH, and beside them, without meeting them: only their boxes overlap.
AROUND = joined(box((0, 0, 1.5), (1, 1, 2)), box((2.5, 0, 0), (2.75, 1, 2)))
# Thinner than the pixels of a coarse window.
NEEDLE = joined(box((0.3, 0.3, 0.9), (0.302, 0.302, 3)), box((-1, -1, 3.5), (2, 2, 4)))
INSIDE_OUT = (UNIT[0], [triangle[::-1] for triangle in UNIT[1]])


class EdgeRays(Method):
    def verdicts(self, document):
        return {(pair["a"], pair["b"]): pair["verdict"] for pair in document["pairs"]}


class Verdicts(EdgeRays):
    def test_every_device_sees_what_boxes_do(self):
        a = self.file("a.obj", UNIT)
        for device, (mesh, verdict) in itertools.product(
                self.devices(),
                ((THROUGH, "crossing"), (WITHIN, "crossing"), (UNIT, "crossing"),
                 (AROUND, "apart"))):
            pair, status = self.pair_of(a, self.file("b.obj", mesh), *EDGE_RAYS, "--device", device)
            self.assertEqual((pair["verdict"], pair["certainty"], pair["decided_by"], status),
                             (verdict, "sampled", "rays", 1 if verdict == "crossing" else 0))
            self.assertEqual((pair["method"], pair["device"], pair["settled"]),
                             ("edge-rays", device, True))
            self.assertGreater(pair["pixel_size"], 0)

    def test_points_tell_who_penetrates_whom(self):
        pair, _ = self.pair_of(*self.files(UNIT, WITHIN), *EDGE_RAYS)
        self.assertEqual(pair["edge_points_a"], 0)
        self.assertGreater(pair["edge_points_b"], 100)
        pair, _ = self.pair_of(*self.files(WITHIN, UNIT), *EDGE_RAYS)
        self.assertEqual(pair["edge_points_b"], 0)
        self.assertGreater(pair["edge_points_a"], 100)
        for field in ("direction", "overlapping_pixels", "pixels_by_stage", "renderings",
                      "triangle_pairs", "crossings", "milliseconds"):
            self.assertIsNone(pair[field], field)

    def test_a_point_in_several_bodies_penetrates_them_all(self):
        shells = [box((-i, -i, -i), (1 + i, 1 + i, 1 + i)) for i in range(3)]
        document, status, _ = self.check(*self.files(*shells), *EDGE_RAYS)
        self.assertEqual(status, 1)
        self.assertEqual(set(self.verdicts(document).values()), {"crossing"})
        found = document["edge_rays"]
        self.assertEqual((found["penetrating"], found["penetrated"]), ([0, 1], [1, 2]))
        self.assertGreaterEqual(found["work"]["rounds"], 2)
        self.assertGreater(found["work"]["layers"], 1)

    def test_overlapping_parts_of_one_body_are_no_interference(self):
        parts = joined(UNIT, box((0.5, 0.5, 0.5), (1.5, 1.5, 1.5)))
        pair, status = self.pair_of(*self.files(parts, box((1.2, -1, 0.6), (1.4, -0.2, 0.8))),
                                    *EDGE_RAYS, "--windows", "scene")
        self.assertEqual((pair["verdict"], status), ("apart", 0))

    def test_bodies_without_overlapping_boxes_are_not_drawn(self):
        document, status, _ = self.check(*self.files(UNIT, FAR), *EDGE_RAYS)
        self.assertEqual((status, document["examined"]["settled_by_boxes"]), (0, 1))
        self.assertIsNone(document["edge_rays"]["pixel_size"])
        self.assertEqual(document["edge_rays"]["work"]["draws"], 0)
        self.assertEqual(document["pairs"][0]["certainty"], "exact")

    def test_the_hash_depends_on_the_answer_alone(self):
        files = self.files(UNIT, THROUGH, WITHIN, AROUND)
        hashes = {self.check(*files, *EDGE_RAYS, "--threads", threads)[0]["hash"]
                  for threads in ("1", "2", "3")}
        self.assertEqual(len(hashes), 1)
        self.assertNotIn(self.check(*files, "--method", "edge-rays")[0]["hash"], hashes)


class Views(EdgeRays):
    def pixel_size(self, *arguments):
        files = self.files(UNIT, THROUGH)
        return self.check(*files, "--method", "edge-rays", *arguments)[0]["edge_rays"]["pixel_size"]

    def test_resolution_and_precision_choose_the_pixels(self):
        coarse, fine = self.pixel_size("--resolution", "64"), self.pixel_size("--resolution", "128")
        self.assertAlmostEqual(coarse / fine, 2, delta=0.2)
        for precision in (0.1, 0.004):
            found = self.pixel_size("--precision", str(precision))
            self.assertLessEqual(found, precision)
            self.assertGreater(found, precision / 2)

    def test_every_way_to_look_finds_the_pair(self):
        files = self.files(UNIT, THROUGH)
        for options in (DOWN, ("--perspective",), ("--windows", "scene"), ("--windows", "clusters"),
                        ("--offset-edges", "auto"), ("--offset-edges", "0.01"),
                        ("--offset-edges", "-0.01")):
            document, status, _ = self.check(*files, *EDGE_RAYS, *options)
            self.assertEqual((self.verdicts(document), status), ({(0, 1): "crossing"}, 1), options)

    def test_edges_are_moved_only_when_asked(self):
        files = self.files(UNIT, AROUND)
        for options, low, high in (((), 0, 0), (("--offset-edges", "0.02"), 0.02, 0.02),
                                   (("--offset-edges", "auto"), 1e-6, 0.2),
                                   (("--offset-edges", "-0.02"), -0.02, -0.02)):
            document, status, _ = self.check(*files, *EDGE_RAYS, *options)
            self.assertEqual(status, 0, options)
            self.assertTrue(low <= document["edge_rays"]["edge_offset"] <= high, options)

    def test_edges_moved_inward_do_not_see_flush_bodies(self):
        files = self.files(UNIT, FLUSH, box((0, 1, 0), (1, 2, 1)))
        document, status, _ = self.check(*files, *EDGE_RAYS, "--offset-edges", "-0.05")
        self.assertEqual((set(self.verdicts(document).values()), status), ({"apart"}, 0))

    def test_hidden_points_are_looked_at_unless_told_otherwise(self):
        # Seen from above, the bars lie behind edges of the lid.
        lid = box((0, 0, 2), (1, 1, 3))
        bars = [box((0.2, -1, 0.2), (0.8, 0.5, 0.8)), box((0.3, 0.2, 0.3), (0.7, 2, 0.7))]
        files = self.files(*bars, lid)
        whole, status, _ = self.check(*files, *EDGE_RAYS, *DOWN, "--windows", "scene")
        self.assertEqual((self.verdicts(whole)[0, 1], status), ("crossing", 1))
        work = whole["edge_rays"]["work"]
        self.assertGreater(work["hidden_points"], 0)
        nearest, _, _ = self.check(*files, *EDGE_RAYS, *DOWN, "--windows", "scene",
                                   "--nearest-only")
        self.assertEqual(nearest["edge_rays"]["work"]["layers"], 1)
        self.assertLess(nearest["edge_rays"]["work"]["edge_points"], work["edge_points"])

    def test_what_was_not_looked_at_is_not_called_apart(self):
        # A single pixel, whose nearest edge is that of the upper box.
        files = self.files(UNIT, box((-0.5, 0.2, -0.5), (1.5, 0.8, 0.5)))
        one_pixel = ("--method", "edge-rays", "--resolution", "1", *DOWN)
        self.assertEqual(self.pair_of(*files, *one_pixel)[0]["verdict"], "crossing")
        document, status, complaint = self.check(*files, *one_pixel, "--nearest-only")
        self.assertEqual((self.verdicts(document), status), ({(0, 1): None}, 3))
        self.assertIn("without --nearest-only", complaint)


class Algorithms(EdgeRays):
    NAMES_NO_PAIRS = ("1", "2", "3", "5")
    # One cluster: the third lies beside the first two and its box overlaps theirs.
    BODIES = (UNIT, THROUGH, AROUND)

    def test_they_say_what_they_can(self):
        files = self.files(*self.BODIES)
        penetrating = {"1": None, "2": [0, 1], "3": [0, 1], "4": [0, 1], "5": [0, 1]}
        penetrated = {"1": None, "2": None, "3": None, "4": [0, 1], "5": [0, 1]}
        for device, algorithm in itertools.product(self.devices(), "12345"):
            document, status, complaint = self.check(*files, *EDGE_RAYS, "--algorithm", algorithm,
                                                     "--device", device)
            found = document["edge_rays"]
            self.assertEqual((status, complaint, document["interference"]), (1, "", True))
            self.assertEqual((found["algorithm"], found["interference"]), (int(algorithm), True))
            self.assertEqual(found["penetrating"], penetrating[algorithm])
            self.assertEqual(found["penetrated"], penetrated[algorithm])
            told = self.verdicts(document)[0, 1]
            self.assertEqual(told, "crossing" if algorithm == "4" else None, algorithm)
        self.assertEqual(found["work"]["read_backs"], 0)

    def test_none_is_none_with_all_of_them(self):
        files = self.files(UNIT, AROUND, box((1.1, 0, 1.1), (1.4, 1, 1.4)))
        for algorithm in "12345":
            document, status, _ = self.check(*files, *EDGE_RAYS, "--algorithm", algorithm)
            self.assertEqual((status, document["interference"]), (0, False), algorithm)
            self.assertEqual(set(self.verdicts(document).values()), {"apart"}, algorithm)
            self.assertEqual(document["edge_rays"]["work"]["read_backs"], 0)

    def test_two_bodies_in_a_window_are_a_pair_for_all_of_them(self):
        for algorithm in "12345":
            pair, status = self.pair_of(*self.files(UNIT, THROUGH), *EDGE_RAYS, "--algorithm",
                                        algorithm)
            self.assertEqual((pair["verdict"], status), ("crossing", 1), algorithm)
            self.assertEqual(pair["edge_points_b"] is None, algorithm in "15", algorithm)

    def test_the_table_says_so_in_words(self):
        done = self.run_program("check", *self.files(*self.BODIES), *EDGE_RAYS, "--algorithm", "5")
        for words in ("algorithm 5", "penetrating: a, b\n", "penetrated: a, b\n",
                      "could not tell", "not counted"):
            self.assertIn(words, done.stdout)


class Wishes(EdgeRays):
    def scene(self, *ignored):
        return self.file("scene.json", json.dumps({
            "format": "impinge-scene", "format_version": 1,
            "bodies": [{"name": name, "file": f"{name}.obj"} for name in "abc"],
            "pairs": [{"between": pair, "check": False} for pair in ignored]}).encode())

    def test_ignored_pairs_are_not_reported(self):
        self.files(UNIT, THROUGH, AROUND)
        document, status, _ = self.check(self.scene(["a", "b"]), *EDGE_RAYS)
        self.assertEqual((self.verdicts(document), status),
                         ({(0, 2): "apart", (1, 2): "apart"}, 0))
        self.assertEqual((document["examined"]["wished_pairs"], document["interference"]),
                         (2, False))

    def test_without_pairs_an_ignored_one_may_be_the_one(self):
        self.files(UNIT, THROUGH, AROUND)
        document, status, complaint = self.check(self.scene(["a", "b"]), *EDGE_RAYS,
                                                 "--algorithm", "1")
        self.assertEqual((status, document["interference"]), (3, None))
        self.assertIn("--algorithm 4", complaint)

    def test_groups_are_not_checked_within(self):
        files = self.files(UNIT, THROUGH)
        document, status, _ = self.check(files[0], files[0], files[1], *EDGE_RAYS, "--group-by",
                                         "file")
        self.assertEqual((set(self.verdicts(document)), status), ({(0, 2), (1, 2)}, 1))


class UnsoundBodies(EdgeRays):
    # Where rays along z pass through the missing triangle.
    BELOW = box((0.05, 0.55, 0.25), (0.45, 0.95, 0.75))

    def test_an_open_body_is_named_and_pairs_with_it_are_not_told(self):
        self.assertEqual(OPEN[1][0], UNIT[1][1])
        document, status, complaint = self.check(*self.files(OPEN, self.BELOW), *EDGE_RAYS, *DOWN,
                                                 "--windows", "scene")
        self.assertEqual((status, document["interference"], self.verdicts(document)),
                         (3, None, {(0, 1): None}))
        [unsound] = document["edge_rays"]["unsound"]
        self.assertEqual((unsound["body"], unsound["fault"]), (0, "open"))
        self.assertGreater(unsound["rays"], 10)
        self.assertIn("could not tell", complaint)
        self.assertIn("exact method", complaint)

    def test_an_open_body_is_found_in_others(self):
        around = box((-1, -1, -1), (2, 2, 2))
        document, status, _ = self.check(*self.files(OPEN, around), *EDGE_RAYS, *DOWN)
        self.assertEqual((status, self.verdicts(document)), (1, {(0, 1): "crossing"}))
        self.assertEqual(document["edge_rays"]["unsound"][0]["fault"], "open")

    def test_a_body_inside_out_is_named_and_taken_as_meant(self):
        document, status, _ = self.check(*self.files(INSIDE_OUT, WITHIN), *EDGE_RAYS)
        self.assertEqual((status, self.verdicts(document)), (1, {(0, 1): "crossing"}))
        self.assertEqual(document["edge_rays"]["unsound"],
                         [{"body": 0, "fault": "inside_out", "rays": 0}])

    def test_parts_that_look_the_wrong_way_are_named(self):
        wrong = joined(box((5, 5, 5), (9, 9, 9)), INSIDE_OUT)
        document, status, _ = self.check(*self.files(wrong, WITHIN), *EDGE_RAYS)
        self.assertEqual((status, self.verdicts(document)), (3, {(0, 1): None}))
        [unsound] = document["edge_rays"]["unsound"]
        self.assertEqual((unsound["body"], unsound["fault"]), (0, "negative"))

    def test_the_table_names_them(self):
        for mesh, words in ((OPEN, "note: a is not closed ("), (INSIDE_OUT, "a is inside out")):
            done = self.run_program("check", *self.files(mesh, self.BELOW), *EDGE_RAYS, *DOWN,
                                    "--windows", "scene")
            self.assertIn(words, done.stdout)

    def test_what_no_ray_notices_is_said_too(self):
        done = self.run_program("check", *self.files(OPEN, WITHIN), *EDGE_RAYS, "--direction",
                                "1,0,0")
        self.assertIn("note: a is not a solid (3 open edges): no ray noticed\n", done.stdout)
        done = self.run_program("check", *self.files(OPEN, FAR), *EDGE_RAYS)
        self.assertIn("a is not a solid (3 open edges): only its box was looked at\n", done.stdout)
        self.assertEqual(done.returncode, 0)


class WithTheExactEngine(EdgeRays):
    def test_refinement_finds_what_falls_between_the_pixels(self):
        files = self.files(UNIT, NEEDLE)
        coarse = ("--method", "edge-rays", "--direction", "0.01,0.02,1", "--resolution", "16")
        self.assertEqual(self.pair_of(*files, *coarse)[0]["verdict"], "apart")
        pair, status = self.pair_of(*files, *coarse, "--refine")
        self.assertEqual((pair["verdict"], status), ("crossing", 1))
        self.assertIn(pair["decided_by"], ("refinement", "exact"))

    def test_refinement_proves_bodies_apart(self):
        document, status, _ = self.check(*self.files(UNIT, AROUND), *EDGE_RAYS, "--refine")
        [pair] = document["pairs"]
        self.assertEqual((pair["verdict"], status), ("apart", 0))
        self.assertIn(pair["certainty"], ("conservative", "exact"))
        self.assertIsNone(pair["pixel_size"])
        self.assertGreater(document["edge_rays"]["work"]["refinements"], 0)

    def test_confirmed_is_exact(self):
        pair, status = self.pair_of(*self.files(UNIT, THROUGH), *EDGE_RAYS, "--confirm")
        self.assertEqual((pair["verdict"], pair["certainty"], pair["decided_by"], status),
                         ("crossing", "exact", "exact", 1))

    def test_bodies_that_touch(self):
        files = self.files(UNIT, FLUSH)
        both = (*EDGE_RAYS, "--confirm", "--refine")
        pair, status = self.pair_of(*files, *both)
        self.assertEqual((pair["verdict"], pair["certainty"], status), ("touching", "exact", 0))
        pair, status = self.pair_of(*files, *both, "--touching-counts")
        self.assertEqual((pair["verdict"], status), ("touching", 1))
        inward = ("--offset-edges", "-0.05", "--refine")
        pair, status = self.pair_of(*files, *EDGE_RAYS, *inward)
        self.assertEqual((pair["verdict"], pair["decided_by"], status), ("touching", "exact", 0))

    def test_crossings_lie_where_edges_enter(self):
        pair, _ = self.pair_of(*self.files(UNIT, THROUGH), *EDGE_RAYS, "--localise")
        entering = [crossing for crossing in pair["crossings"] if crossing["body"] == 1]
        vertices, triangles = THROUGH
        # The long edges of THROUGH, and the diagonals of its four long faces.
        expected = {tuple(sorted(edge)) for t in triangles
                    for edge in (t[:2], t[1:], (t[0], t[2]))
                    if {vertices[i][0] for i in edge} == {0.5, 2}}
        self.assertEqual({tuple(crossing["edge"]) for crossing in entering}, expected)
        self.assertEqual(len(entering), 8)
        for crossing in entering:
            self.assertEqual((crossing["position"][0], crossing["normal"]), (1, [1, 0, 0]))
            corners = [UNIT[0][i] for i in UNIT[1][crossing["triangle"]]]
            self.assertEqual({corner[0] for corner in corners}, {1})
        # The diagonal of the face that is entered passes through two sides of THROUGH.
        self.assertEqual(len(pair["crossings"]), 10)
        for crossing in pair["crossings"][:2]:
            y, z = crossing["position"][1:]
            self.assertEqual(crossing["body"], 0)
            self.assertTrue(y in (0.25, 0.75) or z in (0.375, 0.625), (y, z))


class Reports(EdgeRays):
    def test_the_table(self):
        done = self.run_program("check", *self.files(UNIT, WITHIN, AROUND), *EDGE_RAYS, "--unit",
                                "mm", "--localise")
        self.assertEqual((done.returncode, done.stderr), (1, ""))
        self.assertIn("method edge-rays, algorithm 4, device software", done.stdout)
        self.assertRegex(done.stdout, r"1 window, pixels up to [0-9.]+ mm, surfaces drawn within "
                         r"[0-9.e-]+ mm\n\d+ edge points in \d+ "
                                      r"layers, \d+ of them behind others\n")
        row = [line for line in done.stdout.splitlines() if line.startswith("a  b")][1]
        self.assertRegex(row, r"crossing +sampled +[0-9.]+ mm +rays +\d+ of b in a +0$")
        self.assertIn("--confirm", done.stdout)
        self.assertEqual(done.stdout.splitlines()[-1],
                         "3 bodies, 3 pairs examined: 1 crossing, 2 apart")

    def test_csv(self):
        table = self.file("pairs.csv")
        files = self.files(UNIT, WITHIN, AROUND, FAR)
        for options, rows in (((), 1), (("--all-pairs",), 6)):
            self.check(*files, *EDGE_RAYS, "--csv", table, "--unit", "mm", *options)
            with open(table, encoding="utf-8", newline="") as lines:
                found = list(csv.DictReader(lines))
            self.assertEqual(len(found), rows)
            self.assertEqual([found[0][field] for field in
                              ("a", "b", "verdict", "certainty", "decided_by", "edge_points_a",
                               "unit")],
                             ["a", "b", "crossing", "sampled", "rays", "0", "mm"])
            self.assertGreater(int(found[0]["edge_points_b"]), 100)
            self.assertGreater(float(found[0]["pixel_size"]), 0)
        self.assertEqual([found[2][field] for field in ("b", "verdict", "decided_by")],
                         ["d", "apart", "boxes"])

    def test_csv_has_no_verdict_where_there_is_none(self):
        table = self.file("pairs.csv")
        _, status, _ = self.check(*self.files(UNIT, THROUGH, AROUND), *EDGE_RAYS, "--csv", table,
                                  "--algorithm", "2", "--confirm")
        self.assertEqual(status, 3)
        with open(table, encoding="utf-8", newline="") as lines:
            found = list(csv.DictReader(lines))
        self.assertEqual({(row["verdict"], row["edge_points_a"]) for row in found}, {("", "")})

    def test_quietly_the_status_alone_tells(self):
        for mesh, status in ((THROUGH, 1), (AROUND, 0)):
            done = self.run_program("check", "--quiet", *self.files(UNIT, mesh), *EDGE_RAYS)
            self.assertEqual((done.returncode, done.stdout, done.stderr), (status, "", ""))

    def test_interrupted_it_says_so(self):
        out = self.file("report.json")
        files = self.files(UNIT, THROUGH)
        with subprocess.Popen([PROGRAM, "check", *files, "--method", "edge-rays", "--precision",
                               "0.000004", "--json", out], stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE) as running:
            time.sleep(0.5)
            running.send_signal(signal.SIGINT)
            running.communicate(timeout=60)
        self.assertEqual(running.returncode, 130)
        document = json.loads(pathlib.Path(out).read_text(encoding="utf-8"))
        self.assertIs(document["partial"], True)
        self.assertEqual(document["counts"]["apart"], 0)


class Refusals(EdgeRays):
    def test_wrong_words_and_numbers(self):
        files = self.files(UNIT, THROUGH)
        for options, word in ((("--algorithm", "0"), "1 to 5"), (("--algorithm", "6"), "1 to 5"),
                              (("--algorithm", "two"), "1 to 5"),
                              (("--precision", "0"), "greater than 0"),
                              (("--precision", "-1"), "greater than 0"),
                              (("--precision", "inf"), "greater than 0"),
                              (("--precision", "1mm"), "greater than 0"),
                              (("--precision", "1", "--resolution", "9"), "--resolution"),
                              (("--windows", "all"), "clusters, scene"),
                              (("--offset-edges", "0"), "auto"),
                              (("--offset-edges", "some"), "auto"),
                              (("--offset-edges", "nan"), "auto"),
                              (("--algorithm", "2", "--localise"), "--algorithm 4"),
                              (("--touching-counts",), "--refine"),
                              (("--precision", "1e-12"), "recision"),
                              (("--clearance", "1"), "exact engine"),
                              (("--pairs", self.file("p.csv")), "exact engine")):
            with self.subTest(options):
                done = self.run_program("check", *files, "--method", "edge-rays", *options)
                self.assert_fails(done, word)

    def test_options_of_other_methods(self):
        files = self.files(UNIT, THROUGH)
        for option in (("--spikes",), ("--projection", "first"), ("--planes", "2"),
                       ("--directions", "3")):
            done = self.run_program("check", *files, "--method", "edge-rays", *option)
            self.assert_fails(done, option[0], "edge-rays", "depths")
        for option in (("--algorithm", "4"), ("--precision", "1"), ("--windows", "scene"),
                       ("--offset-edges", "auto"), ("--perspective",), ("--nearest-only",),
                       ("--localise",)):
            for method in ("exact", "cascade"):
                done = self.run_program("check", *files, "--method", method, *option)
                self.assert_fails(done, option[0], "only with --method edge-rays")

    def test_one_body_is_too_few(self):
        done = self.run_program("check", *self.files(UNIT), *EDGE_RAYS)
        self.assert_fails(done, "two bodies")


if __name__ == "__main__":
    unittest.main()
