# SPDX-License-Identifier: Apache-2.0
"""impinge simulate polytopes: many moving bodies, frame after frame."""
import csv
import json
import pathlib
import signal
import struct
import subprocess
import unittest

from picture_test import read_png
from program import PROGRAM, ProgramTest


def swarm(*, frames=12, density=0.08):
    """Dense enough for many collisions."""
    return ("simulate", "polytopes", "--bodies", "120", "--frames", str(frames), "--density",
            str(density))


DENSE = swarm()


def png_size(path):
    head = pathlib.Path(path).read_bytes()[:24]
    assert head[:8] == b"\x89PNG\r\n\x1a\n"
    return struct.unpack(">II", head[16:24])


class Polytopes(ProgramTest):
    def test_tells_of_every_frame(self):
        document, status = self.run_json(*DENSE)
        self.assertEqual((status, document["kind"], document["body_count"]), (0, "polytopes", 120))
        frames = document["frames"]
        self.assertEqual([frame["frame"] for frame in frames], list(range(12)))
        self.assertGreater(sum(frame["colliding"] for frame in frames), 12)
        for frame in frames:
            self.assertLessEqual(frame["colliding"], frame["candidates"])
            times = frame["timings_ms"]
            stages = times["boxes"] + times["broad_phase"] + times["narrow_phase"]
            self.assertLessEqual(stages, times["total"] * 1.01 + 0.01)
            self.assertTrue(frame["reason"])
        self.assertIsNone(document["differences"])

    def test_events_add_up(self):
        frames = self.run_json(*DENSE, "--margin", "0.3")[0]["frames"]
        now = 0
        for frame in frames:
            now += frame["began"] - frame["ended"]
            self.assertEqual(now, frame["colliding"] + frame["within_margin"])
        self.assertGreater(sum(frame["ended"] for frame in frames), 0)
        self.assertGreater(sum(frame["within_margin"] for frame in frames), 0)

    def test_every_box_kind_and_broad_phase_is_verified_and_tells_the_same(self):
        hashes = set()
        for options in (("--box", "tight"), ("--box", "fixed"), ("--box", "walk-faces"),
                        ("--box", "walk-edges"), ("--broad-phase", "sweep-insertion"),
                        ("--broad-phase", "sweep-bubble"), ("--broad-phase", "interval-tree"),
                        ("--broad-phase", "batch"), ("--broad-phase", "brute-force"),
                        ("--convex-search", "closest-features"),
                        ("--threads", "1"), ("--threads", "3")):
            document, status = self.run_json(*DENSE, "--verify", *options)
            self.assertEqual((status, document["differences"]), (0, 0), options)
            for frame in document["frames"]:
                self.assertEqual(frame["check"]["box_pairs"], frame["candidates"])
                self.assertGreaterEqual(frame["check"]["exact_pairs"], frame["colliding"])
                if options[0] == "--broad-phase":
                    self.assertEqual(frame["broad_phase"], options[1])
            hashes.add(document["hash"])
        self.assertEqual(len(hashes), 1)

    def test_distances_within_a_margin_are_verified(self):
        document, status = self.run_json(*DENSE, "--verify", "--margin", "0.3")
        self.assertEqual((status, document["differences"]), (0, 0))
        self.assertGreater(sum(frame["within_margin"] for frame in document["frames"]), 100)

    def test_parameters_do_what_they_say(self):
        def run(*options, **changed):
            document, _ = self.run_json(*swarm(**changed), *options)
            return document["hash"], document["parameters"]["side"]
        plain = run()
        self.assertEqual(plain, run())
        for options in (("--seed", "2"), ("--faces", "20"), ("--rotation", "3"),
                        ("--translation", "0.3"), ("--shapes", "4")):
            self.assertNotEqual(run(*options)[0], plain[0], options)
        self.assertAlmostEqual(run(density=0.01)[1], 2 * plain[1], places=9)

    def test_penetration_is_told_on_demand(self):
        self.assertTrue(all(frame["deepest"] is None for frame in self.run_json(*DENSE)[0]["frames"]))
        frames = self.run_json(*DENSE, "--penetration")[0]["frames"]
        depths = [frame["deepest"] for frame in frames if frame["colliding"]]
        self.assertTrue(depths)
        self.assertTrue(all(0 < depth < 2 for depth in depths), depths)

    def test_csv_and_table_tell_what_json_tells(self):
        rows = self.file("frames.csv")
        report = self.file("report.json")
        done = self.run_program(*DENSE, "--verify", "--csv", rows, "--json", report)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertRegex(done.stdout, r"^120 polytopes of 36 faces in a cube of side \S+, 12 frames\n")
        self.assertRegex(done.stdout, r"\nverified +every box .*: no differences\n")
        document = json.loads(pathlib.Path(report).read_text(encoding="utf-8"))
        with open(rows, encoding="utf-8", newline="") as text:
            lines = list(csv.DictReader(text))
        self.assertEqual(len(lines), 12)
        for line, frame in zip(lines, document["frames"]):
            for field in ("frame", "candidates", "colliding", "began", "ended", "swaps"):
                self.assertEqual(int(line[field]), frame[field])
            self.assertEqual((line["reason"], line["hash"]), (frame["reason"], frame["hash"]))
            self.assertEqual(float(line["total_ms"]), frame["timings_ms"]["total"])
            self.assertEqual((line["differences"], line["deepest"]), ("0", ""))
        least, median, most = next(line for line in done.stdout.splitlines()
                                   if line.startswith("colliding")).split()[1:]
        counts = sorted(frame["colliding"] for frame in document["frames"])
        self.assertEqual([int(least), int(median), int(most)], [counts[0], counts[6], counts[-1]])

    def test_pictures_of_every_other_frame(self):
        folder = self.folder / "made" / "here"
        document, status = self.run_json(*swarm(frames=4), "--pictures", str(folder),
                                         "--every", "2", "--size", "64x48")
        self.assertEqual(status, 0)
        self.assertEqual([path.name for path in sorted(folder.iterdir())],
                         ["frame-0000.png", "frame-0002.png"])
        self.assertEqual(png_size(folder / "frame-0002.png"), (64, 48))
        self.assertEqual([frame["picture"] is not None for frame in document["frames"]],
                         [True, False, True, False])

    def test_boxes_and_features_are_drawn_and_change_nothing_else(self):
        pictures, hashes = set(), set()
        for options in ((), ("--boxes",), ("--features",), ("--boxes", "--features")):
            folder = self.folder / "-".join(("p", *options))
            document, _ = self.run_json(*swarm(frames=1), "--size", "160x120", "--pictures",
                                        str(folder), *options)
            pictures.add((folder / "frame-0000.png").read_bytes())
            hashes.add(tuple(frame["colliding"] for frame in document["frames"]))
        self.assertEqual((len(pictures), len(hashes)), (4, 1))

    def test_each_eye_sees_the_scene_from_its_own_side(self):
        one, both = self.folder / "one", self.folder / "both"
        options = (*swarm(frames=1), "--size", "120x90", "--pictures")
        self.run_json(*options, str(one))
        self.run_json(*options, str(both), "--stereo")
        width, height, rows = read_png(both / "frame-0000.png")
        self.assertEqual((width, height), (240, 90))
        eyes = [[row[:120] for row in rows], [row[120:] for row in rows]]
        differ = sum(a != b for a, b in zip(*(sum(eye, []) for eye in eyes))) / (120 * 90)
        self.assertGreater(differ, 0.02)
        self.assertLess(differ, 0.7)  # and both see the same bodies
        self.assertNotIn(read_png(one / "frame-0000.png")[2], eyes)

    def test_one_body_collides_with_nothing(self):
        document, status = self.run_json("simulate", "polytopes", "--bodies", "1", "--frames", "3",
                                         "--verify")
        self.assertEqual((status, document["differences"]), (0, 0))
        self.assertEqual([frame["candidates"] for frame in document["frames"]], [0, 0, 0])


