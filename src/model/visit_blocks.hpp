// SPDX-License-Identifier: Apache-2.0
//
// One tree descended from its root.
#pragma once

#include "model/obb_tree.hpp"

#include <array>
#include <bit>
#include <cstdint>

namespace impinge::inline v0::model {

/// Seven siblings for each of at most 11 levels, and some more.
inline constexpr std::size_t most_open_boxes = 8 * lanes + 32;

/// Calls visit(block) for the blocks below boxes whose bits `test(group)` sets, until visit() says
/// false.
template <typename Test, typename Visit>
void visit_blocks(const ObbTree& tree, Test test, Visit visit) {
    struct Open { // nothing is set beforehand: a walk takes less time than that
        std::uint32_t level;
        std::uint32_t index;
    };
    std::array<Open, most_open_boxes> stack;
    Open* top = stack.data();
    *top++ = {tree.root().level, 0};
    while (top != stack.data()) {
        const Open box = *--top;
        if (box.level == 0) {
            if (!visit(box.index)) {
                return;
            }
            continue;
        }
        const std::uint32_t first = box.index * std::uint32_t{lanes};
        for (std::uint32_t left = test(tree.children({box.level, box.index})); left != 0;
             left &= left - 1) {
            *top++ = {box.level - 1, first + static_cast<std::uint32_t>(std::countr_zero(left))};
        }
    }
}

} // namespace impinge::inline v0::model
