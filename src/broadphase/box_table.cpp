// SPDX-License-Identifier: Apache-2.0
#include "broadphase/box_table.hpp"

#include <algorithm>
#include <functional>

namespace impinge::inline v0 {

Box3 BoxTable::grown(const Box3& box) const {
    if (is_empty(box)) { // which growing could undo
        return {};
    }
    const Vec3d by{tolerance_, tolerance_, tolerance_};
    return {box.min - by, box.max + by};
}

std::uint32_t BoxTable::insert(const Box3& box, Mobility mobility) {
    if (free_.empty()) {
        boxes_.push_back(grown(box));
        mobility_.push_back(mobility);
        exists_.push_back(1);
        return static_cast<std::uint32_t>(boxes_.size() - 1);
    }
    std::pop_heap(free_.begin(), free_.end(), std::greater<>{});
    const std::uint32_t number = free_.back();
    free_.pop_back();
    boxes_[number] = grown(box);
    mobility_[number] = mobility;
    exists_[number] = 1;
    return number;
}

void BoxTable::remove(std::uint32_t box) {
    boxes_[box] = {};
    exists_[box] = 0;
    free_.push_back(box);
    std::push_heap(free_.begin(), free_.end(), std::greater<>{});
}

void BoxTable::set_all(std::span<const Box3> boxes) {
    boxes = boxes.first(std::min(boxes.size(), boxes_.size()));
    if (tolerance_ > 0) {
        std::transform(boxes.begin(), boxes.end(), boxes_.begin(),
                       [&](const Box3& box) { return grown(box); });
    } else {
        std::copy(boxes.begin(), boxes.end(), boxes_.begin());
    }
    for (const std::uint32_t number : free_) {
        boxes_[number] = {};
    }
}

} // namespace impinge::inline v0
