# SPDX-License-Identifier: Apache-2.0
"""What bash, zsh and fish offer when Tab is pressed."""
import os
import pathlib
import pty
import re
import select
import shutil
import subprocess
import time
import unittest

from program import PROGRAM, UNIT, ProgramTest

PROMPT = "READY> "
ESCAPES = re.compile(r"\x1b\[[0-9;?]*[a-zA-Z]|\x1b[=>]|\x1b\][^\x07]*\x07|\x07|\r")


class Terminal:
    """A shell that believes that a person types."""

    def __init__(self, command, folder):
        environment = {"PATH": f"{pathlib.Path(PROGRAM).parent}:/usr/bin:/bin", "TERM": "xterm", "HOME": folder,
                       "PS1": PROMPT, "INPUTRC": "/dev/null", "ZDOTDIR": folder, "LC_ALL": "C.UTF-8"}
        self.pid, self.file = pty.fork()
        if self.pid == 0:
            os.chdir(folder)
            os.execvpe(command[0], command, environment)
        self.said = ""

    def wait_for(self, pattern, seconds=20):
        """All that was said since the last call, up to the pattern."""
        end = time.monotonic() + seconds
        while not re.search(pattern, self.said):
            ready, _, _ = select.select([self.file], [], [], max(0, end - time.monotonic()))
            if not ready:
                raise AssertionError(f"no {pattern!r} in {self.said!r}")
            self.said += ESCAPES.sub("", os.read(self.file, 65536).decode("utf-8", "replace"))
        said, self.said = self.said, ""
        return said

    def type(self, text):
        os.write(self.file, text.encode())

    def close(self):
        os.close(self.file)
        os.waitpid(self.pid, 0)


class Completion(ProgramTest):
    def script(self, shell):
        done = self.run_program("completion", shell)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        return self.file({"bash": "impinge.bash", "zsh": "_impinge", "fish": "impinge.fish"}[shell],
                         done.stdout.encode())

    def test_a_shell_is_needed_and_known(self):
        self.assert_fails(self.run_program("completion"), "bash, zsh or fish")
        self.assert_fails(self.run_program("completion", "tcsh"), "tcsh")

    def test_a_file_is_written_on_request(self):
        out = self.file("out")
        self.assertEqual(self.run_program("completion", "bash", "--out", out).returncode, 0)
        self.assertEqual(pathlib.Path(out).read_text(encoding="utf-8"),
                         self.run_program("completion", "bash").stdout)


