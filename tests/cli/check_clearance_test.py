# SPDX-License-Identifier: Apache-2.0
"""impinge check: triangles within a clearance, areas within it, patches of bodies that touch, and meshes of regions."""
import csv
import pathlib
import unittest

from program import FLUSH, THROUGH, UNIT, WITHIN, ProgramTest, box, joined

NEAR = box((1.25, 0, 0), (2, 1, 1))
# A pin a hundredth too long for the room between two walls.
WALLS = joined(box((0, 0, 0), (1, 2, 2)), box((2, 0, 0), (3, 2, 2)))
PIN = box((0.99, 0.5, 0.5), (2.01, 1.5, 1.5))


def volume_and_borders(path):
    """Of an OBJ file: six times the volume, and edges that are not run through both ways."""
    corners, triangles = [], []
    for line in pathlib.Path(path).read_text(encoding="utf-8").splitlines():
        words = line.split()
        if words[:1] == ["v"]:
            corners.append([float(word) for word in words[1:4]])
        elif words[:1] == ["f"]:
            triangles.append([int(word.split("/")[0]) - 1 for word in words[1:4]])
    volume, edges = 0, {}
    for a, b, c in triangles:
        p, q, r = corners[a], corners[b], corners[c]
        volume += (p[0] * (q[1] * r[2] - q[2] * r[1]) + p[1] * (q[2] * r[0] - q[0] * r[2])
                   + p[2] * (q[0] * r[1] - q[1] * r[0]))
        for one, other in ((a, b), (b, c), (c, a)):
            key = (tuple(corners[min(one, other)]), tuple(corners[max(one, other)]))
            edges[key] = edges.get(key, 0) + (1 if one < other else -1)
    return volume / 6, sum(1 for count in edges.values() if count)


class Clearances(ProgramTest):
    def rows(self, path):
        with open(path, encoding="utf-8", newline="") as lines:
            return list(csv.DictReader(lines))

    def test_triangles_within_it(self):
        path = self.file("near.csv")
        a, b = self.file("a.obj", UNIT), self.file("b.obj", NEAR)
        document, status = self.run_json("check", a, b, "--clearance", "0.25", "--clearance-pairs",
                                         path)
        self.assertEqual((status, document["pairs"][0]["distance"]), (0, 0.25))
        rows = self.rows(path)
        # Two triangles on each of the walls that face each other, all of them near all.
        self.assertGreaterEqual(len(rows), 4)
        for row in rows:
            self.assertEqual((row["a"], row["b"], float(row["distance"])), ("a", "b", 0.25))
            gap = [float(row["point_b_" + axis]) - float(row["point_a_" + axis]) for axis in "xyz"]
            self.assertEqual(gap, [0.25, 0, 0])
        pairs = [(int(row["triangle_a"]), int(row["triangle_b"])) for row in rows]
        self.assertEqual(pairs, sorted(set(pairs)))

    def test_none_beyond_it(self):
        path = self.file("near.csv")
        self.run_json("check", self.file("a.obj", UNIT), self.file("b.obj", NEAR), "--clearance",
                      "0.2", "--clearance-pairs", path)
        self.assertEqual(self.rows(path), [])

    def test_areas_within_tenths_of_it(self):
        path = self.file("areas.csv")
        a, b = self.file("a.obj", UNIT), self.file("b.obj", NEAR)
        document, _ = self.run_json("check", a, b, "--clearance", "0.5", "--histogram", path)
        rows = self.rows(path)
        self.assertEqual([row["surface"] for row in rows], ["a"] * 10 + ["b"] * 10)
        told = document["pairs"][0]["histogram"]["of_a"]
        self.assertEqual(told["area"], 6)
        self.assertEqual([float(row["area"]) for row in rows[:10]],
                         [near["area"] for near in told["near"]])
        for near in told["near"]:
            # The wall that faces b, and of the four beside it what is left of the limit.
            expected = 0 if near["limit"] < 0.25 else 1 + 4 * (near["limit"] - 0.25)
            self.assertLessEqual(near["at_least"], expected + 1e-9)
            self.assertGreaterEqual(near["at_most"], expected - 1e-9)
            self.assertAlmostEqual(near["area"], expected, delta=0.05)

    def test_they_need_a_clearance(self):
        a, b = self.file("a.obj", UNIT), self.file("b.obj", NEAR)
        for option in ("--clearance-pairs", "--histogram"):
            self.assert_fails(self.run_program("check", a, b, option, self.file("x.csv")), option,
                              "clearance")


