# SPDX-License-Identifier: Apache-2.0
"""Manual pages: one for every verb, which says what --help says, and which man can read."""
import pathlib
import re
import shutil
import subprocess
import unittest

from program import ProgramTest


def plain(page):
    """The text of a page as a terminal would show it, without fonts and in one line."""
    text = subprocess.run(["man", "-l", "-Tutf8", "-"], input=page, text=True, check=True, capture_output=True,
                          env={"PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8", "MANWIDTH": "400"}).stdout
    text = re.sub(r".\x08|\x1b\[[0-9;]*m", "", text)
    return " ".join(text.replace("‐", "-").split())


class Pages(ProgramTest):
    def setUp(self):
        super().setUp()
        done = self.run_program("manual", "--out", self.file("man1"))
        self.assertEqual((done.returncode, done.stdout, done.stderr), (0, "", ""))
        self.pages = {path.name: path for path in pathlib.Path(self.file("man1")).iterdir()}

    def verbs(self, *above):
        """Those that the help lists, with those below them."""
        text = self.run_program(*above, "--help").stdout
        for name in re.findall(r"^  ([a-z]+)  ", text.partition("Subcommands:")[2], re.MULTILINE):
            yield (*above, name)
            yield from self.verbs(*above, name)

    def test_every_verb_has_one_and_nothing_else_has(self):
        verbs = list(self.verbs())
        self.assertGreater(len(verbs), 20)
        self.assertEqual(set(self.pages), {"impinge.1"} | {"-".join(("impinge", *verb)) + ".1" for verb in verbs})

    @unittest.skipUnless(shutil.which("mandoc"), "mandoc is not installed")
    def test_mandoc_finds_no_fault(self):
        done = subprocess.run(["mandoc", "-T", "lint", "-W", "warning", *self.pages.values()],
                              text=True, capture_output=True, check=False)
        # What is made from definitions has a version and no date.
        faults = [line for line in done.stdout.splitlines() if "missing date" not in line]
        self.assertEqual(faults, [])
        broken = self.file("broken.1", b".TH A 1\n.SH NAME\na \\- b\n.FRO\n")
        self.assertIn("FRO", subprocess.run(["mandoc", "-T", "lint", broken], text=True, capture_output=True,
                                            check=False).stdout)

    @unittest.skipUnless(shutil.which("man"), "man is not installed")
    def test_pages_say_what_the_help_says(self):
        for verb in (["check"], ["simulate", "cloth"], ["view"], ["report"]):
            help_text = self.run_program(*verb, "--help").stdout
            page = plain(self.run_program("manual", "-".join(verb)).stdout)
            options = re.findall(r"^  (?:-\w,)?(--[a-z-]+)", help_text, re.MULTILINE)
            self.assertGreater(len(options), 8)
            for option in options:
                self.assertIn(option, page)
            examples = re.findall(r"^  (impinge .*)$", help_text.partition("Examples:")[2], re.MULTILINE)
            self.assertGreater(len(examples), 1)
            for example in examples:
                self.assertIn(" ".join(example.split()), page)
            self.assertIn("EXIT STATUS", page)
            self.assertNotIn("Exit status:", page)
        self.assertIn("Bodies that cross no deeper than this are reported as touching, with their depth",
                      plain(self.run_program("manual", "check").stdout))

    def test_a_page_is_found_by_verb_and_by_file_name(self):
        page = self.pages["impinge-simulate-cloth.1"].read_text(encoding="utf-8")
        for name in ("simulate-cloth", "impinge-simulate-cloth"):
            self.assertEqual(self.run_program("manual", name).stdout, page)
        self.assertEqual(self.run_program("manual").stdout, self.pages["impinge.1"].read_text(encoding="utf-8"))
        self.assert_fails(self.run_program("manual", "frobnicate"), "'frobnicate' is none of", "impinge-check")
        self.assert_fails(self.run_program("manual", "check", "--out", self.file("x")), "--out")
        self.assert_fails(self.run_program("manual", "--out", self.file("f", b"") + "/x"), "cannot be made")


if __name__ == "__main__":
    unittest.main()
