# SPDX-License-Identifier: Apache-2.0
"""What runs of cinder_bench say in plain words: who is faster than whom, and by how much."""
from cinder_runs import PUBLISHED_EXIT, PUBLISHED_PIXELS, median, window_cell
from paper_page import number


def span(values):
    values = sorted(values)
    return number(values[0]) if len(values) == 1 else f"{number(values[0])} to {number(values[-1])}"


def ratios_in_words(run, part, a, b):
    """How much faster or slower a is than b over all sizes, by medians."""
    ratios = [median(case["variants"][a]) / median(case["variants"][b]) for case in run.part(part)
              if a in case["variants"] and b in case["variants"]]
    slower = [ratio for ratio in ratios if ratio > 1]
    faster = [1 / ratio for ratio in ratios if ratio <= 1]
    words = [f"{word} at {len(some)} of {len(ratios)} sizes ({span(some)} times)"
             for word, some in (("slower", slower), ("faster", faster)) if some]
    return f"{a} is {' and '.join(words)} than {b}" if words else None


def growth_in_words(run):
    for part, what in (("bodies", "boxes"), ("triangles", "balls")):
        said = [ratios_in_words(run, part, a, b)
                for a, b in (("algorithm 4", "exact"), ("in full", "exact"),
                             ("algorithm 5", "algorithm 4"))]
        said = [words for words in said if words]
        if said:
            yield f"{what}: {'; '.join(said)}"


def pixels_in_words(run):
    for case in run.part("table-4.1"):
        for name in ("read pixels", "occlusion query"):
            published = sum(PUBLISHED_PIXELS[(name, int(case["name"]))])
            variant = case["variants"][name]
            yield (f"table 4.1, {window_cell(variant)}, {name}: {number(median(variant))} ms where "
                   f"the thesis has {number(published)}, exact {number(median(case['variants']['exact']))}")


def exits_in_words(run):
    if not run.part("table-4.2"):
        return
    for algorithm in ("algorithm 4", "algorithm 5"):
        saved = []
        for polygons, *_ in PUBLISHED_EXIT:
            apart = run.cases[("table-4.2", f"{polygons} apart")]["variants"]
            saved.append(100 * (1 - median(apart[algorithm])
                                / median(apart[f"{algorithm}, no early exit"])))
        yield (f"early exit where nothing interferes, {algorithm}: from {min(saved):.0f} to "
               f"{max(saved):.0f} % of the call saved (below 0 it costs)")


def dense_in_words(run):
    for case in run.part("dense"):
        variants = case["variants"]
        full = [median(variant) / 1000 for name, variant in variants.items()
                if name.startswith("in full")]
        if full:
            yield (f"two bodies of 500,000 triangles, not on the device yet: {span(full)} s in full, "
                   f"{number(median(variants['exact']) / 1000)} s exact")


def plain_words(runs):
    return "\n".join(f"- {run.title}\n" + "\n".join(
        f"  - {sentence}." for words in (growth_in_words, pixels_in_words, exits_in_words,
                                        dense_in_words) for sentence in words(run))
        for run in runs) + "\n"
