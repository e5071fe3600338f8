# SPDX-License-Identifier: Apache-2.0
"""The clearance pane: the numbers of `impinge map`, its colours on bodies, what is pointed at."""
import functools
import json
import operator
import pathlib
import struct
import unittest

from expected_pictures import assert_looks_like
from picture_test import read_png
from program import UNIT
from view_program import ViewTest


def scan(z, up):
    """An open square of eight triangles at a height, its normals up or down."""
    points = [(x, y, z) for y in range(3) for x in range(3)]
    triangles = []
    for y in range(2):
        for x in range(2):
            a, b, c, d = (3 * y + x, 3 * y + x + 1, 3 * y + x + 4, 3 * y + x + 3)
            triangles += [(a, b, c), (a, c, d)] if up else [(a, c, b), (a, d, c)]
    return ("".join(f"v {x} {y} {h}\n" for x, y, h in points)
            + "".join(f"f {a + 1} {b + 1} {c + 1}\n" for a, b, c in triangles)).encode()


def npy(path):
    """Width, height, rows from the top."""
    data = pathlib.Path(path).read_bytes()
    head = 10 + struct.unpack("<H", data[8:10])[0]
    height, width = (int(n) for n in data[:head].decode("latin1").split("(")[1].split(")")[0].split(","))
    return width, height, [struct.unpack_from(f"<{width}f", data, head + 4 * width * y) for y in range(height)]


def exact(number):
    return f"{number:.17g}"


