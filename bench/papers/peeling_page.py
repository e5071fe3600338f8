#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes docs/results/peeling.md and its plots from runs of peeling_bench.

    peeling_bench --device software --json software.json
    peeling_bench --device opengl --json opengl.json        # Mesa, or a GPU
    python3 bench/papers/peeling_page.py software.json opengl.json ... [--out docs/results]

A run may be spread over several files, each made with some --part of it on the same device.
Refuses runs whose answers do not belong together: bodies must stand at the same places in every frame,
the exact and the conservative search must find the same pairs in all runs, the software device the same
everywhere to the bit. Refuses device times that grow with the number of contacts. Plots need gnuplot.
"""
from paper_page import number, plot, table, write_page
from peeling_runs import (MOST_GROWTH, PUBLISHED_MISSES, PUBLISHED_TIMES, Run, check_answers,
                          check_flatness, contact_growth, evenly, extra_for_tearing, joined, mean,
                          median, quantile, settings, shares, total)

COLOURS = ("#7a0026", "#fc9272", "#08306b", "#31a354", "#e31a1c", "#888888")
COLUMNS = (("handing_over", "handing over"), ("boxes", "boxes"), ("device", "device"),
           ("read_back", "read back"), ("proof", "proof"), ("total", "total"))
SCENES = {"creature": ("Table 1: a creature walks through 40 balls", 4),
          "cloth": ("Table 2: a cloth is torn by 40 sharp bodies", 8)}


def percent(value):
    return f"{value:.2f}"


def spread(values):
    return " / ".join(percent(value) for value in (mean(values), max(values), min(values)))


def misses_table(runs):
    runs = [run for run in runs if run.directions]
    rows = []
    for name in settings(runs[0]):
        published = PUBLISHED_MISSES.get(name)
        setting = settings(runs[0])[name]
        rows.append((name, " / ".join(map(percent, published)) if published else "–",
                     *(spread(shares(run.directions, settings(run)[name])) for run in runs),
                     f"{setting['candidates']:,.0f}", number(setting["layers"])))
    return table(("pixels, ids", "published", *(run.title for run in runs), "candidates", "layers"), rows)


def misses_plot(runs, folder):
    """Over latitude: the mean over all longitudes."""
    run = next(run for run in runs if run.directions)
    views = run.directions["views"]
    latitudes = sorted({latitude for _, latitude in views})
    series = {}
    for name in (*PUBLISHED_MISSES, "512, last vertices", "256, conservative"):
        values = shares(run.directions, settings(run)[name])
        series[name] = []
        for latitude in latitudes:
            here = [value for value, view in zip(values, views) if view[1] == latitude]
            series[name].append((latitude, mean(here), min(here), max(here)))
    plot(folder / "peeling-misses.svg", f"pairs missed over the direction of view, {run.title}",
         ("latitude of the direction, degrees; bars from the least to the most over twelve longitudes",
          "percent of all pairs"), series, ("set xrange [-85:85]", "set yrange [0:*]"), COLOURS,
         "yerrorlines")
    return "![misses over the direction of view](peeling-misses.svg)\n"


def times_cells(milliseconds):
    return [number(milliseconds[key]) for key, _ in COLUMNS]


def published_table(name):
    return table(("colliding pairs", "boxes", "device", "read back", "proof", "total"),
                 PUBLISHED_TIMES[name])


def frames_table(frames, count):
    rows = []
    for frame in evenly(frames, count):
        sampled = frame["variants"]["sampled"]
        rows.append((frame["frame"], frame["pairs"], f"{frame['regions']} x {frame['side']}²",
                     *times_cells(sampled["milliseconds"]),
                     f"{100 * (1 - sampled['found'] / frame['pairs']):.1f} %",
                     *(number(total(frame, other)) for other in
                       ("layers alone", "conservative", "full peeling", "exact"))))
    return table(("frame", "colliding pairs", "regions", *(title for _, title in COLUMNS), "missed",
                  "layers alone", "conservative", "full peeling", "exact"), rows)


def missed_share(frames, variant):
    pairs = sum(frame["pairs"] for frame in frames)
    return f"{100 * (1 - sum(frame['variants'][variant]['found'] for frame in frames) / pairs):.1f} %"


def means_table(frames):
    """All frames together."""
    rows = []
    for variant in ("sampled", "layers alone", "conservative", "full peeling", "exact"):
        work = [frame["variants"][variant] for frame in frames]
        asked = variant != "exact"
        rows.append((variant, *(number(mean([one["milliseconds"][key] for one in work]))
                                if asked or key == "total" else "–" for key, _ in COLUMNS),
                     *(f"{mean([one[key] for one in work]):,.0f}" if asked and any(
                         one[key] for one in work) else "–"
                       for key in ("draws", "layers", "candidates", "bytes_read")),
                     missed_share(frames, variant)))
    return table(("all frames, means", *(title for _, title in COLUMNS), "draws", "layers",
                  "candidates", "bytes of layers read", "missed"), rows)


def scene_section(runs, name, folder):
    title, count = SCENES[name]
    text = f"## {title}\n\nAs published, milliseconds:\n\n{published_table(name)}"
    series = {}
    for run in runs:
        frames = run.scenes.get(name)
        if not frames:
            continue
        text += (f"\n{run.title}, {len(frames)} frames, milliseconds:\n\n" + frames_table(frames, count)
                 + "\n" + means_table(frames))
        series[f"{run.title}: device"] = [
            (frame["pairs"], frame["variants"]["sampled"]["milliseconds"]["device"]) for frame in frames]
        series[f"{run.title}: exact, all of it"] = [(frame["pairs"], total(frame, "exact"))
                                                    for frame in frames]
    series["published: device"] = [(row[0], row[2]) for row in PUBLISHED_TIMES[name]]
    plot(folder / f"peeling-{name}.svg", f"{name}: milliseconds of a frame",
         ("colliding pairs", "milliseconds"), series,
         ("set logscale y", "set format y '%g'", "set yrange [*:*]"), COLOURS, "points")
    return text + f"\n![device time of frames against colliding pairs](peeling-{name}.svg)\n"


def contacts_table(run):
    rows = [(one["pairs"], one["layers"], *times_cells(one["milliseconds"])[1:],
             f"{100 * (1 - one['found'] / one['pairs']):.1f} %") for one in run.contacts]
    return table(("colliding pairs", "layers", *(title for _, title in COLUMNS[1:]), "missed"), rows)


def contacts_section(runs):
    text = ""
    for run in runs:
        if run.contacts:
            device, rest = contact_growth(run)
            ratio = run.contacts[-1]["pairs"] / run.contacts[0]["pairs"]
            text += (f"{run.title}: with {ratio:.0f} times as many contacts the device takes "
                     f"{device:.2f} times as long, reading back and proof together {rest:.1f} times.\n\n"
                     + contacts_table(run) + "\n")
    return text


def tearing_table(runs):
    rows = []
    for run in runs:
        frames = run.scenes.get("cloth")
        if not frames:
            continue
        extra = extra_for_tearing(frames)
        whole = median([frame["total_by_positions"] for frame in frames])
        torn = [frame for frame in frames if frame["torn"] and frame["regions"]]
        still = [frame for frame in frames if not frame["torn"] and frame["regions"]]

        def by_region(some):
            return number(median([total(frame, "sampled") / frame["regions"] for frame in some]))
        rows.append((run.title, len(torn), len(still), by_region(torn), by_region(still), number(whole),
                     f"{median(extra):+.3f} ({quantile(extra, 0.25):+.3f} to {quantile(extra, 0.75):+.3f})",
                     f"{100 * median(extra) / whole:+.1f} %"))
    return table(("", "frames that tear", "frames that do not", "ms by region, tearing",
                  "ms by region, not tearing", "median frame, new positions alone, ms",
                  "whole new mesh instead: median (quartiles), ms", "of the frame"), rows)


def times_faster(frames, variant, other):
    """Median over frames of how many times as long `other` takes as `variant`."""
    return median([total(frame, other) / total(frame, variant) for frame in frames])


def against(frames, other):
    ratio = times_faster(frames, "sampled", other)
    return (f"{number(ratio)} times as fast as" if ratio >= 1
            else f"{number(1 / ratio)} times as slow as")


def plainly(runs):
    lines = []
    for run in runs:
        lines.append(f"- {run.title}")
        if run.directions:
            ours = shares(run.directions, settings(run)["256, last vertices"])
            alone = shares(run.directions, settings(run)["256, last vertices, layers alone"])
            lines.append(f"  - figure 8, 256² with last vertices: {mean(ours):.2f} % missed where the paper "
                         f"has 5.02 ({mean(alone):.2f} % with layers alone); conservative: none.")
        for name, frames in run.scenes.items():
            asked = [frame for frame in frames if frame["regions"]]
            published = [row[-1] for row in PUBLISHED_TIMES[name]]
            lines.append(
                f"  - {name}: {number(median([total(frame, 'sampled') for frame in asked]))} ms a frame in "
                f"the median where the paper has {min(published)} to {max(published)}; "
                f"{missed_share(asked, 'sampled')} of the pairs missed; {against(asked, 'full peeling')} full "
                f"peeling, {against(asked, 'exact')} the exact engine, which misses none.")
    return "\n".join(lines) + "\n"


PAGE = """# Alternate surface peeling, beside the paper it comes from

