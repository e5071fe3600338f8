# SPDX-License-Identifier: Apache-2.0
"""The exact method on a device: --device and --fallback of check, self and simulate motions."""
import json
import math
import os
import pathlib
import random
import unittest

from program import FAR, FLUSH, OPEN, THROUGH, UNIT, WITHIN, ProgramTest, box, grouped_obj, joined, obj_text

# EGL finds nothing to open.
NOWHERE = {**os.environ, "__EGL_VENDOR_LIBRARY_FILENAMES": "none.json", "EGL_PLATFORM": "none"}


def needles(count, seed):
    """Long triangles, all of them through the origin: each meets all others."""
    numbers, corners, triangles = random.Random(seed), [], []
    for _ in range(count):
        tip = [numbers.gauss(0, 1) for _ in range(3)]
        length = math.hypot(*tip)
        tip = [x / length for x in tip]
        triangles.append(tuple(len(corners) + i for i in range(3)))
        corners += [tuple(-x for x in tip), tuple(tip),
                    tuple(x + numbers.uniform(-1e-3, 1e-3) for x in tip)]
    return corners, triangles


def grid(side):
    """A sheet of 2 * side * side triangles."""
    corners = [(x, y, 0) for y in range(side + 1) for x in range(side + 1)]
    triangles = [t for y in range(side) for x in range(side)
                 for i in (y * (side + 1) + x,)
                 for t in ((i, i + 1, i + side + 2), (i, i + side + 2, i + side + 1))]
    return corners, triangles


