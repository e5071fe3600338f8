# SPDX-License-Identifier: Apache-2.0
"""impinge view: simulations and particles in the timeline, and recordings of them."""
import csv
import json
import pathlib
import random
import shutil
import struct
import unittest

from expected_pictures import assert_looks_like
from picture_test import is_red, read_png
from view_program import ALL_FRAMES, ViewTest, difference, display

EXAMPLES = pathlib.Path(__file__).parents[2] / "examples" / "particles"


class Simulations(ViewTest):
    def simulated(self, kind, *options):
        done = self.run_program("simulate", kind, *options, "--json", "-", "-q")
        self.assertEqual(done.returncode, 0, done.stderr)
        return json.loads(done.stdout)["frames"]

    def frames_agree(self, kind, frames, bodies, bodies_option, counters, seed=5):
        """Frames of the viewer, asked for in any order, are those that `impinge simulate` writes."""
        mine, told = [], []  # a walkthrough has neither a number of bodies nor a seed
        if bodies:
            mine, told = (["--seed", str(seed), option, str(bodies)] for option in ("--bodies", bodies_option))
        expected = self.simulated(kind, "--frames", str(frames), *told)
        order = list(range(frames)) * 2
        random.Random(3).shuffle(order)
        lines = ["wait idle", f"expect fact timeline.frames {frames}", f"expect fact simulation.kind {kind}"]
        for frame in order:
            lines += [f"seek {frame}", "wait idle", f"expect fact simulation.hash {int(expected[frame]['hash'], 16):016x}"]
            lines += [f"expect fact simulation.{name} {expected[frame][name]}" for name in counters]
        return expected, lines, ["--simulate", kind, "--frames", str(frames), *mine]

    def test_polytopes_are_those_of_simulate_and_look_so(self):
        expected, lines, options = self.frames_agree(
            "polytopes", 10, 60, "--bodies", ("colliding", "candidates", "began", "ended", "asked_exact"))
        self.assertGreater(sum(frame["colliding"] for frame in expected), 0)
        seen = self.file("polytopes.png")
        first, second = self.file("1.png"), self.file("2.png")
        self.view([], *lines, "seek 7", "wait idle", "move 400 200", f"screenshot {first}", "seek 2", "wait idle",
                  "seek 7", "wait idle", "move 400 200", f"screenshot {second}", "click @pane.simulation.close",
                  "key enter", "move 400 200", "wait idle", f"screenshot {seen}", "key space", "wait played",
                  "expect fact timeline.frame 9",
                  options=("--headless", *options, "--frame-memory", "1"))
        self.assertLess(difference(first, second), 0.02)  # but for times
        assert_looks_like(self, seen, "polytopes")

    def test_a_cloth_is_that_of_simulate_and_looks_so(self):
        _, lines, options = self.frames_agree(
            "cloth", 4, 2, "--bodies", ("colliding", "crossing", "triangle_pairs", "splits", "triangles"))
        seen = self.file("cloth.png")
        self.view([], *lines, "seek 3", "wait idle", "click @pane.simulation.close", "key enter", "move 400 200",
                  "wait idle",
                  f"screenshot {seen}", options=("--headless", *options))
        assert_looks_like(self, seen, "cloth")

    def test_a_creature_and_a_vase_are_those_of_simulate(self):
        for kind, option, bodies, counters in (("creature", "--balls", 3, ("colliding", "triangle_pairs")),
                                               ("shatter", "--pieces", 8, ("colliding", "body_count", "splits"))):
            _, lines, options = self.frames_agree(kind, 3, bodies, option, counters)
            seen = self.file(f"{kind}.png")
            self.view([], *lines, "seek 0", "wait idle", "click @pane.simulation.close", "key enter", "move 400 200",
                  "wait idle",
                      f"screenshot {seen}", options=("--headless", *options))
            assert_looks_like(self, seen, kind)

    def test_a_walkthrough_is_that_of_simulate(self):
        expected, lines, options = self.frames_agree("walkthrough", 6, None, None, ("colliding", "candidates"))
        self.assertEqual([bool(frame["colliding"]) for frame in expected], [False, True, False, False, False, True])
        self.size = "1000x700"
        away, there = self.file("away.png"), self.file("there.png")
        self.view([], *lines, "click @pane.simulation.close", "key enter", "move 990 20", "seek 0", "wait idle",
                  f"screenshot {away}", "seek 5", "wait idle", f"screenshot {there}", "expect faults 0",
                  options=("--headless", *options))
        def reds(path):  # above the timeline
            _, _, rows = read_png(path)
            return sum(is_red(pixel) for row in rows[70:-140] for pixel in row[self.left:])
        self.assertGreater(reds(there), reds(away) + 15)  # what the hand touches

    def test_simulations_are_begun_by_the_panel_and_left_again(self):
        self.view(self.boxes(), "wait idle", "expect verdict apart", "click @menu.Simulate", "click @simulate.shatter",
                  "wait idle", "expect fact simulation.kind shatter", "click @simulate.polytopes", "wait idle",
                  "expect fact simulation.bodies 1000", "click @menu.Time", "click @menu.Close", "wait idle",
                  "expect fact timeline.frames 0", "expect verdict apart", "expect bodies 2", "expect faults 0",
                  options=("--headless",))

    def test_every_frame_is_recorded_or_none(self):
        film, again, full = self.folder / "film", self.folder / "again", self.folder / "full"
        full.mkdir()
        (full / "mine.txt").write_text("keep")
        options = ("--simulate", "polytopes", "--frames", "6", "--bodies", "40")
        told = self.view([], "wait idle", f"record {film} 160x121", "expect message ffmpeg", "seek 3",
                         f"record {again} 160x120", options=("--headless", *options))
        self.assertIn(f"ffmpeg -framerate 30 -pattern_type glob -i '{film}/frame-*.png' -pix_fmt yuv420p", told)
        names = [f"frame-{i:04}.png" for i in range(6)]
        self.assertEqual(sorted(path.name for path in film.iterdir()), names)
        for name in names:
            self.assertEqual(read_png(film / name)[:2], (160, 120))  # films want sides that are even
            self.assertEqual((film / name).read_bytes(), (again / name).read_bytes())
        self.assertNotEqual((film / names[0]).read_bytes(), (film / names[5]).read_bytes())
        self.assertIn("empty", self.view([], "wait idle", f"record {full}", options=("--headless", *options), status=2))
        self.assertEqual([path.name for path in full.iterdir()], ["mine.txt"])
        alone = self.folder / "alone"
        done = self.run_program("view", *options, "--record", alone, "--size", "160x120")
        self.assertEqual((done.returncode, done.stderr), (0, ""), done)
        self.assertEqual(sorted(path.name for path in alone.iterdir()), names)
        self.assertEqual(read_png(alone / names[2])[:2], (160, 120))
        self.assertEqual(sorted(path.name for path in self.folder.iterdir() if ".part" in path.name), [])

    def test_what_is_wrong_is_said_in_a_line(self):
        for options, words in ((["--simulate", "nothing"], "nothing"), (["--simulate", "creature", "--bodies", "90"], "40"),
                               (["--simulate", "walkthrough", "--bodies", "9"], "walkthrough"), (["--frames", "9"], "--frames"),
                               (["--simulate", "cloth", "a.stl"], "--simulate"), (["--particles", "snow"], "hail"),
                               (["--particles", "none.json"], "none.json"), (["--record", "x"], "--record"),
                               (["--particles", "hail", "--simulate", "cloth"], "--particles")):
            done = self.run_program("view", *options, "--screenshot", self.file("x.png"))
            self.assertEqual((done.returncode, done.stdout, len(done.stderr.splitlines())), (2, "", 1), done)
            self.assertIn(words, done.stderr)


