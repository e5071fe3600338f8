// SPDX-License-Identifier: Apache-2.0
//
// Free space against winding numbers of the whole mesh, points on its triangles, and the engine for
// bare meshes, none of which knows of cells.
#include "base/random.hpp"
#include "mesh/winding.hpp"
#include "model/free_space_verdict.hpp"
#include "model/winding_near.hpp"
#include "scenes/assembly.hpp"
#include "scenes/boxes.hpp"
#include "scenes/bumpy_sphere.hpp"
#include "scenes/torus_knot.hpp"
#include "tests/support/random_rotation.hpp"
#include "tests/support/scale.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>

namespace impinge::tests {
namespace {

using model::find_free_space;
using model::FreeSpace;
using model::WindingNear;

Mesh turned_over(Mesh mesh) {
    for (TriangleIndices& t : mesh.triangles) {
        std::swap(t[1], t[2]);
    }
    return mesh;
}

/// Closed surfaces: plain, thin, overlapping, nested, with a cavity, inside out.
std::vector<Mesh> closed_surfaces() {
    const Mesh ball = scenes::bumpy_sphere({.triangles = 3000, .seed = 1});
    const Mesh small = scenes::bumpy_sphere({.triangles = 500, .radius = 0.4, .seed = 2});
    return {ball,
            scenes::torus_knot({.triangles = 2000}),
            scenes::box({-1, -2, -0.1}, {1, 2, 0.1}),
            scenes::joined({ball, scenes::moved(small, {1, 0, 0})}),
            scenes::joined({ball, small}),
            scenes::joined({ball, turned_over(small)}),
            turned_over(ball)};
}

Vec3d random_point(Random& random, double reach) {
    return {random.uniform(-reach, reach), random.uniform(-reach, reach),
            random.uniform(-reach, reach)};
}

Vec3d on_triangle(Random& random, const Mesh& mesh) {
    const auto& [a, b, c] =
        mesh.triangles[random.below(static_cast<std::uint32_t>(mesh.triangles.size()))];
    const double u = random.uniform(0, 1);
    const double v = random.uniform(0, 1 - u);
    return mesh.positions[a] * (1 - u - v) + mesh.positions[b] * u + mesh.positions[c] * v;
}

TEST(FreeSpace, NothingIsNearerThanItSaysAndWindingNumbersAreRight) {
    Random random(61);
    std::size_t free = 0;
    std::size_t inside = 0;
    std::size_t all = 0;
    for (const Mesh& mesh : closed_surfaces()) {
        const Model model = Model::prepare(mesh.view()).value();
        const FreeSpace& space = find_free_space(model);
        const model::TreeFrame& frame = model.data().tree.frame();
        std::vector<Vec3d> on_surface;
        for (std::size_t i = 0; i < 20'000; ++i) {
            on_surface.push_back((on_triangle(random, mesh) - frame.centre) * frame.unit);
        }
        for (std::size_t i = 0; i < scaled(300); ++i) {
            const Vec3d place = i % 4 == 0
                                    ? random_point(random, 3)
                                    : on_surface[i] + random.direction() * random.uniform(0, 0.4);
            const FreeSpace::Place known = space.at(place);
            const Vec3d point = frame.centre + place * (1 / frame.unit);
            if (known.free) {
                EXPECT_EQ(winding_number(point, mesh.positions, mesh.triangles), known.winding);
                EXPECT_EQ(known.inside, model.data().solidity().inside_out ? known.winding <= -1
                                                                           : known.winding >= 1);
            }
            for (const Vec3d& p : on_surface) {
                ASSERT_GE(dot(p - place, p - place) * (1 + 1e-5), known.squared_distance);
            }
            EXPECT_EQ(space.side_of(place), !known.free    ? FreeSpace::Side::Unknown
                                            : known.inside ? FreeSpace::Side::Inside
                                                           : FreeSpace::Side::Outside);
            ++all;
            free += known.free ? 1 : 0;
            inside += known.inside ? 1 : 0;
        }
    }
    EXPECT_GE(free, all * 6 / 10);
    EXPECT_LE(free, all * 95 / 100);
    EXPECT_GE(inside, all / 20);
}

TEST(FreeSpace, SamplesLieInside) {
    for (const Mesh& mesh : closed_surfaces()) {
        const Model model = Model::prepare(mesh.view()).value();
        const FreeSpace& space = find_free_space(model);
        for (const Vec3d& sample : space.samples()) {
            EXPECT_TRUE(space.at(sample).inside);
            EXPECT_EQ(space.side_of(sample), FreeSpace::Side::Inside);
        }
        EXPECT_LE(space.samples().size(), FreeSpace::most_samples);
        if (mesh.triangles.size() >= 2500) {
            EXPECT_GE(space.samples().size(), 8U);
        }
    }
}

/// Nothing is known of a surface that reaches through all cells, or that floats do not hold.
TEST(FreeSpace, MayBeUnknown) {
    Random random(62);
    Mesh needles;
    for (std::uint32_t i = 0; i < 3000; ++i) {
        for (std::uint32_t k = 0; k < 3; ++k) {
            needles.positions.push_back(random_point(random, 1));
        }
        needles.triangles.push_back({3 * i, 3 * i + 1, 3 * i + 2});
    }
    Mesh far = scenes::bumpy_sphere({.triangles = 300, .seed = 1});
    for (Vec3d& p : far.positions) {
        p = p + Vec3d{1e14, 0, 0};
    }
    for (const Mesh& mesh : {needles, far}) {
        const Model model = Model::prepare(mesh.view()).value();
        const FreeSpace& space = find_free_space(model);
        for (int i = 0; i < 100; ++i) {
            const FreeSpace::Place place = space.at(random_point(random, 1));
            EXPECT_FALSE(place.free);
        }
        EXPECT_TRUE(space.samples().empty());
    }
}

Rigid random_pose(Random& random, double reach) {
    Rigid pose = random_rotation(random);
    pose.translation = random.direction() * random.uniform(0, reach);
    if (random.below(3) == 0) { // a mirror
        pose.row_x = -pose.row_x;
    }
    return pose;
}

TEST(WindingNear, IsTheWindingNumberOfTheWholeMesh) {
    Random random(63);
    std::size_t all = 0;
    std::size_t in_short = 0;
    std::size_t not_zero = 0;
    for (const Mesh& mesh : closed_surfaces()) {
        const Model model = Model::prepare(mesh.view()).value();
        const FreeSpace& space = find_free_space(model);
        for (std::size_t i = 0; i < scaled(300); ++i) {
            const Rigid pose = random_pose(random, 3);
            std::vector<Vec3d> world;
            for (const Vec3d& p : mesh.positions) {
                world.push_back(apply(pose, p));
            }
            const PlacedModel body{model, pose};
            const Vec3d middle = apply(pose, on_triangle(random, mesh));
            const double reach = i % 3 == 0 ? 0 : i % 3 == 1 ? 1e-4 : 0.05;
            const WindingNear near(body, &space, middle, reach);
            const WindingNear far(body, nullptr, middle, reach);
            for (int k = 0; k < 3; ++k) {
                const Vec3d point = middle + random.direction() * (reach * 0.999);
                const auto number = winding_number(point, world, mesh.triangles);
                EXPECT_EQ(near(point), number);
                EXPECT_EQ(far(point), number);
                not_zero += number.value_or(0) != 0 ? 1 : 0;
                in_short += near.is_short() ? 1 : 0;
                ++all;
            }
        }
    }
    EXPECT_GE(in_short, all / 2);
    EXPECT_GE(not_zero, all / 4);
    EXPECT_LE(not_zero, all * 3 / 4);
}

/// A corner of a mesh, where degenerate cases are.
TEST(WindingNear, SeesPointsOnTheSurface) {
    const Mesh mesh = scenes::bumpy_sphere({.triangles = 3000, .seed = 1});
    const Model model = Model::prepare(mesh.view()).value();
    for (const Vec3d& corner : mesh.positions) {
        EXPECT_EQ(WindingNear({model}, &find_free_space(model), corner, 0)(corner), std::nullopt);
    }
}

TEST(FreeSpaceVerdict, IsThatOfBareMeshesAndMostlyThere) {
    Random random(64);
    std::map<Verdict, std::size_t> seen;
    std::size_t decided = 0;
    std::size_t all = 0;
    const std::vector<Mesh> surfaces = closed_surfaces();
    std::vector<Model> models;
    for (const Mesh& mesh : surfaces) {
        models.push_back(Model::prepare(mesh.view()).value());
    }
    for (std::size_t i = 0; i < scaled(1500); ++i) {
        const std::size_t first = random.below(static_cast<std::uint32_t>(surfaces.size()));
        const std::size_t second = random.below(static_cast<std::uint32_t>(surfaces.size()));
        const Rigid pose_a = random_pose(random, 3);
        Rigid pose_b = random_pose(random, 2);
        pose_b.scale = std::exp2(random.uniform(-3, 1));
        pose_b.translation = pose_b.translation + pose_a.translation;
        const model::TreePair trees({models[first].data().tree, pose_a},
                                    {models[second].data().tree, pose_b});
        const auto verdict = verdict_by_free_space(trees, find_free_space(models[first]),
                                                   find_free_space(models[second]));
        if (verdict) {
            ++decided;
            ++seen[*verdict];
            const auto bare =
                collide({surfaces[first].view(), pose_a}, {surfaces[second].view(), pose_b});
            ASSERT_EQ(*verdict, bare->verdict) << i << ": " << first << " and " << second;
        }
        ++all;
    }
    EXPECT_GE(decided, all / 5);
    EXPECT_LE(decided, all * 9 / 10);
    EXPECT_GE(seen[Verdict::Apart], all / 50);
    EXPECT_GE(seen[Verdict::Crossing], all / 10);
    EXPECT_GE(seen[Verdict::BInsideA] + seen[Verdict::AInsideB], all / 50);
}

TEST(FreeSpace, IsFoundOutOnceItPays) {
    const Mesh mesh = scenes::bumpy_sphere({.triangles = 300, .seed = 1});
    const Model a = Model::prepare(mesh.view()).value();
    const Model b = Model::prepare(mesh.view()).value();
    EXPECT_TRUE(collide({a}, {b, {.translation = {5, 0, 0}}}));
    EXPECT_EQ(a.data().free_space.peek(), nullptr);
    for (int i = 0; i < 400; ++i) {
        EXPECT_EQ(collide({a}, {b, {.translation = {0.5, 0, 0}}})->verdict, Verdict::Crossing);
    }
    EXPECT_NE(a.data().free_space.peek(), nullptr);
    EXPECT_NE(b.data().free_space.peek(), nullptr);
}

} // namespace
} // namespace impinge::tests
