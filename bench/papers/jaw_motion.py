#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Two jaws along a motion: every sampled method and the clearance map against the exact engine.

    jaw_motion.py IMPINGE FOLDER [--every 4] [--device software] [--resolution 512] > page.md

FOLDER holds jaw_path.json: {"fixed": FILE, "moving": FILE, "units": UNIT, "path": [{"step": NAME,
"T": MATRIX}, ...]}, with the files beside it and 4x4 matrices that place the moving one. The page
lists, for each method, how many poses it agrees on with the exact engine (do the interiors
overlap?), how many overlaps it missed, how many it invented, and about how many it could not tell.
"""
import argparse
import json
import os
import pathlib
import platform
import statistics
import subprocess
import sys
import tempfile

METHODS = ("depth-minmax", "depth-parity", "depth-parity-lite", "layer-order", "cascade",
           "edge-rays")
OVERLAPPING = ("crossing", "a_inside_b", "b_inside_a", "same")


def read_motion(folder, every):
    """(scene without pose of the moving body, [(name, matrix)])"""
    motion = json.loads((folder / "jaw_path.json").read_text())
    files = [str((folder / motion[key]).resolve()) for key in ("fixed", "moving")]
    steps = motion["path"][::every]
    return files, motion.get("units"), [(step["step"], step["T"]) for step in steps]


def scene_of(files, unit, matrix):
    scene = {"format": "impinge-scene", "format_version": 1,
             "bodies": [{"name": "fixed", "file": files[0]},
                        {"name": "moving", "file": files[1], "pose": {"matrix": matrix}}]}
    return {**scene, "unit": unit} if unit else scene


class Program:
    def __init__(self, path, device, resolution):
        self.path = path
        self.sampled = ("--device", device, "--resolution", str(resolution))

    def ask(self, *arguments):
        """What it answers as JSON. A verdict is no failure, whatever its exit status."""
        done = subprocess.run([self.path, *arguments, "--json", "-"], capture_output=True,
                              text=True, check=False)
        if not done.stdout:
            raise SystemExit(f"{' '.join(arguments)}: {done.stderr}")
        return json.loads(done.stdout)

    def exact(self, scene):
        return self.ask("check", scene)

    def sampled_check(self, scene, method):
        return self.ask("check", scene, "--method", method, *self.sampled)

    def map(self, scene):
        return self.ask("map", scene, *self.sampled)


def overlaps(document):
    """Whether the interiors overlap; None if that was not told."""
    if not document["pairs"]:
        return False  # boxes prove it
    verdict = document["pairs"][0]["verdict"]
    return None if verdict is None else verdict in OVERLAPPING


def judged(truth, said):
    if said is None:
        return "could not tell"
    if said == truth:
        return "agrees"
    return "missed" if truth else "invented"


def time_of(document):
    """Of the question alone, without reading and examining the files."""
    timings = document["timings_ms"]
    return timings["total"] - timings["read"] - timings["diagnose"]


class Tally:
    """What one method said along the motion."""

    def __init__(self, name):
        self.name = name
        self.counts = dict.fromkeys(("agrees", "missed", "invented", "could not tell"), 0)
        self.milliseconds = []
        self.wrong = []

    def add(self, step, truth, said, milliseconds):
        verdict = judged(truth, said)
        self.counts[verdict] += 1
        self.milliseconds.append(milliseconds)
        if verdict in ("missed", "invented"):
            self.wrong.append(f"{step} ({verdict})")

    def row(self):
        counts = " | ".join(str(count) for count in self.counts.values())
        return f"| {self.name} | {counts} | {statistics.median(self.milliseconds):.1f} |"


class Volumes:
    """Maps at one and at twice the resolution: their volumes must agree within both bounds."""

    def __init__(self):
        self.rows = []
        self.outside = []

    def add(self, step, coarse, fine):
        off = abs(coarse["overlap_volume"] - fine["overlap_volume"])
        allowed = coarse["overlap_volume_bound"] + fine["overlap_volume_bound"]
        self.rows.append((step, coarse, fine, off))
        if off > allowed:
            self.outside.append(step)

    def summary(self):
        overlapping = [row for row in self.rows if row[2]["overlap_volume"] > 0]
        worst = max(self.rows, key=lambda row: row[3])
        return (f"{len(self.rows)} pairs of maps, {len(overlapping)} with an overlap; outside both "
                f"bounds: {len(self.outside)}. Largest difference: {worst[3]:.4g} at "
                f"{worst[0]}, where the bounds are {worst[1]['overlap_volume_bound']:.4g} and "
                f"{worst[2]['overlap_volume_bound']:.4g} and the volume "
                f"{worst[2]['overlap_volume']:.4g}.")


def run(program, finer, motion):
    files, unit, steps = motion
    tallies = [Tally(name) for name in (*METHODS, "map")]
    exact_ms, overlapping, volumes = [], 0, Volumes()
    with tempfile.TemporaryDirectory() as folder:
        scene = os.path.join(folder, "scene.json")
        for step, matrix in steps:
            pathlib.Path(scene).write_text(json.dumps(scene_of(files, unit, matrix)))
            exact = program.exact(scene)
            truth = overlaps(exact)
            overlapping += truth
            exact_ms.append(time_of(exact))
            for tally in tallies[:-1]:
                answer = program.sampled_check(scene, tally.name)
                tally.add(step, truth, overlaps(answer), time_of(answer))
            found = program.map(scene)
            tallies[-1].add(step, truth, found["deepest_overlap"] > 0, time_of(found))
            volumes.add(step, found, finer.map(scene))
    return tallies, exact_ms, overlapping, volumes


def processor():
    try:
        lines = pathlib.Path("/proc/cpuinfo").read_text().splitlines()
        names = [line.split(":", 1)[1].strip() for line in lines if line.startswith("model name")]
        return f"{names[0]}, {len(names)} threads"
    except (OSError, IndexError):
        return platform.processor() or "unknown processor"


def page(arguments, motion, outcome):
    tallies, exact_ms, overlapping, volumes = outcome
    lines = ["# Real jaws along a motion", "",
             f"{len(motion[2])} poses of a lower jaw against an upper one (scans, closed for "
             f"printing; both cross themselves), of which {overlapping} overlap by the exact "
             "engine. Every sampled method and the map were asked about every pose; the question is "
             "whether the interiors overlap.", "",
             "| method | agrees | missed | invented | could not tell | median ms |",
             "|---|---|---|---|---|---|",
             f"| exact | {len(exact_ms)} | | | | {statistics.median(exact_ms):.1f} |",
             *[tally.row() for tally in tallies], ""]
    for tally in tallies:
        if tally.wrong:
            lines.append(f"{tally.name}: {', '.join(tally.wrong)}.")
    lines += ["", f"Volumes: {volumes.summary()}", "",
              f"{processor()}; device {arguments.device}, {arguments.resolution} pixels; times "
              "without reading and examining the files, each program run once.", "",
              "```sh",
              f"bench/papers/jaw_motion.py build/release/bin/impinge FOLDER --every "
              f"{arguments.every} --device {arguments.device} --resolution {arguments.resolution}",
              "```", "", "FOLDER holds scans, which are not part of the project."]
    return "\n".join(lines) + "\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("impinge")
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--every", type=int, default=4)
    parser.add_argument("--device", default="software")
    parser.add_argument("--resolution", type=int, default=512)
    arguments = parser.parse_args()
    motion = read_motion(arguments.folder, arguments.every)
    program = Program(arguments.impinge, arguments.device, arguments.resolution)
    finer = Program(arguments.impinge, arguments.device, 2 * arguments.resolution)
    sys.stdout.write(page(arguments, motion, run(program, finer, motion)))


if __name__ == "__main__":
    main()
