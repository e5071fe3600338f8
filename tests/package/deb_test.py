# SPDX-License-Identifier: Apache-2.0
"""The Debian packages of the build: what is in which, and what they depend on. tools/try_packages installs and uses
them in a clean system.

Environment: IMPINGE_BUILD, CMAKE.
"""
import os
import pathlib
import re
import shutil
import subprocess
import tempfile
import unittest

BUILD = pathlib.Path(os.environ["IMPINGE_BUILD"])
CPACK = pathlib.Path(os.environ["CMAKE"]).parent / "cpack"
TOOLS = ("dpkg-deb", "dpkg-shlibdeps", "file")


def output(*command):
    return subprocess.run([str(word) for word in command], check=True, capture_output=True, text=True).stdout


@unittest.skipUnless(all(map(shutil.which, TOOLS)) and (BUILD / "CPackConfig.cmake").exists() and CPACK.exists(),
                     "no packages are built here")
class Packages(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = pathlib.Path(tempfile.mkdtemp(prefix="impinge-deb-"))
        cls.addClassCleanup(shutil.rmtree, cls.folder)
        # Packed in haste: xz takes longer than all the rest.
        subprocess.run([CPACK, "--config", BUILD / "CPackConfig.cmake", "-B", cls.folder,
                        "-D", "CPACK_DEBIAN_COMPRESSION_TYPE=gzip"], check=True, stdout=subprocess.DEVNULL)
        cls.debs = {path.name.split("_")[0]: path for path in cls.folder.glob("*.deb")}
        cls.library = next(name for name in cls.debs if re.fullmatch(r"libimpinge\d+\.\d+", name))

    def files(self, package):
        listed = output("dpkg-deb", "--contents", self.debs[package]).splitlines()
        return {line.split()[5].removeprefix("./") for line in listed if not line.startswith("d")}

    def field(self, package, name):
        return output("dpkg-deb", "--field", self.debs[package], name).strip()

    def ends(self, package, ending):
        return [path for path in self.files(package) if path.endswith(ending)]

    def test_there_are_four_and_no_file_is_in_two(self):
        wanted = {self.library, "libimpinge-dev", "impinge"} | {"impinge-viewer"} & set(self.debs)
        self.assertEqual(set(self.debs), wanted)
        self.assertEqual("impinge-viewer" in self.debs, (BUILD / "bin/impinge-view").exists())
        everything = [path for package in self.debs for path in self.files(package)]
        self.assertEqual(len(everything), len(set(everything)))

    def test_the_library_is_called_by_its_soname(self):
        soname = re.search(r"SONAME.*\[libimpinge\.so\.([^\]]*)\]", output("readelf", "-d", BUILD / "lib/libimpinge.so"))
        self.assertEqual(self.library, "libimpinge" + soname[1])
        shared = [path for path in self.files(self.library) if ".so" in path]
        for name in ("libimpinge", "libimpinge_io", "libimpinge_raster"):
            self.assertEqual(len([path for path in shared if f"/{name}.so." in path]), 2, shared)
        self.assertEqual(self.ends(self.library, ".so"), [])
        shlibs = output("dpkg-deb", "--info", self.debs[self.library], "shlibs").splitlines()
        self.assertEqual(len(shlibs), len(shared) // 2)
        self.assertIn(f"libimpinge {soname[1]} {self.library} (>= ", "\n".join(shlibs))

    def test_what_developers_need_is_in_dev(self):
        for ending in ("impinge/collide.hpp", "include/impinge.h", "libimpinge.so", "libimpinge.a", "pkgconfig/impinge.pc",
                       "impingeConfig.cmake", "impingeTargets.cmake"):
            self.assertEqual(len(self.ends("libimpinge-dev", ending)), 1, ending)

    def test_the_tools_have_their_manual_and_completion(self):
        for path in ("usr/bin/impinge", "usr/share/man/man1/impinge.1.gz", "usr/share/man/man1/impinge-check.1.gz",
                     "usr/share/bash-completion/completions/impinge", "usr/share/fish/vendor_completions.d/impinge.fish"):
            self.assertIn(path, self.files("impinge"))
        self.assertNotIn("usr/share/man/man1/impinge-view.1.gz", self.files("impinge"))
        if "impinge-viewer" in self.debs:
            self.assertIn("usr/share/man/man1/impinge-view.1.gz", self.files("impinge-viewer"))

    def test_each_has_its_copyright_and_changelogs(self):
        for package in self.debs:
            for name in ("copyright", "changelog.gz", "changelog.Debian.gz"):
                self.assertIn(f"usr/share/doc/{package}/{name}", self.files(package))

    def test_they_depend_on_what_they_are_linked_to(self):
        self.assertRegex(self.field(self.library, "Depends"), r"libtbb12 \(>= .*")
        self.assertNotIn("libocct", self.field(self.library, "Depends"))
        self.assertIn("libfmt", self.field("impinge", "Depends"))
        version = self.field("impinge", "Version")
        self.assertIn(f"{self.library} (= {version})", self.field("libimpinge-dev", "Depends"))
        for package in ("impinge", "libimpinge-dev", self.library):
            self.assertNotRegex(self.field(package, "Depends"), r"libglfw|libgtest|libcgal")
        if "impinge-viewer" in self.debs:
            self.assertRegex(self.field("impinge-viewer", "Depends"), r"libglfw3")
            self.assertIn(f"impinge (= {version})", self.field("impinge-viewer", "Depends"))

    @unittest.skipUnless(shutil.which("lintian"), "lintian, which 170 packages come with, is not installed")
    def test_lintian_finds_no_error(self):
        # Folders of a build that is not for /usr stay behind `$ORIGIN`; what that adds is no fault of the packages.
        done = subprocess.run(["lintian", "--allow-root", "--fail-on", "error", "--suppress-tags",
                               "custom-library-search-path", *self.debs.values()],
                              capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)


if __name__ == "__main__":
    unittest.main()
