# SPDX-License-Identifier: Apache-2.0
"""impinge particles: scenes and files, what is written of them, and what is refused."""
import ast
import csv
import json
import pathlib
import signal
import struct
import subprocess
import time
import unittest
import wave

from picture_test import is_red, read_png
from program import PROGRAM, UNIT, ProgramTest

EXAMPLES = pathlib.Path(__file__).resolve().parent.parent.parent / "examples" / "particles"

# Of the impacts of the first half second with 500 particles. They hold for every machine, compiler and
# number of threads.
GOLDEN = {"hail": "db0a75b7e44c4f93", "rain": "06a19b40cb666b85", "fountain": "b99b1ca1f9f71652"}
SMALL = ("--particles", "500", "--seconds", "0.5")


def scene(**fields):
    """One particle every quarter of a second, falling straight at 4 onto whatever lies below."""
    return {"format": "impinge-particle-scene", "format_version": 1,
            "emitters": [{"particles": 4, "origin": [0.25, 0.25, 2], "velocity": [0, 0, -4], "life": 1}],
            **fields}


def collider(kind="rectangle", name="floor", **fields):
    shapes = {
        "rectangle": {"origin": [-1, -1, 0], "u": [2, 0, 0], "v": [0, 2, 0]},
        "disc": {"centre": [0, 0, 0], "normal": [0, 0, 1], "radius": 1, "hole": 0.1},
        "polygon": {"origin": [0, 0, 0], "u": [1, 0, 0], "v": [0, 1, 0],
                    "loops": [[[-1, -1], [1, -1], [1, 1], [-1, 1]], [[-0.1, -0.1], [0.1, -0.1], [0, 0.1]]]},
        "ellipsoid": {"radii": [1, 1, 0.5]},
        "cylinder": {"radius": [1, 2], "low": -1, "high": 1},
        "cone": {"radius": 1, "low": -1, "high": 0},
        "paraboloid": {"radius": 1, "high": 1},
        "saddle": {"radius": 1, "half": [1, 1]},
        "hyperboloid": {"radii": [1, 1, 1], "sheets": 2, "low": -2, "high": 2},
        "quadric": {"matrix": [[1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 1, 0], [0, 0, 0, -1]]},
        "blend": {"blobs": [{"centre": [0, 0, 0], "radius": 1}, {"centre": [0.4, 0, 0], "radius": 1, "weight": 2}]},
        "mesh": {"file": "unit.obj"},
    }
    return {"name": name, "shape": {"kind": kind, **shapes[kind]}, **fields}


class ParticlesTest(ProgramTest):
    def setUp(self):
        super().setUp()
        self.file("unit.obj", UNIT)

    def write(self, document, name="scene.json"):
        return self.file(name, json.dumps(document).encode())

    def run_scene(self, document, *options):
        found, status = self.run_json("particles", self.write(document), *options)
        self.assertEqual(status, 0)
        return found


