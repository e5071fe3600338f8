// SPDX-License-Identifier: Apache-2.0
//
// Boxes and hulls of inner nodes, and what follows from where the nodes stand.
#include "convex/hierarchy/hierarchy_data.hpp"
#include "convex/moving_box.hpp"

#include <algorithm>
#include <new>

namespace impinge::inline v0 {
namespace {

Box3 posed_box(const Box3& box, const Rigid& pose) {
    Box3 posed;
    for (const double x : {box.min.x, box.max.x}) {
        for (const double y : {box.min.y, box.max.y}) {
            for (const double z : {box.min.z, box.max.z}) {
                posed = extend(posed, apply(pose, {x, y, z}));
            }
        }
    }
    return posed;
}

Box3 box_in_parent(const HierarchyNode& node) {
    if (is_empty(node.box)) {
        return {};
    }
    const Polytope* solid = node.solid();
    return solid != nullptr ? tight_box(solid->data(), node.pose_in_parent)
                            : posed_box(node.box, node.pose_in_parent);
}

void append_in_parent(std::vector<Vec3d>& points, const HierarchyNode& node) {
    if (const Polytope* solid = node.solid()) {
        for (const Vec3d vertex : solid->vertices()) {
            points.push_back(apply(node.pose_in_parent, vertex));
        }
    }
}

/// Nothing if a child with parts has no hull itself: the box has to do then.
std::optional<Polytope> hull_around(const Hierarchy::Data& hierarchy,
                                    std::span<const PartId> children, std::vector<Vec3d> points) {
    for (const PartId child : children) {
        const HierarchyNode& node = hierarchy.nodes[child];
        if (node.solid() == nullptr && !is_empty(node.box)) {
            return {};
        }
        append_in_parent(points, node);
    }
    auto hull = Polytope::hull_of(points);
    if (!hull && hull.error().code == ErrorCode::OutOfMemory) {
        throw std::bad_alloc(); // points in one plane have no hull; these may have one
    }
    return hull ? std::optional(std::move(*hull)) : std::nullopt;
}

void grow_volume(Hierarchy::Data& hierarchy, HierarchyNode& node, PartId child) {
    const bool was_empty = is_empty(node.box);
    node.box = united(node.box, box_in_parent(hierarchy.nodes[child]));
    if (hierarchy.volume == NodeVolume::Hull && (was_empty || node.hull)) {
        const auto before = node.hull ? node.hull->vertices() : std::span<const Vec3d>{};
        node.hull = hull_around(hierarchy, std::span(&child, 1), {before.begin(), before.end()});
    }
}

void rebuild_volume(Hierarchy::Data& hierarchy, HierarchyNode& node) {
    node.box = {};
    for (const PartId child : node.children) {
        node.box = united(node.box, box_in_parent(hierarchy.nodes[child]));
    }
    if (hierarchy.volume == NodeVolume::Hull) {
        node.hull = hull_around(hierarchy, node.children, {});
    }
}

/// The distance of the farthest point of a box from the origin.
double reach_of(const Box3& box) {
    const Vec3d farthest = max(-box.min, box.max);
    return is_empty(box) ? 0 : length(max(farthest, {0, 0, 0}));
}

} // namespace

void grow_volumes(Hierarchy::Data& hierarchy, PartId grown_child) {
    for (PartId child = grown_child; child != 0; child = hierarchy.nodes[child].parent) {
        grow_volume(hierarchy, hierarchy.nodes[hierarchy.nodes[child].parent], child);
    }
}

void rebuild_volumes(Hierarchy::Data& hierarchy, PartId node) {
    rebuild_volume(hierarchy, hierarchy.nodes[node]);
    while (node != 0) {
        node = hierarchy.nodes[node].parent;
        rebuild_volume(hierarchy, hierarchy.nodes[node]);
    }
}

void update_poses(Hierarchy::Data& hierarchy, PartId node) {
    HierarchyNode& moved = hierarchy.nodes[node];
    moved.pose = node == 0 ? moved.pose_in_parent
                           : compose(hierarchy.nodes[moved.parent].pose, moved.pose_in_parent);
    if (moved.shape) {
        std::size_t next = moved.first_vertex;
        for (const Vec3d vertex : moved.shape->vertices()) {
            hierarchy.vertices[next++] = apply(moved.pose, vertex);
        }
    }
    for (const PartId child : moved.children) {
        update_poses(hierarchy, child);
    }
}

void update_bounds(Hierarchy::Data& hierarchy) {
    hierarchy.extent = 0;
    hierarchy.thinnest = std::numeric_limits<double>::infinity();
    std::uint32_t levels = 0;
    for (const HierarchyNode& node : hierarchy.nodes) {
        const double reach = node.pose.scale * reach_of(node.box);
        hierarchy.extent = std::max(hierarchy.extent, length(node.pose.translation) + reach);
        levels = std::max(levels, node.depth);
        if (node.shape) {
            const double depth = node.shape->data().centre_depth;
            hierarchy.thinnest = std::min(hierarchy.thinnest, node.pose.scale * depth);
        }
    }
    hierarchy.error = 256 * (levels + 1) * unit_roundoff * hierarchy.extent;
}

double world_error(const Hierarchy::Data& hierarchy, const Rigid& pose) {
    // One apply() of the merged vertices and one compose() more than the hierarchy itself counts.
    const double size = pose.scale * hierarchy.extent + length(pose.translation);
    return 1.01 * pose.scale * hierarchy.error + 64 * unit_roundoff * size;
}

} // namespace impinge::inline v0
