# SPDX-License-Identifier: Apache-2.0
"""The documents that the program writes follow docs/schema, and so do the scenes that it reads."""
import copy
import json
import pathlib
import re
import unittest

import jsonschema

from program import FAR, THROUGH, UNIT, WITHIN, ProgramTest, box, joined, obj_text, stl_bytes

DOCS = pathlib.Path(__file__).resolve().parent.parent.parent / "docs"
VERBS = ("check", "check-sequence", "compare", "compare-all", "map", "map-closest", "slice", "self", "distance", "diagnose",
         "picture", "image", "simulate", "particles", "devices")
# Documents with a manual of their own, docs/report.md; report_test.py holds them against the schemas.
REPORTS = ("report", "review")
REFERENCE = re.compile(r"^(?:common|scene)\.schema\.json#")


def read_schema(name):
    return json.loads((DOCS / "schema" / f"{name}.schema.json").read_text(encoding="utf-8"))


def with_own_references(schema):
    """References to other schemas as references within one document."""
    if isinstance(schema, dict):
        return {
            key: REFERENCE.sub("#", value) if key == "$ref" else with_own_references(value)
            for key, value in schema.items()
        }
    return [with_own_references(entry) for entry in schema] if isinstance(schema, list) else schema


def bundled(name):
    """The schema with what it takes from others, as one document."""
    schema = read_schema(name)
    definitions = schema.get("$defs", {})
    for other in ("common", "scene"):
        if f"{other}.schema.json" in json.dumps(schema):
            shared = read_schema(other)["$defs"]
            assert not shared.keys() & definitions.keys()
            definitions = {**shared, **definitions}
    return with_own_references({**schema, "$defs": definitions})


def validator(name):
    return jsonschema.Draft202012Validator(bundled(name))


def objects_of(schema):
    """Every schema of an object in it, with its properties."""
    if isinstance(schema, dict):
        if "properties" in schema and schema.get("type") == "object":
            yield schema
        for value in schema.values():
            yield from objects_of(value)
    elif isinstance(schema, list):
        for value in schema:
            yield from objects_of(value)


class Schemas(unittest.TestCase):
    def test_they_are_schemas(self):
        for name in (*VERBS, *REPORTS, "scene", "poses", "particle-scene"):
            jsonschema.Draft202012Validator.check_schema(bundled(name))

    def test_every_object_is_closed_and_every_field_described(self):
        fields_to_build_on = read_schema("common")["$defs"]["body_fields"]
        for name in (*VERBS, *REPORTS, "scene", "poses", "particle-scene", "common"):
            for found in objects_of(read_schema(name)):
                closed = found.get("additionalProperties", found.get("unevaluatedProperties"))
                self.assertTrue(closed is False or found == fields_to_build_on, found)
                for field, value in found["properties"].items():
                    if "$ref" not in value and "anyOf" not in value:
                        self.assertTrue(value.get("description"), f"{name}: {field}")

    def test_an_unresolved_reference_is_noticed(self):
        names = set(bundled("check")["$defs"])
        text = json.dumps(bundled("check"))
        used = set(re.findall(r'"#/\$defs/(\w+)"', text))
        self.assertTrue(used)
        self.assertEqual(used - names, set())
        self.assertNotIn("common.schema.json", text)


def doctored(document):
    """(what was done, a document that no longer follows its schema) for every place in it."""
    def places(value, path):
        if isinstance(value, dict):
            yield path
            for key, inner in value.items():
                yield from places(inner, path + [key])
        elif isinstance(value, list):
            for index, inner in enumerate(value[:2]):
                yield from places(inner, path + [index])

    def changed(path, change):
        copied = copy.deepcopy(document)
        place = copied
        for step in path:
            place = place[step]
        change(place)
        return copied

    for path in places(document, []):
        yield f"{path}: a field more", changed(path, lambda place: place.update(no_such_field=1))
        place = document
        for step in path:
            place = place[step]
        for key in place:
            yield f"{path}: without {key}", changed(path, lambda place, key=key: place.pop(key))
            wrong = {"no": "such type"}
            yield (f"{path}: {key} of another type",
                   changed(path, lambda place, key=key: place.update({key: wrong})))


