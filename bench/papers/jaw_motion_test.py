#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""jaw_motion.py counts what a made-up program says, and sees every way to be wrong."""
import json
import pathlib
import sys
import tempfile

import jaw_motion

# What the program says of the poses, by method: the exact verdict first.
TRUTH = ("apart", "touching", "crossing", "a_inside_b", "crossing")
SAID = {"depth-minmax": (None, "apart", "crossing", "crossing", None),
        "depth-parity": ("apart", "apart", "apart", "crossing", "crossing"),
        "depth-parity-lite": ("crossing", "apart", "crossing", "crossing", "crossing"),
        "layer-order": ("apart", "apart", "crossing", "crossing", "crossing"),
        "cascade": ("apart", "apart", "crossing", "crossing", "crossing"),
        "edge-rays": ("apart", "crossing", "apart", "apart", None)}
WANTED = {"depth-minmax": (3, 0, 0, 2), "depth-parity": (4, 1, 0, 0),
          "depth-parity-lite": (4, 0, 1, 0), "layer-order": (5, 0, 0, 0),
          "cascade": (5, 0, 0, 0), "edge-rays": (1, 2, 1, 1), "map": (4, 0, 1, 0)}


class MadeUp:
    def __init__(self, volume):
        self.volume = volume

    @staticmethod
    def pose(scene):
        matrix = json.loads(pathlib.Path(scene).read_text())["bodies"][1]["pose"]["matrix"]
        return int(matrix[0][3])

    @staticmethod
    def check(verdict):
        return {"pairs": [{"verdict": verdict}],
                "timings_ms": {"read": 5, "diagnose": 2, "total": 10}}

    def exact(self, scene):
        return self.check(TRUTH[self.pose(scene)])

    def sampled_check(self, scene, method):
        return self.check(SAID[method][self.pose(scene)])

    def map(self, scene):
        deep = 0.5 if self.pose(scene) > 0 else 0
        return {"deepest_overlap": deep, "overlap_volume": self.volume if deep else 0,
                "overlap_volume_bound": 0.1,
                "timings_ms": {"read": 5, "diagnose": 2, "total": 9}}


def counted(finer_volume):
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        matrix = [[1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1]]
        path = [{"step": str(i), "T": [[1, 0, 0, i / 2]] + matrix[1:]} for i in range(10)]
        (folder / "jaw_path.json").write_text(json.dumps(
            {"fixed": "a.obj", "moving": "b.obj", "units": "mm", "path": path}))
        motion = jaw_motion.read_motion(folder, 2)
        return jaw_motion.run(MadeUp(1), MadeUp(finer_volume), motion)


def main():
    tallies, exact_ms, overlapping, volumes = counted(1.15)
    assert overlapping == 3 and exact_ms == [3] * 5
    for tally in tallies:
        assert tuple(tally.counts.values()) == WANTED[tally.name], tally.name
    assert not volumes.outside and "4 with an overlap" in volumes.summary()
    assert counted(1.25)[3].outside == ["2", "4", "6", "8"]
    print("jaw_motion.py counts right")


if __name__ == "__main__":
    sys.exit(main())
