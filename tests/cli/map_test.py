# SPDX-License-Identifier: Apache-2.0
"""impinge map: clearances in numbers, pictures and files."""
import array
import ast
import json
import math
import os
import pathlib
import struct
import sys
import unittest

from image_test import picture
from program import FAR, OPEN, THROUGH, UNIT, ProgramTest, box, joined

DOWN = ("--direction", "0,0,-1")
PLATE = box((0, 0, 0), (4, 4, 1))
OVER = box((1, 1, 1.5), (3, 3, 2))
INTO = box((1, 1, 0.75), (3, 3, 2))
YELLOW = (250, 216, 36, 255)
GREY = (176, 178, 184, 255)
PINK = (243, 190, 206, 255)


def floats(content):
    values = array.array("f", content)
    if sys.byteorder == "big":
        values.byteswap()
    return list(values)


def read_pfm(path):
    kind, size, scale, data = pathlib.Path(path).read_bytes().split(b"\n", 3)
    width, height = map(int, size.split())
    assert (kind, scale) == (b"Pf", b"-1.0") and len(data) == 4 * width * height
    return width, height, floats(data)


def read_npy(path):
    content = pathlib.Path(path).read_bytes()
    assert content[:8] == b"\x93NUMPY\x01\x00"
    length = struct.unpack("<H", content[8:10])[0]
    head = ast.literal_eval(content[10:10 + length].decode())
    assert head["descr"] == "<f4" and not head["fortran_order"]
    return head["shape"], floats(content[10 + length:])


def png_width(path):
    head = pathlib.Path(path).read_bytes()[:20]
    assert head[:8] == b"\x89PNG\r\n\x1a\n" and head[12:16] == b"IHDR"
    return struct.unpack(">I", head[16:])[0]


def read_ply_values(path):
    """The last property of every vertex, and the heights."""
    content = pathlib.Path(path).read_bytes()
    head, data = content.split(b"end_header\n", 1)
    names = [line.split()[2].decode() for line in head.splitlines()
             if line.startswith(b"property double")]
    assert names == ["x", "y", "z", "clearance"], names
    count = int(head.split(b"element vertex ")[1].split()[0])
    rows = [struct.unpack_from("<4d", data, 32 * i) for i in range(count)]
    return [(row[2], row[3]) for row in rows]


class Map(ProgramTest):
    def map(self, a, b, *arguments):
        files = self.file("a.obj", a), self.file("b.obj", b)
        document, status = self.run_json("map", *files, *arguments)
        self.assertEqual(status, 0)
        return document

    def poses(self, *frames, **fields):
        document = {"format": "impinge-poses", "format_version": 1, "frames": list(frames),
                    **fields}
        return self.file("poses.json", json.dumps(document).encode())


