# SPDX-License-Identifier: Apache-2.0
"""impinge diagnose: what is wrong, where, in words and JSON."""
import base64
import json
import os
import pathlib
import signal
import struct
import subprocess
import unittest

from program import FAR, OPEN, PROGRAM, THROUGH, UNIT, ProgramTest, box, joined, obj_text, stl_bytes

FLIPPED = (UNIT[0], [tuple(reversed(UNIT[1][0])), *UNIT[1][1:]])
TURNED = (UNIT[0], [tuple(reversed(triangle)) for triangle in UNIT[1]])
FLAT = ([(0, 0, 0), (1, 0, 0), (0, 1, 0)], [(0, 1, 2), (2, 1, 0)])


def defects(body):
    return {defect["kind"]: defect for defect in body["defects"]}


class Sound(ProgramTest):
    def test_a_solid_has_status_0_and_its_measures(self):
        mesh = self.file("a.obj", box((1, 2, 3), (2, 4, 7)))
        document, status = self.run_json("diagnose", mesh)
        self.assertEqual((status, document["sound"]), (0, True))
        self.assertEqual((document["format"], document["partial"]), ("impinge-diagnose", False))
        body = document["bodies"][0]
        self.assertEqual((body["solid"], body["components"], body["triangles"]), (True, 1, 12))
        self.assertAlmostEqual(body["volume"], 8, places=12)
        self.assertAlmostEqual(body["area"], 28, places=12)
        self.assertEqual(body["box"], {"min": [1.0, 2.0, 3.0], "max": [2.0, 4.0, 7.0]})
        self.assertEqual((body["defects"], body["self_intersections"]), ([], None))
        done = self.run_program("diagnose", mesh)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        lines = done.stdout.splitlines()
        self.assertEqual(lines[0], f"a ({mesh}): solid")
        self.assertIn("volume 8", lines[1])
        self.assertEqual(lines[-1], "1 body: nothing wrong")

    def test_a_solid_inside_out_is_a_solid_with_a_remark(self):
        document, status = self.run_json("diagnose", self.file("a.obj", TURNED))
        body = document["bodies"][0]
        self.assertEqual((status, body["solid"]), (0, True))
        self.assertEqual([defect["kind"] for defect in body["defects"]], ["inside_out"])
        self.assertAlmostEqual(body["volume"], 1)

    def test_units_stand_behind_the_numbers(self):
        done = self.run_program("diagnose", "--unit", "mm", self.file("a.obj", UNIT))
        self.assertIn("area 6 mm^2; volume 1 mm^3", done.stdout)
        self.assertEqual(self.run_json("diagnose", "--unit", "mm", self.file("a.obj"))[0]["unit"],
                         "mm")

    def test_quiet_leaves_the_status(self):
        done = self.run_program("diagnose", "-q", self.file("a.obj", OPEN))
        self.assertEqual((done.returncode, done.stdout, done.stderr), (1, "", ""))


