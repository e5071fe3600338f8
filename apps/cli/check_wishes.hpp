// SPDX-License-Identifier: Apache-2.0
//
// What the options of `impinge check` add to the wishes of a scene.
#pragma once

#include "impinge/assembly.hpp"
#include "loaded_body.hpp"

#include <span>

namespace impinge::cli {

/// Bodies of one file become a group, whose members are not checked against each other.
void group_by_file(std::span<LoadedBody> bodies, PairWishes& wishes);

/// Every pair that is checked wants at least this clearance.
void want_clearance(PairWishes& wishes, double clearance);

} // namespace impinge::cli
