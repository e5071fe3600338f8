# SPDX-License-Identifier: Apache-2.0
"""impinge simulate cloth, creature, shatter and bumpers: scenes that move by themselves."""
import csv
import json
import pathlib
import unittest

from program import ProgramTest

CLOTH = ("simulate", "cloth", "--bodies", "6")
CREATURE = ("simulate", "creature", "--balls", "12")
SHATTER = ("simulate", "shatter", "--pieces", "12")
BUMPERS = ("simulate", "bumpers", "--bodies", "6", "--resolution", "160", "--speed", "1.5")


class MovingScenes(ProgramTest):
    def test_a_cloth_tears_and_nothing_passes_through_elsewhere(self):
        document, status = self.run_json(*CLOTH, "--frames", "60", "--verify")
        self.assertEqual((status, document["differences"], document["kind"]), (0, 0, "cloth"))
        first, last = document["frames"][0], document["frames"][-1]
        self.assertEqual((first["splits"], first["body_count"]), (0, 9))
        self.assertGreater(last["splits"], 0)
        self.assertGreater(last["triangles"], first["triangles"])
        self.assertGreater(last["vertices"], first["vertices"])
        self.assertGreater(max(frame["triangle_pairs"] for frame in document["frames"]), 10)
        self.assertGreater(max(frame["check"]["deepest"] for frame in document["frames"]), 0)
        self.assertEqual(last["colliding"], last["touching"] + last["crossing"])

    def test_a_lizard_pushes_balls(self):
        document, status = self.run_json(*CREATURE, "--frames", "50", "--verify")
        self.assertEqual((status, document["differences"]), (0, 0))
        counts = [frame["triangle_pairs"] for frame in document["frames"]]
        self.assertGreater(max(counts), counts[0])
        self.assertEqual({frame["splits"] for frame in document["frames"]}, {0})

    def test_a_vase_breaks_once(self):
        document, status = self.run_json(*SHATTER, "--frames", "60", "--verify")
        self.assertEqual((status, document["differences"]), (0, 0))
        bodies = [frame["body_count"] for frame in document["frames"]]
        self.assertEqual(bodies[0], 3)
        self.assertGreaterEqual(bodies[-1], 14)
        self.assertEqual(len(set(bodies)), 2)

    def test_bodies_bounce_and_keep_their_momentum(self):
        document, status = self.run_json(*BUMPERS, "--frames", "30", "--restitution", "0.7",
                                         "--verify")
        self.assertEqual((status, document["differences"], document["kind"]), (0, 0, "bumpers"))
        frames = document["frames"]
        self.assertGreater(sum(frame["crossing"] for frame in frames), 0)
        self.assertLess(frames[-1]["energy"], frames[0]["energy"])
        for before, after in zip(frames, frames[1:]):
            self.assertLessEqual(after["energy"], before["energy"] * (1 + 1e-14))
            for one, other in zip(before["momentum"], after["momentum"]):
                self.assertAlmostEqual(one, other, delta=1e-9)
        still = self.run_json(*SHATTER, "--frames", "1")[0]["frames"][0]
        self.assertEqual((still["energy"], still["momentum"]), (None, None))
        done = self.run_program(*BUMPERS, "--frames", "2", "--verify")
        self.assertRegex(done.stdout, r"^6 weightless bodies bounce in a room, 2 frames\n")
        self.assertRegex(done.stdout, r"\nenergy +\S+ at first, \S+ at last\n")

    def test_threads_and_checks_change_nothing_but_seeds_do(self):
        def digest(*options):
            return self.run_json(*CLOTH, "--frames", "20", *options)[0]["hash"]
        plain = digest()
        self.assertEqual(plain, digest("--threads", "3", "--verify"))
        for options in (("--seed", "2"), ("--triangles", "3000")):
            self.assertNotEqual(plain, digest(*options), options)

    def test_pictures_and_rows_are_written_to_the_folder(self):
        folder = self.folder / "made" / "here"
        rows, report = self.file("rows.csv"), self.file("report.json")
        done = self.run_program(*SHATTER, "--frames", "5", "--out", str(folder), "--every", "2",
                                "--size", "64x48", "--csv", rows, "--json", report, "--verify")
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertRegex(done.stdout, r"^a ball breaks a vase into about 12 shards, 5 frames\n")
        self.assertRegex(done.stdout, r"\nverified +.*: nothing passes through anything")
        self.assertEqual(sorted(path.name for path in folder.iterdir()),
                         ["frame-0000.png", "frame-0002.png", "frame-0004.png", "frames.csv"])
        self.assertEqual((folder / "frames.csv").read_text(encoding="utf-8"),
                         pathlib.Path(rows).read_text(encoding="utf-8"))
        document = json.loads(pathlib.Path(report).read_text(encoding="utf-8"))
        with open(rows, encoding="utf-8", newline="") as text:
            lines = list(csv.DictReader(text))
        self.assertEqual(len(lines), 5)
        for line, frame in zip(lines, document["frames"]):
            for field in ("frame", "triangles", "vertices", "splits", "candidates", "colliding",
                          "touching", "crossing", "triangle_pairs"):
                self.assertEqual(int(line[field]), frame[field], field)
            self.assertEqual((int(line["bodies"]), line["hash"]), (frame["body_count"], frame["hash"]))
            self.assertEqual(float(line["move_ms"]), frame["timings_ms"]["move"])
            self.assertEqual(line["differences"], "0")

    def test_refuses_what_makes_no_sense(self):
        for options, words in (
                (("cloth", "--triangles", "3"), ("--triangles",)), (("cloth", "--bodies", "0"), ("--bodies",)),
                (("cloth", "--tears-at", "1"), ("--tears-at", "1.01")),
                (("cloth", "--tears-at", "nan"), ("--tears-at",)),
                (("creature", "--balls", "41"), ("--balls",)), (("creature", "--frames", "0"), ("--frames",)),
                (("shatter", "--pieces", "1"), ("--pieces",)), (("shatter", "--speed", "7"), ("--speed", "6")),
                (("bumpers", "--restitution", "1.1"), ("--restitution", "0 to 1")),
                (("bumpers", "--speed", "2"), ("--speed", "1.5")),
                (("bumpers", "--device", "toaster"), ("--device", "opengl")),
                (("bumpers", "--resolution", "32"), ("--resolution",)),
                (("bumpers", "--bodies", "0"), ("--bodies",)),
                (("shatter", "--every", "2"), ("--every", "--out")), (("cloth", "--size", "0"), ("--size",)),
                (("creature", "--out", self.file("file", b"in the way")), ("file", "cannot be made"))):
            with self.subTest(options):
                self.assert_fails(self.run_program("simulate", *options), *words)


if __name__ == "__main__":
    unittest.main()
