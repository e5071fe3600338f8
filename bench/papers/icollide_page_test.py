#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs that icollide_page.py must refuse are refused, and one that it must take is taken."""
import copy
import sys

import icollide_page
from paper_page import is_refused

RUN = {"format": "impinge-icollide", "every": 1,
       "graphs": [{"name": "number", "axis": "polytopes", "points": [
           {"value": 20, "variants": [
               {"name": "fixed cubes", "missed": 0, "invented": 0, "hash": "1"},
               {"name": "fixed cubes, walk", "missed": 0, "invented": 0, "hash": "1"}]}]}]}


def with_variant(**changes):
    run = copy.deepcopy(RUN)
    run["graphs"][0]["points"][0]["variants"][0].update(changes)
    return run


def refused(run):
    return is_refused(lambda paths: icollide_page.Run(paths[0]), run)


CASES = (
    ("a whole run", False, RUN),
    ("a pair missed", True, with_variant(missed=1)),
    ("a pair invented", True, with_variant(invented=1)),
    ("variants that name different pairs", True, with_variant(hash="2")),
    ("a quick look", True, {**RUN, "every": 10}),
    ("another program's run", True, {**RUN, "format": "impinge-nbody"}),
)

if __name__ == "__main__":
    wrong = [name for name, expected, run in CASES if refused(run) != expected]
    sys.exit(f"icollide_page_test: not as expected: {', '.join(wrong)}" if wrong else 0)
