// SPDX-License-Identifier: Apache-2.0
#include "model/winding_near.hpp"

#include "geometry/bvh.hpp"
#include "math/measures.hpp"
#include "mesh/winding.hpp"
#include "model/meeting_blocks.hpp"
#include "model/visit_blocks.hpp"
#include "predicates/mirrors.hpp"

#include <algorithm>
#include <bit>
#include <limits>

namespace impinge::inline v0::model {
namespace {

/// A segment as a box without width.
FloatBox box_of_segment(Vec3d middle, Vec3d direction, double half) {
    const Vec3d size = absolute(direction);
    const Vec3d other = size.x <= size.y && size.x <= size.z ? Vec3d{1, 0, 0}
                        : size.y <= size.z                   ? Vec3d{0, 1, 0}
                                                             : Vec3d{0, 0, 1};
    const Vec3d across = cross(direction, other);
    const Vec3d u = across * (1 / length(across));
    return {to_floats(middle),
            {to_floats(direction), to_floats(u), to_floats(cross(direction, u))},
            {static_cast<float>(half), 0, 0}};
}

/// Calls take(entry) for the triangles, by their number in the order of the tree, that something
/// within `tolerance` of the way can meet.
template <typename Take>
void visit_triangles_along(const ObbTree& tree, const WorldMap& map, const AxisWay& way,
                           double tolerance, Take take) {
    const Vec3d start = map.point(way.start);
    const Vec3d axis = map.axes[static_cast<std::size_t>(way.axis)];
    const Vec3d direction = axis * (1 / length(axis));
    // To the end is past that of the frame, wherever it starts.
    const double half = (way.length ? *way.length * map.per_unit : 4 + length(start)) / 2;
    const Vec3d middle = start + direction * half;
    const FloatBox segment = box_of_segment(middle, direction, std::abs(half));
    const float slack =
        margin_of(segment, map.slack) + static_cast<float>(4 * tolerance * map.per_unit);
    const std::array<float, 3> half_segment = to_floats(direction * half);
    visit_blocks(
        tree,
        [&](const BoxGroup& group) {
            return meeting_segment(group, segment.centre, half_segment,
                                   slack * (4 + 2 * segment.half[0]));
        },
        [&](std::uint32_t block) {
            const auto real = (1U << tree.triangles_in_block(block)) - 1;
            std::uint32_t left = reaching_box(tree.block(block), segment, slack) & real;
            for (; left != 0; left &= left - 1) {
                take(block * lanes + static_cast<std::size_t>(std::countr_zero(left)));
            }
            return true;
        });
}

/// The same space with the axis as x.
Vec3d turned(Vec3d p, int axis) { return {p[axis], p[(axis + 1) % 3], p[(axis + 2) % 3]}; }

/// All points on ways that start within `tolerance` of this one, turned. Triangles that do not
/// reach into it add the same to the winding numbers of both ends.
Box3 box_of_way(const AxisWay& way, double tolerance) {
    constexpr double infinity = std::numeric_limits<double>::infinity();
    const Vec3d start = turned(way.start, way.axis);
    const double length = way.length.value_or(infinity);
    const double rounding =
        0x1p-45 * (largest_magnitude(way.start) + std::abs(way.length.value_or(0)));
    Box3 box{start, start};
    box.min.x += std::min(length, 0.0);
    box.max.x += std::max(length, 0.0);
    return grown(box, 2 * tolerance + rounding);
}

/// The nearest free place along the axes of the world, or the way to the end.
AxisWay way_to_free_space(const FreeSpace* space, const WorldMap& map, Vec3d middle) {
    if (space == nullptr) {
        return {middle};
    }
    const Vec3d start = map.point(middle);
    const auto is_free = [&](Vec3d place) {
        return space->side_of(place) != FreeSpace::Side::Unknown;
    };
    if (is_free(start)) {
        return {middle, 0, 0.0};
    }
    for (const double cells : {1, 2, 3, 4, 6, 8}) {
        const double length = cells * space->side_of_cell();
        for (const double sign : {-1, 1}) {
            for (int axis = 0; axis < 3; ++axis) {
                const Vec3d step = map.axes[static_cast<std::size_t>(axis)] * (sign * length);
                if (is_free(start + step)) {
                    return {middle, axis, sign * length / map.per_unit};
                }
            }
        }
    }
    return {middle};
}

int winding_in_frame(const Model& model, Vec3d place) {
    const TreeFrame& frame = model.data().tree.frame();
    const Vec3d point = frame.centre + place * (1 / frame.unit);
    return WindingNear({model}, nullptr, point, 0)(point).value_or(0);
}

} // namespace

std::vector<std::uint32_t> triangles_on_ray(const PlacedModel& body, Vec3d point,
                                            double tolerance) {
    std::vector<std::uint32_t> found;
    visit_triangles_along(
        body.model.data().tree, WorldMap(placed_tree(body)), {point}, tolerance,
        [&](std::size_t entry) { found.push_back(body.model.data().tree.order()[entry]); });
    std::sort(found.begin(), found.end());
    return found;
}

const FreeSpace& find_free_space(const Model& model) {
    return model.data().free_space.get([&] {
        const int orientation = model.data().solidity().inside_out ? -1 : 1;
        return FreeSpace(model.data().tree, orientation,
                         [&](Vec3d place) { return winding_in_frame(model, place); });
    });
}

const FreeSpace* free_space_of(const Model& model) {
    constexpr std::uint32_t questions_that_pay = 256; // costs about as much as so many save
    const ModelData& data = model.data();
    if (const FreeSpace* known = data.free_space.peek()) {
        return known;
    }
    // One thread makes it; the others do without meanwhile.
    const std::uint32_t asked = data.questions.fetch_add(1, std::memory_order_relaxed);
    return asked == questions_that_pay ? &find_free_space(model) : nullptr;
}

WindingNear::WindingNear(const PlacedModel& body, const FreeSpace* space, Vec3d middle,
                         double tolerance)
    : body_(body), space_(space), map_(placed_tree(body)), sign_(mirrors(body.pose) ? -1 : 1) {
    if (space_ != nullptr && map_.slack > space_->margin() / 2) {
        space_ = nullptr;
    }
    way_ = way_to_free_space(space_, map_, middle);
    if (way_.length == 0.0) {
        return;
    }
    constexpr std::size_t mostly = 8;
    few_.reserve(mostly);
    const WorldTriangles world(body);
    const Box3 passed = box_of_way(way_, tolerance);
    visit_triangles_along(body.model.data().tree, map_, way_, tolerance, [&](std::size_t entry) {
        const Triangle t = world.at(entry);
        const Triangle with_axis_as_x{
            {turned(t[0], way_.axis), turned(t[1], way_.axis), turned(t[2], way_.axis)}};
        if (boxes_overlap(passed, box_of(with_axis_as_x))) {
            few_.push_back(with_axis_as_x);
        }
    });
}

std::optional<int> WindingNear::operator()(Vec3d point) const {
    const auto here = winding_number(turned(point, way_.axis), few_);
    if (!way_.length || !here) {
        return here;
    }
    Vec3d end = point;
    end[way_.axis] += *way_.length;
    const FreeSpace::Place place = space_->at(map_.point(end));
    if (!place.free) { // beside a free place, but not in one
        return WindingNear(body_, nullptr, point, 0)(point);
    }
    const auto there = winding_number(turned(end, way_.axis), few_);
    return *here + sign_ * place.winding - there.value_or(0);
}

} // namespace impinge::inline v0::model
