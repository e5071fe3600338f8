// SPDX-License-Identifier: Apache-2.0
#include "world/bodies/body_table.hpp"

#include <algorithm>

namespace impinge::inline v0 {
namespace {

/// Two bodies with such filters always meet.
bool is_open(const PairFilter& filter) {
    const PairFilter plain;
    return filter.groups == plain.groups && filter.mask == plain.mask;
}

const PolytopeData* polytope_of(const BodyShape& shape) {
    return shape.polytope() != nullptr ? &shape.polytope()->data() : nullptr;
}

template <typename T> void make_room_in(std::vector<T>& items) {
    if (items.size() == items.capacity()) {
        items.reserve(2 * items.size() + 8);
    }
}

} // namespace

void BodyTable::make_room() {
    make_room_in(bodies_);
    make_room_in(filters_);
    make_room_in(shapes_);
    make_room_in(boxes);
    moved_.reserve(bodies_.capacity());
}

BodyId BodyTable::add(std::uint32_t index, std::unique_ptr<BodyShape> shape,
                      const BodyOptions& options) {
    if (index == bodies_.size()) {
        bodies_.emplace_back();
        filters_.emplace_back();
        shapes_.emplace_back();
        boxes.emplace_back();
    }
    ++alive_;
    bodies_[index].alive = true;
    bodies_[index].pose = options.pose;
    set_filter(index, options.filter);
    reshape(index, std::move(shape));
    return id(index);
}

void BodyTable::remove(std::uint32_t index) {
    MovingBody& body = bodies_[index];
    --alive_;
    set_filter(index, {});
    mark_moved(index);
    body.alive = false;
    body.convex = false;
    body.box_is_larger = false;
    body.polytope = nullptr;
    ++body.generation;
    shapes_[index].reset();
    boxes[index] = {};
}

void BodyTable::reshape(std::uint32_t index, std::unique_ptr<BodyShape> shape) {
    if (bodies_[index].box_is_larger) {
        boxes[index] = box(index); // which the shape that goes knows
        bodies_[index].box_is_larger = false;
    }
    shapes_[index] = std::move(shape);
    bodies_[index].polytope = polytope_of(*shapes_[index]);
    if (index < extremes.size()) {
        extremes[index] = {};
    }
    mark_changed(index);
}

void BodyTable::mark_changed(std::uint32_t index) {
    bodies_[index].changed_for = step_;
    mark_moved(index);
}

void BodyTable::mark_all_moved() {
    for (std::uint32_t index = 0; index < slots(); ++index) {
        mark_moved(index);
    }
}

double BodyTable::side(std::uint32_t index, int axis, model::Side side) const {
    if (bodies_[index].box_is_larger) {
        return shapes_[index]->side_where_bounded(axis, side);
    }
    return side == model::Side::Low ? boxes[index].min[axis] : boxes[index].max[axis];
}

bool BodyTable::boxes_meet_by_sides(std::uint32_t a, std::uint32_t b) const {
    const Box3 inner_a = inner_box(a);
    const Box3 inner_b = inner_box(b);
    for (int axis = 0; axis < 3; ++axis) {
        if ((inner_a.max[axis] < inner_b.min[axis] &&
             side(a, axis, model::Side::High) < side(b, axis, model::Side::Low)) ||
            (inner_b.max[axis] < inner_a.min[axis] &&
             side(b, axis, model::Side::High) < side(a, axis, model::Side::Low))) {
            return false;
        }
    }
    return true;
}

void BodyTable::set_filter(std::uint32_t index, const PairFilter& filter) {
    filtered_ -= is_open(filters_[index]) ? 0 : 1;
    filtered_ += is_open(filter) ? 0 : 1;
    filters_[index] = filter;
}

void BodyTable::end_step() {
    step_ = std::max(step_ + 1, first_step);
    moved_.clear();
}

} // namespace impinge::inline v0
