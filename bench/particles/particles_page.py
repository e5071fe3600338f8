#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes docs/results/particles.md and its plots from runs of particles_bench.

    particles_bench --device software --json software.json
    particles_bench --device opengl --json opengl.json        # Mesa, or a GPU
    python3 bench/particles/particles_page.py software.json opengl.json ... [--out docs/results]

Refuses runs whose impacts are not the same, bit by bit, on all devices. Plots need gnuplot.
"""
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "papers"))
from paper_page import (PaperRun, Refused, exponent, number, page_of_runs, plot, table,  # noqa: E402
                        write_page)

COLOURS = ("#7a0026", "#fc9272", "#08306b", "#31a354", "#e31a1c", "#888888")
FLIGHTS = ("first order", "second order")

# What the compute stage does for a particle against one bounded plane, first order, in one frame,
# counted in the text of the shaders: hashes of 32 bits for birth and start (seven numbers of three
# rounds, each of eight operations, and two rounds in common), the cell of the start, loop and record;
# operations on doubles for birth, start, reach, box, root and bounds.
INTEGER_OPERATIONS = 7 * 3 * 8 + 2 * 8 + 60 + 60
DOUBLE_OPERATIONS = 20 + 25 + 25 + 45 + 45 + 60
RECORD_BYTES = 24
# Peaks by maker's data: bytes a second, operations on doubles (not fused) and integers a second.
PEAKS = {"H200": (4.8e12, 17e12, 16.7e12), "H100": (3.35e12, 17e12, 16.7e12)}


class Run(PaperRun):
    def __init__(self, path):
        super().__init__(path, "particles")


def check_hashes(runs):
    """The same impacts on every device."""
    seen = {}
    for run in runs:
        for part in ("colliders", "frames"):
            for row in run.data.get(part, []):
                key = (part, row["flight"], row["colliders"], row["particles"])
                if seen.setdefault(key, row["hash"]) != row["hash"]:
                    raise Refused(f"{run.path}: other impacts than before for {key}")


def rate(row):
    return row["particles"] / row["seconds"] * 1e-6


def told_by_device(row):
    """Seconds by the device's own clock, if it has one: Mesa's drawing on the processor tells a nanosecond."""
    seconds = row.get("device_seconds", 0)
    return seconds if seconds > 1e-8 else None


def solutions_section(runs):
    text = ""
    for run in runs:
        rows = run.data.get("solutions")
        if rows:
            text += f"\n{run.title}, one thread:\n\n" + table(
                ("surface", "flight", "million a second", "met", "left open", "hash"),
                [(row["surface"], row["flight"], number(row["millions_per_second"]),
                  f"{100 * row['met']:.0f} %", f"{100 * row['left_open']:.3g} %", f"`{row['hash']}`")
                 for row in rows])
    return text


def colliders_section(runs, folder):
    text, series = "", {}
    for run in runs:
        rows = run.data.get("colliders", [])
        for flight in FLIGHTS:
            points = [(row["colliders"], 1e9 * row["seconds"] / row["particles"])
                      for row in rows if row["flight"] == flight]
            if points:
                series[f"{run.title}, {flight}"] = points
                text += (f"- {run.title}, {flight}: nanoseconds a particle grow like the number of "
                         f"colliders to the power of {exponent(points):.2f}.\n")
        if rows:
            text += "\n" + table(
                ("colliders", "flight", "million particles a second", "device alone", "impacts", "hash"),
                [(row["colliders"], row["flight"], number(rate(row)),
                  number(row["particles"] / told_by_device(row) * 1e-6) if told_by_device(row) else "–",
                  row["impacts"], f"`{row['hash']}`") for row in rows]) + "\n"
    if series:
        plot(folder / "particles-colliders.svg", "half a second of a shower over a field",
             ("colliders", "nanoseconds a particle"), series,
             ("set logscale xy", "set format y '%g'"), COLOURS)
        text += "\n![cost of a particle against colliders](particles-colliders.svg)\n"
    return text


def frames_table(run):
    rows = []
    for row in run.data.get("frames", []):
        alone = told_by_device(row)
        rows.append((f"{row['particles']:,}", row["colliders"], row["flight"],
                     number(1e3 * row["seconds"]), number(1e3 * alone) if alone else "–",
                     row["impacts"], row.get("by_device", "–"), row.get("by_processor", "–"),
                     f"`{row['hash']}`"))
    return table(("particles", "colliders", "flight", "ms a frame", "ms of the device", "impacts",
                  "lives by the device", "left to the processor", "hash"), rows)


def bound_of(run):
    """How near the GPU comes to what it could do, of the largest frame with one plane."""
    peaks = next((PEAKS[name] for name in PEAKS if name in run.data["device"]["name"]), None)
    rows = [row for row in run.data.get("frames", [])
            if row["colliders"] == 1 and row["flight"] == "first order" and told_by_device(row)]
    if not peaks or not rows:
        return ""
    row = max(rows, key=lambda row: row["particles"])
    memory = RECORD_BYTES * (row["by_device"] + row["by_processor"]) / peaks[0]
    doubles = DOUBLE_OPERATIONS * row["particles"] / peaks[1]
    integers = INTEGER_OPERATIONS * row["particles"] / peaks[2]
    bound = max(memory, doubles, integers)
    return (f"\n{run.title}, {row['particles']:,} particles, one plane, first order. Bounds: memory "
            f"{RECORD_BYTES} bytes x {row['by_device'] + row['by_processor']} records / "
            f"{peaks[0]:.3g} bytes/s = {1e3 * memory:.3g} ms; doubles {DOUBLE_OPERATIONS} x "
            f"{row['particles']:,} / {peaks[1]:.3g}/s = {1e3 * doubles:.3g} ms; integers "
            f"{INTEGER_OPERATIONS} x {row['particles']:,} / {peaks[2]:.3g}/s = {1e3 * integers:.3g} ms. "
            f"Measured: {1e3 * row['device_seconds']:.3g} ms, {row['device_seconds'] / bound:.2f} times "
            "the largest bound.\n")


def frames_section(runs):
    return "".join(f"\n{run.title}:\n\n{frames_table(run)}{bound_of(run)}"
                   for run in runs if run.data.get("frames"))


def feedback_section(runs):
    text = ""
    for run in runs:
        rows = run.data.get("feedback")
        if rows:
            text += f"\n{run.title}:\n\n" + table(
                ("feedback", "ms", "impacts told apart"),
                [(row["way"], number(1e3 * row["seconds"]), row["told"]) for row in rows])
    return text


def stepping_section(runs, folder):
    for run in runs:
        found = run.data.get("stepping")
        if not found:
            continue
        steps = found["steps"]
        closed = found["closed_form_nanoseconds"]
        right = next((row for row in steps if row["wrong"] == 0), steps[-1])
        plot(folder / "particles-stepping.svg", f"particles that hit something else, or nothing, {run.title}",
             ("nanoseconds a particle", "percent wrong"),
             {"in steps": [(row["nanoseconds_per_particle"], max(100 * row["wrong"], 1e-3))
                           for row in steps],
              "closed form": [(closed, 1e-3)]},
             ("set logscale xy", "set format x '%g'", "set format y '%g'"), COLOURS)
        return (f"\n{run.title}, one thread, {found['particles']:,} particles, nine colliders, second "
                f"order, {found['impacts']} impacts (`{found['hash']}`). Closed form: {number(closed)} ns "
                f"a particle. To have no more than {100 * right['wrong']:.2g} % wrong takes "
                f"{right['steps_per_second']:.0f} steps a second, "
                f"{right['nanoseconds_per_particle'] / closed:.0f} times as long.\n\n" + table(
                    ("steps a second", "ns a particle", "wrong"),
                    [(f"{row['steps_per_second']:.0f}", number(row["nanoseconds_per_particle"]),
                      f"{100 * row['wrong']:.3g} %") for row in steps])
                + "\n![wrong particles against cost](particles-stepping.svg)\n")
    return ""


PAGE = """# Particles in closed form, measured

