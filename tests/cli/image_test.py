# SPDX-License-Identifier: Apache-2.0
"""impinge image: planes of rendering passes as pictures. The bodies are boxes seen along an axis,
so that every pixel is known."""
import pathlib
import struct
import unittest
import zlib

from program import OPEN, THROUGH, UNIT, ProgramTest, box, joined

DOWN = ("--direction", "0,0,-1")
# Covers more than the others from above, so that the window is known: 4 x 4 in 40 x 40 pixels
# with a margin of one pixel.
TABLE = box((-2, -2, -2), (2, 2, -1))


def picture(path):
    """(width, height, rows of (r, g, b, a)) of a PNG file as the program writes it."""
    data = pathlib.Path(path).read_bytes()
    assert data[:8] == b"\x89PNG\r\n\x1a\n"
    at, packed, width, height = 8, b"", 0, 0
    while at < len(data):
        length, kind = struct.unpack(">I4s", data[at:at + 8])
        content = data[at + 8:at + 8 + length]
        assert zlib.crc32(kind + content) == struct.unpack(">I", data[at + 8 + length:][:4])[0]
        if kind == b"IHDR":
            width, height, depth, colours = struct.unpack(">IIBB", content[:10])
            assert (depth, colours) == (8, 6)
        packed += content if kind == b"IDAT" else b""
        at += length + 12
    raw, stride, rows, above = zlib.decompress(packed), 4 * width, [], bytes(4 * width)
    for y in range(height):
        line = raw[y * (stride + 1):(y + 1) * (stride + 1)]
        above = unfiltered(line[0], line[1:], above)
        rows.append([tuple(above[4 * x:4 * x + 4]) for x in range(width)])
    return width, height, rows