Figure 8 and tables 1 and 2 of *Jang, Jeong, Han: Image-space collision detection through alternate surface
peeling* (2007), measured again by `bench/papers/peeling_bench`. This page is written by
`bench/papers/peeling_page.py`, which takes every figure from runs, and refuses runs whose answers differ or
whose device times grow with the number of contacts.

    make bench    # builds build/bench/bin/peeling_bench; then, for this page:
    peeling_bench --device software --json software.json
    peeling_bench --device opengl --json opengl.json
    python3 bench/papers/peeling_page.py software.json opengl.json

{devices}

A run on a real GPU: [peeling-h200.md](peeling-h200.md). The paper ran on a Core2 Duo of 2.4 GHz with a GeForce 7900GTX. Its bodies and films are not published; ours are
of the same sizes and made by seed: [scenes that move](../methods/motion.md) are simulated with contacts of the
exact engine before the clock runs, and stand at the same places, to the bit, in all runs. The
[method](../methods/peeling.md) and its options are described elsewhere.

## Said plainly

{plainly}
The exact engine looks at triangles near the other body only and needs no drawing; it finds every pair. Alternate
peeling draws both bodies whole, several times, for each region.

## Figure 8: how much is missed

Two bumpy balls of {triangles_a:,} and {triangles_b:,} triangles in deep contact ({pairs} pairs of triangles meet; the
paper: a dragon and a bunny of 2.9 and 2.7 thousand), seen along {views} directions, longitude in steps of 30°,
latitude of 10°. Missed pairs of triangles in percent of all, mean / largest / smallest; the paper counts
intersection points. It gives a region a square texture, we keep pixels square: the longer side has so many.
*Layers alone* is what the paper describes; without it, the surface just before each layer is held against it too.
Candidates and layers are means of the first run.

