# SPDX-License-Identifier: Apache-2.0
"""Bad input, bad outputs, interruption: one clear line and the right status."""
import os
import resource
import signal
import struct
import subprocess
import unittest

from program import FAR, PROGRAM, THROUGH, UNIT, ProgramTest, obj_text, ply_bytes, stl_bytes


class BadInput(ProgramTest):
    def check(self, name, content, **options):
        return self.run_program("check", self.file("good.obj", UNIT), self.file(name, content),
                                **options)

    def test_each_kind_names_file_place_and_reason(self):
        nan = bytearray(stl_bytes(UNIT))
        nan[96:100] = struct.pack("<f", float("nan"))
        cases = [
            ("empty.stl", b"", ["is empty"]),
            ("short.stl", stl_bytes(UNIT)[:-1], ["byte 80", "12 triangles"]),
            ("nan.stl", bytes(nan), ["byte 96", "not finite"]),
            ("range.obj", obj_text(UNIT) + b"f 1 2 9\n", ["line 21", "vertex 9", "8 vertices"]),
            ("points.obj", b"v 0 0 0\n", ["holds no faces"]),
            ("cut.ply", ply_bytes(UNIT)[:-3], ["byte ", "ends within its rows"]),
            ("notes.txt", b"hello\n", ["neither STL, OBJ, PLY"]),
        ]
        for name, content, words in cases:
            with self.subTest(name):
                self.assert_fails(self.check(name, content), f"{self.folder}/{name}: ", *words)

    def test_missing_files_and_folders(self):
        good = self.file("good.obj", UNIT)
        self.assert_fails(self.run_program("check", good, self.file("none.stl")), "none.stl: No such")
        self.assert_fails(self.run_program("check", good, self.file("good.obj/none.stl")), "good.obj")
        self.assert_fails(self.run_program("self", self.file("none.stl")), "none.stl: No such")
        self.assert_fails(self.run_program("distance", good, self.file("none.stl")), "none.stl")

    def test_lying_headers_are_refused_without_the_memory_they_ask_for(self):
        def little_memory():
            resource.setrlimit(resource.RLIMIT_DATA, (1 << 30, 1 << 30))
        if self.run_program("--version", preexec_fn=little_memory).returncode != 0:
            little_memory = None  # sanitizers want more for themselves
        lies = [
            ("lie.stl", stl_bytes(([], []), 0xFFFFFFFF)),
            ("lie.ply", ply_bytes(UNIT).replace(b"vertex 8", b"vertex 4000000000")),
            ("lie2.ply", ply_bytes(UNIT).replace(b"face 12", b"face 4000000000")),
        ]
        for name, content in lies:
            with self.subTest(name):
                self.assert_fails(self.check(name, content, preexec_fn=little_memory), name)

    def test_an_output_is_not_written_when_the_input_is_bad(self):
        report = self.file("report.json")
        self.run_program("check", self.file("a.obj", UNIT), self.file("b.stl", b""), "--json", report)
        self.assertFalse(os.path.exists(report))


class BadUsage(ProgramTest):
    def test_is_status_2_and_one_line(self):
        a = self.file("a.obj", UNIT)
        for arguments in (["examine", a], ["check"], ["check", a], ["check", a, a, "--what"],
                          ["check", a, a, "--threads", "many"], ["check", a, a, "--threads", "-1"],
                          ["self"], ["distance", a], ["check", a, a, "--json"]):
            with self.subTest(arguments):
                self.assert_fails(self.run_program(*arguments))


class BadOutput(ProgramTest):
    def setUp(self):
        super().setUp()
        self.bodies = [self.file("a.obj", UNIT), self.file("b.obj", THROUGH)]

    def test_is_found_before_the_work(self):
        missing = self.file("missing/report")
        for option, path in (("--json", missing), ("--pairs", missing), ("--curves", missing + ".obj"),
                             ("--json", str(self.folder)), ("--curves", self.file("curves.stl")),
                             ("--pairs", "-")):
            with self.subTest(option + path):
                self.assert_fails(self.run_program("check", *self.bodies, option, path))

    def test_a_full_disk_is_status_2(self):
        done = self.run_program("check", *self.bodies, "-q", "--json", "/dev/full")
        self.assert_fails(done, "/dev/full", "No space left")
        with open("/dev/full", "w", encoding="utf-8") as full:
            done = subprocess.run([PROGRAM, "check", *self.bodies], stdout=full, text=True,
                                  stderr=subprocess.PIPE, timeout=60, check=False)
        self.assertEqual(done.returncode, 2)
        self.assertEqual(done.stderr, "impinge: standard output: No space left on device\n")

    def test_a_reader_that_left_is_no_failure(self):
        reader, writer = os.pipe()
        os.close(reader)
        done = subprocess.run([PROGRAM, "check", *self.bodies], stdout=writer, text=True,
                              stderr=subprocess.PIPE, timeout=60, check=False)
        os.close(writer)
        self.assertEqual((done.returncode, done.stderr), (1, ""))


class Interrupt(ProgramTest):
    def test_prints_what_it_has_and_exits_130(self):
        """A pipe in place of a file holds the program still until the signal is sent."""
        pipe, report, pairs = self.file("pipe.obj"), self.file("r.json"), self.file("pairs.csv")
        os.mkfifo(pipe)
        files = [self.file("a.obj", UNIT), pipe, self.file("c.obj", FAR)]
        with subprocess.Popen([PROGRAM, "check", *files, "--json", report, "--pairs", pairs],
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as program:
            with open(pipe, "wb") as writer:  # opens once the program reads
                program.send_signal(signal.SIGINT)
                writer.write(obj_text(FAR))
            out, errors = program.communicate(timeout=60)
        self.assertEqual((program.returncode, errors), (130, ""))
        self.assertRegex(out, r"\n\d bod(y|ies), 0 pairs examined \(interrupted\)\n$")
        with open(report, encoding="utf-8") as text:
            self.assertIn('"partial": true', text.read())
        self.assertFalse(os.path.exists(pairs))


if __name__ == "__main__":
    unittest.main()
