#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs that peeling_page.py must refuse are refused, and those it must take are taken."""
import copy
import sys

import peeling_runs
from paper_page import Refused

TIMES = {"handing_over": 0, "boxes": 1, "device": 4, "read_back": 1, "proof": 1, "total": 7}


def variant(found, digest):
    return {"milliseconds": dict(TIMES), "found": found, "hash": digest}


RUN = {
    "directions": {"pairs": 100, "views": [[0, 0], [0, 10]],
                   "settings": [{"name": "256, last vertices", "missed": [5, 6]},
                                {"name": "256, conservative", "missed": [0, 0]}]},
    "contacts": [{"pairs": 4, "milliseconds": dict(TIMES)},
                 {"pairs": 400, "milliseconds": {**TIMES, "device": 5, "proof": 30}}],
    "scenes": [{"name": "cloth", "frames": [
        {"frame": 3, "hash": "f", "pairs": 50, "regions": 2, "torn": True,
         "variants": {"layers alone": variant(40, "l"), "sampled": variant(45, "s"),
                      "full peeling": variant(45, "s"), "conservative": variant(50, "e"),
                      "exact": variant(50, "e")}}]}],
}


class MadeUp(peeling_runs.Run):
    """A run without a file."""

    def __init__(self, data, software):
        self.path = self.title = "made up"
        self.software = software
        self.data = data
        self.sort_parts()


def second(change=lambda run: None, software=True):
    data = copy.deepcopy(RUN)
    change(data)
    return MadeUp(data, software)


def setting(index, missed):
    return lambda run: run["directions"]["settings"][index].update(missed=missed)


def frame(**values):
    return lambda run: run["scenes"][0]["frames"][0].update(values)


def answer(name, **values):
    return lambda run: run["scenes"][0]["frames"][0]["variants"][name].update(values)


def last_device_time(milliseconds):
    return lambda run: run["contacts"][-1]["milliseconds"].update(device=milliseconds)


def refused(run):
    try:
        runs = [second(), run]
        peeling_runs.check_answers(runs)
        peeling_runs.check_flatness(runs)
    except Refused:
        return True
    return False


def spread(*parts):
    """The run in two files, the second with these parts; whether they are refused, or one run again."""
    first, other = copy.deepcopy(RUN), copy.deepcopy(RUN)
    for data, gone in ((first, ("contacts",)), (other, [p for p in ("directions", "contacts") if p not in parts])):
        data["command"] = "c"
        for name in gone:
            del data[name]
    if "cloth" not in parts:
        other["scenes"] = []
    try:
        runs = peeling_runs.joined([MadeUp(first, True), MadeUp(other, True)])
    except Refused:
        return True
    return not (len(runs) == 1 and runs[0].contacts == RUN["contacts"] and runs[0].directions)


CASES = (
    ("the same again", second(), False),
    ("other misses of the software device", second(setting(0, [6, 5])), True),
    ("slightly other misses of another device", second(setting(0, [6, 6]), False), False),
    ("far more misses of another device", second(setting(0, [9, 9]), False), True),
    ("a conservative search that misses", second(setting(1, [0, 1]), False), True),
    ("bodies that stand elsewhere", second(frame(hash="g")), True),
    ("another exact answer", second(answer("exact", hash="x"), False), True),
    ("another conservative answer", second(answer("conservative", hash="x"), False), True),
    ("another answer of the software device", second(answer("sampled", hash="x")), True),
    ("another answer of another device", second(answer("sampled", hash="x"), False), False),
    ("more pairs than there are", second(answer("sampled", found=51), False), True),
    ("device time that grows little", second(last_device_time(5.9)), False),
    ("device time that grows", second(last_device_time(6.1)), True),
)

if __name__ == "__main__":
    wrong = [name for name, run, expected in CASES if refused(run) != expected]
    wrong += [name for name, parts, expected in (("two files", ("contacts",), False),
                                                 ("a part twice", ("contacts", "cloth"), True))
              if spread(*parts) != expected]
    sys.exit(f"peeling_runs_test: not as expected: {', '.join(wrong)}" if wrong else 0)
