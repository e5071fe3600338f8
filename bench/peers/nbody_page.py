#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes docs/results/nbody.md and its plot from runs of nbody_bench, one for each machine.

    nbody_bench --json run.json
    python3 bench/peers/nbody_page.py run.json ... [--out docs/results]

Refuses runs in which impinge names other pairs than the exact engine, which disagree about what it
says, in which somebody used more than one thread, or during which the machine had other things to do.
Plots need gnuplot.
"""
import json
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "papers"))
from paper_page import Refused, exponent, number, plot, table, write_page  # noqa: E402

OURS = "impinge"
# Time on the processor by time on the clock, of every frame's median.
IDLE, THREADED = 0.9, 1.1
COLOURS = ("#e31a1c", "#08306b", "#31a354", "#756bb1", "#fd8d3c", "#a6611a")


class Run:
    """A JSON file of nbody_bench: peers by size and name."""

    def __init__(self, path):
        self.data = json.loads(pathlib.Path(path).read_text(encoding="utf-8"))
        if self.data.get("format") != "impinge-nbody":
            raise Refused(f"{path}: not a run of nbody_bench")
        self.sizes = {size["bodies"]: {peer["name"]: peer for peer in size["peers"]}
                      for size in self.data["sizes"]}
        for bodies, peers in self.sizes.items():
            if OURS not in peers:
                raise Refused(f"{path}: {OURS} did not take part")
            if peers[OURS]["missed"] or peers[OURS]["invented"]:
                raise Refused(f"{path}: {OURS} differs from the exact engine with {bodies} bodies")
            for name, peer in peers.items():
                share = peer["processor_ms"] / peer["whole_frame_ms"]
                if not IDLE <= share <= THREADED:
                    raise Refused(f"{path}: {name}, {bodies} bodies: {share:.2f} of a processor; " + (
                        "the machine was busy" if share < IDLE else "more than one thread"))

    def names(self):
        return list(dict.fromkeys(name for peers in self.sizes.values() for name in peers))

    def title(self):
        return f"{self.data['processor']}, {self.data['cores']} cores, gcc {self.data['compiler']}"

    def values(self, name, field):
        return [(bodies, peers[name][field]) for bodies, peers in self.sizes.items()
                if name in peers]


def check_answers(runs):
    """Equal sizes and seeds have equal answers, whatever the machine."""
    said = {}
    for run in runs:
        for bodies, peers in run.sizes.items():
            case = (bodies, run.data["seed"], run.data["frames"])
            if said.setdefault(case, peers[OURS]["hash"]) != peers[OURS]["hash"]:
                raise Refused(f"with {bodies} bodies, two runs of {OURS} differ")


def cell(run, bodies, name, field):
    peer = run.sizes[bodies].get(name)
    if peer is None:
        return "–"
    ours = run.sizes[bodies][OURS][field]
    times = "" if name == OURS else f" ({number(peer[field] / ours)} x)"
    return number(peer[field]) + times


def times_table(run, field):
    rows = []
    for name in run.names():
        points = run.values(name, field)
        growth = f"{exponent(points):.2f}" if len(points) > 1 else "–"
        rows.append((name, *(cell(run, bodies, name, field) for bodies in run.sizes), growth))
    return table(("", *(f"{bodies:,} bodies" for bodies in run.sizes), "exponent"), rows)


def answers_table(run):
    rows = []
    for bodies, peers in run.sizes.items():
        for name, peer in peers.items():
            wrong = peer["missed"] + peer["invented"]
            rows.append((f"{bodies:,}", name, number(peer["candidates_per_frame"]),
                         f"{peer['colliding_per_frame']:.1f}",
                         f"{peer['missed']} missed, {peer['invented']} invented" if wrong
                         else "all right", f"`{peer['hash']}`"))
    return table(("bodies", "", "candidates a frame", "colliding pairs a frame",
                  f"against the exact engine, over {run.data['frames']} frames", "hash"), rows)


def factor(run, bodies, name):
    peers = run.sizes[bodies]
    return peers[name]["whole_frame_ms"] / peers[OURS]["whole_frame_ms"]


def plainly(run):
    lines = []
    for bodies, peers in run.sizes.items():
        others = [name for name in peers if name != OURS]
        if not others:
            continue
        nearest = min(others, key=lambda name: peers[name]["whole_frame_ms"])
        ms = peers[OURS]["whole_frame_ms"]
        text = (f"- {bodies:,} bodies: {number(ms)} ms a frame, {number(1e6 * ms / bodies)} ns a body; "
                f"{factor(run, bodies, nearest):.1f} times as fast as the next, *{nearest}*")
        if "FCL" in peers and nearest != "FCL":
            text += f", {factor(run, bodies, 'FCL'):.1f} times as fast as FCL"
        lines.append(text + ".")
    wrong = {}
    for peers in run.sizes.values():
        for name, peer in peers.items():
            wrong[name] = wrong.get(name, 0) + peer["missed"] + peer["invented"]
    differ = [f"{name} ({count} pairs)" for name, count in wrong.items() if count]
    lines.append("- Answers that differ from the exact engine's: "
                 + (", ".join(differ) if differ else "none") + ".")
    return "\n".join(lines)


def machine_section(i, run, folder):
    name = f"nbody-{i + 1}.svg"
    plot(folder / name, f"milliseconds a frame, {run.data['processor']}, one thread",
         ("bodies", "milliseconds"),
         {peer: run.values(peer, "whole_frame_ms") for peer in run.names()},
         ("set logscale xy", "set format y '%g'",
          f"set xrange [{min(run.sizes) / 1.3}:{max(run.sizes) * 1.3}]"), COLOURS)
    peers = next(iter(run.sizes.values())).values()
    return SECTION.format(
        title=run.title(), plainly=plainly(run), whole=times_table(run, "whole_frame_ms"),
        broad=times_table(run, "broad_phase_ms"), answers=answers_table(run), plot=name,
        configurations="\n".join(f"- {peer['name']}: {peer['configuration']}" for peer in peers))


SECTION = """## {title}

