# SPDX-License-Identifier: Apache-2.0
"""What all verbs have in common about their arguments: unknown and empty ones, folders, and files
that would be overwritten."""
import json
import os
import pathlib
import re
import unittest

from program import FAR, FLUSH, THROUGH, UNIT, ProgramTest, stl_bytes

VERBS = ["check", "self", "distance", "map", "compare", "diagnose", "sample", "scene", "picture",
         "image", "simulate", "particles", "devices", "report", "completion", "manual"]
KINDS = [[verb] for verb in VERBS if verb != "simulate"] + [
    ["simulate", kind] for kind in ("polytopes", "walkthrough", "cloth", "creature", "shatter",
                                     "bumpers", "motions")]
# How many mesh files each verb wants; the others take none.
FILES = {"check": 2, "self": 1, "distance": 2, "map": 2, "compare": 2, "diagnose": 1, "scene": 1,
         "picture": 2, "image": 1, "report": 2}


class HelpTest(ProgramTest):
    def options(self, kind):
        """(name, type) of the options that the help of a verb lists; flags have the type ''."""
        text = self.run_program(*kind, "--help").stdout
        found = re.findall(r"^  (?:-\w,)?(--[a-z-]+)(?: ([^ \n]+))?", text, re.MULTILINE)
        self.assertGreater(len(found), 1, text)
        return found


class Alone(ProgramTest):
    def test_the_program_lists_its_verbs_and_does_not_end_as_if_all_were_well(self):
        done = self.run_program()
        self.assertEqual((done.returncode, done.stdout), (2, ""))
        for verb in VERBS:
            self.assertRegex(done.stderr, rf"(?m)^ *{verb}  +\w")

    def test_help_lists_them_too_and_help_verb_explains_one(self):
        for arguments in (["--help"], ["-h"], ["help"]):
            done = self.run_program(*arguments)
            self.assertEqual((done.returncode, done.stderr), (0, ""))
            for verb in VERBS:
                self.assertIn(verb, done.stdout)
        self.assertEqual(self.run_program("help", "check").stdout,
                         self.run_program("check", "--help").stdout)

    def test_a_mistyped_verb_is_named_with_the_one_that_was_meant(self):
        self.assert_fails(self.run_program("chekc"), "chekc: unknown verb", "did you mean check?")
        self.assert_fails(self.run_program("frobnicate"), "unknown verb (see impinge --help)")


class Help(HelpTest):
    def test_lines_fit_a_terminal(self):
        for kind in KINDS:
            for line in self.run_program(*kind, "--help").stdout.splitlines():
                self.assertLessEqual(len(line), 102, line)

    def test_usage_says_what_is_needed_in_the_words_of_a_user(self):
        for verb, usage in (("distance", "A B"), ("map", "A B"), ("check", "[FILES...]"),
                            ("self", "FILE"), ("sample", "[NAME]"), ("diagnose", "FILES...")):
            text = self.run_program(verb, "--help").stdout
            self.assertIn(f"Usage: impinge {verb} [OPTIONS] {usage}\n", text)


