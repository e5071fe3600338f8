// SPDX-License-Identifier: Apache-2.0
//
// Where libFuzzer enters; compiled once for each target, whose name the build gives.
#include "tests/fuzz/targets.hpp"

#include <cstddef>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

// NOLINTNEXTLINE(readability-identifier-naming): libFuzzer's name
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    impinge::fuzz::IMPINGE_FUZZ_TARGET({data, size});
    return 0;
}
