// SPDX-License-Identifier: Apache-2.0
//
// Bodies without triangles, without area, without thickness, very large and very far away: the
// conservative search finds what the exact engine finds, or refuses the question.
#include "scenes/boxes.hpp"
#include "tests/peeling/peeling_fixture.hpp"
#include "tests/support/random_soups.hpp"

#include <limits>

namespace impinge::tests {
namespace {

class DegeneratePeeling : public EveryDevice {
  protected:
    /// Whether it answered.
    bool agrees_with_exact(const Body& a, const Body& b, int resolution) const {
        const auto found = imagespace::surface_peeling(device(), a, b, conservative(resolution));
        if (!found) { // "could not look" is no verdict
            EXPECT_FALSE(found.error().message.empty());
            return false;
        }
        EXPECT_TRUE(same_as_exact(*found, exact_pairs(a, b)));
        const auto sampled =
            need(imagespace::surface_peeling(device(), a, b, {.resolution = resolution}));
        EXPECT_TRUE(all_true(sampled.interference.pairs, exact_pairs(a, b).pairs));
        return true;
    }
};
IMPINGE_ON_EVERY_DEVICE(DegeneratePeeling);

Mesh scaled_by_hand(Mesh mesh, double scale, Vec3d to = {}) {
    for (Vec3d& position : mesh.positions) {
        position = position * scale + to;
    }
    return mesh;
}

/// A square at a height, of two triangles.
Mesh square(double z, double half) {
    return {{{-half, -half, z}, {half, -half, z}, {half, half, z}, {-half, half, z}},
            {{0, 1, 2}, {0, 2, 3}}};
}

TEST_P(DegeneratePeeling, BodiesWithoutThickness) {
    const Mesh cube = scenes::box({-1, -1, -1}, {1, 1, 1});
    const Mesh nothing;
    const Mesh point{{{0.5, 0.25, 1}, {0.5, 0.25, 1}, {0.5, 0.25, 1}}, {{0, 1, 2}}};
    const Mesh line{{{-2, 0.25, 0.5}, {0, 0.25, 0.5}, {2, 0.25, 0.5}}, {{0, 1, 2}}};
    const Mesh wall{{{0.5, -2, -2}, {0.5, 2, -2}, {0.5, 2, 2}}, {{0, 1, 2}}};
    std::vector<Mesh> bodies{cube,           nothing,      point,        line,           wall,
                             square(1, 0.5), square(0, 3), square(1, 3), square(1.25, 1)};
    std::size_t meeting = 0;
    for (const Mesh& a : bodies) {
        for (const Mesh& b : bodies) {
            for (const int resolution : {1, 2, 64, 300}) {
                EXPECT_TRUE(agrees_with_exact({a.view()}, {b.view()}, resolution));
            }
            meeting += exact_pairs({a.view()}, {b.view()}).pairs.empty() ? 0 : 1;
        }
    }
    EXPECT_GT(meeting, bodies.size());
}

TEST_P(DegeneratePeeling, LargeSmallAndFarBodies) {
    Random random(1);
    std::size_t answered = 0;
    std::size_t meeting = 0;
    for (const double scale : {1e-300, 1e-150, 1e-30, 1e-10, 1e10, 1e30, 1e100, 1e150, 1e290}) {
        for (int i = 0; i < 4; ++i) {
            const Vec3d far = i < 2 ? Vec3d{} : Vec3d{1e12, -1e12, 1e9} * scale;
            const Mesh a = scaled_by_hand(scattered_soup(random, 30, 0.4), scale, far);
            const Mesh b = scaled_by_hand(scattered_soup(random, 30, 0.4), scale, far);
            // A part that makes the boxes large against the rest, in every other case.
            Mesh reaching = a;
            if (i % 2 == 1) {
                const auto first = static_cast<std::uint32_t>(reaching.positions.size());
                for (const Vec3d& corner : {Vec3d{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}) {
                    reaching.positions.push_back(far + corner * (scale * 1e5));
                }
                reaching.triangles.push_back({first, first + 1, first + 2});
            }
            SCOPED_TRACE(scale);
            for (const int resolution : {1, 64, 300}) {
                answered += agrees_with_exact({reaching.view()}, {b.view()}, resolution) ? 1 : 0;
            }
            meeting += exact_pairs({reaching.view()}, {b.view()}).pairs.empty() ? 0 : 1;
        }
    }
    EXPECT_GT(answered, 40U);
    EXPECT_GT(meeting, 10U);
}

TEST_P(DegeneratePeeling, WhatIsNoNumberIsRefusedByName) {
    const Mesh cube = scenes::box({-1, -1, -1}, {1, 1, 1});
    for (const double bad :
         {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity()}) {
        Mesh broken = cube;
        broken.positions[2].y = bad;
        for (const PeelingSearch search : {PeelingSearch::Sampled, PeelingSearch::Conservative}) {
            const auto found = imagespace::surface_peeling(device(), {cube.view()}, {broken.view()},
                                                           {.search = search});
            ASSERT_FALSE(found);
            EXPECT_EQ(found.error().code, ErrorCode::NonFinite);
            EXPECT_EQ(found.error().message.rfind("body B: ", 0), 0U) << found.error().message;
            const auto far =
                imagespace::surface_peeling(device(), {cube.view(), translation({bad, 0, 0})},
                                            {cube.view()}, {.search = search});
            ASSERT_FALSE(far);
            EXPECT_EQ(far.error().message.rfind("body A: ", 0), 0U) << far.error().message;
        }
    }
}

} // namespace
} // namespace impinge::tests