class OnDevice(ProgramTest):
    def setUp(self):
        super().setUp()
        devices = self.run_json("devices")[0]["raster_devices"]
        present = [d for d in devices if d["name"] == "opengl" and d["present"]]
        if not present:
            self.skipTest("no OpenGL: " + str([d["absent_because"] for d in devices]))
        self.runs_on = present[0]["runs_on"]

    def on_mesa(self):
        return "llvmpipe" in self.runs_on or "softpipe" in self.runs_on

    def files(self, *meshes):
        return [self.file(f"{name}.obj", mesh) for name, mesh in zip("abcdefg", meshes)]

    def both(self, verb, *arguments):
        """The documents of processor and device, without what may differ, and the exit status."""
        documents = []
        for device in ("cpu", "opengl"):
            document, status = self.run_json(verb, *arguments, "--device", device)
            document["status"] = status
            documents.append(document)
        reasons = [document.pop("device_reason") for document in documents]
        self.assertIsNone(reasons[0])
        self.assertTrue(reasons[1].startswith("opengl, "), reasons[1])
        for document in documents:
            del document["timings_ms"], document["examined"]
        return documents

    def both_checked(self, *arguments):
        cpu, opengl = self.both("check", *arguments)
        devices = []
        for document in (cpu, opengl):
            devices.append([pair.pop("device") for pair in document["pairs"]])
            self.assertGreater(len(devices[0]), 0)
            for pair in document["pairs"]:
                del pair["milliseconds"], pair["candidate_triangle_pairs"]
        self.assertEqual(cpu, opengl)
        self.assertEqual(set(devices[0]), {"cpu"})
        return opengl, devices[1]

    def test_answers_are_those_of_the_processor(self):
        tangled = joined(THROUGH, box((0.25, 0.25, 2), (0.5, 0.5, 3)))
        cases = {"crossing": (UNIT, THROUGH), "touching": (UNIT, FLUSH), "b_inside_a": (UNIT, WITHIN),
                 "same": (UNIT, UNIT), "apart": (UNIT, box((0.5, 0.5, 1.5), (1, 1, 2))),
                 "a_inside_b": (WITHIN, UNIT)}
        for verdict, meshes in cases.items():
            with self.subTest(verdict):
                document, devices = self.both_checked(*self.files(*meshes), "--all-pairs")
                pair = document["pairs"][0]
                self.assertEqual((pair["verdict"], pair["method"], pair["certainty"]),
                                 (verdict, "exact", "exact"))
                # What boxes settle is not asked.
                self.assertEqual(devices, ["cpu" if verdict == "apart" else "opengl"])
        document, _ = self.both_checked(*self.files(UNIT, tangled, OPEN, WITHIN, FAR, FLUSH), "--clearance", "0.5")
        self.assertGreater(len(document["pairs"]), 8)
        self.assertGreater(len({pair["verdict"] for pair in document["pairs"]}), 2)

    def test_files_have_the_same_bytes(self):
        files = self.files(UNIT, THROUGH)
        written = []
        for device in ("cpu", "opengl"):
            names = [self.file(device + end) for end in (".obj", "-pairs.csv", ".csv")]
            done = self.run_program("check", *files, "--device", device, "--curves", names[0],
                                    "--pairs", names[1], "--csv", names[2])
            self.assertEqual((done.returncode, done.stderr), (1, ""))
            self.assertEqual("device: opengl, " in done.stdout, device == "opengl")
            written.append([pathlib.Path(name).read_bytes() for name in names])
        self.assertEqual(written[0], written[1])

    def test_a_recorded_case_replays_on_a_device(self):
        case = self.file("crossing.case")
        self.run_program("check", *self.files(UNIT, THROUGH), "--dump-case", case)
        done = self.run_program("check", "--replay", case, "--device", "opengl")
        self.assertEqual((done.returncode, done.stderr), (1, ""))
        self.assertIn("same answer as recorded", done.stdout)
        self.assertIn("device: opengl, ", done.stdout)

    def test_many_pairs_side_by_side(self):
        boxes = [(f"box{i}{j}", box((i, j, 0), (i + 1.25, j + 1.25, 1)))
                 for i in range(6) for j in range(6)]
        crowd = self.file("crowd.obj", grouped_obj(boxes))
        document, devices = self.both_checked(crowd, "--split", "groups", "--threads", "4")
        self.assertEqual(document["counts"]["crossing"], 110)
        crossing = [pair["verdict"] == "crossing" for pair in document["pairs"]]
        self.assertEqual([device == "opengl" for device in devices], crossing)
        # Threads of the pool, which have asked the device, end while the process does.
        for _ in range(8):
            done = self.run_program("check", crowd, "--split", "groups", "--threads", "4", "--device", "opengl")
            self.assertEqual((done.returncode, done.stderr), (1, ""))

    def test_the_same_bodies_again_and_pairs_that_are_ignored(self):
        files = self.files(UNIT, UNIT, FLUSH, WITHIN, THROUGH, OPEN, UNIT)
        document, devices = self.both_checked(*files, "--ignore", "a:c", "--ignore", "e:*")
        verdicts = [pair["verdict"] for pair in document["pairs"]]
        self.assertEqual({device for device, verdict in zip(devices, verdicts) if verdict != "apart"}, {"opengl"})
        self.assertEqual(verdicts.count("same"), 3)
        self.assertGreater(len(set(verdicts)), 2)

    def test_bodies_of_samples(self):
        for name, least in (("crowd", 100), ("kitchen", 20)):
            with self.subTest(name):
                folder = str(self.folder / name)
                self.run_program("sample", name, "--out", folder)
                document, devices = self.both_checked(folder)
                interfering = [device for pair, device in zip(document["pairs"], devices)
                               if pair["verdict"] != "apart"]
                self.assertGreater(len(interfering), least)
                self.assertEqual(set(interfering), {"opengl"})

    def test_self_intersections(self):
        for mesh, meets in ((joined(UNIT, THROUGH), True), (UNIT, False)):
            cpu, opengl = self.both("self", self.file("mesh.obj", mesh))
            self.assertEqual((cpu.pop("device"), opengl.pop("device")), ("cpu", "opengl"))
            self.assertEqual(cpu, opengl)
            self.assertEqual(opengl["self_intersecting"], meets)
        self.assertIn("device: opengl, ", self.run_program("self", self.file("mesh.obj", UNIT), "--device",
                                                            "opengl").stdout)

    def test_bodies_that_move(self):
        files = self.files(UNIT, THROUGH, WITHIN)
        frames = [{"moved": [{"body": "b", "pose": {"translation": [x / 4, 0, 0]}}]} for x in range(-12, 12)]
        motions = self.file("motions.json", json.dumps(
            {"format": "impinge-motions", "format_version": 1, "frames": frames}).encode())
        found = {}
        for device in ("", "cpu", "opengl", "auto"):
            options = ("--device", device) if device else ()
            document, status = self.run_json("simulate", "motions", *files, "--motions", motions,
                                             "--margin", "0.25", *options)
            self.assertEqual(status, 0)
            parameters = document["parameters"]
            found[device] = document["hash"], [frame["colliding"] for frame in document["frames"]]
            self.assertEqual(parameters["device"], {"": "", "cpu": "", "opengl": "opengl", "auto": "cpu"}[device])
            self.assertEqual(parameters["device_reason"] == "", device in ("", "cpu"))
        self.assertEqual(len(set(map(str, found.values()))), 1, found)
        self.assertGreater(len(set(found["opengl"][1])), 1)
        done = self.run_program("simulate", "motions", *files, "--motions", motions, "--device", "opengl",
                                "--verify")
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertRegex(done.stdout, r"(?m)^device +opengl, ")
        self.assertIn("no differences", done.stdout)

    def test_too_little_memory_is_an_error_or_left_to_the_processor(self):
        if not self.on_mesa():
            self.skipTest("this GPU has memory for more")
        files = self.files(needles(1200, 1), needles(1200, 2))
        self.assert_fails(self.run_program("check", *files, "--device", "opengl"), "opengl", "bytes")
        cpu, status = self.run_json("check", *files)
        found, same_status = self.run_json("check", *files, "--device", "opengl", "--fallback")
        self.assertEqual((found["hash"], same_status), (cpu["hash"], status))
        self.assertEqual(found["pairs"][0]["device"], "cpu")
        self.assertRegex(found["device_reason"], r"^cpu \(opengl: .* bytes")

    def test_where_memory_is_short_for_all_at_once_pairs_are_asked_one_by_one(self):
        if not self.on_mesa():
            self.skipTest("this GPU has memory for more")
        apart = box((3.5, 0.25, 0.25), (5, 0.75, 0.75))
        files = self.files(needles(1200, 1), needles(1200, 2), FAR, apart)
        self.assert_fails(self.run_program("check", *files, "--device", "opengl"), "opengl", "bytes")
        cpu, status = self.run_json("check", *files)
        found, same_status = self.run_json("check", *files, "--device", "opengl", "--fallback")
        self.assertEqual((found["hash"], same_status), (cpu["hash"], status))
        devices = {(pair["a"], pair["b"]): pair["device"] for pair in found["pairs"]}
        self.assertEqual((devices[(0, 1)], devices[(2, 3)]), ("cpu", "opengl"))
        self.assertRegex(found["device_reason"], r"^opengl, .*, and in part cpu \(opengl: .* bytes")

    def test_auto_leaves_what_is_small_to_the_processor(self):
        for verb, files in (("check", self.files(UNIT, THROUGH)), ("self", self.files(UNIT))):
            document, _ = self.run_json(verb, *files, "--device", "auto")
            self.assertRegex(document["device_reason"], r"^cpu \(auto: (24|12) triangles .* 100000000 on\)$")
            done = self.run_program(verb, *files, "--device", "auto")
            self.assertIn("device: cpu (auto: ", done.stdout)

    def test_auto_takes_no_driver_that_works_on_the_processor(self):
        if not self.on_mesa():
            self.skipTest("there is a GPU")
        sheet, other = self.files(grid(225), FAR)
        motions = self.file("motions.json", json.dumps(
            {"format": "impinge-motions", "format_version": 1, "frames": [{}] * 1000}).encode())
        document, status = self.run_json("simulate", "motions", sheet, other, "--motions", motions,
                                         "--device", "auto")
        self.assertEqual((status, document["parameters"]["device"]), (0, "cpu"))
        self.assertRegex(document["parameters"]["device_reason"], r"^cpu \(auto: no GPU, llvmpipe")