class Numbers(Map):
    def test_a_gap(self):
        found = self.map(OVER, PLATE, *DOWN, "--resolution", "42", "--tolerance", "0.1")
        self.assertAlmostEqual(found["smallest_gap"], 0.5, 6)
        self.assertAlmostEqual(found["smallest_gap_at"][2], 1.25, 6)
        self.assertEqual((found["deepest_overlap"], found["overlap_volume"]), (0, 0))
        self.assertEqual(found["contact_area"], 0)
        self.assertAlmostEqual(found["pixel_size"], 0.05)
        self.assertEqual(found["tolerance"], 0.1)
        self.assertEqual(found["direction"], [0, 0, -1])
        pixels = found["pixels"]
        self.assertEqual(pixels["both"], 1600)
        self.assertEqual((pixels["gap"], pixels["contact"], pixels["overlap"]), (1600, 0, 0))
        self.assertEqual((pixels["a_only"], pixels["b_only"]), (0, 164))
        for field in ("rms_error", "max_error", "max_error_at", "rays_per_pixel", "frames"):
            self.assertIsNone(found[field])

    def test_an_overlap(self):
        found = self.map(INTO, PLATE, *DOWN, "--resolution", "64", "--unit", "mm")
        self.assertIsNone(found["smallest_gap"])
        self.assertAlmostEqual(found["deepest_overlap"], 0.25, 6)
        self.assertLessEqual(abs(found["overlap_volume"] - 1), found["overlap_volume_bound"])
        self.assertEqual(found["tolerance"], found["pixel_size"])
        self.assertEqual(found["unit"], "mm")

    def test_the_same_on_opengl(self):
        devices = self.run_json("devices")[0]["raster_devices"]
        if not any(d["name"] == "opengl" and d["present"] for d in devices):
            self.skipTest("no OpenGL: " + str([d["absent_because"] for d in devices]))
        arguments = (INTO, joined(PLATE, FAR), *DOWN, "--resolution", "64")
        software, opengl = self.map(*arguments), self.map(*arguments, "--device", "opengl")
        self.assertEqual(opengl["device"], "opengl")
        self.assertEqual(software["pixels"], opengl["pixels"])
        self.assertAlmostEqual(software["deepest_overlap"], opengl["deepest_overlap"], 6)

    def test_a_scene_file_of_two_bodies(self):
        self.file("a.obj", OVER)
        self.file("b.obj", PLATE)
        bodies = [{"name": "a", "file": "a.obj", "pose": {"translation": [0, 0, 1]}},
                  {"name": "b", "file": "b.obj"}]
        scene = {"format": "impinge-scene", "format_version": 1, "bodies": bodies}
        path = self.file("scene.json", json.dumps(scene).encode())
        document, _ = self.run_json("map", path, *DOWN, "--resolution", "8")
        self.assertAlmostEqual(document["smallest_gap"], 1.5, 6)
        scene["bodies"] = bodies[:1]
        self.file("scene.json", json.dumps(scene).encode())
        self.assert_fails(self.run_program("map", path), "needs two bodies", "is one")

    def test_rays_find_nothing_wrong_with_flat_bodies(self):
        found = self.map(OVER, PLATE, *DOWN, "--resolution", "50", "--against-rays", "16")
        self.assertEqual(found["rays_per_pixel"], 16)
        self.assertGreater(found["compared_pixels"], 2000)
        self.assertLess(found["compared_pixels"], found["pixels"]["both"])
        self.assertLess(found["max_error"], 1e-6)
        self.assertLessEqual(found["rms_error"], found["max_error"])
        self.assertEqual(len(found["max_error_at"]), 3)

    def test_rays_that_meet_nothing(self):
        found = self.map(UNIT, FAR, *DOWN, "--resolution", "20", "--against-rays", "4")
        self.assertEqual(found["compared_pixels"], 0)
        self.assertIsNone(found["rms_error"])

    def test_what_the_terminal_shows(self):
        files = self.file("upper.obj", INTO), self.file("lower.obj", PLATE)
        done = self.run_program("map", *files, *DOWN, "--unit", "mm", "--against-rays", "1",
                                "--resolution", "64")
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        lines = done.stdout.splitlines()
        self.assertEqual([line.split()[0] for line in lines],
                         ["view", "pixels", "gap", "overlap", "volume", "contact", "rays"])
        self.assertIn("deepest 0.25 mm", lines[3])
        self.assertIn("mm^3, within", lines[4])
        self.assertIn("of upper only", lines[1])


    def test_pixels_that_overlap_at_all_and_by_more_than_the_tolerance(self):
        shallow = box((1, 1, 0.99), (3, 3, 2))
        found = self.map(shallow, PLATE, *DOWN, "--resolution", "42", "--tolerance", "0.1")
        pixels = found["pixels"]
        self.assertEqual((pixels["contact"], pixels["overlap"]), (1600, 0))
        self.assertEqual(pixels["overlapping"], 1600)
        self.assertAlmostEqual(found["deepest_overlap"], 0.01, 6)
        done = self.run_program("map", self.file("a.obj"), self.file("b.obj"), *DOWN,
                                "--resolution", "42", "--tolerance", "0.1")
        self.assertIn("1600 contact, 0 overlap by more than 0.1 (1600 by any amount)", done.stdout)

    def test_a_bound_that_is_not_zero_is_always_printed(self):
        # A needle that no ray of so coarse a map meets.
        needle = box((1.001, 1.001, 0.5), (1.002, 1.002, 2))
        wide = joined(needle, box((0, 0, 3), (4, 4, 4)))
        found = self.map(wide, PLATE, *DOWN, "--resolution", "4")
        self.assertEqual(found["deepest_overlap"], 0)
        self.assertGreaterEqual(found["overlap_volume_bound"], 0.5e-6)
        done = self.run_program("map", self.file("a.obj"), self.file("b.obj"), *DOWN,
                                "--resolution", "4")
        self.assertIn("overlap   none at any pixel\nvolume    0, within ", done.stdout)


