# SPDX-License-Identifier: Apache-2.0
"""Installs the build, moves it, and uses it from another project: by CMake and by pkg-config.

Environment: IMPINGE_BUILD, the build to install; CXX, CC, CMAKE, NM; IMPINGE_IO,
IMPINGE_CAD and IMPINGE_RASTER are 1 if they are part of the build.
"""
import json
import os
import pathlib
import re
import shutil
import subprocess
import tempfile
import unittest

CONSUMER = pathlib.Path(os.path.abspath(__file__)).parent / "consumer"
CMAKE, CXX, CC = os.environ["CMAKE"], os.environ["CXX"], os.environ["CC"]
HAS_IO = os.environ["IMPINGE_IO"] == "1"
HAS_CAD = os.environ["IMPINGE_CAD"] == "1"
HAS_RASTER = os.environ["IMPINGE_RASTER"] == "1"
ANSWER = r"^impinge \d+\.\d+\.\d+: touching, crossing\n$"


def run(*command, **options):
    done = subprocess.run([str(word) for word in command], text=True, check=False, timeout=500,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, **options)
    if done.returncode != 0:
        raise AssertionError(f"{command} returned {done.returncode}:\n{done.stdout}")
    return done.stdout


class Installed(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = pathlib.Path(tempfile.mkdtemp(prefix="impinge-package-"))
        cls.addClassCleanup(shutil.rmtree, cls.folder)
        run(CMAKE, "--install", os.environ["IMPINGE_BUILD"], "--prefix", cls.folder / "first")
        cls.prefix = cls.folder / "moved" / "here"
        cls.prefix.parent.mkdir()
        (cls.folder / "first").rename(cls.prefix)
        cls.libraries = next(cls.prefix.rglob("libimpinge.so")).parent

    def build(self, name, *arguments):
        """Configures and builds the consumer; the folder with its programs."""
        build = self.folder / name
        run(CMAKE, "-S", CONSUMER, "-B", build, "-G", "Ninja", f"-DCMAKE_PREFIX_PATH={self.prefix}",
            "-DCMAKE_EXPORT_COMPILE_COMMANDS=ON", *arguments)
        run(CMAKE, "--build", build)
        return build

    def pkg_config(self, *arguments, libraries=None):
        folder = (libraries or self.libraries) / "pkgconfig"
        search = f"{folder}:{os.environ.get('PKG_CONFIG_PATH', '')}"
        return run("pkg-config", *arguments, env={**os.environ, "PKG_CONFIG_PATH": search}).split()

    def test_no_file_names_the_folder_it_was_installed_to(self):
        texts = [*self.prefix.rglob("*.cmake"), *self.prefix.rglob("*.pc")]
        self.assertGreaterEqual(len(texts), 5)
        for path in texts:
            self.assertNotIn(str(self.folder), path.read_text(encoding="utf-8"), path)
            self.assertNotIn(os.environ["IMPINGE_BUILD"], path.read_text(encoding="utf-8"), path)

    def test_find_package_gives_shared_static_and_components(self):
        components = "static" + ";raster" * HAS_RASTER + ";io" * HAS_IO + ";cad" * HAS_CAD
        build = self.build("cmake", f"-DIMPINGE_COMPONENTS={components}")
        for program in ("program", "c_program", "static_program", "static_c_program"):
            self.assertRegex(run(build / program), ANSWER)
        self.assertIn("libimpinge.so", run("ldd", build / "c_program"))
        self.assertNotIn("libimpinge.so", run("ldd", build / "static_program"))
        if HAS_IO:
            self.assertRegex(run(build / "io_program", self.folder / "mesh.ply"),
                             r": 4 vertices, 2 bodies\n$")
        if HAS_CAD:
            self.assertEqual(run(build / "cad_program", CONSUMER.parent.parent / "cad/data/press_fit.step"),
                             "3 bodies, mm, fit/hub\n")
            self.assertNotIn("libTK", run("ldd", build / "cad_program"))
        if HAS_RASTER:
            self.assertRegex(run(build / "raster_program"), r"^software: 20[0-9]{2} pixels\ntarget: ")
        commands = json.loads((build / "compile_commands.json").read_text(encoding="utf-8"))
        for entry in commands:
            self.assertNotRegex(entry["command"], r"-ffp-contract|-Wall|-fvisibility|-include ")

    def test_the_shared_library_needs_nothing_else_of_its_user(self):
        build = self.build("alone", "-DCMAKE_DISABLE_FIND_PACKAGE_TBB=ON")
        self.assertRegex(run(build / "c_program"), ANSWER)

    def test_pkg_config_builds_cpp_and_c(self):
        flags = self.pkg_config("--cflags", "--libs", "impinge")
        path = {**os.environ, "LD_LIBRARY_PATH": str(self.libraries)}
        program = self.folder / "by_pkg_config"
        compilers = [(CXX, "main.cpp", "-std=c++20"), (CC, "main.c", "-std=c99")]
        other = shutil.which("clang++")
        if other:
            compilers.append((other, "main.cpp", "-std=c++20"))
        for compiler, source, standard in compilers:
            with self.subTest(f"{compiler} {source}"):
                run(compiler, standard, "-Wall", "-Wextra", "-Wpedantic", "-Werror",
                    CONSUMER / source, "-o", program, *flags)
                self.assertRegex(run(program, env=path), ANSWER)

    def test_pkg_config_static_links_the_archive_where_there_is_nothing_else(self):
        libraries = self.folder / "archive" / self.libraries.relative_to(self.prefix)
        shutil.copytree(self.prefix, self.folder / "archive", symlinks=True)
        for shared in libraries.glob("*.so*"):
            shared.unlink()
        flags = self.pkg_config("--static", "--cflags", "--libs", "impinge", libraries=libraries)
        program = self.folder / "by_pkg_config_static"
        for compiler, source, standard in ((CXX, "main.cpp", "-std=c++20"),
                                           (CC, "main.c", "-std=c99")):
            run(compiler, standard, CONSUMER / source, "-o", program, *flags)
            self.assertRegex(run(program), ANSWER)

    @unittest.skipUnless(HAS_IO, "built without files")
    def test_pkg_config_builds_with_files(self):
        program = self.folder / "files_by_pkg_config"
        run(CXX, "-std=c++20", CONSUMER / "files.cpp", "-o", program,
            *self.pkg_config("--cflags", "--libs", "impinge-io"))
        path = {**os.environ, "LD_LIBRARY_PATH": str(self.libraries)}
        self.assertIn("4 vertices", run(program, self.folder / "mesh.off", env=path))

    def test_every_public_header_is_there_and_includes_no_other_project(self):
        include = next(self.prefix.rglob("impinge.h")).parent
        headers = sorted(str(p.relative_to(include)) for p in include.rglob("*.h*"))
        source = CONSUMER.parent.parent.parent / "include"
        wanted = sorted(str(p.relative_to(source)) for p in source.rglob("*.h*"))
        if HAS_CAD and HAS_RASTER:
            self.assertEqual(headers, wanted)
        text = "".join(f"#include <{header}>\n" for header in reversed(headers))
        reached = run(CXX, "-std=c++20", "-x", "c++", "-M", f"-I{include}", "-", input=text)
        foreign = [word for word in reached.split()
                   if re.search(r"(tbb|oneapi|nlohmann|fmt|CLI|fast_float|zip|expat|boost|hwy|epoxy|EGL|stb)", word)
                   and not word.startswith(str(include))]
        self.assertEqual(foreign, [])
        self.assertIn(str(include / "impinge" / "collide.hpp"), reached)

    def test_an_older_standard_is_one_error_whichever_header_comes_first(self):
        include = next(self.prefix.rglob("impinge.h")).parent
        headers = sorted(path.name for path in (include / "impinge").glob("*.hpp"))
        self.assertIn("impinge.hpp", headers)
        compilers = [CXX] + [found for found in [shutil.which("clang++")] if found]
        for compiler in compilers:
            for header in ["impinge.hpp", "collide.hpp"]:
                text = f"#include <impinge/{header}>\nint main() {{}}\n"
                done = subprocess.run([compiler, "-std=c++17", "-x", "c++", "-fsyntax-only",
                                       f"-I{include}", "-"], input=text, text=True, check=False,
                                      stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=100)
                self.assertNotEqual(done.returncode, 0)
                errors = [line for line in done.stdout.splitlines() if " error: " in line]
                self.assertEqual(len(errors), 1, done.stdout)
                self.assertIn("impinge needs C++20: compile with -std=c++20", errors[0])
            every = "".join(f"#include <impinge/{header}>\n" for header in reversed(headers))
            done = subprocess.run([compiler, "-std=c++17", "-x", "c++", "-fsyntax-only",
                                   f"-I{include}", "-"], input=every, text=True, check=False,
                                  stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=100)
            self.assertEqual(done.stdout.count(" error: "), 1, done.stdout)

    def test_the_program_runs_from_the_moved_folder(self):
        program = self.prefix / "bin" / "impinge"
        if not program.exists():
            self.skipTest("built without the program")
        self.assertRegex(run(program, "--version"), r"^impinge \d+\.\d+\.\d+\n$")
        share = self.prefix / "share"
        for path in ("man/man1/impinge.1", "man/man1/impinge-check.1", "bash-completion/completions/impinge",
                     "fish/vendor_completions.d/impinge.fish"):
            self.assertIn("impinge", (share / path).read_text(encoding="utf-8"))
        self.assertTrue(next((share / "zsh").rglob("_impinge")).read_text(encoding="utf-8")
                        .startswith("#compdef impinge\n"))


class Symbols(unittest.TestCase):
    """What the shared libraries offer. Weak (W, V) and unique (u) symbols of the standard library
    are instances of its templates, which it makes visible itself; any program has its own."""

    OURS = re.compile(r"^[0-9a-f]+ (T (impinge::v0::|impinge_)|"
                      r"[VD] (vtable|typeinfo|typeinfo name) for impinge::v0::)")
    STANDARD = re.compile(r"^[0-9a-f]+ [WVu] .*\b(std|__gnu_cxx)::")

    def symbols(self, library):
        path = pathlib.Path(os.environ["IMPINGE_BUILD"]) / "lib" / library
        return run(os.environ["NM"], "-D", "--defined-only", "-C", path).splitlines()

    def foreign(self, lines):
        return [s for s in lines if not self.OURS.match(s) and not self.STANDARD.match(s)]

    def test_the_core_shows_its_api_and_nothing_else(self):
        found = self.symbols("libimpinge.so")
        self.assertEqual(self.foreign(found), [])
        text = "\n".join(found)
        for name in ("impinge::v0::collide(", "impinge::v0::MeshView::position(",
                     "impinge::v0::orient3d(", "T impinge_collide\n"):
            self.assertIn(name, text + "\n")
        for name in ("exact_orient3d", "weld_map", "for_each_chunk", "ExactNumber"):
            self.assertNotIn(name, text)

    @unittest.skipUnless(HAS_IO, "built without files")
    def test_files_show_their_api_and_no_copy_of_the_core(self):
        found = self.symbols("libimpinge_io.so")
        self.assertEqual(self.foreign(found), [])
        text = "\n".join(found)
        self.assertIn("impinge::v0::read_bodies(", text)
        for name in (" T impinge::v0::collide(", " T impinge::v0::validate(", "make_scene",
                     "TextCursor"):
            self.assertNotIn(name, text)

    @unittest.skipUnless(HAS_CAD, "built without CAD files")
    def test_cad_shows_its_api_and_no_copy_of_files(self):
        found = self.symbols("libimpinge_cad.so")
        self.assertEqual(self.foreign(found), [])
        text = "\n".join(found)
        self.assertIn("impinge::v0::enable_cad(", text)
        for name in ("set_cad_reader", "run_cad_reader", "read_bodies"):
            self.assertNotIn(name, text)

    @unittest.skipUnless(HAS_RASTER, "built without the frame-buffer machine")
    def test_the_frame_buffer_machine_shows_its_api_and_no_copy_of_the_core(self):
        found = self.symbols("libimpinge_raster.so")
        self.assertEqual(self.foreign(found), [])
        text = "\n".join(found)
        self.assertIn("impinge::v0::raster::make_device(", text)
        for name in (" T impinge::v0::collide(", "impinge::v0::raster::window_matrix", "hwy::"):
            self.assertNotIn(name, text)

    @unittest.skipUnless(HAS_IO and HAS_RASTER, "built without reports")
    def test_reports_show_their_api_and_no_copy_of_what_they_stand_on(self):
        found = self.symbols("libimpinge_report.so")
        self.assertEqual(self.foreign(found), [])
        text = "\n".join(found)
        for name in ("impinge::v0::report::find_clashes(", "impinge::v0::report::make_bcf[abi:cxx11]("):
            self.assertIn(name, text)
        for name in (" T impinge::v0::collide(", " T impinge::v0::read_bodies(", "clash_id(",
                     "ZipWriter", "nlohmann"):
            self.assertNotIn(name, text)

    def test_the_archive_takes_no_arithmetic_from_its_user(self):
        """A user's compiler may fuse or reorder what public headers compute inline; the library has
        copies of its own, compiled into their callers."""
        path = pathlib.Path(os.environ["IMPINGE_BUILD"]) / "lib" / "libimpinge.a"
        archive = run(os.environ["NM"], "-C", path)
        self.assertIn("impinge::v0::collide(", archive)
        shared = re.findall(r" [WVu] .*impinge::v0::(?:apply|dot|cross|squared_length|length|"
                            r"operator[-+*])\(impinge::v0::(?:Vec3|Rigid).*", archive)
        self.assertEqual(shared, [])

    def test_a_foreign_symbol_would_be_noticed(self):
        for line in ("0000000000001000 T impinge::v1::f()", "0000000000001000 T helper",
                     "0000000000001000 W tbb::detail::f()", "0000000000001000 T std::f()"):
            self.assertEqual(self.foreign([line]), [line])


if __name__ == "__main__":
    unittest.main()
