# SPDX-License-Identifier: Apache-2.0
"""impinge devices: what the machine can run on."""
import os
import re
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
        table, _, machine = done.stdout.partition("\n\n")
        lines = table.splitlines()
        self.assertEqual(lines[0].split()[:4], ["device", "threads", "architecture", "simd"])
        self.assertEqual([line.split()[0] for line in lines[1:]], ["cpu"])
        self.assertIn("exact", lines[1])
        for kind in ("software", "opengl"):
            self.assertRegex(machine, rf"(?m)^{kind}(, adapter \d+)?$")

    def test_the_software_device_is_always_there(self):
        document, _ = self.run_json("devices")
        software = [d for d in document["raster_devices"] if d["name"] == "software"]
        self.assertEqual(len(software), 1)
        self.assertTrue(software[0]["present"])
        self.assertTrue(software[0]["conservative"])
        self.assertIsNone(software[0]["absent_because"])
        self.assertGreaterEqual(software[0]["max_size"], 16384)
        self.assertEqual(software[0]["threads"], len(os.sched_getaffinity(0)))
        for field in ("runs_on", "driver", "version"):
            self.assertTrue(software[0][field], field)

    def test_every_kind_is_listed_with_its_facts_or_the_reason_for_its_absence(self):
        document, _ = self.run_json("devices")
        text = self.run_program("devices").stdout
        self.assertEqual({d["name"] for d in document["raster_devices"]}, {"software", "opengl"})
        for device in document["raster_devices"]:
            facts = ("runs_on", "driver", "version", "max_size", "conservative", "extensions")
            for field in facts:
                self.assertEqual(device[field] is None, not device["present"], field)
            self.assertEqual(bool(device["absent_because"]), not device["present"])
            told = device["runs_on"] if device["present"] else device["absent_because"]
            self.assertIn(told, text)

    def test_an_opengl_that_cannot_be_opened_says_why(self):
        # Without drivers and without a display there is nothing that EGL could open.
        surroundings = {**os.environ, "__EGL_VENDOR_LIBRARY_FILENAMES": "none.json",
                        "EGL_PLATFORM": "none"}
        done = self.run_program("devices", env=surroundings)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        opengl = done.stdout[done.stdout.index("\nopengl"):]
        self.assertRegex(opengl, r"not there +\w+")
        box = self.file("box.obj", ([(0, 0, 0), (1, 0, 0), (0, 1, 0)], [(0, 1, 2)]))
        drawn = self.run_program("image", box, "--device", "opengl", "--out", self.file("a.png"),
                                 env=surroundings)
        self.assert_fails(drawn, "opengl")
        reason = re.search(r"not there +(.+)", opengl)[1]
        self.assertIn(reason.split(":")[-1].strip(), drawn.stderr)

    def test_mistakes(self):
        self.assert_fails(self.run_program("devices", "gpu"))
        self.assert_fails(self.run_program("devices", "--json", self.file("none/devices.json")))


if __name__ == "__main__":
    unittest.main()
