// SPDX-License-Identifier: Apache-2.0
//
// The fuzz targets: functions that take any bytes at all and throw BrokenPromise when the library
// does not keep what its headers say. Each stands in the file of its name and is built twice: as a
// libFuzzer program of that name (preset `fuzz`), and into the test suite, which replays the seed
// corpora and every input that once broke something.
#pragma once

#include <array>
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
void fuzz_case(Input input);
void fuzz_collide(Input input);

struct Target {
    std::string_view name; ///< of its folders in corpus/ and regressions/
    void (*run)(Input);
};

inline constexpr std::array<Target, 9> targets = {{
    {"stl", fuzz_stl},
    {"obj", fuzz_obj},
    {"ply", fuzz_ply},
    {"off", fuzz_off},
    {"gltf", fuzz_gltf},
    {"3mf", fuzz_3mf},
    {"scene", fuzz_scene},
    {"case", fuzz_case},
    {"collide", fuzz_collide},
}};

} // namespace impinge::fuzz