class Defects(ProgramTest):
    def test_open_edges_are_told_with_place_meaning_and_remedy(self):
        mesh = self.file("a.obj", OPEN)
        document, status = self.run_json("diagnose", mesh)
        self.assertEqual((status, document["sound"]), (1, False))
        body = document["bodies"][0]
        self.assertEqual((body["solid"], body["volume"]), (False, None))
        self.assertEqual(list(defects(body)), ["open_edge"])
        found = defects(body)["open_edge"]
        self.assertEqual(found["count"], 3)
        corners = UNIT[1][0]
        rim = {frozenset((corners[i], corners[i - 1])) for i in range(3)}
        self.assertEqual({frozenset(each["vertices"]) for each in found["first"]}, rim)
        for each in found["first"]:
            self.assertEqual(each["positions"],
                             [list(map(float, UNIT[0][i])) for i in each["vertices"]])
            self.assertEqual(len(each["triangles"]), 1)
            self.assertLess(set(each["vertices"]), set(OPEN[1][each["triangles"][0]]))
        done = self.run_program("diagnose", mesh)
        self.assertEqual(done.returncode, 1)
        self.assertIn(f"a ({mesh}): NOT a solid\n", done.stdout)
        for words in ("  3 open edges\n", found["meaning"], found["remedy"], "where",
                      "1 body: 0 sound, 1 with something wrong"):
            self.assertIn(words, done.stdout)
        self.assertNotIn("more", done.stdout)

    def test_each_kind_has_its_name_and_its_status(self):
        corner_and_wall = joined(UNIT, box((1, 1, 0), (2, 2, 1)))
        doubled = (UNIT[0], [*UNIT[1], UNIT[1][4], tuple(reversed(UNIT[1][4]))])
        no_area = (UNIT[0], [*UNIT[1], (0, 0, 1)])
        cases = [
            ("misoriented_edge", FLIPPED, 1, 3),
            ("inside_out_component", joined(UNIT, (FAR[0], [t[::-1] for t in FAR[1]])), 1, 1),
            ("non_manifold_edge", corner_and_wall, 0, 1),
            ("duplicate_face", doubled, 0, 2),
            ("degenerate_face", no_area, 0, 1),
            ("no_volume", FLAT, 1, 1),
        ]
        for kind, mesh, status, count in cases:
            with self.subTest(kind):
                document, returned = self.run_json("diagnose", self.file("a.obj", mesh))
                self.assertEqual(returned, status)
                self.assertEqual(defects(document["bodies"][0])[kind]["count"], count)
                done = self.run_program("diagnose", self.file("a.obj"))
                self.assertIn(defects(document["bodies"][0])[kind]["remedy"], done.stdout)

    def test_t_junctions_are_told_from_holes(self):
        # The lid of a box has a vertex more than its wall, in the middle of the edge they share.
        vertices = [*UNIT[0], (0.5, 1, 1)]
        shared = next(t for t in UNIT[1] if {6, 7} < set(t) and 3 not in t and 2 not in t)
        at = next(i for i in range(3) if {shared[i], shared[i - 1]} == {6, 7})
        apex = ({*shared} - {6, 7}).pop()
        halves = [(shared[at - 1], 8, apex), (8, shared[at], apex)]
        lid = (vertices, [*(t for t in UNIT[1] if t != shared), *halves])
        document, status = self.run_json("diagnose", self.file("a.obj", lid))
        found = defects(document["bodies"][0])
        self.assertEqual((status, list(found)), (1, ["t_junction_edge"]))
        self.assertEqual(found["t_junction_edge"]["count"], 3)
        self.assertIn("split", found["t_junction_edge"]["remedy"])
        self.assertNotIn("fill the hole", found["t_junction_edge"]["remedy"])
        self.assertNotIn("fill the hole", self.run_program("diagnose", self.file("a.obj")).stdout)

    def test_duplicate_faces_are_to_be_removed_and_not_turned_over(self):
        document, status = self.run_json(
            "diagnose", self.file("a.obj", (UNIT[0], [*UNIT[1], UNIT[1][4]])))
        found = defects(document["bodies"][0])
        self.assertEqual(status, 1)
        self.assertEqual({kind: found[kind]["count"] for kind in found},
                         {"duplicate_face_edge": 3, "non_manifold_edge": 3, "duplicate_face": 1})
        self.assertIn("remove", found["duplicate_face_edge"]["remedy"])
        self.assertNotIn("make normals", self.run_program("diagnose", self.file("a.obj")).stdout)

    def test_first_limits_the_places_and_not_the_count(self):
        sheets = ([], [])
        for i in range(10):
            sheets = joined(sheets, ([(i, 0, 0), (i, 1, 0), (i, 0, 1)], [(0, 1, 2)]))
        mesh = self.file("a.obj", sheets)
        for first in (0, 1, 7, 100):
            document, _ = self.run_json("diagnose", "--first", str(first), mesh)
            found = defects(document["bodies"][0])["open_edge"]
            self.assertEqual((found["count"], len(found["first"])), (30, min(first, 30)))
        self.assertIn("and 27 more\n", self.run_program("diagnose", mesh).stdout)

    def test_an_stl_file_is_welded_before_it_is_judged(self):
        document, status = self.run_json("diagnose", self.file("a.stl", stl_bytes(UNIT)))
        self.assertEqual((status, document["bodies"][0]["defects"]), (0, []))


def cube(half, turned=False):
    corners, triangles = box((-half,) * 3, (half,) * 3)
    return corners, [t[::-1] for t in triangles] if turned else triangles


