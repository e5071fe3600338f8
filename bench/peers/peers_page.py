#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes docs/results/peers.md and its plots from runs of peers_meshes and nbody_bench.

    peers_meshes --json meshes.json
    nbody_bench --json swarm.json
    python3 bench/peers/peers_page.py meshes.json swarm.json ... [--out docs/results]

Runs on one machine make one section, in any order and in any number of parts. Refuses runs in which an answer of impinge is not true, in which two ways to ask it or two machines
differ, in which somebody used more threads than said, or during which the machine had other things to do.
Plots need gnuplot.
"""
import json
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "papers"))
from paper_page import Refused, draw, number, plot, table, write_page  # noqa: E402
import swarm_section  # noqa: E402

FORMAT = "impinge-peers"
OURS = "impinge"
# Time on the processor by time on the clock; of shorter times the clocks themselves are a part.
IDLE, THREADED, SHORT_MS = 0.9, 1.1, 0.2
OUR_COLOURS = ("#e31a1c", "#fb9a99", "#99000d", "#fc9272")
PEER_COLOURS = ("#08306b", "#31a354", "#756bb1", "#fd8d3c", "#a6611a", "#41b6c4")
READING_COLOUR = "#636363"


def is_ours(name):
    return name.split()[0].rstrip(",") == OURS


def is_right(entrant):
    return not (entrant["missing"] or entrant["invented"] or entrant["wrong_distances"])


class Case:
    """One scene in one size: entrants by name."""

    def __init__(self, data):
        self.data = data
        self.triangles = data["triangles"]
        self.entrants = {entrant["name"]: entrant for entrant in data["entrants"]}

    def label(self):
        return f"{self.data['scene']}, {self.triangles:,} triangles"

    def fastest(self, wanted):
        """The fastest right answer on one thread among the names wanted, or None. Who answers a part of the
        questions (a world measures only bodies that are apart) is in the tables, but not the fastest."""
        right = [one for one in self.entrants.values() if is_right(one)]
        most = max((one["found"] for one in right), default=0)
        right = [one for one in right
                 if wanted(one["name"]) and one["threads"] == 1 and one["found"] == most]
        return min(right, key=lambda one: one["frame_ms"], default=None)

    def fastest_peer(self):
        return self.fastest(lambda name: not is_ours(name))

    def fastest_ours(self):
        return self.fastest(is_ours)


class Run:
    """A JSON file of peers_meshes."""

    def __init__(self, path):
        self.path = path
        self.data = json.loads(pathlib.Path(path).read_text(encoding="utf-8"))
        if self.data.get("format") != FORMAT:
            raise Refused(f"{path}: not a run of peers_meshes")
        self.cases = [Case(scene) for scene in self.data["scenes"]]
        for case in self.cases:
            self.check(case)

    def check(self, case):
        if case.data["same_as_cgal"] == "no":
            raise self.refusal(case, "CGAL's exact predicates give other pairs")
        ours = [one for name, one in case.entrants.items() if is_ours(name)]
        if not ours:
            raise self.refusal(case, f"{OURS} did not take part")
        if not all(is_right(one) for one in ours):
            raise self.refusal(case, f"an answer of {OURS} is not true")
        if len({one["hash"] for one in ours}) > 1:
            raise self.refusal(case, f"two ways to ask {OURS} differ")
        for name, one in case.entrants.items():
            share = one["processor_ms"] / one["frame_ms"]
            if one["frame_ms"] < SHORT_MS:
                continue
            if share > one["threads"] + THREADED - 1:
                raise self.refusal(case, f"{name} used {share:.2f} processors")
            if share < IDLE:
                raise self.refusal(case, f"{name} had {share:.2f} of a processor; the machine was busy")

    def refusal(self, case, reason):
        return Refused(f"{self.path}: {case.label()}: {reason}")


class Machine:
    """All runs on one machine: for each scene its cases, by growing size, and the swarm if there is one."""

    def __init__(self, data):
        self.data = data
        self.cases = []
        self.swarm = None

    def scenes(self):
        grouped = {}
        for case in self.cases:
            grouped.setdefault(case.data["scene"], []).append(case)
        return {name: sorted(cases, key=lambda case: case.triangles) for name, cases in grouped.items()}

    def names(self):
        return list(dict.fromkeys(name for case in self.cases for name in case.entrants))

    def title(self):
        return f"{self.data['processor']}, {self.data['cores']} cores, gcc {self.data['compiler']}"

    def add(self, run):
        if isinstance(run, swarm_section.Run):
            if self.swarm:
                raise Refused(f"{self.title()}: two swarms")
            self.swarm = run
            return
        if self.cases and run.data["rounds"] != self.data["rounds"]:
            raise Refused(f"{run.path}: another number of rounds than another part")
        self.data = run.data
        known = {case.label() for case in self.cases}
        for case in run.cases:
            if case.label() in known:
                raise Refused(f"{run.path}: {case.label()} is in two runs of one machine")
        self.cases += run.cases


def read_run(path):
    kind = json.loads(pathlib.Path(path).read_text(encoding="utf-8")).get("format")
    return swarm_section.Run(path) if kind == swarm_section.FORMAT else Run(path)


def by_machine(runs):
    machines = {}
    for run in runs:
        key = tuple(run.data[name] for name in ("processor", "cores", "compiler"))
        machines.setdefault(key, Machine(run.data)).add(run)
    for machine in machines.values():
        if not machine.cases:
            raise Refused(f"{machine.title()}: a swarm, but no meshes")
    return list(machines.values())


def check_answers(runs):
    """Equal scenes have equal answers, whatever the machine."""
    said = {}
    for run in runs:
        for case in run.cases:
            key = (case.data["scene"], case.triangles, case.data["frames"])
            digest = next(one["hash"] for name, one in case.entrants.items() if is_ours(name))
            if said.setdefault(key, digest) != digest:
                raise Refused(f"{case.label()}: two runs of {OURS} differ")


def wrong(entrant):
    """What is wrong with an answer, in brackets; nothing if it is right."""
    parts = [f"−{entrant['missing']:,}" if entrant["missing"] else "",
             f"+{entrant['invented']:,}" if entrant["invented"] else "",
             f"≠{entrant['wrong_distances']:,}" if entrant["wrong_distances"] else ""]
    text = " ".join(part for part in parts if part)
    return f" ({text})" if text else ""


def cell(case, name):
    entrant = case.entrants.get(name)
    if entrant is None:
        return "too slow" if name in case.data.get("too_slow", ()) else "–"
    return number(entrant["frame_ms"]) + wrong(entrant)


def ratio(case):
    """How many times as long as impinge the fastest right peer takes."""
    ours, peer = case.fastest_ours(), case.fastest_peer()
    return peer["frame_ms"] / ours["frame_ms"] if ours and peer else None


def times_table(run, cases):
    names = [name for name in run.names() if any(name in case.entrants for case in cases)]
    absent = list(dict.fromkeys(name for case in cases for name in case.data["absent"]))
    rows = [(name, *(cell(case, name) for case in cases)) for name in names]
    rows += [(name, *("–" for _ in cases)) for name in absent if name not in names]
    rows.append(("fastest right peer / impinge", *(number(ratio(case)) for case in cases)))
    rows.append(("*reading everything once*", *(number(case.data["read_ms"]) for case in cases)))
    return table(("", *(f"{case.triangles:,} triangles" for case in cases)), rows)


def seldom_asked(run, cases):
    """A sentence about those who sat out rounds, or nothing."""
    rounds = run.data["rounds"]
    seldom = [f"{name} {one['answers_a_frame']} of {rounds} ({case.triangles:,})" for case in cases
              for name, one in case.entrants.items() if one["answers_a_frame"] < rounds]
    return f"\nRounds, where fewer than {rounds}: {', '.join(seldom)}.\n" if seldom else ""


def nobody(case):
    return "all others are too slow" if case.data.get("too_slow") else "nobody is right"


def summary_table(run):
    rows = []
    for case in run.cases:
        ours, peer = case.fastest_ours(), case.fastest_peer()
        rows.append((case.data["title"], f"{case.triangles:,}", number(ours["frame_ms"]),
                     number(peer["frame_ms"]) if peer else "–",
                     peer["name"] if peer else nobody(case), number(ratio(case)), f"`{ours['hash']}`"))
    if run.swarm:
        rows += swarm_section.summary_rows(run.swarm)
    return table(("scene", "triangles", "impinge, ms", "fastest right peer, ms", "who",
                  "peer / impinge", "hash of impinge's answers"), rows)


def setup_table(cases):
    names = list(dict.fromkeys(name for case in cases for name in case.entrants))
    rows = [(name, *(number(case.entrants[name]["setup_ms"]) if name in case.entrants else "–"
                     for case in cases)) for name in names]
    return table(("", *(f"{case.triangles:,} triangles" for case in cases)), rows)


def colours_of(names):
    """Those of ours are red, and everybody has the same one in every plot of a run."""
    ours = [name for name in names if is_ours(name)]
    others = [name for name in names if not is_ours(name)]
    colours = {name: OUR_COLOURS[i % len(OUR_COLOURS)] for i, name in enumerate(ours)}
    return {**colours, **{name: PEER_COLOURS[i % len(PEER_COLOURS)] for i, name in enumerate(others)}}


def scene_plot(path, run, cases):
    series = {name: [(case.triangles, case.entrants[name]["frame_ms"]) for case in cases
                     if name in case.entrants] for name in run.names()}
    series = {name: rows for name, rows in series.items() if rows}
    colours = [colours_of(run.names())[name] for name in series] + [READING_COLOUR]
    series["reading"] = [(case.triangles, case.data["read_ms"]) for case in cases]
    plot(path, f"{cases[0].data['title']}, {run.data['processor']}", ("triangles", "milliseconds"),
         series, ("set logscale xy", "set format y '%g'",
                  f"set xrange [{cases[0].triangles / 1.3}:{cases[-1].triangles * 1.3}]"), colours)


def ratios(run):
    """(what, how many times as long the fastest right peer takes) of all that have one."""
    named = [(f"{case.data['scene'].replace('_', ' ')} {size_in_short(case.triangles)}", ratio(case))
             for case in run.cases]
    if run.swarm:
        named += [(f"swarm {size_in_short(bodies)}", swarm_section.ratio(peers))
                  for bodies, peers in run.swarm.sizes.items()]
    return [(name, value) for name, value in named if value]


def size_in_short(count):
    return f"{count / 1e6:g}M" if count >= 1e6 else f"{count / 1e3:g}k"


def ratio_plot(path, run):
    """A bar for each case, from 1: upwards where impinge is faster."""
    named = ratios(run)
    lines = ["set logscale y", "set format y '%g'", "set grid y", "set style fill solid", "set nokey",
             "set xtics rotate by -60 font ',10' nomirror scale 0", "set bmargin 9", "$data << EOD",
             *(f'{i} {value} "{name}" {0xe31a1c if value >= 1 else 0x636363}'
               for i, (name, value) in enumerate(named)), "EOD",
             f"set xrange [-1:{len(named)}]",
             "plot $data using ($1-0.4):(1):($1-0.4):($1+0.4):(1):2:4:xtic(3) with boxxyerror "
             "linecolor rgb variable, 1 with lines linecolor rgb '#000000'"]
    draw(path, f"fastest right peer / impinge, one thread, {run.data['processor']}", lines, 520)


def scene_section(i, run, name, cases, folder):
    data = cases[0].data
    text = (f"### {data['title'].capitalize()}\n\n{WHAT[data['scene']]}\n\n{times_table(run, cases)}"
            f"{seldom_asked(run, cases)}")
    if len(cases) > 1:
        picture = f"peers-{i + 1}-{name}.svg"
        scene_plot(folder / picture, run, cases)
        text += f"\n![milliseconds against triangles]({picture})\n"
    return text


def machine_section(i, run, folder):
    scenes = run.scenes()
    once = scenes.get("rigid_pairs", run.cases[:1])
    entrants = {name: case.entrants[name] for case in run.cases for name in case.entrants}
    picture = f"peers-{i + 1}-ratios.svg"
    if ratios(run):
        ratio_plot(folder / picture, run)
    checked = [case.label() for case in run.cases if case.data["same_as_cgal"] == "yes"]
    return SECTION.format(
        title=run.title(), summary=summary_table(run), rounds=run.data["rounds"], ratios=RATIOS.format(picture) if ratios(run) else "",
        most_seconds=f"{run.data['most_seconds']:g}", too_long=f"{5 * run.data['most_seconds']:g}",
        checked="; ".join(checked) or "none",
        scenes="\n".join(scene_section(i, run, name, cases, folder) for name, cases in scenes.items())
        + ("\n" + swarm_section.section(i, run.swarm, folder) if run.swarm else ""),
        setup=setup_table(once),
        configurations="\n".join(f"- {name}: {one['configuration']}" for name, one in entrants.items()))


# What a reader needs to know of each scene beyond its title.
WHAT = {
    "rigid_contact": "Two bumpy balls that reach half a radius into each other, in eight poses.",
    "rigid_near_miss": "The same balls, a hundredth of a radius apart.",
    "rigid_pairs": "The poses of the first scene.",
    "deforming_pairs": "A wave of 2 % runs through both balls; trees are refitted, that of CGAL, which cannot be, is "
                       "built anew. Two frames from a million triangles on.",
    "torn_cloth": "Six tears run through a sheet that hangs through 40 balls of 1,000 triangles: vertices come, "
                  "triangles go, and trees of the sheet are built anew; CGAL asks a tree of the balls, which stays.",
    "folded_cloth": "A sheet in six folds, which pass through each other; trees are refitted.",
    "nested_shells": "A bumpy ball and the same at 99.6 % of its size, both waving: near everywhere, touching nowhere.",
    "twist": "Two tubes wound around each other 24 times, each a little too thick.",
    "containment": "A ball of a tenth of the triangles and a fifth of the size, in every other pose within the "
                   "material of the large one, else beside it. A missing frame is a body inside that was not found.",
    "small_pairs": "As *rigid, in contact: all pairs*, in another unit.",
    "large_pairs": "As *rigid, in contact: all pairs*, in another unit.",
    "far_pairs": "As *rigid, in contact: all pairs*, with meshes whose own coordinates are about a million.",
    "near_verdict": "The second body has 3/10 of the triangles and of the size; of the poses a third are apart, a "
                    "third cross, and in a third the small one is inside. A missing frame is a body inside that was "
                    "not found. World is given both poses and asked for a step.",
    "near_distance": "The same poses: how far apart are the surfaces, whether or not the one is inside the other? "
                     "Distances off by more than 1e-9 are marked ≠. World says that bodies meet instead, and measures "
                     "where they do not.",
    "building": "Bumpy balls of which nothing is known, *impinge* finds out whether they are solids on the way; Embree "
                "builds a tree of boxes in Morton order, its fastest builder.",
    "refitting": "A wave of 2 % runs through the ball, whose triangles stay. *impinge* finds out again whether it is a "
                 "solid; CGAL builds its tree anew.",
}

RATIOS = """![how many times as long as impinge the fastest right peer takes]({})

