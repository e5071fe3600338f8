# SPDX-License-Identifier: Apache-2.0
"""impinge check --method: sampled methods instead of the exact one. The bodies are boxes seen along
an axis, so that pixels can be counted by hand."""
import json
import unittest

from program import FAR, FLUSH, OPEN, THROUGH, UNIT, WITHIN, ProgramTest, box, joined

LITE = "depth-parity-lite"
METHODS = ("depth-minmax", "depth-parity", LITE, "layer-order", "cascade")
SETTLES_ALL = ("layer-order", "cascade")
DOWN = ("--direction", "0,0,-1")
# Plates that alternate from below, A B A B: two layers do not tell what four do.
PLATES_A = joined(box((0, 0, 0), (4, 4, 1)), box((0, 0, 4), (4, 4, 5)))
PLATES_B = joined(box((1, 1, 2), (3, 3, 3)), box((1, 1, 6), (3, 3, 7)))
# The same with the first plate of B reaching into the second of A.
PLATES_CROSSING = joined(box((1, 1, 2), (3, 3, 4.5)), box((1, 1, 6), (3, 3, 7)))


class Method(ProgramTest):
    def check(self, *arguments):
        """(document, status, standard error), with JSON on standard output."""
        done = self.run_program("check", *arguments, "--json", "-")
        return json.loads(done.stdout), done.returncode, done.stderr

    def pair_of(self, *arguments):
        document, status, _ = self.check(*arguments)
        self.assertEqual(len(document["pairs"]), 1)
        return document["pairs"][0], status

    def files(self, *meshes):
        return [self.file(f"{name}.obj", mesh) for name, mesh in zip("abcdef", meshes)]

    def devices(self):
        """Those that can be used here; software always can."""
        document, _ = self.run_json("devices")
        names = {entry["name"] for entry in document["raster_devices"] if entry["present"]}
        self.assertIn("software", names)
        return sorted(names)


class FarAway(Method):
    def test_a_vertex_that_no_triangle_uses_changes_nothing(self):
        plain = {}
        for size in (None, 1e3, 1e9, 1e12):
            far = [] if size is None else [(size, size, size)]
            files = self.files((UNIT[0] + far, UNIT[1]), (THROUGH[0] + far, THROUGH[1]))
            for device in self.devices():
                for method in (*METHODS, "edge-rays"):
                    with self.subTest(f"{device} {method} {size}"):
                        pair, status = self.pair_of(*files, "--method", method, "--device", device)
                        del pair["milliseconds"]
                        self.assertEqual(plain.setdefault((device, method), (pair, status)),
                                         (pair, status))
        self.assertEqual(plain["software", "cascade"][0]["verdict"], "crossing")

    def test_a_part_changes_no_verdict_or_it_is_not_told(self):
        for size in (1e3, 1e6, 1e9, 1e12):
            part = box((size, size, size), (2 * size, 2 * size, 2 * size))
            files = self.files(joined(UNIT, part), THROUGH)
            for device in self.devices():
                for method in METHODS:
                    with self.subTest(f"{device} {method} {size}"):
                        pair, status = self.pair_of(*files, "--method", method, "--device", device)
                        self.assertIn(pair["verdict"], ("crossing", None))
                        self.assertNotEqual(status, 0)
                        self.assertGreater(pair["surface_error"], 0)
                        if method in SETTLES_ALL:
                            self.assertEqual((pair["verdict"], status), ("crossing", 1))
                pair, status = self.pair_of(*files, "--method", "edge-rays", "--device", device)
                self.assertEqual(pair["verdict"], "crossing" if size < 1e5 else None)
                self.assertNotEqual(status, 0)

    def test_the_exact_engine_is_not_troubled_by_an_unused_vertex(self):
        far = [(1e9, 1e9, 1e9)]
        plain = self.pair_of(*self.files(UNIT, THROUGH))[0]
        found = self.pair_of(*self.files((UNIT[0] + far, UNIT[1]), (THROUGH[0] + far, THROUGH[1])))[0]
        self.assertEqual(found["hash"], plain["hash"])
        self.assertEqual(found["candidate_triangle_pairs"], plain["candidate_triangle_pairs"])


