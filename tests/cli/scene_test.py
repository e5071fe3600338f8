# SPDX-License-Identifier: Apache-2.0
"""impinge scene, and scenes given to impinge check. The example of docs/scene.md is run as it is."""
import json
import os
import pathlib
import re
import unittest

from program import FAR, FLUSH, THROUGH, UNIT, ProgramTest, box, obj_text, stl_bytes

MANUAL = pathlib.Path(__file__).resolve().parent.parent.parent / "docs" / "scene.md"


def named_parts(*parts):
    """An OBJ file of objects: (name, mesh)."""
    text, offset = b"", 0
    for name, (vertices, triangles) in parts:
        shifted = [tuple(i + offset for i in triangle) for triangle in triangles]
        text += f"o {name}\n".encode() + obj_text((vertices, shifted))
        offset += len(vertices)
    return text


class SceneTest(ProgramTest):
    def scene(self, *bodies, **fields):
        path = pathlib.Path(self.file("scene.json"))
        scene = {"format": "impinge-scene", "format_version": 1, "bodies": list(bodies), **fields}
        path.write_text(json.dumps(scene), encoding="utf-8")
        return str(path)

    def verdicts(self, *arguments):
        """{(name, name): pair} of a check, and the document."""
        document, _ = self.run_json("check", *arguments)
        names = [body["name"] for body in document["bodies"]]
        return {(names[p["a"]], names[p["b"]]): p for p in document["pairs"]}, document


class Check(SceneTest):
    def test_poses_decide_the_verdict(self):
        self.file("unit.obj", UNIT)
        for x, verdict in ((2, "apart"), (1, "touching"), (0.5, "crossing"), (0, "same")):
            path = self.scene({"name": "a", "file": "unit.obj"},
                              {"name": "b", "file": "unit.obj", "pose": {"translation": [x, 0, 0]}})
            self.assertEqual(self.verdicts(path)[0]["a", "b"]["verdict"], verdict)

    def test_a_quarter_turn_keeps_flush_faces_flush(self):
        self.file("unit.obj", UNIT)
        for axis in ([0, 0, 7], [0, 3, 0]):
            turned = {"name": "b", "file": "unit.obj", "pose":
                      {"rotation": {"axis": axis, "degrees": 90}, "translation": [2, 0, 0]}}
            path = self.scene({"name": "a", "file": "unit.obj"}, turned)
            expected = {2: "touching", 1: "apart"}[1 if axis[1] else 2]
            self.assertEqual(self.verdicts(path)[0]["a", "b"]["verdict"], expected, axis)

    def test_ignored_pairs_are_not_examined(self):
        self.file("unit.obj", UNIT)
        self.file("through.stl", stl_bytes(THROUGH))
        bodies = [{"name": "bolt", "file": "unit.obj"}, {"name": "thread", "file": "through.stl"}]
        path = self.scene(*bodies)
        self.assertEqual(self.run_program("check", "-q", path).returncode, 1)
        path = self.scene(*bodies, pairs=[{"between": ["thr*", "bolt"], "check": False}])
        self.assertEqual(self.run_program("check", "-q", path).returncode, 0)
        pairs, document = self.verdicts(path)
        self.assertEqual((pairs, document["examined"]["wished_pairs"]), ({}, 0))

    def test_units_are_converted_before_poses(self):
        self.file("unit.obj", UNIT)
        bodies = [{"name": "inch", "file": "unit.obj", "unit": "in"},
                  {"name": "mm", "file": "unit.obj", "pose": {"translation": [25.4, 0, 0]}}]
        pairs, document = self.verdicts(self.scene(*bodies, unit="mm"))
        self.assertEqual(document["unit"], "mm")
        self.assertEqual(document["bodies"][0]["box"]["max"], [25.4] * 3)
        self.assertEqual(pairs["inch", "mm"]["verdict"], "touching")
        pairs, document = self.verdicts(self.scene(*bodies))
        self.assertEqual((document["unit"], document["bodies"][0]["box"]["max"]), ("in", [1] * 3))

    def test_clearances_of_groups_are_reported(self):
        self.file("unit.obj", UNIT)
        self.file("far.obj", FAR)
        path = self.scene(
            {"name": "a", "file": "unit.obj", "group": "robot"}, {"name": "b", "file": "far.obj"},
            clearances=[{"between": ["b", "group:rob*"], "distance": 2.5}])
        pair = self.verdicts(path)[0]["a", "b"]
        self.assertEqual((pair["clearance"], pair["distance"], pair["verdict"]), (2.5, 2, "apart"))

    def test_parts_are_bodies(self):
        self.file("parts.obj", named_parts(("lid", UNIT), ("base", FLUSH)))
        path = self.scene({"name": "box", "file": "parts.obj", "split": "groups"},
                          {"name": "tool", "sample": "boxes-flush"})
        names = [body["name"] for body in self.verdicts(path)[1]["bodies"]]
        self.assertEqual(names[:2], ["box/lid", "box/base"])
        self.assertGreater(len(names), 3)
        self.assertTrue(all(name.startswith("tool/") for name in names[2:]))

    def test_files_are_found_beside_the_scene(self):
        (self.folder / "sub").mkdir()
        self.file("sub/unit.obj", UNIT)
        inner = {"format": "impinge-scene", "format_version": 1, "bodies": [
            {"name": n, "file": "unit.obj"} for n in "ab"]}
        path = self.folder / "sub" / "scene.json"
        path.write_text(json.dumps(inner), encoding="utf-8")
        done = self.run_program("check", "-q", "sub/scene.json", cwd=self.folder)
        self.assertEqual((done.returncode, done.stderr), (1, ""))

    def test_mistakes_are_one_line_with_their_place(self):
        self.file("unit.obj", UNIT)
        a, b = {"name": "a", "file": "unit.obj"}, {"name": "b", "file": "unit.obj"}
        cases = [
            (self.scene, (a, {"name": "b", "file": "none.stl"}), {}, "none.stl"),
            (self.scene, (a, {"name": "a", "file": "unit.obj"}), {}, "bodies[1].name"),
            (self.scene, (a, {**b, "part": "lid"}), {}, "bodies[1].part: 'lid' matches no part"),
            (self.scene, (a, {"name": "b", "sample": "no-such"}), {}, "bodies[1].sample"),
            (self.scene, (a, b), {"pairs": [{"between": ["a", "c"], "check": False}]},
             "scene.json: pairs[0].between: 'c' matches no body"),
            (self.scene, (a, b), {"clearances": [{"between": ["a", "group:x"], "distance": 1}]},
             "'group:x' matches no group"),
        ]
        for make, bodies, fields, words in cases:
            self.assert_fails(self.run_program("check", make(*bodies, **fields)), words)
        self.assert_fails(self.run_program("check", self.file("s.json", b"{\n  ]")),
                          "s.json: line 2, column 3: is not JSON")
        self.assert_fails(self.run_program("check", self.file("none.json")), "none.json")


