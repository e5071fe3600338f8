// SPDX-License-Identifier: Apache-2.0
#include "convex/verdict/common_point.hpp"

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
    return std::max({std::abs(p.x), std::abs(p.y), std::abs(p.z)}) <= 2 * polytope.reach;
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

} // namespace impinge::inline v0
