// SPDX-License-Identifier: Apache-2.0
//
// A hierarchy as the searches read it. A parent always has a smaller number than its children.
#pragma once

#include "impinge/hierarchy.hpp"

#include <cstdint>
#include <optional>
#include <vector>

namespace impinge::inline v0 {

struct HierarchyNode {
    PartId parent = 0;
    std::uint32_t depth = 0; ///< the root has 0
    Rigid pose_in_parent{};
    Rigid pose{}; ///< in the frame of the hierarchy: composed from the root down

    std::optional<Polytope> shape; ///< of a leaf
    std::size_t first_vertex = 0;  ///< of a leaf, in Data::vertices
    std::vector<PartId> children;  ///< of a group

    // Both in the node's own frame, and true to `Data::error`.
    Box3 box;                     ///< empty if there is no leaf below
    std::optional<Polytope> hull; ///< of a group, if hulls are wanted and could be made

    /// What stands for the node where hulls are wanted; nothing where only the box can.
    [[nodiscard]] const Polytope* solid() const {
        return shape ? &*shape : hull ? &*hull : nullptr;
    }
};

/// Rounding. Let M bound, for every node with pose (s, R, t) in the hierarchy, |t| + s |x| for all
/// points x of its volume, and u = 2^-53. apply() is wrong by at most 11 u of the sizes it adds,
/// compose() by 22 u; a child's pose applied to its volume inside the frame of its parent adds
/// sizes of at most 4 M, so each level of the tree costs less than 128 u M, whichever way a point
/// is taken up or down. Between a vertex of the merged mesh and what any node says of it lie at
/// most twice as many roundings as the tree has levels: `error` = 256 (levels + 1) u M.
struct Hierarchy::Data {
    NodeVolume volume = NodeVolume::Box;
    std::vector<HierarchyNode> nodes;
    std::vector<Vec3d> vertices; ///< of the merged mesh

    double extent = 0; ///< M above
    double error = 0;
    /// The largest balls around their centres that fit into the parts, the smallest of all.
    double thinnest = 0;
};

/// Where the volumes of the node and of those above it include those of a new or grown child.
void grow_volumes(Hierarchy::Data& hierarchy, PartId grown_child);
/// Where a child of `node` moved: makes its volume anew, and those above it.
void rebuild_volumes(Hierarchy::Data& hierarchy, PartId node);
/// The poses and merged vertices of a node and all below it.
void update_poses(Hierarchy::Data& hierarchy, PartId node);
/// extent, error, thinnest.
void update_bounds(Hierarchy::Data& hierarchy);

/// How far a world vertex of the merged mesh can lie from where compose(pose, node.pose) puts it,
/// or outside of a volume put there so.
double world_error(const Hierarchy::Data& hierarchy, const Rigid& pose);

} // namespace impinge::inline v0
