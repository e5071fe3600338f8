# SPDX-License-Identifier: Apache-2.0
"""impinge simulate polytopes --device: the same frames from a GPU."""
import csv
import json
import pathlib
import re
import signal
import subprocess
import unittest

from check_device_test import NOWHERE
from program import PROGRAM, ProgramTest

# What tells how an answer was found.
OF_THE_WAY = ("broad_phase", "reason", "swaps", "asked_exact", "timings_ms", "candidates")


def swarm(*options, bodies=500, frames=10, density=0.1):
    return ("simulate", "polytopes", "--bodies", str(bodies), "--frames", str(frames), "--density",
            str(density), *options)


class Frames(ProgramTest):
    def setUp(self):
        super().setUp()
        devices = self.run_json("devices")[0]["raster_devices"]
        if not any(d["name"] == "opengl" and d["present"] for d in devices):
            self.skipTest("no OpenGL: " + str([d["absent_because"] for d in devices]))

    def rows(self, document):
        return [{key: frame[key] for key in frame if key not in OF_THE_WAY} for frame in document["frames"]]

    def both(self, *arguments):
        documents = []
        for device in ("cpu", "opengl"):
            document, status = self.run_json(*arguments, "--device", device)
            self.assertEqual(status, 0)
            documents.append(document)
        return documents

    def test_are_those_of_the_processor(self):
        for options in ((), ("--faces", "8", "--shapes", "3", "--seed", "7"), ("--translation", "0.9")):
            with self.subTest(options):
                cpu, opengl = self.both(*swarm(*options))
                self.assertEqual(opengl["hash"], cpu["hash"])
                self.assertEqual(self.rows(opengl), self.rows(cpu))
                frames = opengl["frames"]
                self.assertGreater(min(frame["colliding"] for frame in frames), 50)
                self.assertGreater(sum(frame["began"] for frame in frames[1:]), 20)
                self.assertGreater(sum(frame["ended"] for frame in frames), 20)
                self.assertEqual({frame["broad_phase"] for frame in frames}, {"device"})
                for frame, same in zip(frames, cpu["frames"]):
                    # Boxes of the device are wider by what it rounds.
                    self.assertIn(frame["candidates"] - same["candidates"], range(3))
                    times = frame["timings_ms"]
                    stages = times["boxes"] + times["broad_phase"] + times["narrow_phase"]
                    self.assertLessEqual(stages, times["total"] * 1.01 + 0.01)
                    self.assertGreater(min(times["boxes"], times["broad_phase"], times["narrow_phase"]), 0)

    def test_say_who_decided(self):
        cpu, opengl = self.both(*swarm(frames=1))
        self.assertEqual((cpu["parameters"].pop("device"), cpu["parameters"].pop("device_reason")), ("", ""))
        self.assertEqual(opengl["parameters"].pop("device"), "opengl")
        self.assertRegex(opengl["parameters"].pop("device_reason"), "^opengl, .")
        self.assertEqual(opengl["parameters"], cpu["parameters"])
        auto, _ = self.run_json(*swarm("--device", "auto", frames=1))
        self.assertEqual((auto["hash"], auto["parameters"]["device"]), (cpu["hash"], "cpu"))
        self.assertRegex(auto["parameters"]["device_reason"],
                         r"^cpu \(auto: 500 bodies of all frames to look at, .* 1000000 on\)$")

    def test_are_checked_against_the_exact_engine(self):
        document, status = self.run_json(*swarm("--verify", "--device", "opengl", frames=4))
        self.assertEqual((status, document["differences"]), (0, 0))
        for frame in document["frames"]:
            self.assertGreaterEqual(frame["candidates"], frame["check"]["box_pairs"])
            self.assertGreater(frame["check"]["exact_pairs"], frame["colliding"])

    def test_table_rows_and_pictures(self):
        pictures = []
        for device in ("cpu", "opengl"):
            folder, rows = self.folder / device, self.file(device + ".csv")
            done = self.run_program(*swarm("--device", device, "--pictures", str(folder), "--every", "2", "--size",
                                           "80x60", "--csv", rows, bodies=100, frames=3))
            self.assertEqual((done.returncode, done.stderr), (0, ""))
            self.assertEqual(bool(re.search(r"(?m)^device +opengl, .", done.stdout)), device == "opengl")
            self.assertEqual("broad phase  device in 3 frames" in done.stdout, device == "opengl")
            with open(rows, encoding="utf-8", newline="") as text:
                table = list(csv.DictReader(text))
            pictures.append((sorted((path.name, path.read_bytes()) for path in folder.iterdir()),
                             [(row["hash"], row["began"], row["ended"], row["colliding"]) for row in table]))
        self.assertEqual(len(pictures[0][0]), 2)
        self.assertEqual(pictures[0], pictures[1])

    def test_interrupted_are_those_that_were_finished(self):
        report, folder = self.file("report.json"), self.folder / "pictures"
        with subprocess.Popen([PROGRAM, *swarm("--device", "opengl", "--json", report, "--pictures", str(folder),
                                               "--size", "16", frames=1000000)],
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as program:
            while program.poll() is None and not (folder / "frame-0001.png").exists():
                pass
            program.send_signal(signal.SIGINT)
            out, errors = program.communicate(timeout=60)
        self.assertEqual((program.returncode, errors), (130, ""))
        self.assertRegex(out.splitlines()[0], r", \d+ frames? of 1000000 \(interrupted\)$")

    def test_without_anybody_to_collide_with(self):
        _, opengl = self.both("simulate", "polytopes", "--bodies", "1", "--frames", "3")
        self.assertEqual([frame["candidates"] for frame in opengl["frames"]], [0, 0, 0])


class WithoutDevice(ProgramTest):
    def test_it_is_an_error_unless_the_processor_may_stand_in(self):
        few = swarm("--device", "opengl", bodies=50, frames=2)
        self.assert_fails(self.run_program(*few, env=NOWHERE), "opengl", "EGL")
        plain = self.run_json(*swarm(bodies=50, frames=2))[0]
        report = self.file("report.json")
        done = self.run_program(*few, "--fallback", "--json", report, env=NOWHERE)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertRegex(done.stdout, r"(?m)^device +cpu \(opengl: .*EGL")
        found = json.loads(pathlib.Path(report).read_text(encoding="utf-8"))
        self.assertEqual((found["hash"], found["parameters"]["device"]), (plain["hash"], "cpu"))

    def test_what_a_device_has_not_is_refused_or_left_to_the_processor(self):
        folder = str(self.folder / "pictures")
        for options in (("--margin", "0.2"), ("--penetration",), ("--box", "fixed"), ("--broad-phase", "batch"),
                        ("--convex-search", "closest-features"), ("--boxes", "--pictures", folder),
                        ("--features", "--pictures", folder, "--size", "16")):
            with self.subTest(options):
                few = swarm(*options, bodies=20, frames=1)
                for more in ((), ("--fallback",)):
                    self.assert_fails(self.run_program(*few, "--device", "opengl", *more), options[0] + ":",
                                      "processor", "opengl")
                auto, status = self.run_json(*few, "--device", "auto")
                self.assertEqual((status, auto["parameters"]["device"]), (0, "cpu"))
                self.assertEqual(auto["parameters"]["device_reason"],
                                 f"cpu (auto: {options[0]} is for the processor)")

    def test_wrong_words(self):
        few = swarm(bodies=3, frames=1)
        for options, words in ((("--device", "gpu"), ("'gpu'", "cpu, opengl, auto")),
                               (("--device", "software"), ("'software'", "cpu, opengl, auto")),
                               (("--fallback",), ("--fallback", "--device opengl or auto")),
                               (("--device", "cpu", "--fallback"), ("--fallback",))):
            self.assert_fails(self.run_program(*few, *options), *words)


if __name__ == "__main__":
    unittest.main()