class Verdicts(Method):
    def test_every_method_sees_what_boxes_do_on_every_device(self):
        # The last two stand beside the unit box and reach over or under it. Three bits do not tell
        # a body before the other from one within it, but one behind it.
        beside = box((1.5, 0, 0), (2, 1, 1))
        cases = [(box((0, 0, 0.5), (1, 1, 2)), "crossing", METHODS),
                 (box((0, 0, -1), (1, 1, 0.5)), "crossing", METHODS),
                 (THROUGH, "crossing", set(METHODS) - {LITE}),
                 (WITHIN, "crossing", set(METHODS) - {LITE}),
                 (joined(box((0, 0, 1.25), (1, 1, 2)), beside), "apart", METHODS),
                 (joined(box((0, 0, -2), (1, 1, -0.5)), beside), "apart", set(METHODS) - {LITE})]
        a = self.file("a.obj", UNIT)
        for device in self.devices():
            for method in METHODS:
                for i, (mesh, verdict, told_by) in enumerate(cases):
                    with self.subTest(f"{device} {method} {i}"):
                        told = method in told_by
                        pair, status = self.pair_of(
                            a, self.file("b.obj", mesh), "--method", method, "--device", device,
                            "--resolution", "64", *DOWN)
                        self.assertEqual(
                            (pair["verdict"], status),
                            (verdict, 1 if verdict == "crossing" else 0) if told else (None, 3))
                        self.assertEqual(
                            (pair["method"], pair["device"], pair["certainty"], pair["settled"]),
                            (method, device, "sampled", told))
                        self.assertGreater(pair["pixel_size"], 0)

    def test_the_pixels_are_those_of_the_overlap(self):
        # In the window of the overlap: 1 x 1 in at least 64 pixels along the longer side.
        a, b = self.files(UNIT, box((0, 0, 0.5), (1, 1, 3)))
        pair, _ = self.pair_of(a, b, "--method", "depth-parity", "--resolution", "64", *DOWN)
        self.assertEqual(pair["direction"], [0, 0, -1])
        self.assertGreaterEqual(pair["pixel_size"], 1 / 64)
        self.assertLess(pair["pixel_size"], 1 / 48)
        covered = (1 / pair["pixel_size"]) ** 2
        self.assertAlmostEqual(pair["overlapping_pixels"] / covered, 1, delta=0.1)
        self.assertEqual(sum(pair["pixels_by_stage"].values()), pair["overlapping_pixels"])
        self.assertIn(pair["renderings"], (1, 2))
        self.assertEqual((pair["triangle_pairs"], pair["touching_pairs"]), (None, None))

    def test_twice_the_resolution_halves_the_pixels(self):
        a, b = self.files(UNIT, THROUGH)
        sizes = [self.pair_of(a, b, "--method", "cascade", "--resolution", n, *DOWN)[0]["pixel_size"]
                 for n in ("100", "200")]
        self.assertAlmostEqual(sizes[0] / sizes[1], 2, delta=0.05)

    def test_touching_counts_only_when_asked(self):
        a, b = self.files(UNIT, FLUSH)
        along = ("--method", "depth-parity", "--direction", "1,0,0", "--resolution", "64")
        pair, status = self.pair_of(a, b, *along)
        self.assertEqual((pair["verdict"], status), ("apart", 0))
        pair, status = self.pair_of(a, b, *along, "--touching-counts")
        self.assertEqual((pair["verdict"], status), ("crossing", 1))

    def test_exact_is_the_default_and_can_be_named(self):
        a, b = self.files(UNIT, THROUGH)
        default, named = self.pair_of(a, b), self.pair_of(a, b, "--method", "exact")
        for pair, status in (default, named):
            self.assertEqual((pair["method"], pair["device"], pair["certainty"], status),
                             ("exact", "cpu", "exact", 1))
            for field in ("pixel_size", "direction", "settled", "overlapping_pixels",
                          "pixels_by_stage", "renderings"):
                self.assertIsNone(pair[field], field)
        self.assertEqual(default[0]["hash"], named[0]["hash"])


