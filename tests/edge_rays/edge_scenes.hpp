// SPDX-License-Identifier: Apache-2.0
//
// Scenes of any number of small solids, in classes that make different work for methods which ask
// in how many bodies a point lies: boxes, knots, hollow shells, bodies in bodies, crowds.
#pragma once

#include "tests/imagespace/seeded_pairs.hpp"
#include "tests/support/shapes.hpp"

#include <array>
#include <cmath>
#include <cstdint>
#include <numbers>
#include <optional>
#include <utility>
#include <vector>

namespace impinge::tests {

enum class EdgeSceneClass : std::uint8_t {
    Boxes,
    Knots,
    Shells,
    Nested,
    InSeveral, ///< small bodies where large ones overlap
    Bricks,    ///< concave, with faces in common planes
    Group,     ///< some dozen bodies of all kinds
    Crowd,     ///< 100 to 300 bodies
    Dense,     ///< thousands of triangles, dozens of edges at many pixels, hundreds at some
};

inline const char* to_string(EdgeSceneClass scene_class) {
    constexpr std::array names{"boxes",  "knots", "shells", "nested", "in several",
                               "bricks", "group", "crowd",  "dense"};
    return names[static_cast<std::size_t>(scene_class)];
}

/// Bodies, and the direction to look along unless it is to be chosen.
struct EdgeScene {
    std::vector<PlacedMesh> bodies;
    std::optional<Vec3d> direction;
};

inline std::vector<Body> bodies_of(const EdgeScene& scene) {
    std::vector<Body> bodies;
    for (const PlacedMesh& placed : scene.bodies) {
        bodies.push_back({placed.mesh.view(), placed.pose});
    }
    return bodies;
}

inline Rigid scaled_by(Rigid pose, double factor) {
    pose.scale *= factor;
    return pose;
}

inline Mesh random_block(Random& random) {
    const Vec3d half = random.in_box({0.2, 0.2, 0.2}, {0.7, 0.7, 0.7});
    return scenes::box(half * -1, half);
}

/// A trefoil or a ring, about as large as random_convex.
inline Mesh random_knot(Random& random) {
    if (random.below(3) == 0) {
        return random_ring(random);
    }
    return scenes::posed(
        scenes::torus_knot({.tube_radius = random.uniform(0.2, 0.4), .triangles = 200}),
        {.scale = 0.33});
}

inline Mesh ball_of(double radius, std::uint64_t seed) {
    return scenes::bumpy_sphere(
        {.triangles = 40, .radius = radius, .amplitude = 0.3, .seed = seed});
}

inline Mesh hollow_ball(double radius, double cavity, std::uint64_t seed) {
    return scenes::joined(
        {ball_of(radius, seed), scenes::turned_over(ball_of(radius * cavity, seed))});
}

/// Some boxes between planes of a coarse grid as one solid.
inline Mesh random_bricks(Random& random) {
    std::vector<Box3> bricks;
    for (std::uint64_t i = 0, count = 2 + random.below(3); i < count; ++i) {
        const auto low = [&] { return random.integer(0, 3) * 0.5; };
        const auto size = [&] { return random.integer(1, 3) * 0.5; };
        const Vec3d corner{low(), low(), low()};
        bricks.push_back({corner, corner + Vec3d{size(), size(), size()}});
    }
    return scenes::union_of_bricks(bricks);
}

inline Mesh random_solid(Random& random) {
    switch (random.below(5)) {
    case 0:
        return random_convex(random);
    case 1:
        return random_concave(random);
    case 2:
        return hollow_ball(0.9, random.uniform(0.5, 0.9), random.next());
    default:
        return random_block(random);
    }
}

/// `count` bodies within `reach` of the origin.
template <typename Make>
EdgeScene scattered(Random& random, std::uint64_t count, double reach, Make make) {
    EdgeScene scene;
    for (std::uint64_t i = 0; i < count; ++i) {
        Mesh mesh = make(random);
        scene.bodies.push_back({std::move(mesh), random_pose(random, reach)});
    }
    return scene;
}

/// Half of them along the axes, often flush or aligned.
inline EdgeScene box_scene(Random& random) {
    const std::uint64_t count = 2 + random.below(5);
    if (random.below(2) == 0) {
        return scattered(random, count, random.uniform(0.5, 3), random_block);
    }
    EdgeScene scene;
    for (std::uint64_t i = 0; i < count; ++i) {
        scene.bodies.push_back({grid_box(random), Rigid{}});
    }
    return scene;
}

/// Side by side on one torus, or anywhere.
inline EdgeScene knot_scene(Random& random) {
    if (random.below(3) != 0) {
        return scattered(random, 2 + random.below(2), random.uniform(0.3, 2), random_knot);
    }
    EdgeScene scene;
    for (Mesh& mesh : scenes::tangled_knots(2, {.tube_radius = 0.3, .triangles = 400})) {
        scene.bodies.push_back({std::move(mesh), Rigid{}});
    }
    const double push = random.below(2) == 0 ? 0 : random.uniform(0, 1);
    scene.bodies[1].pose.translation = random_direction(random) * push;
    return scene;
}

/// Hollow bodies with others in their cavities, in their walls and outside.
inline EdgeScene shell_scene(Random& random) {
    EdgeScene scene;
    const double cavity = random.uniform(0.5, 0.95);
    for (std::uint64_t i = 0, count = 1 + random.below(2); i < count; ++i) {
        const Rigid pose = random_pose(random, i == 0 ? 0.0 : 2.5);
        scene.bodies.push_back({hollow_ball(1, cavity, random.next()), pose});
    }
    const double reach = random.below(2) == 0 ? 0.2 : 1.2;
    for (std::uint64_t i = 0, count = 1 + random.below(3); i < count; ++i) {
        Mesh mesh = random.below(2) == 0 ? random_block(random) : ball_of(0.6, random.next());
        const double size = random.uniform(0.1, reach < 1 ? 0.3 : 0.7);
        scene.bodies.push_back({std::move(mesh), scaled_by(random_pose(random, reach), size)});
    }
    return scene;
}

/// Each within the next larger one, or in its cavity, or just not.
inline EdgeScene nested_scene(Random& random) {
    EdgeScene scene;
    const std::uint64_t seed = random.next();
    const Rigid pose = random_pose(random, 1);
    const bool all_hollow = random.below(3) == 0;
    double radius = 1;
    for (std::uint64_t i = 0, count = 2 + random.below(5); i < count; ++i) {
        const bool hollow = all_hollow || random.below(3) == 0;
        scene.bodies.push_back(
            {hollow ? hollow_ball(radius, 0.8, seed) : ball_of(radius, seed), pose});
        radius *= all_hollow ? random.uniform(0.5, 0.75) : random.uniform(0.55, 0.98);
    }
    for (std::size_t i = scene.bodies.size(); i > 1; --i) {
        std::swap(scene.bodies[i - 1], scene.bodies[random.below(i)]);
    }
    return scene;
}

inline EdgeScene several_scene(Random& random) {
    EdgeScene scene = scattered(random, 2 + random.below(6), 0.4, random_solid);
    for (std::uint64_t i = 0, count = 1 + random.below(3); i < count; ++i) {
        const double factor = random.uniform(0.1, 0.3);
        scene.bodies.insert(scene.bodies.begin() + static_cast<std::ptrdiff_t>(random.below(3)),
                            {random_block(random), scaled_by(random_pose(random, 0.4), factor)});
    }
    return scene;
}

inline EdgeScene brick_scene(Random& random) {
    EdgeScene scene;
    for (std::uint64_t i = 0, count = 2 + random.below(3); i < count; ++i) {
        Mesh mesh = random.below(3) == 0
                        ? scenes::comb({.plates = random.integer(2, 3), .length = 2, .width = 2})
                        : random_bricks(random);
        const auto step = [&] { return random.integer(-4, 4) * 0.5; };
        const Vec3d offset{step(), step(), step()};
        scene.bodies.push_back({std::move(mesh), translation(offset)});
    }
    return scene;
}

inline EdgeScene crowd_scene(Random& random, std::uint64_t count) {
    const double reach = std::cbrt(static_cast<double>(count)) * random.uniform(0.8, 2);
    EdgeScene scene;
    for (std::uint64_t i = 0; i < count; ++i) {
        Mesh mesh = random.below(8) == 0 ? random_solid(random) : random_block(random);
        Rigid pose = random_turn(random);
        pose.translation = random.in_box({-reach, -reach, -reach}, {reach, reach, reach});
        scene.bodies.push_back({std::move(mesh), scaled_by(pose, random.uniform(0.5, 1.2))});
    }
    return scene;
}

/// All its edges but those around the base meet in the apex.
inline Mesh random_cone(Random& random) {
    constexpr int sides = 150;
    std::vector<Vec3d> base;
    for (int i = 0; i < sides; ++i) {
        base.push_back(apply(rotation({0, 0, 1}, i * 2 * std::numbers::pi / sides), {1, 0, -0.5}));
    }
    return meshed(pyramid(base, random.in_box({-0.3, -0.3, 0.5}, {0.3, 0.3, 1})));
}

inline EdgeScene dense_scene(Random& random) {
    return scattered(random, 2 + random.below(2), 1, [](Random& inner) {
        const auto triangles = static_cast<std::size_t>(inner.integer(1000, 8000));
        switch (inner.below(3)) {
        case 0:
            return scenes::bumpy_sphere(
                {.triangles = triangles, .amplitude = 0.3, .seed = inner.next()});
        case 1:
            return scenes::posed(scenes::torus_knot({.triangles = triangles}), {.scale = 0.33});
        default:
            return random_cone(inner);
        }
    });
}

inline EdgeScene edge_scene(EdgeSceneClass scene_class, std::uint64_t seed) {
    Random random(seed * 64 + static_cast<std::uint64_t>(scene_class));
    const auto made = [&]() -> EdgeScene {
        switch (scene_class) {
        case EdgeSceneClass::Boxes:
            return box_scene(random);
        case EdgeSceneClass::Knots:
            return knot_scene(random);
        case EdgeSceneClass::Shells:
            return shell_scene(random);
        case EdgeSceneClass::Nested:
            return nested_scene(random);
        case EdgeSceneClass::InSeveral:
            return several_scene(random);
        case EdgeSceneClass::Bricks:
            return brick_scene(random);
        case EdgeSceneClass::Group:
            return crowd_scene(random, 8 + random.below(50));
        case EdgeSceneClass::Crowd:
            return crowd_scene(random, 100 + random.below(201));
        case EdgeSceneClass::Dense:
            break;
        }
        return dense_scene(random);
    };
    EdgeScene scene = made();
    const std::uint64_t look = random.below(4);
    if (look == 0) {
        scene.direction = random_axis(random); // faces and edges seen from the side
    } else if (look == 1) {
        scene.direction = random_direction(random);
    }
    return scene;
}

} // namespace impinge::tests