class Unknown(HelpTest):
    def test_options_are_named_in_every_verb(self):
        a, b = self.file("a.obj", UNIT), self.file("b.obj", FAR)
        for kind in KINDS:
            with self.subTest(kind):
                files = [a, b][:FILES.get(kind[0], 0)]
                done = self.run_program(*kind, *files, "--frobnicate", "x")
                self.assert_fails(done, "unknown option --frobnicate", f"impinge {' '.join(kind)} ")
        self.assert_fails(self.run_program("--frobnicate"), "unknown option --frobnicate")

    def test_a_value_behind_one_is_not_taken_for_a_file(self):
        done = self.run_program("map", self.file("a.obj", UNIT), self.file("b.obj", FAR), "--csv", "x")
        self.assert_fails(done, "map: unknown option --csv")

    def test_the_nearest_option_is_suggested(self):
        a = self.file("a.obj", UNIT)
        for wrong, right in (("--clearence", "--clearance"), ("--clear", "--clearance"),
                             ("--thread=3", "--threads"), ("--jsn", "--json")):
            self.assert_fails(self.run_program("check", a, a, wrong), f"did you mean {right}?")
        self.assert_fails(self.run_program("check", a, a, "-x"), "unknown option -x")
        self.assert_fails(self.run_program("check", a, a, "-qx"), "unknown option -qx")

    def test_numbers_of_files_are_told_in_words(self):
        a = self.file("a.obj", UNIT)
        self.assert_fails(self.run_program("distance", a), "distance: needs 2 mesh files, and one is")
        self.assert_fails(self.run_program("map", a, a, a), "map: needs at most 2 files, and 3 are")
        self.assert_fails(self.run_program("self", a, a), "self: needs 1 mesh file, and 2 are")
        self.assert_fails(self.run_program("diagnose"), "needs at least 1 file, and none is given")

    def test_kinds_and_leftover_arguments_are_named(self):
        self.assert_fails(self.run_program("simulate"), "simulate: needs one of polytopes, walkthrough")
        self.assert_fails(self.run_program("simulate", "polytope"), "polytope is none of polytopes",
                          "did you mean polytopes?")
        self.assert_fails(self.run_program("devices", "gpu"), "does not know what to do with gpu")
        self.assert_fails(self.run_program("sample", "a", "b"), "does not know what to do with b")
        self.assert_fails(self.run_program("simulate", "polytopes", "--bodies", "0"),
                          "impinge simulate polytopes --help")

    def test_an_option_that_is_given_twice_is_named(self):
        a = self.file("a.obj", UNIT)
        done = self.run_program("check", a, a, "--json", self.file("x"), "--json", self.file("y"))
        self.assert_fails(done, "--json: is given twice")
        self.assert_fails(self.run_program("check", a, a, "-json", self.file("x")),
                          "unknown option -json; did you mean --json?")

    def test_what_is_no_number_is_named(self):
        a = self.file("a.obj", UNIT)
        self.assert_fails(self.run_program("check", a, a, "--clearance", "abc"),
                          "--clearance: 'abc' is not a number", "impinge check --help")
        self.assert_fails(self.run_program("diagnose", a, "--first", "-1"), "--first")
        self.assert_fails(self.run_program("sample", "nested", "--seed", "-1", "--out", "x"),
                          "--seed")

    def test_a_scene_file_where_meshes_are_wanted_is_called_so(self):
        scene = self.file("s.json", b"{}")
        for verb in (["self"], ["distance", self.file("a.obj", UNIT)]):
            self.assert_fails(self.run_program(*verb, scene), "s.json: is a scene file")

    def test_negative_numbers_are_values(self):
        a, b = self.file("a.obj", UNIT), self.file("b.obj", THROUGH)
        done = self.run_program("map", a, b, "--direction", "-1,0,0", "--resolution", "16")
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assert_fails(self.run_program("check", a, b, "--clearance", "-.5"), "not negative")


class Empty(HelpTest):
    def test_values_are_refused_for_every_option_of_every_verb(self):
        a, b = self.file("a.obj", UNIT), self.file("b.obj", FAR)
        tried = 0
        for kind in KINDS:
            files = [a, b][:FILES.get(kind[0], 0)]
            for name, kind_of_value in self.options(kind):
                if not kind_of_value or not kind_of_value[0].isupper() and "|" not in kind_of_value:
                    continue
                tried += 1
                for arguments in ((name, ""), (name + "=",)):
                    with self.subTest(f"{kind} {arguments}"):
                        done = self.run_program(*kind, *files, *arguments)
                        self.assert_fails(done, f"{name}: needs a value", "empty")
        self.assertGreater(tried, 60)

    def test_file_names_are_refused(self):
        self.assert_fails(self.run_program("check", self.file("a.obj", UNIT), ""), "is empty")

    def test_a_missing_value_does_not_swallow_the_next_option(self):
        a, b = self.file("a.obj", UNIT), self.file("b.obj", FAR)
        self.assert_fails(self.run_program("check", a, b, "--json", "--csv", self.file("t.csv")),
                          "--json: needs a value", "--csv is an option")
        self.assert_fails(self.run_program("check", a, b, "--clearance"), "nothing follows it")


