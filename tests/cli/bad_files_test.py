# SPDX-License-Identifier: Apache-2.0
"""Files of every kind that are missing, cut short, damaged or absurd: status 2 and one line that
names the file, or the right answer; never a crash and never two lines."""
import io
import json
import os
import struct
import unittest
import zipfile

from program import (
    UNIT,
    WITHIN,
    ProgramTest,
    glb_bytes,
    obj_text,
    ply_bytes,
    stl_bytes,
)


def ascii_stl(mesh):
    vertices, triangles = mesh
    lines = ["solid s"]
    for triangle in triangles:
        lines += ["facet normal 0 0 0", "outer loop"]
        lines += ["vertex " + " ".join(repr(float(x)) for x in vertices[i]) for i in triangle]
        lines += ["endloop", "endfacet"]
    return ("\n".join(lines + ["endsolid s"]) + "\n").encode()


def rows(mesh):
    lines = [" ".join(repr(float(x)) for x in vertex) for vertex in mesh[0]]
    return "\n".join(lines + [f"3 {a} {b} {c}" for a, b, c in mesh[1]]) + "\n"


def off_text(mesh):
    return f"OFF\n{len(mesh[0])} {len(mesh[1])} 0\n{rows(mesh)}".encode()


def ascii_ply(mesh):
    return (
        f"ply\nformat ascii 1.0\nelement vertex {len(mesh[0])}\nproperty double x\n"
        f"property double y\nproperty double z\nelement face {len(mesh[1])}\n"
        f"property list uchar int vertex_indices\nend_header\n{rows(mesh)}"
    ).encode()


def threemf_bytes(mesh):
    vertices = "".join(f'<vertex x="{x!r}" y="{y!r}" z="{z!r}"/>' for x, y, z in mesh[0])
    triangles = "".join(f'<triangle v1="{a}" v2="{b}" v3="{c}"/>' for a, b, c in mesh[1])
    model = (
        '<model xmlns="http://schemas.microsoft.com/3dmanufacturing/core/2015/02"><resources>'
        f'<object id="1"><mesh><vertices>{vertices}</vertices><triangles>{triangles}</triangles>'
        '</mesh></object></resources><build><item objectid="1"/></build></model>'
    )
    relations = (
        '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">'
        '<Relationship Target="/3D/3dmodel.model" Id="r" '
        'Type="http://schemas.microsoft.com/3dmanufacturing/2013/01/3dmodel"/></Relationships>'
    )
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("_rels/.rels", relations)
        archive.writestr("3D/3dmodel.model", model)
    return out.getvalue()


def glb(mesh):
    return glb_bytes([(mesh, None)])


WRITERS = {
    "binary.stl": stl_bytes,
    "ascii.stl": ascii_stl,
    "a.obj": obj_text,
    "binary.ply": ply_bytes,
    "ascii.ply": ascii_ply,
    "a.off": off_text,
    "a.glb": glb,
    "a.3mf": threemf_bytes,
}
# The units of the two formats that state one, said so that nothing has to be guessed of others.
UNITS = {"a.glb": ("--unit", "m"), "a.3mf": ("--unit", "mm")}
IN_DOUBLE = {name: WRITERS[name] for name in ("a.obj", "ascii.ply", "a.off", "a.3mf", "ascii.stl")}


def with_vertex(mesh, vertex):
    return [vertex, *mesh[0][1:]], mesh[1]


def with_triangle(mesh, triangle):
    return mesh[0], [*mesh[1], triangle]


