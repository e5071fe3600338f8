// SPDX-License-Identifier: Apache-2.0
//
// A check as a recorded case: `--dump-case` and `--replay`.
#pragma once

#include "check/examination.hpp"
#include "io/case_file.hpp"

namespace impinge::cli {

enum class WithAnswer : std::uint8_t { No, Yes };

/// Everything the check depends on; its options, and the answer if it is known already.
Case case_of(const Examination& examination, WithAnswer answer);

/// The same bodies and wishes, not examined yet.
Examination examination_of(const Case& recorded, const Context& context);

} // namespace impinge::cli
