#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes docs/results/gpu.md and its plots from runs of the GPU's benchmarks, beside peers.

    gpu_bench --json bench.json
    gpu_swarm_bench --bodies 1000000 --json swarm.json         # and other numbers of bodies
    gpu_many_bench --json many.json                            # may be left out
    peers_meshes --scenes deforming_pairs --triangles 10000,200000,2000000 --json peers.json    # as well
    python3 bench/gpu/gpu_page.py bench.json swarm.json many.json peers.json [--out docs/results]

In any order and in any number of parts. Refuses runs whose pairs differ from those of the processor, of a
share of the sizes, or made on several machines. Plots need gnuplot.
"""
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import gpu_bounds  # noqa: E402
import gpu_runs  # noqa: E402
from paper_page import bars, number, plot, table, write_page  # noqa: E402

COLOURS = ("#08306b", "#2171b5", "#6baed6", "#c6dbef", "#bdbdbd", "#fdd0a2", "#fd8d3c", "#e31a1c", "#7a0026",
           "#31a354", "#a1d99b", "#756bb1")
CONTEST_COLOURS = ("#e31a1c", "#fb9a99", "#08306b", "#31a354")
CLOCKS = {"device": "device's clock", "wall": "wall clock"}
TIMES = {"device": lambda scene: scene["device_ms"]["total"], "in flight": lambda scene: scene["in_flight_ms"],
         "waited for": lambda scene: scene["waited_for_ms"], "with uploads": lambda scene: scene["uploaded_ms"],
         "processor": lambda scene: scene["processor_ms"]}


# Scenes whose goal is missed and for which no other way was tried yet: what is not known is said.
UNTRIED = {"torn cloth, 40 bodies"}


def plainly(measured):
    return "".join(f"- {goal.what}, the goal is {number(goal.wish)} {goal.unit}: {readings_text(goal)}.{unknown_text(goal, measured)}\n"
                   for goal in gpu_runs.goals(measured))


def readings_text(goal):
    return "; ".join(f"{number(reading.found)} by the {CLOCKS[reading.clock]}, **{'met' if reading.met else 'missed'}** "
                     f"({reading.found / goal.wish:.2f} times as much)" for reading in goal.readings) or "not measured"


def unknown_text(goal, measured):
    if goal.what not in UNTRIED or all(reading.met for reading in goal.readings):
        return ""
    slow = " and its stages were timed at half the device's speed (see below)" if goal.what in slow_scenes(measured)[1] else ""
    return f" No variant was tried for it yet{slow}, so where its time goes is not known."


def times_as_long(milliseconds, scene):
    """Beside the device with its vertices there, and with uploads."""
    return f"{number(milliseconds / scene['in_flight_ms'])} / {number(milliseconds / scene['uploaded_ms'])}"


def peer_cells(measured, scene):
    peer = measured.peer(scene)
    return (f"{number(peer['frame_ms'])} ({peer['name']})",
            times_as_long(peer["frame_ms"], scene)) if peer else ("–", "–")


def agreement(scene):
    return {True: "agrees", False: "differs"}.get(scene.get("agrees"), "not told") + f", `{scene['hash']}`"


def triangles_of(scene):
    return " + ".join(f"{count:,}" for count in scene["triangles"])


def scenes_table(measured):
    rows = [(scene["scene"], triangles_of(scene), number(scene["wish_ms"] or None),
             *(number(of(scene)) for of in TIMES.values()), times_as_long(scene["processor_ms"], scene),
             *peer_cells(measured, scene), f"{scene['pairs']:,}", agreement(scene))
            for scene in measured.scenes]
    return table(("scene", "triangles", "goal", *TIMES, "processor / device", "peer", "peer / device", "pairs",
                  "hash"), rows)


def work_table(scenes):
    fields = ("entries", "tasks", "candidates", "sure", "doubtful", "bytes_returned")
    return table(("scene", *(field.replace("_", " ") for field in fields), "submitting, ms", "proof, ms"),
                 [(scene["scene"], *(f"{scene[field]:,}" for field in fields), number(scene["submitting_ms"]),
                   number(scene["proof_ms"])) for scene in scenes])


def in_us(milliseconds):
    return number(1000 * milliseconds)


def stages_table(measured):
    """A column for each scene: measured / at least, in microseconds."""
    bounds = [gpu_bounds.bounds(scene, measured.machine) for scene in measured.scenes]

    def cell(stage, scene, bound):
        if not gpu_bounds.is_asked(stage, scene):
            return "–"
        return in_us(scene["device_ms"][stage]) + (f" / {number(bound[stage])}" if bound else "")
    rows = [(stage.replace("_", " "), *map(lambda scene, bound, stage=stage: cell(stage, scene, bound),
                                           measured.scenes, bounds)) for stage in gpu_bounds.STAGES]
    rows.append(("*sum of stages*", *(in_us(sum_of_stages(scene)) + (f" / {number(sum(bound.values()))}" if bound else "")
                                      for scene, bound in zip(measured.scenes, bounds))))
    rows.append(("*total, in a run without timestamps between*",
                 *(in_us(scene["device_ms"]["total"]) for scene in measured.scenes)))
    if measured.machine:
        rows.append(("*total / sum of bounds*", *(number(1000 * scene["device_ms"]["total"] / sum(bound.values()))
                                                  for scene, bound in zip(measured.scenes, bounds))))
    return table(("stage", *(scene["scene"] for scene in measured.scenes)), rows)


def sum_of_stages(scene):
    return sum(scene["device_ms"][stage] for stage in gpu_bounds.STAGES if gpu_bounds.is_asked(stage, scene))


def stages_plot(measured, folder):
    """Shares of the sum of stages."""
    scenes = measured.scenes
    series = {stage.replace("_", " "): [100 * scene["device_ms"][stage] / sum_of_stages(scene)
                                        if gpu_bounds.is_asked(stage, scene) else 0 for scene in scenes]
              for stage in gpu_bounds.STAGES}
    bars(folder / "gpu-stages.svg", f"shares of stages, {measured.runs[0].title}", "percent of their sum",
         [scene["scene"] for scene in scenes], series, ("set yrange [0:100]", "set key invert"), COLOURS, "rowstacked")


def contest_plot(measured, folder):
    series = {"device, in flight": TIMES["in flight"], "device, with uploads": TIMES["with uploads"],
              "processor, all cores": TIMES["processor"]}
    series = {name: [of(scene) for scene in measured.scenes] for name, of in series.items()}
    peers = [measured.peer(scene) for scene in measured.scenes]
    if any(peers):
        series["peer, one thread"] = [peer["frame_ms"] if peer else None for peer in peers]
    least = min(value for values in series.values() for value in values if value)
    bars(folder / "gpu-contest.svg", f"milliseconds a frame, {measured.runs[0].title}", "milliseconds",
         [scene["scene"] for scene in measured.scenes], series,
         ("set logscale y", "set format y '%g'", f"set yrange [{least / 2}:*]"), CONTEST_COLOURS)


MANY = """## Many bodies in a frame

