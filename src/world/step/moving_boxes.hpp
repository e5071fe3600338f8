// SPDX-License-Identifier: Apache-2.0
//
// First stage of a step: the boxes of the bodies that moved.
#pragma once

#include "world/bodies/body_table.hpp"

namespace impinge::inline v0 {

/// Also finds out which of them stand in poses that keep convex shapes convex. Fails on the first
/// body with a vertex that its pose makes infinite, naming it by its index.
Status update_boxes(BodyTable& bodies, BoxKind kind, const Context& context);

/// More than the distances between bodies in such boxes, or near them, are wrong by.
double rounding_of_distances(const Box3& box);

/// Grown so that two such boxes overlap if bodies in them come within the margin, rounding
/// included.
Box3 grown(const Box3& box, double margin);

} // namespace impinge::inline v0
