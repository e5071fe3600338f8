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
COLOURS = ("#08306b", "#fc9272", "#e31a1c", "#31a354")
STAGES = (("boxes_ms", "boxes"), ("broad_phase_ms", "sorting"),
          ("narrow_phase_ms", "verdicts"))
# As the paper states it, in frames per second with fixed cubes.
PUBLISHED = {1000: 23}


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

    def line(self, graph, variant, field="step_ms"):
        return [(value, variants[variant][field])
                for value, variants in self.graphs[graph].items()]


def some_values(graph):
    """About ten of them, the first and the last included."""
    values = list(graph)
    step = max(1, len(values) // 10)
    return sorted({*values[step - 1::step], values[0], values[-1]})


def times_table(run, name):
    graph = run.graphs[name]
    rows = [(f"{value:g}", *(number(graph[value][v]["step_ms"]) for v in (FIXED, FACES, EDGES, DEFAULT)),
             *(number(graph[value][v]["candidates_per_frame"]) for v in (FIXED, EDGES)),
             f"{graph[value][FIXED]['colliding_per_frame']:.1f}")
            for value in some_values(graph)]
    return table((run.axes[name], FIXED, FACES, EDGES, DEFAULT, "candidates, fixed", "dynamic",
                  "colliding pairs"), rows)


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
    for variant in (FIXED, FACES, EDGES, DEFAULT):
        points = run.line("number", variant)
        upper = [point for point in points if point[0] >= points[-1][0] / 2]
        rows.append((variant, f"{exponent(points):.2f}", f"{exponent(upper):.2f}",
                     number(1e6 * points[-1][1] / points[-1][0])))
    return table(("", "exponent", "upper half", "ns a body with the most bodies"), rows)


def graph_plot(run, name, folder):
    file = f"icollide-{name}.svg"
    plot(folder / file, f"a frame of 1,000 polytopes against {run.axes[name]}" if name != "number"
         else "a frame against the number of polytopes", (run.axes[name], "milliseconds"),
         {v: run.line(name, v) for v in (FIXED, FACES, EDGES, DEFAULT)},
         ("set yrange [0:*]",), COLOURS)
    return f"![milliseconds against {run.axes[name]}]({file})\n"


def stages_plot(run, variant, number_of_graph, folder):
    file = f"icollide-stages-{number_of_graph}.svg"
    series = {"all": run.line("rotation", variant)}
    series |= {title: run.line("rotation", variant, field) for field, title in STAGES}
    plot(folder / file, f"stages of a frame, {variant}", (run.axes["rotation"], "milliseconds"),
         series, ("set yrange [0:*]",), COLOURS)
    return f"![stages with {variant}]({file})\n"


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
that as many collide in each frame; and the last stage decides each pair by a
[proof](../methods/closest-features.md#the-verdict) instead of walking to its closest features.

- *Fixed cubes* and *dynamic boxes* are those of section 4.1 (method 1 walks through the Voronoi regions of
  vertices, method 2 to ever more extreme neighbours), with the sweep of section 4.2 (insertion sort).
- *By default* is what `World` does when it is not told: tight boxes, and the broad phase that it picks itself.

The verdicts of all of them are those of the exact engine in every frame, which the paper's program could not
promise.

## Said plainly

{plainly}

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
{translation_table}"""


def page(run, folder):
    parts = {}
    for name in ("number", "faces", "density", "rotation", "translation"):
        parts[f"{name}_plot"] = graph_plot(run, name, folder)
        parts[f"{name}_table"] = times_table(run, name)
    machine = f"{run.data['processor']}, {run.data['cores']} cores, gcc {run.data['compiler']}"
    return PAGE.format(machine=machine, frames=run.data["frames"], plainly=plainly(run),
                       growth=growth_table(run), stages_5=stages_plot(run, EDGES, 5, folder),
                       stages_6=stages_plot(run, FIXED, 6, folder),
                       stages_table=stages_table(run, "rotation", (EDGES, FIXED)), **parts)


def make(paths, folder):
    if len(paths) != 1:
        raise Refused("one run at a time")
    return page(Run(paths[0]), folder)


if __name__ == "__main__":
    write_page("icollide", __doc__, make)
