# SPDX-License-Identifier: Apache-2.0
"""Runs of peeling_bench: what they hold, whether they belong together, how times depend on contacts."""
from paper_page import PaperRun, Refused

# Figure 8 of the paper, percent of intersection points missed: mean, largest, smallest.
PUBLISHED_MISSES = {"256, last vertices": (5.02, 12.7, 0.65), "256, unique ids": (22.61, 29.31, 14.98),
                    "128, last vertices": (12.32, 20.52, 5.86)}
# Tables 1 and 2, milliseconds: colliding pairs, boxes, device, read back, proof, total.
PUBLISHED_TIMES = {
    "creature": ((15, 0.07, 3.11, 0.11, 0.07, 3.36), (33, 0.07, 3.08, 0.13, 0.14, 3.42),
                 (96, 0.07, 3.28, 0.15, 0.44, 3.94), (173, 0.07, 3.02, 0.36, 0.68, 4.13)),
    "cloth": ((16, 0.03, 2.66, 0.12, 0.10, 2.91), (115, 0.03, 3.05, 0.68, 0.66, 4.42),
              (96, 0.03, 4.26, 0.39, 0.48, 5.16), (39, 0.03, 2.39, 0.14, 0.36, 2.93),
              (125, 0.03, 3.22, 0.73, 0.67, 4.65), (222, 0.03, 2.38, 0.84, 0.95, 4.20),
              (339, 0.03, 3.15, 0.92, 1.66, 5.75), (262, 0.03, 2.90, 0.71, 1.17, 4.81))}

MISS_TOLERANCE = 0.02  # of all pairs, in the mean over directions, between devices
MOST_GROWTH = 1.5      # of device time from the fewest contacts to the most
SAMPLED = ("layers alone", "sampled", "full peeling")


class Run(PaperRun):
    def __init__(self, path):
        super().__init__(path, "peeling")
        self.sort_parts()

    def sort_parts(self):
        self.directions = self.data.get("directions")
        self.contacts = self.data.get("contacts", [])
        self.scenes = {scene["name"]: scene["frames"] for scene in self.data["scenes"]}

    def parts(self):
        """What was measured: a run may leave parts out, and another one on the same device bring them."""
        own = [name for name in ("directions", "contacts") if self.data.get(name)]
        return own + list(self.scenes)

    def join(self, other):
        """The parts of another run on the same device."""
        twice = set(self.parts()) & set(other.parts())
        if twice:
            raise Refused(f"{other.path}: {', '.join(sorted(twice))} is in {self.path} already")
        for name in ("directions", "contacts"):
            if other.data.get(name):
                self.data[name] = other.data[name]
        self.data["scenes"] += other.data["scenes"]
        self.data["command"] += "`, `" + other.data["command"]
        self.sort_parts()

    def how(self):
        return f"`{self.data['command']}`: the fastest of {self.data['repetitions']} repetitions"


def joined(runs):
    """One run for each device."""
    by_title = {}
    for run in runs:
        if run.title in by_title:
            by_title[run.title].join(run)
        else:
            by_title[run.title] = run
    return list(by_title.values())


def shares(directions, setting):
    """Percent missed in each direction."""
    return [100 * missed / directions["pairs"] for missed in setting["missed"]]


def mean(values):
    return sum(values) / len(values)


def median(values):
    middle = sorted(values)
    half = len(middle) // 2
    return middle[half] if len(middle) % 2 else (middle[half - 1] + middle[half]) / 2


def settings(run):
    return {setting["name"]: setting for setting in run.directions["settings"]}


def total(frame, variant):
    return frame["variants"][variant]["milliseconds"]["total"]


# Answers


def check_directions(first, run):
    """The same on the software device; nearly the same on others."""
    ours, others = settings(first), settings(run)
    for name, setting in others.items():
        if run.software and first.software and setting["missed"] != ours[name]["missed"]:
            raise Refused(f"{run.path}: {name}: other misses than in {first.path}")
        apart = abs(mean(shares(first.directions, ours[name])) - mean(shares(run.directions, setting)))
        if apart > 100 * MISS_TOLERANCE:
            raise Refused(f"{run.path}: {name}: misses differ by {apart:.1f} % from those in {first.path}")
        if "conservative" in name and any(setting["missed"]):
            raise Refused(f"{run.path}: {name}: a pair was missed")


def check_frame(first, run, where, ours, frame):
    """The same bodies, to the bit; all pairs by the exact and the conservative search."""
    if ours["hash"] != frame["hash"]:
        raise Refused(f"{run.path}: {where}: bodies stand elsewhere than in {first.path}")
    variants = frame["variants"]
    exact = variants["exact"]["hash"]
    if exact != ours["variants"]["exact"]["hash"] or exact != variants["conservative"]["hash"]:
        raise Refused(f"{run.path}: {where}: not the pairs of the exact engine")
    for name in SAMPLED:
        if variants[name]["found"] > frame["pairs"]:
            raise Refused(f"{run.path}: {where}: {name}: more pairs than there are")
        if (run.software and first.software
                and variants[name]["hash"] != ours["variants"][name]["hash"]):
            raise Refused(f"{run.path}: {where}: {name}: another answer than in {first.path}")


def check_answers(runs):
    for run in runs:
        for other in runs:
            if run.directions and other.directions:
                check_directions(other, run)
            for name in run.scenes.keys() & other.scenes.keys():
                for ours, frame in zip(other.scenes[name], run.scenes[name]):
                    check_frame(other, run, f"{name}, frame {frame['frame']}", ours, frame)


# Times


def contact_growth(run):
    """Device time with the most contacts by that with the fewest; and of reading and proof."""
    first, last = run.contacts[0]["milliseconds"], run.contacts[-1]["milliseconds"]
    return (last["device"] / first["device"],
            (last["read_back"] + last["proof"]) / (first["read_back"] + first["proof"]))


def check_flatness(runs):
    for run in runs:
        if run.contacts and contact_growth(run)[0] > MOST_GROWTH:
            raise Refused(f"{run.path}: device time grows {contact_growth(run)[0]:.2f} times with the "
                          "number of contacts")


def extra_for_tearing(frames):
    """Milliseconds a frame that a whole new mesh takes beyond new positions, with all its queries."""
    return [frame["total_by_mesh"] - frame["total_by_positions"] for frame in frames]


def quantile(values, share):
    middle = sorted(values)
    return middle[round(share * (len(middle) - 1))]


def evenly(frames, count):
    """So many frames, from the fewest contacts to the most."""
    ranked = sorted(frames, key=lambda frame: (frame["pairs"], frame["frame"]))
    ranked = [frame for frame in ranked if frame["pairs"]]
    return [ranked[round(i * (len(ranked) - 1) / (count - 1))] for i in range(count)]