class WithoutDevice(ProgramTest):
    def setUp(self):
        super().setUp()
        self.a, self.b = self.file("a.obj", UNIT), self.file("b.obj", THROUGH)

    def commands(self):
        motions = self.file("motions.json", json.dumps(
            {"format": "impinge-motions", "format_version": 1, "frames": [{}]}).encode())
        return (("check", self.a, self.b), ("self", self.a),
                ("simulate", "motions", self.a, self.b, "--motions", motions))

    def test_a_device_that_is_not_there_is_an_error(self):
        for command in self.commands():
            self.assert_fails(self.run_program(*command, "--device", "opengl", env=NOWHERE), "opengl", "EGL")

    def test_unless_the_processor_may_stand_in(self):
        for command in self.commands():
            plain = self.run_program(*command)
            done = self.run_program(*command, "--device", "opengl", "--fallback", env=NOWHERE)
            self.assertEqual((done.returncode, done.stderr), (plain.returncode, ""))
            self.assertRegex(done.stdout, r"(?m)^device:? +cpu \(opengl: .*EGL")

    def test_mistakes(self):
        check, alone, move = self.commands()
        poses = self.file("poses.json", json.dumps(
            {"format": "impinge-poses", "format_version": 1,
             "frames": [{"a": {"translation": [0, 0, 0]}, "b": {"translation": [0, 0, 0]}}]}).encode())
        for command, words in (((*check, "--device", "toaster"), ("toaster", "cpu, opengl, auto")),
                               ((*alone, "--device", "software"), ("software", "cpu, opengl, auto")),
                               ((*move, "--device", "software"), ("software", "surface-peeling")),
                               ((*move, "--device", "gpu"), ("gpu", "cpu, opengl, auto")),
                               ((*move, "--method", "surface-peeling", "--device", "auto"), ("auto", "software")),
                               ((*check, "--fallback"), ("--fallback", "--device")),
                               ((*alone, "--device", "cpu", "--fallback"), ("--fallback", "--device")),
                               ((*check, "--method", "cascade", "--fallback"), ("--fallback", "exact")),
                               ((*move, "--method", "surface-peeling", "--fallback"), ("--fallback", "exact")),
                               ((*check, "--method", "cascade", "--device", "auto"), ("auto", "software, opengl")),
                               ((*check, "--sequence", poses, "--device", "opengl"), ("--sequence", "processor"))):
            with self.subTest(command):
                self.assert_fails(self.run_program(*command), *words)


if __name__ == "__main__":
    unittest.main()
