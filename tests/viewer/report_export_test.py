# SPDX-License-Identifier: Apache-2.0
"""Clash reports that the viewer writes: of the scene as it stands, as `impinge report` would."""
import json
import pathlib
import re
import unittest

from program import FLUSH, THROUGH
from view_program import ViewTest


def report_in(page):
    """The report as JSON, as a page has it within."""
    with open(page, encoding="utf-8") as file:
        text = file.read()
    return json.loads(re.search(r'<script[^>]*application/json[^>]*>(.*?)</script>', text, re.S)[1])


class ReportExport(ViewTest):
    def pages(self):
        """Pages need npm while impinge is built."""
        done = self.run_program("report", *self.boxes(), "-o", self.folder / "any.html")
        if done.returncode == 2 and "without pages" in done.stderr:
            self.skipTest("built without pages")

    def test_the_report_is_that_of_the_scene_as_it_stands(self):
        self.pages()
        first, page, scene = (self.folder / name for name in ("1.html", "2.html", "scene.json"))
        self.view(
            self.boxes() + [self.file("c.obj", FLUSH)], "wait idle", f"export report {first}", "wait idle",
            "expect message 1.html", "click @row.b", "click @place.x", "type -2.25", "key enter",
            "wait idle", f"save {scene}", f"export report {page}", "wait idle", "expect message 2.html",
            "expect faults 0")
        told = self.folder / "told.html"
        self.run_program("report", scene, "-o", told)
        expected, found = report_in(told), report_in(page)
        for field in ("parts", "rules", "clashes", "groups", "ignored", "undecided", "counts", "unit"):
            self.assertEqual(found[field], expected[field], field)
        self.assertGreater(len(found["clashes"]), 0)
        self.assertNotEqual(report_in(first)["clashes"], found["clashes"])  # the comparison can fail

    def test_what_was_removed_is_not_in_it(self):
        self.pages()
        page = self.folder / "page.html"
        self.view([self.boxes()[0], self.file("c.obj", FLUSH), self.file("d.obj", THROUGH)],
                  "wait idle", "click @row.d", "key delete", "wait idle", f"export report {page}",
                  "wait idle", "expect faults 0")
        self.assertEqual([part["name"] for part in report_in(page)["parts"]], ["a", "c"])

    def test_no_input_is_overwritten_and_what_fails_is_said(self):
        self.pages()
        boxes = self.boxes()
        before = pathlib.Path(boxes[0]).read_bytes()
        page = self.folder / "by-dialog.html"
        self.view(
            boxes, "wait idle", f"export report {boxes[0]}", "expect message overwritten",
            "export report /nowhere/page.html", "expect message nowhere", "key ctrl+e", "wait idle",
            "key ctrl+a", f"type {page.with_suffix('')}", "key enter", "wait idle",
            "expect message by-dialog.html")
        self.assertEqual(pathlib.Path(boxes[0]).read_bytes(), before)
        self.assertGreater(page.stat().st_size, 10000)
        self.view([boxes[0]], "wait idle", f"export report {page}", "expect message two")
        told = self.view(boxes, "wait idle", "export report", status=2)
        self.assertIn("line 2", told)


if __name__ == "__main__":
    unittest.main()