class Documents(ProgramTest):
    def assert_follows(self, document, verb):
        complaints = [
            f"{list(error.absolute_path)}: {error.message}"
            for error in validator(verb).iter_errors(document)
        ]
        self.assertEqual(complaints, [], verb)

    def runs(self, verb, *variants):
        """The documents of the verb with each of the lists of arguments."""
        documents = []
        for arguments in variants:
            document, status = self.run_json(verb, *arguments)
            self.assertIn(status, (0, 1), arguments)
            self.assert_follows(document, verb)
            self.assertEqual(document["format"], f"impinge-{verb}")
            documents.append(document)
        return documents

    def scene(self, **fields):
        path = self.file("scene.json")
        scene = {"format": "impinge-scene", "format_version": 1, **fields}
        pathlib.Path(path).write_text(json.dumps(scene), encoding="utf-8")
        return path

    def some_scene(self):
        self.file("unit.obj", UNIT)
        self.file("through.stl", stl_bytes(THROUGH))
        return self.scene(
            unit="mm",
            bodies=[
                {"name": "fixed", "file": "unit.obj", "group": "cell", "weld": True},
                {"name": "moved", "file": "through.stl", "unit": "in",
                 "pose": {"rotation": {"axis": [0, 0, 1], "degrees": 30},
                          "translation": [5, 0, 0]}},
                {"name": "jaws", "sample": "jaws-open", "triangles": 2000, "group": "teeth"},
            ],
            pairs=[{"between": ["jaws", "jaws"], "check": False}],
            clearances=[{"between": ["fixed", "moved"], "distance": 100}],
        )

    def test_check(self):
        a, b = self.file("a.obj", UNIT), self.file("b.obj", THROUGH)
        c, d = self.file("c.obj", FAR), self.file("d.obj", WITHIN)
        opened = self.file("open.obj", (UNIT[0], UNIT[1][:-1]))
        documents = self.runs(
            "check",
            (a, b),
            (a, b, c, d, opened),
            (a, a, "--touching-counts", "--threads", "1"),
            (a, b, "--curves", self.file("curves.obj"), "--pairs", self.file("pairs.csv")),
            (a, c, "--clearance", "5", "--unit", "mm"),
            (a, b, c, "--clearance", "0.5", "--csv", self.file("rows.csv"), "--all-pairs"),
            (a, b, "--group-by", "file", "--weld", "--split", "groups"),
            (self.some_scene(),),
            (self.some_scene(), "--clearance", "2", "--curves", self.file("curves.obj")),
            (a, b, c, d, "--method", "cascade", "--resolution", "64"),
            (a, b, "--method", "depth-parity", "--projection", "refined", "--confirm"),
        )
        self.assertEqual(documents[-3]["unit"], "mm")
        self.assertEqual(len({document["hash"] for document in documents[:2]}), 2)
        self.assert_no_doctored_one_follows("check", documents[0], documents[4], *documents[-3:])

    def test_check_by_edge_rays(self):
        a, b = self.file("a.obj", UNIT), self.file("b.obj", THROUGH)
        c, d = self.file("c.obj", FAR), self.file("d.obj", WITHIN)
        inverted = self.file("e.obj", (UNIT[0], [triangle[::-1] for triangle in UNIT[1]]))
        edge_rays = ("--method", "edge-rays", "--resolution", "64")
        documents = self.runs(
            "check",
            (a, b, c, d, *edge_rays, "--localise"),
            (inverted, d, *edge_rays, "--algorithm", "1"),
            (a, b, *edge_rays, "--algorithm", "5"),
            (a, c, *edge_rays),
            (a, b, "--method", "edge-rays", "--precision", "0.1", "--refine", "--confirm"),
            (a, b, c, d, "--method", "surface-peeling", "--surfaces"),
            (a, b, "--method", "surface-peeling", "--conservative"),
        )
        self.assertTrue(documents[0]["pairs"][0]["crossings"])
        self.assertTrue(documents[1]["edge_rays"]["unsound"])
        self.assert_no_doctored_one_follows("check", documents[0], documents[1])

    def test_a_check_that_could_not_tell(self):
        # Plates that alternate: three stencil bits do not tell.
        files = [self.file("a.obj", joined(UNIT, FAR)),
                 self.file("b.obj", joined(box((2, 0, 0), (2.5, 1, 1)), box((5, 0, 0), (6, 1, 1))))]
        done = self.run_program("check", *files, "--method", "depth-parity-lite", "--direction",
                                "1,0,0", "--json", "-")
        document = json.loads(done.stdout)
        self.assertEqual((done.returncode, document["pairs"][0]["verdict"]), (3, None))
        self.assert_follows(document, "check")

    def test_compare(self):
        a, b, c = self.file("a.obj", UNIT), self.file("b.obj", THROUGH), self.file("c.obj", FAR)
        documents = self.runs(
            "compare",
            (a, b),
            (a, c, "--method", "depth-minmax", "--unit", "mm"),
            (a, b, "--picture", "cases", "--out", self.file("cases.png"), "--resolution", "40"),
            (a, b, "--touching-counts", "--all-pixels", "--projection", "refined"),
            (a, b, "--method", "edge-rays", "--localise"),
            (a, c, "--method", "surface-peeling"),
            (a, b, "--method", "surface-peeling"),
            (a, c, "--method", "edge-rays", "--algorithm", "2"),
        )
        self.assertEqual(documents[1]["direction"], None)
        self.assert_no_doctored_one_follows("compare", documents[0], documents[1], documents[-2])

    def test_compare_all(self):
        files = self.file("a.obj", UNIT), self.file("b.obj", THROUGH)
        done = self.run_program("compare", *files, "--method", "all", "--device", "software",
                                "--json", "-")
        document = json.loads(done.stdout)
        self.assert_follows(document, "compare-all")
        self.assert_no_doctored_one_follows("compare-all", document)

    def test_map(self):
        a, b, c = self.file("a.obj", UNIT), self.file("b.obj", THROUGH), self.file("c.obj", FAR)
        poses = {"format": "impinge-poses", "format_version": 1, "unit": "mm",
                 "frames": [{}, {"name": "on", "b": {"translation": [1, 0, 0]}}]}
        sequence = self.file("poses.json", json.dumps(poses).encode())
        documents = self.runs(
            "map",
            (a, b, "--resolution", "32"),
            (a, c, "--resolution", "32", "--direction", "0,0,1", "--unit", "mm"),
            (a, b, "--resolution", "16", "--against-rays", "4", "--out", self.file("m.png"),
             "--data", self.file("m.npy"), "--vertices", self.file("v"), "--error-map",
             self.file("e.png")),
            (a, c, "--resolution", "16", "--sequence", sequence, "--out", self.file("s.png")),
        )
        self.assertIsNone(documents[1]["smallest_gap"])
        self.assert_no_doctored_one_follows("map", *documents[1:])

    def test_map_to_closest_points(self):
        a, b = self.file("a.obj", UNIT), self.file("b.obj", THROUGH)
        opened = self.file("open.obj", (UNIT[0], UNIT[1][:-1]))
        documents = []
        for arguments in ((a, opened), (a, b, "--closest", "--tolerance", "0.1"),
                          (opened, b, "--preset", "occlusion", "--unit", "mm", "--vertices",
                           self.file("v"), "--out", self.file("m.png"))):
            document, status = self.run_json("map", *arguments)
            self.assertEqual(status, 0)
            self.assert_follows(document, "map-closest")
            documents.append(document)
        self.assert_no_doctored_one_follows("map-closest", *documents)

    def test_slice(self):
        a, b, c = self.file("a.obj", UNIT), self.file("b.obj", THROUGH), self.file("c.obj", FAR)
        opened = self.file("open.obj", (UNIT[0], UNIT[1][:-1]))
        documents = self.runs(
            "slice",
            (a, b),
            (a, c, "--unit", "mm", "--plane", "y"),
            (a, opened, "--plane", "z=0.5", "--out", self.file("s.svg")),
        )
        self.assertEqual(documents[2]["overlap"]["area"], None)
        self.assert_no_doctored_one_follows("slice", *documents)

    def test_self(self):
        crossing = self.file("crossing.obj", joined(UNIT, THROUGH))
        documents = self.runs(
            "self",
            (self.file("a.obj", UNIT),),
            (crossing, "--curves", self.file("curves.obj"), "--threads", "2"),
            (self.file("a.obj", (UNIT[0], UNIT[1][:-2])), "--weld", "--unit", "in"),
        )
        self.assert_no_doctored_one_follows("self", documents[1])

    def test_distance(self):
        a, b, c = self.file("a.obj", UNIT), self.file("b.obj", FAR), self.file("c.obj", WITHIN)
        documents = self.runs("distance", (a, b), (a, c), (a, a), (a, b, "--unit", "m"))
        self.assert_no_doctored_one_follows("distance", documents[0])

    def test_diagnose(self):
        broken = (UNIT[0], UNIT[1][:-3] + [UNIT[1][0], (0, 0, 1)])
        inside_out = (UNIT[0], [triangle[::-1] for triangle in UNIT[1]])
        flat = ([(0, 0, 0), (1, 0, 0), (0, 1, 0)], [(0, 1, 2), (0, 2, 1)])
        documents = self.runs(
            "diagnose",
            (self.file("a.obj", UNIT),),
            (self.file("broken.obj", broken), self.file("inside_out.obj", inside_out)),
            (self.file("flat.obj", flat),),
            (self.file("crossing.obj", joined(UNIT, THROUGH)), "--self"),
            (self.some_scene(),),
        )
        kinds = {defect["kind"] for document in documents for body in document["bodies"]
                 for defect in body["defects"]}
        self.assertLessEqual({"open_edge", "degenerate_face", "duplicate_face", "inside_out",
                              "no_volume"}, kinds)
        self.assert_no_doctored_one_follows("diagnose", documents[1], documents[3])

    def test_image(self):
        a, b, picture = self.file("a.obj", UNIT), self.file("b.obj", FAR), self.file("out.png")
        documents = self.runs(
            "image",
            (a, b, "--out", picture, "--resolution", "40x30"),
            (a, "--out", picture, "--pass", "winding", "--plane", "stencil", "--unit", "mm"),
            (self.some_scene(), "--out", picture, "--pass", "edges", "--plane", "ids2",
             "--perspective"),
            (a, "--out", picture, "--pass", "peel-4"),
        )
        self.assert_no_doctored_one_follows("image", documents[0])

    def test_simulate(self):
        small = ("polytopes", "--bodies", "30", "--frames", "2", "--density", "0.1")
        documents = self.runs(
            "simulate",
            (*small, "--verify", "--penetration", "--margin", "0.2"),
            (*small, "--box", "fixed", "--broad-phase", "sweep-bubble"),
            (*small, "--convex-search", "closest-features"),
            (*small, "--device", "opengl", "--fallback"),
            (*small, "--pictures", self.file("pictures"), "--boxes", "--size", "40x30"),
            ("walkthrough", "--frames", "8", "--verify"),
            ("cloth", "--frames", "2", "--bodies", "2", "--verify"),
            ("creature", "--frames", "2", "--balls", "3", "--out", self.file("walk"), "--size", "40x30"),
            ("shatter", "--frames", "2", "--verify"),
            ("bumpers", "--frames", "2", "--verify", "--bodies", "3", "--resolution", "128"),
            ("motions", self.file("unit.obj", obj_text(box((0, 0, 0), (1, 1, 1)))), "--motions",
             self.file("still.json", b'{"format": "impinge-motions", "format_version": 1, "frames": [{}]}')),
        )
        self.assert_no_doctored_one_follows("simulate", *documents)

    def test_check_of_a_motion(self):
        poses = {"format": "impinge-poses", "format_version": 1, "frames": [
            {}, {"name": "near", "b": {"translation": [-1.75, 0, 0]}},
            {"b": {"translation": [-2.5, 0.25, 0.125]}}]}
        sequence = self.file("poses.json", json.dumps(poses).encode())
        a, b = self.file("a.obj", obj_text(UNIT)), self.file("b.obj", obj_text(FAR))
        documents = []
        for options in ((), ("--measure", "--clearance", "1", "--tolerance", "0.001")):
            document, status = self.run_json("check", a, b, "--sequence", sequence, *options)
            self.assertEqual(status, 1)
            self.assert_follows(document, "check-sequence")
            documents.append(document)
        self.assert_no_doctored_one_follows("check-sequence", *documents)

    def test_particles(self):
        scene = {"format": "impinge-particle-scene", "format_version": 1,
                 "emitters": [{"particles": 9, "origin": [0, 0, 1], "velocity": [0, 0, -3], "life": 1}],
                 "colliders": [FLOOR]}
        documents = self.runs(
            "particles",
            ("hail", "--particles", "50", "--seconds", "0.3"),
            (self.file("s.json", json.dumps(scene).encode()), "--rate", "2", "--size", "40x30", "--out",
             self.file("out")),
        )
        self.assert_no_doctored_one_follows("particles", *documents)

    def test_devices(self):
        documents = self.runs("devices", ())
        self.assert_no_doctored_one_follows("devices", documents[0])

    def assert_no_doctored_one_follows(self, verb, *documents):
        check = validator(verb)
        for document in documents:
            tried = 0
            for what, wrong in doctored(document):
                self.assertFalse(check.is_valid(wrong), f"{verb}: {what}")
                tried += 1
            self.assertGreater(tried, 20)


