#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""jaws_page.py counts what a made-up program says, and refuses what cannot be."""
import pathlib
import sys
import tempfile

import jaws_page
from paper_page import Refused

TIMES = {"read": 5, "diagnose": 2, "total": 10}


def checked(verdict, **found):
    pair = {"verdict": verdict, "triangle_pairs": 7, "overlapping_pixels": 3, "edge_points_a": 1,
            "edge_points_b": 2, "peeling": {"triangle_pairs": 5}}
    return {"pairs": [{**pair, **found}], "timings_ms": TIMES,
            "bodies": [{"triangles": 1200}, {"triangles": 34}]}


class MadeUp:
    """Says that they cross, but for what it is told to say otherwise by method and device."""
    path = "/bin/true"
    resolution = 64

    def __init__(self, otherwise):
        self.otherwise = otherwise

    def exact(self, _):
        return checked("crossing")

    def sampled(self, _, method, device, look):
        assert look in ((), ("--direction", "1,0,0"))
        return self.otherwise.get((method, device), checked("crossing"))

    def map(self, _, device, look):
        assert look in ((), ("--direction", "1,0,0"))
        deep = self.otherwise.get(("map", device), 0.5)
        return {"deepest_overlap": deep, "pixels": {"overlap": 9}, "timings_ms": TIMES}


def page(otherwise):
    cases = [jaws_page.Case("teeth", "one", ["a.ply", "b.ply"], direction="1,0,0"),
             jaws_page.Case("arch", "two", ["a.ply", "b.ply"])]
    with tempfile.TemporaryDirectory() as name:
        return jaws_page.page(MadeUp(otherwise), ["software", "opengl"], cases, "",
                              pathlib.Path(name))


def is_refused(otherwise):
    try:
        page(otherwise)
    except Refused:
        return True
    return False


def on_both(method, answer):
    return {(method, device): answer for device in ("software", "opengl")}


def main():
    text = page({})
    for row in ("| `cascade` | agrees | 3 pixels | 3 | agrees | 3 pixels | 3 |",
                "| `edge-rays` | agrees | 3 edge points | 3 | agrees | 3 edge points | 3 |",
                "| `surface-peeling` | software | 1 | 0 | 0 | 0 | 0 | 3 |", "1,234 triangles",
                "| two | crossing | 7 |", "Left out"):
        assert row in text, row
    text = page({**on_both("cascade", checked("apart")), **on_both("edge-rays", checked(None)),
                 **on_both("layer-order", "body A is not a solid"), **on_both("map", 0)})
    for row in ("| `cascade` | software | 0 | 1 | 0 | 0 | 0 | 3 |",
                "| `edge-rays` | opengl | 0 | 0 | 0 | 1 | 0 | 3 |",
                "| `layer-order` | software | 0 | 0 | 0 | 0 | 1 | – |",
                "| `map` | software | 0 | 1 | 0 | 0 | 0 | 3 |"):
        assert row in text, row
    assert is_refused({("cascade", "opengl"): checked("apart")})
    assert is_refused(on_both("surface-peeling",
                              checked("crossing", peeling={"triangle_pairs": 8})))
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        assert jaws_page.jaw_cases(folder) == [] and jaws_page.arch_cases(folder) == []
        (folder / "arch14").mkdir()
        for tooth in ("canine-left", "incisor-2-left", "molar-1-right"):
            (folder / "arch14" / f"{tooth}.ply").touch()
        assert [case.name for case in jaws_page.arch_cases(folder)] == [
            "canine-left, incisor-2-left"]
    print("jaws_page.py counts right")


if __name__ == "__main__":
    sys.exit(main())
