# SPDX-License-Identifier: Apache-2.0
"""The table of modules, as src/CMakeLists.txt states it."""

import pathlib
import re

ROOT = pathlib.Path(__file__).resolve().parent.parent
CALL = re.compile(r"^\s*impinge_module\(([^)]*)\)", re.MULTILINE)
LIBRARY = re.compile(r"^\s*impinge_library\(([^)]*)\)", re.MULTILINE)
SECTIONS = {"SEES", "HEADERS", "USES", "ALIAS", "NEEDS", "MODULES"}


def sections_of(words):
    """A list of words behind keywords, as a dictionary; those before the first one under None."""
    found, current = {None: []}, None
    for word in words:
        if word in SECTIONS:
            current = word
            found[current] = []
        else:
            found[current].append(word)
    return found


def read_modules(text=None):
    """{module: {"sees": [...], "headers": [...]}}, lowest first, and {library: [modules]}."""
    if text is None:
        text = (ROOT / "src" / "CMakeLists.txt").read_text(encoding="utf-8")
    modules, libraries = {}, {}
    for call in CALL.finditer(text):
        words = sections_of(call[1].split())
        modules[words[None][0]] = {"sees": words.get("SEES", []), "headers": words.get("HEADERS", [])}
    for call in LIBRARY.finditer(text):
        words = sections_of(call[1].split())
        libraries[words[None][0]] = words["MODULES"]
    return modules, libraries


def floors_of(modules):
    """{module: floor}: above all that it sees, and as near as can be below what sees it."""
    floors = {}
    for name, module in modules.items():
        floors[name] = 1 + max((floors[seen] for seen in module["sees"] if seen in modules), default=-1)
    for name in reversed(modules):
        above = [floors[other] for other, module in modules.items() if name in module["sees"]]
        floors[name] = min(above, default=floors[name] + 1) - 1
    return floors


def direct(modules):
    """{module: those it sees and does not see through another}: the arrows worth drawing."""
    def reached(name):
        found = set()
        for seen in modules[name]["sees"]:
            found |= {seen} | reached(seen)
        return found

    return {
        name: [
            seen
            for seen in module["sees"]
            if not any(seen in reached(other) for other in module["sees"] if other != seen)
        ]
        for name, module in modules.items()
    }