class Manual(unittest.TestCase):
    """docs/json.md and the schemas name the same fields."""

    def schema_fields(self, names):
        return {field for name in names for found in objects_of(read_schema(name))
                for field in found["properties"]}

    def test_every_field_of_a_schema_is_in_the_manual(self):
        manual = (DOCS / "json.md").read_text(encoding="utf-8")
        named = set(re.findall(r"`([a-z_0-9]+)(?:\[\])?`", manual))
        self.assertEqual(self.schema_fields((*VERBS, "common")) - named, set())

    def test_every_field_of_the_manual_is_in_a_schema(self):
        manual = (DOCS / "json.md").read_text(encoding="utf-8")
        rows = [table for table in re.findall(r"^\| field \|.*\n(?:\|.*\n)+", manual, re.MULTILINE)]
        cells = [row.split("|")[1] for table in rows for row in table.splitlines()[2:]]
        fields = {field for cell in cells for field in re.findall(r"`([a-z_0-9]+)(?:\[\])?`", cell)}
        self.assertGreater(len(fields), 40)
        self.assertEqual(fields - self.schema_fields((*VERBS, "common")), set())

    def test_every_field_of_a_scene_is_in_its_manual(self):
        manual = (DOCS / "scene.md").read_text(encoding="utf-8")
        named = set(re.findall(r"`(\$?[a-z_]+)`", manual))
        self.assertEqual(self.schema_fields(("scene",)) - named, set())

    def test_every_field_of_a_report_is_in_its_manual(self):
        manuals = [(DOCS / f"{name}.md").read_text(encoding="utf-8") for name in ("report", "json")]
        named = set(re.findall(r"`(\$?[a-z_0-9]+)(?:\[\])?`", "".join(manuals)))
        self.assertEqual(self.schema_fields(REPORTS) - named - {"$schema"}, set())

    def test_every_field_of_a_file_of_particles_is_in_its_manual(self):
        manual = (DOCS / "particles.md").read_text(encoding="utf-8")
        named = set(re.findall(r"`(\$?[a-z_]+)`", manual))
        self.assertEqual(self.schema_fields(("particle-scene",)) - named, set())

    def test_every_field_of_poses_is_in_their_manual(self):
        manual = (DOCS / "poses.md").read_text(encoding="utf-8")
        named = set(re.findall(r"`(\$?[a-z_]+)`", manual))
        self.assertEqual(self.schema_fields(("poses", "motions")) - named, set())


