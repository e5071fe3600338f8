// SPDX-License-Identifier: Apache-2.0
//
// PLY in its three encodings.
#include "tests/fuzz/reader_promises.hpp"
#include "tests/fuzz/targets.hpp"

namespace impinge::fuzz {

void fuzz_ply(Input input) { check_reader(input, "fuzz.ply"); }

} // namespace impinge::fuzz
