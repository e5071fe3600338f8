#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""House rules a compiler does not know.

    tools/check_sources.py [--self-test] [FILE...]

Every source file has its SPDX line, at most 800 lines, functions of at most 80 lines, and none of
the words that mark unfinished work or the machine it was written on. No two types of the library
share a name: linkers take two of one name for one, whatever their layout.
"""

import pathlib
import re
import subprocess
import sys

FILE_LIMIT = 800
FUNCTION_LIMIT = 80
SPDX = "SPDX-License-Identifier: Apache-2.0"

# Written in pieces so that this file passes its own rules.
UNFINISHED = re.compile(r"\b(" + "TO" + "DO|" + "FIX" + r"ME)\b|^\s*#\s*if\s+" + r"0\b")
MACHINE_PATHS = re.compile(r"(?<![\w.~-])/(" + "work|" + "home|" + "tmp)/")
WORKPLACE = re.compile(r"(?<![\w.~-])/" + r"work/|\.\./" + "shared")

CPP_SUFFIXES = {".cpp", ".hpp"}
SOURCE_SUFFIXES = CPP_SUFFIXES | {".h", ".cmake", ".py", ".sh", ".glsl", ".comp"}
SOURCE_NAMES = {"Makefile", "CMakeLists.txt", "run"}

# Comments, string and character literals, in the order in which C++ would meet them.
OPAQUE = re.compile(
    r'//[^\n]*|/\*.*?\*/|R"([^()\\ ]{0,16})\(.*?\)\1"|"(?:\\.|[^"\\\n])*"|'
    r"(?<![0-9a-fA-F])'(?:\\.|[^'\\\n])+'",
    re.DOTALL,
)
NOT_A_FUNCTION = re.compile(r"\b(namespace|class|struct|enum|union|concept)\b(?![^;{}]*\()")


def is_source(path):
    pure = pathlib.PurePosixPath(path)
    in_tools = pure.parts[0] == "tools" and not pure.suffix
    return pure.suffix in SOURCE_SUFFIXES or pure.name in SOURCE_NAMES or in_tools


def without_literals(text):
    """The code with comments and literals blanked out, line breaks kept."""
    return OPAQUE.sub(lambda match: re.sub(r"[^\n]", " ", match[0]), text)


def long_functions(text):
    """(line, length) of outermost function bodies over the limit, braces included."""
    code = without_literals(text)
    found = []
    depth_in_function = 0
    head_start = body_start = 0
    for match in re.finditer(r"[{};]", code):
        at = match.start()
        if depth_in_function:
            depth_in_function += {"{": 1, "}": -1, ";": 0}[match[0]]
            if depth_in_function == 0:
                length = code.count("\n", body_start, at) + 1
                if length > FUNCTION_LIMIT:
                    found.append((code.count("\n", 0, body_start) + 1, length))
        elif match[0] == "{":
            head = code[head_start:at]
            if ")" in head and not NOT_A_FUNCTION.search(head):
                depth_in_function, body_start = 1, at
        head_start = at + 1
    return found


def violations(path, text):
    lines = text.split("\n")
    found = []
    if is_source(path):
        if not any(SPDX in line for line in lines[:3]):
            found.append(f"{path}:1: no line '{SPDX}'")
        if len(lines) - 1 > FILE_LIMIT:
            found.append(f"{path}: {len(lines) - 1} lines; the limit is {FILE_LIMIT}")
        forbidden = [UNFINISHED, MACHINE_PATHS]
    else:
        forbidden = [UNFINISHED, WORKPLACE]
    for number, line in enumerate(lines, 1):
        for pattern in forbidden:
            match = pattern.search(line)
            if match:
                found.append(f"{path}:{number}: '{match[0].strip()}' does not belong here")
    if pathlib.PurePosixPath(path).suffix in CPP_SUFFIXES:
        for line, length in long_functions(text):
            found.append(f"{path}:{line}: function of {length} lines; limit {FUNCTION_LIMIT}")
    return found


TYPE = re.compile(r"^(?:struct|class|enum class) (?:IMPINGE_API )?(\w+)(?: final)?(?: : [^;{(]*)? \{", re.MULTILINE)
LOCAL = re.compile(r"^namespace \{$.*?^\} // namespace$", re.MULTILINE | re.DOTALL)
ROOM = re.compile(r"^namespace impinge::inline v0(::\w+)?", re.MULTILINE)


def types_of(path, text):
    """The types that a file of the library declares for other files to see, with their namespace."""
    if not path.startswith(("src/", "include/")):
        return []
    room = ROOM.search(text)
    return [(room[1] if room else None, name) for name in TYPE.findall(LOCAL.sub("", text))]


def shared_names(texts):
    places = {}
    for path, text in texts:
        for name in types_of(path, text):
            places.setdefault(name, []).append(path)
    return [
        f"{paths[1]}: {paths[0]} has another type '{name}'"
        for (_, name), paths in sorted(places.items(), key=str)
        if len(paths) > 1
    ]


def test_shared_names():
    inside = "namespace impinge::inline v0 {\n%s\n}\n"
    one = inside % "struct A {\n};"
    cases = [
        ([("src/a.hpp", one), ("src/b.hpp", one)], True),
        ([("src/a.hpp", one), ("include/b.hpp", inside % "enum class A : int { B };")], True),
        ([("src/a.hpp", one), ("src/b.cpp", inside % "namespace {\nstruct A {\n};\n} // namespace")], False),
        ([("src/a.hpp", one), ("src/b.hpp", one.replace("v0", "v0::room"))], False),
        ([("src/a.hpp", one), ("src/b.hpp", inside % "struct A;")], False),
        ([("src/a.hpp", one), ("src/b.hpp", inside % "struct A::Data {\n};")], False),
        ([("src/a.hpp", one), ("tests/b.hpp", one)], False),
    ]
    wrong = [texts for texts, refused in cases if bool(shared_names(texts)) != refused]
    for texts in wrong:
        print(f"self-test: wrong about {texts}", file=sys.stderr)
    return 1 if wrong else 0


def self_test():
    head = f"// {SPDX}\n"
    body = "    step(\"}\", '{');  // {\n"
    long_body = head + "namespace n {\nvoid f(int a) {\n" + body * 79 + "}\n}\n"
    cases = [
        ("src/a.cpp", head + "int a;\n", False),
        ("src/a.cpp", "int a;\n", True),
        ("Makefile", "all:\n", True),
        ("src/a.cpp", head + "// " + "TO" + "DO later\n", True),
        ("docs/a.md", "FIX" + "ME\n", True),
        ("src/a.cpp", head + "#if " + "0\n#endif\n", True),
        ("src/a.cpp", head + "#if " + "01\n#endif\n", False),
        ("src/a.cpp", head + 'open("/' + 'tmp/x");\n', True),
        ("src/a.cpp", head + "// https://example.org/" + "work/x\n", False),
        ("docs/a.md", "see ../" + "shared/x\n", True),
        ("docs/a.md", "ls /" + "tmp/x\n", False),
        ("src/a.cpp", head * FILE_LIMIT, False),
        ("src/a.cpp", head * (FILE_LIMIT + 1), True),
        ("src/a.cpp", long_body, True),
        ("src/a.cpp", long_body.replace(body, "", 1), False),
        ("src/a.cpp", head + "struct S {\n" + "    int a;\n" * 100 + "};\n", False),
        ("src/a.cpp", head + "class S {\n    void f() {\n" + body * 100 + "    }\n};\n", True),
        ("src/a.cpp", head + "TEST(A, B) {\n" + body * 100 + "}\n", True),
        ("src/a.cpp", head + "int big = 1'000'000;\nvoid f() {\n" + body * 100 + "}\n", True),
    ]
    wrong = [case for case in cases if bool(violations(case[0], case[1])) != case[2]]
    for path, text, refused in wrong:
        word = "accepted" if refused else "refused"
        print(f"self-test: {path} was {word}:\n{text[:400]}", file=sys.stderr)
    return 1 if wrong else 0


def known_files():
    command = ["git", "ls-files", "--cached", "--others", "--exclude-standard"]
    listed = subprocess.run(command, check=True, capture_output=True, text=True).stdout.split("\n")
    return sorted({path for path in listed if path and pathlib.Path(path).is_file()})


def main(arguments):
    if arguments == ["--self-test"]:
        return self_test() or test_shared_names()
    found = []
    texts = []
    for path in arguments or known_files():
        try:
            text = pathlib.Path(path).read_text(encoding="utf-8")
        except UnicodeDecodeError:
            continue
        found += violations(path, text)
        texts.append((path, text))
    found += shared_names(texts)
    print("\n".join(found), file=sys.stderr, end="\n" if found else "")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
