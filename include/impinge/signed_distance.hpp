// SPDX-License-Identifier: Apache-2.0
//
// How far is each vertex of one surface from another surface, and on which side of it? For solids
// and for oriented open surfaces, such as scans.
//
//     double contact_area(const impinge::Mesh& upper_scan, const impinge::Mesh& lower_scan) {
//         const auto distances =
//             impinge::signed_distances({upper_scan.view()}, {lower_scan.view()});
//         if (!distances) {
//             return std::nan("");
//         }
//         const std::array<double, 1> thresholds{0.05};
//         const auto near = impinge::measure_nearness({upper_scan.view()}, *distances, thresholds);
//         return near ? near->whole.areas_below[0] : std::nan("");
//     }
//
// The sign is that of the angle-weighted pseudo-normal at the closest point (Baerentzen and Aanaes,
// Signed distance computation using the angle weighted pseudonormal, 2005): negative behind the
// surface, which for a solid is inside it. It is right wherever the surface is closed and does not
// cross itself. Beyond the border of an open surface there is no side to be on: the distance is
// right there, too, but its sign is that of a surface that ends, and the vertex is marked.
#pragma once

#include "impinge/standard.hpp"
#ifdef IMPINGE_HAS_CPP20

#include "impinge/collide.hpp"
#include "impinge/context.hpp"
#include "impinge/expected.hpp"
#include "impinge/export.h"

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace impinge::inline v0 {

/// One entry for each vertex of the body in each of the lists.
struct SignedDistances {
    /// In the unit of the coordinates; to a relative error of some hundred rounding steps of the
    /// size of both bodies. Infinite if the other body has no triangles.
    std::vector<double> values;
    std::vector<Vec3d> closest;           ///< the closest point of the other surface
    std::vector<std::uint32_t> triangles; ///< one that holds it
    std::vector<std::uint8_t> at_border;  ///< 1 where the closest point lies on a border
    bool partial = false;                 ///< cancelled: some values are NaN
};

/// Corners of the other body with equal coordinates are one vertex. A solid whose normals point
/// inwards is read as the solid that is meant, an open surface as it is. Faces without area count
/// as what they are, segments and points. The same bits for any number of threads. Fails as
/// collide() does. A few microseconds per vertex and thread.
IMPINGE_API Expected<SignedDistances> signed_distances(const Body& body, const Body& other,
                                                       const Context& context = {});

/// What distances say of a surface, or of a connected part of it. Between the vertices of a
/// triangle they are taken to be linear. Triangles of which a corner is marked (at_border) count to
/// `area_beyond` and to nothing else.
struct Nearness {
    std::size_t triangles = 0;
    double area = 0; ///< of the surface
    double area_beyond = 0;
    std::vector<double> areas_below; ///< for each threshold: where the distance is less
    /// The vertex with the smallest distance of those that are not marked; none if all are.
    std::optional<std::uint32_t> deepest_vertex;
    double deepest = 0; ///< its distance
    Vec3d deepest_at{}; ///< where it stands
};

struct PartsNearness {
    Nearness whole;
    std::vector<Nearness> parts; ///< connected through edges, in the order of their first triangles
    bool partial = false;        ///< cancelled: means nothing
};

/// `distances` are those of this body, from signed_distances(). Fails if there are not as many as
/// vertices, and on a threshold that is not a number.
IMPINGE_API Expected<PartsNearness> measure_nearness(const Body& body,
                                                     const SignedDistances& distances,
                                                     std::span<const double> thresholds,
                                                     const Context& context = {});

} // namespace impinge::inline v0

#endif // IMPINGE_HAS_CPP20
