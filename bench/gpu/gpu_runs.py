# SPDX-License-Identifier: Apache-2.0
"""Runs of the GPU's benchmarks, and of peers about the same scenes, as gpu_page.py takes them."""
import pathlib
import sys
import typing

for folder in ("papers", "peers"):
    sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / folder))
import peers_page  # noqa: E402
from paper_page import DeviceRun, Refused, read_run  # noqa: E402

PROGRAMS = {"impinge gpu bench 1": "gpu_bench", "impinge gpu many bench 1": "gpu_many_bench",
            "impinge gpu swarm bench 1": "gpu_swarm_bench"}
# The scene of peers_meshes that a scene is made from, and its number of triangles there.
MADE_FROM = {"crossing 2 M": ("deforming_pairs", 2_000_000), "crossing 200 k": ("deforming_pairs", 200_000),
             "crossing 10 k": ("deforming_pairs", 10_000), "nested 2 M": ("nested_shells", 2_000_000),
             "nested 200 k": ("nested_shells", 200_000), "self 200 k": ("folded_cloth", 200_000)}
# Milliseconds from a question to its answer.
LATENCY_SCENE, LATENCY_WISH = "crossing 10 k", 0.06
SWARM_WISH = (1_000_000, 60)  # bodies, frames a second


class Run(DeviceRun):
    """Of one of the benchmarks."""

    def __init__(self, path):
        run_format = read_run(path).get("format")
        self.program = PROGRAMS.get(run_format, "the GPU's benchmarks")
        super().__init__(path, run_format if run_format in PROGRAMS else "", self.program)
        if self.data.get("share", 1) != 1:
            raise Refused(f"{path}: a quick look at {self.data['share']} of the size")
        for part in [*self.data.get("scenes", ()), self.data.get("swarm", {})]:
            if part.get("agrees") is False:
                raise Refused(f"{path}: {part.get('scene', 'the swarm')}: pairs differ from the processor's")

    def command(self):
        words = [self.program]
        swarm = self.data.get("swarm", {})
        for name in ("bodies", "shapes", "faces", "density"):
            words += [f"--{name} {swarm[name]}"] if name in swarm else []
        return " ".join([*words, f"--frames {self.data['frames']}", f"--json {pathlib.Path(self.path).name}"])


class Measured:
    """All runs together, on one machine."""

    def __init__(self, paths):
        peers = [path for path in paths if read_run(path).get("format") == peers_page.FORMAT]
        self.runs = [Run(path) for path in paths if path not in peers]
        self.peers = [peers_page.Run(path) for path in peers]
        self.check_machines()
        self.scenes = self.scenes_of("gpu_bench")
        self.many = self.scenes_of("gpu_many_bench")
        self.swarms = sorted((run.data["swarm"] for run in self.runs if "swarm" in run.data),
                             key=lambda swarm: swarm["bodies"])
        if not self.scenes:
            raise Refused("no run of gpu_bench")
        for what, names in (("scene", [one["scene"] for one in self.scenes + self.many]),
                            ("number of bodies", [one["bodies"] for one in self.swarms])):
            if len(set(names)) < len(names):
                raise Refused(f"a {what} is in two runs")
        self.machine = next((run.data["machine"] for run in self.runs if "machine" in run.data), None)

    def check_machines(self):
        """Ratios between machines would say nothing."""
        if len({run.data["device"]["name"] for run in self.runs}) > 1:
            raise Refused("runs on several devices")
        if len({run.data["processor"] for run in self.runs + self.peers}) > 1:
            raise Refused("runs on several processors")

    def scenes_of(self, program):
        return [scene for run in self.runs if run.program == program for scene in run.data["scenes"]]

    def peer(self, scene):
        """The fastest right one about this scene on one thread, or None."""
        case = next((case for run in self.peers for case in run.cases
                     if (case.data["scene"], case.triangles) == MADE_FROM.get(scene["scene"])), None)
        return case.fastest_peer() if case else None


class Reading(typing.NamedTuple):
    clock: str
    found: float
    met: bool


class Goal(typing.NamedTuple):
    what: str
    wish: float
    unit: str
    readings: list  # none if it was not measured


def no_longer(wish, **clocks):
    return [Reading(clock, found, found <= wish) for clock, found in clocks.items()]


def goals(measured):
    """Of scenes by two clocks, since what the device takes is not what an application waits for."""
    found = [Goal(scene["scene"], scene["wish_ms"], "ms",
                  no_longer(scene["wish_ms"], device=scene["device_ms"]["total"], wall=scene["in_flight_ms"]))
             for scene in measured.scenes + measured.many if scene["wish_ms"] > 0]
    waited = [scene["waited_for_ms"] for scene in measured.scenes if scene["scene"] == LATENCY_SCENE]
    found.append(Goal(f"{LATENCY_SCENE}, from a question to its answer", LATENCY_WISH, "ms",
                      no_longer(LATENCY_WISH, wall=waited[0]) if waited else []))
    bodies, wish = SWARM_WISH
    rates = [frames_a_second(swarm["in_flight_ms"]) for swarm in measured.swarms if swarm["bodies"] == bodies]
    found.append(Goal(f"swarm of {bodies:,} bodies", wish, "frames a second",
                      [Reading("wall", rate, rate >= wish) for rate in rates]))
    return found


def frames_a_second(milliseconds):
    return 1000 / milliseconds
