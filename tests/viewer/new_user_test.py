# SPDX-License-Identifier: Apache-2.0
"""A new user with two STL files has a verdict, a report and the viewer within a minute of the first command."""
import os
import pathlib
import subprocess
import tempfile
import unittest

TOOL = pathlib.Path(__file__).resolve().parent.parent.parent / "tools/new_user"


class NewUser(unittest.TestCase):
    def run_tool(self, program):
        with tempfile.TemporaryDirectory(prefix="impinge-new-user-") as folder:
            return subprocess.run([TOOL, program, folder], capture_output=True, text=True, check=False)

    def test_has_seen_everything_within_a_minute(self):
        done = self.run_tool(os.environ["IMPINGE"])
        if "built without pages" in done.stderr: # no npm: no page
            self.skipTest("no pages of reports are built here")
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertIn("Verdict, report and viewer: ", done.stdout)

    def test_a_program_that_answers_something_else_is_noticed(self):
        self.assertNotEqual(self.run_tool("/bin/true").returncode, 0)


if __name__ == "__main__":
    unittest.main()
