// SPDX-License-Identifier: Apache-2.0
//
// The fuzz targets: functions that take any bytes at all and throw BrokenPromise when the library
// does not keep what its headers say. Each stands in the file of its name and is built twice: as a
// libFuzzer program of that name (preset `fuzz`), and into the test suite, which replays the seed
// corpora and every input that once broke something.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace impinge::fuzz {

using Input = std::span<const std::uint8_t>;

void fuzz_stl(Input input);
void fuzz_obj(Input input);
void fuzz_ply(Input input);
void fuzz_off(Input input);
void fuzz_gltf(Input input);
void fuzz_3mf(Input input);
void fuzz_scene(Input input);
void fuzz_particles(Input input);
void fuzz_case(Input input);
void fuzz_collide(Input input);

struct Target {
    std::string_view name; ///< of corpus/NAME.zip and of its folder in regressions/
    void (*run)(Input);
    std::size_t seeds; ///< in corpus/NAME.zip; tools/fuzz_corpus.py says how many it packed
};

inline constexpr std::array<Target, 10> targets = {{
    {"stl", fuzz_stl, 159},
    {"obj", fuzz_obj, 216},
    {"ply", fuzz_ply, 251},
    {"off", fuzz_off, 213},
    {"gltf", fuzz_gltf, 337},
    {"3mf", fuzz_3mf, 134},
    {"scene", fuzz_scene, 271},
    {"particles", fuzz_particles, 369},
    {"case", fuzz_case, 319},
    {"collide", fuzz_collide, 210},
}};

} // namespace impinge::fuzz