class Volume(ProgramTest):
    """It is that of the body, the points with a winding number of at least 1, or it is not told."""

    def volumes(self, mesh):
        document, status = self.run_json("diagnose", self.file("a.obj", mesh))
        self.assertEqual(status, 0)
        body = document["bodies"][0]
        return body["volume"], body["signed_volume"], self.run_program(
            "diagnose", self.file("a.obj")).stdout

    def test_of_nested_parts_is_that_of_the_union(self):
        volume, signed, text = self.volumes(joined(cube(10), cube(9)))
        self.assertAlmostEqual(volume, 20 ** 3)
        self.assertAlmostEqual(signed, 20 ** 3 + 18 ** 3)
        self.assertIn("; volume 8000\n", text)

    def test_of_a_buried_cavity_wall_is_that_of_the_outer_part(self):
        nest = joined(joined(cube(10), cube(9)), cube(5, turned=True))
        volume, _, text = self.volumes(nest)
        self.assertAlmostEqual(volume, 20 ** 3)
        self.assertIn("2 components that bound nothing\n", text)
        found = defects(self.run_json("diagnose", self.file("a.obj"))[0]["bodies"][0])
        self.assertEqual(found["redundant_component"]["count"], 2)
        done = self.run_program("self", self.file("a.obj"))
        self.assertEqual(done.returncode, 0)
        self.assertIn("note: a has 2 parts that bound nothing", done.stdout)

    def test_of_a_cavity_is_taken_away(self):
        volume, signed, text = self.volumes(joined(cube(10), cube(5, turned=True)))
        self.assertAlmostEqual(volume, 20 ** 3 - 10 ** 3)
        self.assertEqual(volume, signed)
        self.assertNotIn("bound nothing", text)

    def test_is_not_told_where_parts_overlap_or_faces_are_there_twice(self):
        doubled = (UNIT[0], UNIT[1] * 2)
        for mesh, adds_up_to in ((joined(UNIT, THROUGH), 1 + 1.5 * 0.5 * 0.25), (doubled, 2)):
            volume, signed, text = self.volumes(mesh)
            self.assertIsNone(volume)
            self.assertAlmostEqual(signed, adds_up_to)
            self.assertIn("volume not known, the surface meets itself", text)

    def test_of_a_solid_inside_out_has_a_sign(self):
        volume, signed, _ = self.volumes(cube(1, turned=True))
        self.assertEqual((volume, signed), (8, -8))


class SelfIntersections(ProgramTest):
    def test_are_looked_for_when_asked(self):
        mesh = self.file("a.obj", joined(UNIT, THROUGH))
        self.assertEqual(self.run_program("diagnose", mesh).returncode, 0)
        document, status = self.run_json("diagnose", "--self", "--first", "2", mesh)
        self.assertEqual((status, document["sound"]), (1, False))
        self.assertTrue(document["bodies"][0]["solid"])
        found = document["bodies"][0]["self_intersections"]
        same = self.run_json("self", mesh)[0]
        self.assertEqual(found["triangle_pairs"], same["triangle_pairs"])
        self.assertEqual(len(found["first"]), 2)
        self.assertEqual(found["first"][0]["kind"], "crossing")
        self.assertEqual(found["first"][0]["near"][0], 1)  # the wall that the rod pierces
        done = self.run_program("diagnose", "--self", mesh)
        self.assertIn("solid, intersects itself\n", done.stdout)

    def test_of_a_clean_mesh_are_none(self):
        document, status = self.run_json("diagnose", "--self", self.file("a.obj", UNIT))
        self.assertEqual(status, 0)
        self.assertEqual(document["bodies"][0]["self_intersections"],
                         {"triangle_pairs": 0, "touching_pairs": 0, "first": []})


