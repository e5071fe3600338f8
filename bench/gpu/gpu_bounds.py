# SPDX-License-Identifier: Apache-2.0
"""What stages of a frame take at least, from what they must move and what the device can move."""
from dataclasses import dataclass

STAGES = ("world", "codes", "cull_a", "cull_b", "count", "places", "fill", "match", "crowd", "filter",
          "refine", "deliver")
BUS_GB_PER_S = 50
VERTEX, CODES, INDICES, RECORD, PAIR, TASK = 12, 8, 12, 16, 8, 16  # bytes


@dataclass
class Work:
    """Bytes that follow each other, random accesses, random atomics, bytes over the bus."""
    moved: float = 0
    gathers: float = 0
    atomics: float = 0
    bus: float = 0


def is_asked(stage, scene):
    one_body = len(scene["triangles"]) == 1
    return not ((stage == "cull_b" and one_body) or (stage == "count" and not one_body)
                or (stage == "crowd" and scene["tasks"] == 0)
                or (stage == "refine" and not scene["in_doubles"]))


def cull(scene, body):
    """Codes of neighbours lie side by side, unless the mesh is shuffled."""
    triangles, vertices = scene["triangles"][body], scene["vertices"][body]
    if "shuffled" in scene["scene"]:
        return Work(INDICES * triangles, gathers=3 * triangles)
    return Work(INDICES * triangles + CODES * vertices)


def work(stage, scene):
    vertices, entries, candidates = sum(scene["vertices"]), scene["entries"], scene["candidates"]
    whole = INDICES * sum(scene["triangles"]) + VERTEX * vertices
    if stage == "cull_a":
        return cull(scene, 0)
    if stage == "cull_b":
        culled = cull(scene, 1)
        return Work(culled.moved, culled.gathers, entries)
    return {"world": Work(VERTEX * vertices), "codes": Work((VERTEX + CODES) * vertices),
            "count": Work(atomics=entries), "fill": Work(RECORD * entries, entries, entries),
            "match": Work(RECORD * entries + PAIR * candidates), "crowd": Work(TASK * scene["tasks"]),
            "filter": Work(PAIR * candidates + min(2 * (INDICES + 3 * VERTEX) * candidates, whole)),
            "deliver": Work(bus=scene["bytes_returned"])}.get(stage, Work())


def bound_us(stage, scene, machine):
    """Microseconds: the longest of its parts, which may overlap, and one dispatch."""
    todo = work(stage, scene)
    return machine["dispatch_us"] + max(
        todo.moved / (machine["read_tb_per_s"] * 1e6), todo.gathers / (machine["gathers_g_per_s"] * 1e3),
        todo.atomics / (machine["atomics_g_per_s"] * 1e3), todo.bus / (BUS_GB_PER_S * 1e3))


def bounds(scene, machine):
    """{stage: microseconds} of those that are asked; empty where nothing is known of the machine."""
    return {stage: bound_us(stage, scene, machine) for stage in STAGES if is_asked(stage, scene)} if machine else {}
