// SPDX-License-Identifier: Apache-2.0
//
// glTF and GLB: the bytes as they are if they begin like one of them; otherwise two bytes that give
// the length of a JSON text, that text and a binary buffer, put into a GLB file whose lengths are
// right.
#include "tests/fuzz/containers.hpp"
#include "tests/fuzz/reader_promises.hpp"
#include "tests/fuzz/targets.hpp"

#include <algorithm>

namespace impinge::fuzz {
namespace {

// Buffers that a file names are looked for in this folder, which must not be there.
constexpr const char* gltf_name = "no-such-folder/fuzz.gltf";
constexpr const char* glb_name = "no-such-folder/fuzz.glb";

std::string wrapped(Input input) {
    const std::size_t wanted = input[0] + 256U * input[1];
    const Input rest = input.subspan(2);
    const auto middle = rest.begin() + static_cast<std::ptrdiff_t>(std::min(wanted, rest.size()));
    return glb_file(std::string(rest.begin(), middle), std::string(middle, rest.end()));
}

} // namespace

void fuzz_gltf(Input input) {
    if (input.size() < 4 || input[0] == '{') {
        check_reader(input, gltf_name);
    } else if (std::equal(input.begin(), input.begin() + 4, "glTF")) {
        check_reader(input, glb_name);
    } else {
        const std::string file = wrapped(input);
        check_reader(bytes_of(file), glb_name);
    }
}

} // namespace impinge::fuzz
