// SPDX-License-Identifier: Apache-2.0
//
// OFF, text and binary.
#include "tests/fuzz/reader_promises.hpp"
#include "tests/fuzz/targets.hpp"

namespace impinge::fuzz {

void fuzz_off(Input input) { check_reader(input, "fuzz.off"); }

} // namespace impinge::fuzz
