# SPDX-License-Identifier: Apache-2.0
"""impinge check --sequence: every pair in every frame of a motion."""
import csv
import json
import unittest

from program import FAR, OPEN, UNIT, WITHIN, ProgramTest, box

# It misses the diagonals of the unit box's faces, a quarter beside it.
NEXT = box((1.25, 0.25, 0.375), (2.25, 0.75, 0.625))


def shift(x, y=0, z=0):
    return {"translation": [x, y, z]}


class Sequence(ProgramTest):
    def poses(self, *frames, **fields):
        return self.file("poses.json", json.dumps({
            "format": "impinge-poses", "format_version": 1, "frames": frames, **fields}).encode())

    def motions(self, *frames, **fields):
        frames = [{"moved": [{"body": name, "pose": pose} for name, pose in frame.items()]}
                  for frame in frames]
        return self.file("motions.json", json.dumps({
            "format": "impinge-motions", "format_version": 1, "frames": frames,
            **fields}).encode())

    def files(self, **meshes):
        return [self.file(name + ".obj", mesh) for name, mesh in meshes.items()]

    def frames(self, sequence, *options, **meshes):
        meshes = meshes or {"a": UNIT, "b": NEXT}
        return self.run_json("check", *self.files(**meshes), "--sequence", sequence, *options)

    def rows(self, sequence, *options, **meshes):
        path = self.file("frames.csv")
        self.run_program("check", *self.files(**(meshes or {"a": UNIT, "b": NEXT})), "--sequence",
                         sequence, "--csv", path, *options)
        with open(path, encoding="utf-8", newline="") as lines:
            return list(csv.DictReader(lines))

    def test_a_verdict_for_each_frame(self):
        sequence = self.poses({"name": "open"}, {"name": "flush", "b": shift(-0.25)},
                              {"b": shift(-0.5)}, {"a": shift(0.5)},
                              {"name": "open again", "a": shift(-3), "b": shift(-3)})
        document, status = self.frames(sequence)
        self.assertEqual((status, document["format"], document["interference"],
                          document["interfering_frames"]),
                         (1, "impinge-check-sequence", True, 2))
        self.assertEqual([frame["name"] for frame in document["frames"]],
                         ["open", "flush", "3", "4", "open again"])
        self.assertEqual([[pair["verdict"] for pair in frame["pairs"]]
                          for frame in document["frames"]],
                         [[], ["touching"], ["crossing"], ["crossing"], []])
        self.assertEqual([frame["interference"] for frame in document["frames"]],
                         [False, False, True, True, False])
        self.assertEqual([frame["counts"]["apart"] for frame in document["frames"]],
                         [1, 0, 0, 0, 1])

    def test_nothing_in_any_frame_is_status_0(self):
        _, status = self.frames(self.poses({}, {"b": shift(1)}, {"b": shift(-0.25)}))
        self.assertEqual(status, 0)
        _, status = self.frames(self.poses({}, {"b": shift(-0.25)}), "--touching-counts")
        self.assertEqual(status, 1)

    def test_distances_within_the_clearance(self):
        document, status = self.frames(self.poses({}, {"b": shift(-0.125)}, {"b": shift(1)}),
                                       "--clearance", "0.25")
        self.assertEqual([[(pair["distance"], pair["too_near"]) for pair in frame["pairs"]]
                          for frame in document["frames"]],
                         [[(0.25, False)], [(0.125, True)], []])
        self.assertEqual(status, 1)

    def test_measures_follow_the_motion(self):
        steps = [0.3125, 0.5, 0.75, 1.0]
        document, _ = self.frames(self.poses(*({"b": shift(-step)} for step in steps)), "--measure")
        for step, frame in zip(steps, document["frames"]):
            pair = frame["pairs"][0]
            deep = step - 0.25
            self.assertAlmostEqual(pair["overlap_volume"], deep * 0.5 * 0.25, 13)
            self.assertEqual(pair["penetration"]["verdict_after"], "touching")
            # Out again, or through the side: the wall there is 0.375 away.
            self.assertAlmostEqual(pair["penetration"]["depth"], min(deep, 0.625), 12)
        volumes = [frame["pairs"][0]["overlap_volume"] for frame in document["frames"]]
        self.assertEqual(volumes, sorted(volumes))

    def test_a_tolerance_counts_in_each_frame(self):
        document, status = self.frames(self.poses({"b": shift(-0.375)}, {"b": shift(-0.26)}),
                                       "--tolerance", "0.0625")
        self.assertEqual([frame["pairs"][0]["within_tolerance"] for frame in document["frames"]],
                         [False, True])
        self.assertEqual((status, document["frames"][1]["interference"]), (1, False))

    def test_motions_move_any_number_of_bodies(self):
        meshes = {"a": UNIT, "b": FAR, "c": WITHIN}
        sequence = self.motions({}, {"b": shift(-2.5)}, {"c": shift(9)}, {"b": shift(0)})
        document, status = self.frames(sequence, **meshes)
        self.assertEqual([[(pair["a"], pair["b"], pair["verdict"]) for pair in frame["pairs"]]
                          for frame in document["frames"]],
                         [[(0, 2, "b_inside_a")],
                          [(0, 1, "crossing"), (0, 2, "b_inside_a"), (1, 2, "crossing")],
                          [(0, 1, "crossing")], []])
        self.assertEqual((status, document["wished_pairs"]), (1, 3))
        self.assertIsNone(document["bodies"][1]["pose"])

    def test_verdicts_are_those_of_the_bodies_in_these_poses(self):
        turned = {"rotation": {"axis": [1, 2, 3], "degrees": 40}, "translation": [-0.3, 0.1, 0.2],
                  "scale": 1.5}
        document, _ = self.frames(self.poses({"b": turned}), "--clearance", "1")
        pair = document["frames"][0]["pairs"][0]
        scene = self.file("scene.json", json.dumps({
            "format": "impinge-scene", "format_version": 1, "bodies": [
                {"name": "a", "file": "a.obj"},
                {"name": "b", "file": "b.obj", "pose": turned}]}).encode())
        single, _ = self.run_json("check", scene, "--clearance", "1")
        for field in ("verdict", "distance", "point_a", "point_b"):
            self.assertEqual(pair[field], single["pairs"][0][field])

    def test_csv_has_a_line_for_each_frame_and_pair(self):
        sequence = self.poses({"name": "far, far away"}, {"b": shift(-0.375)}, {"b": shift(-0.26)})
        rows = self.rows(sequence, "--tolerance", "0.0625")
        self.assertEqual([(row["frame"], row["name"], row["verdict"], row["within_tolerance"])
                          for row in rows],
                         [("1", "2", "crossing", "false"), ("2", "3", "touching", "true")])
        rows = self.rows(sequence, "--all-pairs")
        self.assertEqual([(row["frame"], row["name"], row["verdict"]) for row in rows],
                         [("0", "far, far away", "apart"), ("1", "2", "crossing"),
                          ("2", "3", "crossing")])

    def test_the_table_says_from_when_to_when(self):
        frames = [{"b": shift(-step / 8)} for step in (0, 1, 2, 3, 5, 4, 3, 2, 1)]
        done = self.run_program("check", *self.files(a=UNIT, b=NEXT), "--sequence",
                                self.poses(*frames), "--measure")
        self.assertEqual(done.returncode, 1)
        rows = [line.split() for line in done.stdout.splitlines()]
        self.assertIn(["a", "b", "4", "to", "7", "crossing", "0.375", "5"], rows)
        self.assertIn(["a", "b", "3", "touching"], rows)
        self.assertIn("interference in 4, first in frame 4", done.stdout)

    def test_and_how_near(self):
        frames = [{"b": shift(-step / 16)} for step in (0, 1, 2, 3)]
        done = self.run_program("check", *self.files(a=UNIT, b=NEXT), "--sequence",
                                self.poses(*frames), "--clearance", "0.1875")
        self.assertEqual(done.returncode, 1)
        self.assertIn(["a", "b", "2", "apart", "0.1875", "2"],
                      [line.split() for line in done.stdout.splitlines()])
        self.assertIn("3 to 4  apart, too near", done.stdout)

    def test_units_are_converted(self):
        document, _ = self.frames(self.poses({"b": shift(-0.05)}, unit="cm"), "--unit", "mm")
        self.assertEqual(document["frames"][0]["counts"]["crossing"], 1)

    def test_what_cannot_be_told_is_undecided(self):
        document, status = self.frames(self.poses({}, {"b": shift(0.25)}), a=OPEN, b=WITHIN)
        self.assertEqual((status, document["interference"], document["undecided_frames"]),
                         (3, None, 2))
        _, status = self.frames(self.poses({}), "--surfaces", a=OPEN, b=WITHIN)
        self.assertEqual(status, 0)

    def test_mistakes_are_told(self):
        a, b = self.files(a=UNIT, b=NEXT)
        def fails(sequence, *words, files=(a, b), options=()):
            self.assert_fails(self.run_program("check", *files, "--sequence", sequence, *options),
                              *words)
        fails(self.file("none.json"), "none.json")
        fails(self.file("bad.json", b'{"format": "impinge-poses"'), "bad.json", "line 1")
        fails(self.file("other.json", b'{"format": "impinge-scene", "format_version": 1}'),
              "other.json", "impinge-poses")
        fails(self.poses(), "frames")
        fails(self.poses({"b": {"scale": 0}}), "frames[0].b.scale")
        fails(self.poses({}), "poses are of two bodies", files=(a, b, self.file("c.obj", FAR)))
        fails(self.motions({"nobody": shift(1)}), "no body is called 'nobody'")
        twice = [{"body": "a", "pose": {}}, {"body": "a", "pose": {}}]
        fails(self.file("twice.json", json.dumps({
            "format": "impinge-motions", "format_version": 1,
            "frames": [{"moved": twice}]}).encode()), "a second time")
        for option in (["--pairs", self.file("p.csv")], ["--curves", self.file("c.obj")],
                       ["--regions-csv", self.file("r.csv")], ["--dump-case", self.file("x.bin")],
                       ["--method", "cascade"]):
            fails(self.poses({}), option[0] if option[0] != "--method" else "--sequence",
                  options=option)


if __name__ == "__main__":
    unittest.main()
