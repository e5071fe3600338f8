#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes the section about planes of projection of docs/results/myszkowski.md and its plots.

    myszkowski_bench --device software --part planes --json planes.json
    python3 bench/papers/myszkowski_planes_page.py planes.json [--out docs/results]

The rest of the page stays as it is. Refuses a run in which more directions miss more than fewer, or
in which chance explains the misses no more (see CHANCE).
"""
import argparse
import json
import pathlib
import sys

from paper_page import PaperRun, Refused, number, plot, table

HEADING = "## How many planes"
COUNTS = (1, 2, 3, 4, 7, 13, 16, 25)
# Percentage points by which misses may differ from what chance makes them, in any cell of the table.
CHANCE = 8
FINE = 64  # pixels at which kinds and choices are compared
COLOURS = ("#08306b", "#2171b5", "#6baed6", "#31a354", "#e31a1c", "#fd8d3c")


def kept_section(folder):
    """This section as it stands in the page, for whoever writes the rest of it anew."""
    page = folder / "myszkowski.md"
    text = page.read_text(encoding="utf-8") if page.exists() else ""
    return text[text.index(HEADING):] if HEADING in text else ""


class Planes:
    def __init__(self, run):
        if "planes" not in run.data:
            raise Refused(f"{run.path}: was made without --part planes")
        self.data = run.data["planes"]
        self.entries = self.data["entries"]
        self.resolutions = self.data["resolutions"]
        for entry in self.entries:
            wrong = entry["wrong"]
            if entry["depth"] != "apart" and wrong != sorted(wrong, reverse=True):
                raise Refused(f"{run.path}: more directions miss more than fewer")

    def of(self, **wanted):
        return [entry for entry in self.entries
                if all(entry[field] == value for field, value in wanted.items())]

    def pairs(self, **wanted):
        return sum(entry["pairs"] for entry in self.of(**wanted))

    def sum(self, field, count, **wanted):
        """Over all pairs, of the first `count` directions."""
        return sum(entry[field][min(count, len(entry[field])) - 1] for entry in self.of(**wanted)
                   if entry[field])

    def percent(self, field, count, **wanted):
        return 100 * self.sum(field, count, **wanted) / self.pairs(**wanted)

    def each(self, field, count, **wanted):
        """Of a pair."""
        return self.sum(field, count, **wanted) / self.pairs(**wanted)


def percent(value):
    return f"{value:.1f}" if 0 < value < 99.95 else f"{value:.0f}"


def misses_table(planes, depth):
    rows = [(resolution, *(f"{percent(planes.percent('wrong', n, **wanted))} "
                           f"({percent(planes.percent('expected', n, **wanted))})" for n in COUNTS))
            for resolution in planes.resolutions
            for wanted in [{"choice": "spread", "resolution": resolution, "depth": depth}]]
    return table(("pixels", *(f"{n}" for n in COUNTS)), rows)


def farthest_from_chance(planes):
    """(percentage points, mean) over the cells of the table."""
    off = [abs(planes.percent("wrong", n, **wanted) - planes.percent("expected", n, **wanted))
           for resolution in planes.resolutions for n in COUNTS
           for wanted in [{"choice": "spread", "resolution": resolution, "depth": "grazing"}]]
    if max(off) > CHANCE:
        raise Refused(f"misses are {max(off):.1f} percentage points from what chance makes them")
    return max(off), sum(off) / len(off)


def choices_table(planes):
    rows = []
    for choice in planes.data["choices"]:
        wanted = {"choice": choice, "resolution": FINE, "depth": "grazing"}
        longest = max(len(entry["wrong"]) for entry in planes.of(**wanted))
        rows.append((choice, *(percent(planes.percent("wrong", n, **wanted)) if n <= longest else "–"
                               for n in COUNTS)))
    return table(("directions", *(f"{n}" for n in COUNTS)), rows)


def kinds_table(planes):
    rows = [(kind, planes.pairs(**wanted), *(percent(planes.percent("wrong", n, **wanted))
                                             for n in COUNTS))
            for kind in planes.data["kinds"]
            for wanted in [{"choice": "spread", "resolution": FINE, "depth": "grazing",
                            "kind": kind}]]
    return table(("bodies", "pairs", *(f"{n}" for n in COUNTS)), rows)


def same_pixels(planes):
    """[(directions, resolution)] with equal numbers of pixels, one direction last."""
    return [[(4, resolution // 2), (1, resolution)]
            for resolution in planes.resolutions if resolution // 2 in planes.resolutions] + [
        [(16, resolution // 4), (1, resolution)]
        for resolution in planes.resolutions if resolution // 4 in planes.resolutions]


def trade_table(planes):
    """As many pixels in several directions, or in one."""
    rows, finer_wins = [], 0
    for group in same_pixels(planes):
        missed = []
        for count, resolution in group:
            wanted = {"choice": "spread", "resolution": resolution}
            missed.append(planes.percent("wrong", count, **wanted, depth="grazing"))
            rows.append((f"{count} x {resolution}", percent(missed[-1]),
                         *(f"{planes.each(field, count, **wanted, depth=depth):,.0f}"
                           for depth in ("grazing", "apart") for field in ("triangles", "pixels"))))
        finer_wins += missed[1] <= missed[0]
    return table(("directions x pixels", "missed, %", "grazing: triangles drawn", "pixels of windows",
                  "apart: triangles drawn", "pixels of windows"), rows), finer_wins, len(rows) // 2


def cost_table(planes):
    wanted = {"choice": "spread", "resolution": FINE}
    rows = []
    for what, depth in (("apart: all are looked along", "apart"),
                        ("grazing", "grazing"), ("deep: the first shows it", "deep")):
        for field, words in (("triangles", "triangles drawn"), ("pixels", "pixels of windows"),
                             ("milliseconds", "milliseconds")):
            rows.append((what, words,
                         *(number(planes.each(field, n, **wanted, depth=depth)) if field == "milliseconds"
                           else f"{planes.each(field, n, **wanted, depth=depth):,.0f}"
                           for n in COUNTS)))
    return table(("pairs", "of a pair", *(f"{n}" for n in COUNTS)), rows)


def plots(planes, folder):
    ticks = "set xtics (" + ", ".join(map(str, COUNTS)) + ")"
    series = {}
    for resolution in planes.resolutions:
        wanted = {"choice": "spread", "resolution": resolution, "depth": "grazing"}
        series[f"{resolution} pixels"] = [(n, planes.percent("wrong", n, **wanted))
                                          for n in range(1, 26)]
    for resolution in planes.resolutions:
        wanted = {"choice": "spread", "resolution": resolution, "depth": "grazing"}
        series[f"{resolution}, by chance"] = [(n, planes.percent("expected", n, **wanted))
                                              for n in range(1, 26)]
    shades = COLOURS[:len(planes.resolutions)]
    pale = ("#b0bccd", "#b5cfe6", "#d3e6f2", "#bfe0c6", "#f6bcbc")[:len(planes.resolutions)]
    plot(folder / "myszkowski-planes.svg", "grazing overlaps missed, by the number of directions",
         ("directions", "missed, %"), series,
         ("set logscale x", ticks, "set xrange [0.95:26]", "set yrange [0:100]"), (*shades, *pale))
    by_count = {}
    for n in (1, 3, 7, 25):
        by_count[f"{n} directions" if n > 1 else "1 direction"] = [
            (planes.each("pixels", n, **wanted), planes.percent("wrong", n, **wanted))
            for resolution in planes.resolutions
            for wanted in [{"choice": "spread", "resolution": resolution, "depth": "grazing"}]]
    plot(folder / "myszkowski-planes-cost.svg", "grazing overlaps missed, by what is drawn",
         ("pixels of windows, of a pair", "missed, %"), by_count,
         ("set logscale x", "set format x '%.0s%c'", "set yrange [0:100]"), COLOURS)


SECTION = HEADING + """