`gpu_many_bench`: one body against many, and worlds of which all bodies are asked about each other; every body in another pose in each
frame. *Processor* is the exact engine, pair after pair of bodies whose boxes meet, with finding those boxes and comparing answers.

{scenes}
Stages, microseconds, with timestamps between them:

{stages}
"""


def many_section(measured):
    if not measured.many:
        return ""
    scenes = [(scene["scene"], scene["bodies"], f"{scene['triangles']:,}", number(scene["wish_ms"] or None),
               *(number(of(scene)) for of in TIMES.values()), times_as_long(scene["processor_ms"], scene),
               f"{scene['bodies_meeting']:,}", f"{scene['pairs']:,}", agreement(scene))
              for scene in measured.many]
    stages = [(stage.replace("_", " "), *(in_us(scene["device_ms"][stage]) for scene in measured.many))
              for stage in (*gpu_bounds.STAGES, "total")]
    return MANY.format(
        scenes=table(("scene", "bodies", "triangles", "goal", *TIMES, "processor / device",
                      "pairs of bodies", "pairs", "hash"), scenes),
        stages=table(("stage", *(scene["scene"] for scene in measured.many)), stages))


SWARMS = """## Swarms

`gpu_swarm_bench`: polytopes that fly and turn, a tenth of their radius and ten degrees a frame, beside a step of a
[World](../../include/impinge/world.hpp) on the processor. Milliseconds; *in flight* with poses made on the device and three frames in flight,
*with uploads* with poses from the processor; brackets are frames a second; *device* is its own clock, with timestamps between stages.

