# SPDX-License-Identifier: Apache-2.0
"""A window of the viewer on a display of its own, for tests that use mouse and keys as a person does.

Events come from xdotool, through the X server and GLFW. What is seen is what the server has in its frame
buffer, which Xvfb maps to a file in the XWD format.
"""
import contextlib
import ctypes
import os
import pathlib
import struct
import subprocess
import tempfile
import time

from expected_pictures import written

PATIENCE = 60  # seconds until something must be seen


def as_pixels(xwd):
    """Rows of (red, green, blue) of a picture in the XWD format, 24 bits deep."""
    head = struct.unpack(">25I", xwd[:100])
    width, height, order, bits, row_bytes, colours = head[4], head[5], head[7], head[11], head[12], head[19]
    start, step = head[0] + 12 * colours, bits // 8
    red, green, blue = (2, 1, 0) if order == 0 else (step - 3, step - 2, step - 1)
    return [list(zip(*(row[k:step * width:step] for k in (red, green, blue))))
            for row in (xwd[start + row_bytes * y:start + row_bytes * (y + 1)] for y in range(height))]


class ClientMessage(ctypes.Structure):
    _fields_ = [("type", ctypes.c_int), ("serial", ctypes.c_ulong), ("send_event", ctypes.c_int),
                ("display", ctypes.c_void_p), ("window", ctypes.c_ulong), ("message_type", ctypes.c_ulong),
                ("format", ctypes.c_int), ("data", ctypes.c_long * 5), ("rest", ctypes.c_long * 12)]


def ask_to_close(display, window):
    """What a window manager sends when its cross is clicked."""
    x11 = ctypes.CDLL("libX11.so.6")
    x11.XOpenDisplay.restype = ctypes.c_void_p
    x11.XInternAtom.restype = ctypes.c_ulong
    x11.XInternAtom.argtypes = [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_int]
    x11.XSendEvent.argtypes = [ctypes.c_void_p, ctypes.c_ulong, ctypes.c_int, ctypes.c_long, ctypes.c_void_p]
    x11.XCloseDisplay.argtypes = [ctypes.c_void_p]
    connection = x11.XOpenDisplay(display.encode())
    atoms = [x11.XInternAtom(connection, name, 0) for name in (b"WM_PROTOCOLS", b"WM_DELETE_WINDOW")]
    event = ClientMessage(33, 0, 1, connection, window, atoms[0], 32, (atoms[1], 0, 0, 0, 0))
    x11.XSendEvent(connection, window, 0, 0, ctypes.byref(event))
    x11.XCloseDisplay(connection)


class XWindow:
    """The viewer in a window without a window manager: its corner is that of the screen."""

    def __init__(self, display, frame_buffer, process):
        self.display, self.frame_buffer, self.process = display, frame_buffer, process
        self.window = int(self.tool("search", "--sync", "--onlyvisible", "--name", "^impinge$").split()[0])

    def tool(self, *arguments):
        """xdotool; nothing waits for the viewer, so that it has to keep up."""
        return subprocess.run(["xdotool", *map(str, arguments)], env={**os.environ, "DISPLAY": self.display},
                              check=True, capture_output=True, text=True, timeout=PATIENCE).stdout

    def click(self, x, y):
        self.tool("mousemove", x, y, "click", 1)

    def drag(self, begin, end, button=1, steps=12):
        moves = [word for i in range(1, steps + 1) for word in
                 ("mousemove", *(round(a + (b - a) * i / steps) for a, b in zip(begin, end)), "sleep", 0.02)]
        self.tool("mousemove", *begin, "mousedown", button, *moves, "mouseup", button)

    def key(self, *names):
        self.tool("key", *names)

    def type(self, text):
        self.tool("type", text)

    def pixels(self):
        return as_pixels(self.frame_buffer.read_bytes())

    def places(self, test, left=0, top=0):
        """Places (x, y) right of and below a corner, every other one, whose pixels pass a test."""
        return [(x, y) for y, row in enumerate(self.pixels()) for x, pixel in enumerate(row)
                if x >= left and y >= top and x % 2 == 0 and y % 2 == 0 and test(pixel)]

    def wait(self, seen, what):
        """Until something is so; what it is then."""
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            if self.process.poll() is not None:
                raise AssertionError(f"the viewer ended with {self.process.returncode} before {what}")
            if found := seen():
                return found
            time.sleep(0.05)
        kept = pathlib.Path(tempfile.gettempdir()) / "impinge-seen-window.png"
        written(kept, self.pixels())
        raise AssertionError(f"in {PATIENCE} seconds there was never {what}; what was seen last is in {kept}")

    def ended(self):
        """Its exit status, and what it printed to standard error."""
        _, told = self.process.communicate(timeout=PATIENCE)
        return self.process.returncode, told


@contextlib.contextmanager
def x_window(command, folder, screen="1000x700", layout=None):
    """Runs the viewer on a screen of its own until the block ends; a layout of the keyboard is as setxkbmap takes it."""
    read, write = os.pipe()
    with subprocess.Popen(["Xvfb", "-displayfd", str(write), "-screen", "0", screen + "x24", "-fbdir", folder,
                           "-nolisten", "tcp", "-noreset"], pass_fds=[write], stderr=subprocess.DEVNULL) as server:
        os.close(write)
        with os.fdopen(read) as name:
            display = ":" + name.readline().strip()
        if layout is not None:  # -noreset keeps it when setxkbmap, for now the only client, ends
            subprocess.run(["setxkbmap", "-display", display, layout], check=True, timeout=PATIENCE)
        with subprocess.Popen([*map(str, command)], env={**os.environ, "DISPLAY": display}, text=True,
                              stdout=subprocess.DEVNULL, stderr=subprocess.PIPE) as process:
            try:
                yield XWindow(display, pathlib.Path(folder) / "Xvfb_screen0", process)
            finally:
                process.kill()
                server.terminate()
