# SPDX-License-Identifier: Apache-2.0
"""Runs the built program on small files made here, without any code of the program itself.

The environment variable IMPINGE names the program.
"""
import json
import os
import pathlib
import shutil
import struct
import subprocess
import tempfile
import unittest

PROGRAM = os.environ["IMPINGE"]


def box(low, high):
    """A closed box with outward normals: eight vertices, twelve triangles."""
    corners = [
        tuple(high[axis] if (i >> axis) & 1 else low[axis] for axis in range(3)) for i in range(8)
    ]
    quads = [(0, 2, 3, 1), (4, 5, 7, 6), (0, 1, 5, 4), (2, 6, 7, 3), (0, 4, 6, 2), (1, 3, 7, 5)]
    triangles = [t for a, b, c, d in quads for t in ((a, b, c), (a, c, d))]
    return corners, triangles


def joined(first, second):
    """Two meshes as one."""
    offset = len(first[0])
    shifted = [tuple(i + offset for i in triangle) for triangle in second[1]]
    return first[0] + second[0], first[1] + shifted


def obj_text(mesh):
    lines = ["v " + " ".join(repr(float(x)) for x in vertex) for vertex in mesh[0]]
    lines += ["f " + " ".join(str(i + 1) for i in triangle) for triangle in mesh[1]]
    return ("\n".join(lines) + "\n").encode()


def grouped_obj(named_meshes):
    """One OBJ file with an object for each (name, mesh)."""
    lines, offset = [], 1
    for name, (vertices, triangles) in named_meshes:
        lines.append("o " + name)
        lines += ["v " + " ".join(repr(float(x)) for x in vertex) for vertex in vertices]
        lines += ["f " + " ".join(str(i + offset) for i in triangle) for triangle in triangles]
        offset += len(vertices)
    return ("\n".join(lines) + "\n").encode()


def glb_bytes(placed_meshes, names=None):
    """A binary glTF file with a node for each (mesh, translation or None), called node0, node1, ... or by `names`."""
    views, accessors, meshes, nodes, buffer = [], [], [], [], b""
    def add(content, component, kind, count, **more):
        nonlocal buffer
        views.append({"buffer": 0, "byteOffset": len(buffer), "byteLength": len(content)})
        accessors.append({"bufferView": len(views) - 1, "componentType": component, "type": kind,
                          "count": count, **more})
        buffer += content + b"\0" * (-len(content) % 4)
        return len(accessors) - 1
    for (vertices, triangles), translation in placed_meshes:
        bounds = {"min": [float(min(v[k] for v in vertices)) for k in range(3)],
                  "max": [float(max(v[k] for v in vertices)) for k in range(3)]}
        positions = add(b"".join(struct.pack("<3f", *v) for v in vertices), 5126, "VEC3",
                        len(vertices), **bounds)
        indices = add(b"".join(struct.pack("<3H", *t) for t in triangles), 5123, "SCALAR",
                      3 * len(triangles))
        meshes.append({"primitives": [{"attributes": {"POSITION": positions},
                                       "indices": indices}]})
        nodes.append({"mesh": len(meshes) - 1, "name": names[len(nodes)] if names else f"node{len(nodes)}",
                      **({"translation": list(translation)} if translation else {})})
    document = json.dumps({
        "asset": {"version": "2.0"}, "scene": 0, "scenes": [{"nodes": list(range(len(nodes)))}],
        "nodes": nodes, "meshes": meshes, "accessors": accessors, "bufferViews": views,
        "buffers": [{"byteLength": len(buffer)}]}).encode()
    document += b" " * (-len(document) % 4)
    chunks = (struct.pack("<I4s", len(document), b"JSON") + document
              + struct.pack("<I4s", len(buffer), b"BIN\0") + buffer)
    return struct.pack("<4sII", b"glTF", 2, 12 + len(chunks)) + chunks


def stl_bytes(mesh, count=None):
    vertices, triangles = mesh
    out = b"\0" * 80 + struct.pack("<I", len(triangles) if count is None else count)
    for triangle in triangles:
        out += struct.pack("<3f", 0, 0, 0)
        out += b"".join(struct.pack("<3f", *vertices[i]) for i in triangle) + b"\0\0"
    return out


def ply_bytes(mesh):
    vertices, triangles = mesh
    head = (
        f"ply\nformat binary_big_endian 1.0\nelement vertex {len(vertices)}\nproperty float x\n"
        f"property float y\nproperty float z\nelement face {len(triangles)}\n"
        "property list uchar ushort vertex_index\nend_header\n"
    )
    out = head.encode() + b"".join(struct.pack(">3f", *vertex) for vertex in vertices)
    return out + b"".join(struct.pack(">B3H", 3, *triangle) for triangle in triangles)


class ProgramTest(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="impinge-"))
        self.addCleanup(shutil.rmtree, self.folder)

    def file(self, name, content=None):
        """The path of a file in a folder of its own; a mesh is written as OBJ."""
        path = self.folder / name
        if content is not None:
            path.write_bytes(content if isinstance(content, bytes) else obj_text(content))
        return str(path)

    def run_program(self, *arguments, **options):
        return subprocess.run(
            [PROGRAM, *arguments], capture_output=True, text=True, timeout=120, **options
        )

    def run_json(self, *arguments):
        """The document on standard output, and the exit status."""
        done = self.run_program(*arguments, "--json", "-")
        self.assertEqual(done.stderr, "")
        return json.loads(done.stdout), done.returncode

    def assert_fails(self, done, *words):
        """Status 2, nothing on standard output, one line that has all the words."""
        self.assertEqual(done.returncode, 2, done)
        self.assertEqual(done.stdout, "")
        self.assertEqual(len(done.stderr.splitlines()), 1, done.stderr)
        self.assertTrue(done.stderr.startswith("impinge: "), done.stderr)
        for word in words:
            self.assertIn(word, done.stderr)


UNIT = box((0, 0, 0), (1, 1, 1))
FAR = box((3, 0, 0), (4, 1, 1))
FLUSH = box((1, 0, 0), (2, 1, 1))
# Its edges miss the diagonals of the unit box's faces, so that no pair only touches.
THROUGH = box((0.5, 0.25, 0.375), (2, 0.75, 0.625))
WITHIN = box((0.25, 0.25, 0.25), (0.75, 0.75, 0.75))
OPEN = (UNIT[0], UNIT[1][1:])