@unittest.skipUnless(shutil.which("bash"), "bash is not installed")
class Bash(Completion):
    def setUp(self):
        super().setUp()
        self.sourced = self.script("bash")

    def offered(self, line):
        """What is offered for the last word of a line, whose words bash would take apart like this."""
        words = [word for word in re.split(r"(=)|\s", line) if word] + ([""] if line.endswith(" ") else [])
        done = subprocess.run(
            ["bash", "--norc", "-c", 'source "$1"; shift; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _impinge '
             '2>/dev/null; printf "%s\\n" "${COMPREPLY[@]}"', "bash", self.sourced, *words],
            text=True, capture_output=True, check=True, cwd=self.folder)
        self.assertEqual(done.stderr, "")
        return [word for word in done.stdout.split("\n") if word]

    def test_verbs(self):
        self.assertEqual(self.offered("impinge ch"), ["check"])
        self.assertEqual(self.offered("impinge simulate cl"), ["cloth"])
        self.assertEqual(self.offered("impinge help ch"), ["check"])
        self.assertIn("view", self.offered("impinge "))

    def test_options_are_those_of_the_verb(self):
        for verb in (["check"], ["simulate", "cloth"], ["sample"], ["view"]):
            text = self.run_program(*verb, "--help").stdout
            wanted = re.findall(r"^  (?:-\w,)?(--[a-z-]+)", text, re.MULTILINE)
            self.assertEqual(sorted(self.offered(f"impinge {' '.join(verb)} --")), sorted(wanted))

    def test_values(self):
        self.assertEqual(self.offered("impinge check a.stl --method surf"), ["surface-peeling"])
        self.assertEqual(self.offered("impinge check --method=surf"), ["surface-peeling"])
        self.assertEqual(self.offered("impinge check --method="), self.offered("impinge check --method "))
        self.assertEqual(self.offered("impinge sample --format o"), ["obj"])
        self.assertEqual(self.offered("impinge check --threads "), [])

    def test_words_that_are_offered_are_taken(self):
        """Each is named by the help of its option, and no more than a shell offers is written there."""
        tried = 0
        for verb, option in (("check", "--method"), ("compare", "--method"), ("compare", "--picture"),
                             ("image", "--plane"), ("image", "--colour-map"), ("check", "--unit"),
                             ("map", "--preset"), ("check", "--projection"), ("picture", "--from")):
            text = " ".join(self.run_program(verb, "--help").stdout.split())
            about = text.partition(f" {option} ")[2].partition(" --")[0]
            for word in self.offered(f"impinge {verb} {option} "):
                self.assertRegex(about, rf"\b{re.escape(word)}\b")
                tried += 1
        self.assertGreater(tried, 35)

    def test_samples(self):
        listed = [line.split()[0] for line in self.run_program("sample", "--list").stdout.splitlines()[1:]]
        self.assertGreater(len(listed), 30)
        self.assertEqual(self.offered("impinge sample "), listed)
        self.assertEqual(self.offered("impinge view jaws-b"), ["jaws-biting"])

    def test_mesh_files_and_folders(self):
        for name in ("part.STL", "part.obj", "notes.txt", "two words.ply"):
            self.file(name, UNIT)
        (self.folder / "parts").mkdir()
        self.assertEqual(sorted(self.offered("impinge check p")), ["part.STL", "part.obj", "parts"])
        self.assertEqual(self.offered("impinge distance two"), ["two words.ply"])

    def test_tab_in_a_terminal(self):
        terminal = Terminal(["bash", "--norc", "--noprofile", "-i"], str(self.folder))
        self.addCleanup(terminal.close)
        terminal.wait_for(PROMPT)
        terminal.type(f"source {self.sourced}\n")
        terminal.wait_for(PROMPT)
        for typed, seen in (("impinge ch\t", "impinge check "), ("impinge sample jaws-b\t", "jaws-biting "),
                            ("impinge check --toler\t", "--tolerance "),
                            ("impinge check --method=surf\t", "--method=surface-peeling ")):
            terminal.type(typed)
            self.assertIn(seen, terminal.wait_for(re.escape(seen)))
            terminal.type("\x15")


@unittest.skipUnless(shutil.which("zsh"), "zsh is not installed")
class Zsh(Completion):
    def test_tab_in_a_terminal(self):
        self.script("zsh")
        self.file(".zshrc", f"PS1='{PROMPT}'; unsetopt ZLE_RSTRIP; fpath=({self.folder} $fpath); "
                            "autoload -Uz compinit; compinit -u -D\n".encode())
        terminal = Terminal(["zsh", "-i"], str(self.folder))
        self.addCleanup(terminal.close)
        terminal.wait_for(PROMPT)
        for typed, seen in (("impinge ch\t", "check "), ("impinge sample jaws-b\t", "jaws-biting"),
                            ("impinge check --toler\t", "--tolerance"), ("impinge simulate cl\t", "cloth"),
                            ("impinge check --method surf\t", "surface-peeling")):
            terminal.type(typed)
            terminal.wait_for(re.escape(seen))
            terminal.type("\x15")


@unittest.skipUnless(shutil.which("fish"), "fish is not installed")
class Fish(Completion):
    def test_what_is_offered(self):
        script = self.script("fish")
        for line, wanted in (("impinge ch", ["check"]), ("impinge sample jaws-b", ["jaws-biting"]),
                             ("impinge check --toler", ["--tolerance"]), ("impinge simulate cl", ["cloth"]),
                             ("impinge check --method surf", ["surface-peeling"]),
                             ("impinge sample --format p", ["ply"])):
            done = subprocess.run(["fish", "--no-config", "-c", f"source '{script}'; complete -C'{line}'"], text=True,
                                  capture_output=True, check=True, env={**os.environ, "HOME": str(self.folder)})
            self.assertEqual(done.stderr, "")
            self.assertEqual([entry.split("\t")[0] for entry in done.stdout.splitlines()], wanted, line)


if __name__ == "__main__":
    unittest.main()
