# SPDX-License-Identifier: Apache-2.0
"""Warnings about files that are probably not what was meant: units, sizes, objects in one file."""
import json
import pathlib
import unittest

from program import FAR, THROUGH, UNIT, ProgramTest, box, glb_bytes, grouped_obj, ply_bytes


def scaled(mesh, factor):
    return [tuple(x * factor for x in vertex) for vertex in mesh[0]], mesh[1]


def moved(mesh, by):
    return [tuple(x + d for x, d in zip(vertex, by)) for vertex in mesh[0]], mesh[1]


class WarningTest(ProgramTest):
    def warnings(self, verb, *arguments):
        """As the report has them, which are the lines on standard error."""
        report = self.file("report.json")
        done = self.run_program(verb, *arguments, "--json", report)
        self.assertIn(done.returncode, (0, 1), done)
        document = json.loads(pathlib.Path(report).read_text(encoding="utf-8"))
        self.assertEqual(done.stderr,
                         "".join(f"impinge: warning: {text}\n" for text in document["warnings"]))
        return document["warnings"]


class Units(WarningTest):
    def setUp(self):
        super().setUp()
        self.glb = self.file("a.glb", glb_bytes([(UNIT, None)]))
        self.ply = self.file("b.ply", ply_bytes(FAR))

    def test_a_file_without_unit_beside_one_with_a_unit_is_told_of(self):
        for verb in ("check", "distance"):
            said = self.warnings(verb, self.glb, self.ply)
            self.assertEqual(said, [f"{self.ply} states no unit, taken as m because {self.glb} is in "
                                    "that; --unit says which it is"])
        said = self.warnings("check", self.glb, self.ply, self.file("c.ply", ply_bytes(THROUGH)))
        self.assertIn("b.ply and 1 more state no unit", said[0])

    def test_nothing_is_said_if_the_unit_is(self):
        self.assertEqual(self.warnings("check", self.glb, self.ply, "--unit", "m"), [])
        self.assertEqual(self.warnings("check", self.glb, self.glb), [])
        self.assertEqual(self.warnings("check", self.ply, self.ply), [])
        scene = {"format": "impinge-scene", "format_version": 1, "bodies": [
            {"name": "a", "file": "a.glb"}, {"name": "b", "file": "b.ply", "unit": "mm"}]}
        self.assertEqual(self.warnings("check", self.file("s.json", json.dumps(scene).encode())), [])

    def test_a_quiet_run_warns_too(self):
        done = self.run_program("check", "-q", self.glb, self.ply)
        self.assertEqual((done.returncode, done.stdout), (0, ""))
        self.assertIn("states no unit", done.stderr)


class Sizes(WarningTest):
    def said(self, first, second):
        files = [self.file("first.obj", first), self.file("second.obj", second)]
        return self.warnings("check", *files)

    def test_files_that_would_lie_on_each_other_in_another_unit_are_told_of(self):
        jaw = box((-30, 10, 5), (30, 60, 25))
        other = box((-28, 12, -15), (29, 58, 6))
        for factor, word in ((25.4, "inches"), (1000, "metres")):
            for place in ((0, 0, 0), (5, -3, 2)):
                with self.subTest(f"{factor} {place}"):
                    small = scaled(moved(other, place), 1 / factor)
                    said = self.said(jaw, small)
                    self.assertEqual(len(said), 1, said)
                    self.assertIn(f"second.obj would lie on {self.file('first.obj')} if it were "
                                  f"{factor:g} times as large: {word}", said[0])
                    self.assertEqual(len(self.said(small, jaw)), 1)

    def test_small_parts_of_large_assemblies_are_not(self):
        housing = box((0, 0, 0), (250, 200, 150))
        for small in (box((100, 100, 100), (110, 110, 150)),   # a bolt
                      box((300, 10, 10), (310, 18, 16)),        # beside it, of the same proportions
                      box((100, 80, 60), (110, 88, 66)),        # within, of the same proportions
                      box((0, 0, 0), (125, 100, 75)),           # half as large
                      box((0, 0, 0), (25, 20, 15))):            # a tenth
            self.assertEqual(self.said(housing, small), [])

    def test_files_that_state_their_units_are_believed(self):
        files = [self.file("a.glb", glb_bytes([(UNIT, None)])),
                 self.file("b.glb", glb_bytes([(scaled(UNIT, 0.001), None)]))]
        self.assertEqual(self.warnings("check", *files), [])


class Objects(WarningTest):
    def setUp(self):
        super().setUp()
        self.two = self.file("two.obj", grouped_obj([("lid", UNIT), ("pot", THROUGH)]))

    def test_of_one_file_get_a_hint(self):
        self.assert_fails(self.run_program("check", self.two),
                          "needs at least two bodies", "two.obj holds 2 objects or groups",
                          "--split groups")
        self.assertEqual(self.run_program("check", self.two, "--split", "groups").returncode, 1)

    def test_beside_other_files_get_a_note(self):
        other = self.file("far.obj", FAR)
        done = self.run_program("check", self.two, other)
        self.assertIn("note: " + self.two + " holds 2 objects or groups", done.stdout)
        self.assertNotIn("--split", self.run_program("check", self.two, other, "--split",
                                                     "groups").stdout)

    def test_a_file_of_one_object_gets_none(self):
        one = self.file("one.obj", grouped_obj([("lid", UNIT)]))
        done = self.run_program("check", one)
        self.assert_fails(done, "needs at least two bodies")
        self.assertNotIn("--split", done.stderr)


if __name__ == "__main__":
    unittest.main()
