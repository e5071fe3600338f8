// SPDX-License-Identifier: Apache-2.0
#include "model/placement.hpp"

#include "math/measures.hpp"

#include <algorithm>
#include <cmath>

namespace impinge::inline v0::model {
namespace {

std::array<Vec3d, 3> rows(const Rigid& pose) { return {pose.row_x, pose.row_y, pose.row_z}; }
std::array<Vec3d, 3> columns(const Rigid& pose) {
    return {Vec3d{pose.row_x.x, pose.row_y.x, pose.row_z.x},
            Vec3d{pose.row_x.y, pose.row_y.y, pose.row_z.y},
            Vec3d{pose.row_x.z, pose.row_y.z, pose.row_z.z}};
}

/// By how much the rotation is none: the largest entry of R R^T - 1.
double defect(const Rigid& pose) {
    const auto r = rows(pose);
    double largest = 0;
    for (std::size_t i = 0; i < 3; ++i) {
        for (std::size_t k = 0; k <= i; ++k) {
            largest = std::max(largest, std::abs(dot(r[i], r[k]) - (i == k ? 1 : 0)));
        }
    }
    return largest;
}

/// No coordinate of the body, in the world or on the way there, is larger.
double reach(const PlacedTree& body) {
    const TreeFrame& frame = body.tree.frame();
    return 2 * body.pose.scale * (2 * largest_magnitude(frame.centre) + 2 / frame.unit) +
           largest_magnitude(body.pose.translation);
}

} // namespace

std::array<float, 3> to_floats(Vec3d v) {
    return {static_cast<float>(v.x), static_cast<float>(v.y), static_cast<float>(v.z)};
}

FloatMap FrameMap::in_floats() const {
    return {{to_floats(turn[0] * ratio), to_floats(turn[1] * ratio), to_floats(turn[2] * ratio)},
            to_floats(offset)};
}

FloatBoxMap FrameMap::for_boxes() const {
    const auto column = [](double x, double y, double z) -> FloatBoxMap::Column {
        return {static_cast<float>(x), static_cast<float>(y), static_cast<float>(z), 0};
    };
    return {{column(turn[0].x, turn[1].x, turn[2].x), column(turn[0].y, turn[1].y, turn[2].y),
             column(turn[0].z, turn[1].z, turn[2].z)},
            column(offset.x, offset.y, offset.z),
            static_cast<float>(ratio)};
}

bool fits(const PlacedTree& body) {
    const Rigid& pose = body.pose;
    const bool finite = std::isfinite(pose.scale) && is_finite(pose.translation) &&
                        is_finite(pose.row_x) && is_finite(pose.row_y) && is_finite(pose.row_z);
    if (!finite || !(pose.scale > 0) || !(defect(pose) <= 0x1p-20)) {
        return false;
    }
    return reach(body) <= 1e50 && pose.scale / body.tree.frame().unit >= 1e-50;
}

WorldMap::WorldMap(const PlacedTree& body)
    : axes(rows(body.pose)), centre(apply(body.pose, body.tree.frame().centre)),
      per_unit(body.tree.frame().unit / body.pose.scale),
      slack(static_cast<float>(0x1p-48 * reach(body) * per_unit + 16 * defect(body.pose) +
                               2 * body.tree.frame().error) +
            0x1p-21F) {}

bool are_comparable(const PlacedTree& a, const PlacedTree& b) {
    const double size_a = a.pose.scale / a.tree.frame().unit;
    const double size_b = b.pose.scale / b.tree.frame().unit;
    const double apart = largest_magnitude(apply(a.pose, a.tree.frame().centre) -
                                           apply(b.pose, b.tree.frame().centre));
    return std::max(apart, std::max(size_a, size_b)) <= 1e9 * std::min(size_a, size_b);
}

FrameMaps maps_between(const PlacedTree& a, const PlacedTree& b) {
    const TreeFrame& of_a = a.tree.frame();
    const TreeFrame& of_b = b.tree.frame();
    const auto columns_a = columns(a.pose);
    const auto columns_b = columns(b.pose);
    const Vec3d apart = apply(a.pose, of_a.centre) - apply(b.pose, of_b.centre);
    const double reach_of_both = reach(a) + reach(b);
    const double defect_of_both = defect(a.pose) + defect(b.pose);
    const auto in_axes = [](const std::array<Vec3d, 3>& axes, Vec3d v) {
        return Vec3d{dot(axes[0], v), dot(axes[1], v), dot(axes[2], v)};
    };
    const auto finish = [&](FrameMap& map, const PlacedTree& from, const PlacedTree& to,
                            Vec3d offset_in_axes) {
        const double per_unit = to.tree.frame().unit / to.pose.scale;
        map.ratio = from.pose.scale / from.tree.frame().unit * per_unit;
        map.offset = offset_in_axes * per_unit;
        const double size = 1 + map.ratio + largest_magnitude(map.offset);
        const double of_world = 0x1p-48 * reach_of_both * per_unit;
        const double of_turns = 8 * defect_of_both * size;
        const double of_frames = 2 * (to.tree.frame().error + map.ratio * from.tree.frame().error);
        const double of_floats = 0x1p-21 * size; // mapping rounds six times numbers of this size
        map.slack = static_cast<float>(of_world + of_turns + of_frames + of_floats);
    };
    FrameMaps maps;
    for (std::size_t i = 0; i < 3; ++i) {
        maps.b_to_a.turn[i] = in_axes(columns_b, columns_a[i]);
        maps.a_to_b.turn[i] = in_axes(columns_a, columns_b[i]);
    }
    finish(maps.a_to_b, a, b, in_axes(columns_b, apart));
    finish(maps.b_to_a, b, a, in_axes(columns_a, -apart));
    return maps;
}

} // namespace impinge::inline v0::model
