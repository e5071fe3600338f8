#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs that swarm_section.py must refuse are refused, and those it must take are taken."""
import copy
import sys

import swarm_section
from paper_page import is_refused


def peer(name, **changes):
    return {"name": name, "configuration": "", "whole_frame_ms": 1.0, "processor_ms": 1.0, "broad_phase_ms": 0.5,
            "candidates_per_frame": 9, "colliding_per_frame": 3, "missed": 0, "invented": 0,
            "hash": "1", **changes}


RUN = {"format": "impinge-nbody", "processor": "P", "cores": 2, "compiler": "1", "seed": 1,
       "frames": 40, "sizes": [{"bodies": bodies, "peers": [peer("impinge"), peer("FCL")]}
                               for bodies in (10, 100)]}


def changed(who, **changes):
    run = copy.deepcopy(RUN)
    for one in run["sizes"][-1]["peers"]:
        if one["name"] == who:
            one.update(changes)
    return run


def refused(*runs):
    return is_refused(lambda paths: swarm_section.check_answers([swarm_section.Run(path) for path in paths]), *runs)


CASES = (
    ("equal runs", False, (RUN, RUN)),
    ("a peer that differs", False, (changed("FCL", missed=3, hash="2"),)),
    ("impinge misses a pair", True, (changed("impinge", missed=1),)),
    ("impinge invents a pair", True, (changed("impinge", invented=1),)),
    ("more than one thread", True, (changed("FCL", processor_ms=1.9),)),
    ("a busy machine", True, (changed("impinge", processor_ms=0.5),)),
    ("two machines disagree", True, (RUN, changed("impinge", hash="2"))),
    ("impinge did not take part", True, (changed("impinge", name="other"),)),
    ("another program's run", True, ({**RUN, "format": "impinge-icollide"},)),
)

PEERS = {one["name"]: one for one in (
    peer("impinge"), peer("FCL", whole_frame_ms=3.0), peer("Bullet", whole_frame_ms=2.0, missed=1))}
FIGURES = (
    ("the fastest peer is a right one", swarm_section.fastest_peer(PEERS)["name"], "FCL"),
    ("the ratio says how much longer the peer takes", swarm_section.ratio(PEERS), 3.0),
    ("nobody else is right", swarm_section.ratio({"impinge": peer("impinge")}), None),
)

if __name__ == "__main__":
    wrong = [name for name, expected, runs in CASES if refused(*runs) != expected]
    wrong += [name for name, found, expected in FIGURES if found != expected]
    sys.exit(f"swarm_section_test: not as expected: {', '.join(wrong)}" if wrong else 0)