class Clearance(ViewTest):
    size = "1024x640"
    scene_right = 600  # the column of panes begins there

    def view(self, files, *lines, options=("--headless", "--samples", "1"), **more):
        return super().view(files, *lines, options=options, **more)

    @functools.lru_cache
    def scene(self, path):
        """Pixels of the scene alone: the column of panes differs anyway."""
        _, _, rows = read_png(path)
        return [pixel for row in rows for pixel in row[self.left:self.scene_right]]

    def scene_changed(self, first, second):
        """The share of pixels of the scene that differ."""
        a, b = self.scene(first), self.scene(second)
        return sum(map(operator.ne, a, b)) / len(a)

    def map(self, *arguments):
        """What `impinge map` says of the same."""
        told = self.folder / "map.json"
        done = self.run_program("map", *arguments, "--json", told)
        self.assertEqual(done.returncode, 0, done.stderr)
        return json.loads(told.read_text())

    def facts(self, told):
        """Lines that expect what `impinge map` says."""
        gap = told["smallest_gap"]
        return [f"expect fact clearance.gap {'none' if gap is None else exact(gap)}",
                f"expect fact clearance.overlap {exact(told['deepest_overlap'])}",
                f"expect fact clearance.volume {exact(told['overlap_volume'])}",
                f"expect fact clearance.bound {exact(told['overlap_volume_bound'])}",
                f"expect fact clearance.contact {exact(told['contact_area'])}",
                f"expect fact clearance.both {told['pixels']['both']}"]

    def jaws(self):
        done = self.run_program("sample", "jaws-biting", "--triangles", "6000", "--out", self.folder / "jaws")
        self.assertEqual(done.returncode, 0, done.stderr)
        return [self.folder / "jaws" / "upper.ply", self.folder / "jaws" / "lower.ply"]

    def test_the_map_is_that_of_impinge_map_also_after_a_move(self):
        jaws = self.jaws()
        first, second = self.folder / "1.npy", self.folder / "2.npy"
        before = self.map(*jaws, "--data", self.folder / "first.npy")
        scene = self.folder / "moved.json"
        self.view(jaws, "wait idle", f"save {scene}")
        described = json.loads(scene.read_text())
        described["bodies"][1]["pose"] = {"translation": [0, 0, -0.5]}
        scene.write_text(json.dumps(described))
        after = self.map(scene, "--tolerance", "0.25", "--data", self.folder / "second.npy")
        self.assertGreater(before["overlap_volume"], after["overlap_volume"])
        self.view(
            jaws, "key y", "wait idle", *self.facts(before), f"export clearance {first}", "click @row.lower",
            "click @place.z", "type -0.5", "key enter", "click @clearance.contact", "type 0.25", "key enter",
            "wait idle", *self.facts(after), f"export clearance {second}", "key ctrl+z", "click @clearance.contact",
            "type 0", "key enter", "wait idle", *self.facts(before), "expect faults 0")
        for mine, told in ((first, "first.npy"), (second, "second.npy")):
            self.assertEqual(mine.read_bytes(), (self.folder / told).read_bytes())
        self.assertNotEqual(first.read_bytes(), second.read_bytes())

    def test_pointing_shows_the_value_and_its_place(self):
        boxes = [self.file("a.obj", UNIT), self.file("b.obj", UNIT)]
        scene = self.file("above.json", json.dumps({
            "format": "impinge-scene", "format_version": 1,
            "bodies": [{"name": "a", "file": boxes[0]},
                       {"name": "b", "file": boxes[1], "pose": {"translation": [0.25, 0, 1.5]}}]}).encode())
        plain, pointed, number = (self.file(name) for name in ("1.png", "2.png", "3.png"))
        self.view(
            [scene], "key y", "wait idle", "expect fact clearance.gap 0.5 to 0.5", "expect fact clearance.probe none",
            f"screenshot {plain}", "move @clearance.map", "expect fact clearance.probe 0.5 to 0.5",
            f"screenshot {pointed}", "move @clearance.number.smallest-gap", f"screenshot {number}", "expect faults 0")
        self.assertGreater(self.scene_changed(plain, pointed), 0.001)

    def test_colours_range_and_bodies(self):
        jaws = self.jaws()
        names = [self.file(f"{i}.png") for i in range(5)]
        self.view(
            [*jaws, "--unit", "mm"], "key y", "wait idle", f"screenshot {names[0]}", "press @clearance.range", "move by -60 0", "release",
            f"screenshot {names[1]}", "doubleclick @clearance.range", "key ctrl+a", "type 0", "key enter",
            "move 1014 630", f"screenshot {names[2]}", "click @clearance.draped", "wait idle", "move 1014 630",
            f"screenshot {names[3]}", "click @clearance.draped", "click @clearance.colours",
            "click @clearance.colours.occlusion", "wait idle", "move 1014 630", f"screenshot {names[4]}",
            "expect fact clearance.range 0", "expect faults 0")
        self.assertGreater(self.scene_changed(names[0], names[1]), 0.02)
        self.assertLess(self.scene_changed(names[0], names[2]), 0.01)
        self.assertGreater(self.scene_changed(names[2], names[3]), 0.05)
        self.assertGreater(self.scene_changed(names[2], names[4]), 0.05)

    def test_a_whole_motion_is_the_least_of_the_maps_of_its_frames(self):
        jaws = self.jaws()
        poses = self.file("closing.json", json.dumps({
            "format": "impinge-poses", "format_version": 1, "frames": [
                {"name": "open", "b": {"translation": [0, 0, -2]}},
                {"name": "turned", "b": {"translation": [0, 1, -0.25],
                                         "rotation": {"axis": [0, 0, 1], "degrees": 1}}},
                {"name": "both", "a": {"translation": [3, 0, 0]}, "b": {"translation": [3, 0, 0]}},
                {"name": "aside", "b": {"translation": [0.5, 0, -0.5]}}]}).encode())
        told = self.map(*jaws, "--sequence", poses, "--resolution", "256", "--data", self.folder / "frame.npy")
        mine = self.folder / "mine.npy"
        plain, path, seen = (self.file(name) for name in ("0.png", "1.png", "2.png"))
        self.view(
            jaws, "key y", "click @clearance.pixels", "click @clearance.pixels.256", "wait idle",
            "click @clearance.path", f"screenshot {plain}", "click @clearance.path", f"screenshot {path}",
            "click @clearance.motion", "wait idle", "expect fact clearance.frames 4",
            f"expect fact clearance.closest_frame {told['closest_frame']}",
            f"expect fact clearance.overlap {exact(told['deepest_overlap'])}", f"export clearance {mine}",
            "move @clearance.map", "click @clearance.frames", f"screenshot {seen}", "click @clearance.touched",
            "click @clearance.motion", "wait idle", "expect faults 0",
            options=("--headless", "--samples", "1", "--sequence", poses))
        frames = [npy(self.folder / f"frame-{i:03}.npy") for i in range(1, 5)]
        width, height, least = npy(mine)
        self.assertEqual((width, height), frames[0][:2])
        nan = float("nan")
        known = 0
        for y in range(height):
            for x in range(width):
                values = [rows[y][x] for _, _, rows in frames if rows[y][x] == rows[y][x]]
                expected = min(values, default=nan)
                self.assertTrue(least[y][x] == expected or (not values and least[y][x] != least[y][x]), (x, y))
                known += len(values) > 1
        self.assertGreater(known, 1000)
        self.assertGreater(self.scene_changed(plain, path), 0.0005)

    def test_open_scans_are_measured_to_closest_points(self):
        scans = [self.file("upper.obj", scan(0.25, up=False)), self.file("lower.obj", scan(0, up=True))]
        told = self.map(*scans, "--tolerance", "0.5")
        self.view(
            scans, "key y", "wait idle", "expect fact clearance.measured to closest points",
            "click @clearance.contact", "type 0.5", "key enter", "wait idle",
            f"expect fact clearance.deepest_a {exact(told['surface_a']['deepest'])}",
            f"expect fact clearance.contact_b {exact(told['surface_b']['contact_area'])}", "expect faults 0")

    def test_what_cannot_be_measured_is_said(self):
        one = self.boxes()[:1]
        self.view(one, "key y", "wait idle", "expect fact clearance.measured nothing", "expect faults 0")
        told = self.view(one, "key y", "wait idle", f"export clearance {self.folder / 'x.npy'}", status=2)
        self.assertIn("no clearance map", told)
        told = self.view(self.boxes(), "key y", "wait idle", f"export clearance {self.boxes()[0]}", status=2)
        self.assertIn("overwritten", told)

    def test_the_pane_looks_as_expected(self):
        seen = self.file("seen.png")
        self.size = "1280x800"
        self.view(["jaws-biting"], "wait idle", "key y", "wait idle", "key enter", "move @clearance.map",
                  "move by -150 10", "wait idle", f"screenshot {seen}",
                  options=("--headless", "--triangles", "20000", "--from", "0.9,1.6,0.7"))
        assert_looks_like(self, seen, "clearance")


if __name__ == "__main__":
    unittest.main()
