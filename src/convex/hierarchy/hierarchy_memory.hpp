// SPDX-License-Identifier: Apache-2.0
//
// What a pair of hierarchies remembers, and room to work in.
#pragma once

#include "convex/hierarchy/oriented_box.hpp"
#include "impinge/hierarchy.hpp"

#include <vector>

namespace impinge::inline v0 {

/// Two nodes and what was known of them.
struct NodePairMemory {
    PartId a = 0;
    PartId b = 0;
    ConvexMemory memory;

    friend bool operator<(const NodePairMemory& x, const NodePairMemory& y) {
        return x.a != y.a ? x.a < y.a : x.b < y.b;
    }
};

/// A node where its body now stands.
struct PosedNode {
    Rigid pose;
    OrientedBox box;
    bool ready = false;
};

struct HierarchyMemory::Data {
    std::vector<NodePairMemory> known; ///< sorted; of the call before
    std::vector<NodePairMemory> found; ///< of this one
    std::vector<PosedNode> nodes_a;
    std::vector<PosedNode> nodes_b;

    /// What the call before knew of two nodes, if it looked at them.
    [[nodiscard]] const ConvexMemory* recall(PartId a, PartId b) const;
    /// What was found becomes what is known.
    void turn_over();
};

} // namespace impinge::inline v0