{plainly}

Whole frames, milliseconds, medians (in brackets: times as long as impinge), and the exponent of the
power law through them; 1 is linear.

{whole}
![milliseconds against the number of bodies]({plot})

Of these, until the candidates are known: taking over the poses, boxes, broad phase.

{broad}
{answers}
How each was set up:

{configurations}
"""

PAGE = """# Many convex bodies, beside other libraries

The swarm of Cohen, Lin, Manocha and Ponamgi 1995, section 6: random polytopes of about 36 faces that fill
1 % of a cube, fly a tenth of their radius and turn ten degrees in each frame and bounce off its walls. They pass
through each other, so that as many collide in each frame as do at random places. Measured by `bench/peers/nbody_bench`; this page is written by
`bench/peers/nbody_page.py`, which takes every figure from runs, and refuses runs in which impinge names
other pairs than the exact engine.

    make bench    # builds build/bench/bin/nbody_bench; then, for this page:
    nbody_bench --json run.json
    python3 bench/peers/nbody_page.py run.json

All poses are worked out beforehand, and everybody is asked
about the same ones, on one thread, taking turns of ten frames; the first ten frames are not timed. A frame
begins with the poses in memory and ends with the list of colliding pairs: handing the poses over, boxes,
candidates, verdicts. What a library keeps between frames is its own matter. Embree has no bodies: it is
given boxes by the same kernel that impinge uses itself, and only candidates have their vertices placed for libccd. *Missed* pairs interfere and were
not named, *invented* ones were named and are apart, both by `check_all()`, which decides with exact
predicates. The other libraries are those of Debian 12, built for plain x86-64; each was tried in several
configurations, of which one of the fastest is shown (two of Embree, where it depends on the number of bodies).

{sections}"""


def make(paths, folder):
    runs = [Run(path) for path in paths]
    check_answers(runs)
    return PAGE.format(sections="\n".join(machine_section(i, run, folder)
                                          for i, run in enumerate(runs)))


if __name__ == "__main__":
    write_page("nbody", __doc__, make)