class Verb(SceneTest):
    def made(self, *arguments, **options):
        done = self.run_program("scene", *arguments, **options)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        return done.stdout

    def test_what_it_writes_checks_as_the_files_do(self):
        a, b = self.file("a.obj", UNIT), self.file("b.stl", stl_bytes(THROUGH))
        out = self.file("scene.json")
        self.assertEqual(self.made(a, b, "-o", out), f"{out}  2 bodies of 2 files\n")
        through_scene, with_files = self.verdicts(out)[1], self.verdicts(a, b)[1]
        self.assertEqual(through_scene["hash"], with_files["hash"])
        self.assertEqual([body["name"] for body in through_scene["bodies"]], ["a", "b"])

    def test_paths_are_relative_to_the_scene(self):
        (self.folder / "meshes").mkdir()
        (self.folder / "scenes").mkdir()
        self.file("meshes/a.obj", UNIT)
        self.made("meshes/a.obj", "-o", "scenes/s.json", cwd=self.folder)
        scene = json.loads((self.folder / "scenes" / "s.json").read_text(encoding="utf-8"))
        self.assertEqual(scene["bodies"], [{"name": "a", "file": "../meshes/a.obj"}])
        on_output = json.loads(self.made("../meshes/a.obj", cwd=self.folder / "scenes"))
        self.assertEqual(on_output["bodies"], scene["bodies"])
        link = self.folder / "link"
        os.symlink(self.folder / "scenes", link)
        self.made("meshes/a.obj", "-o", "link/t.json", cwd=self.folder)
        self.assertEqual((self.folder / "scenes" / "t.json").read_bytes(),
                         (self.folder / "scenes" / "s.json").read_bytes())

    def test_every_part_is_listed_so_that_it_alone_is_meant(self):
        parts = named_parts(("lid", UNIT), ("li*d", FAR), ("b", FLUSH))
        path = self.file("parts.obj", parts)
        out = self.file("scene.json")
        self.made(path, "--split", "groups", "-o", out)
        document = self.verdicts(out)[1]
        self.assertEqual([body["name"] for body in document["bodies"]],
                         ["parts/lid", "parts/li*d", "parts/b"])
        self.assertEqual([body["box"]["min"][0] for body in document["bodies"]], [0, 3, 1])
        whole = json.loads(self.made(path, "--split", "groups", "--whole", cwd=self.folder))
        self.assertEqual(whole["bodies"],
                         [{"name": "parts", "file": "parts.obj", "split": "groups"}])

    def test_groups_by_file_folder_and_name(self):
        for name in ("bolt_1", "bolt_2", "nut"):
            self.file(f"{name}.obj", UNIT)
        files = [self.file(f"{name}.obj") for name in ("bolt_1", "bolt_2", "nut")]
        def groups(way, *more):
            scene = json.loads(self.made(*files, "--group-by", way, *more))
            return [body["group"] for body in scene["bodies"]], scene.get("pairs")
        self.assertEqual(groups("file")[0], ["bolt_1", "bolt_2", "nut"])
        self.assertEqual(groups("folder")[0], [self.folder.name] * 3)
        self.assertEqual(groups("name")[0], ["bolt", "bolt", "nut"])
        rules = groups("name", "--ignore-within-groups")[1]
        self.assertEqual(rules, [{"between": [f"group:{g}"] * 2, "check": False}
                                 for g in ("bolt", "nut")])

    def test_a_number_at_the_end_tells_copies_apart_and_digits_of_a_name_do_not(self):
        for name, group in (
                ("bolt_1", "bolt"), ("bolt-2", "bolt"), ("bolt.003", "bolt"), ("bolt 4", "bolt"),
                ("bolt - 5", "bolt"), ("part(2)", "part"), ("part (3)", "part"),
                ("bolt#2", "bolt"), ("bolt_7#2", "bolt"),
                ("000_60355K430-1", "000_60355K430"), ("60355K430", "60355K430"),
                ("M6x20", "M6x20"), ("M6x20_1", "M6x20"), ("bolt12", "bolt12"), ("12", "12"),
                ("_1", "_1"), ("(2)", "(2)"), ("nut_", "nut_"), ("f(x)", "f(x)")):
            with self.subTest(name):
                scene = json.loads(self.made(self.file(f"{name}.obj", UNIT), "--group-by", "name"))
                self.assertEqual(scene["bodies"][0]["group"], group)

    def test_options_become_fields(self):
        scene = json.loads(self.made(self.file("a.obj", UNIT), "--unit", "mm", "--weld"))
        self.assertEqual((scene["unit"], scene["bodies"][0]["weld"]), ("mm", True))

    def test_an_old_file_is_replaced_whole_or_not_at_all(self):
        out = pathlib.Path(self.file("scene.json", b"old"))
        self.assert_fails(self.run_program("scene", self.file("none.stl"), "-o", str(out)),
                          "none.stl")
        self.assertEqual(out.read_bytes(), b"old")
        self.made(self.file("a.obj", UNIT), "-o", str(out))
        self.assertEqual(json.loads(out.read_bytes())["format"], "impinge-scene")
        self.assertEqual({p.name for p in self.folder.iterdir()}, {"scene.json", "a.obj"})

    def test_mistakes(self):
        a = self.file("a.obj", UNIT)
        self.assert_fails(self.run_program("scene"), "needs at least 1 file")
        self.assert_fails(self.run_program("scene", a, "-o", self.file("x.txt")), "x.txt", ".json")
        self.assert_fails(self.run_program("scene", a, "-o", str(self.folder / "no" / "x.json")),
                          "x.json")
        self.assert_fails(self.run_program("scene", self.file("s.json", b"{}")), "s.json")
        self.assert_fails(self.run_program("scene", a, "--unit", "parsec"), "parsec")
        self.assert_fails(self.run_program("scene", a, "--group-by", "size"), "size")
        bad_name = os.fsencode(str(self.folder)) + b"/\xff.obj"
        pathlib.Path(os.fsdecode(bad_name)).write_bytes(obj_text(UNIT))
        self.assert_fails(self.run_program("scene", bad_name), "UTF-8")


