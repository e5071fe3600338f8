#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs that gpu_page.py must refuse are refused, those it must take are taken, and its arithmetic is right."""
import json
import pathlib
import sys
import tempfile

import gpu_bounds
import gpu_page
import gpu_runs
from paper_page import is_refused

MACHINE = {"read_tb_per_s": 2, "gathers_g_per_s": 10, "atomics_g_per_s": 5, "dispatch_us": 3, "fence_us": 9}
SCENE = {"scene": "crossing 10 k", "title": "t", "wish_ms": 0.06, "triangles": [10_000, 20_000],
         "vertices": [5_000, 10_000], "device_ms": {**dict.fromkeys(gpu_bounds.STAGES, 0.01), "total": 0.05},
         "submitting_ms": 0.01, "in_flight_ms": 0.1, "waited_for_ms": 0.07, "uploaded_ms": 0.2, "proof_ms": 0.01,
         "processor_ms": 1.0, "pairs": 3, "hash": "1", "agrees": True, "candidates": 1_000, "sure": 3, "doubtful": 0,
         "entries": 50_000, "tasks": 0, "bytes_returned": 100_000, "in_doubles": True}
HEAD = {"processor": "P", "cores": 2, "compiler": "1", "frames": 2,
        "device": {"kind": "opengl", "name": "D", "driver": "d", "version": "4.5", "threads": 0}}
RUN = {**HEAD, "format": "impinge gpu bench 1", "share": 1, "machine": MACHINE, "scenes": [SCENE]}
MANY = {**HEAD, "format": "impinge gpu many bench 1", "share": 1, "scenes": [
    {**SCENE, "scene": "torn cloth", "bodies": 41, "triangles": 30_000, "bodies_meeting": 2}]}
SWARM = {**HEAD, "format": "impinge gpu swarm bench 1", "swarm": {
    "bodies": 1_000_000, "shapes": 16, "faces": 36, "density": 0.1, "device_ms": {"boxes": 1.0, "total": 9.0},
    "waited_for_ms": 12.0, "in_flight_ms": 10.0, "without_hash_ms": 9.0, "uploaded_ms": 40.0, "proof_ms": 0.1,
    "world_ms": 500.0, "pairs": 3, "hash": "2", "agrees": True, "candidates": 9, "searched": 2, "doubtful": 0,
    "bytes_returned": 9}}


def entrant(name, milliseconds, **changes):
    return {"name": name, "configuration": "", "threads": 1, "setup_ms": 1.0, "frame_ms": milliseconds,
            "processor_ms": milliseconds, "answers_a_frame": 8, "found": 3, "missing": 0, "invented": 0,
            "wrong_distances": 0, "hash": "1", **changes}


PEERS = {"format": "impinge-peers", "processor": "P", "cores": 2, "compiler": "1", "rounds": 5, "most_seconds": 2,
         "scenes": [{"scene": "deforming_pairs", "title": "all", "triangles": 10_000, "frames": 8, "same_as_cgal": "yes",
                     "read_ms": 0.1, "absent": [], "entrants": [entrant("impinge", 2.0), entrant("Embree", 4.0),
                                                                entrant("FCL", 3.0, missing=1)]}]}


def scene_changed(**changes):
    return {**RUN, "scenes": [{**SCENE, **changes}]}


def swarm_changed(**changes):
    return {**SWARM, "swarm": {**SWARM["swarm"], **changes}}


FULL_SPEED = scene_changed(device_ms={**SCENE["device_ms"], "crowd": 0.0006})


def torn_cloth(gap, **changes):
    """A run whose stage that is left out took so long."""
    times = {**SCENE["device_ms"], "crowd": gap}
    return {**MANY, "scenes": [{**MANY["scenes"][0], "scene": "torn cloth, 40 bodies", "device_ms": times, **changes}]}


CASES = (
    ("all programs", False, (RUN, SWARM, MANY, PEERS)),
    ("in another order", False, (PEERS, SWARM, RUN)),
    ("a run that does not know its machine", False, ({name: RUN[name] for name in RUN if name != "machine"},)),
    ("two parts", False, (RUN, scene_changed(scene="nested 2 M"))),
    ("two swarms", False, (RUN, SWARM, swarm_changed(bodies=1000))),
    ("a swarm twice", True, (RUN, SWARM, SWARM)),
    ("a scene twice", True, (RUN, RUN)),
    ("a swarm alone", True, (SWARM,)),
    ("a share of the size", True, ({**RUN, "share": 0.1},)),
    ("other pairs than the processor", True, (scene_changed(agrees=False),)),
    ("a swarm with other pairs than a World", True, (RUN, swarm_changed(agrees=False))),
    ("two devices", True, (RUN, {**SWARM, "device": {**HEAD["device"], "name": "E"}})),
    ("two processors", True, (RUN, {**PEERS, "processor": "Q"})),
    ("another program's run", True, (RUN, {**SWARM, "format": "impinge-nbody"})),
)


