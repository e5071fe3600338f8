# SPDX-License-Identifier: Apache-2.0
"""The pane of methods: the answers of `impinge compare`, on either device, whenever a body moves."""
import json
import shutil
import unittest

from expected_pictures import assert_looks_like
from program import box
from view_program import ViewTest, display


class Methods(ViewTest):
    size = "1024x760"

    def spheres(self):
        done = self.run_program("sample", "bumpy-spheres", "--triangles", "4000", "--out", self.folder / "s")
        self.assertEqual(done.returncode, 0, done.stderr)
        return sorted((self.folder / "s").glob("*.ply"))

    def wire(self):
        """A wire aslant through a plate, between the pixels of a coarse picture from above."""
        points, triangles = box((-14, -1e-5, -0.1), (14, 1e-5, 0.1))
        slanted = [(0.8 * x - 0.6 * y, 0.6 * x + 0.8 * y, z) for x, y, z in points]
        return [self.file("plate.obj", box((-8, -8, -0.5), (8, 8, 0.5))), self.file("wire.obj", (slanted, triangles))]

    def compared(self, method, files, *options):
        told = self.folder / "compared.json"
        done = self.run_program("compare", *files, "--method", method, *options, "--json", told)
        self.assertIn(done.returncode, (0, 1, 3), done.stderr)
        return json.loads(told.read_text())

    @staticmethod
    def choose(setting, text):
        return [f"click @methods.{setting}", f"click @methods.{setting}.{text}"]

    def test_every_method_on_both_devices_says_what_compare_says(self):
        spheres = self.spheres()
        lines = ["key n", "wait idle", *self.choose("pixels", "128")]
        for method in ("depth-minmax", "depth-parity", "depth-parity-lite", "layer-order", "cascade",
                       "surface-peeling", "edge-rays"):
            lines += self.choose("method", method)
            for device in ("software", "opengl"):
                told = self.compared(method, spheres, "--resolution", "128", "--device", device)
                agrees = not told["missed"] and not told["invented"] and told["verdict"] is not None
                lines += [*self.choose("device", device), "wait idle", f"expect fact methods.method {method}",
                          f"expect fact methods.device {device}", "expect fact methods.error none",
                          f"expect fact methods.runs_on {told['runs_on']}",
                          f"expect fact methods.verdict {told['verdict'] or 'could not tell'}",
                          f"expect fact methods.exact {told['exact_verdict']}",
                          f"expect fact methods.agrees {int(agrees)}",
                          f"expect fact methods.count.draws {told['draws']}"]
                if told["overlapping_pixels"] is not None:
                    lines += [f"expect fact methods.count.overlapping-pixels {told['overlapping_pixels']}"]
        self.view(spheres, *lines, "expect faults 0")

    def test_the_engine_on_a_gpu_has_the_same_bits(self):
        self.view(self.spheres(), "key n", *self.choose("method", "exact"), "wait idle",
                  "expect fact methods.comparison what the others are compared with",
                  "expect fact methods.stage.prove 0 to 100000", *self.choose("device", "opengl"), "wait idle",
                  "expect fact methods.agrees 1", "expect fact methods.same_bits yes",
                  "expect fact methods.stage.filter 0 to 100000", "expect fact methods.count.triangle-pairs 1 to 100000",
                  "expect faults 0")

    def test_a_wire_that_falls_between_pixels_is_missed_and_said_so(self):
        plain = self.file("1.png")
        self.view(self.wire(), "key n", *self.choose("pixels", "32"), *self.choose("along", "z"), "wait idle",
                  "expect verdict crossing", "expect fact methods.verdict apart", "expect fact methods.exact crossing",
                  "expect fact methods.missed 1", "expect fact methods.comparison misses 1, agrees with exact about 0 of 1 pair",
                  f"screenshot {plain}", "click @methods.thorough", "wait idle", "expect fact methods.missed 0",
                  "expect fact methods.comparison agrees with exact about 1 of 1 pair", "expect faults 0")
        assert_looks_like(self, plain, "methods-miss")

    def test_bodies_that_move_are_asked_about_again(self):
        self.view(self.boxes(), "wait idle", "key n", "wait idle",
                  "expect fact methods.comparison no boxes meet: all bodies are apart", "expect fact methods.runs 0",
                  "click @row.b", "click @place.x", "type -2.5", "key enter", "wait idle",
                  "expect fact methods.runs 1", "expect fact methods.pairs 1", "expect fact methods.agrees 1",
                  "drag @gizmo.y to by 0 -20", "wait idle", "expect fact methods.runs 2 to 40",
                  *self.choose("method", "depth-minmax"), "wait idle", "expect fact methods.runs 1",
                  "key n", "expect fact methods.open no", "expect faults 0")

    @unittest.skipUnless(shutil.which("Xvfb"), "Xvfb is not installed")
    def test_a_device_of_its_own_works_beside_a_window(self):
        with display("1024x760") as name:
            self.view(self.spheres(), "key n", *self.choose("device", "opengl"), "wait idle",
                      "expect fact methods.agrees 1", *self.choose("method", "exact"), "wait idle",
                      "expect fact methods.same_bits yes", "expect faults 0", options=(),
                      environment={"DISPLAY": name})

    def test_the_pane_looks_as_expected(self):
        seen = self.file("seen.png")
        self.size = "1280x800"
        self.view(["bumpy-spheres"], "wait idle", "key n", *self.choose("method", "surface-peeling"),
                  *self.choose("pixels", "128"), "wait idle", "key enter", "move 600 300", "wait idle",
                  f"screenshot {seen}", "expect faults 0", options=("--headless", "--triangles", "20000"))
        assert_looks_like(self, seen, "methods")


if __name__ == "__main__":
    unittest.main()