class CouldNotTell(Method):
    LEFT_OVER = ("depth-minmax", "depth-parity", "depth-parity-lite")

    def run_plates(self, method, plates=PLATES_B, *more):
        return self.check(*self.files(PLATES_A, plates), "--method", method, "--resolution", "64",
                          *DOWN, *more)

    def test_it_has_a_status_of_its_own_and_is_never_apart(self):
        for method in self.LEFT_OVER:
            with self.subTest(method):
                document, status, complaint = self.run_plates(method)
                pair = document["pairs"][0]
                self.assertEqual((status, pair["verdict"], pair["settled"]), (3, None, False))
                self.assertIsNone(document["interference"])
                self.assertEqual((document["counts"]["undecided"], document["counts"]["apart"]),
                                 (1, 0))
                self.assertGreater(pair["pixels_by_stage"]["left_over"], 0)
                self.assertEqual(len(complaint.splitlines()), 1)
                for word in ("impinge: ", "1 pair", method, "--method cascade"):
                    self.assertIn(word, complaint)

    def test_the_methods_for_it_tell(self):
        for method in SETTLES_ALL:
            for plates, verdict, expected in ((PLATES_B, "apart", 0),
                                              (PLATES_CROSSING, "crossing", 1)):
                with self.subTest(f"{method} {verdict}"):
                    document, status, complaint = self.run_plates(method, plates)
                    pair = document["pairs"][0]
                    self.assertEqual((pair["verdict"], status, complaint), (verdict, expected, ""))
                    self.assertEqual(document["interference"], verdict == "crossing")
                    self.assertEqual(pair["pixels_by_stage"]["left_over"], 0)

    def test_the_table_says_so_in_words(self):
        done = self.run_program("check", *self.files(PLATES_A, PLATES_B), "--method",
                                "depth-parity", "--resolution", "64", *DOWN)
        self.assertEqual(done.returncode, 3)
        row = [line for line in done.stdout.splitlines() if line.startswith("a  b")][1]
        self.assertIn("could not tell", row)
        self.assertNotIn("apart", row)
        self.assertEqual(done.stdout.splitlines()[-1], "2 bodies, 1 pair examined: 1 not told")

    def test_other_pairs_are_still_reported(self):
        files = self.files(PLATES_A, PLATES_B, box((0.5, 0.5, -0.5), (3.5, 3.5, 0.5)))
        document, status, _ = self.check(*files, "--method", "depth-parity", "--resolution", "64",
                                         *DOWN)
        self.assertEqual(status, 1)
        self.assertIs(document["interference"], True)
        verdicts = {(pair["a"], pair["b"]): pair["verdict"] for pair in document["pairs"]}
        self.assertEqual(verdicts, {(0, 1): None, (0, 2): "crossing", (1, 2): "apart"})

    def test_quietly_the_status_alone_tells(self):
        done = self.run_program("check", "--quiet", *self.files(PLATES_A, PLATES_B), "--method",
                                "depth-parity", *DOWN)
        self.assertEqual((done.returncode, done.stdout), (3, ""))


class ManyBodies(Method):
    def test_boxes_tell_which_pairs_need_not_be_drawn(self):
        document, status, _ = self.check(*self.files(UNIT, THROUGH, FAR), "--method", "cascade",
                                         "--resolution", "64")
        self.assertEqual(status, 1)
        self.assertEqual(document["examined"]["settled_by_boxes"], 2)
        certainties = [pair["certainty"] for pair in document["pairs"]]
        self.assertEqual(certainties, ["sampled", "exact", "exact"])
        self.assertEqual((document["counts"]["crossing"], document["counts"]["apart"]), (1, 2))

    def test_pairs_that_are_not_wished_for_are_not_drawn(self):
        self.files(UNIT, THROUGH, WITHIN)
        scene = self.file("scene.json", json.dumps({
            "format": "impinge-scene", "format_version": 1,
            "bodies": [{"name": name, "file": f"{name}.obj"} for name in "abc"],
            "pairs": [{"between": ["a", "*"], "check": False}]}).encode())
        document, _, _ = self.check(scene, "--method", "cascade", "--resolution", "64")
        self.assertEqual([(pair["a"], pair["b"]) for pair in document["pairs"]], [(1, 2)])
        self.assertEqual(document["examined"]["wished_pairs"], 1)

    def test_the_hash_does_not_depend_on_threads_but_on_the_answer(self):
        files = self.files(UNIT, THROUGH, WITHIN)
        hashes = {self.check(*files, "--method", "cascade", "--threads", threads)[0]["hash"]
                  for threads in ("1", "2", "3")}
        self.assertEqual(len(hashes), 1)
        coarser, _, _ = self.check(*files, "--method", "cascade", "--resolution", "100")
        self.assertNotIn(coarser["hash"], hashes)

    def test_the_table_names_method_device_and_pixel_size(self):
        done = self.run_program("check", *self.files(UNIT, THROUGH), "--method", "cascade",
                                "--unit", "mm", "--resolution", "64", *DOWN)
        self.assertEqual(done.returncode, 1)
        self.assertIn("method cascade, device software", done.stdout)
        row = [line for line in done.stdout.splitlines() if line.startswith("a  b")][1]
        for word in ("crossing", "sampled", " mm", "minmax"):
            self.assertIn(word, row)
        self.assertEqual(done.stdout.splitlines()[-1], "2 bodies, 1 pair examined: 1 crossing")


