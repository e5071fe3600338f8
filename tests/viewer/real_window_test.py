# SPDX-License-Identifier: Apache-2.0
"""impinge view in a window, with mouse and keys that come through the X server."""
import json
import shutil
import subprocess
import unittest

from picture_test import is_red
from program import PROGRAM, UNIT, ProgramTest, box
from view_program import is_curve
from x_window import ask_to_close, x_window

WIDTH, HEIGHT = 700, 460
LEFT = 320  # the panels end there


def is_blue(pixel):
    """Of the first body, while it is clear."""
    return pixel[2] > 1.25 * pixel[0] and pixel[1] < 190


def is_beige(pixel):
    """Of the second."""
    return pixel[0] > 1.1 * pixel[2] and pixel[1] > 1.05 * pixel[2] and not is_curve(pixel)


def middle(places):
    return tuple(sum(axis) // len(places) for axis in zip(*places))


@unittest.skipUnless(shutil.which("Xvfb") and shutil.which("xdotool"), "Xvfb or xdotool is not installed")
class RealWindow(ProgramTest):
    def window(self, **more):
        files = [self.file("a.obj", UNIT), self.file("b.obj", box((3, 0.4, 0.3), (4, 1.4, 1.3)))]
        folder = self.folder / "screen"
        folder.mkdir(exist_ok=True)
        return x_window([PROGRAM, "view", *files, "--size", f"{WIDTH}x{HEIGHT}", "--gl-debug"], folder, **more)

    def scene(self, window, test, more_than):
        """The middle of what passes a test in the scene, once there is so much of it."""
        def seen():
            places = window.places(test, LEFT, 80)
            return middle(places) if len(places) > more_than else None
        return window.wait(seen, f"enough that {test.__name__}")

    def none(self, window, test):
        window.wait(lambda: len(window.places(test, LEFT, 80)) < 30, f"hardly anything that {test.__name__}")

    def save(self, window, name):
        """By Ctrl+S and what is typed into the dialog."""
        path = self.folder / name
        window.key("ctrl+shift+s")
        window.tool("sleep", 0.5)
        window.key("ctrl+a")
        window.type(str(path))
        window.key("Return")
        window.wait(path.exists, f"a file {name}")
        return path

    def test_a_body_dragged_by_mouse_interferes_and_keys_take_it_back(self):
        with self.window() as window:
            window.key("1", "Return")
            self.none(window, is_red)
            first, second = self.scene(window, is_blue, 500), self.scene(window, is_beige, 500)
            window.tool("keydown", "ctrl")
            window.drag(first, second)
            window.tool("keyup", "ctrl")
            window.key("9", "Escape")
            self.scene(window, is_red, 1500)
            self.scene(window, is_curve, 20)
            moved = self.save(window, "moved.json")
            told = subprocess.run([PROGRAM, "check", moved], capture_output=True, text=True, check=False)
            self.assertEqual(told.returncode, 1, told)
            self.assertIn("crossing", told.stdout)
            self.assertGreater(json.loads(moved.read_text())["bodies"][0]["pose"]["translation"][0], 1)
            window.key("ctrl+z", "Return")
            self.scene(window, is_blue, 500)
            self.none(window, is_red)
            back = json.loads(self.save(window, "back.json").read_text())
            self.assertEqual(back["bodies"][0].get("pose", {}).get("translation", [0, 0, 0]), [0, 0, 0])
            window.key("ctrl+q")
            self.assertEqual(window.ended(), (0, ""))

    def test_the_wheel_and_a_drag_of_the_ground_move_the_camera_alone(self):
        with self.window() as window:
            before, beside = self.scene(window, is_blue, 500), self.scene(window, is_beige, 500)
            size = len(window.places(is_blue, LEFT, 80))
            window.tool("mousemove", *before, "click", 4, "click", 4, "click", 4)
            window.wait(lambda: len(window.places(is_blue, LEFT, 80)) > 1.3 * size, "a body that is nearer")
            window.drag((LEFT + 20, HEIGHT - 60), (LEFT + 320, HEIGHT - 60))
            window.wait(lambda: abs(middle(window.places(is_beige, LEFT, 80))[0] - beside[0]) > 40, "another view")
            kept = json.loads(self.save(window, "kept.json").read_text())
            self.assertNotIn("pose", kept["bodies"][0])

    def test_a_hand_that_the_mouse_moves_carries_while_its_button_is_held(self):
        files = [self.file("hand.obj", UNIT), self.file("cup.obj", box((3, 0, 0), (3.5, 1, 1)))]
        folder = self.folder / "screen"
        folder.mkdir()
        with x_window([PROGRAM, "view", *files, "--size", "960x600", "--gl-debug"], folder) as window:
            self.scene(window, is_beige, 100)
            window.key("p", "w", "1", "Return")
            def is_cup(pixel):  # the hand is pinker
                return is_beige(pixel) and pixel[0] < 1.15 * pixel[1]
            def cup():  # left of the pane
                places = [(x, y) for x, y in window.places(is_cup, 10, 80) if x < 500]
                return middle(places) if len(places) > 100 else None
            at = window.wait(cup, "a cup")
            window.drag(at, (at[0], at[1] + 100), steps=20)
            window.tool("sleep", 1)
            moved = json.loads(self.save(window, "moved.json").read_text())["bodies"]
            poses = {body["name"]: body.get("pose", {}).get("translation", [0, 0, 0]) for body in moved}
            self.assertGreater(poses["hand"][0], 2)
            self.assertLess(poses["cup"][2], -0.3)
            self.assertAlmostEqual(poses["cup"][0], 0, delta=0.05)
            window.key("ctrl+z")
            window.tool("sleep", 1)
            back = json.loads(self.save(window, "back.json").read_text())["bodies"]
            self.assertEqual([body.get("pose", {}).get("translation", [0, 0, 0]) for body in back if body["name"] == "cup"],
                             [[0, 0, 0]])
            window.key("ctrl+q")
            self.assertEqual(window.ended(), (0, ""))

    def test_a_window_that_is_resized_is_filled(self):
        with self.window() as window:
            self.scene(window, is_blue, 500)
            for width, height in ((960, 660), (500, 300), (990, 690), (120, 80), (800, 500)):
                window.tool("windowsize", window.window, width, height)
                def filled():
                    rows = window.pixels()
                    # The status bar is light, to its last pixels; the screen around it is black.
                    return sum(rows[height - 3][x][0] > 200 for x in range(width)) > 0.9 * width and \
                        max(map(max, rows[height + 2])) == 0
                window.wait(filled, f"a picture of {width} x {height}")
            window.wait(lambda: len(window.places(is_blue, LEFT, 80)) > 500, "the first body again")

    @unittest.skipUnless(shutil.which("setxkbmap"), "setxkbmap is not installed")
    def test_shortcuts_are_what_is_printed_on_keys(self):
        for layout in ("fr", "de"):  # A and Q, W and Z, Y and Z have changed places
            with self.subTest(layout), self.window(layout=layout) as window:
                window.key("Return")
                first, second = self.scene(window, is_blue, 500), self.scene(window, is_beige, 500)
                window.tool("keydown", "ctrl")
                window.drag(first, second)
                window.tool("keyup", "ctrl")
                window.key("Escape")
                self.scene(window, is_red, 1500)
                window.key("ctrl+a")  # means nothing
                window.key("ctrl+z")
                self.scene(window, is_blue, 500)
                self.none(window, is_red)
                window.key("ctrl+q")
                self.assertEqual(window.ended(), (0, ""))

    def test_a_window_with_changes_is_not_closed_unasked(self):
        with self.window() as window:
            first, second = self.scene(window, is_blue, 500), self.scene(window, is_beige, 500)
            window.tool("keydown", "ctrl")
            window.drag(first, second)
            window.tool("keyup", "ctrl")
            window.key("Escape")
            self.scene(window, is_red, 1500)
            ask_to_close(window.display, window.window)
            window.tool("sleep", 1)
            window.key("Escape", "ctrl+z")
            self.none(window, is_red)
            ask_to_close(window.display, window.window)
            self.assertEqual(window.ended(), (0, ""))

    def test_a_window_that_is_closed_ends_the_program(self):
        with self.window() as window:
            self.scene(window, is_blue, 500)
            ask_to_close(window.display, window.window)
            self.assertEqual(window.ended(), (0, ""))


if __name__ == "__main__":
    unittest.main()
