#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes docs/results/cinder.md and its plots from runs of cinder_bench.

    cinder_bench --device software --json software.json
    cinder_bench --device opengl --json opengl.json        # Mesa, or a GPU
    python3 bench/papers/cinder_page.py software.json opengl.json ... [--out docs/results]

Refuses runs whose answers do not belong together: in every trial the software device and the exact
engine must say the same in all runs, bit for bit, other devices must name nearly the same pairs, and
no device may name pairs that the exact engine calls apart, but for the few that come nearer to each
other than a pixel.
Refuses costs that grow faster than linearly over the larger half of the sizes. Plots need gnuplot.
"""
from cinder_runs import (EDGE_RAYS, LINES, MOST_GROWTH, PAIR_TOLERANCE, PUBLISHED_EXIT,
                         PUBLISHED_PIXELS, Run, check_answers, check_growth, curves, growth,
                         linear_fit, mean, median, medians, upper_exponent, window_cell)
from cinder_words import plain_words
from paper_page import exponent, number, page_of_runs, plot, table, write_page

COLOURS = ("#7a0026", "#fc9272", "#e31a1c", "#08306b", "#31a354")
PHASES = (("rendering", "rendering"), ("reading", "reading"), ("parsing", "parsing"),
          ("querying", "queries"), ("handing_over", "handing over"))


def spread(variant, trials):
    """Mean, deviation, median; how many trials if not all."""
    if variant is None:
        return "–"
    ms = variant["milliseconds"]
    many = variant["trials"]
    fewer = "" if many == trials else ", 1 trial" if many == 1 else f", {many} trials"
    return (f"{number(ms['mean'])} ± {number(ms['deviation'])} ({number(ms['median'])}{fewer})")


def growth_table(runs, part):
    rows = []
    for run, line, points in curves(runs, part):
        start, slope, residual = linear_fit(medians(points))
        rows.append((run.title, line, f"{exponent(medians(points)):.2f}",
                     f"{upper_exponent(points):.2f}", number(start),
                     number(1000 * slope), f"{100 * residual:.0f} %"))
    return table(("device", "variant", "exponent", f"upper half (refused above {MOST_GROWTH})",
                  "linear fit: ms at 0", f"µs for each of the {part}",
                  "root mean square of relative residuals"), rows)


def times_table(run, part):
    trials = run.data["trials"]
    rows = [(f"{case[part]:,}", *(spread(case["variants"].get(line), trials) for line in LINES))
            for case in run.part(part)]
    return table((part, *LINES), rows)


def missed_cell(case, line):
    """Over the trials in which the exact engine was asked too."""
    if line not in case["variants"]:
        return "–"
    trials = [trial for trial in case["variants"][line]["found"] if "missed" in trial]
    wanted = sum(trial["pairs"] - trial["extra"] + trial["missed"] for trial in trials)
    missed = sum(trial["missed"] for trial in trials)
    extra = sum(trial["extra"] for trial in trials)
    return f"{missed:,} of {wanted:,}" + (f", {extra} too many" if extra else "")


def layers_cell(variant):
    layers = variant["work"]["layers"]
    return f"{number(layers['mean'])} (at most {layers['most']:.0f})"


def drawings_cell(case, line):
    variant = case["variants"].get(line)
    return number(variant["work"]["draws"]["mean"] / case["bodies"]) if variant else "–"


def pairs_table(run, part):
    rows = []
    for case in run.part(part):
        thesis, full = (case["variants"].get(line) for line in ("algorithm 4", "in full"))
        wanted = [trial["pairs"] for trial in case["variants"]["exact"]["found"]]
        row = [f"{case[part]:,}", number(sum(wanted) / len(wanted)),
               missed_cell(case, "algorithm 4"), missed_cell(case, "in full")]
        row += [window_cell(thesis), number(thesis["pixel_size"])] if thesis else ["–"] * 2
        row += ([number(full["pixel_size"]), number(full["work"]["windows"]["mean"]),
                 layers_cell(full)] if full else ["–"] * 3)
        row.append(" / ".join(drawings_cell(case, line) for line in EDGE_RAYS))
        rows.append(row)
    return table((part, "interfering pairs in a trial", "missed by algorithm 4", "missed in full",
                  "window of algorithm 4", "its pixel", "pixel in full", "windows in full",
                  "layers in full", "drawings of a body: " + " / ".join(EDGE_RAYS)), rows)


def series_tables(runs, part):
    return "\n".join(f"{run.title}, milliseconds: mean ± standard deviation (median).\n\n"
                     + times_table(run, part) + "\n" + pairs_table(run, part)
                     for run in runs if run.part(part))


def bar(variant):
    """Mean and the ends of its bar. No end below the fastest trial: the scale is logarithmic."""
    deviation = variant["milliseconds"]["deviation"]
    return (mean(variant), max(min(variant["times"]), mean(variant) - deviation),
            mean(variant) + deviation)


def series_plots(runs, part, folder):
    links = []
    for i, run in enumerate(runs):
        series = {line: [(size, *bar(variant)) for size, variant in growth(run, part, line)]
                  for line in LINES}
        series = {line: points for line, points in series.items() if points}
        if not series:
            continue
        sizes = [case[part] for case in run.part(part)]
        name = f"cinder-{part}-{i + 1}.svg"
        plot(folder / name, f"time against number of {part}, {run.title}", (part, "milliseconds"),
             series, ("set logscale xy", "set format x '%.0s%c'", "set format y '%g'",
                      f"set xrange [{min(sizes) / 1.3}:{max(sizes) * 1.3}]"), COLOURS,
             "yerrorlines")
        links.append(f"![time against {part}, {run.title}]({name})\n")
    return "\n".join(links)


def rest(variant):
    """What is neither drawing nor reading: boxes, windows, lists of pairs."""
    return mean(variant) - sum(variant["phases"][phase]["mean"] for phase, _ in PHASES)


def pixel_rows(run, trials):
    for case in run.part("table-4.1"):
        for name in ("read pixels", "collect pixels", "occlusion query"):
            variant = case["variants"][name]
            published = PUBLISHED_PIXELS.get((name, int(case["name"])))
            yield (window_cell(variant), name,
                   *(number(variant["phases"][phase]["mean"]) for phase, _ in PHASES),
                   number(rest(variant)), spread(variant, trials),
                   "–" if published is None else number(sum(published)))
        for name in ("exact", "FCL"):
            if name in case["variants"]:
                yield (f"{case['name']}", name, *("–",) * (len(PHASES) + 1),
                       spread(case["variants"][name], trials), "–")


def pixel_table(runs):
    text = table(("window", "method", "reading", "parsing", "rendering", "total"),
                 [(f"{width} x {480 if width == 640 else 256}", method, *values,
                   number(sum(values)))
                  for (method, width), values in PUBLISHED_PIXELS.items()])
    for run in runs:
        if run.part("table-4.1"):
            text += (f"\n{run.title}, milliseconds, means:\n\n"
                     + table(("window", "method", *(title for _, title in PHASES), "rest",
                              "total: mean ± deviation (median)", "published total"),
                             pixel_rows(run, run.data["trials"])))
    return text


def rendering(variant):
    """As the thesis times it: drawing, and waiting for queries."""
    return variant["phases"]["rendering"]["median"] + variant["phases"]["querying"]["median"]


def saving(with_exit, without):
    return f"{100 * (1 - with_exit / without):.0f} %"


def exit_rows(run, algorithm):
    for polygons, *_ in PUBLISHED_EXIT:
        crossing = run.cases[("table-4.2", f"{polygons} interfering")]["variants"]
        apart = run.cases[("table-4.2", f"{polygons} apart")]["variants"]
        late = f"{algorithm}, no early exit"
        yield (f"{polygons:,}", *(number(rendering(variants[name])) for variants in (crossing, apart)
                                  for name in (algorithm, late)),
               saving(rendering(apart[algorithm]), rendering(crossing[algorithm])),
               saving(rendering(apart[algorithm]), rendering(apart[late])),
               saving(median(apart[algorithm]), median(apart[late])),
               number(median(apart[algorithm])), number(median(apart["exact"])))


def exit_table(runs):
    text = table(("polygons", "interference", "no interference", "saved"),
                 [(f"{n:,}", a, b, saving(b, a)) for n, a, b in PUBLISHED_EXIT])
    for run in runs:
        if not run.part("table-4.2"):
            continue
        for algorithm in ("algorithm 4", "algorithm 5"):
            text += (f"\n{run.title}, {algorithm}, milliseconds of rendering, medians:\n\n"
                     + table(("polygons", "interference", "without early exit", "no interference",
                              "without early exit", "saved, as published", "saved by early exit",
                              "saved of the whole call", "whole call, no interference",
                              "exact, no interference"),
                             exit_rows(run, algorithm)))
    return text


def dense_rows(run):
    for case in run.part("dense"):
        for name, variant in case["variants"].items():
            row = [name, spread(variant, run.data["trials"])]
            if "work" in variant:
                work = variant["work"]
                points = work["edge_points"]["mean"]
                row += [number(variant["pixel_size"]), number(work["windows"]["mean"]),
                        layers_cell(variant),
                        f"{points:,.0f}",
                        f"{100 * work['hidden_points']['mean'] / max(1, points):.0f} %",
                        missed_cell(case, name)]
            else:
                row += ["–"] * 6
            yield row


def dense_table(runs):
    return "\n".join(f"{run.title}, milliseconds: mean ± deviation (median).\n\n"
                     + table(("variant", "time", "pixel", "windows", "layers", "edge points",
                              "of them hidden", "pairs missed"), dense_rows(run))
                     for run in runs if run.part("dense"))


PAGE = """# Edge rays, beside the thesis they come from