class Interruption(ProgramTest):
    def test_prints_what_it_has_and_exits_130(self):
        report, rows = self.file("report.json"), self.file("rows.csv")
        folder = self.folder / "pictures"
        with subprocess.Popen([PROGRAM, *swarm(frames=1000000), "--json", report, "--csv", rows,
                               "--pictures", str(folder), "--size", "16"],
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as program:
            while program.poll() is None and not (folder / "frame-0001.png").exists():
                pass
            program.send_signal(signal.SIGINT)
            out, errors = program.communicate(timeout=60)
        self.assertEqual((program.returncode, errors), (130, ""))
        self.assertRegex(out.splitlines()[0], r", \d+ frames? of 1000000 \(interrupted\)$")
        document = json.loads(pathlib.Path(report).read_text(encoding="utf-8"))
        self.assertIs(document["partial"], True)
        self.assertGreaterEqual(len(document["frames"]), 1)
        self.assertLess(len(document["frames"]), document["frames_wanted"])
        self.assertFalse(pathlib.Path(rows).exists())


class Refusals(ProgramTest):
    def test_wrong_words_and_numbers(self):
        for options, words in (
                (("--bodies", "0"), ()), (("--bodies", "many"), ()), (("--frames", "0"), ()),
                (("--faces", "3"), ()), (("--shapes", "0"), ()), (("--every", "0"), ()),
                (("--density", "0"), ("--density", "0.5")), (("--density", "nan"), ("--density",)),
                (("--density", "0.6"), ("--density",)), (("--translation", "-1"), ("--translation",)),
                (("--rotation", "inf"), ("--rotation",)), (("--margin", "-0.1"), ("--margin",)),
                (("--box", "round"), ("--box", "'round'", "walk-edges")),
                (("--broad-phase", "grid"), ("--broad-phase", "'grid'", "interval-tree")),
                (("--convex-search", "gjk"), ("--convex-search", "'gjk'", "closest-features")),
                (("--boxes",), ("--pictures",)), (("--features",), ("--pictures",)),
                (("--stereo",), ("--pictures",)),
                (("--size", "0"), ("--size",)), (("--csv", "-"), ("standard output",)),
                (("--pictures", self.file("file", b"in the way")), ("file", "cannot be made")),
                (("--json", str(self.folder / "no" / "such.json")), ("such.json",))):
            with self.subTest(options):
                few = () if options[0] == "--bodies" else ("--bodies", "3")
                self.assert_fails(self.run_program("simulate", "polytopes", *few, *options), *words)

    def test_a_kind_must_be_named(self):
        self.assert_fails(self.run_program("simulate"))
        self.assert_fails(self.run_program("simulate", "weather"))


if __name__ == "__main__":
    unittest.main()
