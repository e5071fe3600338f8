#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes docs/results/icollide.md and its plots from a run of icollide_bench.

    icollide_bench --json run.json
    python3 bench/papers/icollide_page.py run.json [--out docs/results]

Refuses runs that leave out points or graphs, and runs in which a variant names other pairs than the
exact engine. Plots need gnuplot.
"""
import json
import pathlib

from paper_page import Refused, exponent, number, plot, table, write_page

FIXED, FACES, EDGES, DEFAULT = ("fixed cubes", "dynamic boxes, method 1",
                                "dynamic boxes, method 2", "by default")
LINES = (FIXED, EDGES, DEFAULT)  # of which each has a twin that walks
COLOURS = ("#08306b", "#6baed6", "#a50f15", "#fb6a4a", "#006d2c", "#74c476")
STAGE_COLOURS = ("#000000", "#08519c", "#a50f15", "#006d2c", "#74c476")
STAGES = (("boxes_ms", "boxes"), ("broad_phase_ms", "sorting"),
          ("narrow_phase_ms", "verdicts"))
# As the paper states it, in frames per second with fixed cubes.
PUBLISHED = {1000: 23}


def walked(variant):
    """The same with verdicts from the closest features."""
    return f"{variant}, walk"


class Run:
    """A JSON file of icollide_bench: for each graph, variants by value and name."""

    def __init__(self, path):
        self.data = json.loads(pathlib.Path(path).read_text(encoding="utf-8"))
        if self.data.get("format") != "impinge-icollide":
            raise Refused(f"{path}: not a run of icollide_bench")
        if self.data["every"] != 1:
            raise Refused(f"{path}: a quick look at each {self.data['every']}th point")
        self.graphs = {graph["name"]: {point["value"]: {v["name"]: v for v in point["variants"]}
                                       for point in graph["points"]}
                       for graph in self.data["graphs"]}
        self.axes = {graph["name"]: graph["axis"] for graph in self.data["graphs"]}
        for name, graph in self.graphs.items():
            for value, variants in graph.items():
                for variant in variants.values():
                    if variant["missed"] or variant["invented"]:
                        raise Refused(f"{path}: {name} {value}: '{variant['name']}' differs from "
                                      "the exact engine")
                if len({variant["hash"] for variant in variants.values()}) > 1:
                    raise Refused(f"{path}: {name} {value}: variants name different pairs")

    def line(self, graph, variant, field="step_ms"):
        return [(value, variants[variant][field])
                for value, variants in self.graphs[graph].items()]


def some_values(graph):
    """About ten of them, the first and the last included."""
    values = list(graph)
    step = max(1, len(values) // 10)
    return sorted({*values[step - 1::step], values[0], values[-1]})


def pair_ns(variant):
    """Nanoseconds of a candidate pair in the last stage."""
    return 1e6 * variant["narrow_phase_ms"] / variant["candidates_per_frame"]


def times_table(run, name):
    graph = run.graphs[name]
    kinds = (FIXED, walked(FIXED), FACES, EDGES, walked(EDGES), DEFAULT, walked(DEFAULT))
    rows = [(f"{value:g}", *(number(graph[value][v]["step_ms"]) for v in kinds),
             *(number(graph[value][v]["candidates_per_frame"]) for v in (FIXED, EDGES)),
             f"{graph[value][FIXED]['colliding_per_frame']:.1f}")
            for value in some_values(graph)]
    return table((run.axes[name], *(kind.replace("dynamic boxes", "dynamic") for kind in kinds),
                  "candidates, fixed", "dynamic", "colliding pairs"), rows)


def pairs_table(run, name):
    graph = run.graphs[name]
    rows = []
    for value, variants in graph.items():
        row = [f"{value:g}"]
        for kind in (FIXED, DEFAULT):
            proof, walk = pair_ns(variants[kind]), pair_ns(variants[walked(kind)])
            row += [f"{proof:.0f}", f"{walk:.0f}", f"{walk / proof:.2f}"]
        walk = variants[walked(DEFAULT)]
        row.append(f"{100 * walk['settled_by_features'] / walk['candidates_per_frame']:.0f} %")
        rows.append(row)
    return table((run.axes[name], "fixed cubes: proof, ns", "walk, ns", "ratio",
                  "tight boxes: proof, ns", "walk, ns", "ratio", "settled by the walk"), rows)


def stages_table(run, name, variants):
    graph = run.graphs[name]
    rows = []
    for value in some_values(graph):
        row = [f"{value:g}"]
        for variant in variants:
            row += [number(graph[value][variant][field]) for field, _ in STAGES]
            row.append(number(graph[value][variant]["swaps"]))
        rows.append(row)
    return table((run.axes[name], *(f"{variant}: {stage}" for variant in variants
                                    for stage in (*(title for _, title in STAGES), "swaps"))), rows)


def growth_table(run):
    rows = []
    for variant in (FIXED, walked(FIXED), FACES, EDGES, walked(EDGES), DEFAULT, walked(DEFAULT)):
        points = run.line("number", variant)
        upper = [point for point in points if point[0] >= points[-1][0] / 2]
        rows.append((variant, f"{exponent(points):.2f}", f"{exponent(upper):.2f}",
                     number(1e6 * points[-1][1] / points[-1][0])))
    return table(("", "exponent", "upper half", "ns a body with the most bodies"), rows)


def graph_plot(run, name, folder):
    file = f"icollide-{name}.svg"
    plot(folder / file, f"a frame of 1,000 polytopes against {run.axes[name]}" if name != "number"
         else "a frame against the number of polytopes", (run.axes[name], "milliseconds"),
         {v: run.line(name, v) for kind in LINES for v in (kind, walked(kind))},
         ("set yrange [0:*]",), COLOURS)
    return f"![milliseconds against {run.axes[name]}]({file})\n"


def pairs_plot(run, name, folder):
    file = f"icollide-{name}.svg"
    graph = run.graphs[name]
    plot(folder / file, "the verdict on a candidate pair", (run.axes[name], "nanoseconds"),
         {v: [(value, pair_ns(variants[v])) for value, variants in graph.items()]
          for kind in LINES for v in (kind, walked(kind))},
         ("set logscale xy", "set xtics (20, 50, 100, 200, 500, 1000, 2000)"), COLOURS)
    return f"![nanoseconds against {run.axes[name]}]({file})\n"


def stages_plot(run, variant, number_of_graph, folder):
    file = f"icollide-stages-{number_of_graph}.svg"
    series = {"all": run.line("rotation", variant)}
    series |= {title: run.line("rotation", variant, field) for field, title in STAGES}
    series["verdicts, walk"] = run.line("rotation", walked(variant), "narrow_phase_ms")
    plot(folder / file, f"stages of a frame, {variant}", (run.axes["rotation"], "milliseconds"),
         series, ("set yrange [0:*]",), STAGE_COLOURS)
    return f"![stages with {variant}]({file})\n"


def growth(run, name, variant, field="step_ms"):
    """How many times as much at the last value as at the first."""
    line = run.line(name, variant, field)
    return line[-1][1] / line[0][1]


def first_value(run, name, holds):
    """The first value of a graph from which on `holds` for all that follow; None if for none."""
    found = None
    for value, variants in run.graphs[name].items():
        found = (value if found is None else found) if holds(variants) else None
    return found


def verdict_on_the_walk(run):
    """Per candidate pair, over the faces of bodies that move little."""
    graph = run.graphs["coherence"]
    least, most = min(graph), max(graph)
    gains = first_value(run, "coherence", lambda v: pair_ns(v[walked(DEFAULT)]) < pair_ns(v[DEFAULT]))
    from_where = f"from {gains:g} faces on" if gains else f"nowhere up to {most:g} faces"
    return (f"from {least:g} to {most:g} faces a pair takes {growth_of_pairs(graph, walked(DEFAULT)):.1f} times as "
            f"long with the walk ({growth_of_pairs(run.graphs['shared'], walked(DEFAULT)):.1f} times where they are in the "
            f"caches), {growth_of_pairs(graph, DEFAULT):.1f} times with the proof; the walk is the faster "
            f"one {from_where}, and at 36 faces takes "
            f"{pair_ns(graph[36][walked(DEFAULT)]) / pair_ns(graph[36][DEFAULT]):.1f} times as long")


def growth_of_pairs(graph, variant):
    return pair_ns(graph[max(graph)][variant]) / pair_ns(graph[min(graph)][variant])


def comparison(run):
    exponents = {v: exponent(run.line("number", v)) for v in LINES}
    faster = first_value(run, "density", lambda v: v[EDGES]["step_ms"] < v[FIXED]["step_ms"])
    rows = (
        ("1, number", "nearly linear, with a small term of higher order that is larger with dynamic boxes; 23 "
         "frames a second at 1,000 with fixed cubes",
         "the swaps of sorted lists grow with the power 5/3 at one density, all else is linear; some hundred times as "
         "fast",
         f"powers {exponents[FIXED]:.2f} (fixed), {exponents[EDGES]:.2f} (dynamic); "
         f"{1000 / run.graphs['number'][1000][FIXED]['step_ms']:,.0f} frames a second; the broad phase that World "
         f"picks itself {exponents[DEFAULT]:.2f}"),
        ("2, faces", "dynamic boxes and exact detection take longer, sorting less, as bodies become round; "
         "fixed cubes nearly constant",
         "the same, but nothing left that is linear in the faces where bodies collide, since a common point is "
         "remembered",
         f"from {min(run.graphs['faces']):g} to {max(run.graphs['faces']):g} faces: fixed "
         f"{growth(run, 'faces', FIXED):.2f} times (with the walk {growth(run, 'faces', walked(FIXED)):.2f}), dynamic "
         f"{growth(run, 'faces', EDGES):.2f} times, of which boxes {growth(run, 'faces', EDGES, 'boxes_ms'):.2f}, sorting "
         f"{growth(run, 'faces', EDGES, 'broad_phase_ms'):.2f}"),
        ("3, density", "collisions grow linearly, time well below that", "the same",
         f"20 times as dense: {growth(run, 'density', FIXED, 'colliding_per_frame'):.1f} times the collisions, "
         f"{growth(run, 'density', FIXED):.1f} times the time with fixed cubes, "
         f"{growth(run, 'density', walked(FIXED)):.1f} with the walk"),
        ("4, rotation", "dynamic boxes get slower much faster than fixed cubes", "the same",
         f"20 times as fast a turn: dynamic {growth(run, 'rotation', EDGES):.2f} times, fixed "
         f"{growth(run, 'rotation', FIXED):.2f}; with the walk, which has more steps to go, "
         f"{growth(run, 'rotation', walked(EDGES)):.2f} and {growth(run, 'rotation', walked(FIXED)):.2f}"),
        ("5, 6, stages", "with dynamic boxes their update and the swaps grow; with fixed cubes both are almost "
         "constant", "the same",
         f"dynamic: boxes {growth(run, 'rotation', EDGES, 'boxes_ms'):.2f} times, swaps "
         f"{growth(run, 'rotation', EDGES, 'swaps'):.2f}; fixed: boxes "
         f"{growth(run, 'rotation', FIXED, 'boxes_ms'):.2f}, swaps {growth(run, 'rotation', FIXED, 'swaps'):.2f}"),
        ("which boxes", "fixed cubes faster in all ranges tested", "the same with sorted lists",
         "fixed cubes faster at all densities" if faster is None else f"dynamic boxes faster from {faster:g} % on"),
        ("the walk", "expected constant time a pair; linear in the faces where bodies collide",
         "constant, and slower than scans with vector instructions up to some thousand faces",
         verdict_on_the_walk(run)),
    )
    return table(("graph", "the paper", "expected here", "found"), rows)


def plainly(run):
    lines = []
    for bodies, frames in PUBLISHED.items():
        variants = run.graphs["number"][bodies]
        rate = {name: 1000 / variants[name]["step_ms"] for name in (FIXED, EDGES, DEFAULT)}
        lines.append(
            f"- With {bodies:,} polytopes and fixed cubes, {rate[FIXED]:,.0f} frames a second beside the "
            f"{frames} of the paper (on an HP-9000/750): {rate[FIXED] / frames:,.0f} times as many. "
            f"With dynamic boxes {rate[EDGES]:,.0f}, by default {rate[DEFAULT]:,.0f}.")
    for name, words in (("rotation", "turns"), ("translation", "flies")):
        first, last = run.graphs[name], list(run.graphs[name])
        ratio = {v: first[last[-1]][v]["step_ms"] / first[last[0]][v]["step_ms"]
                 for v in (FIXED, EDGES, DEFAULT)}
        lines.append(
            f"- A body that {words} {last[-1]:g} instead of {last[0]:g} {run.axes[name]} makes the frame "
            + ", ".join(f"{value:.2f} times as long ({v})" for v, value in ratio.items()) + ".")
    return "\n".join(lines)


PAGE = """# Sweep and prune, beside the paper it comes from

