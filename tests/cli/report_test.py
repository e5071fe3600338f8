# SPDX-License-Identifier: Apache-2.0
"""impinge report: files that are written, exit statuses, runs after each other, bad input."""
import csv
import hashlib
import json
import pathlib
import re
import unittest
import xml.dom.minidom
import zipfile

from program import FAR, FLUSH, THROUGH, UNIT, WITHIN, ProgramTest, box, glb_bytes
from schema_test import validator

DATE = ("--date", "2026-01-31T12:00:00Z")


class Reports(ProgramTest):
    def parts(self):
        return [self.file("a.obj", UNIT), self.file("b.obj", THROUGH), self.file("c.obj", FAR),
                self.file("d.obj", WITHIN)]

    def report(self, *arguments):
        document, status = self.run_json("report", *DATE, *arguments)
        complaints = [f"{list(error.absolute_path)}: {error.message}"
                      for error in validator("report").iter_errors(document)]
        self.assertEqual(complaints, [])
        return document, status

    def told(self, document):
        names = [part["name"] for part in document["parts"]]
        return sorted((clash["kind"], names[clash["a"]], names[clash["b"]])
                      for clash in document["clashes"])

    def test_names_parts_files_and_clashes(self):
        document, status = self.report(*self.parts(), "--unit", "mm")
        self.assertEqual(status, 1)
        self.assertEqual(self.told(document), [("containment", "a", "d"), ("hard", "a", "b"),
                                               ("hard", "b", "d")])
        self.assertEqual(document["created"], "2026-01-31T12:00:00Z")
        self.assertEqual(document["counts"]["by_status"]["new"], 3)
        self.assertEqual(len(document["inputs"]), 4)
        self.assertEqual({len(file["sha256"]) for file in document["inputs"]}, {64})

    def test_digests_are_those_of_other_programs(self):
        files = self.parts()
        document, _ = self.report(*files)
        for entry in document["inputs"]:
            content = pathlib.Path(entry["file"]).read_bytes()
            self.assertEqual(entry["sha256"], hashlib.sha256(content).hexdigest())
            self.assertEqual(entry["bytes"], len(content))

    def test_is_the_same_every_time_and_for_any_number_of_threads(self):
        first = self.run_program("report", *DATE, *self.parts(), "--json", "-").stdout
        again = self.run_program("report", *DATE, *self.parts(), "--threads", "1", "--json", "-")
        def without_time(text):
            return re.sub(r'"seconds": [^\n]*', "", text)
        self.assertEqual(without_time(first), without_time(again.stdout))

    def test_exit_status_follows_the_severity(self):
        a, b, c = self.file("a.obj", UNIT), self.file("b.obj", THROUGH), self.file("c.obj", FAR)
        self.assertEqual(self.run_program("report", a, c).returncode, 0)
        self.assertEqual(self.run_program("report", a, b).returncode, 1)
        self.assertEqual(self.run_program("report", a, b, "--fail-on", "never").returncode, 0)
        near = ("report", a, c, "--clearance", "3")
        self.assertEqual(self.run_program(*near).returncode, 0)  # a warning
        self.assertEqual(self.run_program(*near, "--fail-on", "warning").returncode, 1)
        opened = self.file("open.obj", (UNIT[0], UNIT[1][1:]))
        inside = self.file("inside.obj", WITHIN)
        self.assertEqual(self.run_program("report", opened, inside).returncode, 3)
        self.assertEqual(self.run_program("report", opened, inside, "--surfaces").returncode, 0)

    def test_rules_of_a_scene_and_of_the_command_line(self):
        self.parts()
        scene = {"format": "impinge-scene", "format_version": 1, "unit": "mm",
                 "bodies": [{"name": name, "file": f"{name}.obj"} for name in "abcd"],
                 "rules": [{"name": "all", "kind": "hard", "severity": "warning"},
                           {"name": "fit", "kind": "hard", "between": ["b", "a"], "tolerance": 1},
                           {"name": "typo", "kind": "contact", "between": ["x*"]}],
                 "pairs": [{"between": ["d"], "check": False, "reason": "a dummy"}]}
        path = self.file("scene.json", json.dumps(scene).encode())
        document, status = self.report(path, "--fail-on", "warning")
        self.assertEqual((self.told(document), status), ([], 0))
        self.assertEqual(document["rules"][1]["within_tolerance"], 1)
        self.assertEqual([entry["rule"] for entry in document["unmatched_rules"]], [2])
        self.assertEqual({entry["reason"] for entry in document["ignored"]}, {"a dummy"})
        document, status = self.report(path, "--hard", "0.01", "--contact", "c:a", "--duplicates")
        self.assertEqual(self.told(document), [("contact", "c", "a"), ("hard", "a", "b")])
        self.assertEqual(status, 1)
        table = self.run_program("report", path).stdout
        self.assertIn("rule without effect: typo: 'x*' means no body", table)
        self.assertIn("ignored: a and d: a dummy", table)

    def test_runs_after_each_other(self):
        files = self.parts()
        old = self.file("old.json")
        self.assertEqual(self.run_program("report", *files, "--json", old).returncode, 1)
        before = json.loads(pathlib.Path(old).read_text(encoding="utf-8"))
        approved = [{"id": clash["id"], "status": "approved", "comment": "as\nmeant"}
                    for clash in before["clashes"]]
        review = self.file("review.json", json.dumps(
            {"format": "impinge-review", "format_version": 1, "clashes": approved}).encode())
        self.file("d.obj", box((5, 5, 5), (6, 6, 6)))
        document, status = self.report(*files, "--baseline", old, "--review", review)
        self.assertEqual(status, 0)
        self.assertEqual(document["counts"]["by_status"],
                         {"new": 0, "active": 0, "reviewed": 0, "approved": 1, "resolved": 2})
        self.assertEqual({gone["because"] for gone in document["gone"]}, {"not_found"})
        self.assertEqual(document["clashes"][0]["comment"], "as\nmeant")
        table = self.run_program("report", *files, "--baseline", old).stdout
        self.assertIn("0 new, 1 active, 0 reviewed, 0 approved, 2 resolved", table)

    def test_writes_csv_bcf_and_a_review_to_edit(self):
        files = self.parts()
        rows, bcf, review = self.file("rows.csv"), self.file("c.bcf"), self.file("review.json")
        done = self.run_program("report", *DATE, *files, "--csv", rows, "--bcf", bcf,
                                "--write-review", review, "--unit", "mm")
        self.assertEqual(done.returncode, 1, done.stderr)
        with open(rows, encoding="utf-8", newline="") as file:
            lines = list(csv.DictReader(file))
        self.assertEqual(len(lines), 3)
        self.assertEqual({line["unit"] for line in lines}, {"mm"})
        with zipfile.ZipFile(bcf) as archive:
            self.assertIsNone(archive.testzip())
            names = archive.namelist()
            self.assertEqual(sum(name.endswith("/snapshot.png") for name in names), 3)
            self.assertEqual(sum(name.endswith("/") for name in names), 3)
            self.assertEqual(archive.read("bcf.version").count(b'"2.1"'), 1)
        text = pathlib.Path(review).read_text(encoding="utf-8").replace('"new"', '"reviewed"')
        pathlib.Path(review).write_text(text, encoding="utf-8")
        complaints = list(validator("review").iter_errors(json.loads(text)))
        self.assertEqual(complaints, [])
        for said in (review, bcf):
            document, _ = self.report(*files, "--review", said)
            expected = "reviewed" if said == review else "new"
            self.assertEqual({clash["status"] for clash in document["clashes"]}, {expected})

    def test_hostile_names_show_as_text(self):
        names = ['=cmd|"x"!A1', "</script><b>", "\x1b[31mred", "x,y\nz"]
        files = [self.file(f"{name.replace('/', '_')}.obj", UNIT) for name in names]
        rows, bcf = self.file("rows.csv"), self.file("c.bcf")
        done = self.run_program("report", *files, "--csv", rows, "--bcf", bcf)
        self.assertEqual(done.returncode, 1, done.stderr)
        self.assertNotIn("\x1b", done.stdout)
        with open(rows, encoding="utf-8", newline="") as file:
            lines = list(csv.DictReader(file))
        self.assertEqual(len(lines), 6)
        for line in lines:
            self.assertFalse(line["a"].startswith("="))
        with zipfile.ZipFile(bcf) as archive:
            for name in archive.namelist():
                if name.endswith((".bcf", ".bcfv")):
                    xml.dom.minidom.parseString(archive.read(name))

    def test_equal_names_in_a_file_are_told_apart_by_place(self):
        nodes = [(UNIT, None), (UNIT, (0.5, 0, 0)), (UNIT, (0, 7, 0)), (UNIT, (0.5, 7, 0))]
        content = re.sub(rb"node\d", b"nodeX", glb_bytes(nodes))
        document, _ = self.report(self.file("a.glb", content))
        keys = sorted(part["key"] for part in document["parts"])
        self.assertEqual(keys, [f"a/nodeX@{i}" for i in range(1, 5)])
        self.assertEqual(len({clash["id"] for clash in document["clashes"]}), 2)


