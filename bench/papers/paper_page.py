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


def read_run(path):
    return json.loads(pathlib.Path(path).read_text(encoding="utf-8"))


class DeviceRun:
    """One JSON file of a program that measures a device, with what it says of its machine."""

    def __init__(self, path, run_format, program):
        self.path = path
        self.data = read_run(path)
        if self.data.get("format") != run_format:
            raise Refused(f"{path}: not a run of {program}")
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


class PaperRun(DeviceRun):
    """Of a program of bench/papers."""

    def __init__(self, path, kind):
        super().__init__(path, f"impinge-{kind}", f"{kind}_bench")
        if self.data["size"] != 1:
            raise Refused(f"{path}: a quick look at {self.data['size']} of the size")


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


def draw(path, title, lines, height=460):
    """An SVG by gnuplot."""
    head = [f"set terminal svg size 980,{height} font 'DejaVu Sans,13' background '#ffffff'",
            f"set output '{path}'", f"set title '{title}'"]
    subprocess.run(["gnuplot"], input="\n".join(head + lines) + "\n", text=True, check=True)


OUTSIDE_KEY = "set key outside right top vertical samplen 2 font ',11'"


def plot(path, title, axes, series, extra=(), colours=("#1f77b4",), style="linespoints"):
    """An SVG; series are {name: rows of numbers}, each row what gnuplot's style wants."""
    lines = [f"set xlabel '{axes[0]}'", f"set ylabel '{axes[1]}'", OUTSIDE_KEY, "set grid", *extra]
    names = list(series)
    for i, name in enumerate(names):
        lines += [f"$data{i} << EOD", *(" ".join(map(str, row)) for row in series[name]), "EOD"]
    lines.append("plot " + ", ".join(
        f"$data{i} with {style} linewidth 2 linecolor rgb '{colours[i % len(colours)]}' "
        f"pointtype 7 pointsize 0.5 title '{name}'"
        for i, name in enumerate(names)))
    draw(path, title, lines)


def bars(path, title, measure, groups, series, extra=(), colours=("#1f77b4",), style="clustered"):
    """An SVG of a histogram: series are {name: a number or None for each group}."""
    lines = [f"set ylabel '{measure}'", OUTSIDE_KEY, "set grid y", "set style data histograms",
             f"set style histogram {style}", "set style fill solid", "set boxwidth 0.8",
             "set xtics rotate by -40 font ',11' nomirror scale 0", "set bmargin 8",
             "set datafile missing '-'", *extra, "$data << EOD",
             *(" ".join([f'"{group}"', *("-" if values[i] is None else str(values[i])
                                         for values in series.values())])
               for i, group in enumerate(groups)), "EOD"]
    lines.append("plot " + ", ".join(
        f"$data using {i + 2}:xtic(1) linecolor rgb '{colours[i % len(colours)]}' title '{name}'"
        for i, name in enumerate(series)))
    draw(path, title, lines, 520)


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
