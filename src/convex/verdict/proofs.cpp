// SPDX-License-Identifier: Apache-2.0
#include "convex/verdict/proofs.hpp"

#include "math/measures.hpp"

namespace impinge::inline v0 {
namespace {

/// How deep, in the world, a ball around a point surely reaches before it leaves the body.
inline double proved_depth(const PolytopeData& polytope, const Rigid& pose, double height) {
    return shrinks * pose.scale * (-height - polytope.plane_error);
}

} // namespace

CommonPoint check_common_point(const ConvexPair& pair, const Vec3d& world, double rounding) {
    const PlacedPoint in_a = place_in_body(pair.pose_a, world);
    const PlacedPoint in_b = place_in_body(pair.pose_b, world);
    const Highest above_a = highest_plane(pair.a, in_a.in_body);
    const Highest above_b = highest_plane(pair.b, in_b.in_body);
    const double depth_a = proved_depth(pair.a, pair.pose_a, above_a.value) - in_a.off;
    const double depth_b = proved_depth(pair.b, pair.pose_b, above_b.value) - in_b.off;
    // Twice: for the place of the point, and for the surface.
    const double needed = 2 * rounding;
    return {.proved = depth_a > needed && depth_b > needed && is_near(pair.a, in_a.in_body) &&
                      is_near(pair.b, in_b.in_body) && has_sound_planes(pair.a) &&
                      has_sound_planes(pair.b),
            .face_a = above_a.index,
            .face_b = above_b.index};
}

namespace {

/// The same pair seen from the other body.
ConvexPair mirrored(const ConvexPair& pair) {
    return {pair.b, pair.a, pair.pose_b, pair.pose_a, pair.extra_margin};
}

Vec3d normal_in_world(const PolytopeData& polytope, const Rigid& pose, std::uint32_t face) {
    return out_of_frame(pose, polytope.planes[face].normal);
}

enum class Place : std::uint8_t { Inside, Outside, Unknown };

/// Looks over every face of B how far A reaches.
Place place_of_a(const ConvexPair& pair, double rounding) {
    const Vec3d to_b = pair.pose_b.translation - pair.pose_a.translation;
    Place place = Place::Inside;
    for (std::uint32_t face = 0; face < pair.b.planes.size(); ++face) {
        const Vec3d normal = normal_in_world(pair.b, pair.pose_b, face);
        const Slabs slabs = slabs_along(pair, normal, rounding);
        if (slabs.a.max - slabs.b.max > slabs.error) {
            return Place::Outside;
        }
        const double offset = pair.b.planes[face].offset - pair.b.plane_error;
        const double depth = pair.pose_b.scale * offset + dot(normal, to_b) - slabs.a.max;
        if (!(depth > 2 * slabs.error)) { // once for A's vertices, once for B's surface
            place = Place::Unknown;
        }
    }
    return place;
}

struct Protrusion {
    bool of_a = false;
    bool of_b = false;

    void note(const Slabs& slabs) {
        of_a = of_a || slabs.a_protrudes();
        of_b = of_b || slabs.b_protrudes();
    }
};

/// Along the centres, then over the faces that are nearest to the common point.
Protrusion quick_look(const ConvexPair& pair, Vec3d likely, const CommonPoint& common,
                      double rounding) {
    Protrusion found;
    found.note(slabs_along(pair, likely, rounding));
    if (!found.of_a) {
        const Vec3d normal = normal_in_world(pair.b, pair.pose_b, common.face_b);
        found.note(slabs_along(pair, normal, rounding));
    }
    if (!found.of_b) {
        const Vec3d normal = normal_in_world(pair.a, pair.pose_a, common.face_a);
        found.note(slabs_along(pair, normal, rounding));
    }
    return found;
}

} // namespace

ConvexVerdict overlap_verdict(const ConvexPair& pair, Vec3d likely, const CommonPoint& common,
                              double rounding) {
    const Protrusion found = quick_look(pair, likely, common, rounding);
    const Place of_a = found.of_a ? Place::Outside : place_of_a(pair, rounding);
    const Place of_b = found.of_b ? Place::Outside : place_of_a(mirrored(pair), rounding);
    if (of_a == Place::Inside) {
        return ConvexVerdict::AInsideB;
    }
    if (of_b == Place::Inside) {
        return ConvexVerdict::BInsideA;
    }
    const bool crossing = of_a == Place::Outside && of_b == Place::Outside;
    return crossing ? ConvexVerdict::Crossing : ConvexVerdict::Unsure;
}

} // namespace impinge::inline v0
