#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes docs/results/myszkowski.md and its plots from runs of myszkowski_bench.

    myszkowski_bench --device software --json software.json
    myszkowski_bench --device opengl --json opengl.json        # Mesa, or a GPU
    python3 bench/papers/myszkowski_page.py software.json opengl.json ... [--out docs/results]

Refuses runs whose answers do not belong together: the software device must find the same to the
pixel in all runs, other devices the same verdicts and nearly the same numbers of pixels, and all the
exact verdicts must be equal. Refuses costs that grow faster than linearly. Plots need gnuplot. The
section about planes, which myszkowski_planes_page.py writes, stays as it is.
"""
from myszkowski_planes_page import kept_section
from paper_page import (PaperRun, Refused, exponent, number, page_of_runs, plot, table,
                        write_page)

# Table 1 of the paper, in seconds: one rendering, inspection of phases 1 to 3, total.
PUBLISHED = {
    "3a": {"RealityEngine2": (0.27, 0.13, 0.17, None, 0.84), "Extreme": (0.52, 0.18, 0.25, None, 1.47)},
    "3b": {"RealityEngine2": (0.27, 0.13, 0.10, None, 0.77), "Extreme": (0.52, 0.18, 0.14, None, 1.36)},
    "3c": {"RealityEngine2": (0.27, 0.13, 0.17, 0.28, 1.39), "Extreme": (0.52, 0.18, 0.25, 0.35, 2.34)},
}
# Section 8 about figure 5: what each position needed, and seconds on RealityEngine2 and Extreme.
PUBLISHED_TEETH = [("5a, apart", "one rendering", 0.30, 0.49),
                   ("5b, colliding", "one rendering", 0.30, 0.49),
                   ("5c, colliding", "two renderings and one of sorted polygons", 1.11, 1.78),
                   ("5d, colliding", "two renderings and one of sorted polygons", 1.11, 1.78)]
FIGURES = ("3a", "3b", "3c")
PIXEL_TOLERANCE = 2e-3
# What FCL, which compares surfaces, must say; it may go either way where they only touch.
SURFACES_MEET = {"crossing": True, "apart": False, "a_inside_b": False, "b_inside_a": False}
STABLE = 4
# Figures have hues, devices shades.
COLOURS = ("#7a0026", "#00441b", "#08306b", "#e31a1c", "#31a354", "#3182bd",
           "#fc9272", "#a1d99b", "#9ecae1")


class Run(PaperRun):
    def __init__(self, path):
        super().__init__(path, "myszkowski")

    def entries(self, part):
        return [entry for entry in self.data["experiments"] if entry["part"] == part]

    def sequences(self):
        return self.data.get("frames", [])


def key_of(entry):
    return (entry["part"], entry["name"], entry["triangles"], entry["resolution"])


def joined_stages(found):
    """A device peels layers where another casts rays: one stage in two ways."""
    stages = dict(found["pixels_by_stage"])
    stages["layer_order"] += stages.pop("rays")
    return stages


def differences(a, b, row):
    """What two answers that should agree do not agree in.

    Pixels may differ a little. Outlines of these blocks pass exactly through centres of pixels, which
    drivers may give to the body or not: a row of them may come or go.
    """
    fields = [field for field in ("verdict", "settled") if a[field] != b[field]]
    pixels_a, pixels_b = joined_stages(a), joined_stages(b)
    most = max(8, PIXEL_TOLERANCE * sum(pixels_a.values()), row)
    return fields + [f"pixels settled by {stage}" for stage, pixels in pixels_a.items()
                     if abs(pixels - pixels_b[stage]) > most]


def check_answers(runs):
    """Fails if two runs did not find the same."""
    first = {}
    for run in runs:
        answers = [(key_of(e), e["found"], e["exact_verdict"], e["fcl_meets"])
                   for e in run.data["experiments"]]
        answers += [(("frames", sequence["direction"], i), frame, frame["exact_verdict"], None)
                    for sequence in run.sequences() for i, frame in enumerate(sequence["frames"])]
        for key, found, exact, fcl in answers:
            if fcl is not None and exact in SURFACES_MEET and fcl != SURFACES_MEET[exact]:
                raise Refused(f"{run.path}: {key}: FCL does not agree with exact")
            other = first.setdefault((key, run.software), (run, found, exact))
            if run.software and other[1]["hash"] != found["hash"]:
                raise Refused(f"{run.path}: {key}: another answer of the software device than in "
                              f"{other[0].path}")
            for reference in (other, first.get((key, True))):
                if reference is None:
                    continue
                row = key[3] if len(key) == 4 else 0
                wrong = differences(reference[1], found, row)
                if wrong or reference[2] != exact:
                    raise Refused(f"{run.path}: {key}: differs from {reference[0].path} in "
                                  f"{', '.join(wrong) or 'the exact verdict'}")


def expected_graphics(entry):
    """Each body as often as it was drawn, at the price of a plain depth buffer."""
    plain = entry["milliseconds"]["plain_rendering"]
    return None if plain is None else plain / 2 * entry["found"]["draws"]


def table_one(runs):
    published = [(f"{figure}, {machine}", *(f"{value:.2f} s" if value else "–" for value in row))
                 for figure, machines in PUBLISHED.items() for machine, row in machines.items()]
    text = ("As published (the first column is a single rendering of both bodies, of which the total has "
            "two or three):\n\n"
            + table(("figure, hardware", "graphics", "phase 1", "phase 2", "phase 3", "total"),
                    published))
    for run in runs:
        rows = []
        for entry in run.entries("table1"):
            ms = entry["milliseconds"]
            rows.append((
                f"{entry['name']}, `{entry['scene']}`", f"`{entry['method']}`",
                entry["found"]["renderings"], number(ms["graphics"]),
                number(expected_graphics(entry)), *(number(phase) for phase in ms["inspection"]),
                number(ms["first"]), number(ms["again"]), number(ms["one_call"]),
                f"{1000 * PUBLISHED[entry['name']]['RealityEngine2'][4] / ms['first']:.0f}×",
                number(ms["exact_verdict"]), number(ms["exact_pairs"]), number(ms["fcl_meet"]),
                number(ms["fcl_build"])))
        if rows:
            text += f"\n{run.title}, milliseconds:\n\n" + table(
                ("figure", "method", "renderings", "graphics", "expected", "phase 1", "phase 2",
                 "phase 3", "total", "again", "one call", "faster than RE2", "exact",
                 "exact, pairs", "FCL", "FCL trees"), rows)
    return text


def teeth_table(runs):
    text = table(("position", "needed", "RealityEngine2", "Extreme"),
                 [(p, n, f"{a:.2f} s", f"{b:.2f} s") for p, n, a, b in PUBLISHED_TEETH])
    for run in runs:
        rows = []
        for entry in run.entries("teeth"):
            ms, found = entry["milliseconds"], entry["found"]
            rows.append((entry["name"], found["verdict"], entry["exact_verdict"],
                         found["renderings"], found["draws"], number(expected_graphics(entry)),
                         number(ms["first"]), number(ms["again"]), number(ms["exact_verdict"]),
                         number(ms["fcl_meet"])))
        if rows:
            text += f"\n{run.title}, milliseconds:\n\n" + table(
                ("position", "cascade says", "exact says", "renderings", "bodies drawn",
                 "expected graphics", "total", "again", "exact", "FCL"), rows)
    return text


def growth(runs, part, size_of):
    """{(run title, figure): [(size, ms)]}"""
    series = {}
    for run in runs:
        for entry in run.entries(part):
            series.setdefault((run.title, entry["name"]), []).append(
                (size_of(entry), entry["milliseconds"]["first"]))
    return {key: sorted(points) for key, points in series.items()}


def growth_table(series, what):
    rows = [(title, figure, " ".join(number(ms) for _, ms in points), f"{exponent(points):.2f}",
             "yes" if exponent(points) <= 1 else "**no**")
            for (title, figure), points in series.items()]
    return table(("device", "figure", f"milliseconds, {what}", "exponent", "linear or better"),
                 rows)


def passes_in_words(frames):
    counts = {}
    for frame in frames:
        counts[frame["renderings"]] = counts.get(frame["renderings"], 0) + 1
    return ", ".join(f"{count} × {renderings}" for renderings, count in sorted(counts.items()))


def frames_table(runs):
    rows = []
    for run in runs:
        for sequence in run.sequences():
            frames = sequence["frames"]
            wrong = sum((frame["verdict"] == "apart")
                        != (frame["exact_verdict"] in ("apart", "touching")) for frame in frames)
            ratio = sequence["ratio"]
            rows.append((run.title, sequence["direction"], passes_in_words(frames),
                         sum(frame["maps_reused"] for frame in frames),
                         number(max(frame["milliseconds"]["session"] for frame in frames)),
                         number(min(frame["milliseconds"]["session"] for frame in frames
                                    if frame["verdict"] != "apart")),
                         f"{ratio['session']:.2f}", f"{ratio['fresh']:.2f}",
                         f"{ratio['exact']:.2f}", wrong))
    return table(("device", "direction", "frames × renderings", "maps re-used", "slowest, ms",
                  "fastest colliding, ms", "ratio", "ratio without session", "ratio of exact",
                  "frames unlike exact"), rows)


def frames_plots(runs, folder):
    links = []
    for run_number, run in enumerate(runs):
        for sequence in run.sequences():
            name = f"myszkowski-frames-{run_number + 1}-{sequence['direction']}.svg"
            frames = sequence["frames"]
            plot(folder / name, f"jaws closing, {sequence['direction']} direction, {run.title}",
                 ("frame", "milliseconds"),
                 {kind: [(i, frame["milliseconds"][kind]) for i, frame in enumerate(frames)]
                  for kind in ("session", "fresh", "exact")},
                 ("set logscale y", "set yrange [0.05:*]"), COLOURS)
            links.append(f"![{run.title}, {sequence['direction']}]({name})")
    return "\n".join(links) + "\n"


def growth_plots(runs, folder):
    by_triangles = growth(runs, "triangles", lambda entry: entry["triangles"])
    by_pixels = growth(runs, "resolution", lambda entry: entry["resolution"] ** 2)
    for name, axis, series in (("triangles", "triangles", by_triangles),
                               ("resolution", "pixels of the window", by_pixels)):
        if series:
            plot(folder / f"myszkowski-{name}.svg", f"cost against {name}",
                 (axis, "milliseconds"),
                 {f"{figure}, {title}": points for (title, figure), points in series.items()},
                 ("set logscale xy", "set format x '%.0s%c'"), COLOURS)
    return by_triangles, by_pixels


PAGE = """# Depth and stencil methods, beside the paper they come from

