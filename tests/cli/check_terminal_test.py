# SPDX-License-Identifier: Apache-2.0
"""What a person at a terminal sees: progress, colour, and Ctrl-C, on a pseudo-terminal."""
import json
import os
import pty
import re
import select
import signal
import subprocess
import tempfile
import time
import unittest

from program import (FAR, FLUSH, PROGRAM, THROUGH, UNIT, ProgramTest, box, grouped_obj,
                     obj_text)

ERASE = "\r\x1b[K"
COLOUR = re.compile(r"\x1b\[3\dm")


def shown(text):
    """What stays on a screen that knows carriage returns and erasing to the end of the line."""
    lines = []
    for line in text.replace("\r\n", "\n").split("\n"):
        screen, column = "", 0
        for part in re.split(r"(\r|\x1b\[K)", line):
            if part == "\r":
                column = 0
            elif part == "\x1b[K":
                screen = screen[:column]
            else:
                screen = screen[:column] + part + screen[column + len(part):]
                column += len(part)
        lines.append(screen)
    return "\n".join(lines)


class Terminal:
    """The program with its output or its errors on a terminal."""

    def __init__(self, *arguments, output, **environment):
        self.master, slave = pty.openpty()
        variables = {**os.environ, "TERM": "xterm", **environment}
        if "NO_COLOR" not in environment:
            variables.pop("NO_COLOR", None)
        self.answer = tempfile.TemporaryFile()  # a pipe would hold the program when it is full
        self.program = subprocess.Popen(
            [PROGRAM, *arguments], stdin=subprocess.DEVNULL, env=variables,
            stdout=slave if output else self.answer, stderr=self.answer if output else slave)
        os.close(slave)
        self.text = ""

    def read_until(self, words, seconds=20):
        """Collects output until the words are there or the program ends."""
        deadline = time.monotonic() + seconds
        while words not in self.text and time.monotonic() < deadline:
            if not select.select([self.master], [], [], 0.2)[0]:
                continue
            try:
                chunk = os.read(self.master, 65536)
            except OSError:  # the other side is closed
                return self.text
            if not chunk:
                return self.text
            self.text += chunk.decode()
        return self.text

    def finish(self):
        self.read_until("\0never\0", 30 if self.program.poll() is None else 1)
        status = self.program.wait(timeout=30)
        os.close(self.master)
        with self.answer:
            self.answer.seek(0)
            return status, self.answer.read().decode()


class Progress(ProgramTest):
    """A pipe in place of a file holds the program still for as long as the test likes."""

    def setUp(self):
        super().setUp()
        self.pipe = self.file("pipe.obj")
        os.mkfifo(self.pipe)
        self.other = self.file("a.obj", UNIT)

    def feed(self, content=obj_text(FAR)):
        with open(self.pipe, "wb") as writer:
            writer.write(content)

    def test_appears_after_half_a_second_and_leaves_nothing(self):
        for verb in (["check", self.other, self.pipe], ["distance", self.other, self.pipe],
                     ["self", self.pipe]):
            with self.subTest(verb[0]):
                started = time.monotonic()
                terminal = Terminal(*verb, output=False)
                text = terminal.read_until("reading")
                self.assertGreater(time.monotonic() - started, 0.4)
                self.assertRegex(text, r"\rreading +\d+ %  \[#* *\]\x1b\[K")
                self.feed()
                status, answer = terminal.finish()
                self.assertEqual(status, 0)
                self.assertTrue(terminal.text.endswith(ERASE), repr(terminal.text))
                self.assertEqual(shown(terminal.text).strip(), "")
                self.assertNotIn("\x1b", answer)
                self.assertNotIn("reading", answer)

    def test_is_not_shown_when_quiet_or_quick(self):
        started = time.monotonic()
        terminal = Terminal("check", self.other, self.file("b.obj", FAR), output=False)
        terminal.finish()
        if time.monotonic() - started < 0.5:
            self.assertEqual(terminal.text, "")
        terminal = Terminal("check", "-q", self.other, self.pipe, output=False)
        time.sleep(0.8)
        self.feed()
        terminal.finish()
        self.assertEqual(terminal.text, "")

    def test_is_not_shown_where_there_is_no_terminal(self):
        with subprocess.Popen([PROGRAM, "check", self.other, self.pipe], text=True,
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE) as program:
            time.sleep(0.8)
            self.feed()
            out, errors = program.communicate(timeout=30)
        self.assertEqual(errors, "")
        self.assertNotIn("\x1b", out)

    def test_makes_way_for_an_error(self):
        terminal = Terminal("check", self.other, self.pipe, output=False)
        terminal.read_until("reading")
        self.feed(b"f 1 2 3\n")
        status, _ = terminal.finish()
        self.assertEqual(status, 2)
        self.assertIn(ERASE + "impinge: ", terminal.text)
        self.assertRegex(shown(terminal.text), r"^impinge: \S*pipe\.obj: .*\n$")

    def test_makes_way_for_control_c_while_reading(self):
        report = self.file("report.json")
        terminal = Terminal("check", self.other, self.pipe, "--json", report, output=False)
        terminal.read_until("reading")
        terminal.program.send_signal(signal.SIGINT)
        terminal.read_until(ERASE)
        self.feed()
        status, answer = terminal.finish()
        self.assertEqual(status, 130)
        self.assertEqual(shown(terminal.text).strip(), "")
        self.assertTrue(terminal.text.endswith(ERASE), repr(terminal.text))
        self.assertIn("(interrupted)\n", answer)
        with open(report, encoding="utf-8") as text:
            self.assertIn('"partial": true', text.read())

    def test_a_second_control_c_ends_the_program_with_a_clean_line(self):
        terminal = Terminal("check", self.other, self.pipe, output=False)
        terminal.read_until("reading")
        terminal.program.send_signal(signal.SIGINT)
        terminal.read_until(ERASE)
        terminal.program.send_signal(signal.SIGINT)
        status, answer = terminal.finish()
        self.assertEqual((status, answer), (-signal.SIGINT, ""))
        self.assertEqual(shown(terminal.text).strip(), "")


