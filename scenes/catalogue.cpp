// SPDX-License-Identifier: Apache-2.0
#include "scenes/catalogue.hpp"

#include "base/random.hpp"
#include "scenes/assembly.hpp"
#include "scenes/boxes.hpp"
#include "scenes/bumpy_sphere.hpp"
#include "scenes/cloth.hpp"
#include "scenes/comb.hpp"
#include "scenes/crowd.hpp"
#include "scenes/gears.hpp"
#include "scenes/jaws.hpp"
#include "scenes/kitchen.hpp"
#include "scenes/polytope.hpp"
#include "scenes/teeth.hpp"
#include "scenes/torus_knot.hpp"

#include <algorithm>
#include <array>
#include <vector>

namespace impinge::scenes {
namespace {

using Bodies = std::vector<NamedBody>;

// One function for each scene; each takes options whose `triangles` is not 0.
//
// Scenes whose bodies lie to each other in an exact way: flush, aligned, equal, one in the other.
// They stand on a coarse dyadic grid, so the seed can place them anywhere without rounding.

Vec3d seeded_place(std::uint64_t seed) {
    Random random(seed);
    const auto eighths = [&] { return random.integer(-4096, 4096) / 8.0; };
    const double x = eighths();
    const double y = eighths();
    return {x, y, eighths()};
}

Bodies placed_pair(BoxRelation relation, const SceneOptions& options) {
    const Vec3d place = seeded_place(options.seed);
    BoxPair pair = box_pair(relation, options.triangles);
    return {{"a", moved(std::move(pair.a), place)}, {"b", moved(std::move(pair.b), place)}};
}

Bodies placed_combs(CombPair pair, const char* a, const char* b, std::uint64_t seed) {
    const Vec3d place = seeded_place(seed);
    return {{a, moved(std::move(pair.a), place)}, {b, moved(std::move(pair.b), place)}};
}

/// Every triangle with vertices of its own, in a seeded order.
Mesh loose_triangles(const Mesh& mesh, std::uint64_t seed) {
    std::vector<TriangleIndices> order = mesh.triangles;
    Random random(seed);
    for (std::size_t i = order.size(); i > 1; --i) {
        std::swap(order[i - 1], order[random.below(i)]);
    }
    Mesh loose;
    for (const TriangleIndices& triangle : order) {
        const auto first = static_cast<std::uint32_t>(loose.positions.size());
        for (const std::uint32_t corner : triangle) {
            loose.positions.push_back(mesh.positions[corner]);
        }
        loose.triangles.push_back({first, first + 1, first + 2});
    }
    return loose;
}

/// Balls of different radius from the same seed have the same shape: one lies strictly in the next.
Mesh ball(double radius, std::size_t triangles, std::uint64_t seed) {
    return bumpy_sphere({.triangles = triangles, .radius = radius, .amplitude = 0.4, .seed = seed});
}

Bodies boxes_apart(const SceneOptions& options) { return placed_pair(BoxRelation::Apart, options); }
Bodies boxes_flush(const SceneOptions& options) { return placed_pair(BoxRelation::Flush, options); }
Bodies boxes_edge(const SceneOptions& options) {
    return placed_pair(BoxRelation::EdgeToEdge, options);
}
Bodies boxes_corner(const SceneOptions& options) {
    return placed_pair(BoxRelation::Corner, options);
}
Bodies boxes_aligned(const SceneOptions& options) {
    return placed_pair(BoxRelation::Aligned, options);
}
Bodies boxes_inside(const SceneOptions& options) {
    return placed_pair(BoxRelation::Inside, options);
}
Bodies boxes_inside_flush(const SceneOptions& options) {
    return placed_pair(BoxRelation::InsideFlush, options);
}

Bodies bricks(const SceneOptions& options) {
    const Vec3d place = seeded_place(options.seed);
    constexpr int courses = 3;
    constexpr int bricks_per_course = 3;
    const std::size_t triangles =
        options.triangles / std::size_t{courses} / std::size_t{bricks_per_course};
    Bodies wall;
    for (int course = 0; course < courses; ++course) {
        for (int i = 0; i < bricks_per_course; ++i) {
            const Vec3d low = place + Vec3d{2.0 * i + course % 2, 0, 0.75 * course};
            wall.push_back({"brick-" + std::to_string(course + 1) + "-" + std::to_string(i + 1),
                            box(low, low + Vec3d{2, 1, 0.75}, triangles)});
        }
    }
    return wall;
}

Bodies duplicates(const SceneOptions& options) {
    const Mesh body = ball(1, options.triangles / 3, options.seed);
    return {
        {"original", body}, {"copy", body}, {"loose-copy", loose_triangles(body, options.seed)}};
}

Bodies nested(const SceneOptions& options) {
    const std::size_t triangles = options.triangles / 3;
    return {{"outer", ball(1, triangles, options.seed)},
            {"middle", ball(0.75, triangles, options.seed)},
            {"inner", ball(0.5, triangles, options.seed)}};
}

Bodies nested_pierced(const SceneOptions& options) {
    constexpr int balls = 8;
    const std::size_t triangles = options.triangles / (balls + 1);
    Bodies bodies;
    for (int i = 0; i < balls; ++i) {
        bodies.push_back(
            {"ball-" + std::to_string(i + 1), ball(1 - 0.1 * i, triangles, options.seed)});
    }
    bodies.push_back({"rod", box({-2, -0.0625, -0.0625}, {2, 0.0625, 0.0625}, triangles)});
    return bodies;
}

Bodies cavity(const SceneOptions& options) {
    const std::size_t triangles = options.triangles / 3;
    return {{"hollow", joined({ball(1.25, triangles, options.seed),
                               turned_over(ball(1, triangles, options.seed))})},
            {"core", ball(0.996, triangles, options.seed)}};
}

Bodies cavity_plugged(const SceneOptions& options) {
    const std::size_t triangles = options.triangles / 3;
    const Mesh core = ball(1, triangles, options.seed);
    return {{"hollow", joined({ball(1.25, triangles, options.seed), turned_over(core)})},
            {"core", core}};
}

Bodies block_and_comb(const SceneOptions& options) {
    return placed_combs(plate_in_comb(options.triangles), "block", "comb", options.seed);
}

Bodies two_hooks(const SceneOptions& options) {
    return placed_combs(crossed_hooks(options.triangles), "first", "second", options.seed);
}

Bodies two_combs(const SceneOptions& options) {
    return placed_combs(interlocked_combs(3, options.triangles), "first", "second", options.seed);
}

// Scenes of curved bodies in general position, and the jaws.

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

struct Entry {
    const char* name;
    const char* description;
    std::size_t triangles;
    Bodies (*build)(const SceneOptions&);
};

constexpr std::array entries{
    Entry{"jaws-open", "Two rows of teeth, opened by 6 mm; 3.46 mm apart where they are nearest",
          110000, jaws_open},
    Entry{"jaws-touching", "Two rows of teeth that touch without biting: exactly touching", 110000,
          jaws_touching},
    Entry{"jaws-biting", "Two rows of teeth that bite 0.25 mm into each other", 110000,
          jaws_biting},
    Entry{"five-teeth", "Two upper and three lower teeth with their roots, 0.2 mm apart", 110000,
          teeth_apart},
    Entry{"boxes-apart", "Two boxes with a gap between them", 24, boxes_apart},
    Entry{"boxes-flush", "A box standing flush on a larger one: touching, not crossing", 24,
          boxes_flush},
    Entry{"boxes-edge", "Two boxes that share a part of an edge", 24, boxes_edge},
    Entry{"boxes-corner", "Two boxes that share a corner", 24, boxes_corner},
    Entry{"boxes-aligned", "Two walls in line that overlap, four of their faces in common planes",
          24, boxes_aligned},
    Entry{"boxes-inside", "A box inside another, surfaces not touching", 24, boxes_inside},
    Entry{"boxes-inside-flush", "A box inside another, standing on its floor from within", 24,
          boxes_inside_flush},
    Entry{"bricks", "A small brick wall: every brick flush with its neighbours", 108, bricks},
    Entry{"duplicates", "A body, its copy, and its copy as loose triangles in another order", 6000,
          duplicates},
    Entry{"nested", "Three solids, each inside the next larger one", 12000, nested},
    Entry{"nested-pierced",
          "Eight solids, each inside the next larger one, and a rod through all of them", 18000,
          nested_pierced},
    Entry{"cavity", "A hollow ball and a ball that fills all but 0.4 % of its cavity: apart", 20000,
          cavity},
    Entry{"cavity-plugged", "A hollow ball and the core that fills its cavity exactly: touching",
          12000, cavity_plugged},
    Entry{"block-and-comb", "A block between the plates of a comb, two layers against six: apart",
          160000, block_and_comb},
    Entry{"two-hooks", "Two bodies of two layers, each behind the other in one place: apart",
          160000, two_hooks},
    Entry{"two-combs", "Two combs whose plates alternate, twelve layers: apart but inseparable",
          160000, two_combs},
    Entry{"bumpy-spheres", "Two bumpy balls that cross", 20000, bumpy_spheres},
    Entry{"bumpy-spheres-near", "Two bumpy balls a hair's breadth apart, their boxes overlapping",
          20000, bumpy_spheres_near},
    Entry{"torus-knots", "Two trefoil knots that cross in many places", 20000, torus_knots},
    Entry{"tangled-knots", "Three trefoil knots side by side on one torus: apart but inseparable",
          30000, tangled},
    Entry{"tangled-knots-crossing",
          "Six torus knots in a tangle: some of them cross, others only wind through each other",
          60000, tangled_crossing},
    Entry{"gears", "Two gears in mesh with a little backlash: apart", 20000, gears_clear},
    Entry{"gears-clash", "Two gears mounted 0.3 modules too close: their teeth cross", 20000,
          gears_clash},
    Entry{"cloth", "A folded sheet, open, that comes near itself without contact", 50000,
          cloth_folded},
    Entry{"cloth-crossing", "A folded sheet, open, that passes through itself", 50000,
          cloth_crossing},
    Entry{"cloth-pierced", "A folded sheet, open, and a ball that pierces it", 50000,
          cloth_pierced},
    Entry{"polytopes", "Convex bodies of 36 faces scattered in a box, some of them overlapping",
          1440, polytopes},
    Entry{"crowd",
          "Five hundred boxes, polytopes, hollow balls and knots, many of them overlapping", 50000,
          mixed_crowd},
    Entry{"kitchen",
          "A fitted kitchen with its crockery: convex, hollow and put together from boards", 12000,
          whole_kitchen},
};

constexpr std::size_t most_triangles = 100'000'000;

} // namespace

std::vector<SceneInfo> list_scenes() {
    std::vector<SceneInfo> scenes;
    scenes.reserve(entries.size());
    for (const Entry& entry : entries) {
        scenes.push_back({entry.name, entry.description});
    }
    return scenes;
}

Expected<Scene> make_scene(std::string_view name, const SceneOptions& options) {
    const auto* const entry =
        std::find_if(entries.begin(), entries.end(),
                     [&](const Entry& candidate) { return name == candidate.name; });
    if (entry == entries.end()) {
        return Error{ErrorCode::InvalidArgument,
                     "there is no scene called '" + std::string(name) + "'"};
    }
    if (options.triangles > most_triangles) {
        return Error{ErrorCode::InvalidArgument,
                     std::string(entry->name) + ": " + std::to_string(options.triangles) +
                         " triangles are more than the " + std::to_string(most_triangles) +
                         " a scene may have"};
    }
    SceneOptions sized = options;
    if (sized.triangles == 0) {
        sized.triangles = entry->triangles;
    }
    return Scene{entry->name, entry->description, entry->build(sized)};
}

} // namespace impinge::scenes