def unfiltered(kind, line, above):
    """A row of a PNG without its prediction (section 9 of the standard)."""
    out = bytearray()
    for i, value in enumerate(line):
        a, b, c = (out[i - 4] if i >= 4 else 0), above[i], (above[i - 4] if i >= 4 else 0)
        nearest = min((abs(b - c), 0, a), (abs(a - c), 1, b), (abs(a + b - 2 * c), 2, c))[2]
        out.append((value + (0, a, b, (a + b) // 2, nearest)[kind]) % 256)
    return bytes(out)


class Image(ProgramTest):
    def image(self, *arguments):
        """The document and the decoded plane, without a legend."""
        out = self.file("plane.png")
        document, status = self.run_json("image", *arguments, *DOWN, "--no-legend", "--out", out)
        self.assertEqual(status, 0)
        return document, picture(out)

    def values(self, *arguments):
        """{stencil value: pixels}"""
        document, _ = self.image(*arguments, "--plane", "stencil")
        return {entry["value"]: entry["pixels"] for entry in document["statistics"]["stencil"]}

    def table(self, *boxes):
        """40 x 40 pixels of which a table covers 38 x 38, with boxes on or in it."""
        files = [self.file("table.obj", TABLE)]
        files += [self.file(f"box{i}.obj", body) for i, body in enumerate(boxes)]
        return (*files, "--resolution", "40")

    def test_the_picture_has_the_size_of_the_planes(self):
        document, (width, height, _) = self.image(self.file("a.obj", UNIT), "--resolution", "50x20")
        self.assertEqual((width, height), (50, 20))
        self.assertEqual((document["width"], document["height"]), (50, 20))
        self.assertEqual(document["direction"], [0, 0, -1])
        self.assertEqual((document["pass"], document["plane"]), ("nearest", "depth"))
        self.assertEqual(document["device"], "software")
        # A unit in 18 pixels: one is left free on both sides of the lower side.
        self.assertAlmostEqual(document["pixel_size"], 1 / 18)
        self.assertEqual(document["statistics"]["covered_pixels"], 18 * 18)

    def test_rows_run_from_the_top_and_columns_from_the_left(self):
        # From above, with y upwards: the small box stands in the top left quarter.
        arguments = self.table(box((-2, 1, -1), (-1, 2, 0)))
        _, (width, height, rows) = self.image(*arguments, "--plane", "ids")
        table, small, empty = rows[38][38], rows[1][1], rows[0][0]
        self.assertEqual(len({table, small, empty}), 3)
        self.assertEqual({rows[y][x] for y in range(3, 8) for x in range(3, 8)}, {small})
        self.assertEqual(rows[1][38], table)
        self.assertEqual(rows[38][1], table)
        self.assertEqual((rows[0][20], rows[39][20], rows[20][0]), (empty, empty, empty))

    def test_distances_are_measured_from_the_nearest_point(self):
        arguments = self.table(box((-1, -1, 0), (1, 1, 3)))
        for pass_name, low, high in (("nearest", 0, 4), ("farthest", 5, 5), ("peel-2", 3, 5),
                                     ("peel-3", 4, 4), ("front-faces", 0, 4),
                                     ("back-faces", 3, 5), ("conservative", 0, 4)):
            with self.subTest(pass_name):
                document, _ = self.image(*arguments, "--pass", pass_name)
                distance = document["statistics"]["distance"]
                self.assertAlmostEqual(distance["min"], low, places=4)
                self.assertAlmostEqual(distance["max"], high, places=4)

    def test_layers_are_counted(self):
        arguments = self.table(box((-1, -1, 0), (1, 1, 3)))
        self.assertEqual(self.values(*arguments, "--pass", "layers"), {2: 1083, 4: 361})
        self.assertEqual(self.values(*arguments, "--pass", "front-faces"), {1: 1083, 2: 361})
        self.assertEqual(self.values(*arguments, "--pass", "peel-3"), {2: 361})
        self.assertEqual(self.values(*arguments, "--pass", "peel-4"), {1: 361})
        # The box first, then the table as far as it lies behind.
        self.assertEqual(self.values(*arguments, "--pass", "alternate-layers"), {0: 1083, 2: 361})

    def test_winding_is_zero_for_closed_bodies_and_tells_open_ones(self):
        closed = self.table(box((-1, -1, 0), (1, 1, 3)))
        self.assertEqual(self.values(*closed, "--pass", "winding"), {0: 1444})
        lidless = (TABLE[0], [t for t in TABLE[1] if t not in ((4, 5, 7), (4, 7, 6))])
        bottomless = (TABLE[0], [t for t in TABLE[1] if t not in ((0, 2, 3), (0, 3, 1))])
        for mesh, value in ((lidless, -1), (bottomless, 1)):
            opened = self.file("opened.obj", mesh)
            self.assertEqual(self.values(opened, "--resolution", "40", "--pass", "winding"),
                             {value: 1444})

    def test_edges_inside_a_solid_are_counted(self):
        # A pin that sticks in the table: the edges of its lower end lie within.
        def counts(pin):
            document, _ = self.run_json(
                "image", self.file("table.obj", TABLE), self.file("pin.obj", pin), "--pass",
                "edge-count", "--plane", "stencil", "--direction", "1,2,-1", "--resolution", "200",
                "--out", self.file("edges.png"))
            return {e["value"]: e["pixels"] for e in document["statistics"]["stencil"]}
        sticking = counts(box((-0.5, -0.5, -1.5), (0.5, 0.5, 1)))
        self.assertEqual(set(sticking), {0, 1})
        self.assertGreater(sticking[1], 100)
        self.assertEqual(set(counts(box((-0.5, -0.5, -0.5), (0.5, 0.5, 2)))), {0})

    def test_edge_points_inside_other_bodies_are_shown(self):
        # A pin that sticks in the table, and a small box within the pin and the table: nothing else
        # lies in anything, and own edges lie in nothing.
        def shown(*bodies):
            files = [self.file(f"body{i}.obj", body) for i, body in enumerate((TABLE, *bodies))]
            document, _ = self.run_json(
                "image", *files, "--pass", "edge-interference", "--plane", "ids", "--direction",
                "1,2,-1", "--resolution", "200", "--out", self.file("inside.png"))
            statistics = document["statistics"]
            return ({e["value"]: e["pixels"] for e in statistics["stencil"]},
                    {e["body"]: e["pixels"] for e in statistics["ids"]})
        pin = box((0.5, -1.5, -1.5), (1.5, -0.5, 1)) # beside the diagonal of the table
        counts, bodies = shown(pin)
        self.assertEqual((set(counts), set(bodies)), ({1}, {1}))
        self.assertGreater(counts[1], 100)
        counts, bodies = shown(pin, box((0.75, -1.25, -1.25), (1.25, -0.75, -1.125)))
        self.assertEqual((set(counts), set(bodies)), ({1, 2}, {1, 2}))
        self.assertEqual(counts[2], bodies[2])
        self.assertEqual(shown(box((-0.5, -0.5, -0.5), (0.5, 0.5, 2))), ({}, {}))

    def test_a_hidden_edge_point_inside_another_body_is_shown(self):
        # Looking down on a fence of two thin rods over a wall in which a third rod runs: its edges
        # are hidden behind nearer ones at many pixels, and are shown there all the same.
        def rod(z, half):
            return box((-1, -half, z - half), (1, half, z + half))
        def pixels(*bodies):
            files = [self.file(f"rod{i}.obj", body) for i, body in enumerate(bodies)]
            document, _ = self.run_json(
                "image", *files, "--pass", "edge-interference", "--plane", "ids", "--direction",
                "0,0,-1", "--resolution", "100", "--out", self.file("hidden.png"))
            return {e["body"]: e["pixels"] for e in document["statistics"]["ids"]}
        inner, wall = rod(-2, 0.125), rod(-2, 0.5)
        alone = pixels(inner, wall)
        self.assertGreater(alone[0], 100)
        self.assertEqual(pixels(inner, wall, rod(0, 0.125), rod(1, 0.125)), alone)

    def test_ids_name_bodies_triangles_and_edges(self):
        arguments = self.table(box((-1, -1, 0), (1, 1, 3)))
        document, (_, _, rows) = self.image(*arguments, "--plane", "ids")
        self.assertEqual(document["statistics"]["ids"],
                         [{"body": 0, "pixels": 1083}, {"body": 1, "pixels": 361}])
        self.assertEqual(document["statistics"]["ids2"], {"kind": "triangle", "distinct": 4})
        self.assertEqual(len({pixel for row in rows for pixel in row}), 3)
        document, _ = self.image(*arguments, "--pass", "edges", "--plane", "ids2")
        self.assertEqual(document["statistics"]["ids2"]["kind"], "edge")
        # From above: of each box four edges around, a diagonal, and perhaps those below them.
        self.assertGreaterEqual(document["statistics"]["ids2"]["distinct"], 10)

    def test_every_pass_and_plane_makes_a_picture(self):
        bodies = self.file("bodies.obj", joined(UNIT, THROUGH)), self.file("open.obj", OPEN)
        listed = self.run_program("image", "--pass", "list")
        self.assertEqual((listed.returncode, listed.stderr), (0, ""))
        names = [line.split()[0] for line in listed.stdout.splitlines()[1:]]
        self.assertGreaterEqual(len(names), 11)
        for name in names:
            for plane in ("depth", "stencil", "ids", "ids2"):
                with self.subTest(name=name, plane=plane):
                    out = self.file(f"{name}-{plane}.png")
                    done = self.run_program("image", *bodies, "--pass", name, "--plane", plane,
                                            "--resolution", "24x18", "--out", out)
                    self.assertEqual((done.returncode, done.stderr), (0, ""))
                    self.assertTrue(pathlib.Path(out).read_bytes().startswith(b"\x89PNG"))
                    self.assertIn(f"pass {name}, plane {plane}", done.stdout)

    def test_the_legend_stands_beside_the_magnified_plane(self):
        body, out = self.file("a.obj", UNIT), self.file("legend.png")
        self.run_program("image", body, "--resolution", "16", *DOWN, "--out", out, "--unit", "mm")
        width, height, rows = picture(out)
        self.assertGreater(width, 512 + 60)
        self.assertGreater(height, 512 + 40)
        plain = [row for row in rows if len({row[x] for x in range(21, 500)}) == 1]
        self.assertGreater(len(plain), 30, "the margin and the empty pixels of the plane")
        self.assertTrue(any(pixel != (255,) * 4 for row in rows for pixel in row[540:]))

    def test_colour_maps_change_colours_and_nothing_else(self):
        arguments = self.table(box((-1, -1, 0), (1, 1, 3)))
        seen = {}
        for name in ("sequential", "diverging", "grey", "heat"):
            document, (_, _, rows) = self.image(*arguments, "--colour-map", name)
            seen[name] = (rows[5][5], rows[20][20], rows[0][0])
            self.assertEqual(len(set(seen[name])), 3, name)
            self.assertEqual(document["statistics"]["covered_pixels"], 1444)
        self.assertEqual(len(set(seen.values())), 4)
        self.assertEqual(seen["grey"][:2], ((255,) * 4, (0, 0, 0, 255)))

    def test_perspective_shows_near_things_larger(self):
        arguments = self.table(box((-0.25, -0.25, 5), (0.25, 0.25, 6)))
        flat, _ = self.image(*arguments, "--plane", "ids")
        deep, _ = self.image(*arguments, "--plane", "ids", "--perspective")
        def share(document):
            pixels = [entry["pixels"] for entry in document["statistics"]["ids"]]
            return pixels[1] / sum(pixels)
        self.assertEqual(deep["projection"], "perspective")
        self.assertGreater(share(deep), share(flat) * 1.2)
        distance = deep["statistics"]["distance"]
        self.assertAlmostEqual(distance["max"] - distance["min"], 7, places=2)

    def test_opengl_shows_the_same(self):
        devices, _ = self.run_json("devices")
        if not any(d["name"] == "opengl" and d["present"] for d in devices["raster_devices"]):
            self.skipTest("no OpenGL: " + str([d["absent_because"]
                                               for d in devices["raster_devices"]]))
        arguments = self.table(box((-1, -1, 0), (1, 1, 3)))
        for plane in ("ids", "stencil"):
            software = self.image(*arguments, "--plane", plane)
            opengl = self.image(*arguments, "--plane", plane, "--device", "opengl")
            self.assertEqual(software[1], opengl[1])
            self.assertEqual(opengl[0]["device"], "opengl")

    def test_the_same_bytes_for_any_number_of_threads(self):
        body = self.file("a.obj", joined(UNIT, THROUGH))
        files = [self.file(f"{threads}.png") for threads in (1, 4)]
        for threads, file in zip((1, 4), files):
            self.run_program("image", body, "--threads", str(threads), "--out", file)
        self.assertEqual(pathlib.Path(files[0]).read_bytes(), pathlib.Path(files[1]).read_bytes())

    def test_mistakes_are_told_in_one_line_and_leave_nothing(self):
        body, out = self.file("a.obj", UNIT), self.file("out.png")
        cases = [
            (("--pass", "no-such-pass"), ["no-such-pass", "nearest", "edge-count"]),
            (("--plane", "colour"), ["--plane", "depth, stencil, ids"]),
            (("--device", "cuda"), ["--device", "software, opengl"]),
            (("--colour-map", "rainbow"), ["--colour-map", "sequential"]),
            (("--resolution", "0"), ["--resolution", "'0'"]),
            (("--resolution", "12x"), ["--resolution"]),
            (("--resolution", "x12"), ["--resolution"]),
            (("--resolution", "1e3"), ["--resolution"]),
            (("--resolution", "60000"), ["60000"]),
            (("--direction", "0,0,0"), ["--direction", "no length"]),
            (("--direction", "1,2"), ["--direction", "X,Y,Z"]),
            (("--direction", "1,2,3,4"), ["--direction"]),
            (("--direction", "1,nan,3"), ["--direction"]),
            (("--json", self.file("none/out.json")), ["none"]),
        ]
        for arguments, words in cases:
            with self.subTest(arguments):
                self.assert_fails(self.run_program("image", body, "--out", out, *arguments), *words)
                self.assertFalse(pathlib.Path(out).exists())
        self.assert_fails(self.run_program("image", body), "--out")
        self.assert_fails(self.run_program("image", body, "--out", "-"), "--out")
        self.assert_fails(self.run_program("image", "--out", out), "FILES")
        self.assert_fails(self.run_program("image", self.file("none.stl"), "--out", out), "none.stl")
        self.assert_fails(self.run_program("image", body, "--out", self.file("none/a.png")), "none")
        self.assertEqual(sorted(p.name for p in self.folder.iterdir()), ["a.obj"])


if __name__ == "__main__":
    unittest.main()
