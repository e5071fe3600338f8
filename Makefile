# SPDX-License-Identifier: Apache-2.0
#
# The short way from a fresh Debian 12 to a running program. Each target installs what it lacks
# (tools/install_dependencies), so `git clone` and `make demo` are enough. What is built, and how,
# is said in CMakeLists.txt and CMakePresets.json; nothing here is needed to use those directly.

JOBS ?= $(shell nproc)
PREFIX ?= /usr/local
# Random cases of the tests are multiplied by this; see tests/support/scale.hpp.
SCALE ?= $(or $(IMPINGE_TEST_SCALE),$(if $(CI),1,0.5))
SANITIZER_SCALE ?= 0.02
SANITIZED_APPS ?= OFF
# For each fuzzer.
FUZZ_SECONDS ?= 20

# The viewer is built where it was asked for (`make viewer`, which the cache of CMake remembers), and tested in release.
configure = cmake --preset $(1) -DIMPINGE_TESTS=$(2)
# The comparisons with CGAL run once, in release: they are slow to compile, and under a sanitizer
# it is mostly CGAL that would be watched.
configure_without_cgal = $(call configure,$(1),ON) -DCMAKE_DISABLE_FIND_PACKAGE_CGAL=ON
compile = cmake --build build/$(1) --parallel $(JOBS)
run_tests = ctest --test-dir build/$(1) --parallel $(JOBS) --output-on-failure --no-tests=error

# The compiled-in sanitizers stop at the first finding; these make them look harder.
ASAN = ASAN_OPTIONS=detect_stack_use_after_return=1:strict_string_checks=1 \
       UBSAN_OPTIONS=print_stacktrace=1
# ThreadSanitizer of gcc 12 needs addresses that are not randomised on some kernels.
unrandomised = $(shell setarch -R true 2>/dev/null && echo setarch -R)
TSAN = TSAN_OPTIONS="suppressions=$(CURDIR)/tests/tsan.supp history_size=4" $(unrandomised)

# Neither device of the frame-buffer machine may be skipped; a machine without a GPU has Mesa.
DEVICES = IMPINGE_REQUIRE_DEVICES=software,opengl

# What every compiler must reproduce bit for bit.
deterministic = base math determinism

.NOTPARALLEL:
.PHONY: help demo build viewer gallery packages site install test test-long test-release test-dev test-debug tsan fuzz bench check \
        check-sources format clean dependencies-build dependencies-test dependencies-bench

help:
	@echo "make demo       build, then check three pairs of sample jaws, show the answers, make a picture"
	@echo "make build      the program, at build/release/bin/impinge"
	@echo "make viewer     the same with the viewer: build/release/bin/impinge view"
	@echo "make gallery    every picture of docs/gallery anew"
	@echo "make packages   Debian packages, in build/packages/packages"
	@echo "make site       the documentation as a site to browse, at build/site/index.html"
	@echo "make install    program, libraries and headers to PREFIX ($(PREFIX))"
	@echo "make test       all tests; with CI=1 those of the libraries also with clang and sanitizers"
	@echo "make test-long  the same with ten times the random cases, clang-tidy, fuzzers, ThreadSanitizer"
	@echo "make tsan       the tests under ThreadSanitizer"
	@echo "make fuzz       every fuzzer for FUZZ_SECONDS ($(FUZZ_SECONDS)); see docs/fuzzing.md"
	@echo "make bench      the benchmarks"
	@echo "make check      format, layers, house rules, clang-tidy"
	@echo "make format     clang-format every C++ file"
	@echo "make clean      remove build/ and demo/"

dependencies-build:
	@tools/install_dependencies build
dependencies-test:
	@tools/install_dependencies build test
dependencies-bench:
	@tools/install_dependencies build bench

build: dependencies-build
	$(call configure,release,OFF)
	$(call compile,release)

viewer:
	@tools/install_dependencies build viewer
	$(call configure,release,OFF) -DIMPINGE_VIEWER=ON
	$(call compile,release)

install: build
	cmake --install build/release --prefix $(PREFIX)

# For /usr, so in a build folder of its own.
packages:
	@tools/install_dependencies build viewer packages
	$(call configure,packages,OFF)
	$(call compile,packages)
	cpack --config build/packages/CPackConfig.cmake -B build/packages/packages

site:
	@tools/install_dependencies site
	tools/site build/site

gallery: dependencies-build
	$(call configure,release,OFF)
	$(call compile,release) --target impinge_cli
	tools/gallery build/release/bin/impinge

# The program alone; `make build` makes the shared libraries too.
demo: dependencies-build
	$(call configure,release,OFF)
	$(call compile,release) --target impinge_cli
	tools/demo build/release/bin/impinge demo

check-sources: dependencies-test
	tools/check

check: check-sources
	$(call configure,tidy,ON)
	tools/lint --build build/tidy --jobs $(JOBS)

# clang-tidy and the fuzzers take minutes more: they are part of `make check`, `make fuzz` and `make
# test-long`. What fuzzers found before is replayed by the tests.
# Sanitizers are worth their time on every change, but not for every user: CI is set where changes are checked.
test: check-sources test-release $(if $(CI),test-dev)

test-release: dependencies-test
	$(call configure,release,ON) -DIMPINGE_VIEWER=ON
	$(call compile,release)
	IMPINGE_TEST_SCALE=$(SCALE) IMPINGE_REQUIRE_BROWSER=1 $(DEVICES) $(call run_tests,release)

# The command line is watched by sanitizers in `make test-long`: it takes minutes to compile.
test-dev: dependencies-test
	$(call configure_without_cgal,dev) -DIMPINGE_APPS=$(SANITIZED_APPS)
	$(call compile,dev)
	IMPINGE_TEST_SCALE=$(SANITIZER_SCALE) $(DEVICES) $(ASAN) $(call run_tests,dev)

test-debug: dependencies-test
	$(call configure_without_cgal,debug)
	$(call compile,debug) --target $(addprefix test_,$(deterministic))
	IMPINGE_TEST_SCALE=$(SCALE) $(call run_tests,debug) \
	    --tests-regex '^($(subst $() ,|,$(deterministic)))\.'

# Drivers are not compiled for ThreadSanitizer: the software device alone.
tsan: dependencies-test
	$(call configure_without_cgal,tsan)
	$(call compile,tsan)
	IMPINGE_TEST_SCALE=$(SANITIZER_SCALE) IMPINGE_TEST_DEVICE=software $(TSAN) $(call run_tests,tsan)

fuzz: dependencies-test
	cmake --preset fuzz
	$(call compile,fuzz)
	tools/fuzz --build build/fuzz --seconds $(FUZZ_SECONDS) --jobs $(JOBS)

test-long: SCALE = 10
test-long: SANITIZER_SCALE = 1
test-long: SANITIZED_APPS = ON
test-long: FUZZ_SECONDS = 300
test-long: check test-release test-dev test-debug fuzz tsan

bench: dependencies-bench
	$(call configure,bench,OFF)
	$(call compile,bench)
	for program in build/bench/bin/*_bench; do "$$program" || exit 1; done

format: dependencies-test
	git ls-files -z --cached --others --exclude-standard '*.cpp' '*.hpp' '*.h' '*.c' | \
	    xargs -0 clang-format -i

clean:
	rm -rf build demo
