#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""myszkowski_planes_page.py refuses runs that cannot be, and leaves the rest of the page alone."""
import copy
import pathlib
import sys
import tempfile

import myszkowski_planes_page as page
from paper_page import PaperRun, is_refused

RESOLUTIONS = (16, 32, 64)
CHOICES = ("spread", "refined", "planes", "random")
DEPTHS = (("grazing", 0.001), ("shallow", 0.01), ("deep", 0.1), ("apart", -0.1))


def entry(choice, resolution, depth):
    directions = 3 if choice == "planes" else 25
    missed = [50 - n for n in range(directions)] if depth != "apart" else [0] * directions
    return {"choice": choice, "resolution": resolution, "depth": depth, "kind": "balls", "pairs": 100,
            "wrong": missed, "expected": [float(n) for n in missed],
            "milliseconds": [1.0] * directions, "triangles": [10] * directions,
            "pixels": [99] * directions}


RUN = {"format": "impinge-myszkowski", "size": 1, "processor": "one", "cores": 1,
       "device": {"kind": "software", "name": "processor", "threads": 1},
       "planes": {"kinds": ["balls"], "resolutions": RESOLUTIONS, "choices": CHOICES, "freed": 0,
                  "hash": "0123", "depths": [{"name": name, "least": least, "most": 3 * least}
                                             for name, least in DEPTHS],
                  "entries": [entry(choice, resolution, depth) for choice in CHOICES
                              for resolution in RESOLUTIONS for depth, _ in DEPTHS]}}


def section(paths):
    with tempfile.TemporaryDirectory() as folder:
        page.plot = lambda *_: None
        return page.section(PaperRun(paths[0], "myszkowski"), pathlib.Path(folder))


def changed(change):
    run = copy.deepcopy(RUN)
    change(run["planes"]["entries"][0])
    return run


def main():
    assert not is_refused(section, RUN)
    assert is_refused(section, {**RUN, "planes": None, "size": 0.1})
    assert is_refused(section, {key: value for key, value in RUN.items() if key != "planes"})
    assert is_refused(section, changed(lambda one: one["wrong"].reverse()))
    assert is_refused(section, changed(lambda one: one.update(expected=[80.0] * 25)))
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        assert page.kept_section(folder) == ""
        (folder / "myszkowski.md").write_text(f"# Before\n\n{page.HEADING}\n\nwords\n")
        assert page.kept_section(folder) == f"{page.HEADING}\n\nwords\n"
    print("myszkowski_planes_page.py refuses what it should")


if __name__ == "__main__":
    sys.exit(main())
