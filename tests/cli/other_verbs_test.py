# SPDX-License-Identifier: Apache-2.0
"""impinge self, distance, sample and --version."""
import os
import pathlib
import re
import unittest

from program import FAR, THROUGH, UNIT, WITHIN, ProgramTest, box, glb_bytes, joined


class Self(ProgramTest):
    def test_a_clean_mesh_has_status_0(self):
        done = self.run_program("self", self.file("a.obj", UNIT))
        self.assertEqual(done.returncode, 0)
        self.assertIn("12 triangles, solid", done.stdout)
        self.assertIn("0 pairs of triangles meet where they should not", done.stdout)

    def test_a_crossing_mesh_has_status_1_and_lists_it(self):
        mesh = self.file("a.obj", joined(UNIT, THROUGH))
        pairs, curves = self.file("pairs.csv"), self.file("curves.obj")
        document, status = self.run_json("self", mesh, "--pairs", pairs, "--curves", curves)
        self.assertEqual((status, document["self_intersecting"]), (1, True))
        self.assertEqual(document["format"], "impinge-self")
        self.assertEqual(document["curves"], 1)
        rows = pathlib.Path(pairs).read_text(encoding="utf-8").splitlines()
        self.assertEqual(len(rows) - 1, document["triangle_pairs"])
        self.assertRegex(rows[1], r"^a,a,\d+,\d+,crossing$")
        quiet = self.run_program("self", "-q", mesh)
        self.assertEqual((quiet.returncode, quiet.stdout), (1, ""))


    def test_all_a_file_holds_is_one_mesh(self):
        mesh = self.file("a.glb", glb_bytes([(UNIT, None), (THROUGH, None)]))
        document, status = self.run_json("self", mesh)
        self.assertEqual((status, document["unit"]), (1, "m"))
        self.assertEqual(document["bodies"][0]["triangles"], 24)

    def test_welding_changes_vertices_not_the_answer(self):
        soup = [UNIT[0][i] for triangle in UNIT[1] for i in triangle]
        mesh = self.file("a.obj", (soup, [(i, i + 1, i + 2) for i in range(0, len(soup), 3)]))
        self.assertEqual(self.run_json("self", mesh)[0]["bodies"][0]["vertices"], 36)
        document, status = self.run_json("self", mesh, "--weld")
        self.assertEqual((document["bodies"][0]["vertices"], status), (8, 0))


class Distance(ProgramTest):
    def test_tells_distance_witnesses_and_verdict(self):
        a, b = self.file("a.obj", UNIT), self.file("b.obj", FAR)
        document, status = self.run_json("distance", a, b)
        self.assertEqual((status, document["distance"], document["verdict"]), (0, 2.0, "apart"))
        self.assertEqual((document["point_a"][0], document["point_b"][0]), (1.0, 3.0))
        self.assertEqual(document["point_a"][1:], document["point_b"][1:])
        self.assertEqual(document["format"], "impinge-distance")
        done = self.run_program("distance", a, b)
        self.assertEqual(done.stdout.splitlines()[0].split(), ["distance", "2"])
        self.assertRegex(done.stdout, r"point a +1 \S+ \S+ +\(triangle \d+ of a\)")
        self.assertIn("verdict   apart", done.stdout)

    def test_the_verdict_tells_a_wall_from_a_gap(self):
        a, b = self.file("a.obj", UNIT), self.file("b.obj", WITHIN)
        document, status = self.run_json("distance", a, b)
        self.assertEqual((status, document["distance"], document["verdict"]),
                         (0, 0.25, "b_inside_a"))

    def test_files_with_a_unit_are_measured_in_it(self):
        """glTF is in metres; --unit says what the answer and files without a unit are in."""
        a = self.file("a.glb", glb_bytes([(UNIT, None)]))
        b = self.file("b.glb", glb_bytes([(UNIT, (3, 0, 0)), (UNIT, (5, 0, 0))]))
        done = self.run_program("distance", a, b)
        self.assertEqual(done.stdout.splitlines()[0], "distance  2 m")
        document, _ = self.run_json("distance", a, b, "--unit", "mm")
        self.assertEqual((document["unit"], document["distance"]), ("mm", 2000))
        millimetres = self.file("c.obj", box((1500, 0, 0), (1600, 1, 1)))
        document, _ = self.run_json("distance", a, millimetres, "--unit", "mm")
        self.assertEqual(document["distance"], 500)

    def test_wants_two_files(self):
        self.assert_fails(self.run_program("distance", self.file("a.obj", UNIT)))
        self.assert_fails(self.run_program("distance", *[self.file("a.obj", UNIT)] * 3))


