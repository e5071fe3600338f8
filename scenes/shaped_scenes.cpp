// SPDX-License-Identifier: Apache-2.0
//
// Scenes of curved bodies in general position, and the jaws.
#include "base/random.hpp"
#include "scenes/assembly.hpp"
#include "scenes/bumpy_sphere.hpp"
#include "scenes/cloth.hpp"
#include "scenes/crowd.hpp"
#include "scenes/gears.hpp"
#include "scenes/jaws.hpp"
#include "scenes/kitchen.hpp"
#include "scenes/polytope.hpp"
#include "scenes/scene_builders.hpp"
#include "scenes/teeth.hpp"
#include "scenes/torus_knot.hpp"

#include <algorithm>

namespace impinge::scenes {
namespace {

Bodies bitten(Bite bite, const SceneOptions& options) {
    Jaws pair = jaws({.bite = bite, .triangles = options.triangles, .seed = options.seed});
    return {{"upper", std::move(pair.upper)}, {"lower", std::move(pair.lower)}};
}

/// A turn about z, for scenes without a shape that a seed could vary.
Rigid seeded_turn(std::uint64_t seed) { return rotation({0, 0, 1}, Random(seed).uniform(-3, 3)); }

Bodies mounted_gears(double closer, const SceneOptions& options) {
    GearPair pair = meshing_gears({.triangles = options.triangles}, 36, closer);
    const Rigid turn = seeded_turn(options.seed);
    return {{"driver", posed(std::move(pair.driver), turn)},
            {"driven", posed(std::move(pair.driven), turn)}};
}

} // namespace

Bodies jaws_open(const SceneOptions& options) { return bitten(Bite::Open, options); }
Bodies jaws_touching(const SceneOptions& options) { return bitten(Bite::Touching, options); }
Bodies jaws_biting(const SceneOptions& options) { return bitten(Bite::Biting, options); }

Bodies teeth_apart(const SceneOptions& options) {
    Teeth teeth = five_teeth({.triangles = options.triangles, .seed = options.seed});
    return {{"upper", std::move(teeth.upper)}, {"lower", std::move(teeth.lower)}};
}

Bodies bumpy_spheres(const SceneOptions& options) {
    const std::size_t triangles = options.triangles / 2;
    return {{"left", bumpy_sphere({.triangles = triangles, .seed = options.seed})},
            {"right", moved(bumpy_sphere({.triangles = triangles, .seed = options.seed + 1}),
                            {1.25, 0.375, 0.25})}};
}

Bodies bumpy_spheres_near(const SceneOptions& options) {
    // Pushed along a diagonal by just more than its width there: boxes overlap, a plane separates.
    constexpr Vec3d diagonal{1, 1, 1};
    const Mesh left =
        bumpy_sphere({.triangles = options.triangles / 2, .amplitude = 0.4, .seed = options.seed});
    double low = 0;
    double high = 0;
    for (const Vec3d& position : left.positions) {
        low = std::min(low, dot(position, diagonal));
        high = std::max(high, dot(position, diagonal));
    }
    const double push = (high - low) * 1.001 / squared_length(diagonal);
    return {{"left", left}, {"right", moved(left, diagonal * push)}};
}

Bodies torus_knots(const SceneOptions& options) {
    const double phase = Random(options.seed).uniform(0, 1);
    const TorusKnot shape{.phase_radians = phase, .triangles = options.triangles / 2};
    const Rigid pose = compose(translation({0.5, 0.25, 0.125}), rotation({1, 1, 0}, 1.25));
    return {{"first", torus_knot(shape)}, {"second", posed(torus_knot(shape), pose)}};
}

Bodies tangled(const SceneOptions& options) {
    const double phase = Random(options.seed).uniform(0, 1);
    std::vector<Mesh> knots = tangled_knots(
        3, {.tube_radius = 0.22, .phase_radians = phase, .triangles = options.triangles});
    return {{"first", std::move(knots[0])},
            {"second", std::move(knots[1])},
            {"third", std::move(knots[2])}};
}

Bodies tangled_crossing(const SceneOptions& options) {
    const Rigid turn = seeded_turn(options.seed);
    constexpr std::size_t count = 6;
    const std::size_t triangles = options.triangles / count;
    Bodies bodies;
    const auto add = [&](const char* name, Mesh knot, const Rigid& pose) {
        bodies.push_back({name, posed(std::move(knot), compose(turn, pose))});
    };
    // Two side by side on one torus, a ring around both of them that touches neither, and three
    // others that reach into them or into each other.
    std::vector<Mesh> twins = tangled_knots(2, {.tube_radius = 0.22, .triangles = 2 * triangles});
    add("first", std::move(twins[0]), {});
    add("second", std::move(twins[1]), {});
    add("ring",
        torus_knot({.turns_around = 1,
                    .turns_through = 0,
                    .major_radius = 1.65,
                    .minor_radius = 0,
                    .tube_radius = 0.22,
                    .triangles = triangles}),
        compose(translation({0, 2.125, 0}), rotation({0, 1, 0}, 1.5)));
    const TorusKnot trefoil{.tube_radius = 0.22, .triangles = triangles};
    add("third", torus_knot(trefoil),
        compose(translation({2.5, 0.5, 0.5}), rotation({1, 1, 0}, 1.25)));
    add("fourth", torus_knot({.turns_through = 5, .tube_radius = 0.22, .triangles = triangles}),
        compose(translation({-3, -1, 1}), rotation({0, 1, 1}, 1.5)));
    add("fifth", torus_knot(trefoil), compose(translation({0, -3.5, 1}), rotation({1, 0, 0}, 1)));
    return bodies;
}

Bodies gears_clear(const SceneOptions& options) { return mounted_gears(0, options); }
Bodies gears_clash(const SceneOptions& options) { return mounted_gears(0.3, options); }

Bodies cloth_folded(const SceneOptions& options) {
    return {{"sheet", folded_cloth({.triangles = options.triangles, .seed = options.seed})}};
}

Bodies cloth_crossing(const SceneOptions& options) {
    return {
        {"sheet",
         folded_cloth({.triangles = options.triangles, .swelling = 2.7, .seed = options.seed})}};
}

Bodies cloth_pierced(const SceneOptions& options) {
    const std::size_t ball_triangles = options.triangles / 5;
    return {{"sheet",
             folded_cloth({.triangles = options.triangles - ball_triangles, .seed = options.seed})},
            {"ball", moved(bumpy_sphere({.triangles = ball_triangles, .seed = options.seed}),
                           {0, 3, 1.5})}};
}

Bodies polytopes(const SceneOptions& options) {
    constexpr std::size_t faces = 36;
    const std::size_t count = std::max<std::size_t>(2, options.triangles / faces);
    // A tenth of the space is filled, whatever the number of bodies.
    double side = 1;
    while (side * side * side < static_cast<double>(count) * 30) {
        side += 0.25;
    }
    Random random(options.seed);
    Bodies bodies;
    for (std::size_t i = 0; i < count; ++i) {
        const Vec3d radii = random.in_box({0.5, 0.5, 0.5}, {1.25, 1.25, 1.25});
        const Mesh body =
            random_polytope({.triangles = faces, .radii = radii, .seed = random.next()});
        bodies.push_back({"polytope-" + std::to_string(i + 1),
                          moved(body, random.in_box({0, 0, 0}, {side, side, side}))});
    }
    return bodies;
}

Bodies mixed_crowd(const SceneOptions& options) {
    const std::size_t bodies = std::max<std::size_t>(10, options.triangles / 100);
    return crowd({.bodies = bodies, .triangles = options.triangles, .seed = options.seed});
}

Bodies whole_kitchen(const SceneOptions& options) {
    Bodies bodies;
    for (KitchenBody& body : kitchen({.triangles = options.triangles, .seed = options.seed})) {
        bodies.push_back({std::move(body.name), std::move(body.mesh)});
    }
    return bodies;
}

} // namespace impinge::scenes
