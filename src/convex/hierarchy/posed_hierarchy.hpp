// SPDX-License-Identifier: Apache-2.0
//
// Two hierarchies where they stand: the nodes a search looks at are put into the world when they
// are first needed.
#pragma once

#include "convex/convex_pair.hpp"
#include "convex/hierarchy/hierarchy_data.hpp"
#include "convex/hierarchy/hierarchy_memory.hpp"

namespace impinge::inline v0 {

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