class Interrupt(ProgramTest):
    def test_while_checking_keeps_what_is_done_and_claims_nothing_else(self):
        grid = self.file("grid.obj", grouped_obj(
            (f"c{i}", box((i % 20, 1.5 * (i // 20 % 10), 2 * (i // 200)),
                          (i % 20 + 1, 1.5 * (i // 20 % 10) + 1, 2 * (i // 200) + 1)))
            for i in range(2000)))
        report, table, case = (self.file(name) for name in ("r.json", "out.csv", "bug.case"))
        terminal = Terminal("check", grid, "--split", "groups", "--clearance", "4", "--threads",
                            "1", "--json", report, "--csv", table, "--dump-case", case,
                            output=False)
        terminal.read_until("checking")
        terminal.program.send_signal(signal.SIGINT)
        status, answer = terminal.finish()
        self.assertEqual(status, 130)
        self.assertEqual(shown(terminal.text).strip(), "")
        self.assertRegex(answer.splitlines()[-1],
                         r"^2000 bodies, \d+ pairs of 1999000 examined: .*undecided.*\(interrupted\)$")
        with open(report, encoding="utf-8") as text:
            document = json.load(text)
        self.assertIs(document["partial"], True)
        self.assertEqual(sum(document["counts"].values()), 1999000)
        self.assertLess(document["examined"]["pairs"], 1999000)
        # At most the pair in hand has its verdict and not its distance.
        unsettled = 1999000 - document["examined"]["pairs"]
        self.assertIn(unsettled - document["counts"]["undecided"], (0, 1))
        self.assertLessEqual(sum(pair["partial"] for pair in document["pairs"]), 1)
        self.assertFalse(os.path.exists(table))
        self.assertTrue(os.path.exists(case))  # without an answer


class Colour(ProgramTest):
    def seen(self, *arguments, **environment):
        terminal = Terminal(*arguments, output=True, **environment)
        terminal.finish()
        return terminal.text

    def setUp(self):
        super().setUp()
        self.files = [self.file(name, mesh) for name, mesh in
                      (("a.obj", UNIT), ("b.obj", THROUGH), ("c.obj", FAR), ("d.obj", FLUSH))]

    def test_is_for_verdicts_on_a_terminal(self):
        text = self.seen("check", *self.files)
        self.assertIn("\x1b[31mcrossing\x1b[0m", text)
        self.assertIn("\x1b[33mtouching\x1b[0m", text)
        self.assertIn("\x1b[32mapart\x1b[0m", text)
        self.assertIn("\x1b[32mapart\x1b[0m", self.seen("distance", self.files[0], self.files[2]))

    def test_columns_stay_aligned(self):
        def columns(text):
            lines = COLOUR.sub("", text).replace("\x1b[0m", "").replace("\r", "").splitlines()
            return [line for line in lines if line.startswith(("a  ", "b  "))]
        self.assertEqual(columns(self.seen("check", *self.files)),
                         columns(self.seen("check", *self.files, NO_COLOR="1")))

    def test_is_left_out_when_not_wanted(self):
        self.assertNotRegex(self.seen("check", *self.files, NO_COLOR="1"), COLOUR)
        self.assertNotRegex(self.seen("check", *self.files, TERM="dumb"), COLOUR)
        self.assertRegex(self.seen("check", *self.files, NO_COLOR=""), COLOUR)
        self.assertNotIn("\x1b", self.run_program("check", *self.files).stdout)

    def test_names_in_files_cannot_drive_the_terminal(self):
        odd = self.file("x\x1b[31mred\x07.obj", THROUGH)
        text = self.seen("check", self.files[0], odd, NO_COLOR="1")
        self.assertNotIn("\x1b", text)
        self.assertNotIn("\x07", text)
        done = self.run_program("check", self.files[0], self.file("y\x1b[31m.obj"))
        self.assert_fails(done, "y?[31m.obj")


if __name__ == "__main__":
    unittest.main()
