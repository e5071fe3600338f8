#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Keeps lower rooms of the house from looking into higher ones.

    tools/check_layers.py [--self-test] [FILE...]

Reads the #include lines of the given C++ files (default: all that git knows or would add) and
compares them with the table of modules in src/CMakeLists.txt and the one of third-party libraries below. What
is new needs a line in a table, so that its place is decided on purpose.
"""

import pathlib
import re
import subprocess
import sys

from modules import read_modules

# Files of a program include each other by their path in its folder; the viewer sees the command line.
CLI = pathlib.PurePosixPath("apps/cli")
VIEWER = pathlib.PurePosixPath("apps/viewer")

MODULES, LIBRARIES = read_modules()
# include/impinge/NAME.hpp belongs to a module; impinge.hpp is the sum of all.
PUBLIC = {header: name for name, module in MODULES.items() for header in module["headers"]}
PUBLIC["impinge"] = "top"
# Sample bodies and scenes stand beside the house: they see the core library and what scenes of their own
# library need (particles, edge rays), and only these see them.
SEES_SCENES = {"scenes", "apps", "tests", "bench"} | {
    name for name, module in MODULES.items() if "scenes" in module["sees"]
}

# Who may include what beyond the standard library: (path prefix, include prefix).
THIRD_PARTY = [
    ("src/base/parallel.cpp", "tbb/"),
    ("src/raster/software/", "hwy/"),
    ("src/particles/packet_kernels.cpp", "hwy/"),
    ("src/raster/opengl/", "epoxy/"),
    ("src/particles/opengl/", "epoxy/"),
    ("src/gpu/opengl/", "epoxy/"),
    ("src/raster/opengl/", "dlfcn.h"),
    ("src/io/png.cpp", "stb/"),
    ("tools/bake_font.cpp", "stb/"),
    ("src/cad/reader_program.cpp", "dlfcn.h"),
    ("src/cad/reader_process.cpp", "fcntl.h"),
    ("src/cad/reader_process.cpp", "poll.h"),
    ("src/cad/reader_process.cpp", "spawn.h"),
    ("src/cad/reader_process.cpp", "sys/"),
    ("src/cad/reader_process.cpp", "unistd.h"),
    ("apps/cad_reader/", ""),  # OpenCASCADE, whose headers have no folder
    ("src/io/", "fast_float/"),
    ("src/io/json_tree.cpp", "nlohmann/"),
    ("src/io/threemf/package.cpp", "zip.h"),
    ("src/io/threemf/xml.cpp", "expat.h"),
    ("src/report/page/", "nlohmann/"),
    ("src/report/page/packed_numbers.cpp", "zlib.h"),
    ("src/report/report_json.cpp", "nlohmann/"),
    ("src/report/bcf/zip_writer.cpp", "zip.h"),
    ("apps/cli/report/open_page.cpp", "spawn.h"),
    ("apps/cli/report/open_page.cpp", "sys/wait.h"),
    ("src/io/", "sys/"),
    ("src/io/", "fcntl.h"),
    ("src/io/", "unistd.h"),
    ("apps/cli/arguments/parse.cpp", "CLI/"),
    ("apps/", "fmt/"),
    ("apps/", "nlohmann/"),
    ("apps/viewer/draw/", "epoxy/"),
    ("apps/viewer/app/window.cpp", "epoxy/"),
    ("apps/viewer/app/window.cpp", "GLFW/"),
    ("apps/viewer/app/", "imgui"),
    ("apps/viewer/draw/interface_drawing.cpp", "imgui"),
    ("apps/viewer/panels/", "imgui"),
    ("apps/", "unistd.h"),
    ("apps/", "sys/ioctl.h"),
    ("apps/cli/main.cpp", "malloc.h"),
    ("examples/", "impinge/"),  # as users include them
    ("examples/", "impinge.h"),
    ("examples/", "stdio.h"),
    ("tests/", ""),
    ("bench/", ""),
]

STANDARD = set(
    """algorithm any array atomic barrier bit bitset cassert cerrno cfenv cfloat charconv chrono
    cinttypes climits clocale cmath compare complex concepts condition_variable coroutine csetjmp
    csignal cstdarg cstddef cstdint cstdio cstdlib cstring ctime cwchar deque exception execution
    filesystem format forward_list fstream functional future initializer_list iomanip ios iosfwd
    iostream istream iterator latch limits list locale map memory memory_resource mutex new numbers
    numeric optional ostream queue random ranges ratio regex semaphore set shared_mutex
    source_location span sstream stack stddef.h stdexcept stdint.h stop_token streambuf string string_view
    syncstream system_error thread tuple type_traits typeindex typeinfo unordered_map unordered_set
    utility valarray variant vector version""".split()
)

ROOT = pathlib.Path(__file__).resolve().parent.parent
INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^">]+)[">]', re.MULTILINE)


def room_of_file(path):
    """The room a source file stands in; public headers by the table, 'top' above all rooms."""
    parts = pathlib.PurePosixPath(path).parts
    if path == "include/impinge.h":
        return "c_api"
    if parts[:2] == ("include", "impinge"):
        return PUBLIC.get(pathlib.PurePosixPath(path).stem)
    if parts[0] == "src":
        return parts[1] if parts[1] in MODULES else None
    if parts[0] in SEES_SCENES or parts[0] in ("tools", "examples"):
        return parts[0]
    return None


def room_of_include(name, path):
    """The room an include leads to, or None if it leads out of the house."""
    parts = pathlib.PurePosixPath(name).parts
    if name == "impinge.h":
        return "c_api"
    if parts[0] == "impinge":
        return PUBLIC.get(pathlib.PurePosixPath(name).stem, "no such public header")
    if parts[0] in MODULES or parts[0] in SEES_SCENES:
        return parts[0]
    for folder, seen in ((CLI, (CLI,)), (VIEWER, (VIEWER, CLI))):
        if pathlib.PurePosixPath(path).is_relative_to(folder) and any((ROOT / s / name).is_file() for s in seen):
            return "apps"
    # "x.hpp" beside the including file.
    return room_of_file(path) if len(parts) == 1 and name.endswith(".hpp") else None


def sees(viewer, seen):
    if viewer == seen or viewer in ("tests", "bench", "top"):
        return True
    if seen == "scenes":
        return viewer in SEES_SCENES
    if viewer == "scenes":  # those of particles and edge rays are libraries of their own
        return seen in LIBRARIES["impinge"] or seen in ("particles", "edge_rays", "raster")
    if viewer == "apps":
        return seen in MODULES or seen == "top"
    # What runs while building (tools) sees nothing that is yet to be built.
    return viewer in MODULES and seen in MODULES[viewer]["sees"]


def complaint(path, bracket, name):
    """What is wrong with one include of one file, or None."""
    room = room_of_file(path)
    is_public = path.startswith("include/")
    if bracket == "<" and name in STANDARD:
        return None
    seen = room_of_include(name, path) if bracket == '"' else None
    if seen is None:
        allowed = any(path.startswith(p) and name.startswith(n) for p, n in THIRD_PARTY)
        return None if allowed else f"{name} is neither standard nor allowed here by THIRD_PARTY"
    if is_public and not name.startswith("impinge/"):
        return f"a public header includes {name}, which is not installed"
    if not sees(room, seen):
        return f"{room} must not see {seen} ({name})"
    return None


def violations(path, text):
    room = room_of_file(path)
    if room is None:
        return [f"{path}: belongs to no module; add it to the table in src/CMakeLists.txt"]
    found = []
    for match in INCLUDE.finditer(text):
        reason = complaint(path, match[1], match[2])
        if reason:
            line = text.count("\n", 0, match.start(2)) + 1
            found.append(f"{path}:{line}: {reason}")
    return found


def self_test():
    """Each case: a file, one include of it, and whether that must be refused."""
    cases = [
        ("src/geometry/a.cpp", '"predicates/b.hpp"', False),
        ("src/geometry/a.cpp", '"geometry/b.hpp"', False),
        ("src/geometry/a.cpp", '"mesh/b.hpp"', True),
        ("src/exact/a.cpp", '"imagespace/b.hpp"', True),
        ("src/imagespace/a.cpp", '"depth_methods/b.hpp"', True),
        ("src/edge_rays/a.cpp", '"imagespace/b.hpp"', False),
        ("src/edge_rays/a.cpp", '"depth_methods/b.hpp"', True),
        ("src/clearance/a.cpp", '"impinge/depth_methods.hpp"', True),
        ("src/exact/opengl/a.cpp", '"raster/b.hpp"', True),
        ("src/mesh/a.cpp", '"impinge/collide.hpp"', True),
        ("src/mesh/a.cpp", '"impinge/unheard_of.hpp"', True),
        ("src/base/a.hpp", '"impinge/rigid.hpp"', True),
        ("src/base/parallel.cpp", "<tbb/parallel_for.h>", False),
        ("src/exact/a.cpp", "<tbb/parallel_for.h>", True),
        ("src/exact/a.cpp", "<vector>", False),
        ("src/exact/a.cpp", "<fmt/format.h>", True),
        ("src/exact/a.cpp", '"scenes/b.hpp"', True),
        ("src/exact/a.cpp", '"impinge/impinge.hpp"', True),
        ("src/nowhere/a.cpp", "<vector>", True),
        ("include/impinge/mesh.hpp", '"impinge/vec3.hpp"', False),
        ("include/impinge/mesh.hpp", '"base/hash.hpp"', True),
        ("include/impinge/mesh.hpp", '"impinge/collide.hpp"', True),
        ("include/impinge/mesh.hpp", "<Eigen/Dense>", True),
        ("include/impinge/impinge.hpp", '"impinge/collide.hpp"', False),
        ("scenes/a.cpp", '"exact/b.hpp"', False),
        ("scenes/a.cpp", '"io/b.hpp"', True),
        ("scenes/particles/a.cpp", '"impinge/particles.hpp"', False),
        ("scenes/particles/a.cpp", '"render/b.hpp"', True),
        ("scenes/bumpers/a.cpp", '"impinge/edge_contacts.hpp"', False),
        ("scenes/bumpers/a.cpp", '"impinge/peeling.hpp"', True),
        ("apps/cli/a.cpp", '"scenes/b.hpp"', False),
        ("apps/cli/a.cpp", '"b.hpp"', False),
        ("apps/cli/check/a.cpp", '"output/console.hpp"', False),
        ("apps/cli/check/a.cpp", '"output/unheard_of.hpp"', True),
        ("apps/cli/check/a.cpp", "<CLI/CLI.hpp>", True),
        ("apps/cli/check/a.cpp", '"scene/scene_state.hpp"', True),
        ("apps/viewer/app/a.cpp", '"scene/scene_state.hpp"', False),
        ("apps/viewer/app/a.cpp", '"output/console.hpp"', False),
        ("apps/viewer/scene/a.cpp", "<imgui.h>", True),
        ("apps/viewer/app/session.cpp", "<GLFW/glfw3.h>", True),
        ("src/io/a.cpp", '"output/console.hpp"', True),
        ("apps/cli/a.cpp", '"impinge/impinge.hpp"', False),
        ("apps/cli/a.cpp", '"tests/support/b.hpp"', True),
        ("tests/io/a_test.cpp", "<gtest/gtest.h>", False),
        ("examples/a.cpp", "<impinge/collide.hpp>", False),
        ("examples/a.cpp", '"exact/collide.hpp"', True),
        ("tools/a.cpp", "<vector>", False),
        ("tools/a.cpp", '"impinge/vec3.hpp"', True),
        ("tools/a.cpp", "<stb/stb_truetype.h>", True),
        ("include/impinge.h", '"impinge/version.h"', False),
        ("include/impinge.h", '"exact/b.hpp"', True),
        ("include/impinge.h", "<tbb/parallel_for.h>", True),
        ("src/exact/a.cpp", '"impinge.h"', True),
        ("src/c_api/a.cpp", '"impinge.h"', False),
    ]
    wrong = [c for c in cases if bool(violations(c[0], f"#include {c[1]}\n")) != c[2]]
    for path, include, refused in wrong:
        word = "accepted" if refused else "refused"
        print(f"self-test: {path} including {include} was {word}", file=sys.stderr)
    return 1 if wrong else 0


def known_sources():
    command = ["git", "ls-files", "--cached", "--others", "--exclude-standard"]
    command += ["*.cpp", "*.hpp", "*.h", "*.c"]
    listed = subprocess.run(command, check=True, capture_output=True, text=True).stdout.split("\n")
    return sorted({path for path in listed if path and pathlib.Path(path).exists()})


def main(arguments):
    if arguments == ["--self-test"]:
        return self_test()
    found = []
    for path in arguments or known_sources():
        found += violations(path, pathlib.Path(path).read_text(encoding="utf-8"))
    print("\n".join(found), file=sys.stderr, end="\n" if found else "")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
