// SPDX-License-Identifier: Apache-2.0
#include "convex/hierarchy/posed_hierarchy.hpp"

#include "convex/convex_pose.hpp"

namespace impinge::inline v0 {

PosedHierarchy::PosedHierarchy(const HierarchyBody& body, std::vector<PosedNode>& nodes)
    : data_(body.shape.data()), pose_(body.pose), error_(world_error(data_, pose_)), nodes_(nodes) {
    nodes_.assign(data_.nodes.size(), {});
}

const PosedNode& PosedHierarchy::posed(PartId part) {
    PosedNode& posed = nodes_[part];
    if (!posed.ready) {
        posed.pose = compose(pose_, node(part).pose);
        posed.box = oriented_box(node(part).box, posed.pose);
        posed.ready = true;
    }
    return posed;
}

bool PosedHierarchy::surely_solid() const { return pose_.scale * data_.thinnest > 8 * error_; }

ConvexPair PosedPair::solids(PartId node_a, PartId node_b) {
    return {.a = a.node(node_a).solid()->data(),
            .b = b.node(node_b).solid()->data(),
            .pose_a = a.posed(node_a).pose,
            .pose_b = b.posed(node_b).pose,
            .extra_margin = error()};
}

bool PosedPair::descends_into_a(PartId node_a, PartId node_b) {
    if (a.node(node_a).shape || b.node(node_b).shape) {
        return !a.node(node_a).shape;
    }
    return a.posed(node_a).box.radius >= b.posed(node_b).box.radius;
}

Expected<PosedPair> posed_pair(const HierarchyBody& a, const HierarchyBody& b,
                               HierarchyMemory::Data& memory) {
    if (Status status = check_convex_pose(a.pose); !status) {
        return status.error();
    }
    if (Status status = check_convex_pose(b.pose); !status) {
        return status.error();
    }
    return PosedPair{PosedHierarchy(a, memory.nodes_a), PosedHierarchy(b, memory.nodes_b)};
}

} // namespace impinge::inline v0
