// SPDX-License-Identifier: Apache-2.0
#include "convex/hierarchy/hierarchy_memory.hpp"

#include <algorithm>
#include <utility>

namespace impinge::inline v0 {

HierarchyMemory::HierarchyMemory() : data_(std::make_unique<Data>()) {}
HierarchyMemory::HierarchyMemory(HierarchyMemory&&) noexcept = default;
HierarchyMemory& HierarchyMemory::operator=(HierarchyMemory&&) noexcept = default;
HierarchyMemory::~HierarchyMemory() = default;

const ConvexMemory* HierarchyMemory::Data::recall(PartId a, PartId b) const {
    const NodePairMemory wanted{.a = a, .b = b, .memory = {}};
    const auto place = std::lower_bound(known.begin(), known.end(), wanted);
    return place != known.end() && !(wanted < *place) ? &place->memory : nullptr;
}

void HierarchyMemory::Data::turn_over() {
    std::sort(found.begin(), found.end());
    std::swap(known, found);
    found.clear();
}

} // namespace impinge::inline v0