Section 4.7.3 of David Knott's thesis *CInDeR: Collision and Interference Detection in Real Time Using
Graphics Hardware* (University of British Columbia, 2003; the paper of the same name, with Dinesh Pai,
has no table of times), measured again by `bench/papers/cinder_bench`. This page is written by
`bench/papers/cinder_page.py`, which takes every figure from runs, and refuses runs whose answers differ
or whose costs grow faster than linearly.

    make bench    # builds build/bench/bin/cinder_bench; then, for this page:
    cinder_bench --device software --json software.json
    cinder_bench --device opengl --json opengl.json
    python3 bench/papers/cinder_page.py software.json opengl.json

{devices}

The thesis ran on two Pentium IV of 1.8 GHz with a GeForce4, 100 trials with the bodies elsewhere in
each; so do we, with fixed seeds, and fewer where the tables say so. All variants take turns within each
trial.

- *Algorithm 4* (both bodies named, pixels read back) and *algorithm 5* (queries alone) look as the thesis
  does: one window of 256 pixels a side for the whole scene, and only the nearest edge point of each pixel.
  Each asks an `EdgeRaySession` that was made before the clock runs: the thesis times from the first command
  on, with its models on the device.
- *In full* is what `edge_rays()` does by default: a window for every cluster of bodies whose boxes
  overlap, and every edge point of every pixel, hidden ones too. It finds nothing on the device and keeps
  nothing.