def matrix(*rows):
    return {"pose": {"matrix": list(rows)}}


X, Y, Z = [1, 0, 0, 5], [0, 1, 0, 0], [0, 0, 1, 0]

# What is said of one body, and whether it is right.
BODIES = [
    (True, {}),
    (True, {"unit": "mm", "group": "g", "weld": False, "split": "format", "part": "*"}),
    (True, {"unit": "inches", "split": "groups"}),
    (True, {"pose": {}}),
    (True, {"pose": {"translation": [1, 2.5, -3e2], "scale": 2}}),
    (True, {"pose": {"rotation": {"axis": [0, 0, 1], "degrees": -90}}}),
    (True, {"pose": {"rotation": {"quaternion": [0, 0, 1, 1]}}}),
    (True, {"pose": {"rotation": {"matrix": [[1, 0, 0], [0, 1, 0], [0, 0, -1]]}}}),
    (True, matrix(X, Y, Z)),
    (True, matrix(X, Y, Z, [0, 0, 0, 1])),
    (True, matrix(X, Y, Z, [0, 0, 0, 1.0])),
    (False, matrix(X, Y)),
    (False, matrix(X, Y, Z, [0, 0, 0, 2])),
    (False, matrix(X, Y, Z, Z, Z)),
    (False, matrix(X, Y, [0, 0, 1])),
    (False, matrix(X, Y, [0, 0, 1, "0"])),
    (False, {"pose": {"matrix": [X, Y, Z], "scale": 1}}),
    (False, {"pose": {"scale": 0}}),
    (False, {"pose": {"scale": -1}}),
    (False, {"pose": {"translation": [1, 2]}}),
    (False, {"pose": {"translation": [1, 2, 3, 4]}}),
    (False, {"pose": {"rotation": {}}}),
    (False, {"pose": {"rotation": {"axis": [0, 0, 1]}}}),
    (False, {"pose": {"rotation": {"degrees": 3}}}),
    (False, {"pose": {"rotation": {"axis": [0, 0, 0], "degrees": 3}}}),
    (False, {"pose": {"rotation": {"axis": [0, 0, 1], "degrees": 3, "matrix": [[1, 0, 0]] * 3}}}),
    (False, {"pose": {"rotation": {"axis": [0, 0, 1], "quaternion": [0, 0, 0, 1]}}}),
    (False, {"pose": {"rotation": {"quaternion": [0, 0, 0, 0]}}}),
    (False, {"pose": {"rotation": {"quaternion": [0, 0, 1]}}}),
    (False, {"pose": {"angle": 3}}),
    (False, {"pose": []}),
    (False, {"unit": "parsec"}),
    (False, {"unit": None}),
    (False, {"group": ""}),
    (False, {"group": "a\nb"}),
    (False, {"weld": 1}),
    (False, {"split": "parts"}),
    (False, {"colour": "red"}),
    (False, {"sample": "boxes-flush"}),
    (False, {"seed": 1}),
    (False, {"triangles": 100}),
    (False, {"name": "group:a"}),
    (False, {"name": ""}),
    (False, {"name": 7}),
    (False, {"file": ""}),
    (False, {"file": "a" * 5000}),
]
A, B = {"name": "a", "file": "a.obj"}, {"name": "b", "file": "a.obj"}
SAMPLE = {"name": "s", "sample": "boxes-flush"}
RULE = {"between": ["a", "b*"], "check": False}
GAP = {"between": ["a", "?"], "distance": 0}
DEPTH = {"between": ["a", "?"], "depth": 0.1}

