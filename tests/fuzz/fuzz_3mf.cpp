// SPDX-License-Identifier: Apache-2.0
//
// 3MF: the bytes as they are if they begin like a ZIP archive; otherwise they are taken for the
// model within one.
#include "tests/fuzz/containers.hpp"
#include "tests/fuzz/reader_promises.hpp"
#include "tests/fuzz/targets.hpp"

namespace impinge::fuzz {

void fuzz_3mf(Input input) {
    if (input.size() >= 2 && input[0] == 'P' && input[1] == 'K') {
        check_reader(input, "fuzz.3mf");
    } else {
        const std::string file = threemf_file(std::string(input.begin(), input.end()));
        check_reader(bytes_of(file), "fuzz.3mf");
    }
}

} // namespace impinge::fuzz
