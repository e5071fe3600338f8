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

FloatBox FrameMap::operator()(const FloatBox& box) const {
    FloatBox mapped;
    mapped.centre = to_floats((*this)(Vec3d{box.centre[0], box.centre[1], box.centre[2]}));
    for (std::size_t i = 0; i < 3; ++i) {
        const Vec3d axis{box.axis[i][0], box.axis[i][1], box.axis[i][2]};
        mapped.axis[i] = to_floats({dot(turn[0], axis), dot(turn[1], axis), dot(turn[2], axis)});
        mapped.half[i] = static_cast<float>(box.half[i] * ratio);
    }
    return mapped;
}

FloatMap FrameMap::in_floats() const {
    return {{to_floats(turn[0] * ratio), to_floats(turn[1] * ratio), to_floats(turn[2] * ratio)},
            to_floats(offset)};
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

FrameMap map_between(const PlacedTree& from, const PlacedTree& to) {
    const TreeFrame& of = from.tree.frame();
    const TreeFrame& into = to.tree.frame();
    const auto rows_from = columns(from.pose); // of the transposed
    const auto columns_to = columns(to.pose);
    const double per_unit = into.unit / to.pose.scale;
    FrameMap map;
    for (std::size_t i = 0; i < 3; ++i) {
        map.turn[i] = {dot(columns_to[i], rows_from[0]), dot(columns_to[i], rows_from[1]),
                       dot(columns_to[i], rows_from[2])};
    }
    map.ratio = from.pose.scale / of.unit * per_unit;
    const Vec3d apart = apply(from.pose, of.centre) - apply(to.pose, into.centre);
    map.offset =
        Vec3d{dot(columns_to[0], apart), dot(columns_to[1], apart), dot(columns_to[2], apart)} *
        per_unit;
    const double of_world = 0x1p-48 * (reach(from) + reach(to)) * per_unit;
    const double of_turns =
        8 * (defect(from.pose) + defect(to.pose)) * (1 + map.ratio + largest_magnitude(map.offset));
    const double of_frames = 2 * (into.error + map.ratio * of.error);
    // Mapping in floats rounds six times numbers of this size.
    const double of_floats = 0x1p-21 * (1 + map.ratio + largest_magnitude(map.offset));
    map.slack = static_cast<float>(of_world + of_turns + of_frames + of_floats);
    return map;
}

} // namespace impinge::inline v0::model