class Refusals(ProgramTest):
    def test_what_makes_no_sense_is_one_line(self):
        a, b = self.file("a.obj", UNIT), self.file("b.obj", THROUGH)
        bad = self.file("bad.json", b"{}")
        damaged = self.file("damaged.bcf", b"PK\x03\x04" + bytes(40))
        cases = [
            ((), "needs files"),
            ((a,), "two bodies"),
            ((a, b, "--hard", "-1"), "--hard"),
            ((a, b, "--clearance", "nan"), "--clearance"),
            ((a, b, "--date", "today"), "--date"),
            ((a, b, "--open"), "--open"),
            ((a, b, "--contact", "a:b:c"), "--contact"),
            ((a, b, "--baseline", bad), "is not a report"),
            ((a, b, "--review", bad), "format"),
            ((a, b, "--review", damaged), "damaged.bcf"),
            ((a, b, "--baseline", self.file("none.json")), "none.json"),
            ((a, b, "--fail-on", "sometimes"), "--fail-on"),
            ((a, b, "--bcf", "-"), "--json"),
            ((a, b, "--csv", a), "a.obj"),
            ((a, b, "--bcf", self.file("no/such/c.bcf")), "no/such"),
        ]
        for arguments, word in cases:
            with self.subTest(arguments):
                self.assert_fails(self.run_program("report", *arguments), word)

    def test_nothing_is_left_behind_by_a_report_that_fails(self):
        a = self.file("a.obj", UNIT)
        broken = self.file("broken.obj", b"v 0 0\nf 1 2 3\n")
        out = self.file("out.json")
        self.assert_fails(self.run_program("report", a, broken, "--json", out), "broken.obj")
        self.assertFalse(pathlib.Path(out).exists())

    def test_touching_parts_are_no_clash(self):
        done = self.run_program("report", self.file("a.obj", UNIT), self.file("b.obj", FLUSH))
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertIn("2 parts, 1 pair examined: 0 clashes", done.stdout)


if __name__ == "__main__":
    unittest.main()
