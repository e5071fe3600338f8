// SPDX-License-Identifier: Apache-2.0
#include "simulate/walkthrough_kitchen.hpp"

#include "impinge/distance.hpp"
#include "scenes/assembly.hpp"
#include "scenes/boxes.hpp"

#include <algorithm>
#include <set>

namespace impinge::cli {
namespace {

using scenes::KitchenShape;

/// Boxes side by side; they may overlap, as parts of a hierarchy may.
Mesh joined_boxes(std::span<const Box3> bricks) {
    std::vector<Mesh> boxes;
    for (const Box3& brick : bricks) {
        boxes.push_back(scenes::box(brick.min, brick.max));
    }
    return scenes::joined(boxes);
}

Expected<Hierarchy> convex_parts(const scenes::KitchenBody& body) {
    return body.shape == KitchenShape::Bricks
               ? Hierarchy::from_mesh(joined_boxes(body.bricks).view())
               : Hierarchy::from_mesh(body.mesh.view());
}

/// One part of a hierarchy as collide() sees it in the whole.
Mesh part_mesh(const Hierarchy& hierarchy, PartId leaf) {
    const MeshView shape = hierarchy.shape(leaf).mesh();
    Mesh mesh{.positions = {}, .triangles = {shape.triangles().begin(), shape.triangles().end()}};
    for (const Vec3d vertex : hierarchy.shape(leaf).vertices()) {
        mesh.positions.push_back(apply(hierarchy.pose(leaf), vertex));
    }
    return mesh;
}

} // namespace

Expected<WalkthroughKitchen> WalkthroughKitchen::furnish(double margin) {
    WalkthroughKitchen kitchen(margin);
    for (scenes::KitchenBody& body : scenes::kitchen()) {
        if (const Status status = kitchen.add(std::move(body)); !status) {
            return status.error();
        }
    }
    kitchen.bent_hand_ = kitchen.hand_.hierarchy();
    const auto id = kitchen.world_.add(kitchen.bent_hand_);
    if (!id) {
        return id.error();
    }
    kitchen.hand_id_ = *id;
    if (const Status status = kitchen.move_hand(0); !status) {
        return status.error();
    }
    return kitchen;
}

Status WalkthroughKitchen::add(scenes::KitchenBody body) {
    FixedBody fixed{
        .name = std::move(body.name), .kind = body.shape, .mesh = {}, .parts = {}, .id = {}};
    const BodyOptions options{.mobility = Mobility::Stationary};
    auto added = [&]() -> Expected<BodyId> {
        if (body.shape == KitchenShape::Hollow) {
            fixed.mesh = std::move(body.mesh);
            return world_.add(fixed.mesh, options);
        }
        auto parts = convex_parts(body);
        if (!parts) {
            return parts.error();
        }
        fixed.mesh = parts->merged_mesh();
        fixed.parts = std::move(*parts);
        return body.shape == KitchenShape::Convex
                   ? world_.add(fixed.parts->shape(fixed.parts->leaves().front()), options)
                   : world_.add(*fixed.parts, options);
    }();
    if (!added) {
        return Error{added.error().code, fixed.name + ": " + added.error().message};
    }
    fixed.id = *added;
    bodies_.push_back(std::move(fixed));
    return {};
}

Status WalkthroughKitchen::move_hand(double time) {
    const auto [pose, grip] = scenes::hand_in_kitchen(time);
    hand_pose_ = pose;
    for (const auto& [joint, bent] : hand_.bent(grip)) {
        if (Status status = bent_hand_.set_pose(joint, bent); !status) {
            return status;
        }
        if (Status status = world_.set_part_pose(hand_id_, joint, bent); !status) {
            return status;
        }
    }
    return world_.move(hand_id_, pose);
}

const FixedBody& WalkthroughKitchen::other(const WorldPair& pair) const {
    return bodies_[std::min(pair.a.index, pair.b.index)];
}

Expected<std::set<PartId>> WalkthroughKitchen::colliding_parts(const WorldPair& pair) const {
    std::set<PartId> colliding;
    std::vector<PartId> open = pair.parts.empty() ? bent_hand_.leaves() : std::vector<PartId>{};
    for (const PartPair& parts : pair.parts) {
        if (parts.verdict == ConvexVerdict::Unsure) {
            open.push_back(parts.b);
        } else {
            colliding.insert(parts.b);
        }
    }
    for (const PartId leaf : open) {
        const Mesh mesh = part_mesh(bent_hand_, leaf);
        const auto met = collide({other(pair).mesh.view()}, {mesh.view(), hand_pose_});
        if (!met) {
            return met.error();
        }
        if (met->verdict != Verdict::Apart) {
            colliding.insert(leaf);
        }
    }
    return colliding;
}

Expected<WorldPair> WalkthroughKitchen::with_closest_points(const WorldPair& pair) const {
    WorldPair found = pair;
    const FixedBody& body = other(pair);
    if (body.parts) {
        HierarchyMemory memory;
        const auto closest = hierarchy_distance({*body.parts}, hand(), memory, 2 * margin_);
        if (!closest) {
            return closest.error();
        }
        found.closest = closest->closest;
        return found;
    }
    const Mesh hand_mesh = bent_hand_.merged_mesh();
    const auto closest = distance({body.mesh.view()}, {hand_mesh.view(), hand_pose_});
    if (!closest) {
        return closest.error();
    }
    found.closest = {.features = {},
                     .distance = closest->distance,
                     .point_a = closest->point_a,
                     .point_b = closest->point_b};
    return found;
}

Expected<FrameCheck> WalkthroughKitchen::check(const WorldStep& step,
                                               const Context& context) const {
    FrameCheck check;
    const Mesh hand_mesh = bent_hand_.merged_mesh();
    const Box3 hand_box = bent_hand_.world_box(hand_pose_);
    check.boxes += world_.box(hand_id_).value() != hand_box ? 1 : 0;
    for (const FixedBody& body : bodies_) {
        const auto met = collide({body.mesh.view()}, {hand_mesh.view(), hand_pose_}, {}, context);
        if (!met) {
            return met.error();
        }
        ++check.exact_pairs;
        const auto listed = std::find_if(step.pairs.begin(), step.pairs.end(), [&](const auto& p) {
            return p.a == body.id && p.b == hand_id_;
        });
        const Verdict said = listed == step.pairs.end() ? Verdict::Apart : listed->verdict;
        check.verdicts += said != met->verdict ? 1 : 0;
        check.box_pairs += boxes_overlap(world_.box(body.id).value(), hand_box) ? 1 : 0;
    }
    // With a margin boxes are grown before they are compared, and there may be more.
    const bool right =
        margin_ > 0 ? step.candidates >= check.box_pairs : step.candidates == check.box_pairs;
    check.candidates = right ? 0 : 1;
    return check;
}

} // namespace impinge::cli
