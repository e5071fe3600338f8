# SPDX-License-Identifier: Apache-2.0
"""Runs of cinder_bench: what they hold, whether they belong together, how their times grow."""
from paper_page import PaperRun, Refused, exponent

# Table 4.1 of the thesis, milliseconds: reading, parsing, rendering.
PUBLISHED_PIXELS = {("read pixels", 640): (6.7, 1.2, 4.0), ("read pixels", 256): (1.5, 0.2, 3.9),
                    ("occlusion query", 640): (0, 0, 4.0), ("occlusion query", 256): (0, 0, 3.9)}
# Table 4.2, milliseconds of rendering: polygons, interference, no interference.
PUBLISHED_EXIT = ((606, 0.92, 0.63), (1076, 1.35, 0.98), (1734, 2.04, 1.48), (2580, 2.94, 2.11))

PAIR_TOLERANCE = 0.02   # of the pairs, between devices
EXTRA_TOLERANCE = 0.05  # of the pairs, against the exact engine
MOST_GROWTH = 1.15
EDGE_RAYS = ("algorithm 4", "algorithm 5", "in full")
LINES = (*EDGE_RAYS, "exact", "FCL")


class Run(PaperRun):
    def __init__(self, path):
        super().__init__(path, "cinder")
        self.sort_cases()

    def sort_cases(self):
        """Cases by part and name, variants by name."""
        self.cases = {(case["part"], case["name"]): case for case in self.data["cases"]}
        for case in self.cases.values():
            case["variants"] = {variant["name"]: variant for variant in case["variants"]}

    def part(self, name):
        return [case for case in self.data["cases"] if case["part"] == name]

    def how(self):
        return (f"`{self.data['command']}`: {self.data['trials']} trials, fewer for variants that "
                f"took {self.data['seconds']:g} s for them")


def mean(variant):
    return variant["milliseconds"]["mean"]


def median(variant):
    return variant["milliseconds"]["median"]


def window_cell(variant):
    return "{} x {}".format(*variant["window"])


# Answers


def trials_together(a, b):
    return list(zip(a["found"], b["found"]))


def same_hashes(key, name, first, other):
    """What must be the same to the bit."""
    for trial, (a, b) in enumerate(trials_together(first[1], other[1])):
        if a["hash"] != b["hash"]:
            raise Refused(f"{other[0].path}: {key}, {name}, trial {trial}: another answer than in "
                          f"{first[0].path}")


def nearly_same_pairs(key, name, first, other):
    """Pairs of the first trial one by one, of all trials by their number."""
    a, b = (set(map(tuple, run[1].get("first_pairs", []))) for run in (first, other))
    together = trials_together(first[1], other[1])
    for differing, pairs in ((len(a ^ b), len(a)),
                             (sum(abs(x["pairs"] - y["pairs"]) for x, y in together),
                              sum(x["pairs"] for x, _ in together))):
        if differing > max(2, PAIR_TOLERANCE * pairs):
            raise Refused(f"{other[0].path}: {key}, {name}: {differing} pairs are not those of "
                          f"{first[0].path}")


def check_extra(run, key, name, variant):
    extra = sum(trial.get("extra", 0) for trial in variant["found"])
    if extra > max(2, EXTRA_TOLERANCE * sum(trial["pairs"] for trial in variant["found"])):
        raise Refused(f"{run.path}: {key}, {name}: {extra} pairs that the exact engine calls apart")


def check_answers(runs):
    first = {}
    for run in runs:
        for key, case in run.cases.items():
            for name, variant in case["variants"].items():
                check_extra(run, key, name, variant)
                # Edge rays to the bit only on the software device; the rest always.
                bits = (key, name, run.software or name in ("exact", "FCL"))
                if bits[2]:
                    same_hashes(key, name, first.setdefault(bits, (run, variant)), (run, variant))
                nearly_same_pairs(key, name, first.setdefault((key, name), (run, variant)),
                                  (run, variant))


# Growth


def growth(run, part, line):
    """[(size, what was measured)] over bodies or triangles."""
    return sorted(((case[part], case["variants"][line]) for case in run.part(part)
                   if line in case["variants"]), key=lambda point: point[0])


def upper_half(points):
    return points[len(points) // 2:]


def linear_fit(points):
    """a, b of a + b x with the smallest relative deviations, and their root mean square."""
    weights = [1 / (y * y) for _, y in points]
    total = sum(weights)
    mean_x = sum(w * x for w, (x, _) in zip(weights, points)) / total
    mean_y = sum(w * y for w, (_, y) in zip(weights, points)) / total
    slope = (sum(w * (x - mean_x) * (y - mean_y) for w, (x, y) in zip(weights, points))
             / sum(w * (x - mean_x) ** 2 for w, (x, _) in zip(weights, points)))
    start = mean_y - slope * mean_x
    squares = [((start + slope * x - y) / y) ** 2 for x, y in points]
    return start, slope, (sum(squares) / len(squares)) ** 0.5


def curves(runs, part):
    """(run, line, [(size, variant)]) of all that has enough sizes to be fitted."""
    for run in runs:
        for line in LINES:
            points = growth(run, part, line)
            if len(points) > 3:
                yield run, line, points


def medians(points):
    return [(size, median(variant)) for size, variant in points]


def upper_exponent(points):
    """Over the larger half of the sizes, through the fastest of the first trials, of as many as each of
    them has: what else a machine does only adds."""
    upper = upper_half(points)
    trials = min(variant["trials"] for _, variant in upper)
    return exponent([(size, min(variant["times"][:trials])) for size, variant in upper])


def check_growth(runs):
    for part in ("bodies", "triangles"):
        for run, line, points in curves(runs, part):
            if line in EDGE_RAYS and upper_exponent(points) > MOST_GROWTH:
                raise Refused(f"{run.path}: {line} grows faster than linearly over {part}: exponent "
                              f"{upper_exponent(points):.2f}")