class Scenes(ParticlesTest):
    def test_are_the_same_everywhere(self):
        for name, digest in GOLDEN.items():
            document, status = self.run_json("particles", name, *SMALL)
            self.assertEqual((status, document["partial"], document["particles"]), (0, False, 500))
            self.assertEqual((document["hash"], document["device_share"]), (digest, None), name)
            self.assertGreater(document["impact_count"], 30)
            self.assertEqual(document["impact_count"], sum(c["impacts"] for c in document["colliders"]))
            self.assertEqual(document["impact_count"], sum(f["impacts"] for f in document["frames"]))

    def test_threads_and_frames_change_nothing_but_seeds_and_numbers_do(self):
        def digest(*options):
            return self.run_json("particles", "hail", *SMALL, *options)[0]["hash"]
        plain = digest()
        for options in (("--threads", "1"), ("--threads", "3"), ("--rate", "100"), ("--rate", "2"),
                        ("--out", self.file("out"), "--without", "pictures")):
            self.assertEqual(plain, digest(*options), options)
        self.assertNotEqual(plain, digest("--seed", "7"))
        self.assertEqual(digest("--seed", "7"), digest("--seed", "7", "--threads", "2"))
        self.assertNotEqual(plain, self.run_json("particles", "hail", "--particles", "499", "--seconds",
                                                 "0.5")[0]["hash"])

    def test_opengl_finds_the_same(self):
        devices, _ = self.run_json("devices")
        if not any(d["name"] == "opengl" and d["present"] for d in devices["raster_devices"]):
            self.skipTest("no OpenGL here")
        for name, digest in GOLDEN.items():
            document, status = self.run_json("particles", name, *SMALL, "--device", "opengl")
            self.assertEqual((status, document["device"], document["hash"]), (0, "opengl", digest), name)
            share = document["device_share"]
            if share["processor_alone"] is None:
                self.assertGreater(share["by_device"], share["by_processor"])

    def test_the_yard_has_every_kind_of_collider(self):
        document, _ = self.run_json("particles", "hail", *SMALL)
        self.assertEqual({c["shape"] for c in document["colliders"]}, {"plane", "quadric", "blend", "mesh"})
        names = {c["name"] for c in document["colliders"]}
        self.assertLessEqual({"front roof", "gazebo roof", "table 1", "bin lid", "bush"}, names)
        done = self.run_program("particles", "hail", *SMALL)
        self.assertRegex(done.stdout, r"^hail on a yard, 500 particles, 0.5 s\n")
        self.assertRegex(done.stdout, r"\ngazebo roof +quadric +bounce +\d+ ")
        self.assertEqual(self.run_program("particles", "hail", *SMALL, "-q").stdout, "")

    def test_no_particles_hit_nothing(self):
        document, status = self.run_json("particles", "rain", "--particles", "0", "--seconds", "0.1",
                                         "--out", self.file("none"), "--size", "32x24")
        self.assertEqual((status, document["impact_count"]), (0, 0))
        self.assertEqual([c["first"] for c in document["colliders"]], [None] * len(document["colliders"]))

    def test_examples_are_read(self):
        for path in sorted(EXAMPLES.glob("*.json")):
            text = path.read_text(encoding="utf-8").replace("knot.ply", "unit.obj")
            copy = self.file(path.name, text.encode())
            document, status = self.run_json("particles", copy, "--particles", "200", "--seconds", "1")
            self.assertEqual(status, 0, path)
            self.assertGreater(document["impact_count"], 20, path)


