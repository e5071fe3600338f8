// SPDX-License-Identifier: Apache-2.0
//
// Ctrl-C stops the work through the query's context, so that what was found can still be told.
#pragma once

#include "impinge/context.hpp"

namespace impinge::cli {

/// While it lives, the first Ctrl-C cancels the context and a second one ends the program. There is
/// one at a time.
class InterruptGuard {
  public:
    explicit InterruptGuard(const Context& context);
    ~InterruptGuard();
    InterruptGuard(const InterruptGuard&) = delete;
    InterruptGuard& operator=(const InterruptGuard&) = delete;
};

} // namespace impinge::cli
