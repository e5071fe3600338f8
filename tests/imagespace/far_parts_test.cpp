// SPDX-License-Identifier: Apache-2.0
//
// A vertex far away that no triangle uses changes nothing; a part far away changes nothing beyond
// what the answer states, or the answer says that it could not tell.
#include "impinge/clearance.hpp"
#include "impinge/depth_methods.hpp"
#include "impinge/edge_rays.hpp"
#include "scenes/assembly.hpp"
#include "scenes/boxes.hpp"
#include "scenes/bumpy_sphere.hpp"
#include "scenes/torus_knot.hpp"
#include "tests/raster/devices.hpp"

#include <gmock/gmock.h>

namespace impinge::tests {
namespace {

using imagespace::clearance_map;
using imagespace::ClearanceMap;
using imagespace::Method;
using imagespace::Sampled;
using imagespace::sampled_collide;
using imagespace::SampledOptions;

constexpr std::array all_methods{Method::DepthMinmax, Method::DepthParity, Method::DepthParityLite,
                                 Method::LayerOrder, Method::Cascade};
constexpr std::array far_away{1e3, 1e5, 1e6, 1e9, 1e12};

struct Pair {
    Mesh a;
    Mesh b;
};

/// About two units large: overlapping a little, apart by a little, one in the other.
std::vector<Pair> pairs() {
    const Mesh ball = scenes::bumpy_sphere({.triangles = 600, .amplitude = 0.2});
    const Mesh plate = scenes::box({-1.5, -1.5, -0.5}, {1.5, 1.5, 0});
    return {{scenes::moved(ball, {0.1, 0.2, 0.9}), plate},
            {scenes::moved(ball, {0.1, 0.2, 1.5}), plate},
            {scenes::posed(ball, {.scale = 0.3}), scenes::box({-1, -1, -1}, {1, 1, 1.25})}};
}

Mesh with_vertex(Mesh mesh, Vec3d position) {
    mesh.positions.push_back(position);
    return mesh;
}

Mesh with_part(const Mesh& mesh, Vec3d at) {
    return scenes::joined(
        {mesh, scenes::moved(scenes::box({-0.5, -0.5, -0.5}, {0.5, 0.5, 0.5}), at)});
}

Vec3d along(int direction, double distance) {
    constexpr std::array directions{Vec3d{1, 0, 0}, Vec3d{0, 0, 1}, Vec3d{0.5, -1, 0.25}};
    return directions[static_cast<std::size_t>(direction)] * distance;
}

class FarAway : public EveryDevice {
  protected:
    [[nodiscard]] Sampled ask(const Pair& pair, Method method,
                              std::optional<Vec3d> direction = {}) const {
        return need(sampled_collide(device(), {pair.a.view()}, {pair.b.view()},
                                    {.method = method,
                                     .resolution = 64,
                                     .extent = imagespace::Extent::AllPixels,
                                     .projection = {.direction = direction}}));
    }
    [[nodiscard]] ClearanceMap map(const Pair& pair, std::optional<Vec3d> direction = {}) const {
        return need(clearance_map(device(), {pair.a.view()}, {pair.b.view()},
                                  {.direction = direction, .resolution = 64}));
    }
    [[nodiscard]] imagespace::EdgeRays rays(const Pair& pair) const {
        const std::array bodies{Body{pair.a.view()}, Body{pair.b.view()}};
        return need(imagespace::edge_rays(device(), bodies, {.resolution = 64}));
    }
};

TEST_P(FarAway, AVertexThatNoTriangleUsesChangesNothing) {
    for (const Pair& pair : pairs()) {
        for (const double distance : far_away) {
            const Pair more{with_vertex(pair.a, {distance, distance, distance}),
                            with_vertex(pair.b, {distance, distance, distance})};
            for (const Method method : all_methods) {
                const Sampled wanted = ask(pair, method);
                const Sampled found = ask(more, method);
                EXPECT_EQ(found.interference.hash, wanted.interference.hash);
                EXPECT_EQ(found.overlapping_pixels, wanted.overlapping_pixels);
                EXPECT_EQ(found.pixels, wanted.pixels);
                EXPECT_EQ(found.settled, wanted.settled);
                EXPECT_EQ(found.views, wanted.views);
                ASSERT_EQ(found.map.has_value(), wanted.map.has_value());
                EXPECT_TRUE(!found.map || found.map->cases == wanted.map->cases);
            }
            const ClearanceMap wanted = map(pair);
            const ClearanceMap found = map(more);
            EXPECT_EQ(found.view, wanted.view);
            EXPECT_EQ(found.classes, wanted.classes);
            EXPECT_EQ(found.statistics.overlap_volume, wanted.statistics.overlap_volume);
            EXPECT_EQ(found.statistics.overlap_volume_bound,
                      wanted.statistics.overlap_volume_bound);
            EXPECT_EQ(found.surface_error, wanted.surface_error);
            EXPECT_EQ(rays(more).hash, rays(pair).hash);
            EXPECT_EQ(rays(more).pixel_size, rays(pair).pixel_size);
        }
    }
}

TEST_P(FarAway, APartChangesNoVerdictOfTheDepthMethods) {
    int by_rays = 0;
    int told = 0;
    for (const Pair& pair : pairs()) {
        for (const double distance : far_away) {
            for (int direction = 0; direction < 3; ++direction) {
                const Vec3d at = along(direction, distance);
                for (const Pair& more :
                     {Pair{with_part(pair.a, at), pair.b}, Pair{pair.a, with_part(pair.b, -at)}}) {
                    const Vec3d view{0.1, 0.2, -1};
                    for (const Method method : {Method::Cascade, Method::LayerOrder}) {
                        const Sampled wanted = ask(pair, method, view);
                        const Sampled found = ask(more, method, view);
                        EXPECT_EQ(found.interference.verdict, wanted.interference.verdict)
                            << distance << " along " << direction;
                        EXPECT_TRUE(found.settled);
                        EXPECT_EQ(found.surface_error > 0, !found.views.empty());
                        EXPECT_LE(found.surface_error, found.interference.pixel_size);
                        by_rays += found.renderings == 0 && found.pixels.rays > 0 ? 1 : 0;
                    }
                    // These may leave pixels over, and are then not to say anything.
                    for (const Method method :
                         {Method::DepthMinmax, Method::DepthParity, Method::DepthParityLite}) {
                        const Sampled found = ask(more, method, view);
                        const bool wanted =
                            collide({pair.a.view()}, {pair.b.view()})->verdict != Verdict::Apart;
                        EXPECT_TRUE(!found.settled ||
                                    (found.interference.verdict != Verdict::Apart) == wanted);
                        told += found.settled ? 1 : 0;
                    }
                }
            }
        }
    }
    EXPECT_GT(by_rays, 50) << "from 1e5 on floats would not do";
    EXPECT_GT(told, 200);
}

TEST_P(FarAway, APartBesideTheWindowMovesNoPixelOfAMap) {
    const Vec3d down{0, 0, -1};
    for (const Pair& pair : pairs()) {
        const ClearanceMap wanted = map(pair, down);
        for (const double distance : far_away) {
            const Pair more{with_part(pair.a, along(0, distance)), pair.b};
            const ClearanceMap found = map(more, down);
            EXPECT_EQ(found.by_rays, distance > 1e4);
            EXPECT_LT(found.surface_error, found.pixel_size / 4);
            const auto& of_found = found.statistics;
            const auto& of_wanted = wanted.statistics;
            EXPECT_NEAR(of_found.deepest_overlap, of_wanted.deepest_overlap, 4 * found.pixel_size);
            EXPECT_NEAR(of_found.overlap_volume, of_wanted.overlap_volume,
                        of_found.overlap_volume_bound + of_wanted.overlap_volume_bound);
            EXPECT_LT(of_found.overlap_volume_bound, 2 * of_wanted.overlap_volume_bound + 0.05);
            const auto compared =
                need(imagespace::compare_with_rays(found, {pair.a.view()}, {pair.b.view()}, 1));
            EXPECT_GT(compared.pixels, 300U);
            EXPECT_LT(compared.rms_error, 20 * found.surface_error + 1e-6)
                << distance << ": held against rays at the bodies without the part";
        }
    }
}

TEST_P(FarAway, APartBehindTheWindowIsMeasuredLikeAnyOther) {
    const Mesh plate = scenes::box({-1, -1, 0}, {1, 1, 1});
    const Mesh block = scenes::box({-1, -1, 1.25}, {1, 1, 2});
    const Vec3d oblique{0.3, 0.1, -1};
    for (const double distance : far_away) {
        const Vec3d behind = oblique * (distance / length(oblique));
        const Pair more{block, with_part(plate, behind)};
        const ClearanceMap found = map(more, oblique);
        ASSERT_TRUE(found.statistics.smallest_gap);
        EXPECT_NEAR(*found.statistics.smallest_gap, 0.25 * length(oblique),
                    10 * found.surface_error + 1e-6)
            << distance;
        EXPECT_EQ(found.statistics.deepest_overlap, 0);
    }
}

/// From near to far: the near end of such a triangle is as fine as doubles make it.
TEST_P(FarAway, ATriangleThatReachesFarIsFoundWhereItIs) {
    for (const double distance : far_away) {
        Mesh spear = scenes::box({-0.1, -0.1, -1}, {0.1, 0.1, 1});
        for (Vec3d& position : spear.positions) {
            position.x += position.x > 0 ? distance : 0;
        }
        const Mesh cube = scenes::box({-0.5, -0.5, -0.5}, {0.5, 0.5, 0.5});
        const Pair pair{spear, cube};
        const Sampled found = ask(pair, Method::Cascade);
        EXPECT_TRUE(!found.settled || found.interference.verdict == Verdict::Crossing) << distance;
        const ClearanceMap measured = map(pair, Vec3d{0, 0, 1});
        EXPECT_NEAR(measured.statistics.deepest_overlap, 1, 10 * measured.surface_error + 1e-5);
        EXPECT_NEAR(measured.statistics.overlap_volume, 0.6 * 0.2,
                    measured.statistics.overlap_volume_bound);
        const Mesh beside = scenes::moved(cube, {0.5, 0.75, 0});
        const Sampled apart = ask({spear, beside}, Method::Cascade);
        EXPECT_TRUE(!apart.settled || apart.interference.verdict == Verdict::Apart) << distance;
    }
}

TEST_P(FarAway, EdgeRaysDoNotSayWhatFloatsCannotTell) {
    int unsettled = 0;
    for (const Pair& pair : pairs()) {
        const bool overlap = rays(pair).interference;
        for (const double distance : far_away) {
            const Pair more{with_part(pair.a, along(2, distance)), pair.b};
            const imagespace::EdgeRays found = rays(more);
            if (found.pairs.empty()) {
                EXPECT_FALSE(overlap) << "boxes prove it";
                continue;
            }
            EXPECT_GT(found.surface_error, 0);
            const auto& only = found.pairs.front();
            const bool said = only.interference.verdict != Verdict::Apart;
            // Pixels grow with the body: what is not found may have fallen between them.
            EXPECT_TRUE(!only.settled || said == overlap || found.pixel_size > 0.1)
                << distance << " " << found.pixel_size;
            EXPECT_TRUE(!said || overlap);
            EXPECT_TRUE(only.settled || distance >= 1e6);
            EXPECT_FALSE(overlap && only.settled && !said && distance >= 1e6) << distance;
            unsettled += only.settled ? 0 : 1;
            const std::array bodies{Body{more.a.view()}, Body{more.b.view()}};
            const auto refined = need(imagespace::edge_rays(
                device(), bodies,
                {.resolution = 64, .refinement = imagespace::EdgeRayRefinement::Undecided}));
            EXPECT_EQ(refined.interference, overlap) << distance;
            EXPECT_TRUE(refined.pairs.front().settled);
        }
    }
    EXPECT_GT(unsettled, 5);
}

TEST_P(FarAway, ASessionAnswersAsTheSingleQuestionDoes) {
    const Pair pair = pairs().front();
    const Pair more{with_part(pair.a, along(2, 1e9)), pair.b};
    auto session = need(imagespace::DepthSession::create(device(), {more.a.view()}, {more.b.view()},
                                                         {.resolution = 64}));
    auto maps =
        need(imagespace::ClearanceSession::create(device(), {pair.b.view()}, {more.a.view()},
                                                  {.direction = Vec3d{0, 0, 1}, .resolution = 64}));
    int crossing = 0;
    for (int i = 0; i < 8; ++i) {
        const Rigid pose = translation({0, 0, 0.2 - 0.1 * i});
        const auto exact = collide({pair.a.view()}, {pair.b.view(), pose});
        const Sampled found = need(session.query({}, pose));
        EXPECT_EQ(found.interference.verdict == Verdict::Apart, exact->verdict == Verdict::Apart)
            << i;
        const ClearanceMap map = need(maps.map(pose, {}));
        EXPECT_TRUE(map.by_rays);
        EXPECT_EQ(map.statistics.deepest_overlap > 0, exact->verdict != Verdict::Apart) << i;
        crossing += exact->verdict != Verdict::Apart ? 1 : 0;
    }
    EXPECT_GT(crossing, 1);
    EXPECT_LT(crossing, 8);
}

TEST_P(FarAway, ConfirmationAndSpikesAskTheExactEngine) {
    const Pair pair = pairs().front();
    const Pair more{with_part(pair.a, along(1, 1e9)), pair.b};
    const auto found =
        need(sampled_collide(device(), {more.a.view()}, {more.b.view()},
                             {.resolution = 64, .confirmation = imagespace::Confirmation::Exact}));
    EXPECT_EQ(found.interference.certainty, Certainty::Exact);
    EXPECT_EQ(found.interference.verdict, Verdict::Crossing);
}

IMPINGE_ON_EVERY_DEVICE(FarAway);

} // namespace
} // namespace impinge::tests
