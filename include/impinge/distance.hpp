// SPDX-License-Identifier: Apache-2.0
//
// How close are two bodies?
//
//     void print_distance(const impinge::Mesh& a, const impinge::Mesh& b) {
//         const auto nearest = impinge::distance({a.view()}, {b.view()});
//         if (nearest) {
//             std::printf("%g, at triangle %u of A\n", nearest->distance, nearest->triangle_a);
//         }
//     }
#pragma once

#include "impinge/standard.hpp"
#ifdef IMPINGE_HAS_CPP20

#include "impinge/collide.hpp"
#include "impinge/export.h"

namespace impinge::inline v0 {

struct Distance {
    /// Smallest distance between the two SURFACES, in the unit of the coordinates; never negative,
    /// and exactly 0 if and only if they have a common point. A solid inside another therefore has
    /// a positive distance to its wall: ask collide() whether that is so. Infinite if a mesh has no
    /// triangles.
    double distance = 0;
    Vec3d point_a; ///< a closest point on A; |point_b - point_a| is `distance` to rounding
    Vec3d point_b;
    std::uint32_t triangle_a = 0; ///< a triangle that holds point_a
    std::uint32_t triangle_b = 0;
    bool partial = false; ///< cancelled: `distance` is only an upper bound
};

/// Computed in double with a relative error of a few rounding steps of the coordinates. Swapping A
/// and B swaps the witnesses and keeps every bit; so does any number of threads.
IMPINGE_API Expected<Distance> distance(const Body& a, const Body& b, const Context& context = {});

/// The unit vector from point_a to point_b: the normal of the gap, from A to B. Zero if the
/// surfaces meet or one has no triangles.
IMPINGE_API Vec3d direction_of(const Distance& distance);

struct Clearance {
    /// Some points of the surfaces are no farther apart than the clearance. False is a proof of the
    /// opposite, unless the call was cancelled (`nearest.partial`).
    bool within = false;
    /// The nearest points, if within; otherwise the distance is infinite and means nothing more.
    Distance nearest;
};

/// Whether the surfaces come within `clearance` (>= 0, finite) of each other; much cheaper than
/// distance() when they do not.
IMPINGE_API Expected<Clearance> within(const Body& a, const Body& b, double clearance,
                                       const Context& context = {});

} // namespace impinge::inline v0

#endif // IMPINGE_HAS_CPP20
