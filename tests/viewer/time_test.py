# SPDX-License-Identifier: Apache-2.0
"""impinge view: what moves in time. Motions of one's own bodies in the timeline."""
import json
import unittest

from expected_pictures import assert_looks_like
from program import UNIT
from view_program import ViewTest


def motions(frames):
    """A file of motions of the body `b`, which goes through `a` along x."""
    return json.dumps({
        "format": "impinge-motions", "format_version": 1,
        "frames": [{"moved": [{"body": "b", "pose": {"translation": [4 - 0.5 * i, 0.3, 0.2]}}]}
                   for i in range(frames)]}).encode()


class Motions(ViewTest):
    def test_frames_have_the_verdicts_that_simulate_tells(self):
        files = [self.file("a.obj", UNIT), self.file("b.obj", UNIT)]
        moves = self.file("moves.json", motions(13))
        done = self.run_program("simulate", "motions", *files, "--motions", moves, "--json", "-", "-q")
        colliding = [frame["colliding"] for frame in json.loads(done.stdout)["frames"]]
        self.assertGreater(sum(colliding), 3)
        self.assertLess(sum(colliding), 12)
        lines = ["wait idle", "expect fact timeline.frames 13"]
        for frame in [5, 2, 12, 0, 7, 7, 4, 3, 1, 11, 10, 9, 8, 6]:  # in any order
            flush = abs(4 - 0.5 * frame) == 1  # collides for simulate
            word = ("touching" if flush else "interfering") if colliding[frame] else "clear"
            lines += [f"seek {frame}", "wait idle", f"expect state b {word}",
                      f"expect pose b {4 - 0.5 * frame} 0.3 0.2 0"]
        seen = self.file("motions.png")
        self.view(files, *lines, "seek 0.31 s", "wait idle", "expect fact timeline.frame 3",
                  "key end", "expect fact timeline.frame 12", "key ,", "expect fact timeline.frame 11",
                  "key home", "key space", "wait played", "expect fact timeline.frame 12", "wait idle",
                  "move @timeline.start", "click @timeline.start", "expect fact timeline.frame 0",
                  "seek 5", "wait idle", "move 640 200", f"screenshot {seen}",
                  options=("--headless", "--sequence", moves))
        assert_looks_like(self, seen, "motions")

    def test_files_that_do_not_fit_are_named(self):
        files = [self.file("a.obj", UNIT), self.file("b.obj", UNIT)]
        for content, words in ((motions(3).replace(b'"b"', b'"c"'), "no body is called 'c'"),
                               (b"{}", "format"), (b"[", "moves.json")):
            moves = self.file("moves.json", content)
            self.view(files, "wait idle", "expect fact timeline.frames 0", f"expect message {words.split()[0]}",
                      options=("--headless", "--sequence", moves))
            done = self.run_program("view", *files, "--sequence", moves, "--screenshot", self.file("x.png"))
            self.assertEqual((done.returncode, len(done.stderr.splitlines())), (2, 1), done)
            self.assertIn(words, done.stderr)


if __name__ == "__main__":
    unittest.main()
