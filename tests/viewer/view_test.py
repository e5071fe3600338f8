# SPDX-License-Identifier: Apache-2.0
"""impinge view: scripts of mouse and keys, in memory and in a window under Xvfb."""
import os
import re
import shutil
import unittest

from picture_test import is_red, read_png
from program import FLUSH, THROUGH, UNIT
from expected_pictures import assert_looks_like, halved, strong_share, unlike
from view_program import ViewTest, count, difference, display, is_curve


def quartered(path):
    """As `halved` does, twice."""
    rows = halved(path)
    return [
        [tuple(sum(p[k] for p in four) // 4 for k in range(3))
         for four in zip(upper[0::2], upper[1::2], lower[0::2], lower[1::2])]
        for upper, lower in zip(rows[0::2], rows[1::2])
    ]


class View(ViewTest):
    def test_a_body_dragged_into_another_turns_red_with_a_curve(self):
        before, after, back = (self.file(name) for name in ("1.png", "2.png", "3.png"))
        self.view(
            self.boxes(), "wait idle", "expect verdict apart", "key 9", f"screenshot {before}",
            "click @row.a", "expect selected a", "drag @gizmo.x to @body.b", "wait idle",
            "expect verdict crossing", "expect state a interfering", "expect state b interfering",
            "expect curves some", f"screenshot {after}", "key ctrl+z", "wait idle",
            "expect verdict apart", "expect pose a 0 0 0 0", "key escape", "move 640 400",
            f"screenshot {back}", "key ctrl+y", "wait idle", "expect verdict crossing",
            "expect faults 0")
        self.assertLess(count(before, is_red, self.left), 200)  # the x axis
        self.assertEqual(count(before, is_curve, self.left), 0)
        self.assertGreater(count(after, is_red, self.left), 10000)
        self.assertGreater(count(after, is_curve, self.left), 100)
        self.assertLess(difference(before, back), 0.01)
        self.assertGreater(difference(before, after), 0.1)  # the comparison can fail

    def test_a_body_that_slides_stops_at_its_first_contact(self):
        self.view(
            self.boxes(), "wait idle", "key 1", "click @row.a", "key s", "drag @gizmo.x to @body.b",
            "wait idle", "expect pose a 2 0 0 1e-9", "expect state a clear", "key ctrl+z", "wait idle",
            "expect pose a 0 0 0 0", "key s", "drag @gizmo.x to @body.b", "wait idle",
            "expect state a interfering")

    def test_a_body_dragged_without_a_handle_and_turned(self):
        self.view(
            self.boxes(), "wait idle", "key 1", "drag @body.a to @body.b ctrl", "wait idle",
            "expect selected a", "expect verdict crossing", "key r", "drag @gizmo.turn-y to by 0 90",
            "wait idle", "key ctrl+z", "key ctrl+z", "wait idle", "expect pose a 0 0 0 0")

    def test_a_display_of_twice_the_scale_has_panels_that_can_be_clicked(self):
        small, large = self.file("small.png"), self.file("large.png")
        for size, scale, path in (("660x440", "1", small), ("1320x880", "2", large)):
            self.size = size
            self.view(
                self.boxes(), "wait idle", "click @row.b", "expect selected b", "key g", "key b", "key 9", "move 4 4", "wait idle",
                f"screenshot {path}", "click @place.x", "type -2.5", "key enter", "wait idle", "expect verdict crossing",
                "click @tool.Turn", "drag @gizmo.turn-z to by 0 30", "wait idle", "key ctrl+z", "expect pose b -2.5 0 0 0",
                options=("--headless", "--scale", scale))
        # What is twice as large is the same when it is brought to half the size, but for how letters are smoothed.
        shrunk, expected = quartered(large), halved(small)
        self.assertLess(strong_share(shrunk, expected), 0.02)
        self.assertGreater(strong_share(shrunk[::-1], expected), 0.06)  # the comparison can fail

    def test_numbers_move_bodies(self):
        self.view(
            self.boxes(), "wait idle", "click @row.a", "click @place.x", "type 2", "key enter",
            "wait idle", "expect verdict touching", "expect pose a 2 0 0 0", "click @place.x",
            "type 2.5", "key enter", "wait idle", "expect verdict crossing", "key ctrl+z", "wait idle",
            "expect verdict touching")

    def test_clicks_select_and_keys_remove_and_hide(self):
        self.view(
            self.boxes(), "wait idle", "key 1", "click @body.b", "expect selected b", "click 640 400",
            "expect selected nothing", "key tab", "key tab", "expect selected b", "key v", "wait idle",
            "click @body.b", "expect selected nothing", "key shift+v", "click @body.b",
            "expect selected b", "key delete", "wait idle", "expect bodies 1", "key ctrl+z",
            "wait idle", "expect bodies 2")

    def test_the_camera_goes_round_and_bodies_stay(self):
        first, second, third = (self.file(name) for name in ("1.png", "2.png", "3.png"))
        self.view(
            self.boxes(), "wait idle", "key 9", f"screenshot {first}", "drag 480 380 to by -150 -60",
            "wheel 2", "drag 480 380 to by 30 30 shift", f"screenshot {second}", "expect pose a 0 0 0 0",
            "key enter", "key 9", "move 640 400", f"screenshot {third}")
        self.assertGreater(difference(first, second), 0.05)
        self.assertLess(difference(first, third), 0.01)

    def test_scenes_are_saved_and_opened_again(self):
        scene = self.file("kept.json")
        self.view(
            self.boxes(), "wait idle", "click @row.b", "click @place.x", "type -2.25", "key enter",
            "wait idle", "expect verdict crossing", f"save {scene}", "key delete", "wait idle",
            "expect bodies 1", f"drop {scene}", "click @question.Discard", "wait idle", "expect bodies 2",
            "expect pose b -2.25 0 0 0", "expect verdict crossing")
        done = self.run_program("check", scene)
        self.assertEqual(done.returncode, 1)
        self.view([scene], "wait idle", "expect verdict crossing", "key ctrl+o", "wait idle",
                  "click @dialog.name", "type nothing.stl", "key enter", "expect bodies 2")

    def test_files_are_dropped_and_bad_ones_named(self):
        bad = self.file("bad.stl", b"solid nothing")
        self.view(
            [self.boxes()[0]], "wait idle", "expect bodies 1", f"drop {self.file('c.obj', FLUSH)}",
            "wait idle", "expect bodies 2", "expect verdict touching", f"drop {bad}", "wait idle",
            "expect message bad.stl", "expect bodies 2")

    def test_meshes_dropped_into_an_empty_viewer_are_a_scene(self):
        seen = self.file("seen.png")
        crossing = [self.file("a.obj", UNIT), self.file("b.obj", THROUGH)]
        self.view([], "wait idle", f"drop {' '.join(crossing)}", "wait idle", "expect bodies 2",
                  "expect verdict crossing", "expect state a interfering", f"screenshot {seen}")
        self.assertGreater(count(seen, is_red, self.left), 10000)

    def test_the_dialog_saves(self):
        path = self.folder / "by-dialog.json"
        self.view(self.boxes() + [], "wait idle", "key ctrl+s", "wait idle", "key ctrl+a",
                  f"type {path}", "key enter", "wait idle", "expect message saved")
        self.assertTrue(path.exists())

    def test_the_dialog_replaces_no_file_unasked_and_no_input(self):
        mesh, kept, taken = self.boxes()[0], self.file("kept.png", b"kept"), self.file("taken.png", b"taken")
        before = os.path.getsize(mesh)
        self.view([mesh], "wait idle", "key f12", "wait idle", "key ctrl+a", f"type {kept}", "key enter", "wait idle",
                  "key escape", "key f12", "wait idle", "key ctrl+a", f"type {taken}", "key enter", "key enter",
                  "wait idle", "expect message taken.png")
        self.assertEqual([os.path.getsize(kept), read_png(taken)[:2]], [4, (660, 440)])
        for key in ("ctrl+s", "f12"):
            self.view([mesh], "wait idle", f"key {key}", "wait idle", "key ctrl+a", f"type {mesh}", "key enter",
                      "key enter", "wait idle")
            self.assertEqual(os.path.getsize(mesh), before)
        link = self.folder / "link.png"
        link.symlink_to(mesh)
        self.view([mesh], "wait idle", "key f12", "wait idle", "key ctrl+a", f"type {link}", "key enter", "key enter",
                  "wait idle", "expect message overwritten")
        self.assertIn("overwritten", self.view([mesh], "wait idle", f"screenshot {mesh}", status=2))
        self.assertEqual(os.path.getsize(mesh), before)

    def test_the_dialog_lists_what_can_be_opened_and_escape_closes_it(self):
        scene = self.folder / "scene.json"
        self.view(self.boxes(), "wait idle", f"save {scene}")
        self.file("PART.OBJ", FLUSH)
        self.file("part.step", b"")
        self.file("notes.txt", b"")
        self.view([scene], "wait idle", "key ctrl+o", "wait idle", "move @dialog.file.part.step", "key escape",
                  "key ctrl+o", "wait idle", "click @dialog.file.PART.OBJ", "click @dialog.ok", "wait idle",
                  "expect bodies 3")
        for line in ("move @dialog.file.notes.txt", "key escape\nmove @dialog.name"):
            told = self.view([scene], "wait idle", "key ctrl+o", "wait idle", line, status=2)
            self.assertIn("is not to be seen", told)

    def test_the_picture_has_no_dialog_in_it(self):
        seen, written = self.file("seen.png"), self.folder / "written.png"
        self.view(self.boxes(), "wait idle", "move 640 400", f"screenshot {seen}", "key f12", "wait idle", "key ctrl+a",
                  f"type {written}", "key enter", "wait idle", "expect message written.png")
        self.assertLess(difference(seen, written), 0.001)

    def test_texts_are_copied_to_the_clipboard_that_cameras_come_from(self):
        self.view(self.boxes(), "wait idle", "key ctrl+v", "expect message no", "key ctrl+s", "wait idle", "key ctrl+a",
                  "type 9,9,9,0,0,0", "key ctrl+a", "key ctrl+c", "key escape", "wait idle", "key ctrl+v",
                  "expect message pasted")

    def test_changes_are_asked_about_before_they_are_lost(self):
        scene = self.folder / "scene.json"
        self.view(self.boxes(), "wait idle", f"save {scene}")
        change = ("wait idle", "click @row.b", "key delete", "wait idle", "expect bodies 1")
        self.view([scene], *change, f"drop {scene}", "wait idle", "expect bodies 1", "click @question.Cancel",
                  "wait idle", "expect bodies 1", f"drop {scene}", "click @question.Discard", "wait idle",
                  "expect bodies 2")
        self.view([scene], *change, "key ctrl+q", "key escape", "key ctrl+q", "wait idle")  # the script ends
        self.assertIn("\"b\"", scene.read_text())
        told = self.view([scene], *change, "key ctrl+q", "click @question.Save", "wait idle", status=2)
        self.assertIn("'wait idle': the viewer was closed", told)
        self.assertNotIn("\"b\"", scene.read_text())
        fresh = self.folder / "fresh.json"
        self.view(self.boxes(), *change, f"drop {scene}", "click @question.Save", "wait idle", "key ctrl+a",
                  f"type {fresh}", "key enter", "wait idle", "expect bodies 1", "key ctrl+z", "expect bodies 1")
        self.assertNotIn("\"b\"", fresh.read_text())

    def test_a_viewer_that_is_closed_before_the_end_of_a_script_says_so(self):
        told = self.view(self.boxes(), "wait idle", "key ctrl+q", "expect bodies 7", status=2)
        self.assertIn("line 3", told)
        self.assertIn("closed", told)
        self.view(self.boxes(), "wait idle", "key ctrl+q")

    def test_scripts_name_bodies_with_numbers(self):
        box = self.boxes()[0]
        self.view([box], "# twice the same file", "wait idle", f"drop {box}", "wait idle",
                  "click @row.a#2 # the second", "click @place.x", "type 5", "key enter", "wait idle",
                  "expect pose a 0 0 0 0", "expect pose a#2 5 0 0 0 # it alone", "expect bodies 2 #", "\t# no more")

    def test_a_drag_ends_with_the_button_that_began_it(self):
        self.view(self.boxes(), "wait idle", "key 1", "click @row.a", "press @gizmo.x", "release right", "move @body.b",
                  "release", "wait idle", "expect verdict crossing")

    def test_a_screenshot_needs_no_window(self):
        plain, panels = self.file("plain.png"), self.file("panels.png")
        crossing = [self.file("a.obj", UNIT), self.file("b.obj", THROUGH)]
        for path, options in ((plain, ()), (panels, ("--panels",))):
            done = self.run_program("view", *crossing, "--screenshot", path, "--size", "640x400",
                                    "--from", "iso", "--gl-debug", *options,
                                    env={k: v for k, v in os.environ.items() if k != "DISPLAY"})
            self.assertEqual((done.returncode, done.stdout, done.stderr), (0, "", ""))
            self.assertEqual(read_png(path)[:2], (640, 400))
            self.assertGreater(count(path, is_red), 5000)
            self.assertGreater(count(path, is_curve), 50)
        self.assertGreater(difference(plain, panels), 0.1)

    def test_the_window_looks_as_expected(self):
        seen, other = self.file("seen.png"), self.file("other.png")
        files = [self.file("a.obj", UNIT), self.file("b.obj", THROUGH)]
        self.view(files, "wait idle", "key 9", "move 650 300", f"screenshot {seen}", "key 1",
                  f"screenshot {other}")
        assert_looks_like(self, seen, "window")
        self.assertIn("strongly", unlike(halved(other), halved(seen)))  # the comparison can fail
        self.assertIn("instead of", unlike(halved(other)[1:], halved(seen)))

    def test_a_screenshot_is_the_picture_that_picture_draws(self):
        crossing = [self.file("a.obj", UNIT), self.file("b.obj", THROUGH)]
        viewed, drawn = self.file("viewed.png"), self.file("drawn.png")
        camera = ("--size", "320x240", "--from", "1,-2,1")
        self.run_program("view", *crossing, "--screenshot", viewed, *camera)
        self.run_program("picture", *crossing, "--out", drawn, *camera)
        reds = [count(path, is_red) for path in (viewed, drawn)]
        self.assertGreater(min(reds), 3000)
        self.assertLess(max(reds), 1.25 * min(reds))  # shadows darken reds of the one

    def test_what_is_wrong_is_said_in_a_line(self):
        a = self.boxes()[0]
        no_display = {k: v for k, v in os.environ.items() if k not in ("DISPLAY", "WAYLAND_DISPLAY")}
        for arguments, words in (
            (["nothing.stl"], ["nothing.stl", "sample"]),
            ([a, "--screenshot", "x.jpg"], ["x.jpg", ".png"]),
            ([a, "--camera", "1,2"], ["--camera"]),
            ([a, "--size", "0x0"], ["--size"]),
            ([a, "--triangles", "100"], ["--triangles"]),
            ([a, "--headless"], ["--headless", "--script"]),
            ([a, "--script", self.file("none.txt"), "--headless"], ["none.txt"]),
            ([a], ["display"]),
            ([self.file("bad.stl", b"solid"), "--screenshot", self.file("x.png")], ["bad.stl"]),
            ([a, "--screenshot", a + ".png", "--script", a], ["line 1", "known"]),
        ):
            done = self.run_program("view", *arguments, env=no_display)
            self.assertEqual((done.returncode, done.stdout), (2, ""), done)
            self.assertEqual(len(done.stderr.splitlines()), 1, done.stderr)
            for word in words:
                self.assertIn(word, done.stderr)

    def test_what_a_script_cannot_do_is_said(self):
        for line, words in (("expect verdict crossing", "apart"), ("jump 1 2", "known"),
                            ("click @row.nobody", "seen"), ("key no-key", "key"),
                            ("expect pose a 1 0 0 0.5", "it is at"), ("expect state a touching", "clear"),
                            ("expect curves some", "it is none"), ("sweep 400 100 to 500 100 1e300 1e300", "up to 600"),
                            ("sweep 400 100 to 500 100 inf 10", "up to 600"), ("sweep 400 100 to 500 100 1 1e9", "up to 10000"),
                            ("sweep 400 100 to 500 100 nan 10", "up to 600")):
            told = self.view(self.boxes(), "wait idle", line, status=2)
            self.assertIn("line 2", told)
            self.assertIn(words, told)

    def test_what_is_asked_before_there_is_an_answer_is_refused(self):
        for line in ("expect curves none", "expect verdict apart"):
            told = self.view(["bumpy-spheres"], line, status=2, options=("--headless", "--triangles", "400000"))
            self.assertIn("line 1", told)
            self.assertIn("no verdict yet", told)

    def test_a_fault_of_the_driver_is_heard(self):
        told = self.view(self.boxes(), "wait idle", "expect faults 0", "fault made-up", "expect faults 0", status=2)
        self.assertIn("line 4", told)
        self.assertIn("1: made-up", told)
        self.assertIn("the driver complains: made-up", self.view(self.boxes(), "fault made-up", status=2))

    def test_nothing_is_remembered(self):
        files = self.boxes()
        home, here = self.folder / "home", self.folder / "here"
        home.mkdir()
        here.mkdir()
        kept = {name: value for name, value in os.environ.items() if not name.startswith("XDG_")}
        # Mesa keeps shaders that it has compiled, unless it is told not to.
        self.where = {"cwd": here}
        empty = {**kept, "HOME": str(home), "MESA_SHADER_CACHE_DISABLE": "true"}
        def lines_left():
            return sorted(str(path.relative_to(self.folder)) for folder in (home, here) for path in folder.rglob("*"))
        busy = ("wait idle", "click @row.a", "drag @gizmo.x to @body.b", "key p", "key 7", "key y", "wait idle", "key n",
                "wait idle", "key w", "wait idle", "key escape", "key ctrl+c", "key ctrl+s", "wait idle", "key escape")
        self.view(files, *busy, environment=empty)
        self.assertEqual(lines_left(), [])
        self.view(files, *busy, "save kept.json", environment=empty)
        self.assertEqual(lines_left(), ["here/kept.json"])  # what is left would be found

    def test_large_bodies_that_are_dragged_look_nearly_as_they_do_at_rest(self):
        moving, resting = self.file("1.png"), self.file("2.png")
        self.view(
            ["bumpy-spheres"], "wait idle", "click @row.bumpy-spheres/left", "wait idle", "press @gizmo.x",
            "sweep by 0 0 to by 30 0 0.5 20", f"screenshot {moving}", "release", "wait idle",
            f"screenshot {resting}", "expect faults 0",
            options=("--headless", "--triangles", "400000", "--samples", "1"))
        self.assertLess(difference(moving, resting), 0.1)

    def test_large_bodies_that_are_dragged_are_drawn_in_half_the_time(self):
        # The hand of the walkthrough moves among whole bodies: nothing of the scene is dragged.
        told = self.view(
            ["bumpy-spheres"], "wait idle", "click @row.bumpy-spheres/left", "wait idle", "press @gizmo.x",
            "sweep by 0 0 to by 30 0 3 20", "expect latency 1e9 0", "release", "wait idle", "key w", "wait idle",
            "sweep 330 100 to 420 300 3 20", "expect latency 1e9 0", "expect faults 0",
            options=("--headless", "--triangles", "1000000", "--samples", "1"))
        print(told)
        coarse, whole = (float(ms) for ms in re.findall(r"drawn in ([0-9.]+) ms", told))
        self.assertLessEqual(coarse, whole / 2)


@unittest.skipUnless(shutil.which("Xvfb"), "Xvfb is not installed")
class Window(View):
    """The same in a window."""

    def view(self, files, *lines, options=(), environment=None, **more):
        if "--headless" in options:
            options = tuple(option for option in options if option != "--headless")
        with display() as name:
            return super().view(files, *lines, options=options, environment={**(environment or {}), "DISPLAY": name}, **more)

    # What has nothing to do with windows is tested once.
    test_a_screenshot_needs_no_window = None
    test_the_window_looks_as_expected = None
    test_a_screenshot_is_the_picture_that_picture_draws = None
    test_what_is_wrong_is_said_in_a_line = None
    test_large_bodies_that_are_dragged_look_nearly_as_they_do_at_rest = None
    test_large_bodies_that_are_dragged_are_drawn_in_half_the_time = None
    test_a_display_of_twice_the_scale_has_panels_that_can_be_clicked = None
    test_numbers_move_bodies = None
    test_files_are_dropped_and_bad_ones_named = None
    test_meshes_dropped_into_an_empty_viewer_are_a_scene = None
    test_the_dialog_saves = None
    test_the_dialog_replaces_no_file_unasked_and_no_input = None
    test_the_dialog_lists_what_can_be_opened_and_escape_closes_it = None
    test_the_picture_has_no_dialog_in_it = None
    test_changes_are_asked_about_before_they_are_lost = None
    test_a_viewer_that_is_closed_before_the_end_of_a_script_says_so = None
    test_scripts_name_bodies_with_numbers = None
    test_a_drag_ends_with_the_button_that_began_it = None
    test_scenes_are_saved_and_opened_again = None
    test_clicks_select_and_keys_remove_and_hide = None
    test_the_camera_goes_round_and_bodies_stay = None
    test_what_a_script_cannot_do_is_said = None
    test_what_is_asked_before_there_is_an_answer_is_refused = None

    def test_the_window_shows_what_a_screenshot_shows(self):
        files = [self.file("a.obj", UNIT), self.file("b.obj", THROUGH)]
        inside, without = self.file("window.png"), self.file("without.png")
        self.view(files, "wait idle", f"screenshot {inside}")
        View.view(self, files, "wait idle", f"screenshot {without}")
        self.assertLess(difference(inside, without), 0.01)


if __name__ == "__main__":
    unittest.main()
