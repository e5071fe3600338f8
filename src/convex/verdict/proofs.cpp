// SPDX-License-Identifier: Apache-2.0
#include "convex/verdict/proofs.hpp"

#include "math/measures.hpp"

namespace impinge::inline v0 {
namespace {

/// Rows are unit vectors only to 1e-6, normals to rounding: a depth may shrink by so much.
constexpr double shrinks = 1 - 0x1p-16;

/// Where the pose's inverse, to rounding, puts a point of the world.
inline Vec3d into_body(const Rigid& pose, const Vec3d& world) {
    return into_frame(pose, world - pose.translation) * (1 / pose.scale);
}

/// How deep, in the world, a ball around a point surely reaches before it leaves the body.
inline double proved_depth(const PolytopeData& polytope, const Rigid& pose, double height) {
    return shrinks * pose.scale * (-height - polytope.plane_error);
}

/// Rounding was bounded for points about as far from the origin as the vertices.
inline bool is_near(const PolytopeData& polytope, const Vec3d& p) {
    return largest_magnitude(p) <= 2 * polytope.reach;
}

} // namespace

CommonPoint check_common_point(const ConvexPair& pair, const Vec3d& world, double rounding) {
    const Vec3d point_in_a = into_body(pair.pose_a, world);
    const Vec3d point_in_b = into_body(pair.pose_b, world);
    const Highest above_a = highest_plane(pair.a, point_in_a);
    const Highest above_b = highest_plane(pair.b, point_in_b);
    const double off_a = length_bound(apply(pair.pose_a, point_in_a) - world);
    const double off_b = length_bound(apply(pair.pose_b, point_in_b) - world);
    const double depth_a = proved_depth(pair.a, pair.pose_a, above_a.value) - off_a;
    const double depth_b = proved_depth(pair.b, pair.pose_b, above_b.value) - off_b;
    // Twice: for the place of the point, and for the surface.
    const double needed = 2 * rounding;
    return {.proved = depth_a > needed && depth_b > needed && is_near(pair.a, point_in_a) &&
                      is_near(pair.b, point_in_b) && has_sound_planes(pair.a) &&
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
