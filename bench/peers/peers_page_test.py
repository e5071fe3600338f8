#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs that peers_page.py must refuse are refused, those it must take are taken, and its arithmetic is right."""
import copy
import sys

import peers_page
from paper_page import is_refused


def entrant(name, **changes):
    return {"name": name, "configuration": "", "threads": 1, "setup_ms": 1.0, "frame_ms": 2.0,
            "processor_ms": 2.0, "answers_a_frame": 8, "found": 3, "missing": 0,
            "invented": 0, "wrong_distances": 0, "hash": "1", **changes}


SCENE = {"scene": "rigid_pairs", "title": "all", "triangles": 10, "frames": 8, "same_as_cgal": "yes",
         "read_ms": 0.1, "absent": ["Embree"], "too_slow": ["CGAL"],
         "entrants": [entrant("impinge"), entrant("impinge on 2 threads", threads=2, frame_ms=1.5),
                      entrant("FCL", frame_ms=5.0, processor_ms=5.0),
                      entrant("Bullet", frame_ms=3.0, processor_ms=3.0, found=10, invented=7)]}
RUN = {"format": "impinge-peers", "processor": "P", "cores": 2, "compiler": "1", "rounds": 5, "most_seconds": 2,
       "scenes": [SCENE]}


def changed(who, **changes):
    run = copy.deepcopy(RUN)
    for one in run["scenes"][0]["entrants"]:
        if one["name"] == who:
            one.update(changes)
    return run


def scene_changed(**changes):
    return {**RUN, "scenes": [{**SCENE, **changes}]}


SWARM = {**RUN, "format": "impinge-nbody", "seed": 1, "frames": 40, "sizes": []}


def refused(*runs):
    return is_refused(lambda paths: peers_page.check_answers([peers_page.Run(path) for path in paths]), *runs)


def parts_refused(*runs):
    return is_refused(lambda paths: peers_page.by_machine([peers_page.read_run(path) for path in paths]), *runs)


CASES = (
    ("equal runs", False, (RUN, RUN)),
    ("a peer that differs", False, (changed("FCL", missing=3, hash="2"),)),
    ("impinge misses a pair", True, (changed("impinge", missing=1),)),
    ("impinge invents a pair", True, (changed("impinge", invented=1),)),
    ("impinge measures a wrong distance", True, (changed("impinge", wrong_distances=1),)),
    ("threads change the answer", True, (changed("impinge on 2 threads", hash="2"),)),
    ("CGAL disagrees", True, (scene_changed(same_as_cgal="no"),)),
    ("CGAL was not asked", False, (scene_changed(same_as_cgal=""),)),
    ("more than one thread", True, (changed("FCL", processor_ms=9.0),)),
    ("two threads of two", False, (changed("impinge on 2 threads", processor_ms=2.9),)),
    ("a busy machine", True, (changed("FCL", processor_ms=2.0),)),
    ("too short for the clock", False, (changed("FCL", frame_ms=0.001, processor_ms=0.002),)),
    ("two machines disagree", True, (RUN, scene_changed(entrants=[entrant("impinge", hash="2")]))),
    ("impinge did not take part", True, (scene_changed(entrants=[entrant("FCL")]),)),
    ("another program's run", True, ({**RUN, "format": "impinge-nbody"},)),
)

PARTS = (
    ("meshes and a swarm", False, (RUN, SWARM)),
    ("the swarm first", False, (SWARM, RUN)),
    ("two parts of a machine's run", False, (RUN, scene_changed(scene="twist"))),
    ("two machines", False, (RUN, {**RUN, "processor": "Q"})),
    ("a scene twice", True, (RUN, RUN)),
    ("a swarm twice", True, (RUN, SWARM, SWARM)),
    ("a swarm alone", True, (SWARM,)),
    ("the swarm of another machine", True, (RUN, {**SWARM, "cores": 3})),
    ("parts with other rounds", True, (RUN, {**scene_changed(scene="twist"), "rounds": 3})),
)

CASE = peers_page.Case(SCENE)
MACHINE = peers_page.Machine(RUN)
MACHINE.cases = [CASE]
FIGURES = (
    ("the fastest peer is a right one", CASE.fastest_peer()["name"], "FCL"),
    ("ours is that of one thread", CASE.fastest_ours()["name"], "impinge"),
    ("the ratio says how much longer the peer takes", peers_page.ratio(CASE), 2.5),
    ("nobody else is right", peers_page.ratio(peers_page.Case({**SCENE, "entrants": SCENE["entrants"][:1]})), None),
    ("who answers a part is not the fastest", peers_page.Case(
        {**SCENE, "entrants": [*SCENE["entrants"], entrant("impinge World", frame_ms=0.5, found=1)]}
    ).fastest_ours()["name"], "impinge"),
    ("what is wrong stands beside the time", peers_page.cell(CASE, "Bullet"), "3 (+7)"),
    ("who cannot answer has a dash", peers_page.cell(CASE, "Embree"), "–"),
    ("who is too slow is named so", peers_page.cell(CASE, "CGAL"), "too slow"),
    ("all rounds were asked", peers_page.seldom_asked(MACHINE, [CASE]), ""),
    ("rounds that were left out are told", peers_page.seldom_asked(MACHINE, [peers_page.Case(
        {**SCENE, "entrants": [entrant("impinge"), entrant("FCL", answers_a_frame=2)]})]),
     "\nRounds, where fewer than 5: FCL 2 of 5 (10).\n"),
    ("ratios are named", peers_page.ratios(MACHINE), [("rigid pairs 0.01k", 2.5)]),
    ("thousands", peers_page.size_in_short(13000), "13k"),
    ("millions", peers_page.size_in_short(4000000), "4M"),
)

if __name__ == "__main__":
    failed = [name for name, expected, runs in CASES if refused(*runs) != expected]
    failed += [name for name, expected, runs in PARTS if parts_refused(*runs) != expected]
    failed += [name for name, found, expected in FIGURES if found != expected]
    sys.exit(f"peers_page_test: not as expected: {', '.join(failed)}" if failed else 0)