TWO_PARTS = joined(box((0, 0, 0), (2, 1, 1)), box((1, 0, 0), (3, 1, 1)))
IN_BOTH = box((1.3, 0.3, 0.3), (1.7, 0.7, 0.7))


class OwnPartsOverlap(Map):
    def test_a_body_in_two_parts_of_another_overlaps_it(self):
        found = self.map(TWO_PARTS, IN_BOTH)
        self.assertAlmostEqual(found["deepest_overlap"], 0.4, 5)
        self.assertLess(found["overlap_volume_bound"], 0.01)
        self.assertLessEqual(abs(found["overlap_volume"] - 0.064), found["overlap_volume_bound"])

    def test_a_body_with_every_face_twice(self):
        once, twice = self.map(UNIT, THROUGH, *DOWN), self.map(joined(UNIT, UNIT), THROUGH, *DOWN)
        self.assertGreater(once["deepest_overlap"], 0.2)
        for field in ("deepest_overlap", "overlap_volume", "pixels"):
            self.assertEqual(once[field], twice[field])


class FarAway(Map):
    FIELDS = ("smallest_gap", "smallest_gap_at", "deepest_overlap", "deepest_overlap_at",
              "contact_area", "overlap_volume", "overlap_volume_bound", "pixels", "direction",
              "window", "surface_error", "by_rays")

    def test_a_vertex_that_no_triangle_uses(self):
        plain = self.map(INTO, PLATE, "--resolution", "64")
        for size in (1e3, 1e6, 1e9, 1e12):
            far = [(size, size, size)]
            found = self.map((INTO[0] + far, INTO[1]), (PLATE[0] + far, PLATE[1]),
                             "--resolution", "64")
            for field in self.FIELDS:
                self.assertEqual(found[field], plain[field], field)

    def test_a_part(self):
        for size in (1e3, 1e6, 1e9, 1e12):
            part = box((size, 0, 0), (size + 1, 1, 1))
            found = self.map(joined(INTO, part), PLATE, *DOWN, "--resolution", "64")
            self.assertAlmostEqual(found["deepest_overlap"], 0.25,
                                   delta=4 * found["surface_error"] + 1e-6)
            self.assertLessEqual(abs(found["overlap_volume"] - 1), found["overlap_volume_bound"])
            self.assertLess(found["overlap_volume_bound"], 0.5)
            self.assertEqual(found["by_rays"], size > 1e5)
            self.assertLess(found["surface_error"], found["pixel_size"])


class Window(Map):
    """The numbers of a map can be placed in the world."""

    def rays(self, window):
        def begin(x, y):
            return [o + x * r + y * u for o, r, u in
                    zip(window["origin"], window["right"], window["up"])]
        return begin

    def test_rays_meet_the_surfaces_where_the_map_says(self):
        # A wedge over a plate: its clearance tells where its ray is.
        wedge = (OVER[0][:4] + [(x, y, z + 1) for x, y, z in OVER[0][4:]], OVER[1])
        wedge = ([(x, y, z + 0.25 * x + 0.125 * y) for x, y, z in wedge[0]], wedge[1])
        name = self.file("w.pfm")
        for direction in ("0,0,-1", "0.3,-0.2,-1"):
            found = self.map(wedge, PLATE, "--direction", direction, "--resolution", "80",
                             "--data", name)
            begin, along = self.rays(found["window"]), found["direction"]
            width, height, values = read_pfm(name)
            self.assertEqual((width, height), (found["width"], found["height"]))
            compared = 0
            for y in range(height):
                for x in range(width):
                    start = begin(x, y)
                    to_plate = (1 - start[2]) / along[2]
                    on_plate = [s + to_plate * d for s, d in zip(start, along)]
                    # 1.5 + 0.25 x + 0.125 y = z on the underside of the wedge.
                    to_wedge = ((1.5 + 0.25 * start[0] + 0.125 * start[1] - start[2]) /
                                (along[2] - 0.25 * along[0] - 0.125 * along[1]))
                    on_wedge = [s + to_wedge * d for s, d in zip(start, along)]
                    inside = (all(0.1 < v < 3.9 for v in on_plate[:2]) and
                              all(1.1 < v < 2.9 for v in on_wedge[:2]))
                    if inside:
                        compared += 1
                        self.assertAlmostEqual(values[y * width + x], to_plate - to_wedge,
                                               delta=4 * found["surface_error"])
            self.assertGreater(compared, 1500)
            self.assertLess(to_plate, found["window"]["depth"])

    def test_the_deepest_place_lies_on_a_ray(self):
        found = self.map(INTO, PLATE, "--direction", "0.3,-0.2,-1", "--resolution", "50")
        window, place = found["window"], found["deepest_overlap_at"]
        from_origin = [p - o for p, o in zip(place, window["origin"])]
        for axis in ("right", "up"):
            step = window[axis]
            steps = (sum(a * b for a, b in zip(from_origin, step)) /
                     sum(a * a for a in step))
            self.assertAlmostEqual(steps, round(steps), 5)

    def test_every_frame_has_its_window(self):
        sequence = self.poses({}, {"a": {"translation": [0, 0, 5]},
                                   "b": {"translation": [0, 0, 5]}})
        frames = self.map(OVER, PLATE, *DOWN, "--resolution", "16", "--sequence", sequence)["frames"]
        heights = [frame["window"]["origin"][2] for frame in frames]
        self.assertAlmostEqual(heights[1] - heights[0], 5, 6)


