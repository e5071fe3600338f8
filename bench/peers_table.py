#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Prints the JSON of one or more benchmark runs as Markdown: per case the median in milliseconds of
impinge and of every peer, with the ratio peer / impinge (above 1: impinge is faster).

All columns are processor time of one thread, which other work on the machine disturbs little; only
"all cores" is time on the clock."""
import json
import statistics
import sys


ALL_CORES = "impinge_all_cores"


def read_runs(paths):
    """{case: {who: (median ms, pairs)}}"""
    entries = []
    for path in paths:
        with open(path, encoding="utf-8") as file:
            entries += json.load(file)["benchmarks"]
    samples = {}
    for entry in entries:
        if entry.get("run_type") != "iteration":
            continue
        if entry.get("error_occurred"):
            sys.exit(f"{entry['name']}: {entry['error_message']}")
        parts = entry["run_name"].split("/")
        case, who = "/".join(parts[:3]), parts[3]
        samples.setdefault(case, {}).setdefault(who, []).append(entry)
    table = {}
    for case, by_who in samples.items():
        for who, runs in by_who.items():
            times = [run["real_time" if who == ALL_CORES else "cpu_time"] for run in runs]
            answers = {run.get("pairs") for run in runs}
            if len(answers) != 1:
                sys.exit(f"{case}/{who}: answers differ between repetitions: {answers}")
            table.setdefault(case, {})[who] = (statistics.median(times), int(answers.pop()))
    return table


def in_size_order(cases):
    """Question, scene, size: the order in which a person compares."""
    def key(case):
        scene, size, question = case.split("/")
        return question, scene, int(size.rstrip("k"))
    return sorted(cases, key=key)


def number(value):
    """Three digits, never an exponent."""
    return f"{value:.0f}" if value >= 100 else f"{value:.3g}" if value >= 0.001 else f"{value:.4f}"


def ratio(value):
    return f"{value:.0f}×" if value >= 10 else f"{value:.2g}×" if value >= 0.01 else "<0.01×"


def cell(row, who, question):
    if who not in row:
        return "–"
    time, found = row[who]
    if who.startswith("impinge"):
        return number(time)
    ours, pairs = row["impinge"]
    differs = f", {found} pairs" if question != "verdict" and found != pairs else ""
    return f"{number(time)} ({ratio(time / ours)}{differs})"


def print_question(table, question):
    cases = [case for case in in_size_order(table) if case.endswith("/" + question)]
    columns = sorted({who for case in cases for who in table[case]},
                     key=lambda who: (not who.startswith("impinge"), who))
    print(f"\n### {question}\n")
    print("| case | pairs | " + " | ".join(columns) + " |")
    print("|---" * (2 + len(columns)) + "|")
    for case in cases:
        row = table[case]
        pairs = "" if question == "verdict" else str(row["impinge"][1])
        cells = [cell(row, who, question) for who in columns]
        print("| " + " | ".join([case.rsplit("/", 1)[0], pairs] + cells) + " |")


def main():
    if len(sys.argv) < 2:
        sys.exit("usage: peers_table.py RUN.json...")
    table = read_runs(sys.argv[1:])
    for question in ("verdict", "pairs", "self"):
        print_question(table, question)


if __name__ == "__main__":
    main()
