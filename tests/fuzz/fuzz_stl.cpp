// SPDX-License-Identifier: Apache-2.0
//
// STL, binary and ASCII: the bytes decide which.
#include "tests/fuzz/reader_promises.hpp"
#include "tests/fuzz/targets.hpp"

namespace impinge::fuzz {

void fuzz_stl(Input input) { check_reader(input, "fuzz.stl"); }

} // namespace impinge::fuzz
