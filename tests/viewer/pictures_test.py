# SPDX-License-Identifier: Apache-2.0
"""What panes, dialogs and lists look like that no other test has a picture of."""
import json
import pathlib
import unittest

from expected_pictures import assert_looks_like
from view_program import ALL_FRAMES, ViewTest

EXAMPLES = pathlib.Path(__file__).parents[2] / "examples" / "particles"


class Pictures(ViewTest):
    def looks(self, name, files, *lines, options=("--headless",)):
        seen = self.file("seen.png")
        self.view(files, *lines, f"screenshot {seen}", "expect faults 0", options=options)
        assert_looks_like(self, seen, name)

    def test_a_window_without_a_scene_says_how_to_get_one(self):
        self.looks("welcome", [], "wait idle", "move 640 400")

    def test_the_list_of_keys(self):
        self.size = "900x1080"
        self.looks("help", self.boxes(), "wait idle", "key h", "move 890 20")

    def test_the_dialog_for_files(self):
        folder = self.folder / "parts"
        (folder / "older").mkdir(parents=True)
        for name in ("jaw.stl", "notes.txt", "scene.json"):
            (folder / name).touch()
        self.size = "700x520"
        self.looks("dialog", self.boxes(), "wait idle", "key ctrl+o", "wait idle", "key ctrl+a", f"type {folder}",
                   "key enter", "wait idle", "click @dialog.name", "type missing.stl", "key enter", "wait idle",
                   "move 690 20")

    def test_the_walkthrough(self):
        self.size = "1024x640"
        self.looks("walkthrough", self.boxes(), "wait idle", "key w", "wait idle", "camera 0,-6,2,0,0.5,0.5",
                   "tell hand size 4", "tell hand at -0.5 0.5 0.5 0 0", "wait idle", "expect fact hand.touches a",
                   "move 1014 20", "wait idle")

    def test_the_counters_of_a_simulation(self):
        self.size = "1024x640"
        lines = [line for frame in (0, 1, 2, 3, 4, 5) for line in (f"seek {frame}", "wait idle")]
        self.looks("simulation", [], *lines, "move 1014 20", "wait idle",
                   options=("--headless", "--simulate", "polytopes", "--frames", "6", "--bodies", "300", "--seed", "5"))

    def test_particles_with_map_and_sound(self):
        scene = json.loads((EXAMPLES / "quadric.json").read_text())
        for collider in scene["colliders"]:
            collider["sound"] = {"substance": "glass", "size": 0.4}
        scene["emitters"][0]["particles"] = 700
        scene["seconds"] = 1
        path = self.file("ringing.json", json.dumps(scene).encode())
        self.size = "1100x700"
        self.looks("sound", [], "wait idle", *ALL_FRAMES, "seek 20", "wait idle", "expect fact sound.loudest 0.01 to 1", "move 1090 20",
                   "wait idle", options=("--headless", "--particles", path))


if __name__ == "__main__":
    unittest.main()
