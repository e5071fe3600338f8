# SPDX-License-Identifier: Apache-2.0
"""impinge devices: what the machine can run on."""
import os
import unittest

from program import ProgramTest


class Devices(ProgramTest):
    def test_the_processor_is_there_with_the_threads_this_process_may_use(self):
        document, status = self.run_json("devices")
        self.assertEqual((status, document["format"]), (0, "impinge-devices"))
        cpu = document["devices"][0]
        self.assertEqual((cpu["name"], cpu["kind"], cpu["methods"]), ("cpu", "cpu", ["exact"]))
        self.assertEqual(cpu["threads"], len(os.sched_getaffinity(0)))
        self.assertEqual(cpu["memory_bytes"],
                         os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE"))
        self.assertEqual(cpu["architecture"].replace("-", "_"), os.uname().machine)

    def test_the_table_has_a_row_for_each(self):
        done = self.run_program("devices")
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        lines = done.stdout.splitlines()
        self.assertEqual(lines[0].split()[:4], ["device", "threads", "architecture", "simd"])
        self.assertEqual([line.split()[0] for line in lines[1:]], ["cpu"])
        self.assertIn("exact", lines[1])

    def test_mistakes(self):
        self.assert_fails(self.run_program("devices", "gpu"))
        self.assert_fails(self.run_program("devices", "--json", self.file("none/devices.json")))


if __name__ == "__main__":
    unittest.main()