class Files(Map):
    def test_pfm_and_npy_hold_the_same_numbers(self):
        # A step, so that up and down differ.
        stairs = joined(box((1, 1, 1.5), (3, 2, 2)), box((1, 2.25, 1.25), (3, 3, 2)))
        names = self.file("map.pfm"), self.file("map.npy")
        for name in names:
            self.map(stairs, PLATE, *DOWN, "--resolution", "40", "--data", name)
        width, height, upwards = read_pfm(names[0])
        shape, downwards = read_npy(names[1])
        self.assertEqual(shape, (height, width))
        rows = [upwards[i * width:(i + 1) * width] for i in range(height)]
        turned = [value for row in reversed(rows) for value in row]
        self.assertEqual([repr(v) for v in turned], [repr(v) for v in downwards])
        self.assertTrue(math.isnan(upwards[0]))
        known = [value for value in upwards if not math.isnan(value)]
        self.assertAlmostEqual(min(known), 0.25, 5)
        self.assertAlmostEqual(max(known), 0.5, 5)
        middle = width // 2
        self.assertAlmostEqual(rows[height // 4][middle], 0.5, 5)
        self.assertAlmostEqual(rows[3 * height // 4][middle], 0.25, 5)

    def test_vertices_carry_their_clearance(self):
        for given in ("v", "v.ply"):
            found = self.map(OVER, PLATE, *DOWN, "--resolution", "8", "--vertices",
                             self.file(given))
            self.assertEqual(found["files"]["vertices_a"], self.file("v-a.ply"))
        upper = read_ply_values(self.file("v-a.ply"))
        self.assertEqual(sorted(height for height, value in upper if not math.isnan(value)),
                         [1.5] * 4)
        self.assertTrue(all(abs(value - 0.5) < 1e-6 for height, value in upper if height == 1.5))
        lower = read_ply_values(self.file("v-b.ply"))
        self.assertTrue(all(math.isnan(value) for _, value in lower))

    def test_the_picture_has_the_colours_of_what_is_there(self):
        sloped = (PLATE[0][:4] + [(0, 0, 1), (4, 0, 2), (0, 4, 1), (4, 4, 2)], PLATE[1])
        out = self.file("map.png")
        wide = box((-1, 1, 1.5), (3, 5, 4))
        found = self.map(wide, sloped, *DOWN, "--resolution", "100", "--tolerance", "0.1", "--out",
                         out)
        width, height, rows = picture(out)
        self.assertGreater(width, 600)
        self.assertGreater(height, 500)
        colours = {}
        for row in rows:
            for colour in row:
                colours[colour] = colours.get(colour, 0) + 1
        magnified = 5 * 5
        self.assertGreater(colours[YELLOW], found["pixels"]["contact"] * magnified * 0.95)
        self.assertGreater(colours[GREY], found["pixels"]["a_only"] * magnified * 0.9)
        self.assertGreater(colours[PINK], found["pixels"]["b_only"] * magnified * 0.9)
        self.assertGreater(sum(n for (r, g, b, _), n in colours.items() if g > r + 40 and g > b),
                           1000, "gaps are green near contact")
        self.assertGreater(sum(n for (r, g, b, _), n in colours.items() if r > g + 60 and r > b + 60
                               and g < 200), 1000, "overlaps are red")

    def test_the_error_map_is_a_picture(self):
        out = self.file("errors.png")
        self.map(OVER, PLATE, *DOWN, "--resolution", "20", "--against-rays", "4", "--error-map", out)
        self.assertGreater(png_width(out), 500)

    def test_the_same_bytes_for_any_number_of_threads(self):
        contents = []
        for threads in ("1", "3"):
            names = self.file("t.png"), self.file("t.pfm"), self.file("e.png")
            self.map(THROUGH, UNIT, "--out", names[0], "--data", names[1], "--threads", threads,
                     "--against-rays", "9", "--error-map", names[2], "--resolution", "60")
            contents.append([pathlib.Path(name).read_bytes() for name in names])
        self.assertEqual(contents[0], contents[1])


class Sequence(Map):
    def test_frames(self):
        sequence = self.poses({"name": "open", "b": {"translation": [0, 0, -0.25]}},
                              {"b": {"translation": [0, 0, 0.25]}},
                              {"name": "closed", "b": {"translation": [0, 0, 0.75]}})
        found = self.map(OVER, PLATE, *DOWN, "--resolution", "32", "--sequence", sequence, "--out",
                         self.file("f.png"), "--data", self.file("f.npy"))
        frames = found["frames"]
        self.assertEqual([frame["name"] for frame in frames], ["open", "frame 2", "closed"])
        self.assertAlmostEqual(frames[0]["smallest_gap"], 0.75, 5)
        self.assertAlmostEqual(frames[1]["smallest_gap"], 0.25, 5)
        self.assertAlmostEqual(frames[2]["deepest_overlap"], 0.25, 5)
        self.assertEqual([frame["verdict"] for frame in frames], ["apart", "apart", "crossing"])
        self.assertEqual([frame["clearance_maps_reused"] for frame in frames],
                         [False, True, True])
        self.assertEqual(frames[0]["renderings"], 0, "their boxes do not meet")
        self.assertGreater(frames[2]["renderings"], 0)
        self.assertEqual(found["closest_frame"], 2)
        self.assertEqual(found["deepest_overlap"], frames[2]["deepest_overlap"])
        for i, frame in enumerate(frames, 1):
            self.assertEqual(frame["picture"], self.file(f"f-00{i}.png"))
            self.assertGreater(png_width(frame["picture"]), 500)
            self.assertTrue(pathlib.Path(self.file(f"f-00{i}.npy")).exists())

    def test_moving_a_is_moving_b_the_other_way(self):
        by_a = self.poses({}, {"a": {"translation": [0, 0, 0.25]}})
        first = self.map(OVER, PLATE, *DOWN, "--resolution", "16", "--sequence", by_a)
        by_b = self.poses({}, {"b": {"translation": [0, 0, -0.25]}})
        second = self.map(OVER, PLATE, *DOWN, "--resolution", "16", "--sequence", by_b)
        self.assertAlmostEqual(first["frames"][1]["smallest_gap"], 0.75, 5)
        self.assertAlmostEqual(second["frames"][1]["smallest_gap"], 0.75, 5)
        self.assertAlmostEqual(first["frames"][1]["smallest_gap_at"][2], 1.375, 5)
        self.assertTrue(first["frames"][1]["clearance_maps_reused"])

    def test_poses_have_units(self):
        sequence = self.poses({"b": {"translation": [0, 0, 10]}}, unit="in")
        found = self.map(OVER, PLATE, *DOWN, "--resolution", "16", "--unit", "mm", "--sequence",
                         sequence)
        self.assertAlmostEqual(found["frames"][0]["smallest_gap"], 254 - 2, 3)
        found = self.map(OVER, PLATE, *DOWN, "--resolution", "16", "--sequence", sequence)
        self.assertEqual(found["unit"], "in")
        self.assertAlmostEqual(found["frames"][0]["smallest_gap"], 8, 4)

    def test_the_table(self):
        files = self.file("a.obj", OVER), self.file("b.obj", PLATE)
        sequence = self.poses({}, {"name": "in", "b": {"translation": [0, 0, 0.75]}})
        done = self.run_program("map", *files, "--sequence", sequence, "--resolution", "16", *DOWN)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        lines = done.stdout.splitlines()
        self.assertTrue(lines[0].startswith("frame"))
        self.assertIn("crossing", lines[2])
        self.assertTrue(any(line.startswith("2 frames: 1 without rendering") for line in lines))
        self.assertIn("closest in in", lines)

    def test_mistakes_name_their_place(self):
        files = self.file("a.obj", OVER), self.file("b.obj", PLATE)
        for frames, words in (
            ([], ("frames: needs at least one frame",)),
            ([{}, {"pose": {}}], ("frames[1]: unknown field 'pose'",)),
            ([{"b": {"scale": -1}}], ("frames[0].b.scale: must be greater than 0",)),
        ):
            done = self.run_program("map", *files, "--sequence", self.poses(*frames))
            self.assert_fails(done, "poses.json", *words)
        grown = self.poses({}, {"name": "grown", "a": {"scale": 2}})
        done = self.run_program("map", *files, "--sequence", grown)
        self.assert_fails(done, "grown: body A", "size or shape")
        done = self.run_program("map", *files, "--sequence", self.file("absent.json"))
        self.assert_fails(done, "absent.json")
        done = self.run_program("map", *files, "--sequence", files[0])
        self.assert_fails(done, "a.obj")


class Refusals(Map):
    def refused(self, *arguments, words=(), a=OVER, b=PLATE):
        files = self.file("a.obj", a), self.file("b.obj", b)
        self.assert_fails(self.run_program("map", *files, *arguments), *words)

    def test_what_bodies_that_are_no_solids_cannot_do(self):
        self.refused("--data", "x.npy", a=OPEN, words=("a.obj", "a is not a solid", "open edges", "--data"))
        self.refused("--against-rays", "4", b=OPEN, words=("b.obj", "b is not a solid"))

    def test_numbers_out_of_range(self):
        for arguments, words in (
            (("--resolution", "0"), ("--resolution",)),
            (("--resolution", "1e9"), ("--resolution",)),
            (("--direction", "0,0,0"), ("--direction",)),
            (("--direction", "up"), ("--direction",)),
            (("--projection", "best"), ("--projection", "refined")),
            (("--device", "abacus"), ("--device", "software")),
            (("--tolerance", "-1"), ("--tolerance",)),
            (("--tolerance", "nan"), ("--tolerance",)),
            (("--range", "0", "--out", "x.png"), ("--range",)),
            (("--against-rays", "15"), ("square number",)),
            (("--against-rays", "0"), ("square number",)),
            (("--unit", "parsec"), ("--unit",)),
        ):
            with self.subTest(arguments):
                self.refused(*arguments, words=words)

    def test_options_that_do_not_go_together(self):
        self.refused("--error-map", self.file("e.png"), words=("--error-map", "--against-rays"))
        self.refused("--range", "1", words=("--range", "--out"))
        sequence = self.poses({})
        self.refused("--sequence", sequence, "--against-rays", "4", words=("--sequence",))
        self.refused("--sequence", sequence, "--vertices", "v", words=("--sequence",))

    def test_files_that_cannot_be_written(self):
        self.refused("--out", self.file("no/such/folder.png"), words=("cannot be written",))
        self.refused("--data", self.file("m.tif"), words=("m.tif", ".pfm or .npy"))
        self.refused("--out", "-", words=("standard output",))
        self.refused("--vertices", self.file("no/v"), words=("cannot be written",))
        left = sorted(path.name for path in self.folder.iterdir())
        self.assertEqual(left, ["a.obj", "b.obj"])

    def test_a_third_body(self):
        done = self.run_program("map", *[self.file("a.obj", UNIT)] * 3)
        self.assert_fails(done)

    def test_an_absent_device(self):
        files = self.file("a.obj", UNIT), self.file("b.obj", PLATE)
        surroundings = {**os.environ, "__EGL_VENDOR_LIBRARY_FILENAMES": "none.json",
                        "EGL_PLATFORM": "none"}
        done = self.run_program("map", *files, "--device", "opengl", env=surroundings)
        self.assert_fails(done, "opengl")


if __name__ == "__main__":
    unittest.main()