class Manual(SceneTest):
    """The example of the manual says what happens."""

    def test_the_example_gives_the_answers_of_its_table(self):
        manual = MANUAL.read_text(encoding="utf-8")
        example = re.search(r"```json\n(.*?)```", manual, re.DOTALL)[1]
        self.file("housing.stl", stl_bytes(box((0, 0, 0), (40, 20, 20))))
        self.file("bolt.stl", stl_bytes(box((-0.125, -0.125, 0), (0.125, 0.125, 1))))
        self.file("plates.obj", named_parts(("bottom", box((0, 0, -3), (40, 20, -1))),
                                            ("top", box((0, 0, 0), (40, 20, 2)))))
        pairs, document = self.verdicts(self.file("scene.json", example.encode()))
        self.assertEqual(document["unit"], "mm")
        rows = re.findall(r"^\| (\S+) \| (\S+) \| (\w+) \| (yes)? *\|$", manual, re.MULTILINE)
        self.assertEqual(len(rows), 5)
        for a, b, verdict, near in rows:
            pair = pairs.pop((a, b))
            self.assertEqual((pair["verdict"], bool(pair["too_near"])), (verdict, bool(near)),
                             (a, b))
        self.assertEqual(len(pairs), 4)
        for names, pair in pairs.items():
            self.assertEqual((pair["verdict"], bool(pair["too_near"])), ("apart", False), names)

    def test_the_messages_of_the_manual_are_the_programs(self):
        self.file("a.obj", UNIT)
        bodies = [{"name": n, "file": "a.obj"} for n in "abc"]
        rule = {"between": ["a", "b"], "check": True}
        wrong = [
            ([*bodies[:2], {**bodies[2], "pose": {"matrix": [[1, 0, 0, 0]]}}], {}),
            ([{**bodies[0], "grup": "x"}, bodies[1]], {}),
            (bodies, {"pairs": [rule, {**rule, "between": ["blot*", "a"]}]}),
        ]
        manual = MANUAL.read_text(encoding="utf-8")
        for of_scene, fields in wrong:
            self.scene(*of_scene, **fields)
            done = self.run_program("check", "scene.json", cwd=self.folder)
            self.assert_fails(done, "scene.json: ")
            self.assertIn("\n" + done.stderr, manual)


if __name__ == "__main__":
    unittest.main()
