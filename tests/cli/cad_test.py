# SPDX-License-Identifier: Apache-2.0
"""CAD files in the verbs: what they hold, how finely they are cut, and what happens to bad ones."""
import json
import pathlib
import subprocess
import unittest

from program import PROGRAM, ProgramTest

FIT = pathlib.Path(__file__).resolve().parent.parent / "cad" / "data" / "press_fit.step"
HAS_CAD = "component cad" not in subprocess.run(
    [PROGRAM, "diagnose", FIT], capture_output=True, text=True, check=False, timeout=120).stderr
NAMES = ["press_fit/fit/hub", "press_fit/fit/shaft", "press_fit/fit/shaft#2"]


@unittest.skipUnless(HAS_CAD, "built without CAD files")
class CadFiles(ProgramTest):
    def check(self, *arguments, status=1):
        document, found = self.run_json("check", *arguments)
        self.assertEqual(found, status)
        return document

    def test_a_check_names_parts_instances_colours_and_chord_errors(self):
        report = self.check(FIT)
        self.assertEqual([body["name"] for body in report["bodies"]], NAMES)
        self.assertEqual([body["part"] for body in report["bodies"]], ["hub", "shaft", "shaft"])
        self.assertEqual([body["kind"] for body in report["bodies"]], ["solid"] * 3)
        self.assertEqual([body["solid"] for body in report["bodies"]], [True] * 3)
        self.assertEqual([body["colour"] for body in report["bodies"]], ["#1e5aa0", None, None])
        self.assertEqual(report["unit"], "mm")
        for body in report["bodies"]:
            self.assertTrue(0.001 < body["chord_error"] < 0.1)

    def test_a_fit_that_facets_make_cross_is_marked_and_stays_crossing(self):
        report = self.check(FIT)
        self.assertEqual(report["within_facet_error_pairs"], 1)
        self.assertEqual(report["counts"]["crossing"], 1)
        fit = report["pairs"][0]
        self.assertEqual((fit["verdict"], fit["within_facet_error"]), ("crossing", True))
        both = sum(body["chord_error"] for body in report["bodies"][:2])
        self.assertLessEqual(fit["overlap"]["at_most"], both)
        self.assertIsNone(report["pairs"][1]["within_facet_error"])
        self.assertIn("crossing (within facet error)", self.run_program("check", FIT).stdout)

    def test_a_finer_deflection_shows_that_the_overlap_is_real(self):
        report = self.check(FIT, "--deflection", "0.0005", "--angular-deflection", "2")
        self.assertIs(report["pairs"][0]["within_facet_error"], False)
        self.assertAlmostEqual(report["pairs"][0]["overlap"]["depth"], 0.01, delta=0.002)
        self.assertEqual(report["within_facet_error_pairs"], 0)

    def test_units_convert_coordinates_deflections_and_errors(self):
        metres = self.check(FIT, "--unit", "m", "--deflection", "0.000005")
        millimetres = self.check(FIT, "--deflection", "0.005")
        for inner, outer in zip(metres["bodies"], millimetres["bodies"]):
            self.assertEqual(inner["triangles"], outer["triangles"])
            self.assertAlmostEqual(inner["chord_error"] * 1000, outer["chord_error"], places=12)
        self.assertAlmostEqual(metres["bodies"][0]["box"]["max"][2], 0.015)

    def test_other_verbs_read_them(self):
        self.assertEqual(self.run_program("diagnose", FIT).returncode, 0)
        self.assertIn(self.run_program("self", FIT).returncode, (0, 1))
        copy = self.file("copy.stp", FIT.read_bytes())
        self.assertEqual(self.run_program("distance", FIT, copy).returncode, 0)

    def test_a_scene_starts_from_one_and_reads_back(self):
        scene = self.file("scene.json")
        done = self.run_program("scene", FIT, "-o", scene, "--deflection", "0.02", "--angular-deflection", "30")
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        bodies = json.loads(pathlib.Path(scene).read_text(encoding="utf-8"))["bodies"]
        self.assertEqual([body["name"] for body in bodies], NAMES)
        self.assertEqual({(body["deflection"], body["angular_deflection"]) for body in bodies},
                         {(0.02, 30)})
        report = self.check(scene)
        self.assertEqual([body["name"] for body in report["bodies"]], NAMES)
        self.assertEqual(report["counts"]["crossing"], 1)

    def test_damaged_files_are_one_line(self):
        whole = FIT.read_bytes()
        empty = whole[: whole.index(b"DATA;") + 5] + b"\nENDSEC;\nEND-ISO-10303-21;\n"
        cases = {"cut.step": whole[: len(whole) // 2], "empty.step": empty,
                 "none.step": b"ISO-10303-21;\nEND-ISO-10303-21;\n",
                 "none.igs": b"nothing", "none.brep": b"nothing"}
        for name, content in cases.items():
            file = self.file(name, content)
            self.assert_fails(self.run_program("check", file, file), name)

    def test_limits_are_options(self):
        done = self.run_program("check", FIT, "--cad-time", "0.001")
        self.assert_fails(done, "takes more than 0.001 seconds to read")
        for option in ("--cad-time", "--cad-memory", "--deflection", "--angular-deflection"):
            self.assert_fails(self.run_program("check", FIT, option, "-1"), option)


if __name__ == "__main__":
    unittest.main()
