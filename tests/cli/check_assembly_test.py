# SPDX-License-Identifier: Apache-2.0
"""An assembly of 72 solids with one command, and the same through a scene file.

The one made here is known by construction; a real one with its reference is checked if the
environment variable IMPINGE_DATA says where meshes and references are.
"""
import collections
import fnmatch
import itertools
import json
import os
import pathlib
import random
import unittest

from program import ProgramTest, box, obj_text, ply_bytes, stl_bytes

VERDICTS = ("apart", "touching", "crossing", "a_inside_b", "b_inside_a", "same")


def strictly_inside(inner, outer):
    return all(outer[0][k] < inner[0][k] and inner[1][k] < outer[1][k] for k in range(3))


def verdict_of_boxes(a, b):
    """By comparing the bounds: what solid boxes (low, high) do to each other."""
    low = [max(a[0][k], b[0][k]) for k in range(3)]
    high = [min(a[1][k], b[1][k]) for k in range(3)]
    if any(low[k] > high[k] for k in range(3)):
        return "apart"
    if a == b:
        return "same"
    if any(low[k] == high[k] for k in range(3)):
        return "touching"
    if strictly_inside(a, b):
        return "a_inside_b"
    return "b_inside_a" if strictly_inside(b, a) else "crossing"


def random_boxes(count):
    numbers = random.Random(5)
    boxes = []
    for _ in range(count):
        low = tuple(numbers.randrange(9) for _ in range(3))
        boxes.append((low, tuple(low[k] + numbers.choice((1, 2, 7)) for k in range(3))))
    boxes[-1] = boxes[0]
    return boxes


class Assembly(ProgramTest):
    def assert_counts(self, document, expected):
        """`expected` has the verdict of every pair that is to be checked, by names."""
        counts = collections.Counter(expected.values())
        self.assertEqual({word: document["counts"][word] for word in VERDICTS},
                         {word: counts[word] for word in VERDICTS})
        self.assertEqual(document["counts"]["undecided"], 0)
        names = [body["name"] for body in document["bodies"]]
        found = {(names[pair["a"]], names[pair["b"]]): pair["verdict"]
                 for pair in document["pairs"]}
        self.assertEqual(found, expected)

    def scene_of(self, files, **fields):
        """The scene file that `impinge scene` writes, with more fields."""
        scene = pathlib.Path(self.file("scene.json"))
        done = self.run_program("scene", *files, "--out", str(scene))
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        described = json.loads(scene.read_text(encoding="utf-8"))
        described.update(fields)
        scene.write_text(json.dumps(described), encoding="utf-8")
        return str(scene)


class Generated(Assembly):
    def setUp(self):
        super().setUp()
        self.boxes = random_boxes(72)
        self.names = [f"part{i:02}" for i in range(72)]
        self.files = []
        for i, (name, (low, high)) in enumerate(zip(self.names, self.boxes)):
            suffix, content = (("obj", obj_text), ("stl", stl_bytes), ("ply", ply_bytes))[i % 3]
            self.files.append(self.file(f"{name}.{suffix}", content(box(low, high))))
        self.expected = {
            (self.names[i], self.names[j]): verdict_of_boxes(self.boxes[i], self.boxes[j])
            for i, j in itertools.combinations(range(72), 2)}

    def test_all_verdicts_are_there(self):
        counts = collections.Counter(self.expected.values())
        for word in VERDICTS:
            self.assertGreater(counts[word], 0, word)
        self.assertGreater(counts["touching"], 50)
        self.assertGreater(counts["crossing"], 100)

    def test_every_pair_has_the_verdict_it_was_made_with(self):
        document, status = self.run_json("check", *self.files)
        self.assertEqual(status, 1)
        self.assert_counts(document, self.expected)
        self.assertLess(document["timings_ms"]["total"], 10000)

    def test_pairs_ignored_by_a_scene_file_are_not_counted(self):
        ignored = ("part0*", "part[12]*")
        scene = self.scene_of(self.files, pairs=[
            {"between": ["part0*", "part1*"], "check": False},
            {"between": ["part0*", "part2*"], "check": False}])
        expected = {pair: verdict for pair, verdict in self.expected.items()
                    if not all(map(fnmatch.fnmatch, pair, ignored))}
        self.assertEqual(len(self.expected) - len(expected), 200)
        document, _ = self.run_json("check", scene)
        self.assert_counts(document, expected)
        self.assertEqual(document["examined"]["wished_pairs"], len(expected))


@unittest.skipUnless("IMPINGE_DATA" in os.environ, "IMPINGE_DATA does not say where the data are")
class Cycloidal(Assembly):
    """A gear box of 72 solids; its reference has triangle pairs for each pair whose boxes meet.

    How many triangles meet agrees everywhere. Which of them are proper crossings does not: for five
    pairs the reference has some although the boxes of the bodies share nothing but a plane, so that
    the solids cannot overlap. Those five are touching.
    """

    def setUp(self):
        super().setUp()
        folder = pathlib.Path(os.environ["IMPINGE_DATA"]) / "trimesh" / "asm" / "cycloidal"
        self.files = sorted(str(path) for path in folder.glob("*.ply"))
        self.assertEqual(len(self.files), 72)
        reference = json.loads((folder / "pairs_reference.json").read_text(encoding="utf-8"))
        self.reference = {tuple(pair[side].removesuffix(".ply") for side in "ab"): pair
                          for pair in reference["pairs"]}
        self.assertEqual(len(self.reference), 264)

    def verdict(self, first, second):
        pair = self.reference.get((first["name"], second["name"]))
        if pair is None or pair["touch"] + pair["proper"] == 0:
            return "apart"
        a, b = (body["box"] for body in (first, second))
        flush = any(min(a["max"][k], b["max"][k]) == max(a["min"][k], b["min"][k])
                    for k in range(3))
        return "crossing" if pair["proper"] and not flush else "touching"

    def expected(self, document):
        return {(a["name"], b["name"]): self.verdict(a, b)
                for a, b in itertools.combinations(document["bodies"], 2)}

    def test_every_pair_has_the_verdict_and_the_triangle_pairs_of_the_reference(self):
        document, status = self.run_json("check", *self.files)
        self.assertEqual(status, 1)
        self.assert_counts(document, self.expected(document))
        counts = document["counts"]
        self.assertEqual((counts["crossing"], counts["touching"], counts["apart"]), (112, 9, 2435))
        flush = sum(bool(pair["proper"]) for pair in self.reference.values()) - counts["crossing"]
        self.assertEqual(flush, 5)
        names = [body["name"] for body in document["bodies"]]
        found = {(names[pair["a"]], names[pair["b"]]): pair["triangle_pairs"]
                 for pair in document["pairs"]}
        for names, pair in self.reference.items():
            self.assertEqual(found[names], pair["touch"] + pair["proper"], names)
        self.assertLess(document["timings_ms"]["total"], 10000)

    def test_the_same_through_a_scene_file_with_ignored_pairs(self):
        scene = self.scene_of(self.files, pairs=[{"between": ["*dowel*", "*"], "check": False}])
        document, _ = self.run_json("check", scene)
        every = self.expected(document)
        wished = {pair: verdict for pair, verdict in every.items()
                  if not any("dowel" in name for name in pair)}
        self.assertLess(len(wished), len(every) * 3 / 4)
        self.assert_counts(document, wished)


if __name__ == "__main__":
    unittest.main()
