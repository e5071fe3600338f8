# SPDX-License-Identifier: Apache-2.0
"""What the documentation says of the repository: tests that answers are held to, excerpts of examples, and links; and
the site that is made of it."""
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
LINK = re.compile(r"\]\(([^)\s]+)\)")


def cpp_tests(text):
    return {f"{suite}.{name}" for suite, name in re.findall(r"^TEST(?:_[PF])?\((\w+), (\w+)\)", text, re.MULTILINE)}


def python_tests(text):
    found, current = set(), ""
    for line in text.splitlines():
        if match := re.match(r"class (\w+)", line):
            current = match[1]
        elif match := re.match(r"    def (test_\w+)", line):
            found.add(f"{current}.{match[1]}")
    return found


def tests_without_a_file(page, folder):
    """The tests that paragraphs of a page name and that none of the files beside them has."""
    missing, named = [], 0
    for paragraph in page.split("\n\n"):
        files = [folder / link for link in LINK.findall(paragraph) if "/tests/" in link]
        known = set()
        for file in files:
            text = file.read_text(encoding="utf-8")
            known |= cpp_tests(text) | python_tests(text)
        for name in re.findall(r"`(\w+\.\w+)`", paragraph):
            if files and not name.endswith(("_py", "hpp", "cpp")):
                named += 1
                missing += [] if name in known else [name]
    return missing, named


class Answers(unittest.TestCase):
    def test_are_held_to_by_tests_that_exist(self):
        missing, named = tests_without_a_file((ROOT / "docs/faq.md").read_text(encoding="utf-8"), ROOT / "docs")
        self.assertEqual(missing, [])
        self.assertGreater(named, 20)

    def test_one_that_does_not_is_noticed(self):
        page = "*Test: `Distance.IsAlwaysSeven` ([d](../tests/exact/distance_test.cpp)).*"
        self.assertEqual(tests_without_a_file(page, ROOT / "docs"), (["Distance.IsAlwaysSeven"], 1))

    def test_each_names_a_test_or_says_what_is_not_there(self):
        sections = (ROOT / "docs/faq.md").read_text(encoding="utf-8").split("\n## ")[1:]
        without = [section.splitlines()[0] for section in sections if "*Test" not in section]
        self.assertEqual(without, ["Continuous collision detection?", "May I use it in a product?"])


class Figures(unittest.TestCase):
    def test_of_the_readme_are_those_of_the_page_that_was_measured(self):
        table = (ROOT / "README.md").read_text(encoding="utf-8").partition("## How fast")[2].partition("\n\nOn an")[0]
        rows = [line for line in table.splitlines() if line.startswith("| ")]
        measured = (ROOT / "docs/results/peers.md").read_text(encoding="utf-8")
        self.assertGreater(len(rows), 6)
        for row in rows:
            self.assertIn("\n" + row, measured, "tools/peers was run: take over its figures")


class Excerpts(unittest.TestCase):
    def test_stand_in_the_example_that_is_named_before_them(self):
        page = (ROOT / "docs/start-program.md").read_text(encoding="utf-8")
        excerpts = re.findall(r"\]\((\.\./examples/\w+\.cpp)\)[^`]*```cpp\n(.*?)```", page, re.DOTALL)
        self.assertEqual(len(excerpts), page.count("```cpp"))
        for file, text in excerpts:
            self.assertIn(text, (ROOT / "docs" / file).read_text(encoding="utf-8"), file)


@unittest.skipUnless(shutil.which("mkdocs"), "mkdocs is not installed")
class Site(unittest.TestCase):
    def test_every_page_is_there_and_every_link_leads_somewhere(self):
        with tempfile.TemporaryDirectory(prefix="impinge-site-") as folder:
            done = subprocess.run([sys.executable, ROOT / "tools/site", folder], capture_output=True, text=True, check=False)
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertTrue((pathlib.Path(folder) / "methods/exact.html").is_file())
            index = pathlib.Path(folder) / "index.html"
            text = index.read_text(encoding="utf-8")
            for word in ("fonts.googleapis", "unpkg.com", "cdn."):
                self.assertNotIn(word, text)
            index.write_text(text.replace("</body>", '<a href="nowhere.html">x</a><a href="faq.html#no">y</a></body>'),
                             encoding="utf-8")
            done = subprocess.run([sys.executable, ROOT / "tools/site", "--check-only", folder], capture_output=True,
                                  text=True, check=False)
            self.assertEqual(done.returncode, 1)
            self.assertIn("nowhere.html", done.stderr)
            self.assertIn("faq.html#no", done.stderr)


if __name__ == "__main__":
    unittest.main()
