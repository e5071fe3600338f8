// SPDX-License-Identifier: Apache-2.0
//
// The distance of two convex solids by brute force over the world vertices of their triangles, in
// long double. Shares nothing with the library but apply(): solids overlap where an edge of one has
// a part below all planes of the other; otherwise the closest points are a corner and a triangle or
// two edges.
#pragma once

#include "impinge/convex.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <limits>
#include <set>
#include <utility>
#include <vector>

namespace impinge::tests {

using Long = long double;
using Long3 = Vec3<Long>;

struct OracleSolid {
    struct Edge {
        Long3 tail;
        Long3 head;
        Long3 middle;
        Long half = 0;
    };
    std::vector<Long3> vertices;
    std::vector<std::array<Long3, 3>> triangles;
    std::vector<Long3> normals; ///< of triangles, unit, outwards
    std::vector<Edge> edges;    ///< of triangles, each once
    double size = 0;            ///< largest absolute coordinate
};

inline OracleSolid oracle_solid(const Polytope& shape, const Rigid& pose) {
    OracleSolid solid;
    const MeshView mesh = shape.mesh();
    for (const Vec3d& p : shape.vertices()) {
        const Vec3d w = apply(pose, p);
        solid.vertices.push_back({w.x, w.y, w.z});
        solid.size = std::max({solid.size, std::abs(w.x), std::abs(w.y), std::abs(w.z)});
    }
    std::set<std::pair<std::uint32_t, std::uint32_t>> seen;
    for (const TriangleIndices& t : mesh.triangles()) {
        const std::array<Long3, 3> corners{solid.vertices[t[0]], solid.vertices[t[1]],
                                           solid.vertices[t[2]]};
        const Long3 normal = cross(corners[1] - corners[0], corners[2] - corners[0]);
        solid.triangles.push_back(corners);
        solid.normals.push_back(normal * (1 / length(normal)));
        for (std::size_t i = 0; i < 3; ++i) {
            if (seen.insert(std::minmax(t[i], t[(i + 1) % 3])).second) {
                const Long3 tail = corners[i];
                const Long3 head = corners[(i + 1) % 3];
                solid.edges.push_back(
                    {tail, head, (tail + head) * Long(0.5), length(head - tail) / 2});
            }
        }
    }
    return solid;
}

/// Whether a part of an edge of one solid lies below all planes of the other.
inline bool edge_enters(const OracleSolid& one, const OracleSolid& other) {
    return std::any_of(one.edges.begin(), one.edges.end(), [&](const OracleSolid::Edge& edge) {
        Long from = 0;
        Long to = 1;
        for (std::size_t i = 0; i < other.normals.size() && from <= to; ++i) {
            const Long at_tail = dot(other.normals[i], edge.tail - other.triangles[i][0]);
            const Long at_head = dot(other.normals[i], edge.head - other.triangles[i][0]);
            if (at_tail > 0 && at_head > 0) {
                to = -1;
            } else if (at_tail > 0) {
                from = std::max(from, at_tail / (at_tail - at_head));
            } else if (at_head > 0) {
                to = std::min(to, at_tail / (at_tail - at_head));
            }
        }
        return from <= to;
    });
}

/// Between a point and the inside of a triangle; infinite if it is not above the triangle.
inline Long height_above(const Long3& p, const std::array<Long3, 3>& t, const Long3& normal) {
    for (std::size_t i = 0; i < 3; ++i) {
        if (dot(cross(normal, t[(i + 1) % 3] - t[i]), p - t[i]) < 0) {
            return std::numeric_limits<Long>::infinity();
        }
    }
    return std::abs(dot(normal, p - t[0]));
}

/// By the stationary point of the squared distance where it lies in the square, and by the four
/// borders.
inline Long edge_distance(const OracleSolid::Edge& one, const OracleSolid::Edge& other) {
    const auto to_segment = [](const Long3& p, const OracleSolid::Edge& e) {
        const Long3 v = e.head - e.tail;
        const Long way = std::clamp(dot(p - e.tail, v) / dot(v, v), Long(0), Long(1));
        return length(e.tail + v * way - p);
    };
    Long best = std::min({to_segment(one.tail, other), to_segment(one.head, other),
                          to_segment(other.tail, one), to_segment(other.head, one)});
    const Long3 v = one.head - one.tail;
    const Long3 w = other.head - other.tail;
    const Long3 r = other.tail - one.tail;
    const Long3 n = cross(v, w);
    const Long nn = dot(n, n);
    if (nn > 0) {
        const Long s = dot(cross(r, w), n) / nn;
        const Long t = dot(cross(r, v), n) / nn;
        if (s >= 0 && s <= 1 && t >= 0 && t <= 1) {
            best = std::min(best, length(one.tail + v * s - other.tail - w * t));
        }
    }
    return best;
}

/// 0 if the solids share a point.
inline Long oracle_distance(const OracleSolid& a, const OracleSolid& b) {
    if (edge_enters(a, b) || edge_enters(b, a)) {
        return 0;
    }
    Long best = std::numeric_limits<Long>::infinity();
    const auto corners = [&best](const OracleSolid& one, const OracleSolid& other) {
        for (std::size_t i = 0; i < other.triangles.size(); ++i) {
            for (const Long3& p : one.vertices) {
                if (std::abs(dot(other.normals[i], p - other.triangles[i][0])) < best) {
                    best = std::min(best, height_above(p, other.triangles[i], other.normals[i]));
                }
            }
        }
    };
    corners(a, b);
    corners(b, a);
    for (const OracleSolid::Edge& one : a.edges) {
        for (const OracleSolid::Edge& other : b.edges) {
            const Long reach = best + one.half + other.half;
            const Long3 between = one.middle - other.middle;
            if (dot(between, between) < reach * reach) {
                best = std::min(best, edge_distance(one, other));
            }
        }
    }
    return best;
}

/// How far a point lies outside a solid, at most.
inline Long outside_by(const OracleSolid& solid, Vec3d point) {
    const Long3 p{point.x, point.y, point.z};
    Long highest = -std::numeric_limits<Long>::infinity();
    for (std::size_t i = 0; i < solid.normals.size(); ++i) {
        highest = std::max(highest, dot(solid.normals[i], p - solid.triangles[i][0]));
    }
    return highest;
}

} // namespace impinge::tests