*"An open question is the number and parameters of such multiple projections"* (section 9). Measured on {pairs} random pairs of bodies
({kinds}) of about one unit's radius, pushed together along a random direction to where the exact engine says that they begin to
overlap, and then farther by {depths}. Each pair is looked at along {most} directions, one after the other, at {resolutions} pixels, so
that one round of queries tells what any number of the first of them (`--directions N`) would have found; the exact engine says what there is
to be found. This section is written by `bench/papers/myszkowski_planes_page.py`:

    myszkowski_bench --device software --part planes --json planes.json
    python3 bench/papers/myszkowski_planes_page.py planes.json

{device}. Misses, counts and the digest `{hash}` are the same on every machine.

### What was expected

An overlap is missed in one direction if no pixel's centre falls into its shadow. If the direction and the place of the pixels were random, the
chance to hit a shadow of area *s* with pixels of area *p* would be *s / p*, and the mean shadow of a convex body is a quarter of its surface
*S* (Cauchy). So the share that N directions miss should be the mean of (1 - S / 4p)^N over the pairs, with the exact surface of each overlap
and the pixels of each view: misses should fall with N as they would with N times as many pixels in one direction, and no direction should be much
better than another one.

### What came out

Grazing overlaps that are missed, in percent, by the number of directions; in brackets what chance makes of it:

