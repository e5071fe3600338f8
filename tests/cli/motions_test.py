# SPDX-License-Identifier: Apache-2.0
"""impinge simulate motions: one's own bodies, moved by a file."""
import csv
import json
import unittest

from program import ProgramTest, box, obj_text


def motions(*frames, **head):
    return json.dumps({"format": "impinge-motions", "format_version": 1, **head,
                       "frames": list(frames)}).encode()


def moved(body, *by):
    return {"moved": [{"body": body, "pose": {"translation": list(by)}}]}


class OwnBodies(ProgramTest):
    def setUp(self):
        super().setUp()
        self.fixed = self.file("fixed.obj", obj_text(box((0, 0, 0), (1, 1, 1))))
        self.loose = self.file("loose.obj", obj_text(box((3, 0.25, 0.25), (4, 0.5, 0.5))))

    def run_motions(self, content, *options, files=None):
        return self.run_json("simulate", "motions", *(files or (self.fixed, self.loose)), "--motions",
                             self.file("motions.json", content), *options)

    def colliding(self, content, *options, files=None):
        document, _ = self.run_motions(content, *options, files=files)
        return [frame["colliding"] for frame in document["frames"]]

    def test_bodies_meet_where_the_file_puts_them_and_stay_until_moved(self):
        frames = ({}, moved("loose", -2.5, 0, 0), {}, moved("loose", -2, 0, 0), moved("fixed", -9, 0, 0))
        document, status = self.run_motions(motions(*frames), "--verify", "--margin", "0.5")
        self.assertEqual((status, document["kind"], document["body_count"]), (0, "motions", 2))
        self.assertEqual([frame["colliding"] for frame in document["frames"]], [0, 1, 1, 1, 0])
        self.assertEqual(document["frames"][1]["colliding_pairs"], [["fixed", "loose"]])
        self.assertEqual((document["differences"], document["frames"][0]["check"]["exact_pairs"]), (0, 1))

    def test_poses_turn_and_follow_the_pose_of_the_scene(self):
        scene = self.file("scene.json", json.dumps({
            "format": "impinge-scene", "format_version": 1,
            "bodies": [{"file": "fixed.obj", "name": "wall"},
                       {"file": "fixed.obj", "name": "door", "pose": {"translation": [5, 0, 0]}}]}).encode())
        half_turn = {"moved": [{"body": "door", "pose": {"rotation": {"axis": [0, 0, 1], "degrees": 180}}}]}
        there = {"moved": [{"body": "door", "pose": {"translation": [-4.5, 0, 0]}}]}
        self.assertEqual(self.colliding(motions({}, half_turn, there), files=(scene,)), [0, 0, 1])

    def test_surface_peeling_gives_the_same_answers(self):
        inside = self.file("inside.obj", obj_text(box((0.4, 0.4, 0.4), (0.6, 0.6, 0.6))))
        content = motions({}, moved("loose", -2.5, 0, 0), moved("loose", -2, 0, 0), moved("inside", 0.4, 0, 0),
                          moved("inside", 0.3, 0.1, 0))
        files = (self.fixed, self.loose, inside)
        exact, _ = self.run_motions(content, files=files)
        self.assertEqual(exact["parameters"], {"margin": 0, "method": "exact", "device": "", "device_reason": ""})
        self.assertGreater(len({frame["colliding"] for frame in exact["frames"]}), 1)
        for device in ("software", "opengl"):
            found, status = self.run_motions(content, "--method", "surface-peeling", "--device", device, "--verify",
                                             files=files)
            self.assertEqual((status, found["differences"], found["hash"]), (0, 0, exact["hash"]))
            self.assertEqual(found["parameters"], {"margin": 0, "method": "surface-peeling", "device": device,
                                                   "device_reason": ""})

    def test_pairs_that_are_ignored_are_not_told(self):
        content = motions(moved("loose", -2.5, 0, 0))
        self.assertEqual(self.colliding(content), [1])
        self.assertEqual(self.colliding(content, "--ignore", "loose"), [0])

    def test_units_are_converted(self):
        content = motions(moved("loose", -2500, 0, 0), unit="mm")
        self.assertEqual(self.colliding(content, "--unit", "m"), [1])
        self.assertEqual(self.colliding(content, "--unit", "mm"), [0])

    def test_what_cannot_be_decided_is_told(self):
        corners, triangles = box((-9, -9, -9), (9, 9, 9))
        tub = self.file("tub.obj", obj_text((corners, triangles[:2] + triangles[4:])))
        document, status = self.run_motions(motions({}), files=(tub, self.loose))
        self.assertEqual((status, document["frames"][0]["undecided"]), (3, 1))
        document, status = self.run_motions(motions({}), "--surfaces", "--verify", files=(tub, self.loose))
        self.assertEqual((status, document["frames"][0]["undecided"], document["differences"]), (0, 0, 0))

    def test_pictures_and_a_table_are_made(self):
        folder = self.folder / "film"
        _, status = self.run_motions(motions({}, moved("loose", -2.5, 0, 0)), "--pictures", str(folder),
                                     "--size", "60x40")
        self.assertEqual(status, 0)
        first, second = (path.read_bytes() for path in sorted(folder.glob("*.png")))
        self.assertNotEqual(first, second)
        with open(folder / "frames.csv", encoding="utf-8", newline="") as table:
            self.assertEqual([row["colliding"] for row in csv.DictReader(table)], ["0", "1"])

    def test_refuses_what_makes_no_sense(self):
        twice = {"moved": [{"body": "loose", "pose": {}}, {"body": "loose", "pose": {}}]}
        for content, words in (
                (motions(), ("motions.json", "frames")),
                (motions({}, moved("lose", 1, 0, 0)), ("motions.json", "frames[1].moved[0].body", "'lose'")),
                (motions(twice), ("frames[0].moved[1].body", "a second time")),
                (motions({"moved": [{"body": "loose"}]}), ("frames[0].moved[0]", "pose")),
                (motions({"moved": [{"body": "loose", "pose": {"scale": 0}}]}), ("pose.scale", "greater than 0")),
                (motions({"poses": []}), ("frames[0]", "poses")),
                (b'{"format": "impinge-poses", "format_version": 1, "frames": [{}]}', ("impinge-motions",))):
            with self.subTest(content):
                self.assert_fails(self.run_program("simulate", "motions", self.fixed, self.loose, "--motions",
                                                   self.file("motions.json", content)), *words)
        self.assert_fails(self.run_program("simulate", "motions", self.fixed), "--motions")
        good = ("--motions", self.file("good.json", motions({})))
        for options, words in ((("--device", "software"), "--method surface-peeling"),
                               (("--method", "depth-parity"), "--method")):
            self.assert_fails(self.run_program("simulate", "motions", self.fixed, *good, *options), words)


if __name__ == "__main__":
    unittest.main()
