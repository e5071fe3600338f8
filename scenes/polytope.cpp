// SPDX-License-Identifier: Apache-2.0
//
// One point after the other: the faces it sees are taken away and replaced by a cone from the point
// to the border of the hole.
#include "scenes/polytope.hpp"

#include "base/random.hpp"
#include "impinge/predicates.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <utility>
#include <vector>

namespace impinge::scenes {
namespace {

using Edge = std::pair<std::uint32_t, std::uint32_t>;

void add_point(std::vector<TriangleIndices>& faces, std::span<const Vec3d> points,
               std::uint32_t added) {
    const auto sees = [&](const TriangleIndices& face) {
        return orient3d(points[face[0]], points[face[1]], points[face[2]], points[added]) > 0;
    };
    const auto first_seen =
        std::stable_partition(faces.begin(), faces.end(), [&](const auto& f) { return !sees(f); });
    // An edge of the hole's border is run through by a seen face, but not backwards by another.
    std::set<Edge> border;
    for (auto face = first_seen; face != faces.end(); ++face) {
        for (std::size_t i = 0; i < 3; ++i) {
            const Edge edge{(*face)[i], (*face)[(i + 1) % 3]};
            if (border.erase({edge.second, edge.first}) == 0) {
                border.insert(edge);
            }
        }
    }
    faces.erase(first_seen, faces.end());
    for (const auto& [from, to] : border) {
        faces.push_back({from, to, added});
    }
}

/// Leaves out points that no face names.
Mesh compacted(std::span<const Vec3d> points, const std::vector<TriangleIndices>& faces) {
    std::map<std::uint32_t, std::uint32_t> renumbered;
    for (const TriangleIndices& face : faces) {
        for (const std::uint32_t corner : face) {
            renumbered[corner] = 0;
        }
    }
    Mesh mesh;
    for (auto& [point, number] : renumbered) {
        number = static_cast<std::uint32_t>(mesh.positions.size());
        mesh.positions.push_back(points[point]);
    }
    for (const auto& [a, b, c] : faces) {
        mesh.triangles.push_back({renumbered[a], renumbered[b], renumbered[c]});
    }
    return mesh;
}

} // namespace

Mesh convex_hull(std::span<const Vec3d> points) {
    std::vector<TriangleIndices> faces{{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {2, 0, 3}};
    if (orient3d(points[0], points[1], points[2], points[3]) < 0) {
        for (TriangleIndices& face : faces) {
            std::swap(face[1], face[2]);
        }
    }
    for (std::uint32_t added = 4; added < points.size(); ++added) {
        add_point(faces, points, added);
    }
    return compacted(points, faces);
}

Mesh random_polytope(const Polytope& shape) {
    Random random(shape.seed);
    std::vector<Vec3d> points(std::max<std::size_t>(4, shape.triangles / 2 + 2));
    for (Vec3d& point : points) {
        Vec3d direction;
        double norm = 0;
        while (norm < 0.01 || norm > 1) {
            direction = random.in_box({-1, -1, -1}, {1, 1, 1});
            norm = squared_length(direction);
        }
        direction = direction * (1 / std::sqrt(norm));
        point = {direction.x * shape.radii.x, direction.y * shape.radii.y,
                 direction.z * shape.radii.z};
    }
    return convex_hull(points);
}

} // namespace impinge::scenes
