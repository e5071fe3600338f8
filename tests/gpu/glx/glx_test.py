# SPDX-License-Identifier: Apache-2.0
"""A session in a context that GLX made, in a display of its own."""

import os
import shutil
import subprocess
import unittest


@unittest.skipIf(os.environ.get("IMPINGE_TEST_DEVICE") == "software", "drivers are left alone")
@unittest.skipUnless(shutil.which("Xvfb"), "Xvfb is not installed")
class GlxTest(unittest.TestCase):
    def test_sessions_are_made_in_contexts_of_glx(self):
        read, write = os.pipe()
        with subprocess.Popen(["Xvfb", "-displayfd", str(write), "-screen", "0", "200x200x24", "-nolisten", "tcp"],
                              pass_fds=[write], stderr=subprocess.DEVNULL) as server:
            os.close(write)
            try:
                with os.fdopen(read) as name:
                    display = ":" + name.readline().strip()
                done = subprocess.run([os.environ["GLX_SESSION"]], env={**os.environ, "DISPLAY": display},
                                      capture_output=True, text=True, timeout=120)
            finally:
                server.terminate()
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertIn("1 pair by ", done.stdout)


if __name__ == "__main__":
    unittest.main()
