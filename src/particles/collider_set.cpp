// SPDX-License-Identifier: Apache-2.0
#include "particles/collider_set.hpp"

#include "particles/blend_meeting.hpp"
#include "particles/meeting.hpp"
#include "particles/packet.hpp"

#include <algorithm>
#include <array>
#include <bit>
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

/// Of the whole flight, a little widened.
Box3 box_of_path(const Flight& flight) {
    Box3 box{flight.position, flight.position};
    for (int axis = 0; axis < 3; ++axis) {
        const double a = flight.acceleration[axis];
        const double v = flight.velocity[axis];
        const double apex = a == 0 ? 0 : std::clamp(-v / a, 0.0, flight.duration);
        double size = std::fabs(flight.position[axis]);
        for (const double t : {apex, flight.duration}) {
            const double place = flight.position[axis] + (v + 0.5 * a * t) * t;
            box.min[axis] = std::min(box.min[axis], place);
            box.max[axis] = std::max(box.max[axis], place);
            size += (std::fabs(v) + std::fabs(a) * t) * t;
        }
        box.min[axis] -= size * 0x1p-40;
        box.max[axis] += size * 0x1p-40;
    }
    return box;
}

Start start_for(bool on) { return on ? Start::OnSurface : Start::Anywhere; }

} // namespace