class BodiesThatWindAroundThemselves(Method):
    """What lies in two parts of one body lies in it; parity would say it does not."""
    OVERLAPPING = joined(box((0, 0, 0), (3, 2, 2)), box((1, 0, 0), (4, 2, 2)))
    DOUBLED = joined(UNIT, UNIT)
    NESTED = joined(box((-3, -3, -3), (3, 3, 3)), box((-2, -2, -2), (2, 2, 2)))

    def test_none_is_called_apart(self):
        cases = ((self.OVERLAPPING, box((1.5, 0.5, 0.5), (2, 1, 1))),
                 (self.DOUBLED, box((0.5, 0.5, 0.5), (2, 2, 2))),
                 (self.DOUBLED, box((0.25, 0.25, 0.25), (0.75, 0.75, 0.75))),
                 (self.NESTED, box((-1, -1, -1), (1, 1, 1))))
        for i, case in enumerate(cases):
            for a, b in (case, case[::-1]):
                for method in METHODS + ("edge-rays",):
                    with self.subTest(f"{method} {i}"):
                        pair, status = self.pair_of(*self.files(a, b), "--method", method,
                                                    "--resolution", "64")
                        told = pair["verdict"] is not None
                        self.assertEqual((pair["verdict"], status),
                                         ("crossing", 1) if told else (None, 3))
                        self.assertTrue(told or method not in SETTLES_ALL + ("edge-rays",))

    def test_confirmation_takes_nothing_back(self):
        inner = box((1.5, 0.5, 0.5), (2, 1, 1))
        for method in ("cascade", "layer-order"):
            for a, b in ((self.OVERLAPPING, inner), (inner, self.OVERLAPPING)):
                pair, status = self.pair_of(*self.files(a, b), "--method", method, "--confirm")
                self.assertEqual((pair["certainty"], status), ("exact", 1))
                self.assertNotIn(pair["verdict"], ("apart", "touching", None))

    def test_what_is_beside_them_is_apart(self):
        beside = joined(box((1.5, 0.5, 2.5), (2, 1, 3)), box((4.5, 0, 0), (5, 2, 2)))
        for method in SETTLES_ALL + ("edge-rays",):
            pair, status = self.pair_of(*self.files(self.OVERLAPPING, beside), "--method", method,
                                        "--resolution", "64")
            self.assertEqual((pair["verdict"], status), ("apart", 0), method)


class WithTheExactEngine(Method):
    def test_confirmed_is_exact(self):
        pair, status = self.pair_of(*self.files(UNIT, THROUGH), "--method", "cascade", "--confirm")
        self.assertEqual((pair["verdict"], pair["certainty"], status), ("crossing", "exact", 1))
        self.assertGreater(pair["triangle_pairs"], 0)

    def test_a_spike_between_pixels_is_found_when_asked_for(self):
        # A needle two thousandths thick, between the centres of pixels fifty times as wide.
        needle = box((0.3, 0.3, 0.5), (0.302, 0.302, 3))
        files = self.files(UNIT, joined(needle, box((-1, -1, 3.5), (2, 2, 4))))
        options = ("--method", "cascade", "--resolution", "16", *DOWN)
        self.assertEqual(self.pair_of(*files, *options)[0]["verdict"], "apart")
        pair, status = self.pair_of(*files, *options, "--spikes")
        self.assertEqual((pair["verdict"], pair["certainty"], status), ("crossing", "exact", 1))

    def test_refined_nothing_is_missed_on_any_device(self):
        # A blunt tip that reaches a thousandth into the box, and a blade, between the centres of
        # pixels; the same just above it; a speck within it; and a body that touches it.
        over = joined(box((-1, -1, 3.5), (2, 2, 4)), box((1.5, 0, 0.25), (2, 1, 3.75)))
        inside, above = 0.999, 1.001
        cases = [(joined(box((0.3, 0.3, inside), (0.302, 0.302, 3)), over), "crossing"),
                 (joined(box((0.3, 0.3, above), (0.302, 0.302, 3)), over), "apart"),
                 (joined(box((0.3, 0.1, inside), (0.302, 0.9, 3)), over), "crossing"),
                 (joined(box((0.3, 0.1, above), (0.302, 0.9, 3)), over), "apart"),
                 (joined(box((0.3, 0.3, 0.5), (0.301, 0.301, 0.501)), over), "crossing"),
                 (joined(box((0.3, 0.3, 1), (0.302, 0.302, 3)), over), "touching"),
                 (WITHIN, "b_inside_a")]
        a = self.file("a.obj", UNIT)
        for device in self.devices():
            for method in METHODS:
                for i, (mesh, verdict) in enumerate(cases):
                    with self.subTest(f"{device} {method} {i}"):
                        options = ("--method", method, "--device", device, "--resolution", "16",
                                   *DOWN)
                        files = a, self.file("b.obj", mesh)
                        pair, status = self.pair_of(*files, *options, "--refine")
                        meets = verdict not in ("apart", "touching")
                        self.assertEqual((pair["verdict"], status), (verdict, 1 if meets else 0))
                        self.assertEqual((pair["certainty"], pair["settled"]), ("exact", True))
                        if meets and verdict == "crossing":
                            self.assertIn(self.pair_of(*files, *options)[0]["verdict"],
                                          ("apart", None))

    def test_the_text_says_whether_something_may_be_missed(self):
        files = self.files(UNIT, THROUGH)
        plain = self.run_program("check", *files, "--method", "cascade")
        refined = self.run_program("check", *files, "--method", "cascade", "--refine")
        self.assertIn("not seen", plain.stdout)
        self.assertIn("nothing is missed", refined.stdout)


