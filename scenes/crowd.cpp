// SPDX-License-Identifier: Apache-2.0
#include "scenes/crowd.hpp"

#include "base/random.hpp"
#include "scenes/assembly.hpp"
#include "scenes/boxes.hpp"
#include "scenes/bumpy_sphere.hpp"
#include "scenes/polytope.hpp"
#include "scenes/torus_knot.hpp"

#include <array>

namespace impinge::scenes {
namespace {

/// A body on its way into the crowd.
struct Wish {
    double scale = 1; ///< of the numbers of triangles given below
    Random& random;

    [[nodiscard]] std::size_t triangles(double usual) const {
        return static_cast<std::size_t>(usual * scale);
    }
};

Mesh some_box(const Wish& wish) {
    const Vec3d half = wish.random.in_box({0.2, 0.2, 0.2}, {0.6, 0.6, 0.6});
    return box(-half, half, wish.triangles(12));
}

Mesh some_polytope(const Wish& wish) {
    const Vec3d radii = wish.random.in_box({0.3, 0.3, 0.3}, {0.8, 0.8, 0.8});
    return random_polytope(
        {.triangles = wish.triangles(36), .radii = radii, .seed = wish.random.next()});
}

Mesh some_shell(const Wish& wish) {
    BumpySphere wall{.triangles = wish.triangles(100),
                     .radius = wish.random.uniform(0.5, 0.8),
                     .seed = wish.random.next()};
    const Mesh outside = bumpy_sphere(wall);
    wall.radius *= 0.75;
    return joined({outside, turned_over(bumpy_sphere(wall))});
}

/// Small enough for the cavity of every shell.
Mesh some_kernel(const Wish& wish) {
    return random_polytope(
        {.triangles = wish.triangles(36), .radii = {0.2, 0.2, 0.2}, .seed = wish.random.next()});
}

Mesh some_knot(const Wish& wish) {
    const double size = wish.random.uniform(0.18, 0.25);
    return torus_knot({.major_radius = 2 * size,
                       .minor_radius = size,
                       .tube_radius = 0.4 * size,
                       .phase_radians = wish.random.uniform(0, 1),
                       .triangles = wish.triangles(444)});
}

struct Kind {
    const char* name;
    Mesh (*make)(const Wish&);
};

constexpr Kind kernel{"kernel", some_kernel};

/// Their usual numbers of triangles add up to a thousand. A kernel stands where the body before it
/// does.
constexpr std::array kinds{Kind{"box", some_box},           Kind{"polytope", some_polytope},
                           Kind{"shell", some_shell},       kernel,
                           Kind{"box", some_box},           Kind{"polytope", some_polytope},
                           Kind{"knot", some_knot},         Kind{"box", some_box},
                           Kind{"polytope", some_polytope}, Kind{"shell", some_shell}};

Rigid any_turn(Random& random) {
    const Vec3d axis = random.in_box({-1, -1, -1}, {1, 1, 1});
    return rotation(axis, random.uniform(-3, 3));
}

} // namespace

std::vector<NamedBody> crowd(const Crowd& shape) {
    constexpr double usual_triangles = 100;
    const auto count = static_cast<double>(shape.bodies);
    double side = 1;
    while (side * side * side < count * shape.space) {
        side += 0.125;
    }
    Random random(shape.seed);
    const Wish wish{static_cast<double>(shape.triangles) / (usual_triangles * count), random};
    std::vector<NamedBody> bodies;
    Vec3d place;
    for (std::size_t i = 0; i < shape.bodies; ++i) {
        const Kind& kind = kinds[i % kinds.size()];
        const Mesh body = kind.make(wish);
        const Rigid turn = any_turn(random);
        place = kind.make == kernel.make ? place : random.in_box({0, 0, 0}, {side, side, side});
        bodies.push_back({std::string(kind.name) + "-" + std::to_string(i + 1),
                          posed(body, compose(translation(place), turn))});
    }
    return bodies;
}

} // namespace impinge::scenes
