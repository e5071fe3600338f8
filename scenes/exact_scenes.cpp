// SPDX-License-Identifier: Apache-2.0
//
// Scenes whose bodies lie to each other in an exact way: flush, aligned, equal, one in the other.
// They stand on a coarse dyadic grid, so the seed can place them anywhere without rounding.
#include "base/random.hpp"
#include "scenes/assembly.hpp"
#include "scenes/boxes.hpp"
#include "scenes/bumpy_sphere.hpp"
#include "scenes/comb.hpp"
#include "scenes/scene_builders.hpp"

#include <algorithm>

namespace impinge::scenes {
namespace {

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

} // namespace

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

} // namespace impinge::scenes