{misses}
{misses_plot}
{scenes}
- A region is where the box of a rigid body overlaps that of the changing one. All regions of a frame share 512 x 512
  pixels, so that each has a square of 512, 256, 128 or 64 (section 5 of the paper).
- Every `PeelingSession` keeps its meshes on the device; of the changing body, each frame hands over new positions or, if it
  tore, a new mesh: once for each shape that it is held against. *Device* is drawing, *read back* the ids of close surfaces,
  *proof* their exact tests, *total* all of it.
- *Layers alone*, *conservative* (finds every pair), *full peeling* and *exact* are totals of the same frame. Full peeling draws
  all layers of one body and then of the other, reads them back whole and compares neighbours on the processor, with the same
  views, distance and ids.
- *Missed* is in percent of the pairs that the exact engine finds. Frames in tables go from the fewest contacts to the most.

## Device time does not depend on the number of contacts

In the scenes above it goes up and down with the number of regions. Here two sheets of 2,738 triangles each, the same boxes,
the same view and 256 pixels, while ever more vertices of the one reach through the other; each column the least of all
repetitions. (This page is refused if device time
grows more than {growth} times.)

{contacts}
## Fracture costs nothing extra

Each frame of the cloth is handed over twice: as new positions of the same triangles, and as a whole new mesh, as if it had
just torn. The difference is of whole frames with all their queries; and what frames took that did tear, beside those that did not,
by the number of their regions.

{tearing}"""


def page(runs, folder):
    directions = next(run.directions for run in runs if run.directions)
    return PAGE.format(
        devices="\n".join(f"- {run.description(run.how())}" for run in runs), plainly=plainly(runs),
        triangles_a=directions["triangles"][0], triangles_b=directions["triangles"][1],
        pairs=directions["pairs"], views=len(directions["views"]), misses=misses_table(runs),
        misses_plot=misses_plot(runs, folder),
        scenes="\n".join(scene_section(runs, name, folder) for name in SCENES),
        growth=MOST_GROWTH, contacts=contacts_section(runs), tearing=tearing_table(runs))


def page_of_parts(paths, folder):
    """A run may be spread over several files, each with some of its parts."""
    runs = joined([Run(path) for path in paths])
    for check in (check_answers, check_flatness):
        check(runs)
    return page(runs, folder)


if __name__ == "__main__":
    write_page("peeling", __doc__, page_of_parts)