- *Exact* is `check_all()` on the same bodies, *FCL* its query with trees of triangles that are there.

Times are of whole calls. Algorithms 4 and 5 of both figures and both tables find the bodies on the device,
where a session keeps them; in full, and with dense meshes, they are not on it yet: finding edges and handing
meshes over are in these times. Answers of the software device are the same to the bit in all runs; other
devices name the same pairs up to {tolerance:.0f} % of them. *Missed* is what the exact engine found and no
ray saw, *too many* what comes nearer than a pixel without meeting. A dash stands where a variant took too
long at a smaller size to be run.

## Said plainly

Medians of whole calls, of algorithms 4 and 5 with the bodies on the device:

{plainly}
Every way of asking draws each body several times, and in full again for layer after layer of edge points
until all was seen; the exact engine looks only at triangles that are near another body, which are few.
Drawing has to be nearly free for edge rays to be the faster ones. Queries spare the reading, but count
every body by itself, while algorithm 4 counts only those around the points it has read. Algorithm 4
without early exit stops by itself once it has read that nothing interferes (the thesis goes on with passes
5 to 7), so that the query can save it no more than a reading, and costs another drawing of all edges.

## Time against the number of bodies

Boxes of twelve triangles, turned and scattered so that about every second one meets another. Figure
4.15 of the thesis shows a straight line; its text gives no numbers to stand beside ours, and speaks of
several hundred boxes. In full, a pixel is 1/64 of a unit, the boxes being 1 x 0.7 x 1.4.

{bodies}
Power laws and straight lines through the medians. The exponent over the larger half of the sizes, which
decides whether this page is refused, is that of the fastest among the first trials, of as many as all of
these sizes have: what else a machine does only adds.

{bodies_growth}
{bodies_plots}
## Time against the number of triangles

Four balls of one bumpy shape at several levels of detail, close to each other; in full, a window has 256
pixels along its longer side. Figure 4.16 of the thesis shows a straight line, without numbers in the text;
meshes of more than about five thousand polygons were too dense for its method, as the column *missed by
algorithm 4* shows again.

{triangles}
Fitted in the same way:

{triangles_growth}
{triangles_plots}
## Table 4.1: reading pixels against occlusion queries

3,614 triangles: two knots, three balls, twenty boxes and a double pyramid that makes the number exact.
As published, milliseconds:

{pixels}
*Read pixels* reads all planes whenever pixels are asked for (13 bytes a pixel; the thesis 4 or 5) and looks
through them on the processor; *collect pixels*, what the library does, leaves the choice to the device.
Their answers are equal to the bit. *Rest* is what the processor does around it: boxes, edges that were hit,
lists of pairs.

## Table 4.2: early non-interference

Two rings linked into each other, apart or crossing, whose boxes always overlap, and a small double
pyramid that makes the number of triangles exact. As published, milliseconds of rendering:

{exits}
*Saved, as published* compares scenes without and with interference, both with early exit; *saved by early
exit* compares the same scenes, apart, with and without it.

## Dense meshes

Two bumpy balls of 500,000 triangles each, a hundred times what the thesis could handle; the number behind
*in full* is the longer side of the window in pixels.

{dense}"""


def page(runs, folder):
    return PAGE.format(
        devices="\n".join(f"- {run.description(run.how())}" for run in runs),
        tolerance=100 * PAIR_TOLERANCE, plainly=plain_words(runs),
        bodies=series_tables(runs, "bodies"), bodies_growth=growth_table(runs, "bodies"),
        bodies_plots=series_plots(runs, "bodies", folder),
        triangles=series_tables(runs, "triangles"),
        triangles_growth=growth_table(runs, "triangles"),
        triangles_plots=series_plots(runs, "triangles", folder),
        pixels=pixel_table(runs), exits=exit_table(runs), dense=dense_table(runs))


if __name__ == "__main__":
    write_page("cinder", __doc__, page_of_runs(Run, (check_answers, check_growth), page))
