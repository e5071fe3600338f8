// SPDX-License-Identifier: Apache-2.0
//
// Ear clipping; holes are joined to the rim by bridges that are walked both ways.
#include "measures/triangulate.hpp"

#include <algorithm>
#include <limits>
#include <numeric>

namespace impinge::inline v0 {
namespace {

bool holds(Vec2d a, Vec2d b, Vec2d c, Vec2d p) {
    return orient2d(a, b, p) >= 0 && orient2d(b, c, p) >= 0 && orient2d(c, a, p) >= 0;
}

bool equal(Vec2d a, Vec2d b) { return a.x == b.x && a.y == b.y; }

bool cross_each_other(Vec2d a, Vec2d b, Vec2d c, Vec2d d) {
    return orient2d(a, b, c) * orient2d(a, b, d) < 0 && orient2d(c, d, a) * orient2d(c, d, b) < 0;
}

double squared_distance(Vec2d a, Vec2d b) {
    return (a.x - b.x) * (a.x - b.x) + (a.y - b.y) * (a.y - b.y);
}

/// Puts the hole into the rim along the shortest bridge that crosses neither.
void join_hole(std::vector<PlanePoint>& rim, std::span<const PlanePoint> hole) {
    struct Bridge {
        double length = 0;
        std::size_t at_rim = 0;
        std::size_t at_hole = 0;
    };
    std::vector<Bridge> bridges;
    for (std::size_t i = 0; i < rim.size(); ++i) {
        Bridge shortest{std::numeric_limits<double>::infinity(), i, 0};
        for (std::size_t k = 0; k < hole.size(); ++k) {
            const double length = squared_distance(rim[i].place, hole[k].place);
            if (length < shortest.length) {
                shortest = {length, i, k};
            }
        }
        bridges.push_back(shortest);
    }
    std::stable_sort(bridges.begin(), bridges.end(),
                     [](const Bridge& p, const Bridge& q) { return p.length < q.length; });
    const auto is_free = [&](const Bridge& bridge) {
        const Vec2d from = rim[bridge.at_rim].place;
        const Vec2d to = hole[bridge.at_hole].place;
        const auto crosses = [&](std::span<const PlanePoint> loop) {
            for (std::size_t i = 0; i < loop.size(); ++i) {
                if (cross_each_other(from, to, loop[i].place, loop[(i + 1) % loop.size()].place)) {
                    return true;
                }
            }
            return false;
        };
        return !crosses(rim) && !crosses(hole);
    };
    const auto free = std::find_if(bridges.begin(), bridges.end(), is_free);
    const Bridge bridge = free == bridges.end() ? bridges.front() : *free;
    std::vector<PlanePoint> joined(rim.begin(),
                                   rim.begin() + static_cast<std::ptrdiff_t>(bridge.at_rim) + 1);
    for (std::size_t k = 0; k <= hole.size(); ++k) {
        joined.push_back(hole[(bridge.at_hole + k) % hole.size()]);
    }
    joined.insert(joined.end(), rim.begin() + static_cast<std::ptrdiff_t>(bridge.at_rim),
                  rim.end());
    rim = std::move(joined);
}

} // namespace

void triangulate(std::span<const PlanePoint> points, std::span<const std::uint32_t> loop_ends,
                 std::vector<std::array<std::uint32_t, 3>>& triangles) {
    std::vector<PlanePoint> rim(points.begin(), points.begin() + loop_ends.front());
    for (std::size_t loop = 1; loop < loop_ends.size(); ++loop) {
        join_hole(rim, points.subspan(loop_ends[loop - 1], loop_ends[loop] - loop_ends[loop - 1]));
    }
    std::vector<std::size_t> left(rim.size());
    std::iota(left.begin(), left.end(), std::size_t{0});
    const auto place = [&](std::size_t at) { return rim[left[at % left.size()]].place; };
    const auto is_ear = [&](std::size_t at) {
        const std::size_t before = at + left.size() - 1;
        const Vec2d a = place(before);
        const Vec2d b = place(at);
        const Vec2d c = place(at + 1);
        if (orient2d(a, b, c) <= 0) {
            return false;
        }
        for (std::size_t k = at + 2; k < at + left.size() - 1; ++k) {
            const Vec2d p = place(k);
            if (!equal(p, a) && !equal(p, b) && !equal(p, c) && holds(a, b, c, p)) {
                return false;
            }
        }
        return true;
    };
    std::size_t at = 0;
    while (left.size() > 2) {
        std::size_t tried = 0;
        while (tried < left.size() && !is_ear(at % left.size())) {
            ++at;
            ++tried;
        }
        at %= left.size();
        const std::size_t before = (at + left.size() - 1) % left.size();
        const std::size_t after = (at + 1) % left.size();
        const std::array triangle{rim[left[before]].name, rim[left[at]].name,
                                  rim[left[after]].name};
        if (triangle[0] != triangle[1] && triangle[1] != triangle[2] &&
            triangle[2] != triangle[0]) { // else it goes there and back
            triangles.push_back(triangle);
        }
        left.erase(left.begin() + static_cast<std::ptrdiff_t>(at));
        ++at;
    }
}

} // namespace impinge::inline v0
