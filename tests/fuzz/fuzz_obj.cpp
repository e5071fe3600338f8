// SPDX-License-Identifier: Apache-2.0
//
// OBJ, as one body and split into its groups.
#include "tests/fuzz/reader_promises.hpp"
#include "tests/fuzz/targets.hpp"

namespace impinge::fuzz {

void fuzz_obj(Input input) { check_reader(input, "fuzz.obj"); }

} // namespace impinge::fuzz