Section 8 of Myszkowski, Okunev and Kunii, *Fast collision detection between complex solids using
rasterizing graphics hardware* (The Visual Computer 11, 1995), measured again by
`bench/papers/myszkowski_bench`; this page is written by `bench/papers/myszkowski_page.py`, which
refuses runs whose answers differ or whose costs grow faster than linearly. The scenes are ours, made to need what the paper's needed:
`impinge sample` writes them.

    make bench    # builds build/bench/bin/myszkowski_bench; then, for this page:
    myszkowski_bench --device software --json software.json
    myszkowski_bench --device opengl --json opengl.json
    python3 bench/papers/myszkowski_page.py software.json opengl.json

{devices}

All variants take turns within one run. *Total* is a query on bodies that are on the device, without
depth maps from before; *again* the same query once more in the same session; *one call* is
`sampled_collide`, which hands the bodies to the device first. The columns *graphics* (all renderings)
and *phase 1* to *3* are of other queries, which wait for the device between the phases.
*Expected* is what the graphics should cost: one ordinary depth-buffered rendering of the same bodies in
the same window, measured in the same run, times how often a body was drawn, by two. *Exact* is
`collide()` on the same bodies with their diagnosis given, the verdict alone or with all pairs; *FCL* its
query on trees that are there, with the time to build them beside.

