# SPDX-License-Identifier: Apache-2.0
"""The pane of image space: the pictures of `impinge image`, rays under the mouse, what follows a move."""
import unittest

from expected_pictures import assert_looks_like
from picture_test import read_png
from program import FAR, THROUGH, UNIT, box
from view_program import ViewTest


def chosen(setting, entry):
    return [f"click @planes.{setting}", f"click @planes.{setting}.{entry}"]


class Planes(ViewTest):
    size = "1024x640"
    scene_right = 600  # the column of panes begins there

    def view(self, files, *lines, options=("--headless", "--samples", "1"), **more):
        return super().view(files, *lines, options=options, **more)

    def pair(self, first=UNIT, second=THROUGH):
        return [self.file("a.obj", first), self.file("b.obj", second)]

    def layers(self, *distances):
        """Lines that expect the box b in a, from the front of a on."""
        return ["expect fact planes.layers in a, in b, out a, out b",
                *(f"expect fact planes.layer{i + 1} {d - 0.0001} to {d + 0.0001}" for i, d in enumerate(distances))]

    def scene(self, path):
        """Pixels of the scene alone: the column of panes differs anyway."""
        _, _, rows = read_png(path)
        return [row[self.left:self.scene_right] for row in rows]

    def test_pictures_are_those_of_impinge_image_also_after_a_move(self):
        a, b = self.pair()
        moved = self.file("moved.obj", box((0.5, 0.25, 0.625), (2, 0.75, 0.875)))
        kinds = [("depth", "farthest", "depth"), ("stencil", "winding", "stencil"), ("bodies", "edges", "ids"),
                 ("triangles", "nearest", "ids2"), ("stencil", "edge-count", "stencil")]
        seen, wanted = [], []
        lines = ["key j", *chosen("method", "passes"), *chosen("along", "y"), *chosen("pixels", "128")]
        for move in (0, 1):
            for show, name, plane in kinds:
                seen.append(self.folder / f"seen-{len(seen)}.png")
                wanted.append(self.folder / f"wanted-{len(wanted)}.png")
                lines += [*chosen("show", show), *chosen("pass", name), "wait idle", f"export planes {seen[-1]}"]
                done = self.run_program("image", a, (b, moved)[move], "--plane", plane, "--pass", name, "--direction",
                                        "0,1,0", "--resolution", "128", "--no-legend", "--out", wanted[-1])
                self.assertEqual(done.returncode, 0, done.stderr)
            lines += ["click @row.b", "click @place.z", "type 0.25", "key enter", "wait idle"]
        self.view([a, b], *lines, "expect fact planes.error none", "expect fact planes.direction 0 1 0", "expect faults 0")
        pictures = [read_png(path) for path in seen]
        for i, path in enumerate(wanted):
            self.assertTrue(pictures[i] == read_png(path), f"{i}: {kinds[i % len(kinds)]}")
        self.assertEqual(len({str(picture[2]) for picture in pictures}), len(pictures))

    def test_a_pixel_shows_its_ray_with_all_layers(self):
        plain, ray, gone = (self.file(name) for name in ("plain.png", "ray.png", "gone.png"))
        self.view(
            self.pair(), "key j", *chosen("method", "passes"), *chosen("along", "x"), *chosen("pixels", "64"), "wait idle",
            "move 400 630", f"screenshot {plain}", "expect fact planes.layers none", "move @planes.picture",
            # The middle of the window: y and z are a half, where one box enters the other.
            *self.layers(0, 0.5, 1, 2), f"screenshot {ray}",
            "move by -50 0", "move by 0 0", "move 400 630", "expect fact planes.layers none", f"screenshot {gone}",
            "expect faults 0", options=("--headless", "--samples", "1", "--from", "0.5,-2,0.8"))
        self.assertTrue(self.scene(plain) == self.scene(gone))
        # The red of what is in both bodies, and the colours of both.
        before, after = self.scene(plain), self.scene(ray)
        changed = [q for r, s in zip(before, after) for p, q in zip(r, s) if p != q]
        for colour in ((196, 24, 36), (67, 155, 247), (234, 201, 50)):
            near = sum(max(abs(q[k] - colour[k]) for k in range(3)) < 12 for q in changed)
            self.assertGreater(near, 15, colour)

    def test_a_move_changes_the_ray_under_the_mouse(self):
        self.view(
            self.pair(), "key j", *chosen("method", "cascade"), *chosen("along", "x"), *chosen("pixels", "64"), "wait idle",
            "move @planes.picture", *self.layers(0, 0.5, 1, 2),
            "click @row.b", "click @place.x", "type 0.25", "key enter", "wait idle", "move @planes.picture",
            *self.layers(0, 0.75, 1, 2.25), "key ctrl+z", "wait idle",
            "move @planes.picture", *self.layers(0, 0.5, 1, 2), "expect faults 0")

    def test_as_seen_follows_the_camera(self):
        self.view(
            self.pair(), "wait idle", "key j", *chosen("method", "passes"), *chosen("along", "as-seen"), "key 7", "wait idle",
            "expect fact planes.direction 0 0 -1", "key 1", "wait idle", "expect fact planes.direction 0 1 0",
            "drag 450 400 to by 60 20", "wait idle", "expect fact planes.error none", "expect faults 0")

    def test_every_method_says_its_verdict(self):
        lines = ["key j"]
        for name in ("depth-minmax", "depth-parity", "depth-parity-lite", "layer-order", "cascade"):
            lines += [*chosen("method", name), "wait idle", "expect fact planes.error none",
                      "expect fact planes.size 512 x 512"]
        lines += [*chosen("method", "edge-rays"), "wait idle", "expect fact planes.verdict 1 of 1 near pair overlap",
                  *chosen("method", "surface-peeling"), "wait idle", "expect fact planes.verdict crossing"]
        self.view(self.pair(), *lines, "expect faults 0")

    def test_what_cannot_be_looked_at_is_said(self):
        one = self.pair()[:1]
        self.view(one, "key j", "wait idle", "expect fact planes.verdict nothing", *chosen("method", "passes"), "wait idle",
                  "expect fact planes.error none", "expect fact planes.size 512 x 512", "expect faults 0")
        apart = self.pair(UNIT, FAR)
        self.view(apart, "key j", "wait idle", "expect fact planes.error cascade looked at nothing: the boxes of the "
                  "bodies do not meet", "expect faults 0")
        told = self.view(one, "key j", "wait idle", f"export planes {self.folder / 'x.png'}", status=2)
        self.assertIn("no picture of image space", told)
        told = self.view(self.pair(), "key j", "wait idle", f"export planes {self.folder / 'x.npy'}", status=2)
        self.assertIn("written as .png", told)

    def test_the_window_does_not_wait_for_it(self):
        """Frames follow the mouse while the pane looks at a million triangles, which takes longer than a frame."""
        told = self.view(
            ["bumpy-spheres"], "wait idle", "key j", "wait idle", "click @row.bumpy-spheres/left", "wait idle",
            "press @gizmo.x", "sweep by 0 0 to by 60 0 2 60", "expect latency 1500 0.3", "release", "wait idle",
            "expect fact planes.error none", "expect faults 0",
            options=("--headless", "--triangles", "1000000", "--samples", "1"))
        self.assertIn("99th percentile", told)

    def test_the_pane_looks_as_expected(self):
        seen = self.file("seen.png")
        self.size = "1280x800"
        self.view(["torus-knots"], "wait idle", "key j", *chosen("pixels", "256"), "wait idle", "key enter",
                  "move @planes.picture", "move by -60 10", "wait idle", f"screenshot {seen}",
                  options=("--headless", "--triangles", "12000", "--from", "0.9,1.6,0.7"))
        assert_looks_like(self, seen, "planes")


if __name__ == "__main__":
    unittest.main()