# What is said of a scene, and whether it is right.
SCENES = [
    (True, {"bodies": [A, B], "pairs": [], "clearances": []}),
    (True, {"bodies": [A, B], "pairs": [RULE], "clearances": [GAP], "unit": "mm", "$schema": "x"}),
    (True, {"bodies": [A, {**SAMPLE, "triangles": 200, "seed": 2**64 - 1, "unit": "m"}]}),
    (True, {"bodies": [A, {**SAMPLE, "triangles": 2e2, "part": "*"}]}),
    (True, {"format_version": 1.0, "bodies": [A, B]}),
    (True, {"bodies": [A, B], "tolerances": [DEPTH]}),
    (False, {"bodies": [A, B], "tolerances": [{**DEPTH, "depth": -1}]}),
    (False, {"bodies": [A, B], "tolerances": [GAP]}),
    (False, {"bodies": [A, B], "tolerances": DEPTH}),
    (False, {}),
    (False, {"bodies": []}),
    (False, {"bodies": {}}),
    (False, {"bodies": [3]}),
    (False, {"format": "impinge-check", "bodies": [A]}),
    (False, {"format_version": 2, "bodies": [A]}),
    (False, {"format_version": "1", "bodies": [A]}),
    (False, {"bodies": [A], "unit": "mil"}),
    (False, {"bodies": [A], "walls": []}),
    (False, {"bodies": [{"name": "a"}]}),
    (False, {"bodies": [{"file": "a.obj"}]}),
    (False, {"bodies": [{**SAMPLE, "seed": -1}]}),
    (False, {"bodies": [{**SAMPLE, "seed": 2**64}]}),
    (False, {"bodies": [{**SAMPLE, "triangles": 1.5}]}),
    (False, {"bodies": [{**SAMPLE, "weld": True}]}),
    (False, {"bodies": [{**SAMPLE, "split": "groups"}]}),
    (False, {"bodies": [A, B], "pairs": [{**RULE, "check": 1}]}),
    (False, {"bodies": [A, B], "pairs": [{"between": ["a", "b"]}]}),
    (False, {"bodies": [A, B], "pairs": [{"check": True}]}),
    (True, {"bodies": [A, B], "pairs": [{**RULE, "between": ["a"]}]}),
    (False, {"bodies": [A, B], "pairs": [{**RULE, "between": []}]}),
    (False, {"bodies": [A, B], "pairs": [{**RULE, "between": ["a", ""]}]}),
    (False, {"bodies": [A, B], "pairs": [{**RULE, "between": ["a", "b", "a"]}]}),
    (False, {"bodies": [A, B], "pairs": [{**RULE, "distance": 1}]}),
    (False, {"bodies": [A, B], "clearances": [{**GAP, "distance": -1}]}),
    (False, {"bodies": [A, B], "clearances": [{**GAP, "distance": "1"}]}),
    (False, {"bodies": [A, B], "clearances": RULE}),
]


