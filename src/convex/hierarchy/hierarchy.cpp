// SPDX-License-Identifier: Apache-2.0
#include "impinge/hierarchy.hpp"

#include "base/no_throw.hpp"
#include "convex/convex_pose.hpp"
#include "convex/hierarchy/hierarchy_data.hpp"

#include <string>
#include <utility>

namespace impinge::inline v0 {
namespace {

Status check_node(const Hierarchy::Data& hierarchy, PartId node) {
    if (node < hierarchy.nodes.size()) {
        return {};
    }
    return Error{ErrorCode::InvalidArgument, "the hierarchy has no part " + std::to_string(node) +
                                                 ": it has " +
                                                 std::to_string(hierarchy.nodes.size()) + " nodes"};
}

Status check_new_child(const Hierarchy::Data& hierarchy, PartId parent, const Rigid& pose) {
    if (Status status = check_node(hierarchy, parent); !status) {
        return status;
    }
    if (hierarchy.nodes[parent].shape) {
        return Error{ErrorCode::InvalidArgument,
                     "part " + std::to_string(parent) +
                         " of the hierarchy is a leaf: only groups can have children"};
    }
    return check_convex_pose(pose);
}

/// Its volume and those above it are not yet up to date.
PartId append_node(Hierarchy::Data& hierarchy, PartId parent, const Rigid& pose) {
    const auto added = static_cast<PartId>(hierarchy.nodes.size());
    HierarchyNode node;
    node.parent = parent;
    node.depth = hierarchy.nodes[parent].depth + 1;
    node.pose_in_parent = pose;
    hierarchy.nodes.push_back(std::move(node));
    hierarchy.nodes[parent].children.push_back(added);
    return added;
}

} // namespace

Hierarchy::Hierarchy(NodeVolume volume) : data_(std::make_unique<Data>()) {
    data_->volume = volume;
    data_->nodes.emplace_back();
}
Hierarchy::Hierarchy(const Hierarchy& other) : data_(std::make_unique<Data>(*other.data_)) {}
Hierarchy::Hierarchy(Hierarchy&&) noexcept = default;
Hierarchy& Hierarchy::operator=(const Hierarchy& other) {
    if (this != &other) {
        data_ = std::make_unique<Data>(*other.data_);
    }
    return *this;
}
Hierarchy& Hierarchy::operator=(Hierarchy&&) noexcept = default;
Hierarchy::~Hierarchy() = default;

Expected<PartId> Hierarchy::add_group(PartId parent, const Rigid& pose) {
    return no_throw([&]() -> Expected<PartId> {
        if (const Status status = check_new_child(*data_, parent, pose); !status) {
            return status.error();
        }
        const PartId added = append_node(*data_, parent, pose);
        update_poses(*data_, added);
        update_bounds(*data_);
        return added;
    });
}

Expected<PartId> Hierarchy::add_part(const Polytope& shape, const Rigid& pose, PartId parent) {
    return no_throw([&]() -> Expected<PartId> {
        if (const Status status = check_new_child(*data_, parent, pose); !status) {
            return status.error();
        }
        const PartId added = append_node(*data_, parent, pose);
        HierarchyNode& leaf = data_->nodes[added];
        leaf.shape = shape;
        leaf.first_vertex = data_->vertices.size();
        for (const Vec3d vertex : shape.vertices()) {
            leaf.box = extend(leaf.box, vertex);
        }
        data_->vertices.resize(data_->vertices.size() + shape.vertex_count());
        update_poses(*data_, added);
        grow_volumes(*data_, added);
        update_bounds(*data_);
        return added;
    });
}

Status Hierarchy::set_pose(PartId part, const Rigid& pose_in_parent) {
    return no_throw([&]() -> Status {
        if (Status status = check_node(*data_, part); !status) {
            return status;
        }
        if (Status status = check_convex_pose(pose_in_parent); !status) {
            return status;
        }
        HierarchyNode& node = data_->nodes[part];
        node.pose_in_parent = pose_in_parent;
        update_poses(*data_, part);
        if (part != 0) {
            rebuild_volumes(*data_, node.parent);
        }
        update_bounds(*data_);
        return {};
    });
}

std::size_t Hierarchy::node_count() const { return data_->nodes.size(); }

std::vector<PartId> Hierarchy::leaves() const {
    std::vector<PartId> found;
    for (PartId part = 0; part < data_->nodes.size(); ++part) {
        if (is_leaf(part)) {
            found.push_back(part);
        }
    }
    return found;
}

bool Hierarchy::is_leaf(PartId part) const { return data_->nodes[part].shape.has_value(); }
const Polytope& Hierarchy::shape(PartId leaf) const { return data_->nodes[leaf].shape.value(); }
Rigid Hierarchy::pose(PartId part) const { return data_->nodes[part].pose; }
Rigid Hierarchy::pose_in_parent(PartId part) const { return data_->nodes[part].pose_in_parent; }
PartId Hierarchy::parent(PartId part) const { return data_->nodes[part].parent; }

Mesh Hierarchy::merged_mesh() const {
    Mesh merged{.positions = data_->vertices, .triangles = {}};
    for (const HierarchyNode& node : data_->nodes) {
        if (!node.shape) {
            continue;
        }
        const auto first = static_cast<std::uint32_t>(node.first_vertex);
        for (const auto& [a, b, c] : node.shape->mesh().triangles()) {
            merged.triangles.push_back({a + first, b + first, c + first});
        }
    }
    return merged;
}

Box3 Hierarchy::world_box(const Rigid& pose) const {
    Box3 box;
    for (const Vec3d vertex : data_->vertices) {
        box = extend(box, apply(pose, vertex));
    }
    return box;
}

} // namespace impinge::inline v0