ColliderSet::ColliderSet(std::span<const Collider> colliders)
    : colliders_(colliders.begin(), colliders.end()), meshes_(colliders.size()) {
    std::vector<Box3> still;
    for (std::uint32_t i = 0; i < colliders_.size(); ++i) {
        const Collider& collider = colliders_[i];
        boxes_.push_back(box_of_shape(collider));
        const auto* surface = std::get_if<ImplicitSurface>(&collider.shape);
        const bool packets = surface != nullptr && collider.velocity == Vec3d{};
        terms_.push_back(packets ? std::optional(SurfaceTerms(*surface)) : std::nullopt);
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

void ColliderSet::Best::take(double other, std::uint32_t index, std::uint32_t part) {
    if (other < time ||
        (other == time && (index < collider || (index == collider && part < triangle)))) {
        *this = {other, index, part};
    }
}

void ColliderSet::try_collider(std::uint32_t index, const Flight& flight, double at,
                               const Hit* from, Best& best) const {
    const Collider& collider = colliders_[index];
    // Times are rounded in parts of a duration, so that this must not depend on what else is hit.
    Flight seen = relative(flight, collider, at);
    if (boxes_[index]) {
        const std::optional<TimeRange> range = times_in(seen, *boxes_[index]);
        if (!range || range->from > best.time) {
            return;
        }
        seen.duration = range->to;
    }
    if (!(seen.duration > 0)) {
        return;
    }
    // After a bounce: it is on what it bounced off, and on what else it met in the same place, in a
    // corner. If it still flies through that as it did before, it hits it now.
    const bool same = from != nullptr && from->collider == index;
    const Vec3d before =
        from == nullptr ? Vec3d{}
                        : from->velocity + colliders_[from->collider].velocity - collider.velocity;
    const auto goes_on_through = [&](Vec3d normal) {
        return dot(normal, before) * dot(normal, seen.velocity) > 0;
    };
    const auto take = [&](const std::optional<double>& time, std::uint32_t triangle) {
        if (time) {
            best.take(*time, index, triangle);
        }
    };
    if (const auto* surface = std::get_if<ImplicitSurface>(&collider.shape)) {
        Nearness near;
        if (from != nullptr) {
            near = same ? Nearness{true, false} : nearness(seen.position, *surface);
        }
        if (near.inside && goes_on_through(gradient(surface->form, seen.position))) {
            take(0.0, 0);
        } else {
            take(first_meeting(seen, *surface, start_for(near.on)), 0);
        }
    } else if (const auto* blend = std::get_if<Blend>(&collider.shape)) {
        const bool on =
            from != nullptr && (same || std::fabs(value(*blend, seen.position)) < 0x1p-40);
        if (on && !same && goes_on_through(gradient(*blend, seen.position))) {
            take(0.0, 0);
        } else {
            take(first_meeting(seen, *blend, start_for(on)), 0);
        }
    } else {
        const Mesh& mesh = std::get<Mesh>(collider.shape);
        const auto entry = [&](const Box3& box) {
            const std::optional<TimeRange> range = times_in(seen, box);
            return range ? range->from : std::numeric_limits<double>::infinity();
        };
        const double limit = std::min(seen.duration, best.time);
        visit_nearest_first(meshes_[index], limit, entry, [&](std::uint32_t triangle) {
            const Triangle corners = triangle_of(mesh, triangle);
            Nearness near;
            if (from != nullptr) {
                near = same && from->triangle == triangle ? Nearness{true, false}
                                                          : nearness(seen.position, corners);
            }
            if (near.inside &&
                goes_on_through(cross(corners[1] - corners[0], corners[2] - corners[0]))) {
                take(0.0, triangle);
            } else {
                take(first_meeting(seen, corners, start_for(near.on)), triangle);
            }
            return std::min(seen.duration, best.time);
        });
    }
}

std::optional<Hit> ColliderSet::first_hit(const Flight& flight, double at, const Hit* from) const {
    if (from == nullptr) {
        std::optional<Hit> hit;
        first_hits({&flight, 1}, {&at, 1}, {}, {&hit, 1});
        return hit;
    }
    Best best{flight.duration};
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

void ColliderSet::try_packet(std::uint32_t index, const Packet& packet,
                             std::span<const Flight> flights, std::span<const double> at,
                             BestOfPacket& best) const {
    std::uint32_t left = (1u << flights.size()) - 1;
    if (terms_[index]) {
        alignas(64) Lane time;
        const PacketAnswer answer = meet(packet, *terms_[index], time);
        for (std::uint32_t met = answer.met & left; met != 0; met &= met - 1) {
            const auto lane = static_cast<std::size_t>(std::countr_zero(met));
            best[lane].take(time[lane], index, 0);
        }
        left &= answer.unsure;
    }
    for (; left != 0; left &= left - 1) {
        const auto lane = static_cast<std::size_t>(std::countr_zero(left));
        try_collider(index, flights[lane], at[lane], nullptr, best[lane]);
    }
}

std::optional<Hit> ColliderSet::first_hit_on(std::uint32_t collider, const Flight& flight,
                                             double at) const {
    const Packet packet({&flight, 1});
    BestOfPacket best;
    best[0] = {flight.duration};
    try_packet(collider, packet, {&flight, 1}, {&at, 1}, best);
    return best[0].collider == none ? std::nullopt : std::optional(hit_of(best[0], flight, at));
}

void ColliderSet::first_hits(std::span<const Flight> flights, std::span<const double> at,
                             const Window& window, std::span<std::optional<Hit>> hits) const {
    const Packet packet(flights);
    BestOfPacket best;
    for (std::size_t lane = 0; lane < packet_size; ++lane) {
        best[lane] = {packet.duration[lane]};
    }
    const auto try_one = [&](std::uint32_t index) { try_packet(index, packet, flights, at, best); };
    for (const std::uint32_t index : others_) {
        try_one(index);
    }
    if (in_still_.size() <= few) {
        for (const std::uint32_t index : in_still_) {
            try_one(index);
        }
    } else {
        Box3 reach;
        for (const Flight& flight : flights) {
            reach = united(reach, box_of_path(flight));
        }
        visit_related(
            still_, [&](const Box3& box) { return boxes_overlap(box, reach); },
            [&](std::uint32_t item) {
                try_one(in_still_[item]);
                return true;
            });
    }
    for (std::size_t lane = 0; lane < flights.size(); ++lane) {
        hits[lane].reset();
        if (best[lane].collider == none) {
            continue;
        }
        const double time = at[lane] + best[lane].time;
        const bool goes_on = colliders_[best[lane].collider].response == Response::Bounce;
        if ((time > window.from || goes_on) && time <= window.to) {
            hits[lane] = hit_of(best[lane], flights[lane], at[lane]);
        }
    }
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
