// SPDX-License-Identifier: Apache-2.0
//
// The proofs of proofs.hpp from the neighbourhood of a feature: as sound as those that look at all
// vertices and planes, at a cost that does not grow with their number. They prove a little less:
// what they leave open may still be proved by the others.
//
// An end along a direction d. Where no neighbour of a vertex v is higher along d than v by more
// than h, no vertex is by more than 2 radius h / slope (polytope_data.hpp). A height is computed to
// 3 u |d|_1 reach, the difference of two to less than 8 u |d|_1 reach (u = 2^-53), which h takes
// on; rounding_of() counts the height itself, as it does where all vertices are scanned.
//
// A point in the cone of a face, from the centre c. A ball of radius R = centre_depth - plane_error
// around c lies in the polytope (polytope_data.hpp). Let q be where the ray from c through the
// point p meets the plane of the face, p = c + t (q - c), and let q lie within all sides of the
// face: then it is within e of a point of the face, where e is its height over the plane, as
// computed, and plane_error. So the hull of the ball and that point lies in the polytope, and holds
// a ball around p of radius (1 - t) R - t e. Rounding: p - c and its multiple are off by 3 u in
// each coordinate, q by less than 20 u reach if it is no farther out than 2 reach; its heights over
// the plane and the sides by 12 u reach, their offsets by 6 u reach, the unit normals of the sides
// by 5 u, over at most 6 reach. The sides must be kept by 256 u reach, and the depth loses as much.
#pragma once

#include "convex/verdict/proofs.hpp"

namespace impinge::inline v0 {

/// The highest vertex of a polytope along a direction, climbed to.
struct Summit {
    std::uint32_t vertex = 0;
    double height = 0;
    double hidden = 0; ///< no vertex is higher by more: what rounding and the climb can hide
};

/// From neighbour to neighbour, as long as one is higher.
Summit climb(const PolytopeData& polytope, const Vec3d& direction, std::uint32_t start);

/// Whether A begins before B along a direction of the world and B ends after A, so that neither
/// lies in the other. Climbs from vertices that are looked up by the direction.
bool reach_past_each_other(const ConvexPair& pair, const Vec3d& direction, double rounding);

/// Whether A ends before B begins along a direction of the world. Climbs from these two features,
/// near which the bodies face each other.
bool features_separate(const ConvexPair& pair, const FeaturePair& features, const Vec3d& direction,
                       double rounding);

/// The faces of both bodies in whose cones a point of the world lies, and whether they prove that
/// it is in both, deeper than rounding reaches. Walks there from the features, which may be any.
CommonPoint point_in_cones(const ConvexPair& pair, const Vec3d& world, const FeaturePair& features,
                           double rounding);

} // namespace impinge::inline v0
