// SPDX-License-Identifier: Apache-2.0
#include "measures/face_loops.hpp"

#include "geometry/projection.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace impinge::inline v0 {
namespace {

/// Twice the area that the loop goes round counter-clockwise.
double twice_area_of(std::span<const Vec2d> loop) {
    double sum = 0;
    for (std::size_t i = 0; i < loop.size(); ++i) {
        const Vec2d p = loop[i];
        const Vec2d q = loop[(i + 1) % loop.size()];
        sum += (p.x - loop[0].x) * (q.y - loop[0].y) - (p.y - loop[0].y) * (q.x - loop[0].x);
    }
    return sum;
}

bool goes_round(std::span<const Vec2d> loop, Vec2d point) {
    bool inside = false;
    for (std::size_t i = 0; i < loop.size(); ++i) {
        const Vec2d p = loop[i];
        const Vec2d q = loop[(i + 1) % loop.size()];
        if ((p.y > point.y) != (q.y > point.y)) {
            const Sign side = p.y < q.y ? orient2d(p, q, point) : orient2d(q, p, point);
            inside = inside != (side > 0);
        }
    }
    return inside;
}

/// A corner of the loop that the other does not have, if there is one: loops may have corners in
/// common.
Vec2d own_corner(std::span<const Vec2d> loop, std::span<const Vec2d> other) {
    const auto is_of_other = [&](Vec2d p) {
        return std::any_of(other.begin(), other.end(),
                           [&](Vec2d q) { return p.x == q.x && p.y == q.y; });
    };
    const auto own = std::find_if_not(loop.begin(), loop.end(), is_of_other);
    return own != loop.end() ? *own : loop.front();
}

} // namespace

int widest_axis(const Triangle& face) {
    const Vec3d normal = cross(face[1] - face[0], face[2] - face[0]);
    int axis = 0;
    for (const int candidate : {1, 2}) {
        axis = std::abs(normal[candidate]) > std::abs(normal[axis]) ? candidate : axis;
    }
    return axis;
}

std::vector<std::vector<std::size_t>> pieces_of_loops(std::span<const std::vector<Vec3d>> loops,
                                                      const Triangle& face) {
    const int axis = widest_axis(face);
    const double turn = orient_projected(face[0], face[1], face[2], axis);
    std::vector<std::vector<Vec2d>> flat;
    std::vector<double> areas;
    for (const std::vector<Vec3d>& loop : loops) {
        auto& points = flat.emplace_back();
        for (const Vec3d& point : loop) {
            points.push_back(project(point, axis));
        }
        areas.push_back(turn * twice_area_of(points));
    }
    // Each hole belongs to the smallest piece around it.
    std::vector<std::vector<std::size_t>> chosen(loops.size());
    for (std::size_t i = 0; i < loops.size(); ++i) {
        std::size_t holder = i;
        double smallest = std::numeric_limits<double>::infinity();
        for (std::size_t k = 0; areas[i] < 0 && k < loops.size(); ++k) {
            if (areas[k] > 0 && areas[k] < smallest &&
                goes_round(flat[k], own_corner(flat[i], flat[k]))) {
                smallest = areas[k];
                holder = k;
            }
        }
        if (holder == i) {
            chosen[i].insert(chosen[i].begin(), i);
        } else {
            chosen[holder].push_back(i);
        }
    }
    chosen.erase(std::remove_if(chosen.begin(), chosen.end(),
                                [](const auto& of_piece) { return of_piece.empty(); }),
                 chosen.end());
    return chosen;
}

} // namespace impinge::inline v0
