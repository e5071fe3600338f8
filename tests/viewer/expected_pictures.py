# SPDX-License-Identifier: Apache-2.0
"""Compares screenshots with expected pictures, tests/viewer/expected/NAME.png.

Both are brought to half the size, which hides how edges of letters and triangles are smoothed; then
the mean of what channels differ by, and the share of pixels in which a channel differs by more than
`STRONG`, must stay within limits. Expected pictures keep five bits of each channel, so that they are
small; that is within the limits.

    IMPINGE_REWRITE_PICTURES=1 ctest -R '^viewer\\.'

writes what was seen over what was expected: look at it before it is committed.
"""
import os
import pathlib
import struct
import tempfile
import zlib

from picture_test import read_png

FOLDER = pathlib.Path(__file__).parent / "expected"
MOST_MEAN = 4.0  # of 255; the five bits alone cost two
MOST_SHARE = 0.02
STRONG = 48


def halved(path):
    """Rows of (red, green, blue), each the mean of four pixels."""
    width, height, rows = read_png(path)
    return [
        [tuple(sum(p[k] for p in four) // 4 for k in range(3))
         for four in zip(upper[0:width - 1:2], upper[1::2], lower[0:width - 1:2], lower[1::2])]
        for upper, lower in zip(rows[0:height - 1:2], rows[1::2])
    ]


def written(path, rows):
    """A PNG file with five bits of each channel."""
    def chunk(kind, body):
        return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))
    lines = b"".join(
        b"\0" + bytes(value for p in row for value in (*(round(channel * 31 / 255) * 255 // 31 for channel in p), 255))
        for row in rows)
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(b"\x89PNG\r\n\x1a\n"
                     + chunk(b"IHDR", struct.pack(">IIBBBBB", len(rows[0]), len(rows), 8, 6, 0, 0, 0))
                     + chunk(b"IDAT", zlib.compress(lines, 9)) + chunk(b"IEND", b""))


def unlike(seen, expected):
    """What is wrong with rows of pixels, or an empty text."""
    if (len(seen), len(seen[0])) != (len(expected), len(expected[0])):
        return f"{len(seen[0])} x {len(seen)} pixels instead of {len(expected[0])} x {len(expected)}"
    differences = [
        [abs(p[k] - q[k]) for k in range(3)] for r, s in zip(seen, expected) for p, q in zip(r, s)
    ]
    mean = sum(map(sum, differences)) / (3 * len(differences))
    share = sum(max(d) > STRONG for d in differences) / len(differences)
    if mean <= MOST_MEAN and share <= MOST_SHARE:
        return ""
    return f"channels differ by {mean:.2f} of 255 (limit {MOST_MEAN}), {100 * share:.2f} % of pixels strongly " \
           f"(limit {100 * MOST_SHARE} %)"


def assert_looks_like(test, screenshot, name):
    """Fails `test` unless the screenshot looks like expected/NAME.png."""
    expected = FOLDER / f"{name}.png"
    seen = halved(screenshot)
    if os.environ.get("IMPINGE_REWRITE_PICTURES"):
        written(expected, seen)
    _, _, rows = read_png(expected)
    wrong = unlike(seen, rows)
    if wrong:
        kept = pathlib.Path(os.environ.get("IMPINGE_SEEN_PICTURES", tempfile.gettempdir())) / f"impinge-seen-{name}.png"
        written(kept, seen)
        test.fail(f"{name}: {wrong}; what was seen is in {kept}")
