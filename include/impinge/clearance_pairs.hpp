// SPDX-License-Identifier: Apache-2.0
//
// Where are two bodies too close to each other? Every pair of their triangles that comes nearer
// than a clearance.
//
//     void print_tight_places(const impinge::Mesh& a, const impinge::Mesh& b) {
//         const auto found = impinge::clearance_pairs({a.view()}, {b.view()}, 0.5);
//         if (found && !found->partial) {
//             for (const impinge::NearTriangles& near : found->pairs) {
//                 std::printf("%u,%u,%g\n", near.triangle_a, near.triangle_b, near.distance);
//             }
//         }
//     }
//
// Of many bodies, check_all() (assembly.hpp) says first which come that near at all.
#pragma once

#include "impinge/standard.hpp"
#ifdef IMPINGE_HAS_CPP20

#include "impinge/collide.hpp"
#include "impinge/context.hpp"
#include "impinge/expected.hpp"
#include "impinge/export.h"

#include <compare>
#include <cstdint>
#include <vector>

namespace impinge::inline v0 {

/// Two triangles and where they are nearest to each other. Of several such places it is one, the
/// same for (A, B) and (B, A).
struct NearTriangles {
    std::uint32_t triangle_a = 0;
    std::uint32_t triangle_b = 0;
    double distance = 0; ///< exactly 0 if and only if they meet
    Vec3d point_a{};     ///< on triangle A, to rounding of its coordinates
    Vec3d point_b{};

    friend auto operator<=>(const NearTriangles&, const NearTriangles&) = default;
};

struct ClearancePairs {
    /// All of them, by (triangle_a, triangle_b), each once: there are no caps.
    std::vector<NearTriangles> pairs;
    bool partial = false; ///< cancelled: some are missing
};

/// All pairs of triangles no farther apart than `clearance` (>= 0, finite). What counts is their
/// distance as it is reported: that of triangle_distance(), a few rounding steps off the true one,
/// and the smallest of all is what distance() says. With clearance 0 they are the pairs that
/// collide() finds. Distances are between surfaces: a body inside another is near to its wall.
///
/// Any number of threads gives the same bits, and (B, A) the mirror image. Fails as collide() does.
/// Costs a few hundred nanoseconds per pair that is reported or nearly is, beside a tree over the
/// triangles near the other body's box.
IMPINGE_API Expected<ClearancePairs> clearance_pairs(const Body& a, const Body& b, double clearance,
                                                     const Context& context = {});

} // namespace impinge::inline v0

#endif // IMPINGE_HAS_CPP20