{swarms}
Stages, microseconds, with timestamps between them:

{stages}
{picture}"""
SWARM_TIMES = {"in flight": "in_flight_ms", "without hash": "without_hash_ms", "with uploads": "uploaded_ms"}


def swarm_plot(measured, folder):
    series = {name: [(swarm["bodies"], gpu_runs.frames_a_second(swarm[field])) for swarm in measured.swarms]
              for name, field in {**SWARM_TIMES, "World": "world_ms"}.items()}
    plot(folder / "gpu-swarm.svg", f"swarms, {measured.runs[0].title}", ("bodies", "frames a second"), series,
         ("set logscale xy", "set format '%.7g'",
          f"set xrange [{measured.swarms[0]['bodies'] / 1.3}:{measured.swarms[-1]['bodies'] * 1.3}]"),
         CONTEST_COLOURS)


def swarm_section(measured, folder):
    swarms = measured.swarms
    if not swarms:
        return ""
    swarm_plot(measured, folder)
    rows = [(f"{swarm['bodies']:,}", f"{swarm['density']:g}", number(swarm["device_ms"]["total"]), number(swarm["waited_for_ms"]),
             *(f"{number(swarm[field])} ({gpu_runs.frames_a_second(swarm[field]):.0f})" for field in SWARM_TIMES.values()),
             number(swarm["world_ms"]), number(swarm["world_ms"] / swarm["in_flight_ms"]),
             *(f"{swarm[field]:,}" for field in ("candidates", "searched", "doubtful", "pairs")), agreement(swarm))
            for swarm in swarms]
    stages = [(stage, *(in_us(swarm["device_ms"][stage]) for swarm in swarms)) for stage in swarms[0]["device_ms"]]
    return SWARMS.format(
        swarms=table(("bodies", "filled", "device", "waited for", *SWARM_TIMES, "World", "World / device", "candidates",
                      "searched", "doubtful", "pairs", "hash"), rows),
        stages=table(("stage", *(f"{swarm['bodies']:,} bodies" for swarm in swarms)), stages),
        picture="![frames a second against bodies](gpu-swarm.svg)\n")


MACHINE = """*Measured / at least.* What a stage takes at least is the longest of: bytes that it must move at {read} TB/s; random accesses at
{gathers} thousand millions a second; random atomics at {atomics} thousand millions a second; and, on top, one dispatch with its barrier,
{dispatch} µs. `gpu_bench` measures these rates on the same device with shaders that do nothing else (96 MB read in order, 8 bytes each at random places
of 8 MB), and the round trip of a fence, {fence} µs. Assumed are:

- *world* reads 12 bytes a vertex, *codes* reads 12 and writes 8;
- *cull* reads 12 bytes a triangle, and 8 a vertex; in shuffled scenes instead three random codes a triangle. *Cull B* (of one body: *count*)
  also has a random atomic for each entry;
- *fill* has a random atomic and a random write of 16 bytes for each entry;
- *match* reads each entry once, 16 bytes, and writes 8 for each candidate; places of cells and what is read again come on top;
- *crowd* reads 16 bytes a task;
- *filter* reads 8 bytes of a candidate, and of its two triangles 24 of indices and 72 of corners, but each triangle and vertex of the scene at most
  once;
- *deliver* sends what is returned at {bus} GB/s, which is assumed too;
- of *places* and *refine* nothing but the dispatch is counted, since runs do not say how many cells and pairs they have.

