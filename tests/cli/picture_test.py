# SPDX-License-Identifier: Apache-2.0
"""impinge picture: bodies as a shaded picture."""
import json
import os
import pathlib
import struct
import unittest
import zlib

from program import FAR, FLUSH, OPEN, THROUGH, UNIT, WITHIN, ProgramTest, box, grouped_obj
from schema_test import doctored, validator


def nearest(left, up, corner):
    """Paeth's guess."""
    by_left, by_up, by_corner = abs(up - corner), abs(left - corner), abs(left + up - 2 * corner)
    return left if by_left <= by_up and by_left <= by_corner else up if by_up <= by_corner else corner


def without_filter(kind, line, before):
    """A row of four bytes per pixel as the PNG specification undoes its filter, which saw the row before."""
    if kind == 2:
        return bytearray((value + up) & 255 for value, up in zip(line, before))
    if kind == 1:
        for i in range(4, len(line)):
            line[i] = (line[i] + line[i - 4]) & 255
    elif kind == 3:
        for i, up in enumerate(before):
            line[i] = (line[i] + ((line[i - 4] if i >= 4 else 0) + up) // 2) & 255
    elif kind == 4:
        for i in range(4):
            line[i] = (line[i] + before[i]) & 255
        for i, (up, corner) in enumerate(zip(before[4:], before), 4):
            left = line[i - 4]
            line[i] = (line[i] + (left if up == corner else up if left == corner else nearest(left, up, corner))) & 255
    return line


def unfiltered(rows, width):
    """The pixels of PNG rows of four bytes per pixel."""
    stride, before, out = 4 * width, bytearray(4 * width), []
    for start in range(0, len(rows), stride + 1):
        before = without_filter(rows[start], bytearray(rows[start + 1:start + 1 + stride]), before)
        out.append(list(zip(*(iter(before),) * 4)))
    return out


def read_png(path):
    """Width, height and rows of (red, green, blue, alpha) of a PNG file; checks every checksum."""
    content = pathlib.Path(path).read_bytes()
    assert content[:8] == b"\x89PNG\r\n\x1a\n"
    at, chunks = 8, []
    while at < len(content):
        size, kind = struct.unpack(">I4s", content[at:at + 8])
        body = content[at + 8:at + 8 + size]
        assert struct.unpack(">I", content[at + 8 + size:at + 12 + size])[0] == zlib.crc32(kind + body)
        chunks.append((kind, body))
        at += size + 12
    width, height, bits, colour = struct.unpack(">IIBB", chunks[0][1][:10])
    assert (chunks[0][0], bits, colour, chunks[-1][0]) == (b"IHDR", 8, 6, b"IEND")
    rows = zlib.decompress(b"".join(body for kind, body in chunks if kind == b"IDAT"))
    return width, height, unfiltered(rows, width)


def is_red(pixel):
    return pixel[0] > 1.4 * pixel[1] and pixel[0] > 1.4 * pixel[2]


class Picture(ProgramTest):
    def drawn(self, *arguments, size="60x40", samples="1"):
        """The rows of the picture, after the program has said that all went well."""
        path = self.file("picture.png")
        done = self.run_program("picture", *arguments, "--out", path, "--size", size, "--samples",
                                samples)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertIn("picture.png", done.stdout)
        width, height, rows = read_png(path)
        self.assertEqual(f"{width}x{height}", size)
        return rows

    def document(self, *arguments):
        return self.run_json("picture", *arguments, "--out", self.file("picture.png"), "--size",
                             "30x20", "--samples", "1")

    def test_a_body_stands_before_the_background(self):
        rows = self.drawn(self.file("a.obj", UNIT), "--background", "white")
        self.assertEqual(rows[0][0], (255, 255, 255, 255))
        self.assertNotEqual(rows[20][30], (255, 255, 255, 255))

    def test_what_bodies_have_in_common_is_filled(self):
        a = self.file("a.obj", UNIT)
        options = ("--from", "front", "--orthographic", "--contacts", "none", "--background",
                   "white", "--overlap", "--colours", "bodies", "--opacity", "0.1")
        def strong(rows, test):
            return sum(1 for row in rows for pixel in row if test(pixel) and max(pixel[:3]) - min(pixel[:3]) > 120)
        # An eighth of the wide body's front, seen through the walls of both.
        rows = self.drawn(a, self.file("b.obj", THROUGH), *options)
        self.assertGreater(strong(rows, is_red), 15)
        amber = lambda pixel: pixel[0] > 1.2 * pixel[1] > 1.5 * pixel[2]
        # A wall of contact looks up.
        roof = self.file("c.obj", box((0.25, 0.25, 1), (0.75, 0.75, 1.5)))
        rows = self.drawn(a, roof, "--from", "top", *options[2:])
        self.assertGreater(strong(rows, amber), 60)
        rows = self.drawn(a, self.file("d.obj", FAR), *options)
        self.assertEqual(strong(rows, is_red) + strong(rows, amber), 0)
        for wrong in (("--no-check",), ("--method", "edge-rays")):
            self.assert_fails(self.run_program("picture", a, roof, "--overlap", *wrong, "--out",
                                               self.file("e.png")), "--overlap")

    def test_bodies_that_interfere_are_red_and_others_are_not(self):
        a, b = self.file("a.obj", UNIT), self.file("b.obj", THROUGH)
        options = ("--from", "front", "--contacts", "none", "--background", "white")
        self.assertTrue(any(is_red(pixel) for row in self.drawn(a, b, *options) for pixel in row))
        for others in ((a, self.file("c.obj", FAR)), (a,), (a, b, "--no-check")):
            rows = self.drawn(*others, *options)
            self.assertFalse(any(is_red(pixel) for row in rows for pixel in row), others)

    def test_colours_can_be_grey_or_those_of_the_bodies(self):
        files = [self.file(f"{name}.obj", body)
                 for name, body in (("a", UNIT), ("b", THROUGH), ("c", FAR), ("d", FAR))]
        files[3] = self.file("d.obj", ([(x + 5, y, z) for x, y, z in FAR[0]], FAR[1]))
        def colours(*options):
            return [shown["colour"] for shown in self.document(*files, *options)[0]["shown"]]
        calm, grey, bodies = (colours("--colours", name) for name in ("calm", "grey", "bodies"))
        self.assertEqual(colours(), calm)
        self.assertEqual(grey[:2], calm[:2])
        self.assertEqual(grey[2], grey[3])
        channels = [int(grey[2][i:i + 2], 16) for i in (1, 3, 5)]
        self.assertLess(max(channels) - min(channels), 16)
        self.assertEqual(len(set(bodies)), 4)
        self.assertEqual(bodies, colours("--colours", "bodies", "--no-check"))

    def test_edge_rays_see_the_same_bodies_interfere(self):
        files = [self.file(f"{name}.obj", body)
                 for name, body in (("a", UNIT), ("b", THROUGH), ("c", FAR))]
        exact, _ = self.document(*files)
        sampled, _ = self.document(*files, "--method", "edge-rays")
        self.assertEqual((exact["method"], sampled["method"]), ("exact", "edge-rays"))
        self.assertEqual([s["state"] for s in sampled["shown"]],
                         ["interfering", "interfering", "clear"])
        self.assertEqual(sampled["shown"], exact["shown"])
        self.assertIsNone(sampled["curves"])

    def test_contact_curves_are_bright_lines(self):
        a, b = self.file("a.obj", UNIT), self.file("b.obj", THROUGH)
        def yellow(*options):
            rows = self.drawn(a, b, *options, size="120x80")
            return sum(p[0] > 200 and p[1] > 170 and p[2] < 130 for row in rows for p in row)
        self.assertGreater(yellow(), 10)
        self.assertGreater(yellow("--contacts", "visible"), 10)
        self.assertEqual(yellow("--contacts", "none"), 0)

    def test_boxes_of_trees_are_blue_lines(self):
        a = self.file("a.obj", UNIT)
        def blue(*options):
            rows = self.drawn(a, "--background", "white", "--colours", "grey", *options, size="120x80")
            return sum(p[2] - p[0] > 50 for row in rows for p in row)
        self.assertEqual(blue(), 0)
        self.assertGreater(blue("--boxes", "0"), 30)
        self.assertGreater(blue("--boxes", "1"), 30)
        self.assertEqual(blue("--boxes", "9"), 0)

    def test_what_lies_inside_is_seen_through_its_container(self):
        outer, inner = self.file("a.obj", UNIT), self.file("b.obj", WITHIN)
        document, status = self.document(outer, inner)
        self.assertEqual(status, 0)
        self.assertAlmostEqual(document["shown"][0]["opacity"], 0.25, delta=0.01)
        self.assertEqual(document["shown"][1]["opacity"], 1)
        self.assertEqual(document["layers"], 2)
        self.assertFalse(document["layers_left_out"])
        through = self.drawn(outer, inner)
        opaque = self.drawn(outer, inner, "--transparent", "none")
        self.assertNotEqual(through[20][30], opaque[20][30])

    def test_transparent_bodies_are_chosen_by_name(self):
        files = (self.file("left.obj", UNIT), self.file("right.obj", FAR))
        def opacities(*options):
            return [shown["opacity"] for shown in self.document(*files, *options)[0]["shown"]]
        self.assertEqual(opacities(), [1, 1])
        self.assertEqual(opacities("--transparent", "le*", "--opacity", "0.6"), [0.6, 1])
        self.assertEqual(opacities("--transparent", "all", "--opacity", "0.6"), [0.6, 0.6])
        self.assertEqual(opacities("--transparent", "none"), [1, 1])
        done = self.run_program("picture", *files, "--transparent", "lfet", "--out",
                                self.file("no.png"))
        self.assert_fails(done, "--transparent", "lfet")

    def test_the_background_can_be_left_out(self):
        rows = self.drawn(self.file("a.obj", UNIT), "--background", "none")
        self.assertEqual(rows[0][0][3], 0)
        self.assertEqual(rows[20][30][3], 255)
        rows = self.drawn(self.file("a.obj", UNIT), "--background", "#102030")
        self.assertEqual(rows[0][0], (16, 32, 48, 255))

    def test_the_camera_stands_where_it_is_told(self):
        # A plate that is wide from the front, a line from the top, narrow from the side.
        plate = ([(0, 0, 0), (6, 0, 0), (6, 0, 3), (0, 0, 3)], [(0, 1, 2), (0, 2, 3)])
        path = self.file("plate.obj", plate)
        def covered(*options):
            rows = self.drawn(path, "--orthographic", "--background", "none", *options)
            return sum(pixel[3] > 0 for row in rows for pixel in row)
        self.assertGreater(covered("--from", "front"), 1000)
        self.assertGreater(covered("--from", "0,1,0"), 1000)
        self.assertLess(covered("--from", "top"), 200)
        self.assertEqual(covered("--from", "right"), 0)
        self.assertEqual(covered("--from", "front", "--at", "9,0,9", "--zoom", "8"), 0)
        document, _ = self.document(path, "--from", "left", "--up", "0,1,0")
        self.assertEqual(document["camera"]["projection"], "perspective")
        self.assertEqual(document["camera"]["direction"], [1, 0, 0])
        self.assertEqual([abs(x) for x in document["camera"]["up"]], [0, 1, 0])

    def test_labels_name_the_bodies(self):
        a, b = self.file("a.obj", UNIT), self.file("b.obj", THROUGH)
        plain = self.drawn(a, b, size="300x200")
        named = self.drawn(a, b, "--labels", size="300x200")
        changed = [(x, y) for y in range(200) for x in range(300) if plain[y][x] != named[y][x]]
        self.assertGreater(len(changed), 200)
        self.assertLess(max(y for _, y in changed), 100)

    def crowd(self, pairs, others):
        """Pairs of crossing boxes and boxes by themselves, in a row."""
        def at(mesh, x):
            return [(vx + x, y, z) for vx, y, z in mesh[0]], mesh[1]
        bodies = [mesh for i in range(pairs) for mesh in (at(UNIT, 5 * i), at(THROUGH, 5 * i))]
        bodies += [at(UNIT, 5 * (pairs + i)) for i in range(others)]
        return [self.file(f"body-{i:02}.obj", body) for i, body in enumerate(bodies)]

    def test_a_legend_of_many_bodies_fits_and_what_interferes_is_numbered(self):
        files = self.crowd(4, 60)
        for height, labels in ((300, 8), (190, 2)):
            size = f"400x{height}"
            # Seen from above at a distance, the row of bodies is far below the legend's corner.
            options = ("--labels", "--background", "white")
            document, _ = self.run_json("picture", *files, *options, "--size", size, "--samples",
                                        "1", "--out", self.file("picture.png"))
            numbers = [shown["label"] for shown in document["shown"]]
            self.assertEqual([n for n in numbers if n], list(range(1, max(n or 0 for n in numbers) + 1)))
            self.assertEqual(numbers[8:], [None] * 60)
            self.assertTrue(labels <= sum(n is not None for n in numbers) <= 8, numbers)
            named = self.drawn(*files, *options, size=size)
            plain = self.drawn(*files, "--background", "white", size=size)
            rows = [y for y in range(height) if plain[y][:20] != named[y][:20]]
            self.assertTrue(rows and rows[-1] < height - 14, rows)  # the ground of the legend
            reds = {shown["colour"] for shown in document["shown"] if shown["state"] == "interfering"}
            self.assertEqual(len(reds), 1)
            numbered = [(x, y) for y in range(height) for x in range(200, 400)
                        if plain[y][x] != named[y][x]] + [
                            (x, y) for y in range(rows[-1] + 2, height) for x in range(200)
                            if plain[y][x] != named[y][x]]
            self.assertGreater(len(numbered), 20)

    def test_a_few_bodies_are_all_named_and_have_shades(self):
        document, _ = self.document(*self.crowd(2, 3), "--labels")
        self.assertEqual({shown["label"] for shown in document["shown"]}, {None})
        self.assertEqual(len({shown["colour"] for shown in document["shown"]}), 7)

    def test_scene_files_and_split_files_are_read_as_by_check(self):
        self.file("unit.obj", UNIT)
        self.file("flush.obj", FLUSH)
        scene = {"format": "impinge-scene", "format_version": 1, "unit": "mm", "bodies": [
            {"name": "one", "file": "unit.obj"}, {"name": "two", "file": "flush.obj"},
            {"name": "far", "file": "unit.obj", "pose": {"translation": [0, 5, 0]}}]}
        path = self.file("scene.json", json.dumps(scene).encode())
        document, status = self.document(path)
        self.assertEqual(status, 0)
        self.assertEqual([body["name"] for body in document["bodies"]], ["one", "two", "far"])
        self.assertEqual([shown["state"] for shown in document["shown"]],
                         ["touching", "touching", "clear"])
        self.assertEqual(document["counts"]["touching"], 1)
        self.assertEqual(document["unit"], "mm")
        parts = self.file("parts.obj", grouped_obj([("a", UNIT), ("b", THROUGH)]))
        self.assertEqual(len(self.document(parts)[0]["bodies"]), 1)
        document, _ = self.document(parts, "--split", "groups")
        self.assertEqual([shown["state"] for shown in document["shown"]], ["interfering"] * 2)

    def test_open_bodies_and_single_bodies_have_pictures(self):
        document, status = self.document(self.file("open.obj", OPEN), "--flat")
        self.assertEqual((status, document["counts"]["apart"]), (0, 0))
        self.assertEqual(document["shown"][0]["state"], "clear")

    def test_threads_change_nothing(self):
        files = (self.file("a.obj", UNIT), self.file("b.obj", THROUGH))
        pictures = []
        for threads in ("1", "2", "7"):
            path = self.file(f"{threads}.png")
            self.run_program("picture", *files, "--out", path, "--size", "90x70", "--threads",
                             threads)
            pictures.append(pathlib.Path(path).read_bytes())
        self.assertEqual(len(set(pictures)), 1)

    def test_both_devices_draw_the_same(self):
        files = (self.file("a.obj", UNIT), self.file("b.obj", THROUGH))
        path = self.file("gl.png")
        done = self.run_program("picture", *files, "--out", path, "--size", "60x40", "--samples",
                                "1", "--device", "opengl")
        if done.returncode == 2:
            self.assert_fails(done, "opengl")
            self.skipTest(done.stderr)
        other = self.drawn(*files)
        rows = read_png(path)[2]
        differing = sum(max(abs(a - b) for a, b in zip(*pixels)) > 2
                        for pair in zip(rows, other) for pixels in zip(*pair))
        self.assertLess(differing, 24)

    def test_the_document_follows_its_schema(self):
        a, b, inside = (self.file("a.obj", UNIT), self.file("b.obj", THROUGH),
                        self.file("c.obj", WITHIN))
        documents = [self.document(*arguments)[0] for arguments in (
            (a, b), (a, inside, "--contacts", "none"), (a, b, "--no-check", "--orthographic"),
            (a, b, "--method", "edge-rays"))]
        check = validator("picture")
        for document in documents:
            self.assertEqual([error.message for error in check.iter_errors(document)], [])
            self.assertEqual((document["format"], document["width"], document["height"]),
                             ("impinge-picture", 30, 20))
            for what, wrong in doctored(document):
                self.assertFalse(check.is_valid(wrong), what)
        self.assertEqual([document["curves"] for document in documents], [1, None, None, None])
        self.assertEqual([document["checked"] for document in documents],
                         [True, True, False, True])
        self.assertEqual([document["method"] for document in documents],
                         ["exact", "exact", None, "edge-rays"])
        self.assertIsNone(documents[2]["counts"])

    def test_quiet_says_nothing(self):
        done = self.run_program("picture", self.file("a.obj", UNIT), "--quiet", "--size", "9x9",
                                "--out", self.file("a.png"))
        self.assertEqual((done.returncode, done.stdout, done.stderr), (0, "", ""))


class Mistakes(ProgramTest):
    def fails(self, *arguments, words=()):
        before = set(os.listdir(self.folder))
        self.assert_fails(self.run_program("picture", *arguments), *words)
        self.assertEqual(set(os.listdir(self.folder)), before)

    def test_wrong_wishes(self):
        a, out = self.file("a.obj", UNIT), self.file("out.png")
        self.fails("--out", out, words=("mesh files",))
        self.fails(a, words=("--out",))
        for size in ("12x", "x12", "0x5", "5x0", "-3x5", "5x5x5", "axb", "20000x5", "5 x5", "0",
                     "99999999999x5"):
            self.fails(a, "--out", out, f"--size={size}", words=("--size",))
        for where in ("up", "1,2", "1,2,3,4", "0,0,0", "1,,2", "nan,0,0", "", "a,b,c"):
            if where:
                self.fails(a, "--out", out, f"--from={where}", words=("--from", where))
        self.fails(a, "--out", out, "--up", "0,0,0", words=("--up",))
        self.fails(a, "--out", out, "--at", "1,2", words=("--at",))
        self.fails(a, "--out", out, "--zoom", "0", words=("--zoom",))
        self.fails(a, "--out", out, "--zoom", "nan", words=("--zoom",))
        for background in ("red", "#12345", "#12345g", "#1234567"):
            self.fails(a, "--out", out, "--background", background, words=("--background",))
        self.fails(a, "--out", out, "--samples", "9")
        self.fails(a, "--out", out, "--opacity", "2")
        self.fails(a, "--out", out, "--contacts", "some")
        self.fails(a, "--out", out, "--boxes", "-1")
        self.fails(a, "--out", out, "--perspective", "--orthographic")
        self.fails(a, "--out", out, "--colours", "gaudy")
        self.fails(a, "--out", out, "--method", "guess")
        self.fails(a, "--out", out, "--method", "edge-rays", "--no-check")

    def test_wrong_places(self):
        a = self.file("a.obj", UNIT)
        self.fails(a, "--out", self.file("none/out.png"), words=("none/out.png",))
        self.fails(a, "--out", self.file("out.jpg"), words=("out.jpg", ".png"))
        self.fails(a, "--out", str(self.folder), words=())
        self.fails(a, "--out", self.file("out.png"), "--json", self.file("none/a.json"))
        self.fails(self.file("missing.obj"), "--out", self.file("out.png"), words=("missing.obj",))

    def test_wrong_devices(self):
        a, out = self.file("a.obj", UNIT), self.file("out.png")
        self.fails(a, "--out", out, "--device", "vulkan", words=("--device", "vulkan"))
        self.fails(a, "--out", out, "--size", "16384x4", "--samples", "8",
                   words=("--size", "--samples"))

    def test_a_picture_that_fails_leaves_the_old_one(self):
        out = self.file("out.png", b"old")
        self.fails(self.file("broken.obj", b"v 1 2\n"), "--out", out, words=("broken.obj",))
        self.assertEqual(pathlib.Path(out).read_bytes(), b"old")


if __name__ == "__main__":
    unittest.main()