FLOOR = {"name": "floor", "shape": {"kind": "rectangle", "origin": [-1, -1, 0], "u": [2, 0, 0], "v": [0, 2, 0]}}


def floor(**fields):
    return {"colliders": [{**FLOOR, **fields}]}


def shaped(kind, **fields):
    return {"colliders": [{"name": "a", "shape": {"kind": kind, **fields}}]}


def emitted(**fields):
    emitter = {"particles": 1, "origin": [0, 0, 1], "life": 1, **fields}
    return {"emitters": [{key: value for key, value in emitter.items() if value is not None}]}


STARTS = {"particles": None, "origin": None, "starts": [{"position": [0, 0, 1]}]}
ROWS = [[1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 1, 0], [0, 0, 0, -1]]

# What is said of a scene of particles, and whether it is right.
PARTICLES = [
    (True, {}),
    (True, {"title": "t", "seconds": 2, "$schema": "x", "camera": {"zoom": 2}, "ear": {"at": [0, 0, 1]}}),
    (True, emitted(edges=[[1, 0, 0]], velocity=[0, 0, -1], seed=4294967295, air={"drag": 0, "piece": 0.1})),
    (True, emitted(**STARTS)),
    (True, emitted(look={"radius": 0.1, "colour": "#00FFaa", "spin": -90, "mesh": "a.obj"})),
    (True, floor(response="stick", restitution=1, friction=2, velocity=[0, 0, 1], pose={"translation": [0, 0, 1]})),
    (True, floor(sound={"substance": "wood"}, look={"splat_radius": 0})),
    (True, floor(sound={"modes": [{"frequency": 1, "damping": 1, "gain": -1}]})),
    (True, floor(bounds=[{"point": [0, 0, 0], "normal": [1, 0, 0]}, {"matrix": ROWS}])),
    (True, shaped("cylinder", radius=[1, 2], low=-1, high=1)),
    (True, shaped("quadric", matrix=ROWS, box={"min": [-1, -1, -1], "max": [1, 1, 1]})),
    (True, shaped("blend", blobs=[{"centre": [0, 0, 0], "radius": 1, "weight": -1}], threshold=0.1)),
    (True, shaped("mesh", file="a.obj")),
    (False, {"format": "impinge-scene"}),
    (False, {"format_version": 2}),
    (False, {"emitters": []}),
    (False, {"seconds": 0}),
    (False, {"camera": {"angle": 200}}),
    (False, {"ear": {"at": [0, 0]}}),
    (False, {"walls": []}),
    (False, emitted(particles=-1)),
    (False, emitted(particles=2**32)),
    (False, emitted(origin=None)),
    (False, emitted(life=None)),
    (False, emitted(life=0)),
    (False, emitted(starts=[{"position": [0, 0, 1]}])),
    (False, emitted(**{**STARTS, "starts": []})),
    (False, emitted(edges=[[1, 0, 0]] * 4)),
    (False, emitted(air={"wind": [1, 0, 0]})),
    (False, emitted(air={"drag": 1, "piece": 0})),
    (False, emitted(look={"colour": "blue"})),
    (False, emitted(look={"radius": 0})),
    (False, floor(response="melt")),
    (False, floor(restitution=1.1)),
    (False, floor(friction=-0.1)),
    (False, floor(name="")),
    (False, floor(pose={"scale": 0})),
    (False, floor(sound={"size": 1})),
    (False, floor(sound={"substance": "wood", "modes": []})),
    (False, floor(bounds=[{"point": [0, 0, 0]}])),
    (False, floor(bounds=[{"point": [0, 0, 0], "normal": [1, 0, 0], "matrix": ROWS}])),
    (False, floor(colour="#000000")),
    (False, shaped("rectangle", origin=[0, 0, 0], u=[1, 0, 0])),
    (False, shaped("disc", centre=[0, 0, 0], normal=[0, 0, 1], radius=0)),
    (False, shaped("polygon", origin=[0, 0, 0], u=[1, 0, 0], v=[0, 1, 0], loops=[[[0, 0], [1, 0]]])),
    (False, shaped("ellipsoid", radii=[1, 1, 0])),
    (False, shaped("cone", radius=[1, 2, 3], low=0, high=1)),
    (False, shaped("hyperboloid", radii=[1, 1, 1], sheets=3, low=0, high=1)),
    (False, shaped("quadric", matrix=ROWS[:3])),
    (False, shaped("blend", blobs=[])),
    (False, shaped("sphere", radius=1)),
    (False, shaped("mesh", file="")),
]