class BadMeshFiles(ProgramTest):
    def check(self, name, content):
        """The verdict of UNIT against the file."""
        return self.run_program("check", self.file("good.obj", UNIT), self.file(name, content),
                                *UNITS.get(name, ()))

    def assert_refused(self, name, content, *words):
        self.assert_fails(self.check(name, content), f"{self.folder}/{name}: ", *words)

    def test_the_whole_ones_are_read(self):
        for name, writer in WRITERS.items():
            with self.subTest(name):
                done = self.check(name, writer(WITHIN))
                self.assertEqual((done.returncode, done.stderr), (1, ""), done)

    def test_missing_empty_and_cut_files(self):
        for name, writer in WRITERS.items():
            whole = writer(UNIT)
            with self.subTest(name):
                self.assert_refused(name, None, "No such file")
                self.assert_refused(name, b"", "is empty")
                for size in (1, 4, len(whole) // 3, len(whole) // 2, len(whole) - 20):
                    self.assert_refused(name, whole[:size])

    def test_folders_and_devices(self):
        (self.folder / "empty").mkdir()
        for path, words in ((self.file("empty"), "holds no mesh files"),
                            ("/dev/zero", "regular file")):
            done = self.run_program("check", self.file("good.obj", UNIT), path)
            self.assert_fails(done, f"{path}: ", words)

    @unittest.skipIf(os.geteuid() == 0, "nothing is unreadable for root")
    def test_unreadable_files(self):
        path = self.file("a.stl", stl_bytes(UNIT))
        os.chmod(path, 0)
        self.assert_fails(self.run_program("self", path), f"{path}: ", "Permission denied")

    def test_indices_out_of_range(self):
        for name, writer in WRITERS.items():
            if not name.endswith(".stl"):
                with self.subTest(name):
                    self.assert_refused(name, writer(with_triangle(UNIT, (0, 1, 60000))))

    def test_no_triangles(self):
        for name, writer in WRITERS.items():
            with self.subTest(name):
                self.assert_refused(name, writer((UNIT[0], [])))

    def test_numbers_that_are_none(self):
        for name, writer in WRITERS.items():
            for value in (float("nan"), float("inf"), float("-inf")):
                with self.subTest(f"{name} {value}"):
                    self.assert_refused(name, writer(with_vertex(UNIT, (value, 0.0, 0.0))))

    def test_enormous_and_tiny_coordinates_are_answered_right(self):
        for scale in (1e300, 1e-300, 1e-310):
            large = [tuple(scale * x for x in vertex) for vertex in UNIT[0]], UNIT[1]
            half = [tuple(scale / 2 * x for x in vertex) for vertex in WITHIN[0]], UNIT[1]
            for name, writer in IN_DOUBLE.items():
                with self.subTest(f"{name} {scale}"):
                    good = self.file("good.obj", large)
                    done = self.run_program("check", good, self.file(name, writer(half)),
                                            *UNITS.get(name, ()))
                    self.assertEqual((done.returncode, done.stderr), (1, ""), done)
                    self.assertIn("inside", done.stdout)

    def test_numbers_beyond_double_are_refused(self):
        for name, writer in IN_DOUBLE.items():
            content = writer(with_vertex(UNIT, (7.25e99, 0.0, 0.0)))
            if not name.endswith(".3mf"):  # whose text is packed
                with self.subTest(name):
                    self.assert_refused(name, content.replace(b"7.25e+99", b"7.25e+999"))

    def test_text_that_is_something_else(self):
        for name in WRITERS:
            with self.subTest(name):
                self.assert_refused(name, b"<html>404 not found</html>\n")
                self.assert_refused(name, b"\x7fELF" + bytes(range(256)) * 4)


class BadScenesAndCases(ProgramTest):
    SCENE = {
        "format": "impinge-scene",
        "format_version": 1,
        "bodies": [{"name": "a", "file": "a.obj"}, {"name": "b", "file": "b.stl"}],
    }

    def scene(self, **changes):
        self.file("a.obj", UNIT)
        self.file("b.stl", stl_bytes(WITHIN))
        return self.file("scene.json", json.dumps({**self.SCENE, **changes}).encode())

    def test_scenes(self):
        self.assertEqual(self.run_program("check", self.scene()).returncode, 1)
        whole = json.dumps(self.SCENE).encode()
        for content in [b"", b"{", b"[]", b"null", b"\xff\xfe", whole[:-1], whole + b"}",
                        whole.replace(b"1", b"2"), b"[" * 100000]:
            with self.subTest(content[:40]):
                path = self.file("scene.json", content)
                self.assert_fails(self.run_program("check", path), "scene.json: ")

    def test_scenes_whose_files_are_bad(self):
        for content, words in ((None, "No such file"), (b"", "is empty"), (b"solid", "b.stl")):
            path = self.scene()
            os.remove(self.file("b.stl"))
            self.file("b.stl", content)
            self.assert_fails(self.run_program("check", path), "b.stl", words)

    def test_cases(self):
        path = self.file("recorded.case")
        self.run_program("check", self.file("a.obj", UNIT), self.file("b.obj", WITHIN),
                         "--dump-case", path)
        with open(path, "rb") as file:
            whole = file.read()
        self.assertEqual(self.run_program("check", "--replay", path).returncode, 1)
        nan = whole[:-200] + struct.pack("<d", float("nan")) * 20 + whole[-40:]
        for content in [b"", b"{}", whole[:100], whole[:-1], whole + b"x", nan,
                        whole.replace(b'"vertices":8', b'"vertices":4000000000')]:
            with self.subTest(content[:40]):
                done = self.run_program("check", "--replay", self.file("bad.case", content))
                self.assert_fails(done, "bad.case: ")


if __name__ == "__main__":
    unittest.main()
