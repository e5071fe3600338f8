# SPDX-License-Identifier: Apache-2.0
"""What the generators of pages about papers share: runs, tables, plots, growth."""
import argparse
import json
import math
import pathlib
import subprocess
import sys
import tempfile


class Refused(Exception):
    """A run, or several together, of which no page is made."""


class PaperRun:
    """One JSON file of a program of bench/papers, with what it says of its machine."""

    def __init__(self, path, kind):
        self.path = path
        self.data = json.loads(pathlib.Path(path).read_text(encoding="utf-8"))
        if self.data.get("format") != f"impinge-{kind}":
            raise Refused(f"{path}: not a run of {kind}_bench")
        if self.data["size"] != 1:
            raise Refused(f"{path}: a quick look at {self.data['size']} of the size")
        device = self.data["device"]
        self.software = device["kind"] == "software"
        self.title = (f"software, {device['threads']} threads of {self.data['processor']}"
                      if self.software
                      else f"Mesa llvmpipe on {self.data['processor']}"
                      if "llvmpipe" in device["name"] else device["name"].split("/")[0].strip())

    def description(self, how):
        device = self.data["device"]
        return (f"**{self.title}**: {device['name']}, {device['driver']} {device['version']}; "
                f"exact engine on {self.data['processor']}, {self.data['cores']} cores; {how}")


def number(value):
    if value is None:
        return "–"
    return f"{value:.0f}" if value >= 100 else f"{value:.3g}"


def table(head, rows):
    lines = ["| " + " | ".join(head) + " |", "|---" * len(head) + "|"]
    return "\n".join(lines + ["| " + " | ".join(map(str, row)) + " |" for row in rows]) + "\n"


def exponent(points):
    """Of the power law that fits best through (x, y) on logarithmic scales."""
    logs = [(math.log(x), math.log(y)) for x, y in points if y > 0]
    mean_x = sum(x for x, _ in logs) / len(logs)
    mean_y = sum(y for _, y in logs) / len(logs)
    spread = sum((x - mean_x) ** 2 for x, _ in logs)
    return sum((x - mean_x) * (y - mean_y) for x, y in logs) / spread


def plot(path, title, axes, series, extra=(), colours=("#1f77b4",), style="linespoints"):
    """An SVG; series are {name: rows of numbers}, each row what gnuplot's style wants."""
    lines = ["set terminal svg size 980,460 font 'DejaVu Sans,13' background '#ffffff'",
             f"set output '{path}'", f"set title '{title}'", f"set xlabel '{axes[0]}'",
             f"set ylabel '{axes[1]}'",
             "set key outside right top vertical samplen 2 font ',11'", "set grid", *extra]
    names = list(series)
    for i, name in enumerate(names):
        lines += [f"$data{i} << EOD", *(" ".join(map(str, row)) for row in series[name]), "EOD"]
    lines.append("plot " + ", ".join(
        f"$data{i} with {style} linewidth 2 linecolor rgb '{colours[i % len(colours)]}' "
        f"pointtype 7 pointsize 0.5 title '{name}'"
        for i, name in enumerate(names)))
    subprocess.run(["gnuplot"], input="\n".join(lines) + "\n", text=True, check=True)


def page_of_runs(run_type, checks, page):
    """A `make` for write_page(): all runs together, after each check has been passed."""
    def make(paths, folder):
        runs = [run_type(path) for path in paths]
        for check in checks:
            check(runs)
        return page(runs, folder)
    return make


def is_refused(take, *runs):
    """For tests: whether take(paths) refuses these runs, written as files."""
    with tempfile.TemporaryDirectory() as folder:
        paths = [pathlib.Path(folder) / f"{i}.json" for i in range(len(runs))]
        for path, run in zip(paths, runs):
            path.write_text(json.dumps(run), encoding="utf-8")
        try:
            take(paths)
        except Refused:
            return True
    return False


def write_page(kind, description, make):
    """The command line of a generator: make(paths, folder) returns the page or raises Refused."""
    parser = argparse.ArgumentParser(description=description.splitlines()[0])
    parser.add_argument("runs", nargs="+", metavar="RUN.json")
    parser.add_argument("--out", type=pathlib.Path, default=pathlib.Path("docs/results"))
    arguments = parser.parse_args()
    arguments.out.mkdir(parents=True, exist_ok=True)
    try:
        text = make(arguments.runs, arguments.out)
    except (Refused, OSError, KeyError, json.JSONDecodeError) as refused:
        sys.exit(f"{kind}_page: {refused}")
    (arguments.out / f"{kind}.md").write_text(text, encoding="utf-8")
