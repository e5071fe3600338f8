#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Teeth and jaws through every method on every device: writes docs/results/jaws.md.

    jaws_page.py IMPINGE [--data FOLDER] [--devices software,opengl] [--resolution 512]
                 [--out docs/results] [--note WORDS]

The five teeth of Myszkowski, Okunev and Kunii (1995), figure 5, come from `impinge sample`. FOLDER
holds scans, which are not part of the project; what is not there is left out, and the page says so:

    FOLDER/smartee/case0/jaw_path.json   as for jaw_motion.py
    FOLDER/arch14/*-left.ply, ...        the teeth of one arch, a file each

Every pair is asked of the exact engine, of every sampled method and of the clearance map, on each
device. No page is made if a method says one thing on one device and another on another, or if
surface peeling proves more pairs of triangles than the exact engine.
"""
import argparse
import json
import pathlib
import subprocess
import sys
import tempfile

from jaw_motion import OVERLAPPING, judged, processor, scene_of
from paper_page import Refused, number, table

DEPTHS = ("depth-minmax", "depth-parity", "depth-parity-lite", "layer-order", "cascade")
METHODS = (*DEPTHS, "edge-rays", "surface-peeling")
# How far the lower ones of the five teeth are lifted, in mm, and the direction to look along.
TEETH = (("five teeth as they are made", 0, None), ("lifted by 0.3 mm", 0.3, None),
         ("lifted by 0.6 mm", 0.6, None), ("lifted by 0.6 mm, seen along the row", 0.6, "1,0,0.02"),
         ("as made, seen along the row", 0, "1,0,0.02"))
POSES = ("close 2.00 mm", "hinge 2.00 deg", "hinge 1.00 deg", "close 1.00 mm", "close 0.50 mm",
         "close -0.25 mm")
ARCH = ("molar-2", "molar-1", "premolar-2", "premolar-1", "canine", "incisor-2", "incisor-1")


class Case:
    """Two bodies as a scene, and how to look at them."""

    def __init__(self, group, name, files, matrix=None, direction=None, unit="mm"):
        self.group = group
        self.name = name
        identity = [[float(i == j) for j in range(4)] for i in range(4)]
        self.scene = scene_of([str(pathlib.Path(file).resolve()) for file in files], unit,
                              matrix or identity)
        self.look = ("--direction", direction) if direction else ()


def lifted(height):
    return [[1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 1, height], [0, 0, 0, 1]]


def teeth_cases(program, folder):
    subprocess.run([program, "sample", "five-teeth", "--out", folder], check=True,
                   stdout=subprocess.DEVNULL)
    files = [folder / "upper.ply", folder / "lower.ply"]
    return [Case("teeth", name, files, lifted(height), direction)
            for name, height, direction in TEETH]


def jaw_cases(data):
    folder = data / "smartee" / "case0"
    path = folder / "jaw_path.json"
    if not path.exists():
        return []
    motion = json.loads(path.read_text())
    poses = {step["step"]: step["T"] for step in motion["path"]}
    files = [folder / motion["fixed"], folder / motion["moving"]]
    return [Case("jaws", name, files, poses[name], unit=motion["units"]) for name in POSES
            if name in poses]


def arch_cases(data):
    around = [f"{tooth}-left" for tooth in ARCH] + [f"{tooth}-right" for tooth in reversed(ARCH)]
    folder = data / "arch14"
    return [Case("arch", f"{one}, {other}",
                 [folder / f"{one}.ply", folder / f"{other}.ply"])
            for one, other in zip(around, around[1:])
            if all((folder / f"{tooth}.ply").exists() for tooth in (one, other))]


class Program:
    def __init__(self, path, resolution):
        self.path = path
        self.resolution = resolution

    def ask(self, *arguments):
        """What it answers as JSON; what it refuses, as its words. A verdict is no failure."""
        done = subprocess.run([self.path, *arguments, "--json", "-"], capture_output=True, text=True,
                              check=False)
        return json.loads(done.stdout) if done.stdout else done.stderr.strip()

    def exact(self, scene):
        return self.ask("check", scene)

    def sampled(self, scene, method, device, look):
        return self.ask("check", scene, "--method", method, "--device", device, "--resolution",
                        str(self.resolution), *look)

    def map(self, scene, device, look):
        return self.ask("map", scene, "--device", device, "--resolution", str(self.resolution),
                        *look)


def milliseconds(document):
    timings = document["timings_ms"]
    return timings["total"] - timings["read"] - timings["diagnose"]


def first_pair(document):
    return document["pairs"][0] if document["pairs"] else None


def overlaps(document):
    """Whether interiors overlap; None if that was not told."""
    pair = first_pair(document)
    if pair is None:
        return False  # boxes prove it
    return None if pair["verdict"] is None else pair["verdict"] in OVERLAPPING


def found_by(method, document):
    """What the method found, in its own currency."""
    pair = first_pair(document)
    if pair is None:
        return "boxes apart"
    if method == "exact":
        return f"{pair['triangle_pairs']:,} pairs of triangles"
    if method == "surface-peeling":
        return f"{pair['peeling']['triangle_pairs']:,} pairs of triangles"
    if method == "edge-rays":
        return f"{pair['edge_points_a'] + pair['edge_points_b']:,} edge points"
    return f"{pair['overlapping_pixels']:,} pixels"


class Answer:
    def __init__(self, method, device, truth, document):
        self.method = method
        self.device = device
        self.refused = document if isinstance(document, str) else None
        if self.refused is None:
            is_map = method == "map"
            said = document["deepest_overlap"] > 0 if is_map else overlaps(document)
            self.judgement = judged(truth, said)
            self.found = (f"{document['pixels']['overlap']:,} pixels" if is_map
                          else found_by(method, document))
            self.milliseconds = milliseconds(document)
            self.proved = (first_pair(document)["peeling"]["triangle_pairs"]
                           if method == "surface-peeling" and first_pair(document) else None)
        else:
            self.judgement, self.found, self.milliseconds = "refused", "–", None
            self.proved = None


def answers_about(program, case, devices, scene):
    """The exact answer with the truth, then those of all methods on all devices."""
    scene.write_text(json.dumps(case.scene))
    exact = program.exact(str(scene))
    if isinstance(exact, str):
        raise Refused(f"{case.name}: {exact}")
    truth = overlaps(exact)
    answers = []
    for device in devices:
        for method in METHODS:
            answers.append(Answer(method, device, truth,
                                  program.sampled(str(scene), method, device, case.look)))
        answers.append(Answer("map", device, truth, program.map(str(scene), device, case.look)))
    return exact, truth, answers


def verdict_of(exact):
    pair = first_pair(exact)
    return pair["verdict"].replace("_", " ") if pair else "apart"


def case_table(devices, exact, answers):
    rows = [("`exact`", f"**{verdict_of(exact)}**", found_by("exact", exact),
             number(milliseconds(exact)), *("" for _ in range(3 * (len(devices) - 1))))]
    by_method = {}
    for answer in answers:
        by_method.setdefault(answer.method, []).append(answer)
    for method, of_devices in by_method.items():
        row = [f"`{method}`"]
        for answer in of_devices:
            row += [answer.judgement, answer.found, number(answer.milliseconds)]
        rows.append(row)
    head = ["method"]
    for device in devices:
        head += [device, "found", "ms"]
    return table(head, rows)


def summary(groups, devices):
    """Of each method on each device: agrees, missed, invented, could not tell; median time."""
    tallies = {}
    for _, _, answers in groups:
        for answer in answers:
            counts, times = tallies.setdefault((answer.method, answer.device), ({}, []))
            counts[answer.judgement] = counts.get(answer.judgement, 0) + 1
            if answer.milliseconds is not None:
                times.append(answer.milliseconds)
    words = ("agrees", "missed", "invented", "could not tell", "refused")
    rows = []
    for device in devices:
        for (method, of_device), (counts, times) in tallies.items():
            if of_device == device:
                middle = sorted(times)[len(times) // 2] if times else None
                rows.append((f"`{method}`", device, *(counts.get(word, 0) for word in words),
                             number(middle)))
    return table(("method", "device", *words, "median ms"), rows)


def check_answers(case, exact, answers):
    said = {}
    for answer in answers:
        if said.setdefault(answer.method, answer.judgement) != answer.judgement:
            raise Refused(f"{case.name}: {answer.method} answers otherwise on {answer.device}")
        if answer.proved is not None and answer.proved > first_pair(exact)["triangle_pairs"]:
            raise Refused(f"{case.name}: {answer.method} proves pairs that do not meet")


def pictures(program, cases, folder):
    """The bite of each group of which pictures may be shown, and the map of the clearance."""
    links = []
    for group, index, title in (("teeth", 2, "five teeth, lifted by 0.6 mm"),
                                ("jaws", 4, "scanned jaws at 'close 0.50 mm'")):
        chosen = [case for case in cases if case.group == group]
        if len(chosen) <= index:
            continue
        case = chosen[index]
        with tempfile.TemporaryDirectory() as name:
            scene = pathlib.Path(name) / "scene.json"
            scene.write_text(json.dumps(case.scene))
            for verb, what, options in (
                    ("picture", "where they interfere",
                     ("--size", "800x500", "--background", "white")),
                    ("map", "how far apart, or in each other",
                     ("--resolution", "400", "--range", "3"))):
                file = folder / f"jaws-{group}-{verb}.png"
                # A picture of bodies that interfere is no failure.
                subprocess.run([program.path, verb, str(scene), "--out", str(file), *options],
                               check=False, stdout=subprocess.DEVNULL)
                if file.exists():
                    links.append(f"![{title}: {what}](../pictures/{file.name})")
    return "\n".join(links) + "\n"


TITLES = {"teeth": "Five teeth", "jaws": "Scanned jaws along a motion",
          "arch": "Neighbours in a scanned arch"}
WHAT = {
    "teeth": "Two upper and three lower teeth (`impinge sample five-teeth`), {triangles} triangles, as in figure 5 of "
             "the paper; the lower ones are lifted until they bite.",
    "jaws": "Both jaws, closed for printing, {triangles} triangles, which cross themselves, in poses of a motion that "
            "was made for them (MIT licence, see NOTICE).",
    "arch": "The teeth of one arch, each a closed mesh, each with its neighbour: {triangles} triangles a pair. No "
            "pictures: nothing is known of the licence of their shape.",
}
PAGE = """# Teeth and jaws through every method

The example of Myszkowski, Okunev and Kunii (1995), and real ones, asked of the exact engine, of every sampled method
and of the clearance map, on each device. This page is written by `bench/papers/jaws_page.py`. *Missed* and *invented* are
against the exact engine: whether interiors overlap. Each method looks for what it needs to know and
stops there: so pixels and edge points are those seen until then. Times are of the question alone, without reading and
examining the files, each program run once{note}: they say what order of size to expect, no more.
[real-jaws.md](real-jaws.md) asks about 40 poses of the same scans.

    bench/papers/jaws_page.py build/release/bin/impinge --data FOLDER

FOLDER holds scans, which are not part of the project.

{processor}; {resolution} pixels along the longer side of the window.

{pictures}
{groups}"""


def triangles_of(asked):
    counts = sorted(sum(body["triangles"] for body in exact["bodies"]) for _, exact, _ in asked)
    return (f"{counts[0]:,}" if counts[0] == counts[-1] else f"{counts[0]:,} to {counts[-1]:,}")


def page(program, devices, cases, note, folder):
    by_group = {}
    with tempfile.TemporaryDirectory() as name:
        scene = pathlib.Path(name) / "scene.json"
        for case in cases:
            exact, truth, answers = answers_about(program, case, devices, scene)
            check_answers(case, exact, answers)
            by_group.setdefault(case.group, []).append((case, exact, answers))
            print(f"{case.group}: {case.name}: {verdict_of(exact)}", file=sys.stderr)
    text = ""
    for group, title in TITLES.items():
        text += f"## {title}\n\n"
        if group not in by_group:
            text += "Left out: the data were not at hand.\n\n"
            continue
        asked = by_group[group]
        text += WHAT[group].format(triangles=triangles_of(asked)) + "\n\n"
        text += summary(asked, devices) + "\n"
        if group != "arch":
            for case, exact, answers in asked:
                text += f"### {case.name}\n\n{case_table(devices, exact, answers)}\n"
        else:
            text += table(("teeth", "exact", "pairs of triangles"),
                          [(case.name, verdict_of(exact),
                            first_pair(exact)["triangle_pairs"] if first_pair(exact) else 0)
                           for case, exact, _ in asked]) + "\n"
    return PAGE.format(note=f", {note}" if note else "", processor=processor(),
                       resolution=program.resolution,
                       pictures=pictures(program, cases, folder), groups=text.rstrip() + "\n")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("impinge")
    parser.add_argument("--data", type=pathlib.Path, default=pathlib.Path("/nowhere"))
    parser.add_argument("--devices", default="software,opengl")
    parser.add_argument("--resolution", type=int, default=512)
    parser.add_argument("--out", type=pathlib.Path, default=pathlib.Path("docs/results"))
    parser.add_argument("--note", default="")
    arguments = parser.parse_args()
    program = Program(arguments.impinge, arguments.resolution)
    with tempfile.TemporaryDirectory() as name:
        cases = teeth_cases(arguments.impinge, pathlib.Path(name))
        cases += jaw_cases(arguments.data) + arch_cases(arguments.data)
        try:
            text = page(program, arguments.devices.split(","), cases, arguments.note,
                        arguments.out.parent / "pictures")
        except Refused as refused:
            sys.exit(f"jaws_page: {refused}")
    (arguments.out / "jaws.md").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
