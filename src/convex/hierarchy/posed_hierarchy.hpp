// SPDX-License-Identifier: Apache-2.0
//
// Two hierarchies where they stand, as a search over pairs of their nodes sees them (a tree of
// oriented boxes, OBBs, or hulls): nodes are put into the world when they are first needed, and
// what was found out about a pair of nodes is remembered for the next call.
#pragma once

#include "convex/convex_pair.hpp"
#include "convex/hierarchy/hierarchy_data.hpp"
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

class PosedHierarchy {
  public:
    /// `nodes` is room to work in, kept between calls.
    PosedHierarchy(const HierarchyBody& body, std::vector<PosedNode>& nodes);

    [[nodiscard]] const HierarchyNode& node(PartId part) const { return data_.nodes[part]; }
    const PosedNode& posed(PartId part);
    [[nodiscard]] double error() const { return error_; } ///< see world_error()
    /// Whether every part keeps a volume, however its vertices are rounded.
    [[nodiscard]] bool surely_solid() const;

  private:
    const Hierarchy::Data& data_;
    Rigid pose_;
    double error_;
    std::vector<PosedNode>& nodes_;
};

struct PosedPair {
    PosedHierarchy a;
    PosedHierarchy b;

    /// Of the world vertices of both; a gap found in double has to be larger to prove anything.
    [[nodiscard]] double error() const { return a.error() + b.error(); }
    /// Two nodes that both have a solid().
    ConvexPair solids(PartId node_a, PartId node_b);
    /// Whether the children of A rather than those of B are to be looked at next.
    bool descends_into_a(PartId node_a, PartId node_b);
};

/// Fails if a pose is not one a convex body may have.
Expected<PosedPair> posed_pair(const HierarchyBody& a, const HierarchyBody& b,
                               HierarchyMemory::Data& memory);

} // namespace impinge::inline v0