Written by `bench/particles/particles_page.py` from runs of `particles_bench`. Hashes are of all impacts
with all their numbers; the generator refuses runs in which they differ between devices.

{machines}
Times of the processor are of the process, on one thread, least of some runs; those of OpenGL are on the
wall, with what the processor adds to them, beside what the device tells of itself.

## Solutions of one flight and one surface
{solutions}
Of a curved surface and a flight of second order the packet says only what is surely not hit; the rest
goes one by one.

## Against the number of colliders

Half a second of a shower over a field of rectangles, discs, ellipsoids and cylinders, which share the
field whatever their number.

{colliders}
## Frames

A sixtieth of a second.
{frames}
## Records against maps

One frame over ten colliders; a map tells apart only what falls into different texels.
{feedback}
## What it costs to miss as little in steps

An integrator whose positions are exact at the ends of its steps, and which looks only at surfaces whose
box a step touches.
{stepping}"""


def machine(run):
    device = run.data["device"]
    load = run.data.get("load")
    busy = f"; {load:.1f} other programs at work on it in the mean" if load is not None else ""
    return (f"- **{run.title}**: {device['name']}, {device['driver']} {device['version']}; "
            f"{run.data['processor']}, {run.data['cores']} cores{busy}\n")


def page(runs, folder):
    machines = "".join(machine(run) for run in runs)
    return PAGE.format(machines=machines, solutions=solutions_section(runs),
                       colliders=colliders_section(runs, folder), frames=frames_section(runs),
                       feedback=feedback_section(runs), stepping=stepping_section(runs, folder))


if __name__ == "__main__":
    write_page("particles", __doc__, page_of_runs(Run, (check_hashes,), page))
