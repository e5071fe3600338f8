# SPDX-License-Identifier: Apache-2.0
"""impinge map of open surfaces: signed distances to closest points."""
import math
import pathlib
import struct
import unittest

from map_test import png_width
from program import FAR, THROUGH, UNIT, ProgramTest, box

# A square that looks upwards, and a smaller one above it that looks down at it, tilted.
GROUND = ([(-5, -5, 0), (5, -5, 0), (5, 5, 0), (-5, 5, 0)], [(0, 1, 2), (0, 2, 3)])


def ramp(low, high):
    """Over 0 <= x <= 2, 0 <= y <= 1, at heights from low to high."""
    return ([(0, 0, low), (2, 0, high), (2, 1, high), (0, 1, low)], [(0, 2, 1), (0, 3, 2)])


def read_ply(path):
    """Names of properties and rows of vertices."""
    head, data = pathlib.Path(path).read_bytes().split(b"end_header\n", 1)
    properties = [line.split()[1:] for line in head.decode().splitlines()
                  if line.startswith("property") and "list" not in line]
    layout = "<" + "".join({"double": "d", "float": "f", "uchar": "B"}[kind] for kind, _ in properties)
    count = int(head.split(b"element vertex ")[1].split()[0])
    names = [name for _, name in properties]
    return [dict(zip(names, struct.unpack_from(layout, data, struct.calcsize(layout) * i)))
            for i in range(count)]


class Closest(ProgramTest):
    def map(self, a, b, *arguments):
        files = self.file("a.obj", a), self.file("b.obj", b)
        document, status = self.run_json("map", *files, *arguments)
        self.assertEqual((status, document["format"]), (0, "impinge-map-closest"))
        return document


class Numbers(Closest):
    def test_areas_of_a_ramp(self):
        document = self.map(ramp(-1, 1), GROUND, "--tolerance", "0.5")
        surface = document["surface_a"]
        stretch = 2 * math.sqrt(2)
        self.assertEqual(document["thresholds"], [0, 0.5])
        self.assertAlmostEqual(surface["area"], stretch, 14)
        self.assertAlmostEqual(surface["areas_below"][0], stretch / 2, 14)
        self.assertAlmostEqual(surface["contact_area"], stretch * 3 / 4, 14)
        self.assertEqual((surface["deepest"], surface["deepest_at"][:1]), (-1, [0]))
        self.assertEqual(len(surface["parts"]), 1)

    def test_what_lies_beyond_the_border(self):
        ground = self.map(ramp(1, 1), GROUND)["surface_b"]
        self.assertEqual(ground["area_beyond"], ground["area"])
        self.assertEqual((ground["deepest"], ground["contact_area"]), (None, 0))

    def test_presets_follow_the_unit(self):
        for unit, size in (("mm", 1), ("um", 1000)):
            document = self.map(ramp(-0.09 * size, 0.11 * size),
                                ([tuple(10 * x * size for x in v) for v in GROUND[0]], GROUND[1]),
                                "--preset", "occlusion", "--unit", unit)
            thresholds = [-0.1, 0, 0.05, 0.1, 0.2, 0.35, 0.5]
            for found, expected in zip(document["thresholds"], thresholds):
                self.assertAlmostEqual(found, expected * size, 9)
            self.assertEqual(len(document["thresholds"]), len(thresholds))
            self.assertAlmostEqual(document["tolerance"], 0.05 * size, 9)
            below = document["surface_a"]["areas_below"]
            self.assertEqual(below, sorted(below))
            self.assertEqual(below[0], 0)

    def test_solids_are_measured_when_asked(self):
        document = self.map(UNIT, box((0.25, 0.25, 0.5), (0.75, 0.75, 2)), "--closest")
        self.assertEqual(document["surface_b"]["deepest"], -0.25)
        self.assertEqual(document["surface_a"]["area_beyond"], 0)

    def test_text(self):
        files = self.file("a.obj", ramp(-1, 1)), self.file("b.obj", GROUND)
        done = self.run_program("map", *files, "--unit", "mm")
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertIn("deepest", done.stdout)
        self.assertIn("not a solid", done.stdout)


class Files(Closest):
    def test_vertices_carry_quality_and_colours(self):
        self.map(ramp(-0.05, 0.08), GROUND, "--preset", "occlusion", "--unit", "mm",
                 "--vertices", self.file("v"), "--out", self.file("m.png"))
        rows = read_ply(self.file("v-a.ply"))
        self.assertIn(b"property float quality\n", pathlib.Path(self.file("v-a.ply")).read_bytes())
        self.assertEqual(list(rows[0]), ["x", "y", "z", "quality", "at_border", "red", "green",
                                         "blue"])
        for row, expected in zip(rows, (-0.05, 0.08, 0.08, -0.05), strict=True):
            self.assertAlmostEqual(row["quality"], expected, 8)
        colours = [(row["red"], row["green"], row["blue"]) for row in rows]
        self.assertEqual(colours[0], (214, 32, 38))
        self.assertEqual(colours[1], (250, 214, 50))
        self.assertEqual({row["at_border"] for row in read_ply(self.file("v-b.ply"))}, {1})
        self.assertGreater(png_width(self.file("m.png")), 1000)

    def test_any_surfaces_have_a_picture(self):
        self.map(ramp(-1, 1), GROUND, "--range", "2", "--direction", "0,0,-1", "--out",
                 self.file("m.png"))
        self.assertGreater(png_width(self.file("m.png")), 1000)


class Refusals(Closest):
    def test_options_that_do_not_fit(self):
        a, b, c = self.file("a.obj", GROUND), self.file("b.obj", THROUGH), self.file("c.obj", FAR)
        for arguments, words in (
            ((a, b, "--data", self.file("x.npy")), ("--data", "not a solid")),
            ((b, c, "--closest", "--data", self.file("x.npy")), ("--data", "--closest")),
            ((a, b, "--preset", "teeth", "--unit", "mm"), ("--preset", "occlusion", "foil")),
            ((a, b, "--preset", "occlusion"), ("--preset", "--unit")),
            ((a, b, "--preset", "foil", "--unit", "mm", "--range", "1", "--vertices", "v"),
             ("--range", "--preset")),
        ):
            self.assert_fails(self.run_program("map", *arguments), *words)


if __name__ == "__main__":
    unittest.main()
