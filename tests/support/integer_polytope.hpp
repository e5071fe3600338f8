// SPDX-License-Identifier: Apache-2.0
//
// Convex polytopes on a small integer grid, and the verdict for two of them by separating axes in
// 64-bit integers. The Minkowski difference of two polytopes has no other face directions than the
// face normals of both and the cross products of their edges, so the test is complete; with
// coordinates below 2^10 every number stays below 2^53, so it is exact.
#pragma once

#include "base/random.hpp"
#include "impinge/collide.hpp"
#include "tests/support/poly_mesh.hpp"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <set>
#include <vector>

namespace impinge::tests {

using Vec3i = Vec3<std::int64_t>;

struct IntegerPolytope {
    std::vector<Vec3i> corners;
    std::vector<Loop> faces; ///< counter-clockwise seen from outside
};

inline Vec3i normal_of(const IntegerPolytope& body, const Loop& face) {
    const Vec3i& p = body.corners[face[0]];
    return cross(body.corners[face[1]] - p, body.corners[face[2]] - p);
}

inline PolyMesh polygons_of(const IntegerPolytope& body) {
    PolyMesh mesh{{}, body.faces};
    for (const Vec3i& p : body.corners) {
        mesh.positions.push_back(
            {static_cast<double>(p.x), static_cast<double>(p.y), static_cast<double>(p.z)});
    }
    return mesh;
}

/// Corners of the face with the given outward normal, in order, without points on its edges.
inline Loop face_around(const std::vector<Vec3i>& points, Vec3i normal,
                        std::vector<std::uint32_t> on_face) {
    std::sort(on_face.begin(), on_face.end(),
              [&](std::uint32_t i, std::uint32_t j) { return points[i] < points[j]; });
    Loop loop;
    std::uint32_t at = on_face.front(); // lexicographically smallest: a corner for certain
    do {
        loop.push_back(at);
        std::uint32_t next = at;
        for (const std::uint32_t candidate : on_face) {
            if (candidate == at) {
                continue;
            }
            const Vec3i to_next = points[next] - points[at];
            const Vec3i to_candidate = points[candidate] - points[at];
            const std::int64_t side = dot(normal, cross(to_next, to_candidate));
            const bool farther = squared_length(to_candidate) > squared_length(to_next);
            if (next == at || side < 0 || (side == 0 && farther)) {
                next = candidate;
            }
        }
        at = next;
    } while (at != loop.front());
    return loop;
}

/// Drops points that are no corners and numbers the rest anew.
inline IntegerPolytope compacted(const std::vector<Vec3i>& points, std::vector<Loop> faces) {
    IntegerPolytope body;
    std::vector<std::optional<std::uint32_t>> number(points.size());
    for (Loop& face : faces) {
        for (std::uint32_t& corner : face) {
            if (!number[corner]) {
                number[corner] = static_cast<std::uint32_t>(body.corners.size());
                body.corners.push_back(points[corner]);
            }
            corner = *number[corner];
        }
    }
    body.faces = std::move(faces);
    return body;
}

/// Convex hull by trying every triple; nothing if the points are flat.
inline std::optional<IntegerPolytope> hull_of(std::vector<Vec3i> points) {
    std::sort(points.begin(), points.end());
    points.erase(std::unique(points.begin(), points.end()), points.end());
    const auto count = static_cast<std::uint32_t>(points.size());
    std::set<std::vector<std::uint32_t>> seen;
    std::vector<Loop> faces;
    for (std::uint32_t i = 0; i < count; ++i) {
        for (std::uint32_t j = 0; j < count; ++j) {
            for (std::uint32_t k = i + 1; k < count; ++k) {
                const Vec3i normal = cross(points[j] - points[i], points[k] - points[i]);
                std::vector<std::uint32_t> on_face;
                bool outermost = normal != Vec3i{};
                bool something_below = false;
                for (std::uint32_t p = 0; outermost && p < count; ++p) {
                    const std::int64_t height = dot(normal, points[p] - points[i]);
                    outermost = height <= 0;
                    something_below = something_below || height < 0;
                    if (height == 0) {
                        on_face.push_back(p);
                    }
                }
                if (outermost && something_below && seen.insert(on_face).second) {
                    faces.push_back(face_around(points, normal, on_face));
                }
            }
        }
    }
    if (faces.empty()) {
        return std::nullopt;
    }
    return compacted(points, std::move(faces));
}

inline IntegerPolytope random_polytope(Random& random, int points, int grid) {
    while (true) {
        std::vector<Vec3i> cloud;
        for (int i = 0; i < points; ++i) {
            const int x = random.integer(0, grid);
            const int y = random.integer(0, grid);
            cloud.push_back({x, y, random.integer(0, grid)});
        }
        if (auto body = hull_of(cloud)) {
            return *body;
        }
    }
}

inline std::vector<Vec3i> edges_of(const IntegerPolytope& body) {
    std::vector<Vec3i> edges;
    for (const Loop& face : body.faces) {
        for (std::size_t i = 0; i < face.size(); ++i) {
            const std::uint32_t from = face[i];
            const std::uint32_t to = face[(i + 1) % face.size()];
            // The neighbouring face, if there is one, runs through it the other way.
            if (from < to || body.faces.size() == 1) {
                edges.push_back(body.corners[to] - body.corners[from]);
            }
        }
    }
    return edges;
}

/// How far the closed sets are from overlapping.
enum class Separation : std::uint8_t { Overlapping, Touching, Apart };

/// Widest gap over the candidate directions. A polygon may stand in for one of the two polytopes:
/// give it as a polytope with one face.
inline Separation separation(const IntegerPolytope& a, const IntegerPolytope& b) {
    std::vector<Vec3i> directions;
    for (const IntegerPolytope* body : {&a, &b}) {
        for (const Loop& face : body->faces) {
            directions.push_back(normal_of(*body, face));
            directions.push_back(-directions.back());
        }
    }
    for (const Vec3i& edge_a : edges_of(a)) {
        for (const Vec3i& edge_b : edges_of(b)) {
            directions.push_back(cross(edge_a, edge_b));
            directions.push_back(-directions.back());
        }
    }
    const auto farthest = [](const IntegerPolytope& body, const Vec3i& direction) {
        std::int64_t most = dot(direction, body.corners.front());
        for (const Vec3i& p : body.corners) {
            most = std::max(most, dot(direction, p));
        }
        return most;
    };
    Separation best = Separation::Overlapping;
    for (const Vec3i& direction : directions) {
        if (direction == Vec3i{}) {
            continue;
        }
        const std::int64_t gap = -farthest(b, -direction) - farthest(a, direction);
        if (gap > 0) {
            return Separation::Apart;
        }
        if (gap == 0) {
            best = Separation::Touching;
        }
    }
    return best;
}

inline bool strictly_inside(const IntegerPolytope& inner, const IntegerPolytope& outer) {
    return std::all_of(outer.faces.begin(), outer.faces.end(), [&](const Loop& face) {
        const Vec3i normal = normal_of(outer, face);
        const Vec3i& on_face = outer.corners[face[0]];
        return std::all_of(inner.corners.begin(), inner.corners.end(),
                           [&](const Vec3i& p) { return dot(normal, p - on_face) < 0; });
    });
}

/// What collide() must say of two convex polytopes.
inline Verdict verdict_of(const IntegerPolytope& a, const IntegerPolytope& b) {
    switch (separation(a, b)) {
    case Separation::Apart:
        return Verdict::Apart;
    case Separation::Touching:
        return Verdict::Touching;
    case Separation::Overlapping:
        break;
    }
    const auto sorted = [](std::vector<Vec3i> points) {
        std::sort(points.begin(), points.end());
        return points;
    };
    if (sorted(a.corners) == sorted(b.corners)) {
        return Verdict::Same;
    }
    return strictly_inside(a, b)   ? Verdict::AInsideB
           : strictly_inside(b, a) ? Verdict::BInsideA
                                   : Verdict::Crossing;
}

} // namespace impinge::tests
