// SPDX-License-Identifier: Apache-2.0
//
// How often a surface winds around a point: the exact inside/outside test.
//
// For a closed, consistently oriented surface with outward normals the number is 1 inside and 0
// outside; nested and overlapping parts add up, cavities subtract. It is found by following the
// ray from the point in direction +x and adding up the faces that it leaves (+1) or enters (-1).
// The ray is moved aside by an infinitely small amount, in the algebra and not in the coordinates,
// so it never meets an edge or a corner: every sign has a right answer and none is retried.
//
// Promise: right for EVERY finite input and every position of the point, in the plane of faces and
// in line with edges included. Faces of no area are not crossed, but a point on one is on the
// surface. For a surface that is not balanced (open, or badly oriented) the number depends on the
// direction of the ray and means nothing; that a point is on the surface is still right.
//
// Cost: one pass over the triangles, about 3 ns for each away from the ray (5 ns when the mesh does
// not fit the cache). Pure functions.
#pragma once

#include "impinge/context.hpp"
#include "impinge/mesh.hpp"
#include "impinge/predicates.hpp"
#include "impinge/triangle.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace impinge::inline v0 {

/// On which side of the shadow of the edge a -> b the ray passes, moved aside by (0, e, e^2):
/// `side` is that of the ray itself, orient2d in the plane across x, to which moving adds e (a.z -
/// b.z) and e^2 (b.y - a.y). 0 only if the shadow is a point.
constexpr Sign side_of_moved_ray(Sign side, Vec3d a, Vec3d b) {
    const auto sign_of = [](double from, double to) { return from > to ? 1 : from < to ? -1 : 0; };
    return side != 0 ? side : a.z != b.z ? sign_of(a.z, b.z) : sign_of(b.y, a.y);
}

/// The winding number, or nothing if the point lies on the surface.
std::optional<int> winding_number(Vec3d point, std::span<const Vec3d> positions,
                                  std::span<const TriangleIndices> triangles);
std::optional<int> winding_number(Vec3d point, std::span<const Triangle> triangles);

/// The same for many points: of some hundreds each triangle looks at those in its range along y, of
/// more each looks at what a tree over the triangles finds in its way, 100 ns per triangle and a
/// microsecond or so per point. The same for any number of threads; means nothing once the context
/// is cancelled.
std::vector<std::optional<int>> winding_numbers(std::span<const Vec3d> points,
                                                std::span<const Vec3d> positions,
                                                std::span<const TriangleIndices> triangles,
                                                const Context& context = Context(1));

/// A point of one part of a surface.
struct PartPoint {
    Vec3d point;
    std::uint32_t part = 0;
};

/// For each point the winding number of all parts but its own; nothing if it lies on one of them.
std::vector<std::optional<int>>
winding_numbers_of_other_parts(std::span<const PartPoint> points, std::span<const Vec3d> positions,
                               std::span<const TriangleIndices> triangles,
                               std::span<const std::uint32_t> part_of_triangle,
                               const Context& context = Context(1));

} // namespace impinge::inline v0