class ParticleScenes(ProgramTest):
    def test_program_and_schema_agree_on_good_and_bad_files(self):
        self.file("a.obj", UNIT)
        path = pathlib.Path(self.file("scene.json"))
        check = validator("particle-scene")
        for good, fields in PARTICLES:
            scene = {"format": "impinge-particle-scene", "format_version": 1, **emitted(), **fields}
            path.write_text(json.dumps(scene), encoding="utf-8")
            self.assertEqual(check.is_valid(scene), good, scene)
            done = self.run_program("particles", "--quiet", str(path), "--seconds", "0.1")
            self.assertEqual(done.returncode == 0, good, (scene, done.stderr))
            if not good:
                self.assert_fails(done, "scene.json: ")

    def test_examples_follow_the_schema(self):
        for path in (DOCS.parent / "examples" / "particles").glob("*.json"):
            scene = json.loads(path.read_text(encoding="utf-8"))
            self.assertEqual(list(validator("particle-scene").iter_errors(scene)), [], path)


class Scenes(ProgramTest):
    """What is written by hand in the program and what the schema says agree."""

    def test_program_and_schema_agree_on_good_and_bad_scenes(self):
        self.file("a.obj", UNIT)
        path = pathlib.Path(self.file("scene.json"))
        check = validator("scene")
        cases = SCENES + [(good, {"bodies": [{**A, **fields}, B]}) for good, fields in BODIES]
        for good, fields in cases:
            scene = {"format": "impinge-scene", "format_version": 1, **fields}
            path.write_text(json.dumps(scene), encoding="utf-8")
            self.assertEqual(check.is_valid(scene), good, scene)
            done = self.run_program("check", "--quiet", str(path))
            self.assertEqual(done.returncode in (0, 1), good, (scene, done.stderr))
            if not good:
                self.assert_fails(done, "scene.json: ")

    def test_what_the_program_writes_follows_the_schema(self):
        parts = b"o lid\n" + obj_text(UNIT) + b"o b*se\n" + obj_text(UNIT)
        files = [self.file("a b.obj", UNIT), self.file("parts.obj", parts)]
        done = self.run_program("scene", *files, "--split", "groups", "--unit", "mm", "--group-by",
                                "file", "--ignore-within-groups", "--weld")
        self.assertEqual(done.stderr, "")
        scene = json.loads(done.stdout)
        self.assertEqual(list(validator("scene").iter_errors(scene)), [])
        self.assertEqual(len(scene["bodies"]), 3)
        for what, wrong in doctored(scene):
            if "a field more" in what:
                self.assertFalse(validator("scene").is_valid(wrong), what)


if __name__ == "__main__":
    unittest.main()
