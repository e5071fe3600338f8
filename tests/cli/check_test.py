# SPDX-License-Identifier: Apache-2.0
"""impinge check: exit statuses, the table, JSON, pairs and curves."""
import csv
import json
import unittest

from program import (FAR, FLUSH, OPEN, THROUGH, UNIT, WITHIN, ProgramTest, joined, ply_bytes,
                     stl_bytes)


class Verdicts(ProgramTest):
    CASES = [
        ("apart", FAR, 0),
        ("touching", FLUSH, 0),
        ("crossing", THROUGH, 1),
        ("b_inside_a", WITHIN, 1),
        ("same", UNIT, 1),
    ]

    def test_each_verdict_has_its_word_and_status(self):
        a = self.file("a.obj", UNIT)
        for verdict, mesh, status in self.CASES:
            b = self.file("b.obj", mesh)
            with self.subTest(verdict):
                document, returned = self.run_json("check", a, b)
                self.assertEqual(document["pairs"][0]["verdict"], verdict)
                self.assertEqual(returned, status)
                self.assertEqual(document["interference"], status == 1)
                quiet = self.run_program("check", "--quiet", a, b)
                self.assertEqual((quiet.returncode, quiet.stdout, quiet.stderr), (status, "", ""))

    def test_swapped_files_mirror_the_verdict(self):
        a, b = self.file("a.obj", UNIT), self.file("b.obj", WITHIN)
        document, status = self.run_json("check", b, a)
        self.assertEqual((document["pairs"][0]["verdict"], status), ("a_inside_b", 1))

    def test_touching_counts_only_when_asked(self):
        a, b = self.file("a.obj", UNIT), self.file("b.obj", FLUSH)
        self.assertEqual(self.run_program("check", a, b).returncode, 0)
        self.assertEqual(self.run_program("check", "--touching-counts", a, b).returncode, 1)
        far = self.file("far.obj", FAR)
        self.assertEqual(self.run_program("check", "--touching-counts", a, far).returncode, 0)

    def test_formats_can_be_mixed(self):
        files = [
            self.file("a.obj", UNIT),
            self.file("b.stl", stl_bytes(UNIT)),
            self.file("c.ply", ply_bytes(UNIT)),
        ]
        document, status = self.run_json("check", *files)
        self.assertEqual([pair["verdict"] for pair in document["pairs"]], ["same"] * 3)
        self.assertEqual(status, 1)


class Table(ProgramTest):
    def test_says_what_was_examined(self):
        files = [self.file("a.obj", UNIT), self.file("b.obj", THROUGH), self.file("c.obj", FAR)]
        done = self.run_program("check", *files)
        lines = done.stdout.splitlines()
        self.assertEqual(lines[-1], "3 bodies, 3 pairs examined: 1 crossing, 2 apart")
        self.assertEqual(lines[0].split(), ["body", "triangles", "solid", "components", "file"])
        self.assertEqual(lines[1].split(), ["a", "12", "yes", "1", files[0]])
        pairs = [line.split() for line in lines if line.startswith("a  b")]
        self.assertEqual([row[:3] for row in pairs if row[2] != "verdict"],
                         [["a", "b", "crossing"]])
        self.assertNotIn("\x1b", done.stdout)

    def test_one_pair_is_not_plural(self):
        done = self.run_program("check", self.file("a.obj", UNIT), self.file("b.obj", FAR))
        self.assertIn("2 bodies, 1 pair examined: 1 apart\n", done.stdout)

    def test_a_body_that_is_no_solid_is_noted_with_the_reason(self):
        a, b = self.file("a.obj", OPEN), self.file("b.obj", WITHIN)
        done = self.run_program("check", a, b)
        note = [line for line in done.stdout.splitlines() if line.startswith("note: ")]
        self.assertEqual(len(note), 1)
        for words in ("a is not a solid", "3 open edges", "only surfaces were compared"):
            self.assertIn(words, note[0])
        self.assertEqual(done.returncode, 3)
        document, _ = self.run_json("check", a, b)
        self.assertEqual(document["bodies"][0]["solid"], False)
        self.assertIn("3 open edges", document["bodies"][0]["diagnosis"])
        self.assertEqual(document["bodies"][1]["solid"], True)
        self.assertEqual(document["pairs"][0]["compared"], "surfaces")
        self.assertEqual(document["pairs"][0]["verdict"], "apart")


