// SPDX-License-Identifier: Apache-2.0
#include "particles/collider_set.hpp"

#include "particles/blend_meeting.hpp"
#include "particles/meeting.hpp"

#include <algorithm>
#include <cmath>

namespace impinge::inline v0::particles {
namespace {

Triangle triangle_of(const Mesh& mesh, std::uint32_t index) {
    const TriangleIndices& corners = mesh.triangles[index];
    return {mesh.positions[corners[0]], mesh.positions[corners[1]], mesh.positions[corners[2]]};
}

std::optional<Box3> box_of_shape(const Collider& collider) {
    if (const auto* surface = std::get_if<ImplicitSurface>(&collider.shape)) {
        return surface->box;
    }
    if (const auto* blend = std::get_if<Blend>(&collider.shape)) {
        return box_of(*blend);
    }
    Box3 box;
    const Mesh& mesh = std::get<Mesh>(collider.shape);
    for (std::uint32_t i = 0; i < mesh.triangles.size(); ++i) {
        box = united(box, box_of(triangle_of(mesh, i)));
    }
    return box;
}

/// The flight as seen from a collider that moves.
Flight relative(const Flight& flight, const Collider& collider, double at) {
    if (collider.velocity == Vec3d{}) {
        return flight;
    }
    Flight seen = flight;
    seen.position = flight.position - collider.velocity * at;
    seen.velocity = flight.velocity - collider.velocity;
    return seen;
}

Start start_for(bool on) { return on ? Start::OnSurface : Start::Anywhere; }

} // namespace

ColliderSet::ColliderSet(std::span<const Collider> colliders)
    : colliders_(colliders.begin(), colliders.end()), meshes_(colliders.size()) {
    std::vector<Box3> still;
    for (std::uint32_t i = 0; i < colliders_.size(); ++i) {
        const Collider& collider = colliders_[i];
        boxes_.push_back(box_of_shape(collider));
        if (const auto* mesh = std::get_if<Mesh>(&collider.shape); mesh != nullptr) {
            std::vector<Box3> triangles;
            for (std::uint32_t t = 0; t < mesh->triangles.size(); ++t) {
                triangles.push_back(box_of(triangle_of(*mesh, t)));
            }
            meshes_[i] = Bvh(triangles);
        }
        if (boxes_[i] && is_empty(*boxes_[i])) {
            continue; // nothing to hit
        }
        if (boxes_[i] && collider.velocity == Vec3d{}) {
            still.push_back(*boxes_[i]);
            in_still_.push_back(i);
        } else {
            others_.push_back(i);
        }
    }
    still_ = Bvh(still);
}

void ColliderSet::try_collider(std::uint32_t index, const Flight& flight, double at, const Hit* from,
                               Best& best) const {
    const Collider& collider = colliders_[index];
    Flight seen = relative(flight, collider, at);
    seen.duration = std::min(flight.duration, best.time);
    if (boxes_[index]) {
        const std::optional<TimeRange> range = times_in(seen, *boxes_[index]);
        if (!range) {
            return;
        }
        seen.duration = range->to;
    }
    if (!(seen.duration > 0)) {
        return;
    }
    // What it bounced off it is on, and on what else it met in the same place (a corner).
    const bool bounced = from != nullptr;
    const bool same = bounced && from->collider == index;
    const auto take = [&](const std::optional<double>& time, std::uint32_t triangle) {
        if (time && (*time < best.time ||
                     (*time == best.time && (index < best.collider ||
                                             (index == best.collider && triangle < best.triangle))))) {
            best = {*time, index, triangle};
        }
    };
    if (const auto* surface = std::get_if<ImplicitSurface>(&collider.shape)) {
        const bool on = same || (bounced && nearly_on(seen.position, surface->form));
        take(first_meeting(seen, *surface, start_for(on)), 0);
    } else if (const auto* blend = std::get_if<Blend>(&collider.shape)) {
        const bool on = same || (bounced && std::fabs(value(*blend, seen.position)) < 0x1p-40);
        take(first_meeting(seen, *blend, start_for(on)), 0);
    } else {
        const Mesh& mesh = std::get<Mesh>(collider.shape);
        const auto entry = [&](const Box3& box) {
            const std::optional<TimeRange> range = times_in(seen, box);
            return range ? range->from : std::numeric_limits<double>::infinity();
        };
        visit_nearest_first(meshes_[index], seen.duration, entry, [&](std::uint32_t triangle) {
            const Triangle corners = triangle_of(mesh, triangle);
            const bool on = (same && from->triangle == triangle) ||
                            (bounced && nearly_on(seen.position, corners));
            Flight shorter = seen;
            shorter.duration = std::min(seen.duration, best.time);
            take(first_meeting(shorter, corners, start_for(on)), triangle);
            return std::min(seen.duration, best.time);
        });
    }
}

std::optional<Hit> ColliderSet::first_hit(const Flight& flight, double at, const Hit* from) const {
    constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();
    Best best{flight.duration, none, none};
    for (const std::uint32_t index : others_) {
        try_collider(index, flight, at, from, best);
    }
    const auto entry = [&](const Box3& box) {
        const std::optional<TimeRange> range = times_in(flight, box);
        return range ? range->from : std::numeric_limits<double>::infinity();
    };
    visit_nearest_first(still_, best.time, entry, [&](std::uint32_t item) {
        try_collider(in_still_[item], flight, at, from, best);
        return best.time;
    });
    return best.collider == none ? std::nullopt : std::optional(hit_of(best, flight, at));
}

Hit ColliderSet::hit_of(const Best& best, const Flight& flight, double at) const {
    const Collider& collider = colliders_[best.collider];
    const Flight seen = relative(flight, collider, at);
    Hit hit{.time = best.time, .collider = best.collider, .triangle = best.triangle};
    Vec3d position = position_at(seen, best.time);
    hit.velocity = velocity_at(seen, best.time);
    if (const auto* surface = std::get_if<ImplicitSurface>(&collider.shape)) {
        // Twice onto the surface by Newton's step along the normal.
        for (int step = 0; step < 2; ++step) {
            const Vec3d g = gradient(surface->form, position);
            const double size = squared_length(g);
            if (size > 0) {
                position = position - g * (value(surface->form, position) / size);
            }
        }
        hit.normal = gradient(surface->form, position);
    } else if (const auto* blend = std::get_if<Blend>(&collider.shape)) {
        for (int step = 0; step < 2; ++step) {
            const Vec3d g = gradient(*blend, position);
            const double size = squared_length(g);
            if (size > 0) {
                position = position - g * (value(*blend, position) / size);
            }
        }
        hit.normal = gradient(*blend, position);
    } else {
        const Triangle t = triangle_of(std::get<Mesh>(collider.shape), best.triangle);
        hit.normal = cross(t[1] - t[0], t[2] - t[0]);
        const double size = squared_length(hit.normal);
        if (size > 0) {
            position = position - hit.normal * (dot(hit.normal, position - t[0]) / size);
        }
    }
    const double size = length(hit.normal);
    // At an apex there is no normal: the particle is thrown back.
    hit.normal = size > 0 ? hit.normal * (1 / size) : hit.velocity * (-1 / length(hit.velocity));
    if (dot(hit.normal, hit.velocity) > 0) {
        hit.normal = -hit.normal;
    }
    hit.position = position + collider.velocity * (at + best.time);
    return hit;
}

} // namespace impinge::inline v0::particles
