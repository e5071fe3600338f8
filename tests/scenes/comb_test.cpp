// SPDX-License-Identifier: Apache-2.0
//
// Solids of bricks, and the bodies with a known number of layers.
#include "scenes/comb.hpp"
#include "tests/scenes/box_of.hpp"

#include "impinge/collide.hpp"
#include "impinge/distance.hpp"
#include "impinge/self_intersections.hpp"
#include "scenes/brick_solid.hpp"
#include "scenes/teeth.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace impinge::scenes {
namespace {

/// How many triangles of a mesh of axis-parallel faces a line along z through x and y meets.
std::size_t layers_at(const Mesh& mesh, double x, double y) {
    std::size_t count = 0;
    for (const auto& [a, b, c] : mesh.triangles) {
        const std::array<Vec3d, 3> p{mesh.positions[a], mesh.positions[b], mesh.positions[c]};
        int left = 0;
        int right = 0;
        for (std::size_t i = 0; i < 3; ++i) {
            const Vec3d& from = p[i];
            const Vec3d& to = p[(i + 1) % 3];
            const double side = (to.x - from.x) * (y - from.y) - (to.y - from.y) * (x - from.x);
            left += side > 0 ? 1 : 0;
            right += side < 0 ? 1 : 0;
        }
        count += left == 3 || right == 3 ? 1 : 0;
    }
    return count;
}

void expect_solid(const Mesh& mesh, std::size_t parts) {
    const Diagnosis found = *diagnose(mesh.view());
    EXPECT_TRUE(found.solid());
    EXPECT_FALSE(found.inside_out);
    EXPECT_EQ(found.components, parts);
    EXPECT_EQ(found.non_manifold_edges, 0U);
    EXPECT_TRUE(self_intersections(mesh.view())->pairs.empty());
}

TEST(BrickSolid, MergesBricksThatMeetOrOverlap) {
    const std::array bricks{Box3{{0, 0, 0}, {2, 1, 1}}, Box3{{1, 0.5, 0.5}, {3, 2, 2}},
                            Box3{{3, 0.5, 0.5}, {4, 1, 1}}};
    const Mesh solid = union_of_bricks(bricks);
    expect_solid(solid, 1);
    EXPECT_EQ(box_of(solid), (Box3{{0, 0, 0}, {4, 2, 2}}));
}

TEST(BrickSolid, KeepsBricksApartThatDoNotMeet) {
    const std::array bricks{Box3{{0, 0, 0}, {1, 1, 1}}, Box3{{0, 0, 1.5}, {1, 1, 2}}};
    expect_solid(union_of_bricks(bricks), 2);
    EXPECT_EQ(union_of_bricks(bricks).triangles.size(), 24U);
}

TEST(BrickSolid, HasTheWantedSizeWithinATenth) {
    for (const std::size_t wanted : {1000U, 1700U, 5000U, 30001U}) {
        for (const Mesh& mesh : {comb({.triangles = wanted}), crossed_hooks(2 * wanted).a,
                                 comb({.plates = 1, .triangles = wanted})}) {
            EXPECT_GE(mesh.triangles.size(), wanted * 9 / 10);
            EXPECT_LE(mesh.triangles.size(), wanted * 11 / 10);
        }
    }
}

TEST(Comb, HasTwoLayersForEveryPlate) {
    for (const int plates : {1, 2, 3, 20}) {
        for (const std::size_t triangles : {0U, 3000U}) {
            const Mesh body = comb({.plates = plates, .triangles = triangles});
            expect_solid(body, 1);
            EXPECT_EQ(layers_at(body, 2.03, 1.97), 2 * static_cast<std::size_t>(plates));
            EXPECT_EQ(layers_at(body, -0.23, 1.97), 2U);
        }
    }
}

TEST(Comb, WithoutABackIsAStackOfPlates) {
    expect_solid(comb({.plates = 5, .back_thickness = 0}), 5);
}

TEST(InterlockedCombs, AlternateWithoutContact) {
    for (const int plates : {1, 2, 3, 20}) {
        const CombPair pair = interlocked_combs(plates);
        expect_solid(pair.a, 1);
        expect_solid(pair.b, 1);
        EXPECT_EQ(distance({pair.a.view()}, {pair.b.view()})->distance, 0.125);
        EXPECT_EQ(layers_at(pair.a, 2.03, 1.97), 2 * static_cast<std::size_t>(plates));
        EXPECT_EQ(layers_at(pair.b, 2.03, 1.97), 2 * static_cast<std::size_t>(plates));
    }
}

TEST(CrossedHooks, ShowTwoLayersEverywhere) {
    const CombPair pair = crossed_hooks(2000);
    EXPECT_EQ(distance({pair.a.view()}, {pair.b.view()})->distance, 0.25);
    std::size_t seen = 0;
    for (double x = 0.013; x < 4; x += 0.2) {
        for (double y = 0.017; y < 5.25; y += 0.2) {
            for (const Mesh* mesh : {&pair.a, &pair.b}) {
                const std::size_t layers = layers_at(*mesh, x, y);
                EXPECT_TRUE(layers == 0 || layers == 2) << x << ", " << y;
                seen += layers;
            }
        }
    }
    EXPECT_GT(seen, 200U);
}

TEST(FiveTeeth, CloseFromApartToCrossing) {
    const Teeth teeth = five_teeth({.triangles = 20000});
    const auto verdict_at = [&](double closed) {
        return collide({teeth.upper.view()}, {teeth.lower.view(), closing_pose(closed)})->verdict;
    };
    EXPECT_EQ(verdict_at(0), Verdict::Apart);
    EXPECT_EQ(verdict_at(0.7), Verdict::Apart);
    EXPECT_EQ(verdict_at(0.85), Verdict::Crossing);
    EXPECT_EQ(verdict_at(1), Verdict::Crossing);
    EXPECT_TRUE(collide({teeth.upper.view()}, {teeth.lower.view()})->verdict == Verdict::Apart);
    EXPECT_GT(distance({teeth.upper.view()}, {teeth.lower.view(), closing_pose(0)})->distance, 1);
}

TEST(FiveTeeth, StagesAreApartAndCrossingAsSaid) {
    const Teeth teeth = five_teeth();
    for (const TeethStage& stage : teeth_stages()) {
        const std::string name = stage.name;
        const bool crossing = name == "contact" || name == "bite";
        EXPECT_EQ(collide({teeth.upper.view()}, {teeth.lower.view(), stage.lower})->verdict,
                  crossing ? Verdict::Crossing : Verdict::Apart)
            << name;
    }
}

} // namespace
} // namespace impinge::scenes