class Folders(ProgramTest):
    def setUp(self):
        super().setUp()
        self.parts = self.folder / "parts"
        (self.parts / "old").mkdir(parents=True)
        (self.parts / "old" / "c.obj").write_bytes(b"")
        self.b = self.file("parts/b.stl", stl_bytes(THROUGH))
        self.a = self.file("parts/a.obj", UNIT)
        self.file("parts/.hidden.obj", b"no mesh")
        self.file("parts/notes.txt", b"no mesh")

    def test_stand_for_the_mesh_files_in_them_in_every_verb(self):
        for verb, *more in (("check",), ("diagnose",), ("distance",), ("compare",),
                            ("map", "--resolution", "16"),
                            ("picture", "--out", self.file("p.png"), "--size", "30x20"),
                            ("image", "--out", self.file("i.png"), "--resolution", "16")):
            with self.subTest(verb):
                done = self.run_program(verb, str(self.parts), *more, "--json", self.file("r.json"))
                self.assertIn(done.returncode, (0, 1), done)
                document = json.loads(pathlib.Path(self.file("r.json")).read_text(encoding="utf-8"))
                self.assertEqual([body["file"] for body in document["bodies"]], [self.a, self.b])
                skipped = f"{self.parts}: 2 entries skipped, not mesh files by the name: notes.txt, old/"
                self.assertEqual(done.stderr, f"impinge: warning: {skipped}\n")
                self.assertEqual(document["warnings"], [skipped])
        done = self.run_program("scene", str(self.parts) + "/")
        self.assertEqual([body["name"] for body in json.loads(done.stdout)["bodies"]], ["a", "b"])
        self.assert_fails(self.run_program("self", str(self.folder / "parts" / "old")), "c.obj")

    def test_without_mesh_files_are_an_error(self):
        empty = self.folder / "empty"
        empty.mkdir()
        self.assert_fails(self.run_program("check", str(empty)), "empty: the folder holds no mesh")
        self.assert_fails(self.run_program("check", str(self.folder)), "folders within it")

    def test_other_arguments_are_not_taken_for_folders(self):
        (self.folder / "nested").mkdir()
        done = self.run_program("sample", "nested", "--out", "out", "--triangles", "500",
                                cwd=self.folder)
        self.assertEqual(done.returncode, 0, done)


