#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs that cinder_page.py must refuse are refused, and those it must take are taken."""
import copy
import sys

import cinder_runs
from paper_page import Refused

SIZES = (10, 100, 1000, 10000)


def variant(name, times):
    return {"name": name, "trials": len(times), "times": times,
            "milliseconds": {"median": times[0], "mean": times[0], "deviation": 0},
            "first_pairs": [[0, i] for i in range(1, 101)],
            "found": [{"hash": "1", "pairs": 100, "missed": 0, "extra": 0} for _ in times]}


def cases():
    return [{"part": "bodies", "name": str(size), "bodies": size, "triangles": 12 * size,
             "variants": [variant(name, [size * 1.0, size * 1.1])
                          for name in ("exact", "algorithm 4", "in full")]} for size in SIZES]


class MadeUp(cinder_runs.Run):
    """A run without a file."""

    def __init__(self, made_up_cases, software):
        self.path = self.title = "made up"
        self.software = software
        self.data = {"cases": made_up_cases}
        self.sort_cases()


def second(software=True, **changes):
    """Another run that differs from the first in one variant of its largest case."""
    changed = copy.deepcopy(cases())
    name, change = changes.popitem() if changes else (None, None)
    for one in changed[-1]["variants"]:
        if name and one["name"].replace(" ", "_") == name:
            change(one)
    return MadeUp(changed, software)


def in_first_trial(**values):
    return lambda one: one["found"][0].update(values)


def refused(run):
    try:
        runs = [MadeUp(cases(), True), run]
        cinder_runs.check_answers(runs)
        cinder_runs.check_growth(runs)
    except Refused:
        return True
    return False


CASES = (
    ("the same again", second(), False),
    ("another hash of the software device", second(algorithm_4=in_first_trial(hash="2")), True),
    ("another hash of another device", second(False, algorithm_4=in_first_trial(hash="2")), False),
    ("another exact answer", second(False, exact=in_first_trial(hash="2")), True),
    ("two other pairs", second(False, in_full=lambda one: one["first_pairs"].pop()), False),
    ("many other pairs", second(False, in_full=lambda one: one.update(first_pairs=[[0, 1]])), True),
    ("another number of pairs", second(False, in_full=in_first_trial(pairs=110)), True),
    ("many pairs that are apart", second(in_full=in_first_trial(extra=30)), True),
    ("few pairs that are apart", second(in_full=in_first_trial(extra=2)), False),
    ("slow growth", second(in_full=lambda one: one.update(times=[3e3, 3e3])), False),
    ("fast growth", second(in_full=lambda one: one.update(times=[3e4, 3e4])), True),
    ("one slow trial", second(in_full=lambda one: one.update(times=[3e4, 1e4])), False),
    ("fast growth of a peer", second(exact=lambda one: one.update(times=[3e4, 3e4])), False),
)


def main():
    wrong = [name for name, run, expected in CASES if refused(run) != expected]
    for name in wrong:
        print(f"cinder_runs_test: {name}: wrongly refused or taken", file=sys.stderr)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