What lies in the device's cache since the stage before may come faster than the rate of its memory, so a stage can be below
its bound.
"""


def machine_text(machine):
    if not machine:
        return "Runs do not say what the device's memory can do, so no lower bounds are given.\n"
    return MACHINE.format(read=number(machine["read_tb_per_s"]), gathers=number(machine["gathers_g_per_s"]),
                          atomics=number(machine["atomics_g_per_s"]), dispatch=number(machine["dispatch_us"]),
                          fence=number(machine["fence_us"]), bus=gpu_bounds.BUS_GB_PER_S)


def timestamps(measured):
    """What keeping stages apart costs, as the two runs tell it."""
    extra = sorted(1000 * (sum_of_stages(scene) - scene["device_ms"]["total"])
                   / sum(gpu_bounds.is_asked(stage, scene) for stage in gpu_bounds.STAGES)
                   for scene in measured.scenes)
    return f"{extra[0]:.1f} to {extra[-1]:.1f}"


def slow_scenes(measured):
    """By scene the time between two timestamps, which is what a stage takes that is left out; and scenes in which it took far longer
    than in others."""
    least = {scene["scene"]: min(scene["device_ms"][stage] for stage in ("count", "crowd"))
             for scene in measured.scenes + measured.many}
    gaps = {name: gap for name, gap in least.items() if gap < 0.002}  # both are asked where it is more
    return gaps, [name for name, gap in gaps.items() if gap > 1.5 * min(gaps.values())]


def slow_text(measured):
    gaps, slow = slow_scenes(measured)
    if not slow:
        return ""
    return (f"\nThe device was seen to work at about half its speed at the beginning of a program, whatever it did before: two "
            f"timestamps with nothing between were {1000 * min(gaps.values()):.2g} µs apart, but up to "
            f"{1000 * max(gaps[name] for name in slow):.2g} when stages of {', '.join(slow)} were timed. Those are to be taken as "
            f"shares alone.\n")


def peers_text(measured):
    if not measured.peers:
        return "No peer was asked in these runs."
    rounds = ", ".join(str(run.data["rounds"]) for run in measured.peers)
    return (f"*Peer* is the fastest library of those in [peers.md](peers.md) that answers rightly, on one thread of the same processor, its "
            f"vertices in memory at the beginning, the scene the same but for rounding to "
            f"floats (`peers_meshes --rounds {rounds}`). Shuffled scenes were not put to peers.")


PAGE = """# The exact engine on a GPU, measured

This page is written by `bench/gpu/gpu_page.py`, which takes every figure from runs and refuses those whose pairs differ from the
processor's. [What the stages do](../methods/gpu.md).

    make bench    # builds the programs, in build/bench/bin; then, for this page:
{commands}
{device}

## Said plainly

{plainly}
The device's clock says what it takes for a frame, from the first stage to the last, the vertices in its memory. The wall clock says what an application sees,
proofs of the processor included: from answer to answer with three frames in flight, or from a question to its answer; poses of the swarm are made on the device.

## Two meshes, and one with itself

Milliseconds, medians of {frames} frames. *Device* is its own clock, from the first stage to the last; *in flight* the wall clock from answer to answer with three
frames in flight; *waited for* from a question to its answer with one; *with uploads* as *in flight*, all vertices handed over in each frame; *processor*
the exact engine on {cores} cores. Ratios say how many times as long as the device in flight, and with uploads. {peers}

{scenes}
![device, processor and peer](gpu-contest.svg)

{work}
## Stages

Microseconds. Stages are timed in a run apart, with timestamps between them, which take time themselves and keep stages apart: the sum of stages is
another number than the total, by {timestamps} µs a stage, from scene to scene.
{slow}
{stages}
{machine}
![shares of stages](gpu-stages.svg)

{many}{swarms}"""


def make(paths, folder):
    measured = gpu_runs.Measured(paths)
    stages_plot(measured, folder)
    contest_plot(measured, folder)
    first = next(run for run in measured.runs if run.program == "gpu_bench")
    commands = [run.command() for run in measured.runs]
    files = " ".join(pathlib.Path(path).name for path in paths)
    return PAGE.format(
        commands="".join(f"    {line}\n" for line in [*commands, f"python3 bench/gpu/gpu_page.py {files}"]),
        device=first.description(f"gcc {first.data['compiler']}."), plainly=plainly(measured),
        frames=first.data["frames"], cores=first.data["cores"], peers=peers_text(measured), scenes=scenes_table(measured),
        work=work_table(measured.scenes), timestamps=timestamps(measured), slow=slow_text(measured), stages=stages_table(measured),
        machine=machine_text(measured.machine), many=many_section(measured),
        swarms=swarm_section(measured, folder)).rstrip() + "\n"


if __name__ == "__main__":
    write_page("gpu", __doc__, make)
