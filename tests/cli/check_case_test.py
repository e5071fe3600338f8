# SPDX-License-Identifier: Apache-2.0
"""impinge check --dump-case and --replay: a failing case in one file."""
import json
import os
import pathlib
import unittest

from program import FLUSH, OPEN, THROUGH, UNIT, WITHIN, ProgramTest, grouped_obj


class Replay(ProgramTest):
    def setUp(self):
        super().setUp()
        self.case = self.file("bug.case")

    def dumped(self, *arguments):
        """Dumps a case, takes its files away, and returns the JSON report and the status."""
        report = self.run_json("check", *arguments, "--dump-case", self.case)
        for path in self.folder.iterdir():
            if path.name != "bug.case":
                os.remove(path)
        return report

    def test_needs_no_files_and_gives_the_same_answer(self):
        self.file("a.obj", UNIT)
        self.file("b.obj", THROUGH)
        self.file("c.obj", OPEN)
        self.file("d.obj", WITHIN)
        scene = self.file("scene.json", json.dumps({
            "format": "impinge-scene", "format_version": 1, "unit": "cm",
            "bodies": [{"name": name, "file": f"{name}.obj", "group": "g" + name,
                        "pose": {"translation": [0.1 * i, 0, 0]}}
                       for i, name in enumerate("abcd")],
            "pairs": [{"between": ["a", "d"], "check": False}],
            "clearances": [{"between": ["*", "c"], "distance": 0.25}],
        }).encode())
        first, status = self.dumped(scene, "--touching-counts")
        second, again = self.run_json("check", "--replay", self.case)
        self.assertEqual(again, status)
        for document in (first, second):
            del document["timings_ms"]
            for pair in document["pairs"]:
                del pair["milliseconds"]
        self.assertEqual(second, first)
        done = self.run_program("check", "--replay", self.case)
        self.assertEqual((done.returncode, done.stderr), (status, ""))
        self.assertTrue(done.stdout.endswith("\nsame answer as recorded\n"), done.stdout)
        quiet = self.run_program("check", "--replay", self.case, "-q")
        self.assertEqual((quiet.returncode, quiet.stdout, quiet.stderr), (status, "", ""))

    def test_keeps_the_detail_that_was_asked_for(self):
        curves = self.file("curves.obj")
        self.dumped(self.file("a.obj", UNIT), self.file("b.obj", THROUGH), "--curves", curves)
        done = self.run_program("check", "--replay", self.case, "--curves", curves)
        self.assertIn("same answer as recorded", done.stdout)
        self.assertIn("l 1", pathlib.Path(curves).read_text(encoding="utf-8"))

    def test_a_dump_while_quiet_replays_aloud(self):
        a, b = self.file("a.obj", UNIT), self.file("b.obj", THROUGH)
        self.assertEqual(self.run_program("check", "-q", a, b, "--dump-case", self.case).returncode, 1)
        self.assertIn("same answer as recorded", self.run_program("check", "--replay", self.case).stdout)
        self.assert_fails(self.run_program("check", "--replay", self.case, "--curves",
                                           self.file("c.obj")), "without --curves")

    def test_another_answer_is_status_2(self):
        document, _ = self.dumped(self.file("a.obj", UNIT), self.file("b.obj", FLUSH))
        path = pathlib.Path(self.case)
        other = "0" * 16
        path.write_bytes(path.read_bytes().replace(document["hash"].encode(), other.encode()))
        done = self.run_program("check", "--replay", self.case, "-q")
        self.assert_fails(done, "bug.case: not the answer", document["hash"], other)

    def test_a_changed_coordinate_changes_the_answer(self):
        self.dumped(self.file("a.obj", UNIT), self.file("b.obj", FLUSH))
        path = pathlib.Path(self.case)
        content = bytearray(path.read_bytes())
        first_array = content.index(b"\n") + 1
        content[first_array + 7] ^= 0x40  # the first x: 0 becomes 2
        path.write_bytes(content)
        self.assertEqual(self.run_program("check", "--replay", self.case, "-q").returncode, 2)

    def test_a_case_without_an_answer_says_so(self):
        document, _ = self.dumped(self.file("a.obj", UNIT), self.file("b.obj", FLUSH))
        path = pathlib.Path(self.case)
        answer = f'"answer":"{document["hash"]}",'.encode()
        path.write_bytes(path.read_bytes().replace(answer, b""))
        done = self.run_program("check", "--replay", self.case)
        self.assertEqual(done.returncode, 0)
        self.assertTrue(done.stdout.endswith("no answer was recorded\n"))

    def test_instances_share_their_mesh(self):
        many = self.file("many.obj", grouped_obj([(f"c{i}", UNIT) for i in range(30)]))
        self.dumped(many, "--split", "groups")
        separate = os.path.getsize(self.case)
        self.file("a.obj", UNIT)
        scene = self.file("scene.json", json.dumps({
            "format": "impinge-scene", "format_version": 1,
            "bodies": [{"name": f"c{i}", "file": "a.obj"} for i in range(30)]}).encode())
        self.dumped(scene)
        self.assertLess(os.path.getsize(self.case), separate - 29 * 12 * 12)

    def test_mistakes(self):
        a = self.file("a.obj", UNIT)
        self.assert_fails(self.run_program("check", "--replay", self.file("none.case")), "none.case")
        self.assert_fails(self.run_program("check", "--replay", a), "a.obj")
        self.dumped(self.file("a.obj", UNIT), self.file("b.obj", FLUSH))
        for more in (["x.obj"], ["--clearance", "1"], ["--weld"], ["--dump-case", "y"]):
            self.assert_fails(self.run_program("check", "--replay", self.case, *more), "--replay")


if __name__ == "__main__":
    unittest.main()