"""

SECTION = """## {title}

{summary}
{ratios}*impinge* is its fastest entry on one thread that answers all that is asked; a *right* peer misses and invents nothing in that scene. Means over
the frames of the median of each, of {rounds} rounds or more; who has answered for {most_seconds} seconds sits out the rounds that are
left, and a peer that would need more than {too_long} seconds for one round with all it makes beforehand, judged by the size before, is *too slow* to be
asked, unless it was the fastest right one there. Also asked of CGAL's exact predicates over world vertices, with the same pairs: {checked}.

{scenes}
### What was made before the first frame

Milliseconds, for the balls of *rigid, in contact: all pairs*; copies into the formats of the libraries included.

{setup}
### How each was set up

{configurations}
"""

PAGE = """# Beside other libraries

Meshes are measured by `bench/peers/peers_meshes`, the swarm by `bench/peers/nbody_bench`; this page is written by `bench/peers/peers_page.py`, which takes every
figure from runs, and refuses runs in which an answer of impinge is not true.

    tools/peers    # builds the programs, runs them, writes this page
    tools/peers --scenes rigid_pairs --only impinge,FCL --rounds 3    # a part of it, under build/peers

Milliseconds a frame. A frame begins with poses, vertices or triangles in memory, in the format that the library reads,
and ends with its answer. Structures of rigid bodies are there beforehand; where vertices move, peers refit their trees
within the frame, and where triangles change they build them anew within it. For a scene all are asked in one process about the
same frames, in turns, one thread unless said otherwise, the upper halves of vector registers cleared before each frame; *all pairs* is a list of every pair of triangles that meets.

In brackets what is wrong, over all frames: −12 are missing, +34 were invented, against the exact answer. A dash: the
library has nothing that answers this. *Reading everything once* is the time to read all vertices and indices of a
frame: less is possible only for those who looked at the bodies before. Other libraries are those of Debian 12, built for plain
x86-64, each in the fastest of the configurations that were tried. Runs may leave out scenes and libraries (`--scenes`, `--only`):
what is not here took no part.

{sections}"""


def make(paths, folder):
    runs = [read_run(path) for path in paths]
    check_answers([run for run in runs if isinstance(run, Run)])
    swarm_section.check_answers([run for run in runs if isinstance(run, swarm_section.Run)])
    return PAGE.format(sections="\n".join(machine_section(i, machine, folder)
                                          for i, machine in enumerate(by_machine(runs))))


if __name__ == "__main__":
    write_page("peers", __doc__, make)