Section 6 of Cohen, Lin, Manocha and Ponamgi, *Interactive and Exact Collision Detection for Multi-Body
Environments* (1995), measured again by `bench/papers/icollide_bench`. This page is written by
`bench/papers/icollide_page.py`, which takes every figure from a run, and refuses runs in which a variant names
other pairs than the exact engine.

    make bench    # builds build/bench/bin/icollide_bench; then, for this page:
    icollide_bench --json run.json
    python3 bench/papers/icollide_page.py run.json

{machine}; one thread, medians of {frames} frames after ten that are not timed; all variants take turns at the
same poses, which are worked out beforehand. As in the paper: 1,000 polytopes of 36 faces that fill 1 % of a cube,
fly 10 % of their radius and turn 10 degrees in each frame, unless that is what varies; times are those of
collision detection alone, without moving the bodies. Other than in the paper, bodies pass through each other, so
that as many collide in each frame. The last stage decides each pair by a [proof](../methods/closest-features.md#the-verdict); lines
called *walk* walk to the closest features first, as the paper did, and [prove what these say](../methods/closest-features.md#by-the-walk).
{load}

- *Fixed cubes* and *dynamic boxes* are those of section 4.1 (method 1 walks through the Voronoi regions of
  vertices, method 2 to ever more extreme neighbours), with the sweep of section 4.2 (insertion sort).
- *By default* is what `World` does when it is not told: tight boxes, and the broad phase that it picks itself.

The verdicts of all of them are those of the exact engine in every frame, which the paper's program could not
promise; all of them name the same pairs.

## Said plainly

{plainly}

The paper's graphs are pictures without numbers; what it says about them in words, what we expected, and what came out:

{comparison}
## Graph 1: number of polytopes

{number_plot}
Milliseconds a frame:

{number_table}
Power laws through all points, and through the larger half of the numbers:

{growth}
## Graph 2: faces

{faces_plot}
{faces_table}
## Graph 3: density

{density_plot}
{density_table}
## Graph 4: rotational velocity

{rotation_plot}
{rotation_table}
## Graphs 5 and 6: the stages, dynamic boxes and fixed cubes

{stages_5}
{stages_6}
{stages_table}
## Translational velocity

The paper names this parameter, and shows no graph of it.

{translation_plot}
{translation_table}
## The walk and the proof, pair by pair

300 polytopes that fill 4 %, fly 1 % of their radius and turn one degree a frame: what the walk was made for. The
last stage, by the candidate pairs of a frame. Where boxes overlap and bodies do not, both answer; the walk's time is one step or two from
the features of the last frame, and the proof from their neighbours. Where bodies overlap, it is the common point of the last frame
in the cones of two faces. Of 64 different polytopes:

{coherence_plot}
{coherence_table}
Of two different ones, which mostly stay in the processor's caches; that a pair takes longer with more faces comes
largely from memory:

{shared_plot}
{shared_table}
## Frames 1 to 9

The paper's colour plates, made by the program: `tools/icollide_frames build/release/bin/impinge`. Bodies that collide are
red, boxes that overlap blue; yellow lines join the closest points of bodies whose boxes overlap.

{frames_1_to_9}"""

FRAMES = (
    (("1", "100 polytopes, 1 % density, 56 faces, with their boxes; those that overlap stand out"),
     ("2", "the same without boxes; closest features instead")),
    (("3", "200 polytopes, 1 % density, 56 faces"), ("4", "500 polytopes, 0.1 % density, 16 faces")),
    (("6", "a hand of sixteen parts in a kitchen, with the boxes of its parts and of what its own box overlaps"),
     ("7", "where boxes overlap, closest features appear")),
    (("8", "the fingers that touch a glass are red"), ("9", "and those in a bowl of fruit")),
)


def frame(name, words):
    return f"![frame {name}](../pictures/icollide-frame-{name}.png)<br>*Frame {name}: {words}*"


def frames_1_to_9():
    rows = [[frame(*picture) for picture in row] for row in FRAMES]
    stereo = frame("5", "the hand for the left and the right eye, as in a head-mounted display")
    return table(("", ""), rows[:2]) + "\n" + stereo + "\n\n" + table(("", ""), rows[2:])


def load_words(run):
    """How busy the machine was beside the run."""
    before, after = run.data["load_before"], run.data["load_after"]
    quiet = max(before, after) < 3
    return (f"The machine had a load of {before:.1f} when the run began and {after:.1f} when it ended"
            + (" (this run is 1 of it)." if quiet else
               ": it was **not quiet**, others worked on it. Since all variants take turns, ratios mean something; "
               "single times are longer than they should be."))


def page(run, folder):
    parts = {}
    for name in ("number", "faces", "density", "rotation", "translation"):
        parts[f"{name}_plot"] = graph_plot(run, name, folder)
        parts[f"{name}_table"] = times_table(run, name)
    machine = f"{run.data['processor']}, {run.data['cores']} cores, gcc {run.data['compiler']}"
    return PAGE.format(machine=machine, frames=run.data["frames"], plainly=plainly(run),
                       load=load_words(run), comparison=comparison(run), frames_1_to_9=frames_1_to_9(),
                       coherence_plot=pairs_plot(run, "coherence", folder),
                       coherence_table=pairs_table(run, "coherence"),
                       shared_plot=pairs_plot(run, "shared", folder),
                       shared_table=pairs_table(run, "shared"),
                       growth=growth_table(run), stages_5=stages_plot(run, EDGES, 5, folder),
                       stages_6=stages_plot(run, FIXED, 6, folder),
                       stages_table=stages_table(run, "rotation", (EDGES, FIXED)), **parts)


def make(paths, folder):
    if len(paths) != 1:
        raise Refused("one run at a time")
    return page(Run(paths[0]), folder)


if __name__ == "__main__":
    write_page("icollide", __doc__, make)
