// SPDX-License-Identifier: Apache-2.0
#include "bench/papers/cinder_scenes.hpp"

#include "math/sine.hpp"
#include "scenes/boxes.hpp"
#include "scenes/bumpy_sphere.hpp"
#include "scenes/torus_knot.hpp"

#include <cmath>

namespace impinge::bench {
namespace {

constexpr double pi = 3.141592653589793;

Rigid turned(Random& random) {
    const Vec3d axis = random.in_box({-1, -1, -1}, {1, 1, 1});
    return rotation(axis, random.uniform(0, 2 * pi));
}

Rigid at(Rigid pose, Vec3d place) {
    pose.translation = place;
    return pose;
}

/// Two pyramids on one base: any even number of triangles from 6 on.
Mesh double_pyramid(std::size_t triangles, double radius) {
    const auto corners = static_cast<std::uint32_t>(triangles / 2);
    Mesh mesh;
    for (std::uint32_t i = 0; i < corners; ++i) {
        const auto [s, c] = sine_cosine(2 * pi * i / corners);
        mesh.positions.push_back({radius * c, radius * s, 0});
        const std::uint32_t next = (i + 1) % corners;
        mesh.triangles.push_back({i, next, corners});
        mesh.triangles.push_back({next, i, corners + 1});
    }
    mesh.positions.push_back({0, 0, radius});
    mesh.positions.push_back({0, 0, -radius});
    return mesh;
}

/// In the room, at least its radius from the walls.
Vec3d place_in(Random& random, Vec3d room, double radius) {
    const Vec3d away{radius, radius, radius};
    return random.in_box(away, room - away);
}

} // namespace

void Stock::add(Mesh mesh, std::size_t copies) {
    const Diagnosis diagnosis = diagnose(mesh.view()).value();
    mesh_of_body_.insert(mesh_of_body_.end(), copies, solids_.size());
    solids_.push_back(std::make_unique<const Solid>(Solid{std::move(mesh), diagnosis}));
}

std::size_t Stock::triangles() const {
    std::size_t sum = 0;
    for (const std::size_t which : mesh_of_body_) {
        sum += mesh(which).triangles.size();
    }
    return sum;
}

std::vector<Body> Stock::bodies(const std::vector<Rigid>& poses) const {
    std::vector<Body> bodies;
    bodies.reserve(poses.size());
    for (std::size_t i = 0; i < poses.size(); ++i) {
        const Solid& solid = *solids_[mesh_of_body_[i]];
        bodies.push_back({solid.mesh.view(), poses[i], &solid.diagnosis});
    }
    return bodies;
}

TrialScene scattered_boxes(std::size_t count) {
    constexpr Vec3d half{0.5, 0.35, 0.7};
    const double radius = length(half);
    // Two such boxes meet if their centres fall within a volume of about 11, the mean over all
    // turns.
    const double side = std::cbrt(22 * static_cast<double>(count)) + 2 * radius;
    const Vec3d room{side, side, side};
    auto stock = std::make_shared<Stock>();
    stock->add(scenes::box(half * -1, half), count);
    return {stock, [=](Random& random) {
                std::vector<Rigid> poses{translation(half), translation(room - half)};
                while (poses.size() < count) {
                    const Rigid pose = turned(random);
                    poses.push_back(at(pose, place_in(random, room, radius)));
                }
                return poses;
            }};
}

TrialScene clustered_balls(std::size_t count, std::size_t triangles) {
    auto stock = std::make_shared<Stock>();
    stock->add(scenes::bumpy_sphere({.triangles = triangles / count}), count);
    const double side = 1.9 * std::cbrt(static_cast<double>(count));
    return {stock, [=](Random& random) {
                std::vector<Rigid> poses;
                while (poses.size() < count) {
                    const Rigid pose = turned(random);
                    poses.push_back(at(pose, random.in_box({0, 0, 0}, {side, side, side})));
                }
                return poses;
            }};
}

TrialScene mixed_bodies(std::size_t triangles, Vec3d room) {
    constexpr Vec3d half{0.2, 0.15, 0.25};
    constexpr double largest_radius = 0.75;
    constexpr std::size_t boxes = 20;
    auto stock = std::make_shared<Stock>();
    stock->add(scenes::box(half * -1, half), boxes);
    for (const int turns : {2, 3}) {
        stock->add(scenes::torus_knot({.turns_around = turns,
                                       .turns_through = 5 - turns,
                                       .major_radius = 0.4,
                                       .minor_radius = 0.2,
                                       .tube_radius = 0.08,
                                       .triangles = triangles * 2 / 9}));
    }
    stock->add(scenes::bumpy_sphere({.triangles = triangles / 7, .radius = 0.5}), 3);
    stock->add(double_pyramid(triangles - stock->triangles(), 0.5));
    return {stock, [=](Random& random) {
                std::vector<Rigid> poses{translation(half), translation(room - half)};
                while (poses.size() < stock->size()) {
                    const Rigid pose = turned(random);
                    const double radius = poses.size() < boxes ? length(half) : largest_radius;
                    poses.push_back(at(pose, place_in(random, room, radius)));
                }
                return poses;
            }};
}

TrialScene linked_rings(std::size_t triangles, Meeting meeting) {
    const scenes::TorusKnot ring{.turns_around = 1,
                                 .turns_through = 1,
                                 .tube_radius = 0.8,
                                 .triangles = triangles * 9 / 10 - 6};
    auto stock = std::make_shared<Stock>();
    for (Mesh& mesh : scenes::tangled_knots(2, ring)) {
        stock->add(std::move(mesh));
    }
    stock->add(double_pyramid(triangles - stock->triangles(), 0.5));
    const double push = meeting == Meeting::Crossing ? 1.2 : 0.15;
    return {stock, [=](Random& random) {
                for (;;) {
                    const Vec3d offset = random.in_box({-push, -push, -push}, {push, push, push});
                    const Rigid whole = turned(random);
                    std::vector poses{whole, compose(whole, translation(offset)),
                                      compose(whole, translation({0, 0, 3.2}))};
                    const std::vector<Body> bodies = stock->bodies(poses);
                    const Verdict verdict = collide(bodies[0], bodies[1]).value().verdict;
                    if ((verdict == Verdict::Crossing) == (meeting == Meeting::Crossing)) {
                        return poses;
                    }
                }
            }};
}

} // namespace impinge::bench
