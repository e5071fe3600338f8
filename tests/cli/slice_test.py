# SPDX-License-Identifier: Apache-2.0
"""impinge slice: sections in numbers and drawings."""
import math
import pathlib
import unittest
import xml.etree.ElementTree

from program import FAR, OPEN, THROUGH, UNIT, ProgramTest, box, joined

SVG = "{http://www.w3.org/2000/svg}"


def shoelace(loop):
    return sum(a[0] * b[1] - b[0] * a[1] for a, b in zip(loop, loop[1:] + loop[:1])) / 2


class Slice(ProgramTest):
    def slice(self, a, b, *arguments):
        files = self.file("a.obj", a), self.file("b.obj", b)
        document, status = self.run_json("slice", *files, *arguments)
        self.assertEqual(status, 0)
        return document


class Numbers(Slice):
    def test_an_axis_and_a_height(self):
        document = self.slice(UNIT, THROUGH, "--plane", "z=0.5")
        self.assertEqual(document["section_a"]["area"], 1)
        self.assertEqual(document["section_b"]["area"], 0.75)
        self.assertEqual(document["overlap"]["area"], 0.25)
        self.assertEqual(document["plane"]["place"], "given")
        self.assertEqual(document["plane"]["normal"], [0, 0, 1])
        self.assertEqual(len(document["overlap"]["polygons"][0]["outline"]), 4)

    def test_a_point_and_a_normal(self):
        document = self.slice(UNIT, FAR, "--plane", "0.5,0.5,0.5:1,1,1")
        self.assertAlmostEqual(document["section_a"]["area"], 0.75 * math.sqrt(3), 14)
        self.assertEqual(document["overlap"]["polygons"], [])
        self.assertEqual(document["overlap"]["area"], 0)

    def test_the_plane_is_placed_in_the_overlap(self):
        document = self.slice(UNIT, THROUGH)
        self.assertEqual(document["plane"]["place"], "deepest_point")
        self.assertGreater(document["overlap"]["area"], 0)
        point = document["plane"]["point"]
        self.assertLessEqual(min(abs(value - wall) for value in point for wall in (0, 1)), 0.5)
        self.assertGreaterEqual(min(abs(value - wall) for value in point for wall in (0, 1)), 0.48)

    def test_an_axis_alone_is_placed_too(self):
        document = self.slice(UNIT, THROUGH, "--plane", "x")
        self.assertEqual(document["plane"]["normal"], [1, 0, 0])
        self.assertAlmostEqual(document["overlap"]["area"], 0.125, 14)

    def test_between_bodies_that_are_apart(self):
        document = self.slice(UNIT, FAR)
        self.assertEqual(document["plane"]["place"], "nearest_points")
        self.assertEqual(document["plane"]["point"][0], 2)
        self.assertEqual(document["plane"]["normal"][0], 0)

    def test_holes(self):
        hollow = joined(box((0, 0, 0), (4, 4, 4)),
                        (box((1, 1, 1), (3, 3, 3))[0],
                         [t[::-1] for t in box((1, 1, 1), (3, 3, 3))[1]]))
        document = self.slice(hollow, FAR, "--plane", "y=2")
        polygon, = document["section_a"]["polygons"]
        self.assertEqual(polygon["area"], 12)
        self.assertEqual(shoelace(polygon["outline"]), 16)
        self.assertEqual([shoelace(hole) for hole in polygon["holes"]], [-4])

    def test_open_surfaces_are_curves(self):
        document = self.slice(OPEN, THROUGH, "--plane", "x=0.75")
        self.assertIsNone(document["section_a"]["area"])
        self.assertIsNone(document["overlap"]["area"])
        self.assertEqual(document["section_b"]["area"], 0.125)
        self.assertTrue(document["section_a"]["curves"])
        done = self.run_program("slice", self.file("a.obj"), self.file("b.obj"))
        self.assertEqual(done.returncode, 0)
        self.assertIn("not a solid", done.stdout)

    def test_a_plane_that_meets_nothing(self):
        document = self.slice(UNIT, THROUGH, "--plane", "z=7", "--out", self.file("none.svg"))
        self.assertEqual(document["section_a"]["area"], 0)
        xml.etree.ElementTree.parse(self.file("none.svg"))


class Drawings(Slice):
    def draw(self, *arguments):
        self.slice(UNIT, THROUGH, "--out", self.file("s.svg"), *arguments)
        return xml.etree.ElementTree.parse(self.file("s.svg")).getroot()

    def test_it_is_svg_with_three_fills_and_a_scale(self):
        root = self.draw("--plane", "z=0.5", "--unit", "mm")
        self.assertEqual(root.tag, SVG + "svg")
        paths = {path.get("class"): path.get("d") for path in root.iter(SVG + "path")}
        self.assertLessEqual({"a", "b", "both", "scale"}, paths.keys())
        text = " ".join(node.text for node in root.iter(SVG + "text"))
        self.assertIn("0.5 mm", text)
        self.assertIn("area 0.25 mm\u00b2", text)

    def test_names_are_escaped(self):
        a, b = self.file("a<&b.obj", UNIT), self.file("c.obj", THROUGH)
        done = self.run_program("slice", a, b, "--out", self.file("s.svg"))
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        root = xml.etree.ElementTree.parse(self.file("s.svg")).getroot()
        self.assertIn("a<&b", " ".join(node.text for node in root.iter(SVG + "text")))

    def test_focus_shows_the_overlap_larger(self):
        def width(root):
            both, = [path.get("d") for path in root.iter(SVG + "path")
                     if path.get("class") == "both"]
            xs = [float(point.split()[0]) for point in both.strip("MZ").split("L")]
            return max(xs) - min(xs)
        self.assertGreater(width(self.draw("--plane", "z=0.5", "--focus")),
                           1.2 * width(self.draw("--plane", "z=0.5")))


class Refusals(Slice):
    def test_planes_that_are_none(self):
        files = self.file("a.obj", UNIT), self.file("b.obj", THROUGH)
        for plane in ("w", "z=", "z=a", "z=inf", "1,2,3", "1,2:0,0,1", "0,0,0:0,0,0", "0,0,0:1,1",
                      "z=1=2", "xy"):
            self.assert_fails(self.run_program("slice", *files, "--plane", plane), "--plane")

    def test_files(self):
        a, b = self.file("a.obj", UNIT), self.file("b.obj", THROUGH)
        self.assert_fails(self.run_program("slice", a), "two bodies")
        self.assert_fails(self.run_program("slice", a, b, b))
        self.assert_fails(self.run_program("slice", a, b, "--out", self.file("s.png")), "SVG")
        self.assert_fails(self.run_program("slice", a, b, "--out", self.file("no/s.svg")))
        self.assert_fails(self.run_program("slice", a, b, "--out", "-"))
        self.assert_fails(self.run_program("slice", a, b, "--focus"), "--focus")
        empty = self.file("empty.obj", b"v 0 0 0\n")
        self.assert_fails(self.run_program("slice", a, empty))
        self.assertFalse(pathlib.Path(self.file("s.png")).exists())


if __name__ == "__main__":
    unittest.main()