class Json(ProgramTest):
    def test_has_the_documented_fields(self):
        a, b = self.file("a.obj", UNIT), self.file("b.obj", THROUGH)
        document, _ = self.run_json("check", a, b)
        self.assertEqual(document["format"], "impinge-check")
        self.assertEqual(document["format_version"], 1)
        self.assertIs(document["partial"], False)
        body = document["bodies"][1]
        self.assertEqual((body["name"], body["file"]), ("b", b))
        self.assertEqual((body["vertices"], body["triangles"]), (8, 12))
        self.assertEqual((body["solid"], body["components"]), (True, 1))
        self.assertEqual(body["diagnosis"], [])
        self.assertEqual(body["box"], {"min": [0.5, 0.25, 0.375], "max": [2.0, 0.75, 0.625]})
        pair = document["pairs"][0]
        self.assertEqual((pair["a"], pair["b"]), (0, 1))
        for field, value in (("certainty", "exact"), ("compared", "solids"), ("method", "exact"),
                             ("device", "cpu"), ("curves", None), ("partial", False)):
            self.assertEqual(pair[field], value, field)
        self.assertGreater(pair["triangle_pairs"], 0)
        self.assertEqual(pair["touching_pairs"], 0)
        self.assertRegex(pair["hash"], "^[0-9a-f]{16}$")
        self.assertRegex(document["hash"], "^[0-9a-f]{16}$")
        examined = document["examined"]
        self.assertEqual((examined["bodies"], examined["pairs"]), (2, 1))
        self.assertGreaterEqual(examined["candidate_triangle_pairs"], pair["triangle_pairs"])
        self.assertEqual(sum(document["counts"].values()), 1)
        for stage in ("read", "diagnose", "collide", "total"):
            self.assertGreaterEqual(document["timings_ms"][stage], 0)

    def test_lists_all_pairs_in_order(self):
        files = [self.file(f"{i}.obj", mesh) for i, mesh in enumerate([UNIT, FAR, FLUSH, WITHIN])]
        document, _ = self.run_json("check", *files)
        self.assertEqual([(pair["a"], pair["b"]) for pair in document["pairs"]],
                         [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)])
        self.assertEqual(document["counts"]["apart"], 4)

    def test_answers_do_not_depend_on_threads(self):
        files = [self.file("a.obj", UNIT), self.file("b.obj", THROUGH), self.file("c.obj", FLUSH)]
        hashes = {self.run_json("check", "--threads", threads, *files)[0]["hash"]
                  for threads in ("0", "1", "2", "3", "8")}
        self.assertEqual(len(hashes), 1)
        other = self.run_json("check", files[0], files[1])[0]["hash"]
        self.assertNotIn(other, hashes)

    def test_names_are_unique(self):
        (self.folder / "x").mkdir()
        (self.folder / "y").mkdir()
        x, y = self.file("x/part.obj", UNIT), self.file("y/part.obj", FAR)
        other = self.file("other.obj", FLUSH)
        document, _ = self.run_json("check", x, y, other, x)
        names = [body["name"] for body in document["bodies"]]
        self.assertEqual(names, [x, y, "other", x + "#2"])

    def test_a_file_is_written_beside_the_table(self):
        report = self.file("report.json")
        done = self.run_program("check", "--json", report, self.file("a.obj", UNIT),
                                self.file("b.obj", FAR))
        self.assertIn("1 pair examined", done.stdout)
        with open(report, encoding="utf-8") as text:
            self.assertEqual(json.load(text)["counts"]["apart"], 1)

    def test_file_names_that_are_no_text_do_not_break_it(self):
        a = self.file("a.obj", UNIT)
        odd = str(self.folder).encode() + b"/\xff\".obj"
        with open(odd, "wb") as copy, open(a, "rb") as original:
            copy.write(original.read())
        document, _ = self.run_json("check", a, odd)
        self.assertEqual(document["pairs"][0]["verdict"], "same")


class ContactFiles(ProgramTest):
    def test_pairs_are_as_many_as_json_says(self):
        a, b = self.file("a.obj", UNIT), self.file("b,c.obj", joined(FLUSH, WITHIN))
        pairs = self.file("pairs.csv")
        document, _ = self.run_json("check", a, b, "--pairs", pairs)
        with open(pairs, newline="", encoding="utf-8") as text:
            rows = list(csv.reader(text))
        self.assertEqual(rows[0], ["body_a", "body_b", "triangle_a", "triangle_b", "kind"])
        self.assertEqual({tuple(row[:2]) for row in rows[1:]}, {("a", "b,c")})
        self.assertEqual(len(rows) - 1, document["pairs"][0]["triangle_pairs"])
        kinds = [row[4] for row in rows[1:]]
        self.assertEqual(kinds.count("touching"), document["pairs"][0]["touching_pairs"])
        indices = [(int(row[2]), int(row[3])) for row in rows[1:]]
        self.assertEqual(indices, sorted(set(indices)))

    def test_curves_are_closed_polylines_on_both_surfaces(self):
        a, b = self.file("a.obj", UNIT), self.file("b.obj", THROUGH)
        curves = self.file("curves.obj")
        document, status = self.run_json("check", a, b, "--curves", curves)
        self.assertEqual((status, document["pairs"][0]["curves"]), (1, 1))
        with open(curves, encoding="utf-8") as text:
            lines = [line.split() for line in text]
        vertices = [tuple(map(float, line[1:])) for line in lines if line[0] == "v"]
        for x, y, z in vertices:  # the rod leaves the box through its face x = 1
            self.assertEqual(x, 1.0)
            self.assertTrue(y in (0.25, 0.75) or z in (0.375, 0.625), (x, y, z))
        polylines = [line[1:] for line in lines if line[0] == "l"]
        self.assertEqual(len(polylines), 1)
        self.assertEqual(polylines[0][0], polylines[0][-1])
        self.assertIn(["o", "a|b"], lines)

    def test_quiet_still_writes_files(self):
        a, b = self.file("a.obj", UNIT), self.file("b.obj", FAR)
        pairs, curves = self.file("pairs.csv"), self.file("curves.obj")
        done = self.run_program("check", "-q", a, b, "--pairs", pairs, "--curves", curves)
        self.assertEqual((done.returncode, done.stdout), (0, ""))
        with open(pairs, encoding="utf-8") as text:
            self.assertEqual(len(text.readlines()), 1)
        with open(curves, encoding="utf-8") as text:
            self.assertTrue(text.read().startswith("#"))


if __name__ == "__main__":
    unittest.main()
