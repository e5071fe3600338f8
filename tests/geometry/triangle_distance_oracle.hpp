// SPDX-License-Identifier: Apache-2.0
//
// The distance of two triangles in 113-bit arithmetic, by closed forms that share nothing with the
// library: normals from cross products, areas for inside tests, an explicit piercing test.
#pragma once

#include "impinge/triangle.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

namespace impinge::oracle {

__extension__ typedef __float128 Quad; // NOLINT: a plain alias would be pedantically wrong

using QuadVec = Vec3<Quad>;
using QuadTriangle = std::array<QuadVec, 3>;

inline QuadVec widened(Vec3d p) { return {p.x, p.y, p.z}; }
inline QuadTriangle widened(const Triangle& t) {
    return {widened(t[0]), widened(t[1]), widened(t[2])};
}

/// Two Newton steps from the double root; every value used here is scaled into its range.
inline Quad square_root(Quad x) {
    if (x == 0) {
        return 0;
    }
    Quad scale = 1;
    for (; x > Quad(1e200); x *= Quad(0x1p-200)) {
        scale *= Quad(0x1p100);
    }
    for (; x < Quad(1e-200); x *= Quad(0x1p200)) {
        scale *= Quad(0x1p-100);
    }
    Quad root = std::sqrt(static_cast<double>(x));
    for (int step = 0; step < 3; ++step) {
        root = (root + x / root) / 2;
    }
    return root * scale;
}

inline Quad point_edge(QuadVec p, QuadVec start, QuadVec end) {
    const QuadVec along = end - start;
    const Quad squared = dot(along, along);
    Quad best = std::min(squared_length(p - start), squared_length(p - end));
    const Quad reach = dot(p - start, along);
    if (squared > 0 && reach > 0 && reach < squared) {
        best = std::min(best, squared_length(cross(p - start, along)) / squared);
    }
    return best;
}

inline Quad edge_edge_interior(QuadVec p, QuadVec p_end, QuadVec q, QuadVec q_end, Quad best) {
    const QuadVec u = p_end - p;
    const QuadVec v = q_end - q;
    const QuadVec normal = cross(u, v);
    const Quad area = squared_length(normal);
    if (area == 0) {
        return best;
    }
    const Quad s = dot(cross(q - p, v), normal);
    const Quad t = dot(cross(q - p, u), normal);
    if (s < 0 || s > area || t < 0 || t > area) {
        return best;
    }
    const Quad height = dot(q - p, normal);
    return std::min(best, height * height / area);
}

inline bool above_face(QuadVec p, const QuadTriangle& t, QuadVec normal) {
    for (std::size_t i = 0; i < 3; ++i) {
        if (dot(cross(t[(i + 1) % 3] - t[i], p - t[i]), normal) < 0) {
            return false;
        }
    }
    return true;
}

inline Quad corners_and_edges_against(const QuadTriangle& a, const QuadTriangle& b, Quad best) {
    const QuadVec normal = cross(b[1] - b[0], b[2] - b[0]);
    const Quad area = squared_length(normal);
    std::array<Quad, 3> heights{};
    for (std::size_t i = 0; i < 3; ++i) {
        for (std::size_t j = 0; j < 3; ++j) {
            best = std::min(best, point_edge(a[i], b[j], b[(j + 1) % 3]));
        }
        heights[i] = dot(a[i] - b[0], normal);
        if (area > 0 && above_face(a[i], b, normal)) {
            best = std::min(best, heights[i] * heights[i] / area);
        }
    }
    for (std::size_t i = 0; i < 3 && area > 0; ++i) {
        const Quad low = heights[i];
        const Quad high = heights[(i + 1) % 3];
        const bool pierces = (low < 0 && high > 0) || (low > 0 && high < 0);
        if (pierces &&
            above_face(a[i] + (a[(i + 1) % 3] - a[i]) * (low / (low - high)), b, normal)) {
            best = 0;
        }
    }
    return best;
}

inline Quad squared_distance(const QuadTriangle& a, const QuadTriangle& b) {
    Quad best = squared_length(a[0] - b[0]);
    best = corners_and_edges_against(a, b, best);
    best = corners_and_edges_against(b, a, best);
    for (std::size_t i = 0; i < 3; ++i) {
        for (std::size_t j = 0; j < 3; ++j) {
            best = edge_edge_interior(a[i], a[(i + 1) % 3], b[j], b[(j + 1) % 3], best);
        }
    }
    return best;
}

inline Quad distance(const Triangle& a, const Triangle& b) {
    return square_root(squared_distance(widened(a), widened(b)));
}

inline Quad distance(Vec3d p, const Triangle& t) { return distance(Triangle{{p, p, p}}, t); }

inline Quad distance(Vec3d p, Vec3d q) {
    return square_root(squared_length(widened(p) - widened(q)));
}

} // namespace impinge::oracle
