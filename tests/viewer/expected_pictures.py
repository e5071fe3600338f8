# SPDX-License-Identifier: Apache-2.0
"""Compares screenshots with expected pictures, tests/viewer/expected/NAME.png, tile by tile.

Both are brought to half the size, which hides how edges of letters and triangles are smoothed. Then in every
tile of 16 x 16 pixels, which lie half a tile apart, the mean of what channels differ by and the share of pixels
in which a channel differs by more than `STRONG` must stay within limits, so that a line of letters that is gone
is noticed, wherever it stood. Expected pictures keep five bits of each channel, so that they are small; that is
within the limits.

expected_parts.py names for each picture what is not compared (times of the machine) and what it is there to
show: each of these parts, blanked, must be noticed (expected_pictures_test.py).

    IMPINGE_REWRITE_PICTURES=1 ctest -R '^viewer\\.'

writes what was seen over what was expected: look at it before it is committed.
"""
import os
import pathlib
import struct
import tempfile
import zlib
from collections import Counter

from expected_parts import PARTS
from picture_test import read_png

FOLDER = pathlib.Path(__file__).parent / "expected"
TILE = 16
MOST_MEAN = 6.0  # of 255; the five bits alone cost up to four, four times as many samples a pixel up to three
MOST_SHARE = 0.02
STRONG = 48
MASKED = (200, 200, 200)  # in expected pictures, what is not compared


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


def read_expected(name):
    """Rows of (red, green, blue)."""
    return [[p[:3] for p in row] for row in read_png(FOLDER / f"{name}.png")[2]]


def inside(x, y, part):
    left, top, width, height = part
    return left <= x < left + width and top <= y < top + height


def cell_sums(seen, expected, masks):
    """For each cell of half a tile, (sum of what channels differ by, pixels that differ strongly)."""
    half = TILE // 2
    sums = [[[0, 0] for _ in range(0, len(expected[0]), half)] for _ in range(0, len(expected), half)]
    for y, (row, other) in enumerate(zip(seen, expected)):
        if row == other:
            continue
        hidden = [mask for mask in masks if mask[1] <= y < mask[1] + mask[3]]
        cells = sums[y // half]
        for x, (p, q) in enumerate(zip(row, other)):
            red, green, blue = abs(p[0] - q[0]), abs(p[1] - q[1]), abs(p[2] - q[2])
            if (red or green or blue) and not any(inside(x, y, mask) for mask in hidden):
                cell = cells[x // half]
                cell[0] += red + green + blue
                cell[1] += red > STRONG or green > STRONG or blue > STRONG
    return sums


def strong_share(seen, expected):
    """Of all pixels, the part in which a channel differs strongly: for pictures that are not alike letter by letter."""
    pairs = [(p, q) for r, s in zip(seen, expected, strict=True) for p, q in zip(r, s, strict=True)]
    return sum(max(abs(p[k] - q[k]) for k in range(3)) > STRONG for p, q in pairs) / len(pairs)


def unlike(seen, expected, masks=()):
    """What is wrong with rows of pixels outside of masks (left, top, width, height), or an empty text."""
    if (len(seen), len(seen[0])) != (len(expected), len(expected[0])):
        return f"{len(seen[0])} x {len(seen)} pixels instead of {len(expected[0])} x {len(expected)}"
    sums = cell_sums(seen, expected, masks)
    wrong = []
    for y, (upper, lower) in enumerate(zip(sums[:-1], sums[1:])):
        for x, four in enumerate(zip(upper[:-1], upper[1:], lower[:-1], lower[1:])):
            mean = sum(cell[0] for cell in four) / (3 * TILE * TILE)
            share = sum(cell[1] for cell in four) / (TILE * TILE)
            if mean > MOST_MEAN or share > MOST_SHARE:
                wrong.append((share, mean, x * TILE // 2, y * TILE // 2))
    if not wrong:
        return ""
    share, mean, x, y = max(wrong)
    return f"{len(wrong)} tiles are unlike, most of all the one at {x}, {y}: channels differ by {mean:.2f} of 255 " \
           f"(limit {MOST_MEAN}), {100 * share:.2f} % of pixels strongly (limit {100 * MOST_SHARE:g} %)"


def blanked(rows, part):
    """The same without what a part shows: all of it has the colour that most of it had."""
    left, top, width, height = part
    colours = Counter(p for row in rows[top:top + height] for p in row[left:left + width])
    ground = colours.most_common(1)[0][0]
    return [[ground if inside(x, y, part) else p for x, p in enumerate(row)] if top <= y < top + height else row
            for y, row in enumerate(rows)]


def assert_looks_like(test, screenshot, name):
    """Fails `test` unless the screenshot looks like expected/NAME.png."""
    seen = halved(screenshot)
    masks = PARTS[name].masks.values()
    if os.environ.get("IMPINGE_REWRITE_PICTURES"):
        written(FOLDER / f"{name}.png",
                [[MASKED if any(inside(x, y, mask) for mask in masks) else p for x, p in enumerate(row)]
                 for y, row in enumerate(seen)])
    wrong = unlike(seen, read_expected(name), masks)
    if wrong:
        kept = pathlib.Path(os.environ.get("IMPINGE_SEEN_PICTURES", tempfile.gettempdir())) / f"impinge-seen-{name}.png"
        written(kept, seen)
        test.fail(f"{name}: {wrong}; what was seen is in {kept}")