def measured(*runs):
    with tempfile.TemporaryDirectory() as folder:
        paths = [pathlib.Path(folder) / f"{i}.json" for i in range(len(runs))]
        for path, run in zip(paths, runs):
            path.write_text(json.dumps(run), encoding="utf-8")
        return gpu_runs.Measured(paths)


def met(*runs):
    """Of each goal by which clocks it is met."""
    return [{reading.clock: reading.met for reading in goal.readings} for goal in gpu_runs.goals(measured(*runs))]


def plain_line(goal, *runs):
    return next(line for line in gpu_page.plainly(measured(*runs)).splitlines() if line.startswith(f"- {goal},"))


def bound(stage, **changes):
    return round(gpu_bounds.bound_us(stage, {**SCENE, **changes}, MACHINE), 4)


ALL = measured(RUN, SWARM, MANY, PEERS)
FIGURES = (
    ("the device meets its goal, the wall clock does not, a question waits too long, no swarm", met(RUN),
     [{"device": True, "wall": False}, {"wall": False}, {}]),
    ("a goal that is missed", met(scene_changed(wish_ms=0.04, waited_for_ms=0.05), SWARM),
     [{"device": False, "wall": False}, {"wall": True}, {"wall": True}]),
    ("a goal that is met", met(scene_changed(wish_ms=0.1))[0], {"device": True, "wall": True}),
    ("a swarm that is too slow", met(RUN, swarm_changed(in_flight_ms=17.0))[-1], {"wall": False}),
    ("a swarm of another size", met(RUN, swarm_changed(bodies=1000))[-1], {}),
    ("both clocks are told", plain_line("crossing 10 k", RUN),
     "- crossing 10 k, the goal is 0.06 ms: 0.05 by the device's clock, **met** (0.83 times as much); 0.1 by the wall clock, "
     "**missed** (1.67 times as much)."),
    ("what was not measured", plain_line("swarm of 1", RUN), "- swarm of 1,000,000 bodies, the goal is 60 frames a second: not measured."),
    ("what was not tried", plain_line("torn cloth", FULL_SPEED, torn_cloth(0.0006)).partition("as much). ")[2],
     "No variant was tried for it yet, so where its time goes is not known."),
    ("what was timed at half speed", "half the device's speed" in plain_line("torn cloth", FULL_SPEED, torn_cloth(0.0013)), True),
    ("what is met needs no more words", "No variant" in plain_line("torn cloth", RUN, torn_cloth(0.0013, wish_ms=1)), False),
    ("what is not wished is no goal", len(met(scene_changed(wish_ms=0))), 2),
    ("the peer is the fastest right one", ALL.peer(SCENE)["name"], "Embree"),
    ("shuffled scenes have no peer", ALL.peer({**SCENE, "scene": "crossing 200 k, shuffled"}), None),
    ("ratios in flight and with uploads", gpu_page.times_as_long(4.0, SCENE), "40 / 20"),
    ("who does not say whether pairs agree", gpu_page.agreement({"hash": "1"}), "not told, `1`"),
    ("what stages cost beyond the total", gpu_page.timestamps(ALL), "5.0 to 5.0"),
    ("bytes", bound("world", vertices=[1_000_000, 0]), 9.0),
    ("neighbours are read together", bound("cull_a"), 3.08),
    ("random gathers", bound("cull_a", scene="shuffled"), 6.0),
    ("random atomics", bound("fill"), 13.0),
    ("a filter reads no mesh twice", bound("filter", candidates=1_000_000), 7.27),
    ("a filter of few pairs", bound("filter"), 3.052),
    ("the bus", bound("deliver"), 5.0),
    ("nothing but a dispatch", bound("places"), 3.0),
    ("no bounds without a machine", gpu_bounds.bounds(SCENE, None), {}),
    ("stages that are not asked of two bodies", sorted(set(gpu_bounds.STAGES) - set(gpu_bounds.bounds(SCENE, MACHINE))),
     ["count", "crowd"]),
    ("one body is not culled twice", gpu_bounds.is_asked("cull_b", {**SCENE, "triangles": [1]}), False),
)

if __name__ == "__main__":
    failed = [name for name, expected, runs in CASES if is_refused(gpu_runs.Measured, *runs) != expected]
    failed += [f"{name}: {found}" for name, found, expected in FIGURES if found != expected]
    sys.exit(f"gpu_page_test: not as expected: {', '.join(failed)}" if failed else 0)
