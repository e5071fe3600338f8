#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Prints the JSON of a run of raster_bench as Markdown: for each kind of pass a table with a row per
size of triangle, and in it for each device the median millions of primitives and of pixels per
second on the clock; for OpenGL also the ratio all cores / OpenGL (above 1: our processor code is
faster) and the milliseconds the device says it worked."""
import json
import statistics
import sys


ONE, ALL = "software", "software_all_cores"
PASSES = ("depth", "stencil", "reference", "ids", "edges", "conservative")


def read_run(path):
    """{pass: {size: {device: runs}}} and {device: what it runs on}"""
    with open(path, encoding="utf-8") as file:
        entries = json.load(file)["benchmarks"]
    table, names = {}, {}
    for entry in entries:
        if entry.get("run_type") != "iteration":
            continue
        if entry.get("error_occurred"):
            sys.exit(f"{entry['name']}: {entry['error_message']}")
        kind, size, device = entry["run_name"].split("/")[:3]
        table.setdefault(kind, {}).setdefault(size, {}).setdefault(device, []).append(entry)
        names[device] = entry["label"].split(" ", 1)[1]
    return table, names


def check_answers(kind, size, row):
    """The software device must give the same planes always, and other devices cover what it does."""
    hashes = {run["label"].split(" ", 1)[0] for who in (ONE, ALL) for run in row.get(who, [])}
    if len(hashes) > 1:
        sys.exit(f"{kind}/{size}: planes differ between runs of the software device: {hashes}")
    # Other devices may choose otherwise where a centre lies on an edge, in a few pixels.
    counts = [run["fragments"] for runs in row.values() for run in runs]
    if max(counts) - min(counts) > 1e-4 * max(counts):
        sys.exit(f"{kind}/{size}: devices cover different numbers of pixels: {sorted(set(counts))}")


def median(runs, counter):
    return statistics.median(run[counter] for run in runs)


def number(value):
    return f"{value:.0f}" if value >= 100 else f"{value:.3g}"


def speed(runs):
    return (f"{number(median(runs, 'primitives_per_s') / 1e6)} M/s, "
            f"{number(median(runs, 'pixels_per_s') / 1e6)} Mpx/s")


def cell(row, who):
    if who not in row:
        return "–"
    text = speed(row[who])
    if not who.startswith("software") and ALL in row:
        ratio = median(row[who], "real_time") / median(row[ALL], "real_time")
        text += f" ({number(ratio)}×; device {number(median(row[who], 'device_ms'))} ms)"
    return text


def print_pass(kind, rows, devices):
    print(f"\n### {kind}\n")
    print("| triangle | primitives | " + " | ".join(devices) + " |")
    print("|---" * (2 + len(devices)) + "|")
    for size, row in sorted(rows.items(), key=lambda item: float(item[0].removesuffix("px"))):
        check_answers(kind, size, row)
        count = int(next(iter(row.values()))[0]["primitives"])
        print(f"| {size} | {count} | " + " | ".join(cell(row, who) for who in devices) + " |")


def main():
    if len(sys.argv) != 2:
        sys.exit("usage: raster_table.py RUN.json")
    table, names = read_run(sys.argv[1])
    devices = sorted(names, key=lambda who: (not who.startswith("software"), who))
    for who in devices:
        print(f"- `{who}`: {names[who]}")
    for kind in sorted(table, key=PASSES.index):
        print_pass(kind, table[kind], devices)


if __name__ == "__main__":
    main()