class ManyBodies(ProgramTest):
    def gltf(self):
        """Two nodes that share an open mesh, the second 10 along x; and a closed one."""
        parts = [b"".join(struct.pack("<3f", *mesh[0][i]) for t in mesh[1] for i in t)
                 for mesh in (OPEN, UNIT)]
        data = b"".join(parts)
        views, offset = [], 0
        for part in parts:
            views.append({"buffer": 0, "byteOffset": offset, "byteLength": len(part)})
            offset += len(part)
        document = {
            "asset": {"version": "2.0"}, "scene": 0, "scenes": [{"nodes": [0, 1, 2]}],
            "nodes": [{"mesh": 0, "name": "left"},
                      {"mesh": 0, "name": "right", "translation": [10, 0, 0]},
                      {"mesh": 1, "name": "whole", "translation": [20, 0, 0]}],
            "meshes": [{"primitives": [{"attributes": {"POSITION": i}}]} for i in range(2)],
            "accessors": [{"bufferView": i, "componentType": 5126, "count": len(part) // 12,
                           "type": "VEC3", "min": [0, 0, 0], "max": [1, 1, 1]}
                          for i, part in enumerate(parts)],
            "bufferViews": views,
            "buffers": [{"byteLength": len(data), "uri": "data:application/octet-stream;base64," +
                         base64.b64encode(data).decode()}],
        }
        return json.dumps(document).encode()

    def test_of_one_file_are_told_apart_and_placed(self):
        document, status = self.run_json("diagnose", self.file("a.gltf", self.gltf()))
        self.assertEqual((status, document["unit"]), (1, "m"))
        self.assertEqual([body["solid"] for body in document["bodies"]], [False, False, True])
        left, right, _ = document["bodies"]
        self.assertEqual(right["box"]["min"][0], 10)
        for a, b in zip(defects(left)["open_edge"]["first"], defects(right)["open_edge"]["first"]):
            self.assertEqual(a["triangles"], b["triangles"])
            self.assertEqual([[x + 10, y, z] for x, y, z in a["positions"]], b["positions"])

    def test_several_files_are_summed_up(self):
        files = [self.file("a.obj", UNIT), self.file("b.obj", OPEN), self.file("c.obj", FAR)]
        done = self.run_program("diagnose", *files)
        self.assertEqual(done.stdout.splitlines()[-1],
                         "3 bodies: 2 sound, 1 with something wrong")

    def test_of_very_many_only_the_unsound_are_listed(self):
        files = [self.file(f"{i}.obj", UNIT) for i in range(45)]
        done = self.run_program("diagnose", *files, self.file("open.obj", OPEN))
        self.assertEqual(done.stdout.count("NOT a solid"), 1)
        self.assertNotIn(": solid", done.stdout)


class Mistakes(ProgramTest):
    def test_a_bad_file_is_status_2(self):
        bad = self.file("bad.obj", obj_text(UNIT) + b"f 1 2 99\n")
        self.assert_fails(self.run_program("diagnose", bad), f"{bad}: line 21", "vertex 99")
        self.assert_fails(self.run_program("diagnose"))
        self.assert_fails(self.run_program("diagnose", self.file("none.stl")), "none.stl")
        self.assert_fails(self.run_program("diagnose", self.file("a.obj", UNIT), "--first", "x"))

    def test_a_file_is_written_beside_the_words(self):
        report = self.file("report.json")
        done = self.run_program("diagnose", "--json", report, self.file("a.obj", OPEN))
        self.assertIn("3 open edges", done.stdout)
        text = pathlib.Path(report).read_text(encoding="utf-8")
        self.assertEqual(json.loads(text)["sound"], False)

    def test_an_interrupted_run_says_so(self):
        """A pipe in place of a file holds the program still until the signal is sent."""
        pipe, report = self.file("pipe.obj"), self.file("r.json")
        os.mkfifo(pipe)
        with subprocess.Popen([PROGRAM, "diagnose", self.file("a.obj", UNIT), pipe,
                               self.file("c.obj", FAR), "--json", report],
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as program:
            with open(pipe, "wb") as writer:  # opens once the program reads
                program.send_signal(signal.SIGINT)
                writer.write(obj_text(OPEN))
            out, errors = program.communicate(timeout=60)
        self.assertEqual((program.returncode, errors), (130, ""))
        self.assertRegex(out, r"0 sound, 0 with something wrong, \d not examined \(interrupted\)\n")
        document = json.loads(pathlib.Path(report).read_text(encoding="utf-8"))
        self.assertEqual((document["partial"], document["sound"]), (True, None))


if __name__ == "__main__":
    unittest.main()
