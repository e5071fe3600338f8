# SPDX-License-Identifier: Apache-2.0
"""What tests of the viewer share: scripts, a display, and what is told from pixels.

Every run listens to the OpenGL driver (--gl-debug) and fails if it finds fault.
"""
import contextlib
import os
import subprocess

from picture_test import read_png
from program import FAR, UNIT, ProgramTest


# Played to the end, in which no frame is left out that has not been made: all of them are kept then.
ALL_FRAMES = ("key home", "key ]", "key ]", "key space", "wait played", "key [", "key [")


def is_curve(pixel):
    """The bright yellow of contact curves, which nothing else in the window has."""
    return pixel[0] > 220 and pixel[1] > 180 and pixel[2] < 110


def count(path, test, left=0):
    """Pixels right of the panels that pass a test."""
    _, _, rows = read_png(path)
    return sum(test(pixel) for row in rows for pixel in row[left:])


def difference(first, second):
    """The part of pixels that differ by more than rounding, of two pictures of one size."""
    (width, height, a), (other_width, other_height, b) = read_png(first), read_png(second)
    if (width, height) != (other_width, other_height):
        return 1
    differ = sum(
        max(abs(x - y) for x, y in zip(p, q)) > 24 for r, s in zip(a, b) for p, q in zip(r, s)
    )
    return differ / (width * height)


@contextlib.contextmanager
def display(size="1000x700"):
    """The name of a display of its own."""
    read, write = os.pipe()
    server = subprocess.Popen(
        ["Xvfb", "-displayfd", str(write), "-screen", "0", size + "x24", "-nolisten", "tcp"],
        pass_fds=[write], stderr=subprocess.DEVNULL)
    os.close(write)
    try:
        with os.fdopen(read) as name:
            yield ":" + name.readline().strip()
    finally:
        server.terminate()
        server.wait()


class ViewTest(ProgramTest):
    size = "660x440"
    left = 320  # the panels end there
    where = {}  # of the run, as subprocess.run takes it

    def script(self, *lines):
        return self.file("script.txt", ("\n".join(lines) + "\n").encode())

    def view(self, files, *lines, options=("--headless",), environment=None, status=0):
        """Runs a script; what was printed."""
        done = self.run_program("view", *files, "--script", self.script(*lines), "--gl-debug", "--size",
                                self.size, *options, env={**os.environ, **(environment or {})}, **self.where)
        self.assertEqual((done.returncode, done.stderr if status == 0 else ""), (status, ""), done)
        return done.stdout if status == 0 else done.stderr

    def boxes(self):
        return [self.file("a.obj", UNIT), self.file("b.obj", FAR)]
