// SPDX-License-Identifier: Apache-2.0
#include "world/step/step.hpp"

#include "base/body_name.hpp"
#include "base/parallel.hpp"
#include "convex/convex_pair.hpp"
#include "math/measures.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <functional>
#include <new>
#include <string>
#include <vector>

namespace impinge::inline v0 {
namespace {

constexpr std::size_t bodies_per_chunk = 256;

bool is_finite(const Box3& box) { return is_finite(box.min) && is_finite(box.max); }

/// A bound on the world coordinates: what stays far below the largest double cannot overflow on the
/// way either.
bool stays_in_range(const Rigid& pose, double reach) {
    constexpr double far_enough = 0x1p1000;
    const Vec3d t = pose.translation;
    return pose.scale * reach < far_enough && std::abs(t.x) < far_enough &&
           std::abs(t.y) < far_enough && std::abs(t.z) < far_enough;
}

Box3 box_of_polytope(const MovingBody& body, BoxKind kind, ExtremeVertices* extremes) {
    switch (kind) {
    case BoxKind::FixedCube:
        return fixed_cube(*body.polytope, body.pose);
    case BoxKind::WalkFaces:
        return box_by_regions(*body.polytope, body.pose, *extremes);
    case BoxKind::WalkEdges:
        return box_by_neighbours(*body.polytope, body.pose, *extremes);
    case BoxKind::Tight:
        break;
    }
    return tight_box(*body.polytope, body.pose);
}

/// For every shape in every pose.
Status update_any_box(BodyTable& bodies, std::uint32_t index) {
    MovingBody& body = bodies[index];
    const Hierarchy* const hierarchy = bodies.shape(index).hierarchy();
    body.convex = false;
    body.box_is_larger = false;
    if (hierarchy != nullptr && is_convex_pose(body.pose)) {
        bodies.boxes[index] = hierarchy->world_box(body.pose);
        body.convex = is_empty(bodies.boxes[index]) || is_finite(bodies.boxes[index]);
    }
    if (body.convex) {
        return {};
    }
    if (const auto bounds = bodies.shape(index).bound_box(body.pose)) {
        bodies.boxes[index] = bounds->outer;
        body.box_is_larger = true;
    } else {
        const auto box = bodies.shape(index).box(body.pose, body_number(index), Context(1));
        if (!box) {
            return box.error();
        }
        bodies.boxes[index] = *box;
    }
    return {};
}

Status update_box(BodyTable& bodies, std::uint32_t index, BoxKind kind) {
    MovingBody& body = bodies[index];
    if (!body.alive) {
        return {};
    }
    if (body.polytope == nullptr || !is_convex_pose(body.pose) ||
        !stays_in_range(body.pose, body.polytope->reach)) {
        return update_any_box(bodies, index);
    }
    ExtremeVertices* const extremes = bodies.extremes.empty() ? nullptr : &bodies.extremes[index];
    body.convex = true;
    body.box_is_larger = false;
    // Made in place: assigning would wait for six numbers to be stored before it can load them.
    new (&bodies.boxes[index]) Box3(box_of_polytope(body, kind, extremes));
    return {};
}

/// The failure of the smallest index, in whatever order bodies were moved.
Status first_failure(BodyTable& bodies, BoxKind kind) {
    std::vector<std::uint32_t> moved(bodies.moved().begin(), bodies.moved().end());
    std::sort(moved.begin(), moved.end());
    for (const std::uint32_t index : moved) {
        if (Status status = update_box(bodies, index, kind); !status) {
            return status;
        }
    }
    return {};
}

} // namespace

Status update_boxes(BodyTable& bodies, BoxKind kind, const Context& context) {
    if (kind == BoxKind::WalkFaces || kind == BoxKind::WalkEdges) {
        bodies.extremes.resize(bodies.slots());
    }
    const std::span<const std::uint32_t> moved = bodies.moved();
    std::atomic<bool> failed = false;
    const auto update = [&](const Chunk& chunk) {
        for (std::size_t i = chunk.begin; i < chunk.end; ++i) {
            if (!update_box(bodies, moved[i], kind)) {
                failed = true;
            }
        }
    };
    for_each_chunk(context, moved.size(), bodies_per_chunk, std::cref(update));
    return failed ? first_failure(bodies, kind) : Status();
}

double rounding_of_distances(const Box3& box) {
    const Vec3d size = max(max(box.max, -box.min), max(-box.max, box.min));
    return std::max({size.x, size.y, size.z}) * 0x1p-44;
}

Box3 grown_by_half(const Box3& box, double margin) {
    if (is_empty(box)) {
        return box;
    }
    return grown(box, margin * (0.5 + 0x1p-44) + rounding_of_distances(box));
}

} // namespace impinge::inline v0
