// SPDX-License-Identifier: Apache-2.0
//
// Which clashes belong together, and why. One after the other: the same two things in several
// places; one part that clashes with many; close to each other. A clash is in one group at most.
// The answer does not depend on the order of parts.
#pragma once

#include "impinge/report.hpp"

namespace impinge::inline v0::report {

/// Fills in groups, and the group of each clash, by the keys and names of parts and by places.
void group_clashes(Report& report);

} // namespace impinge::inline v0::report