class Sample(ProgramTest):
    def written(self, *arguments):
        folder = str(self.folder / "out")
        done = self.run_program("sample", *arguments, "--out", folder)
        self.assertEqual(done.returncode, 0, done.stderr)
        return sorted(str(path) for path in pathlib.Path(folder).iterdir()), done

    def test_list_names_samples_that_can_be_made(self):
        done = self.run_program("sample", "--list")
        names = [line.split()[0] for line in done.stdout.splitlines()[1:]]
        self.assertIn("jaws-biting", names)
        self.assertIn("boxes-flush", names)
        files, _ = self.written(names[0], "--triangles", "2000")
        self.assertGreaterEqual(len(files), 2)

    def test_the_list_says_how_far_open_jaws_are_apart(self):
        line = next(line for line in self.run_program("sample", "--list").stdout.splitlines()
                    if line.startswith("jaws-open"))
        told = float(re.search(r"([0-9.]+) mm apart", line)[1])
        files, _ = self.written("jaws-open")
        measured = self.run_json("distance", *files)[0]["distance"]
        self.assertAlmostEqual(measured, told, delta=0.005)

    def test_the_list_says_how_far_five_teeth_are_apart(self):
        line = next(line for line in self.run_program("sample", "--list").stdout.splitlines()
                    if line.startswith("five-teeth"))
        told = float(re.search(r"([0-9.]+) mm apart", line)[1])
        files, _ = self.written("five-teeth")
        document, _ = self.run_json("check", *files, "--clearance", str(2 * told))
        measured = min(pair["distance"] for pair in document["pairs"] if pair["distance"])
        self.assertAlmostEqual(measured, told, delta=0.005)

    def test_default_files_keep_every_bit(self):
        files, done = self.written("jaws-touching", "--triangles", "4000")
        self.assertEqual(done.stderr, "")
        self.assertTrue(all(name.endswith(".ply") for name in files), files)
        document, status = self.run_json("check", *files)
        self.assertEqual((document["counts"]["touching"], status), (1, 0))

    def test_formats_agree_and_stl_warns_when_it_rounds(self):
        hashes = set()
        for form in ("ply", "obj"):
            files, done = self.written("boxes-flush", "--format", form)
            self.assertEqual(done.stderr, "")
            hashes.add(self.run_json("check", *[f for f in files if f.endswith(form)])[0]["hash"])
        self.assertEqual(len(hashes), 1)
        _, done = self.written("tangled-knots", "--format", "stl", "--triangles", "2000")
        for line in done.stderr.splitlines():
            self.assertRegex(line, r"^impinge: warning: .*\.stl: coordinates were rounded")

    def test_the_seed_changes_the_bytes(self):
        def content(seed):
            files, _ = self.written("bumpy-spheres", "--triangles", "2000", "--seed", seed)
            return pathlib.Path(files[0]).read_bytes()
        self.assertEqual(content("5"), content("5"))
        self.assertNotEqual(content("5"), content("6"))

    def test_mistakes(self):
        self.assert_fails(self.run_program("sample", "no-such", "--out", str(self.folder)),
                          "no-such")
        self.assert_fails(self.run_program("sample", "jaws-open"), "--out")
        self.assert_fails(self.run_program("sample", "boxes-flush", "--out",
                                           self.file("a.obj", UNIT)), "a.obj")
        self.assert_fails(self.run_program("sample", "boxes-flush", "--format", "step", "--out",
                                           str(self.folder)), "step")


class Help(ProgramTest):
    def test_version(self):
        done = self.run_program("--version")
        self.assertEqual(done.returncode, 0)
        self.assertRegex(done.stdout, r"^impinge \d+\.\d+\.\d+\n$")

    def test_every_verb_explains_itself_with_an_example(self):
        verbs = re.findall(r"^  (\w+) +[A-Z]", self.run_program("-h").stdout, re.MULTILINE)
        self.assertLessEqual({"check", "self", "distance", "sample"}, set(verbs))
        for verb in verbs:
            done = self.run_program(verb, "--help")
            self.assertEqual((done.returncode, done.stderr), (0, ""))
            self.assertIn(f"  impinge {verb} ", done.stdout)


class Manual(ProgramTest):
    """docs/json.md names every field that the program writes."""

    def fields(self, value):
        if isinstance(value, dict):
            for key, inner in value.items():
                yield key
                yield from self.fields(inner)
        elif isinstance(value, list):
            for inner in value:
                yield from self.fields(inner)

    def test_every_field_is_documented(self):
        source = pathlib.Path(os.path.abspath(__file__)).parent.parent.parent
        manual = (source / "docs" / "json.md").read_text(encoding="utf-8")
        documented = set(re.findall(r"`([a-z_0-9]+)(?:\[\])?`", manual))
        a, b = self.file("a.obj", UNIT), self.file("b.obj", THROUGH)
        for arguments in (("check", a, b, "--clearance", "1", "--unit", "mm", "--group-by", "file"),
                          ("self", a), ("distance", a, b), ("diagnose", "--self", a, b),
                          ("devices",)):
            document, _ = self.run_json(*arguments)
            self.assertEqual(set(self.fields(document)) - documented, set(), arguments[0])
        self.assertNotIn("no_such_field", documented)


if __name__ == "__main__":
    unittest.main()
