// SPDX-License-Identifier: Apache-2.0
//
// The shortest way out for who has measured the overlap already.
#pragma once

#include "impinge/overlap.hpp"
#include "impinge/separation.hpp"

namespace impinge::inline v0 {

/// What minimum_separation() says, given what overlap() says of the same bodies with its depths.
Expected<Separation> minimum_separation_of(const Body& a, const Body& b, const Overlap& overlap,
                                           const SeparationOptions& options,
                                           const Context& context);

} // namespace impinge::inline v0