@unittest.skipUnless(shutil.which("Xvfb"), "Xvfb is not installed")
class Window(ViewTest):
    def test_a_window_plays_what_memory_plays(self):
        options = ("--simulate", "polytopes", "--frames", "4", "--bodies", "40")
        films = self.folder / "in-a-window", self.folder / "in-memory"
        lines = "wait idle", "key space", "wait played", "expect fact timeline.frame 3", "key home"
        with display() as name:
            self.view([], *lines, f"record {films[0]} 160x120", options=options, environment={"DISPLAY": name})
        self.view([], *lines, f"record {films[1]} 160x120", options=("--headless", *options))
        for i in range(4):
            self.assertLess(difference(*(film / f"frame-{i:04}.png" for film in films)), 0.01)


class Particles(ViewTest):
    def test_any_time_shows_what_particles_have_done_until_then(self):
        scene = EXAMPLES / "quadric.json"
        out = self.folder / "run"
        done = self.run_program("particles", scene, "--out", out, "--without", "pictures", "--without", "maps", "-q")
        self.assertEqual(done.returncode, 0, done.stderr)
        with open(out / "impacts.csv", newline="") as rows:
            times = [float(row["time"]) for row in csv.DictReader(rows)]
        self.assertGreater(len(times), 100)
        lines = ["wait idle"]
        for frame in (40, 3, 90, 0, 61, 40):
            until = sum(time <= frame / 30 for time in times)
            lines += [f"seek {frame}", "wait idle", f"expect fact simulation.impacts {until}"]
        first, second, sound = self.file("1.png"), self.file("2.png"), self.folder / "sound.wav"
        seen = self.file("particles.png")
        self.view([], *lines, *ALL_FRAMES, "seek 40", "wait idle", "click @pane.simulation.close",
                  "click @pane.impacts.close", "key enter", "move 400 100", "wait idle", f"screenshot {first}",
                  "seek 1.1 s", "expect fact timeline.frame 33", "wait idle", f"screenshot {second}", "seek 40", "wait idle",
                  "move 400 100", f"screenshot {seen}", f"export-sound {sound}" if (out / "sound.wav").exists() else "wait idle",
                  options=("--headless", "--particles", scene))
        self.assertGreater(difference(first, second), 0.005)
        self.assertEqual(read_png(first), read_png(seen))  # the same time, the same picture
        assert_looks_like(self, seen, "particles")
        if (out / "sound.wav").exists():
            self.assertEqual(sound.read_bytes(), (out / "sound.wav").read_bytes())

    def test_each_scene_of_particles_has_impacts_that_add_up(self):
        for name in ("hail", "rain", "fountain"):
            self.view([], "wait idle", f"expect fact simulation.kind {name}", "expect fact simulation.impacts 0 to 100", "key end",
                      "wait idle", "expect fact simulation.impacts 101 to 1e9", "expect fact simulation.flying 1 to 1e9",
                      "expect fact impacts.count 1 to 1e9", "expect faults 0", options=("--headless", "--particles", name))

    def test_the_sound_is_that_of_particles(self):
        scene = json.loads((EXAMPLES / "quadric.json").read_text())
        for collider in scene["colliders"]:
            collider["sound"] = {"substance": "glass", "size": 0.4}
        scene["seconds"] = 1
        path = self.file("ringing.json", json.dumps(scene).encode())
        out, mine = self.folder / "run", self.folder / "mine.wav"
        self.run_program("particles", path, "--out", out, "--without", "pictures", "--without", "maps", "-q")
        self.view([], "wait idle", "expect fact sound.rate 48000", "expect fact sound.samples 48000",
                  f"export-sound {mine}", options=("--headless", "--particles", path))
        self.assertEqual(mine.read_bytes(), (out / "sound.wav").read_bytes())
        self.assertGreater(max(abs(value) for (value,) in struct.iter_unpack("<h", mine.read_bytes()[44:])), 300)


if __name__ == "__main__":
    unittest.main()
