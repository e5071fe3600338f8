// SPDX-License-Identifier: Apache-2.0
//
// A walk over a tree of boxes in no particular order of distance.
#pragma once

#include "geometry/box_tree.hpp"

#include <cstdint>
#include <vector>

namespace impinge::inline v0 {

/// Calls visit(item) for every item for whose box `related` holds, until visit() returns false. A
/// box for which it does not hold must not hold boxes for which it does: true of "overlaps that
/// one" and "holds that one".
template <typename Related, typename Visit>
void visit_related(const BoxTree& tree, Related related, Visit visit) {
    std::vector<std::uint32_t> open;
    if (!tree.is_empty()) {
        open.push_back(0);
    }
    while (!open.empty()) {
        const BoxTreeNode& node = tree.nodes()[open.back()];
        open.pop_back();
        if (!related(node.box)) {
            continue;
        }
        for (std::uint32_t i = node.first; i < node.first + node.count; ++i) {
            if (related(tree.item_boxes()[i]) && !visit(tree.items()[i])) {
                return;
            }
        }
        if (!node.is_leaf()) {
            open.push_back(node.first);
            open.push_back(node.first + 1);
        }
    }
}

} // namespace impinge::inline v0