class Contacts(ProgramTest):
    def test_walls_that_lie_on_each_other_are_a_patch(self):
        a, b = self.file("a.obj", UNIT), self.file("b.obj", box((1, 0.5, 0.25), (2, 2, 0.75)))
        document, status = self.run_json("check", a, b, "--measure")
        pair = document["pairs"][0]
        self.assertEqual((status, pair["verdict"], pair["contact_area"]), (0, "touching", 0.25))
        patch = pair["contact"]["patches"][0]
        self.assertEqual((patch["area"], patch["normal"], patch["centroid"], patch["holes"]),
                         (0.25, [1, 0, 0], [1, 0.75, 0.5], []))
        self.assertEqual(sorted(patch["outline"]),
                         [[1, 0.5, 0.25], [1, 0.5, 0.75], [1, 1, 0.25], [1, 1, 0.75]])

    def test_an_edge_or_a_corner_is_told_as_such(self):
        a = self.file("a.obj", UNIT)
        for other, edges, points in ((box((1, 1, 0), (2, 2, 1)), [[[1, 1, 0], [1, 1, 1]]], []),
                                     (box((1, 1, 1), (2, 2, 2)), [], [[1, 1, 1]])):
            document, _ = self.run_json("check", a, self.file("b.obj", other), "--measure")
            pair = document["pairs"][0]
            self.assertEqual((pair["contact_area"], pair["contact"]["patches"],
                              pair["contact"]["edges"], pair["contact"]["points"]),
                             (0, [], edges, points))

    def test_only_if_measured_and_touching(self):
        a = self.file("a.obj", UNIT)
        document, _ = self.run_json("check", a, self.file("b.obj", FLUSH))
        self.assertIsNone(document["pairs"][0]["contact"])
        document, _ = self.run_json("check", a, self.file("b.obj", THROUGH), "--measure")
        self.assertIsNone(document["pairs"][0]["contact"])

    def test_the_table_has_the_area(self):
        done = self.run_program("check", self.file("a.obj", UNIT), self.file("b.obj", FLUSH),
                                "--measure", "--unit", "mm")
        self.assertIn("contact [mm^2]", done.stdout)


class Regions(ProgramTest):
    def test_a_mesh_for_each_in_a_folder(self):
        folder = self.folder / "regions"
        document, status = self.run_json("check", self.file("walls.obj", WALLS),
                                         self.file("pin.obj", PIN), "--regions", str(folder))
        self.assertEqual(status, 1)
        self.assertEqual(sorted(path.name for path in folder.iterdir()),
                         ["walls--pin-0.ply", "walls--pin-1.ply"])
        regions = document["pairs"][0]["overlap"]["regions"]
        self.assertEqual([len(region["id"]) for region in regions], [16, 16])
        for index, region in enumerate(regions):
            mesh = str(folder / f"walls--pin-{index}.ply")
            told, _ = self.run_json("diagnose", mesh)
            self.assertAlmostEqual(told["bodies"][0]["volume"], region["volume"], 14)
            self.assertTrue(told["bodies"][0]["solid"])

    def test_or_all_in_one_file(self):
        a, b = self.file("a.obj", UNIT), self.file("b.obj", THROUGH)
        path = self.file("regions.obj")
        document, _ = self.run_json("check", a, b, "--regions", path)
        volume, borders = volume_and_borders(path)
        self.assertEqual(borders, 0)
        self.assertAlmostEqual(volume, document["pairs"][0]["overlap_volume"], 14)
        path = self.file("regions.glb")
        self.run_json("check", self.file("walls.obj", WALLS), self.file("pin.obj", PIN),
                      "--regions", path)
        told, _ = self.run_json("check", path)
        self.assertEqual([body["name"] for body in told["bodies"]],
                         ["regions/walls--pin-0", "regions/walls--pin-1"])

    def test_a_body_inside_is_one(self):
        path = self.file("inside.obj")
        self.run_json("check", self.file("a.obj", UNIT), self.file("b.obj", WITHIN), "--regions",
                      path)
        self.assertAlmostEqual(volume_and_borders(path)[0], 0.125, 14)

    def test_without_an_overlap_nothing_is_written(self):
        path = self.folder / "none"
        done = self.run_program("check", self.file("a.obj", UNIT), self.file("b.obj", FLUSH),
                                "--regions", str(path))
        self.assertEqual((done.returncode, path.exists()), (0, False))
        self.assertIn("--regions: no overlap", done.stderr)

    def test_bad_ones_are_refused(self):
        a, b = self.file("a.obj", UNIT), self.file("b.obj", THROUGH)
        before = pathlib.Path(a).read_bytes()
        self.assert_fails(self.run_program("check", a, b, "--regions", a), "--regions", "input")
        self.assertEqual(pathlib.Path(a).read_bytes(), before)
        self.assert_fails(self.run_program("check", a, b, "--regions", "-"), "--json")
        self.assert_fails(self.run_program("check", a, b, "--regions", self.file("r.xyz")), "r.xyz")
        self.assert_fails(self.run_program("check", a, b, "--regions", self.file("r.ply"),
                                           "--method", "cascade"), "--regions")


if __name__ == "__main__":
    unittest.main()
