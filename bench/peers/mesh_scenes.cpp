// SPDX-License-Identifier: Apache-2.0
#include "bench/peers/mesh_scenes.hpp"

#include "bench/peers/torn_cloth.hpp"
#include "bench/peers/value_or_throw.hpp"

#include "base/random.hpp"
#include "impinge/distance.hpp"
#include "math/sine.hpp"
#include "scenes/assembly.hpp"
#include "scenes/bumpy_sphere.hpp"
#include "scenes/cloth.hpp"
#include "scenes/torus_knot.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace impinge::bench::peers {
namespace {

using scenes::bumpy_sphere;

/// Of two bumpy balls of radius 1 that reach well into each other.
constexpr double deep = 1.5;
/// What is left between two that just miss each other.
constexpr double gap = 0.01;

std::vector<Mesh> two_balls(std::size_t triangles) {
    return {bumpy_sphere({.triangles = triangles, .seed = 1}),
            bumpy_sphere({.triangles = triangles, .seed = 2})};
}

/// Where the second of two bodies stands, seen from the first: some way out, turned somehow.
struct Placement {
    Vec3d direction;
    Rigid turn;

    [[nodiscard]] Rigid at(double distance) const {
        Rigid pose = turn;
        pose.translation = direction * distance;
        return pose;
    }
};

std::vector<Placement> random_placements(std::size_t count, std::uint64_t seed) {
    Random random(seed);
    std::vector<Placement> placements;
    for (std::size_t i = 0; i < count; ++i) {
        const Vec3d direction = random.direction();
        const Vec3d axis = random.direction();
        placements.push_back({direction, rotation_degrees(axis, random.uniform(0, 360))});
    }
    return placements;
}

/// The first body moves too: nothing may rest on its standing in its own frame.
std::vector<Rigid> both(std::size_t frame, const Rigid& second_seen_from_first) {
    Rigid first = rotation_degrees({1, 2, 3}, 25.0 * static_cast<double>(frame));
    first.translation = Vec3d{0.3, -0.2, 0.1} * static_cast<double>(frame);
    return {first, compose(first, second_seen_from_first)};
}

std::vector<std::vector<Rigid>> poses_at(double distance, std::size_t frames) {
    std::vector<std::vector<Rigid>> poses;
    for (const Placement& placement : random_placements(frames, 7)) {
        poses.push_back(both(poses.size(), placement.at(distance)));
    }
    return poses;
}

/// Conservative advancement: a body moved by no more than what is between them touches nothing.
double just_apart(const Mesh& a, const Mesh& b, const Placement& placement) {
    double at = 3;
    for (int step = 0; step < 50; ++step) {
        const double between =
            value_or_throw(distance({a.view()}, {b.view(), placement.at(at)})).distance;
        if (between < 1.02 * gap) {
            break;
        }
        at -= between - gap;
    }
    return at;
}

MeshScene rigid_contact(std::size_t triangles, std::size_t frames) {
    return {.name = "rigid_contact",
            .title = "rigid, in contact: yes or no",
            .triangles = triangles,
            .asked = Asked::Meet,
            .bodies = two_balls(triangles),
            .poses = poses_at(deep, frames)};
}

MeshScene rigid_near_miss(std::size_t triangles, std::size_t frames) {
    // The same places for every size: finer balls differ by far less than the gap.
    const std::vector<Mesh> coarse = two_balls(10'000);
    MeshScene scene{.name = "rigid_near_miss",
                    .title = "rigid, a near miss: yes or no",
                    .triangles = triangles,
                    .asked = Asked::Meet,
                    .bodies = two_balls(triangles)};
    for (const Placement& placement : random_placements(frames, 7)) {
        scene.poses.push_back(
            both(scene.poses.size(), placement.at(just_apart(coarse[0], coarse[1], placement))));
    }
    return scene;
}

MeshScene rigid_pairs(std::size_t triangles, std::size_t frames) {
    return {.name = "rigid_pairs",
            .title = "rigid, in contact: all pairs",
            .triangles = triangles,
            .bodies = two_balls(triangles),
            .poses = poses_at(deep, frames)};
}

/// rigid_pairs in another unit, and with meshes whose own coordinates are far from zero.
MeshScene placed_pairs(MeshScene scene, double scale, Vec3d offset) {
    for (Mesh& mesh : scene.bodies) {
        for (Vec3d& p : mesh.positions) {
            p = p * scale + offset;
        }
    }
    for (std::vector<Rigid>& frame : scene.poses) {
        for (Rigid& pose : frame) {
            const Rigid turn{pose.row_x, pose.row_y, pose.row_z};
            pose.translation = pose.translation * scale + (offset - apply(turn, offset));
        }
    }
    return scene;
}

MeshScene small_pairs(std::size_t triangles, std::size_t frames) {
    MeshScene scene = placed_pairs(rigid_pairs(triangles, frames), 0.001, {});
    scene.name = "small_pairs";
    scene.title = "rigid, in contact, a thousandth of the size: all pairs";
    return scene;
}

MeshScene large_pairs(std::size_t triangles, std::size_t frames) {
    MeshScene scene = placed_pairs(rigid_pairs(triangles, frames), 1000, {});
    scene.name = "large_pairs";
    scene.title = "rigid, in contact, a thousand times the size: all pairs";
    return scene;
}

MeshScene far_pairs(std::size_t triangles, std::size_t frames) {
    MeshScene scene = placed_pairs(rigid_pairs(triangles, frames), 1, {1e6, 1e6, 1e6});
    scene.name = "far_pairs";
    scene.title = "rigid, in contact, a million from zero: all pairs";
    return scene;
}

/// A wave of 2 % that runs through a body; `phase` from 0 to 1 is one round.
Vec3d waved(Vec3d p, double phase) {
    const double angle = 5 * p.x + 3 * p.y - 4 * p.z + 2 * std::numbers::pi * phase;
    return p * (1 + 0.02 * sine_cosine(angle).sine);
}

void add_waving_frames(MeshScene& scene, std::size_t frames, std::span<const Vec3d> centres) {
    for (std::size_t frame = 0; frame < frames; ++frame) {
        std::vector<std::vector<Vec3d>>& bodies = scene.deformed.emplace_back();
        const double phase = static_cast<double>(frame) / static_cast<double>(frames);
        for (std::size_t i = 0; i < scene.bodies.size(); ++i) {
            std::vector<Vec3d>& moved = bodies.emplace_back();
            for (const Vec3d& p : scene.bodies[i].positions) {
                moved.push_back(waved(p, phase) + centres[i]);
            }
        }
    }
    for (std::size_t i = 0; i < scene.bodies.size(); ++i) {
        scene.bodies[i].positions = scene.deformed[0][i];
    }
}

/// Two of the largest, each of whose frames is hundreds of megabytes to everybody who copies it.
std::size_t frames_in_memory(std::size_t triangles, std::size_t frames) {
    return triangles < 1'000'000 ? frames : std::min<std::size_t>(frames, 2);
}

MeshScene deforming_pairs(std::size_t triangles, std::size_t frames) {
    MeshScene scene{.name = "deforming_pairs",
                    .title = "deforming, in contact: all pairs",
                    .triangles = triangles,
                    .change = Change::Positions,
                    .bodies = two_balls(triangles)};
    const std::vector<Vec3d> centres{{}, random_placements(1, 7)[0].direction * deep};
    add_waving_frames(scene, frames_in_memory(triangles, frames), centres);
    return scene;
}

MeshScene nested_shells(std::size_t triangles, std::size_t frames) {
    const Mesh outer = bumpy_sphere({.triangles = triangles, .seed = 1});
    MeshScene scene{.name = "nested_shells",
                    .title = "deforming shells 0.4 % apart: all pairs, of which there are none",
                    .triangles = triangles,
                    .change = Change::Positions,
                    .bodies = {outer, outer}};
    const std::vector<Vec3d> centres(2);
    add_waving_frames(scene, frames, centres);
    for (std::vector<std::vector<Vec3d>>& bodies : scene.deformed) {
        for (std::size_t i = 0; i < bodies[1].size(); ++i) {
            bodies[1][i] = bodies[0][i] * 0.996;
        }
    }
    scene.bodies[1].positions = scene.deformed[0][1];
    return scene;
}

MeshScene torn_cloth(std::size_t triangles, std::size_t frames) {
    MeshScene scene{.name = "torn_cloth",
                    .title = "a cloth that tears against 40 bodies: all pairs",
                    .triangles = triangles,
                    .change = Change::Triangles};
    for (std::size_t frame = 0; frame < frames; ++frame) {
        scene.torn.push_back(
            tearing_cloth(triangles, static_cast<double>(frame + 1) / static_cast<double>(frames)));
    }
    scene.bodies.push_back(scene.torn.front());
    for (Mesh& body : bodies_under_cloth()) {
        scene.bodies.push_back(std::move(body));
    }
    return scene;
}

MeshScene folded_cloth(std::size_t triangles, std::size_t frames) {
    MeshScene scene{.name = "folded_cloth",
                    .title = "a folded cloth through itself: all pairs without a common corner",
                    .triangles = triangles,
                    .asked = Asked::Self,
                    .change = Change::Positions};
    for (std::size_t frame = 0; frame < frames; ++frame) {
        const double phase = static_cast<double>(frame) / static_cast<double>(frames);
        const double swelling = 2.8 + 0.1 * sine_cosine(2 * std::numbers::pi * phase).sine;
        Mesh cloth = scenes::folded_cloth({.triangles = triangles, .swelling = swelling});
        if (frame == 0) {
            scene.bodies.push_back(cloth);
        }
        scene.deformed.push_back({std::move(cloth.positions)});
    }
    return scene;
}

/// Two tubes wound around each other along a ring, each a little thicker than there is room for.
MeshScene twist(std::size_t triangles, std::size_t frames) {
    MeshScene scene{.name = "twist",
                    .title = "rigid, two tubes wound around each other: all pairs",
                    .triangles = triangles,
                    .bodies = scenes::tangled_knots(2, {.turns_around = 1,
                                                        .turns_through = 24,
                                                        .major_radius = 8,
                                                        .minor_radius = 0.3,
                                                        .tube_radius = 0.31,
                                                        .triangles = 2 * triangles})};
    for (std::size_t frame = 0; frame < frames; ++frame) {
        const double degrees = 0.05 * static_cast<double>(frame);
        scene.poses.push_back(both(frame, rotation_degrees({0, 0, 1}, degrees)));
    }
    return scene;
}

/// Every other pose has the small body inside the large one, the rest beside it.
MeshScene containment(std::size_t triangles, std::size_t frames) {
    MeshScene scene{
        .name = "containment",
        .title = "rigid, a small body inside or beside a large one: yes or no",
        .triangles = triangles,
        .asked = Asked::Solids,
        .bodies = {bumpy_sphere({.triangles = triangles, .seed = 1}),
                   bumpy_sphere({.triangles = triangles / 10, .radius = 0.2, .seed = 2})}};
    for (const Placement& placement : random_placements(frames, 11)) {
        const std::size_t frame = scene.poses.size();
        scene.poses.push_back(both(frame, placement.at(frame % 2 == 0 ? 0.4 : 1.5)));
    }
    return scene;
}

/// A third of the poses are apart, a third cross, a third have the small body inside.
MeshScene near_bodies(MeshScene scene, std::size_t triangles, std::size_t frames) {
    scene.triangles = triangles;
    scene.bodies = {bumpy_sphere({.triangles = triangles, .seed = 1}),
                    bumpy_sphere({.triangles = triangles * 3 / 10, .radius = 0.3, .seed = 2})};
    const double apart = 1.45;
    const double crossing = 1;
    const double inside = 0.45;
    for (const Placement& placement : random_placements(frames, 13)) {
        const std::size_t frame = scene.poses.size();
        const double away = frame % 3 == 0 ? apart : frame % 3 == 1 ? crossing : inside;
        scene.poses.push_back(both(frame % 8, placement.at(away)));
    }
    return scene;
}

MeshScene near_verdict(std::size_t triangles, std::size_t frames) {
    return near_bodies({.name = "near_verdict",
                        .title = "rigid, two near bodies in 1,000 poses: yes or no",
                        .asked = Asked::Solids},
                       triangles, frames);
}

MeshScene near_distance(std::size_t triangles, std::size_t frames) {
    return near_bodies({.name = "near_distance",
                        .title = "rigid, two near bodies in 1,000 poses: the distance",
                        .asked = Asked::Distance},
                       triangles, frames);
}

/// Two bodies of which nothing is known take turns.
MeshScene building(std::size_t triangles, std::size_t) {
    MeshScene scene{.name = "building",
                    .title = "preparing a body for questions",
                    .triangles = triangles,
                    .asked = Asked::Nothing,
                    .change = Change::Triangles,
                    .torn = two_balls(triangles)};
    scene.bodies.push_back(scene.torn.front());
    return scene;
}

MeshScene refitting(std::size_t triangles, std::size_t) {
    MeshScene scene{.name = "refitting",
                    .title = "preparing a body anew that has deformed",
                    .triangles = triangles,
                    .asked = Asked::Nothing,
                    .change = Change::Positions,
                    .bodies = {bumpy_sphere({.triangles = triangles, .seed = 1})}};
    const std::vector<Vec3d> centres(1);
    constexpr std::size_t frames = 3;
    add_waving_frames(scene, frames, centres);
    return scene;
}

} // namespace

std::vector<MeshSceneKind> mesh_scene_kinds() {
    const std::vector<std::size_t> sizes{10'000, 100'000, 400'000};
    return {{"rigid_contact", sizes, rigid_contact},
            {"rigid_near_miss", sizes, rigid_near_miss},
            {"rigid_pairs", sizes, rigid_pairs},
            {"deforming_pairs", {10'000, 100'000, 400'000, 1'000'000, 4'000'000}, deforming_pairs},
            {"torn_cloth", {13'000, 50'000, 200'000}, torn_cloth},
            {"folded_cloth", {50'000}, folded_cloth},
            {"nested_shells", {100'000}, nested_shells},
            {"twist", {10'000, 100'000}, twist},
            {"containment", {100'000}, containment},
            {"small_pairs", {100'000}, small_pairs},
            {"large_pairs", {100'000}, large_pairs},
            {"far_pairs", {100'000}, far_pairs},
            {"near_verdict", {20'000}, near_verdict, 1000},
            {"near_distance", {20'000}, near_distance, 1000},
            {"building", {10'000, 100'000, 400'000, 1'000'000}, building},
            {"refitting", {10'000, 100'000, 400'000, 1'000'000}, refitting}};
}

} // namespace impinge::bench::peers