class Files(ParticlesTest):
    def test_impacts_are_where_they_must_be(self):
        # Births are spread over one life; each falls for half a second.
        out = self.file("out")
        document = self.run_scene(scene(colliders=[collider()]), "--seconds", "2", "--out", out)
        self.assertEqual((document["particles"], document["impact_count"]), (4, 6))
        with open(pathlib.Path(out) / "impacts.csv", encoding="utf-8", newline="") as text:
            rows = list(csv.DictReader(text))
        births = sorted(float(row["time"]) - 0.5 for row in rows)
        self.assertEqual(len({row["particle"] for row in rows}), 4)
        self.assertTrue(all(0 <= birth <= 1.5 for birth in births))
        for row in rows:
            self.assertAlmostEqual(float(row["z"]), 0, delta=1e-9)
            self.assertEqual([float(row[c]) for c in ("x", "y", "normal_z", "velocity_z", "speed")],
                             [0.25, 0.25, 1, -4, 4])
            self.assertEqual((row["collider_name"], row["angle"]), ("floor", "0"))

    def test_every_kind_of_shape_is_hit(self):
        heights = {"rectangle": 0, "disc": 0, "polygon": 0, "ellipsoid": 0.5 * (1 - 0.125) ** 0.5,
                   "cone": -0.125 ** 0.5, "paraboloid": 0.125, "saddle": 0,
                   "hyperboloid": (1 + 0.125) ** 0.5, "quadric": (1 - 0.125) ** 0.5, "mesh": 1}
        for kind, height in heights.items():
            out = self.file("out-" + kind)
            self.run_scene(scene(colliders=[collider(kind)]), "--out", out, "--without", "pictures",
                           "--without", "maps", "--seconds", "2")
            with open(pathlib.Path(out) / "impacts.csv", encoding="utf-8", newline="") as text:
                rows = list(csv.DictReader(text))
            self.assertGreater(len(rows), 3, kind)
            for row in rows:
                self.assertAlmostEqual(float(row["z"]), height, delta=1e-9, msg=kind)
        for kind in ("cylinder", "blend"):  # parallel to its side; a height of no closed form
            found = self.run_scene(scene(colliders=[collider(kind)]))
            self.assertEqual(found["impact_count"] > 0, kind == "blend")

    def test_poses_and_bounds_are_kept_to(self):
        turned = {"rotation": {"axis": [1, 0, 0], "degrees": 180}, "translation": [0, 0, 1]}
        bowl = collider("paraboloid", pose=turned)
        found = self.run_scene(scene(colliders=[bowl, collider(name="below")]), "--seconds", "2")
        self.assertEqual([c["impacts"] > 0 for c in found["colliders"]], [True, False])
        bowl["bounds"] = [{"point": [0, 0, 0], "normal": [-1, 0, 0]}]
        found = self.run_scene(scene(colliders=[bowl, collider(name="below")]), "--seconds", "2")
        self.assertEqual([c["impacts"] > 0 for c in found["colliders"]], [False, True])
        far = collider("mesh", pose={"translation": [5, 0, 0], "scale": 2})
        self.assertEqual(self.run_scene(scene(colliders=[far]))["impact_count"], 0)
        moving = collider("mesh", velocity=[5, 0, 0], pose={"translation": [-4, 0, 0]})
        self.assertGreater(self.run_scene(scene(colliders=[moving]), "--seconds", "3")["impact_count"], 0)

    def test_particles_bounce_stick_and_end(self):
        def impacts(response):
            floor = collider(response=response, restitution=0.5)
            emitters = [{"starts": [{"position": [0, 0, 1]}], "acceleration": [0, 0, -2], "life": 10,
                         "generations": 1}]
            return self.run_scene(scene(colliders=[floor], emitters=emitters), "--seconds", "9")["impact_count"]
        self.assertEqual(impacts("eliminate"), 1)
        self.assertEqual(impacts("stick"), 1)
        self.assertGreater(impacts("bounce"), 5)

    def test_air_bends_flights_and_says_how_well(self):
        emitters = [{"particles": 20, "origin": [0, 0, 2], "acceleration": [0, 0, -9.81], "life": 2,
                     "air": {"drag": 2, "wind": [1, 0, 0]}}]
        found = self.run_scene(scene(colliders=[collider()], emitters=emitters), "--seconds", "3")
        self.assertGreater(found["impact_count"], 5)
        self.assertGreater(found["flight_error"], 0)
        self.assertLess(found["flight_error"], 0.01)