class Refusals(Method):
    def setUp(self):
        super().setUp()
        self.a, self.b = self.files(UNIT, THROUGH)

    def test_options_of_sampled_methods_need_one(self):
        for option in (("--device", "software"), ("--resolution", "64"), DOWN, ("--spikes",),
                       ("--projection", "first"), ("--planes", "2"), ("--confirm",),
                       ("--directions", "3"),
                       ("--refine",)):
            done = self.run_program("check", self.a, self.b, *option)
            self.assert_fails(done, option[0], "cascade")

    def test_options_of_the_exact_engine_need_it(self):
        for option in (("--clearance", "1"), ("--curves", self.file("c.obj")),
                       ("--pairs", self.file("p.csv")), ("--csv", self.file("t.csv")),
                       ("--dump-case", self.file("c.case"))):
            done = self.run_program("check", self.a, self.b, "--method", "cascade", *option)
            self.assert_fails(done, option[0], "exact engine")
        done = self.run_program("check", "--method", "cascade", "--replay", self.file("c.case"))
        self.assert_fails(done, "--replay", "exact engine")

    def test_clearances_of_a_scene_need_it_too(self):
        scene = self.file("scene.json", json.dumps({
            "format": "impinge-scene", "format_version": 1,
            "bodies": [{"name": name, "file": f"{name}.obj"} for name in "ab"],
            "clearances": [{"between": ["a", "b"], "distance": 1}]}).encode())
        self.assert_fails(self.run_program("check", scene, "--method", "cascade"), "clearances")

    def test_wrong_words_and_numbers(self):
        for option, word in ((("--method", "magic"), "layer-order"),
                             (("--method", "cascade", "--device", "toaster"), "opengl"),
                             (("--method", "cascade", "--resolution", "0"), "whole number"),
                             (("--method", "cascade", "--resolution", "12x12"), "whole number"),
                             (("--method", "cascade", "--direction", "0,0,0"), "direction"),
                             (("--method", "cascade", "--projection", "best"), "refined"),
                             (("--method", "cascade", "--planes", "2"), "refined"),
                             (("--method", "cascade", "--projection", "refined", "--planes", "4"),
                              "1 to 3"),
                             (("--method", "cascade", "--directions", "50"), "1 to 49"),
                             (("--method", "cascade", "--directions", "many"), "whole number"),
                             (("--method", "cascade", *DOWN, "--projection", "first"),
                              "--projection")):
            self.assert_fails(self.run_program("check", self.a, self.b, *option), word)

    def test_a_body_that_is_no_solid_is_refused_if_it_comes_near(self):
        opened = self.file("open.obj", OPEN)
        done = self.run_program("check", opened, self.b, "--method", "cascade")
        self.assert_fails(done, "open.obj", "not a solid", "exact method")
        far = self.file("far.obj", FAR)
        self.assertEqual(
            self.run_program("check", opened, far, "--method", "cascade").returncode, 0)


if __name__ == "__main__":
    unittest.main()
