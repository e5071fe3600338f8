// SPDX-License-Identifier: Apache-2.0
#include "scenes/motion/push_apart.hpp"

#include "geometry/triangle_reach.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

namespace impinge::scenes {
namespace {

/// `other` is to be pushed along `normal`, out from behind a face.
struct Push {
    SceneBody* facing = nullptr;
    SceneBody* other = nullptr;
    std::uint32_t face = 0;
    std::uint32_t other_triangle = 0;
    Vec3d normal;
    TriangleReach reach;
};

std::optional<Push> push_from(SceneBody& facing, std::uint32_t face, SceneBody& other,
                              std::uint32_t other_triangle) {
    const Triangle triangle = facing.triangle(face);
    Vec3d normal = unit_face_normal(triangle);
    if (normal == Vec3d{}) {
        return {};
    }
    if (other.moved_by == MovedBy::Forces) {
        const bool behind = dot(other.motion.centre - triangle[0], normal) < 0;
        if (behind && facing.rank != FaceRank::Sheet) {
            return {}; // the far wall of a body that is passed through
        }
        normal = behind ? -normal : normal;
    }
    const auto reach = reach_beyond(triangle, normal, other.triangle(other_triangle));
    if (!reach) {
        return {};
    }
    return Push{&facing, &other, face, other_triangle, normal, *reach};
}

std::optional<Push> push_of_pair(SceneBody& a, SceneBody& b, const TrianglePair& pair) {
    if (a.rank > b.rank) {
        return push_from(a, pair.a, b, pair.b);
    }
    if (b.rank > a.rank) {
        return push_from(b, pair.b, a, pair.a);
    }
    const auto from_a = push_from(a, pair.a, b, pair.b);
    const auto from_b = push_from(b, pair.b, a, pair.a);
    if (!from_a || !from_b) {
        return from_a ? from_a : from_b;
    }
    return from_a->reach.depth <= from_b->reach.depth ? from_a : from_b;
}

/// What both move sideways past each other is taken back, as far as the pressure allows.
void hold_sideways(Grip& face, Grip& other, Vec3d normal, double most) {
    const Vec3d moved =
        (other.point() - other.point_before()) - (face.point() - face.point_before());
    const Vec3d sideways = moved - normal * dot(moved, normal);
    const double size = length(sideways);
    if (!(size > 1e-12)) {
        return;
    }
    const Vec3d direction = sideways * (1 / size);
    const double mass = face.inverse_mass(direction) + other.inverse_mass(direction);
    if (mass > 0) {
        const Vec3d strength = direction * (std::min(size, most) / mass);
        face.push(strength);
        other.push(-strength);
    }
}

/// A ball on a table gives way sideways only, and by more the steeper it is pushed.
Push in_plane(Push push) {
    const Vec3d flat{push.normal.x, push.normal.y, 0};
    const double size = length(flat);
    if (size > 0.1) {
        push.normal = flat * (1 / size);
        push.reach.depth = push.reach.depth / size;
    } else {
        push.reach.depth = 0;
    }
    return push;
}

void carry_out(const Push& push, const StepRules& rules, std::vector<Pushed>& pushed) {
    const double deep = std::min(push.reach.depth - rules.slop, rules.max_push);
    if (!(deep > 0)) {
        return;
    }
    Grip face(*push.facing, push.face, push.reach.point + push.normal * push.reach.depth);
    Grip other(*push.other, push.other_triangle, push.reach.point);
    const double mass = face.inverse_mass(push.normal) + other.inverse_mass(push.normal);
    if (!(mass > 0)) {
        return;
    }
    const Vec3d strength = push.normal * (deep / mass);
    pushed.push_back(
        {face, other, push.normal, dot(other.velocity() - face.velocity(), push.normal)});
    face.push(-strength);
    other.push(strength);
    hold_sideways(face, other, push.normal, rules.friction * deep);
}

} // namespace

void push_bodies_apart(SceneBody& a, SceneBody& b, std::span<const TrianglePair> pairs,
                       const StepRules& rules, std::vector<Pushed>& pushed) {
    const bool flat = a.plane_bound || b.plane_bound;
    for (const TrianglePair& pair : pairs) {
        if (const auto push = push_of_pair(a, b, pair)) {
            carry_out(flat ? in_plane(*push) : *push, rules, pushed);
        }
    }
}

void take_back_speed(std::vector<Pushed>& pushed) {
    for (auto& [face, other, normal, speed_before] : pushed) {
        const double speed = dot(other.velocity() - face.velocity(), normal);
        const double surplus = speed - std::max(0.0, speed_before);
        const double mass = face.inverse_mass(normal) + other.inverse_mass(normal);
        if (surplus > 0 && mass > 0) {
            const Vec3d strength = normal * (surplus / mass);
            face.change_velocity(strength);
            other.change_velocity(-strength);
        }
    }
}

} // namespace impinge::scenes