class Outputs(ParticlesTest):
    def test_everything_is_written_to_the_folder(self):
        out = pathlib.Path(self.file("made")) / "here"
        floor = collider(sound={"substance": "metal", "size": 0.5})
        document = self.run_scene(scene(colliders=[floor]), "--seconds", "1.5", "--rate", "4", "--size",
                                  "64x48", "--out", str(out), "--sound-rate", "8000")
        frames = [f"frame-{i:04}.png" for i in range(6)]
        others = ["impacts.csv", "impacts.npy", "map-floor.png", "sound.wav", "spectrogram.png"]
        self.assertEqual(sorted(path.name for path in out.iterdir()), sorted(frames + others))
        self.assertEqual([pathlib.Path(f["picture"]).name for f in document["frames"]], frames)
        self.assertEqual(sorted(pathlib.Path(f).name for f in document["files"]), others)
        self.assertEqual([f["time"] for f in document["frames"]], [0, 0.25, 0.5, 0.75, 1, 1.25])
        for path in out.glob("*.png"):
            self.assertTrue(path.read_bytes().startswith(b"\x89PNG"), path)
        self.assertEqual(struct.unpack(">II", (out / frames[0]).read_bytes()[16:24]), (64, 48))

    def test_pictures_are_the_same_for_any_number_of_threads(self):
        def pictures(*options):
            out = pathlib.Path(self.file("threads" + "".join(options)))
            self.run_json("particles", "fountain", *SMALL, "--rate", "4", "--size", "80x60", "--out", str(out),
                          *options)
            return {path.name: path.read_bytes() for path in out.iterdir()}
        self.assertEqual(pictures("--threads", "1"), pictures("--threads", "3"))

    def test_sound_is_heard_when_something_hits(self):
        out = pathlib.Path(self.file("out"))
        wood = collider(sound={"modes": [{"frequency": 500, "damping": 30}]})
        self.run_scene(scene(colliders=[wood], ear={"at": [-2, -3, 1], "loudness": 0.5}), "--seconds", "1.5", "--out", str(out),
                       "--without", "pictures")
        with open(out / "impacts.csv", encoding="utf-8", newline="") as text:
            first = min(float(row["time"]) for row in csv.DictReader(text))
        with wave.open(str(out / "sound.wav")) as sound:
            self.assertEqual((sound.getnchannels(), sound.getframerate(), sound.getsampwidth(),
                              sound.getnframes()), (2, 48000, 2, 72000))
            samples = struct.unpack("<144000h", sound.readframes(72000))
        left, right = samples[::2], samples[1::2]
        begins = next(i for i, sample in enumerate(left) if sample != 0)
        self.assertAlmostEqual(begins / 48000, first, delta=0.001)
        self.assertGreater(max(right), 2 * max(left))  # the floor is to the right of the ear

    def test_what_rings_not_has_no_sound(self):
        out = pathlib.Path(self.file("out"))
        self.run_scene(scene(colliders=[collider()]), "--out", str(out), "--without", "pictures")
        self.assertFalse((out / "sound.wav").exists())

    def test_npy_and_csv_hold_the_same(self):
        out = pathlib.Path(self.file("out"))
        self.run_json("particles", "hail", *SMALL, "--out", str(out), "--without", "pictures", "--without",
                      "maps", "--without", "sound")
        self.assertEqual(sorted(path.name for path in out.iterdir()), ["impacts.csv", "impacts.npy"])
        content = (out / "impacts.npy").read_bytes()
        self.assertEqual(content[:8], b"\x93NUMPY\x01\x00")
        head = 10 + struct.unpack("<H", content[8:10])[0]
        self.assertEqual(head % 64, 0)
        described = ast.literal_eval(content[10:head].decode())
        form = "<" + "".join({"<f8": "d", "<u4": "I"}[kind] for _, kind in described["descr"])
        records = list(struct.iter_unpack(form, content[head:]))
        self.assertEqual(described["shape"], (len(records),))
        with open(out / "impacts.csv", encoding="utf-8", newline="") as text:
            rows = list(csv.DictReader(text))
        self.assertEqual(len(rows), len(records))
        self.assertGreater(len(rows), 30)
        names = [name for name, _ in described["descr"]]
        for row, record in zip(rows, records):
            self.assertEqual([float(row[name]) for name in names], [float(value) for value in record])
        self.assertEqual([row["time"] for row in rows], sorted((row["time"] for row in rows), key=float))

    def test_impact_maps_show_what_is_asked_for(self):
        pictures = set()
        for channel in ("count", "sum", "time", "speed", "normal-speed", "angle"):
            out = pathlib.Path(self.file(channel))
            self.run_json("particles", "hail", *SMALL, "--out", str(out), "--map", channel, "--rule", "strongest",
                          "--resolution", "32", "--without", "pictures", "--without", "sound")
            pictures.add((out / "map-ground.png").read_bytes())
        self.assertEqual(len(pictures), 6)


