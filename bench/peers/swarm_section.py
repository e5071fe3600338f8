# SPDX-License-Identifier: Apache-2.0
"""The section about many convex bodies of docs/results/peers.md, from a run of nbody_bench.

Refuses runs in which impinge names other pairs than the exact engine, which disagree about what it
says, in which somebody used more than one thread, or during which the machine had other things to do.
"""
import json
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "papers"))
from paper_page import Refused, exponent, number, plot, table  # noqa: E402

FORMAT = "impinge-nbody"
TITLE = "a swarm of polytopes: all pairs of bodies"
OURS = "impinge"
# Time on the processor by time on the clock, of every frame's median.
IDLE, THREADED = 0.9, 1.1
COLOURS = ("#e31a1c", "#08306b", "#31a354", "#756bb1", "#fd8d3c", "#a6611a")


class Run:
    """A JSON file of nbody_bench: peers by size and name."""

    def __init__(self, path):
        self.data = json.loads(pathlib.Path(path).read_text(encoding="utf-8"))
        if self.data.get("format") != FORMAT:
            raise Refused(f"{path}: not a run of nbody_bench")
        self.sizes = {size["bodies"]: {peer["name"]: peer for peer in size["peers"]}
                      for size in self.data["sizes"]}
        for bodies, peers in self.sizes.items():
            if OURS not in peers:
                raise Refused(f"{path}: {OURS} did not take part")
            if peers[OURS]["missed"] or peers[OURS]["invented"]:
                raise Refused(f"{path}: {OURS} differs from the exact engine with {bodies} bodies")
            for name, peer in peers.items():
                share = peer["processor_ms"] / peer["whole_frame_ms"]
                if not IDLE <= share <= THREADED:
                    raise Refused(f"{path}: {name}, {bodies} bodies: {share:.2f} of a processor; " + (
                        "the machine was busy" if share < IDLE else "more than one thread"))

    def names(self):
        return list(dict.fromkeys(name for peers in self.sizes.values() for name in peers))

    def values(self, name, field):
        return [(bodies, peers[name][field]) for bodies, peers in self.sizes.items()
                if name in peers]


def is_right(peer):
    return not (peer["missed"] or peer["invented"])


def fastest_peer(peers):
    """The fastest of the others that names the pairs that interfere and no more, or None."""
    right = [peer for name, peer in peers.items() if name != OURS and is_right(peer)]
    return min(right, key=lambda peer: peer["whole_frame_ms"], default=None)


def ratio(peers):
    """How many times as long as impinge the fastest right peer takes."""
    peer = fastest_peer(peers)
    return peer["whole_frame_ms"] / peers[OURS]["whole_frame_ms"] if peer else None


def summary_rows(run):
    """As those of scenes of meshes."""
    rows = []
    for bodies, peers in run.sizes.items():
        ours, peer = peers[OURS], fastest_peer(peers)
        rows.append((TITLE, f"{bodies:,} bodies", number(ours["whole_frame_ms"]),
                     number(peer["whole_frame_ms"]) if peer else "–",
                     peer["name"] if peer else "nobody is right", number(ratio(peers)), f"`{ours['hash']}`"))
    return rows


def check_answers(runs):
    """Equal sizes and seeds have equal answers, whatever the machine."""
    said = {}
    for run in runs:
        for bodies, peers in run.sizes.items():
            case = (bodies, run.data["seed"], run.data["frames"])
            if said.setdefault(case, peers[OURS]["hash"]) != peers[OURS]["hash"]:
                raise Refused(f"with {bodies} bodies, two runs of {OURS} differ")


def cell(run, bodies, name, field):
    peer = run.sizes[bodies].get(name)
    if peer is None:
        return "–"
    ours = run.sizes[bodies][OURS][field]
    times = "" if name == OURS else f" ({number(peer[field] / ours)} x)"
    return number(peer[field]) + times


def times_table(run, field, more=()):
    rows = []
    for name in run.names():
        points = run.values(name, field)
        growth = f"{exponent(points):.2f}" if len(points) > 1 else "–"
        rows.append((name, *(cell(run, bodies, name, field) for bodies in run.sizes), growth))
    return table(("", *(f"{bodies:,} bodies" for bodies in run.sizes), "exponent"), [*rows, *more])


def answers_table(run):
    rows = []
    for bodies, peers in run.sizes.items():
        for name, peer in peers.items():
            wrong = peer["missed"] + peer["invented"]
            rows.append((f"{bodies:,}", name, number(peer["candidates_per_frame"]),
                         f"{peer['colliding_per_frame']:.1f}",
                         f"{peer['missed']} missed, {peer['invented']} invented" if wrong
                         else "all right", f"`{peer['hash']}`"))
    return table(("bodies", "", "candidates a frame", "colliding pairs a frame",
                  f"against the exact engine, over {run.data['frames']} frames", "hash"), rows)


def section(i, run, folder):
    """For the machine with number i."""
    name = f"peers-{i + 1}-swarm.svg"
    plot(folder / name, f"{TITLE}, {run.data['processor']}", ("bodies", "milliseconds"),
         {peer: run.values(peer, "whole_frame_ms") for peer in run.names()},
         ("set logscale xy", "set format y '%g'",
          f"set xrange [{min(run.sizes) / 1.3}:{max(run.sizes) * 1.3}]"), COLOURS)
    peers = next(iter(run.sizes.values())).values()
    ratios = ["fastest right peer / impinge", *(number(ratio(peers)) for peers in run.sizes.values()), ""]
    return SECTION.format(
        title=TITLE.capitalize(), whole=times_table(run, "whole_frame_ms", [ratios]),
        broad=times_table(run, "broad_phase_ms"), answers=answers_table(run), plot=name,
        configurations="\n".join(f"- {peer['name']}: {peer['configuration']}" for peer in peers))


SECTION = """### {title}

Random polytopes of about 36 faces that fill 1 % of a cube, fly a tenth of their radius and turn ten degrees in
each frame and bounce off its walls (Cohen, Lin, Manocha and Ponamgi 1995, section 6). They pass through each other, so
that as many collide in each frame as do at random places. All take turns of ten frames on one thread; the first ten frames are not timed.
A frame begins with the poses in memory and ends with the list of colliding pairs: handing the poses over, boxes, candidates,
verdicts. What a library keeps between frames is its own matter. Embree has no bodies: it is given boxes by the same
kernel that impinge uses itself, and only candidates have their vertices placed for libccd. CGAL has no broad phase
that is kept from frame to frame, and takes no part.

Milliseconds, medians, in brackets times as long as impinge, and the exponent of the power law through them; 1 is
linear.

{whole}
![milliseconds against the number of bodies]({plot})

Of these, until the candidates are known: taking over the poses, boxes, broad phase.

{broad}
*Missed* pairs interfere and were not named, *invented* ones were named and are apart, both by `check_all()`, which
decides with exact predicates.

{answers}
How each was set up:

{configurations}
"""