## Table 1

The three scenes of figure 3 at 160,000 triangles and 512 x 512 pixels, in the worst case of the paper:
the bodies are apart and every phase is needed.

{table_one}
## Five teeth

Figure 5: 110,000 triangles in four positions. Ours stand where they need as much work: open and first
contact, one rendering; biting, and interlocked without contact, seen askew: several.

{teeth}
## Cost against the number of triangles

At 512 x 512 pixels, from 10,000 to 1,280,000 triangles. The exponent is that of the power law that fits
best: 1 is linear.

{by_triangles}
![cost against triangles](myszkowski-triangles.svg)

## Cost against resolution

160,000 triangles in windows of 128 to 2048 pixels a side; the exponent is over the number of pixels.

{by_resolution}
![cost against resolution](myszkowski-resolution.svg)

## Stable time

The sample jaws, 110,000 triangles, from 6 mm open to 0.5 mm of overlap in 40 frames through one
`DepthSession`. Creating it, which hands the bodies to the device, is in no frame. The ratio is that of the slowest frame to the fastest colliding one; `myszkowski_bench`
fails if it exceeds {stable} in the direction that the library chooses. Our jaws are heights over a plane,
which makes that direction the trivial case that the paper speaks of; askew is what it did instead.

{frames}
{frame_plots}
{planes}"""


def of_repetitions(run):
    return f"medians of {run.data['repetitions']}"


def page(runs, folder):
    by_triangles, by_pixels = growth_plots(runs, folder)
    return PAGE.format(
        devices="\n".join(f"- {run.description(of_repetitions(run))}" for run in runs),
        table_one=table_one(runs), teeth=teeth_table(runs),
        by_triangles=growth_table(by_triangles, "from 10,000 triangles on, doubled each time"),
        by_resolution=growth_table(by_pixels, "128, 256, 512, 1024, 2048"),
        stable=STABLE, frames=frames_table(runs), frame_plots=frames_plots(runs, folder),
        planes=kept_section(folder))


def check_growth(runs):
    """Fails if a cost grows faster than triangles or pixels."""
    for part, size in (("triangles", "triangles"), ("resolution", "resolution")):
        for (title, figure), points in growth(runs, part, lambda entry: entry[size]).items():
            most = 1 if part == "triangles" else 2  # pixels are the square of the resolution
            if exponent(points) > most:
                raise Refused(f"{title}: {figure}: grows faster than linearly over {part}")


if __name__ == "__main__":
    write_page("myszkowski", __doc__, page_of_runs(Run, (check_answers, check_growth), page))