class Charts(ParticlesTest):
    """How meshes are laid out: by texture coordinates of their files, or triangle by triangle."""

    PLATE = "v -1 -1 0\nv 1 -1 0\nv 1 1 0\nv -1 1 0\nvt 0 0\nvt 0.5 0\nvt 0.5 {0}\nvt 0 {0}\n"

    def plate(self, faces="f 1/1 2/2 3/3 4/4\n", top="1", **shape):
        self.file("plate.obj", (self.PLATE.format(top) + faces).encode())
        wish = collider("mesh", name="plate")
        wish["shape"] = {"kind": "mesh", "file": "plate.obj", **shape}
        return scene(colliders=[wish])

    def chart(self, document):
        found = self.run_scene(document, "--seconds", "1")
        self.assertEqual(found["colliders"][0]["impacts"], 2)
        return found["colliders"][0]["chart"]

    def test_texture_coordinates_are_used_if_they_can_be(self):
        self.assertEqual(self.chart(self.plate()), "given")
        self.assertEqual(self.chart(self.plate(chart="uv")), "given")
        self.assertEqual(self.chart(self.plate(chart="atlas")), "atlas")
        self.assertEqual(self.chart(self.plate(top="1.5")), "atlas")
        self.assertEqual(self.chart(self.plate("f 1/1 2/2 3/3\nf 1 3 4\n")), "atlas")

    def test_what_cannot_be_is_an_error_if_it_is_asked_for(self):
        def fails(words, *plate, **shape):
            document = self.plate(*plate, **shape)
            self.assert_fails(self.run_program("particles", self.write(document)), "colliders[0].shape.chart", words)
        fails("triangle 0 go beyond the unit square", top="1.5", chart="uv")
        fails("texture coordinates for 1 of 2 triangles", "f 1/1 2/2 3/3\nf 1 3 4\n", chart="uv")
        fails("is none of auto, uv, atlas", chart="plane")

    def test_the_map_lies_as_the_texture_does(self):
        # The plate fills the left half of its texture, so that x goes from -1 to 1 as u from 0 to 0.5; v goes up.
        document = self.plate()
        document["emitters"][0].update(origin=[-0.9, 0.5, 2], edges=[[0.2, 0, 0]], particles=50)
        out = pathlib.Path(self.file("maps"))
        self.run_json("particles", self.write(document), "--seconds", "2", "--out", str(out), "--map", "count",
                      "--resolution", "64", "--without", "pictures", "--without", "impacts")
        rows = read_png(out / "map-plate.png")[2]
        empty = (12, 10, 16, 255)
        top = next(y for y, row in enumerate(rows) if empty in row)
        left = rows[top].index(empty)
        texel = rows[top].count(empty) // 64
        hit = {(x, y) for y in range(64) for x in range(64)
               if rows[top + texel * y + texel // 2][left + texel * x + texel // 2] != empty}
        self.assertGreater(len(hit), 2)
        for x, y in hit:
            self.assertTrue(0.025 * 64 - 1 <= x <= 0.075 * 64 and y == 15, (x, y))


class Pictures(ParticlesTest):
    """What pictures show, by the colours of their pixels."""

    def pixels(self, document, *options, frame=0):
        out = pathlib.Path(self.file("out"))
        self.run_scene(document, "--out", str(out), "--size", "80x60", "--without", "maps", *options)
        _, _, rows = read_png(out / f"frame-{frame:04}.png")
        return [pixel for row in rows for pixel in row]

    def test_every_kind_of_collider_is_seen(self):
        nothing = [{"particles": 0, "origin": [0, 0, 1], "life": 1}]
        for kind in ("rectangle", "disc", "polygon", "ellipsoid", "cylinder", "cone", "paraboloid", "saddle",
                     "hyperboloid", "quadric", "blend", "mesh"):
            red = collider(kind, look={"colour": "#d01010"})
            if kind == "quadric":
                red["shape"]["box"] = {"min": [-1, -1, -1], "max": [1, 1, 1]}
            seen = sum(map(is_red, self.pixels(scene(colliders=[red], emitters=nothing), "--rate", "0.1")))
            self.assertGreater(seen, 300, kind)
            self.assertLess(seen, 4000, kind)

    def test_holes_are_seen_through(self):
        above = {"from": [0, -0.01, 1]}
        nothing = [{"particles": 0, "origin": [0, 0, 0], "life": 1}]
        for kind in ("disc", "polygon"):
            counts = []
            for hole in (False, True):
                shape = collider(kind, look={"colour": "#d01010"})
                if kind == "disc":
                    shape["shape"]["hole"] = 0.7 if hole else 0
                else:
                    inner = [[-0.7, -0.7], [0.7, -0.7], [0.7, 0.7], [-0.7, 0.7]]
                    shape["shape"]["loops"][1:] = [inner] if hole else []
                found = self.pixels(scene(colliders=[shape], emitters=nothing, camera=above), "--rate", "0.1")
                counts.append(sum(map(is_red, found)))
            self.assertAlmostEqual(counts[1] / counts[0], 1 - 0.49, delta=0.06, msg=kind)

    def test_particles_and_their_marks_are_seen(self):
        falling = [{"particles": 400, "origin": [-0.9, -0.9, 2], "edges": [[1.8, 0, 0], [0, 1.8, 0]],
                    "velocity": [0, 0, -4], "life": 1, "look": {"radius": 0.05, "colour": "#d01010"}}]
        floor = collider(look={"colour": "#808080", "splat_colour": "#10d010", "splat_radius": 0.1})
        document = scene(colliders=[floor], emitters=falling, camera={"from": [0, -1, 1]})

        def greens(pixels):
            return sum(p[1] > 1.4 * p[0] and p[1] > 1.4 * p[2] for p in pixels)
        options = ("--rate", "1.25", "--seconds", "1.6")
        with_marks = self.pixels(document, *options, frame=1)
        without = self.pixels(document, *options, "--without", "splats", frame=1)
        before = self.pixels(document, *options, frame=0)
        self.assertGreater(sum(map(is_red, with_marks)), 50)
        self.assertLess(sum(map(is_red, before)), 20)
        self.assertGreater(greens(with_marks), 100)
        self.assertEqual((greens(without), greens(before)), (0, 0))


class Interrupted(ParticlesTest):
    def test_tells_that_it_is_partial_and_leaves_no_half_files(self):
        out, report = pathlib.Path(self.file("out")), self.file("report.json")
        with subprocess.Popen([PROGRAM, "particles", "hail", "--seconds", "1000", "--size", "64x48", "--out",
                               str(out), "--json", report], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                              text=True) as run:
            for _ in range(600):
                if (out / "frame-0001.png").exists():
                    break
                time.sleep(0.1)
            run.send_signal(signal.SIGINT)
            text, complaints = run.communicate(timeout=60)
        self.assertEqual((run.returncode, complaints), (130, ""))
        self.assertIn("(interrupted)", text)
        document = json.loads(pathlib.Path(report).read_text(encoding="utf-8"))
        self.assertTrue(document["partial"])
        made = [frame["picture"] for frame in document["frames"] if frame["picture"]]
        self.assertEqual(sorted(str(path) for path in out.iterdir()), sorted(made))


class Refusals(ParticlesTest):
    def test_parameters_are_named(self):
        for options, words in (
                ((), ("needs a scene", "hail, rain, fountain")),
                (("snow",), ("snow: is neither a scene (hail, rain, fountain)",)),
                (("hail", "--particles", "-1"), ("--particles",)),
                (("hail", "--particles", "2000000000"), ("--particles",)),
                (("hail", "--seconds", "0"), ("--seconds",)), (("hail", "--seconds", "inf"), ("--seconds",)),
                (("hail", "--seconds", "86000", "--rate", "1000"), ("--seconds, --rate",)),
                (("hail", "--seconds", "1100", "--out", self.file("x")), ("--seconds", "--without sound")),
                (("hail", "--seed", "x"), ("--seed",)), (("hail", "--device", "tpu"), ("--device",)),
                (("hail", "--rate", "0"), ("--rate",)), (("hail", "--size", "0x4"), ("--size",)),
                (("hail", "--from", "0,0,0"), ("--from",)), (("hail", "--at", "1,2"), ("--at",)),
                (("hail", "--zoom", "nan"), ("--zoom", "not a number")), (("hail", "--rate", "-nan"), ("--rate",)),
                (("hail", "--zoom", "0"), ("--zoom",)), (("hail", "--map", "mass"), ("--map",)),
                (("hail", "--rule", "first"), ("--rule",)), (("hail", "--resolution", "0"), ("--resolution",)),
                (("hail", "--sound-rate", "10"), ("--sound-rate",)),
                (("hail", "--without", "pictures"), ("--without", "--out")),
                (("hail", "--without", "rain", "--out", self.file("x")), ("--without",)),
                (("hail", "--out", self.file("unit.obj"), "--seconds", "0.1"), ("unit.obj", "cannot be made")),
                (("no-such.json",), ("no-such.json",))):
            with self.subTest(options):
                self.assert_fails(self.run_program("particles", *options), *words)

    def refused(self, document, *words):
        self.assert_fails(self.run_program("particles", self.write(document)), "scene.json", *words)

    def test_fields_are_named(self):
        emitter = scene()["emitters"][0]
        for change, words in (
                ({"format": "impinge-scene"}, ("format", "impinge-particle-scene")),
                ({"format_version": 2}, ("format_version",)), ({"colour": 1}, ("unknown field 'colour'",)),
                ({"seconds": -1}, ("seconds",)), ({"emitters": []}, ("emitters: needs at least one",)),
                ({"emitters": [{**emitter, "life": 0}]}, ("emitters[0].life: must be greater than 0",)),
                ({"emitters": [{**emitter, "particles": -1}]}, ("emitters[0].particles",)),
                ({"emitters": [{**emitter, "particles": 1 << 33}]}, ("emitters[0].particles: is too large",)),
                ({"emitters": [{**emitter, "velocty": [0, 0, 0]}]}, ("did you mean 'velocity'?",)),
                ({"emitters": [{**emitter, "edges": [[1, 0, 0]] * 4}]}, ("emitters[0].edges",)),
                ({"emitters": [{**emitter, "starts": []}]}, ("both starts and particles",)),
                ({"emitters": [{"starts": [{"velocity": [0, 0, 1]}], "life": 1}]}, ("starts[0]", "'position'")),
                ({"emitters": [{**emitter, "air": {"drag": -1}}]}, ("emitters[0].air.drag: must not be negative",)),
                ({"emitters": [{**emitter, "look": {"colour": "red"}}]}, ("look.colour", "#rrggbb")),
                ({"emitters": [{**emitter, "look": {"mesh": "none.ply"}}]}, ()),
                ({"camera": {"from": [0, 0, 0]}}, ("camera.from: must not be zero",)),
                ({"camera": {"zoom": 0}}, ("camera.zoom",)), ({"ear": {"right": [0, 0]}}, ("ear.right",))):
            with self.subTest(change):
                if "none.ply" in json.dumps(change):
                    self.assert_fails(self.run_program("particles", self.write(scene(**change))), "none.ply")
                else:
                    self.refused(scene(**change), *words)

    def test_fields_of_colliders_are_named(self):
        def shaped(of, **fields):
            made = collider(of)
            made["shape"] = {key: value for key, value in {**made["shape"], **fields}.items() if value is not None}
            return made
        crooked = {"matrix": [[1, 1, 0, 0], [0, 1, 0, 0], [0, 0, 1, 0]]}
        for wrong, words in (
                ({"name": "a"}, ("colliders[0]: field 'shape' is missing",)),
                ({"shape": collider()["shape"]}, ("'name'",)),
                (collider(response="melt"), ("response", "'melt' is none of eliminate, stick, bounce")),
                (collider(restitution=1.5), ("restitution: is too large",)),
                (collider(friction=-1), ("friction: must not be negative",)),
                (collider(sound={"substance": "jelly"}), ("sound.substance", "metal, wood")),
                (collider(sound={"modes": [{"frequency": 0, "damping": 1}]}), ("modes[0].frequency",)),
                (collider(sound={"modes": [], "size": 1}), ("both a substance and modes",)),
                (collider(look={"splat_radius": -1}), ("look.splat_radius",)),
                (collider(velocity=[1]), ("velocity: needs 3 numbers",)),
                (collider(pose={"scale": 2}), ("colliders[0].pose", "turned and moved only")),
                (collider(pose=crooked), ("pose", "turned and moved only")),
                (collider("mesh", bounds=[]), ("bounds: are for shapes",)),
                (collider(bounds=[{"point": [0, 0, 0]}]), ("bounds[0]", "'normal'")),
                (shaped("rectangle", kind="square"), ("shape.kind", "'square' is none of rectangle")),
                (shaped("rectangle", kind=None), ("field 'kind' is missing",)),
                (shaped("rectangle", u=[0, 0, 0]), ("shape.u: must not be zero",)),
                (shaped("disc", radius=0), ("shape.radius",)), (shaped("disc", hole=2), ("shape.hole",)),
                (shaped("polygon", loops=[[[0, 0], [1, 0]]]), ("loops[0]: needs 3 corners",)),
                (shaped("polygon", loops=[[[0, 0], [1, 0], [1]]]), ("loops[0][2]",)),
                (shaped("ellipsoid", radii=[1, 1, -1]), ("shape.radii",)),
                (shaped("cylinder", low=2), ("'low' must be less than 'high'",)),
                (shaped("hyperboloid", sheets=3), ("shape.sheets: must be 1 or 2",)),
                (shaped("quadric", matrix=[[1, 2, 0, 0], [0, 1, 0, 0], [0, 0, 1, 0], [0, 0, 0, -1]]),
                 ("shape.matrix: must be symmetric",)),
                (shaped("quadric", matrix=[[1, 2], [0, 1]]), ("shape.matrix: needs 4 rows",)),
                (shaped("quadric", box={"min": [1, 0, 0], "max": [0, 0, 0]}), ("shape.box",)),
                (shaped("blend", blobs=[]), ("shape.blobs",)), (shaped("mesh", file=""), ("shape.file",))):
            with self.subTest(wrong):
                self.refused(scene(colliders=[wrong]), *words)
        self.refused(scene(colliders=[collider(), collider()]), "colliders[1]", "another collider is called 'floor'")

    def test_missing_and_broken_meshes_are_named(self):
        missing = collider("mesh")
        missing["shape"]["file"] = "missing.obj"
        self.assert_fails(self.run_program("particles", self.write(scene(colliders=[missing]))), "missing.obj")
        self.file("broken.obj", b"f 1 2 3\n")
        missing["shape"]["file"] = "broken.obj"
        self.assert_fails(self.run_program("particles", self.write(scene(colliders=[missing]))), "broken.obj")

    def test_what_is_no_json_is_told_with_its_place(self):
        self.assert_fails(self.run_program("particles", self.file("x.json", b'{"format": ')), "x.json: line 1")


if __name__ == "__main__":
    unittest.main()
