// SPDX-License-Identifier: Apache-2.0
//
// From all points that could stand for a contact to the few of a manifold.
#pragma once

#include "impinge/contacts.hpp"
#include "impinge/predicates.hpp"

#include <span>
#include <vector>

namespace impinge::inline v0 {

/// A point of a contact, seen along the normal in a frame that does not depend on which body is A.
struct ContactCandidate {
    ManifoldPoint point{};
    Vec2d flat{};
};

/// 0 for a corner, 1 for an edge, 2 for a face.
int rank_of(Feature feature);

/// Sorts candidates by where they lie, and of those in one place keeps the deepest, of these that
/// with the smallest features. What is nearer than `reach` is one place.
void keep_one_per_place(std::vector<ContactCandidate>& candidates, double reach);

/// At most `most` (at least 1) of the candidates, which must not be empty, sorted by id; see
/// Manifold::points.
std::vector<ManifoldPoint> chosen_points(std::span<const ContactCandidate> candidates,
                                         std::size_t most);

} // namespace impinge::inline v0
