# SPDX-License-Identifier: Apache-2.0
"""impinge view: the walkthrough by hand, and pictures for two eyes."""
import json
import pathlib
import shutil
import unittest

from picture_test import is_red, read_png
from program import FAR, UNIT, box
from view_program import ViewTest, count, difference, display

GLASS = "tell hand at 2.52 0.79 0.83 180 0"  # where the hand of the paper's kitchen takes one


def mean_place(rows, test):
    """The middle of the pixels that pass a test, to the right."""
    places = [x for row in rows for x, pixel in enumerate(row) if test(pixel)]
    return sum(places) / len(places)


def is_skin(pixel):
    return pixel[0] > 1.2 * pixel[1] and pixel[1] > 1.1 * pixel[2] and pixel[0] > 150


def left_edge(rows, test):
    return min(x for row in rows for x, pixel in enumerate(row) if test(pixel))


def halves(path):
    width, _, rows = read_png(path)
    return [row[:width // 2] for row in rows], [row[width // 2:] for row in rows]


def is_blue(pixel):
    return pixel[2] > 1.25 * pixel[0] and pixel[1] < 190


def is_beige(pixel):
    return pixel[0] > 1.1 * pixel[2] and pixel[1] > 1.05 * pixel[2]


class Hand(ViewTest):
    def test_a_glass_of_the_kitchen_is_grasped_carried_and_brought_back(self):
        scene = self.file("kitchen.json")
        self.view(
            ["kitchen"], "wait idle", "key w", "wait idle", "expect fact hand.touches nothing", GLASS,
            "wait idle", "expect fact hand.carries nothing", "key space", "wait idle",
            "expect fact hand.carries kitchen/glass-2", "expect fact hand.touches kitchen/glass-2",
            "key pageup", "key pageup", "key ctrl+up", "wait idle",
            f"save {scene}", "key space", "wait idle", "expect fact hand.carries nothing",
            "expect pose kitchen/glass-2 -0.00195 0.00354 0.04037 1e-4", "key ctrl+z", "wait idle",
            "expect pose kitchen/glass-2 0 0 0 0", "key ctrl+y", "wait idle",
            "expect pose kitchen/glass-2 -0.00195 0.00354 0.04037 1e-4", "key ctrl+z", "wait idle",
            "expect pose kitchen/glass-2 0 0 0 0", "expect faults 0")
        poses = [body.get("pose", {}).get("translation") for body in json.loads(pathlib.Path(scene).read_text())["bodies"]
                 if body["name"] == "kitchen/glass-2"]
        self.assertAlmostEqual(poses[0][2], 0.04037, delta=1e-4)

    def test_touched_parts_are_red_and_others_are_not(self):
        away, near = self.file("away.png"), self.file("near.png")
        camera = "camera 3.4,0.2,1.3,2.5,0.79,0.83"
        self.view(["kitchen"], "wait idle", "key p", "key w", camera, "wait idle",
                  "tell hand at 2.55 0.79 1 180 0", "wait idle", "expect fact hand.touched-parts 0", f"screenshot {away}",
                  "tell hand at 2.52 0.79 0.83 180 0", "key space", "wait idle", "expect fact hand.touched-parts 1 to 15",
                  f"screenshot {near}", "expect faults 0", options=("--headless", "--scale", "0.5"))
        pane = 270  # wide, on the right
        def reds(path):
            _, _, rows = read_png(path)
            return sum(is_red(pixel) for row in rows[60:-20] for pixel in row[:-pane])
        self.assertLess(reds(away), 20)
        self.assertGreater(reds(near), 150)

    def test_of_the_hand_only_the_parts_are_red_that_touch(self):
        away, near = self.file("away.png"), self.file("near.png")
        self.view(  # what is hidden is touched all the same
            self.boxes(), "wait idle", "click @row.a", "key v", "key p", "key w", "wait idle", "camera 0,-6,2,0,0.5,0.5",
            "tell hand size 4", "tell hand at -1.5 0.5 0.5 0 0", "wait idle", "expect fact hand.touches nothing",
            f"screenshot {away}", "tell hand at -0.5 0.5 0.5 0 0", "wait idle", "expect fact hand.touches a",
            "expect fact hand.touched-parts 1 to 12", f"screenshot {near}", "expect faults 0",
            options=("--headless", "--scale", "0.5"))
        def seen(path, test):
            _, _, rows = read_png(path)
            return sum(test(pixel) for row in rows[60:-20] for pixel in row[:-270])
        self.assertLess(seen(away, is_red), 5)
        self.assertGreater(seen(near, is_red), 50)
        self.assertGreater(seen(away, is_skin), 400)
        self.assertGreater(seen(near, is_skin), 200)

    def hand_and_boxes(self):
        """A body that is the hand, a small one beside it, and a large one."""
        return [self.file("hand.obj", UNIT), self.file("cup.obj", box((1.5, 0.2, 0.2), (2, 0.8, 0.8))),
                self.file("shelf.obj", FAR)]

    def test_a_body_called_hand_is_the_hand(self):
        self.view(
            self.hand_and_boxes(), "wait idle", "key 1", "key w", "wait idle", "expect fact hand.touches nothing",
            "tell hand by 1 0 0", "wait idle", "expect pose hand 1 0 0 1e-9", "expect fact hand.touches cup",
            "expect state cup interfering", "tell hand grasp", "wait idle", "expect fact hand.carries cup",
            "tell hand by 1.25 0 0", "wait idle", "expect pose cup 1.25 0 0 1e-9", "expect fact hand.crossing cup shelf",
            "tell hand let-go", "key ctrl+z", "wait idle", "expect pose cup 0 0 0 0", "expect pose hand 2.25 0 0 1e-9")

    def test_what_is_carried_is_turned_and_scaled_in_the_same_step(self):
        self.view(
            self.hand_and_boxes(), "wait idle", "key 1", "key w", "wait idle", "tell hand by 1 0 0", "wait idle",
            "key +", "expect message holds", "tell hand grasp", "wait idle", "key +", "key +",
            "expect fact hand.scale 1.2099 to 1.2101", "key -", "tell hand scale 2", "wait idle",
            "expect fact hand.scale 2.1999 to 2.2001", "expect pose cup -2.1 -0.6 -0.6 1e-9",
            "key shift+left", "wait idle", "tell hand let-go", "wait idle", "expect fact hand.carries nothing",
            "key ctrl+z", "wait idle", "expect pose cup 0 0 0 0", "expect bodies 3")

    def test_escape_puts_back_what_is_carried_and_then_ends_the_walk(self):
        self.view(
            self.hand_and_boxes(), "wait idle", "key w", "wait idle", "tell hand by 1 0 0", "wait idle",
            "key space", "wait idle", "tell hand by 0 0 1", "wait idle", "expect pose cup 0 0 1 1e-9", "key escape",
            "wait idle", "expect fact hand.carries nothing", "expect pose cup 0 0 0 0", "expect fact hand.open yes",
            "key escape", "wait idle", "expect fact hand.open no")

    def test_the_mouse_moves_the_hand_and_holds_with_its_button(self):
        self.view(
            self.hand_and_boxes(), "wait idle", "key 1", "key w", "wait idle", "move @body.cup", "wait idle",
            "expect pose hand 1.25 0 0 0.02", "drag @body.cup to by 0 -60", "wait idle",
            "expect fact hand.carries nothing", "expect pose cup 0 0 1 0.5", "key ctrl+z", "wait idle",
            "expect pose cup 0 0 0 0", "wheel 1", "wait idle", "expect fact hand.place.y 0.6 to 2")

    def test_what_is_for_panels_and_dialogs_is_not_for_the_hand(self):
        stays = ("wait idle", "expect fact hand.carries cup", "expect fact hand.place.x 1.499 to 1.501",
                 "expect fact hand.place.z 0.499 to 0.501")
        self.view(
            self.hand_and_boxes(), "wait idle", "key 1", "key w", "wait idle", "tell hand by 1 0 0", "wait idle",
            "key space", *stays, "click @tool.Slide", *stays, "click @tool.Slide", "click @show.Grid", *stays,
            "click @menu.File", *stays, "click @menu.File", "key ctrl+s", "wait idle", "move @dialog.name",
            "move @dialog.ok", *stays, "expect faults 0")

    def test_copies_make_bodies_and_pairs_grow_and_undo_takes_them_back(self):
        saved = self.file("strewn.json")
        self.view(
            ["kitchen"], "wait idle", "key w", "wait idle", "tell hand measure", "wait idle",
            "expect fact hand.bodies 204", "expect fact hand.frames 24 to 60", "expect fact hand.counts 1",
            "tell hand strew 150 7", "wait idle", "expect fact hand.bodies 354", "expect bodies 338",
            "expect fact hand.counts 2", "expect fact hand.drawing-ms 0.001 to 10000",
            "expect fact hand.collision-ms 0.001 to 10000", f"save {saved}", "key ctrl+z", "wait idle",
            "expect bodies 188", "expect fact hand.bodies 204")
        bodies = json.loads(pathlib.Path(saved).read_text())["bodies"]
        self.assertEqual(sum("#" in body["name"] for body in bodies), 150)
        self.view([saved], "wait idle", "expect bodies 338")

    def test_a_large_scene_does_not_hold_up_the_hand(self):
        # As in view_test: the limit is generous where others are at work.
        told = self.view(
            ["bumpy-spheres"], "wait scene", "key w", "wait scene", "sweep 330 100 to 420 300 2 100",
            "expect latency 1500 0", "expect faults 0",
            options=("--headless", "--triangles", "500000", "--samples", "1"))
        self.assertIn("99th percentile", told)

    def test_a_picture_can_begin_with_the_hand(self):
        seen = []
        for options in ((), ("--hand",)):
            path = self.file("picture.png")
            done = self.run_program("view", *self.boxes(), "--screenshot", path, "--size", "600x400", "--from", "front",
                                    "--gl-debug", *options)
            self.assertEqual((done.returncode, done.stderr), (0, ""))
            seen.append(count(path, is_skin))
        self.assertEqual(seen[0], 0)
        self.assertGreater(seen[1], 50)

    def test_what_a_hand_cannot_do_is_said(self):
        for line, words in (("tell hand fly", "can do"), ("tell hand at 1 2 x", "numbers"), ("tell hand scale -1", "can do"),
                            ("tell nobody at 1 2 3", "no such pane"), ("tell clearance at 1", "no such pane")):
            told = self.view(self.hand_and_boxes(), "wait idle", "key w", "wait idle", line, status=2)
            self.assertIn(words, told)


class Stereo(ViewTest):
    def picture(self, name, *options, size="600x300"):
        """A blue box near the eye and a beige one far away."""
        path = self.file(name)
        files = [self.file("near.obj", box((-1, -3, 0), (-0.3, -2, 1))), self.file("far.obj", box((0.3, 4, 0), (1, 5, 1)))]
        script = self.script("wait idle", "key m")  # dimensions are drawn once
        done = self.run_program("view", *files, "--script", script, "--screenshot", path, "--size", size, "--gl-debug",
                                "--headless", "--camera", "0,-10,0.5,0,0,0.5", *options)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        return path

    def test_what_is_nearer_is_farther_to_the_right_for_the_left_eye(self):
        for options in ((), ("--orthographic",)):
            left, right = halves(self.picture("both.png", "--stereo", "side-by-side", *options))
            near, far = (mean_place(left, test) - mean_place(right, test) for test in (is_blue, is_beige))
            self.assertGreater(near, 1)
            self.assertLess(far, -1)

    def test_disparity_is_what_the_eyes_distance_makes_it(self):
        found = []
        for apart in ("0.2", "0.4"):
            left, right = halves(self.picture("both.png", "--stereo", "side-by-side", "--eye-distance", apart))
            found.append(left_edge(left, is_blue) - left_edge(right, is_blue))
        # The left edge of the near box is 7 away; 24 degrees are 300 pixels high.
        expected = 0.2 * (1 / 7 - 1 / 10) * 300 / (2 * 0.21256)
        self.assertAlmostEqual(found[0], expected, delta=1)
        self.assertAlmostEqual(found[1], 2 * expected, delta=1.5)

    def test_an_anaglyph_has_the_red_of_the_left_eye_and_the_rest_of_the_right_one(self):
        left, right = halves(self.picture("beside.png", "--stereo", "side-by-side"))
        over = read_png(self.picture("over.png", "--stereo", "anaglyph", size="300x300"))[2]
        self.assertNotEqual(left, right)
        wrong = sum(max(abs(a[0] - c[0]), abs(b[1] - c[1]), abs(b[2] - c[2])) > 3
                    for l, r, o in zip(left, right, over) for a, b, c in zip(l, r, o))
        self.assertLess(wrong, 20)

    def test_keys_switch_it_and_the_mouse_finds_bodies_in_both_pictures(self):
        off, beside, again = (self.file(name) for name in ("1.png", "2.png", "3.png"))
        self.view(
            self.boxes(), "wait idle", "key 1", "move 500 400", f"screenshot {off}", "key d", "key 1", f"screenshot {beside}",
            "click @body.b", "expect selected b", "key escape", "move 640 400", "click @body.b", "expect selected b",
            "click @eye-distance", "type 1", "key enter", "key d", "key escape", "key enter", "key 1", "move 500 400",
            f"screenshot {again}", "key shift+d", "expect faults 0")
        self.assertGreater(difference(off, beside), 0.02)
        self.assertLess(difference(off, again), 0.01)

    def test_what_is_wrong_is_said_in_a_line(self):
        a = self.boxes()[0]
        for arguments, words in ((["--stereo", "both"], "--stereo"), (["--eye-distance", "-1"], "--eye-distance"),
                                 (["--eye-distance", "1"], "--stereo"), (["--hand", "--simulate", "cloth"], "--simulate")):
            done = self.run_program("view", *([] if "--hand" in arguments else [a]), *arguments)
            self.assertEqual((done.returncode, done.stdout), (2, ""), done)
            self.assertIn(words, done.stderr)


@unittest.skipUnless(shutil.which("Xvfb"), "Xvfb is not installed")
class HandInAWindow(Hand):
    """The same in a window."""

    def view(self, files, *lines, options=("--headless",), **more):
        with display() as name:
            options = tuple(option for option in options if option != "--headless")
            return super().view(files, *lines, options=options, environment={"DISPLAY": name}, **more)

    # What has nothing to do with windows is tested once.
    test_copies_make_bodies_and_pairs_grow_and_undo_takes_them_back = None
    test_a_large_scene_does_not_hold_up_the_hand = None
    test_a_picture_can_begin_with_the_hand = None
    test_what_a_hand_cannot_do_is_said = None
    test_what_is_carried_is_turned_and_scaled_in_the_same_step = None
    test_a_body_called_hand_is_the_hand = None


if __name__ == "__main__":
    unittest.main()