class Overwriting(HelpTest):
    """Nothing that is read is written, and nothing is written twice."""

    def setUp(self):
        super().setUp()
        self.meshes = [self.file("up.obj", UNIT), self.file("low.obj", THROUGH),
                       self.file("mid.obj", FLUSH)]
        self.before = self.contents()

    def contents(self):
        return {path: path.read_bytes() for path in self.folder.iterdir() if path.is_file()}

    def refused(self, *arguments, words):
        self.assert_fails(self.run_program(*arguments), *words)
        self.assertEqual(self.contents(), self.before)

    def test_an_option_does_not_swallow_an_input(self):
        up, low, mid = self.meshes
        # The first file is the value of --curves; it is given again as an input.
        self.refused("check", "--curves", up, low, mid, up, words=("--curves", "is an input"))
        self.refused("check", low, mid, "--json", low, words=("--json", low, "is an input"))

    def test_every_option_that_writes_refuses_an_input_in_every_verb(self):
        tried = []
        for kind in KINDS:
            for name, kind_of_value in self.options(kind):
                if not kind_of_value.startswith("FILE") or kind[0] not in FILES:
                    continue
                tried.append((kind[0], name))
                with self.subTest(tried[-1]):
                    files = self.meshes[:FILES[kind[0]]]
                    self.refused(*kind, *files, name, files[0], words=(name, "is an input"))
        self.assertGreater(len(tried), 18)
        for must in (("check", "--dump-case"), ("check", "--csv"), ("check", "--pairs"),
                     ("self", "--curves"), ("map", "--out"), ("map", "--data"),
                     ("map", "--error-map"), ("picture", "--out"), ("image", "--out"),
                     ("compare", "--out"), ("scene", "--out"), ("distance", "--json")):
            self.assertIn(must, tried)

    def test_also_however_it_is_spelled(self):
        up, low, _ = self.meshes
        os.symlink(up, self.file("link.obj"))
        os.link(low, self.file("hard.obj"))
        self.before = self.contents()
        for name in (f"{self.folder}/./up.obj", f"{self.folder}/../{self.folder.name}/up.obj",
                     self.file("link.obj"), self.file("hard.obj")):
            self.refused("check", up, low, "--curves", name, words=("is an input",))
        done = self.run_program("check", "up.obj", low, "--json", up, cwd=self.folder)
        self.assert_fails(done, "is an input")

    def test_scene_files_and_what_they_name_are_inputs(self):
        scene = {"format": "impinge-scene", "format_version": 1, "bodies": [
            {"name": "a", "file": "up.obj"}, {"name": "b", "file": "low.obj"}]}
        path = self.file("scene.json", json.dumps(scene).encode())
        self.before = self.contents()
        self.refused("check", path, "--json", path, words=("--json", "is an input"))
        self.refused("check", path, "--curves", self.meshes[1], words=("--curves", "is an input"))

    def test_files_of_particles_and_what_they_name_are_inputs(self):
        scene = {"format": "impinge-particle-scene", "format_version": 1,
                 "emitters": [{"particles": 1, "origin": [0, 0, 3], "life": 1, "look": {"mesh": "mid.obj"}}],
                 "colliders": [{"name": "a", "shape": {"kind": "mesh", "file": "up.obj"}}]}
        path = self.file("rain.json", json.dumps(scene).encode())
        self.before = self.contents()
        for written in (path, self.meshes[0], self.meshes[2]):
            self.refused("particles", path, "--json", written, words=("--json", "is an input"))

    def test_cases_and_motions_are_inputs(self):
        case = self.file("a.case")
        self.run_program("check", *self.meshes[:2], "--dump-case", case)
        self.before = self.contents()
        self.refused("check", "--replay", case, "--json", case, words=("is an input",))
        poses = self.file("poses.json", b"{}")
        self.before = self.contents()
        self.refused("map", *self.meshes[:2], "--sequence", poses, "--json", poses,
                     words=("is an input",))

    def test_pictures_are_called_png_in_every_verb(self):
        tried = 0
        for kind in KINDS:
            for name, kind_of_value in self.options(kind):
                if kind_of_value == "FILE.png":
                    tried += 1
                    self.refused(*kind, *self.meshes[:2], name, self.file("picture.jpg"),
                                 words=("picture.jpg: pictures are written as PNG",))
        self.assertGreaterEqual(tried, 5)

    def test_vertices_of_a_map_are_files_too(self):
        ply = self.file("map-a.ply", b"")
        self.before = self.contents()
        self.refused("map", ply, self.meshes[0], "--vertices", self.file("map"),
                     words=("--vertices", "is an input"))

    def test_one_file_is_not_written_twice(self):
        out = self.file("out.obj")
        self.refused("check", *self.meshes, "--curves", out, "--json", f"{self.folder}/./out.obj",
                     words=("is written by",))
        self.refused("map", *self.meshes[:2], "--out", self.file("m.png"), "--error-map",
                     self.file("m.png"), "--against-rays", "4", words=("is written by --out too",))

    def test_devices_may_be_named_as_often_as_one_likes(self):
        done = self.run_program("check", *self.meshes, "-q", "--json", "/dev/null", "--csv",
                                "/dev/null")
        self.assertEqual((done.returncode, done.stderr), (1, ""))

    def test_an_older_output_is_replaced(self):
        report = self.file("report.json", b"old")
        self.run_program("check", *self.meshes, "--json", report)
        self.assertEqual(json.loads(pathlib.Path(report).read_text())["format"], "impinge-check")


if __name__ == "__main__":
    unittest.main()
