// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "convex/penetration/difference.hpp"

namespace impinge::inline v0 {

/// Where the two bodies touch once B has been moved along the way out: a point of A, in A's frame.
/// In the middle of the contact where that is an edge or a face.
Vec3d contact_place(const Difference& difference, const WayOut& way_out);

} // namespace impinge::inline v0
