# SPDX-License-Identifier: Apache-2.0
"""Builds the sources as part of another project, by FetchContent: library only.

Unoptimised and each module as one unit, to be quick (and because other projects may build that way).

Environment: CXX, CC, CMAKE.
"""
import json
import os
import pathlib
import subprocess
import tempfile
import unittest

CONSUMER = pathlib.Path(os.path.abspath(__file__)).parent / "consumer"
SOURCE = CONSUMER.parent.parent.parent
CMAKE = os.environ["CMAKE"]


def run(*command):
    done = subprocess.run([str(word) for word in command], text=True, check=False, timeout=800,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    if done.returncode != 0:
        raise AssertionError(f"{command} returned {done.returncode}:\n{done.stdout}")
    return done.stdout


class FetchContent(unittest.TestCase):
    def test_gives_the_library_and_builds_nothing_else(self):
        with tempfile.TemporaryDirectory(prefix="impinge-fetch-") as folder:
            run(CMAKE, "-S", CONSUMER, "-B", folder, "-G", "Ninja", f"-DFETCH_FROM={SOURCE}",
                "-DCMAKE_EXPORT_COMPILE_COMMANDS=ON", "-DCMAKE_CXX_FLAGS=-O0",
                "-DCMAKE_UNITY_BUILD=ON", "-DCMAKE_UNITY_BUILD_BATCH_SIZE=100")
            text = pathlib.Path(folder, "compile_commands.json").read_text(encoding="utf-8")
            entries = [e for e in json.loads(text) if "_deps" not in e["file"]]
            self.assertEqual(len(entries), 2)
            for entry in entries:  # our flags and internal headers are ours
                self.assertNotRegex(entry["command"], r"-ffp-contract|-Wall|-fvisibility|/src\b")
            run(CMAKE, "--build", folder)
            for program in ("program", "c_program"):
                self.assertRegex(run(pathlib.Path(folder, program)), ": touching, crossing\n$")
            self.assertEqual(list(pathlib.Path(folder).rglob("*.so*")), [])


if __name__ == "__main__":
    unittest.main()