{grazing}
![misses by the number of directions](myszkowski-planes.svg)

The two differ by {worst:.1f} percentage points at most, {mean:.1f} in the mean: the question has a plain answer, and it is a matter of chance. Shallow overlaps:

{shallow}
Deep ones are missed in {deep} of {deep_pairs} cases at {least} pixels with one direction, and by no more than {deep_more} with two.

**Which directions.** At {fine} pixels, grazing: *spread* begins with the direction that the boxes give, *refined* with that of the facing surfaces
(`--projection refined`), both spread evenly from there on; *planes* are those of `--planes 3`, as many as the normals ask for; *random* ones are drawn anew for each pair.

{choices}
To choose the first one well gains little where overlaps are about as small as a pixel: what counts is how many pixels there are.

**Which bodies.** At {fine} pixels, grazing:

{by_kind}
**More directions, or more pixels?** As many pixels in several directions, or in one; means of a pair, the search ends with the first overlap:

{trade}
With as many pixels one direction misses no more than several in {finer} of {trades} comparisons. By triangles it is much cheaper. By pixels several directions are the cheaper
ones where there is an overlap, since those that come after it need not be looked along:

![misses by what is drawn](myszkowski-planes-cost.svg)

**Cost** at {fine} pixels, software device, times on a machine that had other things to do:

{costs}
Pairs that are apart by 0.00001 to 0.0003 were called overlapping in {invented} of {apart_pairs} queries along all {most} directions: each direction is another chance for rounding, too.

**So:** one direction, and as many pixels as the smallest overlap that matters asks for: of overlaps with surface S about exp(-S / 4p) are missed. More
directions find about what one with as many pixels would, and draw all triangles again for each: they pay where pixels are dear and triangles few, where finer pixels cannot
be had (the largest target, or the floats that are drawn), and against the one direction that sees a large overlap edge-on, for which 2 or 3 are enough. To miss nothing there is `--refine`
([what it costs](../methods/depth.md#refined-nothing-is-missed)).
"""


def section(run, folder):
    planes = Planes(run)
    plots(planes, folder)
    worst, mean = farthest_from_chance(planes)
    trade, finer, trades = trade_table(planes)
    least = min(planes.resolutions)
    deep = {"choice": "spread", "resolution": least, "depth": "deep"}
    apart = {"choice": "spread", "depth": "apart"}
    depths = [f"{depth['least']:g} to {depth['most']:g} ({depth['name']})"
              for depth in planes.data["depths"] if depth["least"] > 0]
    return SECTION.format(
        pairs=f"{planes.pairs(choice='spread', resolution=least):,}",
        kinds=", ".join(planes.data["kinds"]), depths=", ".join(depths), most=max(COUNTS),
        resolutions=", ".join(map(str, planes.resolutions)), device=run.title,
        hash=planes.data["hash"], grazing=misses_table(planes, "grazing"),
        shallow=misses_table(planes, "shallow"), worst=worst, mean=mean,
        deep=planes.sum("wrong", 1, **deep), deep_pairs=planes.pairs(**deep), least=least,
        deep_more=planes.sum("wrong", 2, **deep), fine=FINE, choices=choices_table(planes),
        by_kind=kinds_table(planes), trade=trade, finer=finer, trades=trades,
        costs=cost_table(planes), invented=planes.sum("wrong", max(COUNTS), **apart),
        apart_pairs=planes.pairs(**apart))


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("run", metavar="RUN.json")
    parser.add_argument("--out", type=pathlib.Path, default=pathlib.Path("docs/results"))
    arguments = parser.parse_args()
    page = arguments.out / "myszkowski.md"
    try:
        text = page.read_text(encoding="utf-8")
        new = section(PaperRun(arguments.run, "myszkowski"), arguments.out)
    except (Refused, OSError, KeyError, json.JSONDecodeError) as refused:
        sys.exit(f"myszkowski_planes_page: {refused}")
    rest = text[:text.index(HEADING)] if HEADING in text else text.rstrip() + "\n\n"
    page.write_text(rest + new, encoding="utf-8")


if __name__ == "__main__":
    main()
