// SPDX-License-Identifier: Apache-2.0
//
// Who penetrates whom: whole queries whose answers can be read off the numbers.
#include "base/random.hpp"
#include "impinge/edge_rays.hpp"
#include "scenes/assembly.hpp"
#include "scenes/boxes.hpp"
#include "scenes/bumpy_sphere.hpp"
#include "scenes/crowd.hpp"
#include "tests/raster/devices.hpp"

#include <algorithm>
#include <limits>

namespace impinge::tests {
namespace {

using namespace imagespace;
using Indices = std::vector<std::uint32_t>;

constexpr EdgeRayAlgorithm all_algorithms[] = {
    EdgeRayAlgorithm::Detect, EdgeRayAlgorithm::IdentifyPenetrating,
    EdgeRayAlgorithm::IdentifyWithoutStencil, EdgeRayAlgorithm::IdentifyBoth,
    EdgeRayAlgorithm::IdentifyByQueries};

EdgeRayOptions small() {
    EdgeRayOptions options;
    options.resolution = 64;
    return options;
}

EdgeRayOptions with(EdgeRayAlgorithm algorithm) {
    EdgeRayOptions options = small();
    options.algorithm = algorithm;
    return options;
}

Verdict verdict(const EdgeRays& rays, std::uint32_t a, std::uint32_t b) {
    for (const EdgeRayPair& pair : rays.pairs) {
        if (pair.a == a && pair.b == b) {
            return pair.interference.verdict;
        }
    }
    ADD_FAILURE() << a << " and " << b << " are no pair";
    return Verdict::Apart;
}

Box3 grown(const Box3& box, double by) {
    const Vec3d margin{by, by, by};
    return {box.min - margin, box.max + margin};
}

double distance_to_segment(Vec3d p, Vec3d a, Vec3d b) {
    const Vec3d along = b - a;
    const double t = std::clamp(dot(p - a, along) / squared_length(along), 0.0, 1.0);
    return length(p - (a + along * t));
}

class EdgeRaysQuery : public EveryDevice {
  protected:
    [[nodiscard]] EdgeRays ask(const std::vector<Body>& bodies,
                               const EdgeRayOptions& options = small(),
                               const Context& context = {}) const {
        return need(edge_rays(device(), bodies, options, context));
    }
    [[nodiscard]] std::string refusal(const EdgeRayOptions& options) const {
        const auto answer = edge_rays(device(), crossing(), options);
        EXPECT_FALSE(answer.has_value());
        return answer ? std::string() : answer.error().message;
    }
    [[nodiscard]] std::vector<Body> crossing() const { return {{block.view()}, {bar.view()}}; }

    Mesh block = scenes::box({0, 0, 0}, {2, 2, 2});
    /// Through it along z, away from the diagonals of its faces.
    Mesh bar = scenes::box({1.375, 0.125, -1}, {1.5, 0.375, 3});
    Mesh kernel = scenes::box({0.5, 0.5, 0.5}, {1.5, 1.5, 1.5});
    Mesh hollow = scenes::joined( // with room for the kernel
        {block, scenes::turned_over(scenes::box({0.25, 0.25, 0.25}, {1.75, 1.75, 1.75}))});
};

TEST_P(EdgeRaysQuery, FindsABarThroughABlock) {
    const EdgeRays rays = ask(crossing());
    EXPECT_TRUE(rays.interference);
    EXPECT_FALSE(rays.partial);
    ASSERT_EQ(rays.pairs.size(), 1U);
    const EdgeRayPair& pair = rays.pairs[0];
    EXPECT_EQ(pair.interference.verdict, Verdict::Crossing);
    EXPECT_EQ(pair.interference.certainty, Certainty::Sampled);
    EXPECT_EQ(pair.interference.pixel_size, rays.pixel_size);
    EXPECT_GT(rays.pixel_size, 0.25 / 64);
    EXPECT_LT(rays.pixel_size, 0.5 / 64);
    EXPECT_EQ(pair.decided_by, EdgeRayDecidedBy::Rays);
    EXPECT_TRUE(pair.settled);
    EXPECT_EQ(pair.points_of_a, 0U);
    EXPECT_EQ(pair.points_of_b, rays.points.size());
    EXPECT_EQ(rays.penetrating_bodies, Indices{1});
    EXPECT_EQ(rays.penetrated_bodies, Indices{0});
    EXPECT_TRUE(rays.unsound.empty());
    EXPECT_EQ(rays.edge_offset, 0);
    EXPECT_EQ(rays.work.windows, 1U);
}

TEST_P(EdgeRaysQuery, PutsPointsWhereTheEdgesAreInsideTheBody) {
    const EdgeRays rays = ask(crossing());
    ASSERT_GT(rays.points.size(), 100U);
    const auto edges = need(raster::unique_edges(bar.view()));
    for (const EdgePoint& point : rays.points) {
        EXPECT_EQ(point.body, 1U);
        EXPECT_EQ(point.corners, edges[point.edge]);
        EXPECT_TRUE(std::ranges::equal(rays.penetrated_by(point), Indices{0}));
        EXPECT_TRUE(contains(grown({{0, 0, 0}, {2, 2, 2}}, 1e-5), point.position));
        EXPECT_LT(distance_to_segment(point.position, bar.positions[point.corners[0]],
                                      bar.positions[point.corners[1]]),
                  rays.pixel_size);
        const Vec3d in_window = to_window(rays.views[point.view], point.position);
        EXPECT_NEAR(in_window.x, point.x + 0.5, 1e-6);
        EXPECT_NEAR(in_window.y, point.y + 0.5, 1e-6);
    }
    const auto order = [](const EdgePoint& p) { return std::tuple(p.view, p.layer, p.y, p.x); };
    EXPECT_TRUE(std::ranges::is_sorted(rays.points, {}, order));
}

TEST_P(EdgeRaysQuery, LeavesAloneBodiesWhoseBoxesAreApart) {
    const EdgeRays rays = ask({{block.view()}, {bar.view(), translation({3, 0, 0})}});
    EXPECT_FALSE(rays.interference);
    EXPECT_TRUE(rays.pairs.empty());
    EXPECT_EQ(rays.work.windows, 0U);
    EXPECT_EQ(rays.work.draws, 0U);
}

TEST_P(EdgeRaysQuery, TellsRodsApartThatPassEachOther) {
    const Mesh rod = scenes::box({-4, -0.25, -0.25}, {4, 0.25, 0.25});
    Rigid rising = rotation_degrees({0, 1, 0}, 45);
    Rigid falling = rotation_degrees({0, 1, 0}, -45);
    falling.translation = {0, 0.75, 0};
    EXPECT_TRUE(ask({{rod.view(), rising}, {rod.view(), falling}}).pairs.empty());
    rising = compose(rotation_degrees({1, 0, 0}, 30), rising);
    falling = compose(rotation_degrees({1, 0, 0}, 30), falling);
    const EdgeRays rays = ask({{rod.view(), rising}, {rod.view(), falling}});
    ASSERT_EQ(rays.pairs.size(), 1U);
    EXPECT_EQ(rays.pairs[0].interference.verdict, Verdict::Apart);
    EXPECT_EQ(rays.pairs[0].interference.certainty, Certainty::Sampled);
    EXPECT_TRUE(rays.pairs[0].settled);
    EXPECT_FALSE(rays.interference);
    EXPECT_GT(rays.work.edge_points, 0U);
}

TEST_P(EdgeRaysQuery, FindsABodyWithinAnother) {
    const EdgeRays rays = ask({{kernel.view()}, {block.view()}});
    EXPECT_EQ(verdict(rays, 0, 1), Verdict::Crossing);
    EXPECT_EQ(rays.penetrating_bodies, Indices{0});
    EXPECT_EQ(rays.penetrated_bodies, Indices{1});
    EXPECT_EQ(verdict(ask({{kernel.view()}, {hollow.view()}}), 0, 1), Verdict::Apart);
}

TEST_P(EdgeRaysQuery, NamesAllBodiesAPointLiesIn) {
    std::vector<Mesh> meshes;
    for (int i = 0; i < 6; ++i) {
        const double r = 1 + 0.25 * i;
        meshes.push_back(scenes::box({-r, -r, -r}, {r, r, r}));
    }
    std::vector<Body> bodies;
    for (const Mesh& mesh : meshes) {
        bodies.push_back({mesh.view()});
    }
    const EdgeRays rays = ask(bodies);
    EXPECT_EQ(rays.pairs.size(), 15U);
    for (const EdgeRayPair& pair : rays.pairs) {
        EXPECT_EQ(pair.interference.verdict, Verdict::Crossing) << pair.a << " " << pair.b;
        EXPECT_GT(pair.points_of_a, 0U);
        EXPECT_EQ(pair.points_of_b, 0U);
    }
    for (const EdgePoint& point : rays.points) {
        Indices outer;
        for (std::uint32_t i = point.body + 1; i < 6; ++i) {
            outer.push_back(i);
        }
        EXPECT_TRUE(std::ranges::equal(rays.penetrated_by(point), outer));
    }
    EXPECT_EQ(rays.penetrating_bodies, (Indices{0, 1, 2, 3, 4}));
    EXPECT_EQ(rays.penetrated_bodies, (Indices{1, 2, 3, 4, 5}));
    EXPECT_GE(rays.work.rounds, 5U);
}

TEST_P(EdgeRaysQuery, NamesThePairOfTwoBodiesByEveryAlgorithm) {
    for (const EdgeRayAlgorithm algorithm : all_algorithms) {
        const auto number = static_cast<int>(algorithm);
        const EdgeRays found = ask(crossing(), with(algorithm));
        EXPECT_TRUE(found.interference) << number;
        EXPECT_EQ(verdict(found, 0, 1), Verdict::Crossing) << number;
        const EdgeRays apart = ask({{kernel.view()}, {hollow.view()}}, with(algorithm));
        EXPECT_FALSE(apart.interference) << number;
        EXPECT_EQ(verdict(apart, 0, 1), Verdict::Apart) << number;
        EXPECT_TRUE(apart.pairs[0].settled) << number;
        if (algorithm != EdgeRayAlgorithm::Detect) {
            EXPECT_EQ(found.penetrating_bodies, Indices{1}) << number;
        }
    }
}

TEST_P(EdgeRaysQuery, SaysWhatAnAlgorithmCannotTell) {
    const Mesh beside = scenes::box({1.9, -3, -3}, {4, 0.5, 0.4}); // in the block
    const std::vector<Body> bodies{{block.view()}, {bar.view()}, {beside.view()}};
    const EdgeRays both = ask(bodies);
    ASSERT_EQ(both.pairs.size(), 2U);
    EXPECT_EQ(verdict(both, 0, 1), Verdict::Crossing);
    EXPECT_EQ(verdict(both, 0, 2), Verdict::Crossing);
    for (const EdgeRayAlgorithm algorithm : all_algorithms) {
        if (algorithm == EdgeRayAlgorithm::IdentifyBoth) {
            continue;
        }
        const EdgeRays rays = ask(bodies, with(algorithm));
        EXPECT_TRUE(rays.interference);
        for (const EdgeRayPair& pair : rays.pairs) {
            EXPECT_EQ(pair.interference.verdict, Verdict::Apart);
            EXPECT_FALSE(pair.settled);
        }
        EXPECT_TRUE(rays.penetrated.empty());
        if (algorithm != EdgeRayAlgorithm::Detect) {
            EXPECT_EQ(rays.penetrating_bodies, both.penetrating_bodies);
        }
        if (algorithm == EdgeRayAlgorithm::IdentifyByQueries) {
            EXPECT_EQ(rays.penetrated_bodies, both.penetrated_bodies);
        }
    }
}

TEST_P(EdgeRaysQuery, AsksTheExactEngineAboutWhatItFound) {
    EdgeRayOptions options = small();
    options.confirmation = Confirmation::Exact;
    const EdgeRays rays = ask({{kernel.view()}, {block.view()}, {bar.view()}}, options);
    EXPECT_EQ(verdict(rays, 0, 1), Verdict::AInsideB);
    EXPECT_EQ(verdict(rays, 1, 2), Verdict::Crossing);
    for (const EdgeRayPair& pair : rays.pairs) {
        EXPECT_EQ(pair.decided_by, EdgeRayDecidedBy::Exact);
        EXPECT_EQ(pair.interference.certainty, Certainty::Exact);
    }
    EXPECT_EQ(rays.work.asked_exact, 2U);
    EXPECT_TRUE(rays.interference);
    EXPECT_FALSE(rays.points.empty());
}

TEST_P(EdgeRaysQuery, SaysWhereEdgesPassThroughASurface) {
    EdgeRayOptions options = small();
    options.localisation = Localisation::Crossings;
    const EdgeRays rays = ask(crossing(), options);
    std::vector<Vec3d> corners;
    for (const EdgeCrossing& crossing : rays.crossings) {
        EXPECT_EQ(crossing.body, 1U);
        EXPECT_EQ(crossing.penetrated, 0U);
        EXPECT_EQ(crossing.normal, (Vec3d{0, 0, crossing.position.z > 1 ? 1.0 : -1.0}));
        corners.push_back(crossing.position);
    }
    for (const double z : {0.0, 2.0}) {
        for (const double x : {1.375, 1.5}) {
            for (const double y : {0.125, 0.375}) {
                EXPECT_EQ(std::ranges::count(corners, Vec3d{x, y, z}), 1) << x << " " << y;
            }
        }
    }
}

TEST_P(EdgeRaysQuery, TakesABodyInsideOutAsItWasMeant) {
    const Mesh turned = scenes::turned_over(block);
    const Rigid mirror{.row_x = {-1, 0, 0}, .translation = {2, 0, 0}};
    for (const Rigid& pose : {Rigid{}, mirror}) {
        const EdgeRays rays = ask({{turned.view(), pose}, {bar.view()}});
        EXPECT_EQ(verdict(rays, 0, 1), Verdict::Crossing);
        EXPECT_EQ(rays.penetrated_bodies, Indices{0});
        ASSERT_EQ(rays.unsound.size(), 1U);
        EXPECT_EQ(rays.unsound[0].body, 0U);
        EXPECT_EQ(rays.unsound[0].fault, UnsoundBody::Fault::InsideOut);
    }
    const EdgeRays mirrored = ask({{block.view(), mirror}, {bar.view()}});
    EXPECT_EQ(verdict(mirrored, 0, 1), Verdict::Crossing);
    EXPECT_TRUE(mirrored.unsound.empty());
}

TEST_P(EdgeRaysQuery, NamesABodyWithAPartThatLooksTheWrongWay) {
    const Mesh odd = scenes::joined({scenes::moved(block, {4, 0, 0}), scenes::turned_over(block)});
    const EdgeRays rays = ask({{odd.view()}, {bar.view()}});
    ASSERT_EQ(rays.unsound.size(), 1U);
    EXPECT_EQ(rays.unsound[0].body, 0U);
    EXPECT_EQ(rays.unsound[0].fault, UnsoundBody::Fault::Negative);
    EXPECT_GT(rays.unsound[0].rays, 0U);
    EXPECT_FALSE(rays.interference);
    EXPECT_FALSE(rays.pairs.at(0).settled);
}

TEST_P(EdgeRaysQuery, SaysNothingLiesInAnOpenBody) {
    Mesh open = block;
    open.triangles.pop_back();
    const EdgeRays rays = ask({{open.view()}, {bar.view()}});
    EXPECT_FALSE(rays.interference);
    ASSERT_EQ(rays.unsound.size(), 1U);
    EXPECT_EQ(rays.unsound[0].body, 0U);
    EXPECT_EQ(rays.unsound[0].fault, UnsoundBody::Fault::Open);
    EXPECT_GT(rays.unsound[0].rays, 0U);
    ASSERT_EQ(rays.pairs.size(), 1U);
    EXPECT_FALSE(rays.pairs[0].settled);
    EdgeRayOptions options = small();
    options.refinement = EdgeRayRefinement::Undecided;
    EXPECT_EQ(verdict(ask({{open.view()}, {bar.view()}}, options), 0, 1), Verdict::Crossing);
}

TEST_P(EdgeRaysQuery, BelievesTheDiagnosisThatComesWithABody) {
    const Diagnosis sound = need(diagnose(block.view()));
    std::vector<Body> bodies = crossing();
    const EdgeRays swept = ask(bodies);
    bodies[0].diagnosis = bodies[1].diagnosis = &sound;
    const EdgeRays believed = ask(bodies);
    EXPECT_EQ(believed.hash, swept.hash);
    EXPECT_EQ(believed.work.draws + 2, swept.work.draws);
}

TEST_P(EdgeRaysQuery, IgnoresHiddenPointsOnlyIfAskedTo) {
    EdgeRayOptions options = small();
    options.direction = Vec3d{0, 0, 1};
    const Mesh low = scenes::box({0.5, 0.5, 0.5}, {1.5, 1.5, 0.75});
    const Mesh high = scenes::box({0.25, 0.25, 1.5}, {1.75, 1.75, 1.75});
    const std::vector<Body> bodies{{block.view()}, {low.view()}, {high.view()}};
    const EdgeRays peeled = ask(bodies, options);
    options.hidden_points = HiddenPoints::Ignored;
    const EdgeRays nearest = ask(bodies, options);
    EXPECT_GT(peeled.points.size(), nearest.points.size());
    EXPECT_GT(peeled.work.hidden_points, 0U);
    EXPECT_EQ(nearest.work.hidden_points, 0U);
    EXPECT_TRUE(
        std::ranges::all_of(nearest.points, [](const EdgePoint& p) { return p.layer == 0; }));
}

TEST_P(EdgeRaysQuery, MovesEdgesOutwardIfTheOwnBodyCounts) {
    EdgeRayOptions options = small();
    options.own_body = OwnBody::OffsetEdges;
    const EdgeRays rays = ask(crossing(), options);
    EXPECT_EQ(verdict(rays, 0, 1), Verdict::Crossing);
    EXPECT_GT(rays.edge_offset, rays.pixel_size);
    EXPECT_LT(rays.edge_offset, 2 * rays.pixel_size);
    const Mesh aside = scenes::box({2.5, 0, 0}, {3, 2, 2});
    const Mesh round = scenes::joined({block, aside});
    const Mesh between = scenes::box({2.2, 0.5, 0.5}, {2.3, 1.5, 1.5});
    EXPECT_FALSE(ask({{round.view()}, {between.view()}}, options).interference);
    options.edge_offset = 0.125;
    EXPECT_EQ(ask(crossing(), options).edge_offset, 0.125);
}

TEST_P(EdgeRaysQuery, CallsNoFlushBodiesCrossingIfEdgesAreMovedInward) {
    EdgeRayOptions options = small();
    const Mesh on_top = scenes::box({0.5, 0.5, 2}, {1.5, 1.5, 3});
    options.edge_offset = -1.5 * ask({{block.view()}, {on_top.view()}}, options).pixel_size;
    EXPECT_EQ(verdict(ask({{block.view()}, {on_top.view()}}, options), 0, 1), Verdict::Apart);
    const Rigid sunk = translation({0, 0, -0.25});
    const EdgeRays rays = ask({{block.view()}, {on_top.view(), sunk}}, options);
    EXPECT_EQ(verdict(rays, 0, 1), Verdict::Crossing);
    EXPECT_EQ(rays.edge_offset, *options.edge_offset);
}

TEST_P(EdgeRaysQuery, TakesBodiesWithoutTrianglesAsTheEmptySet) {
    const Mesh nothing;
    EXPECT_TRUE(ask({}).pairs.empty());
    EXPECT_TRUE(ask({{nothing.view()}}).pairs.empty());
    EXPECT_TRUE(ask({{block.view()}}).pairs.empty());
    const EdgeRays rays = ask({{nothing.view()}, {block.view()}, {nothing.view()}, {bar.view()}});
    ASSERT_EQ(rays.pairs.size(), 1U);
    EXPECT_EQ(verdict(rays, 1, 3), Verdict::Crossing);
    EdgeRayOptions whole = small();
    whole.windows = Windows::WholeScene;
    EXPECT_TRUE(ask({{nothing.view()}}, whole).pairs.empty());
    const Mesh point{{{0, 0, 0}}, {{0, 0, 0}}};
    EXPECT_FALSE(ask({{point.view()}, {point.view()}}).interference);
}

TEST_P(EdgeRaysQuery, IsPartialWhenCancelled) {
    const Context cancelled;
    cancelled.cancel();
    EXPECT_TRUE(ask(crossing(), small(), cancelled).partial);

    Context later;
    later.set_progress([later](double) { later.cancel(); });
    std::vector<Body> bodies = crossing();
    for (const double x : {10.0, 20.0}) {
        bodies.push_back({block.view(), translation({x, 0, 0})});
        bodies.push_back({bar.view(), translation({x, 0, 0})});
    }
    const EdgeRays rays = ask(bodies, small(), later);
    EXPECT_TRUE(rays.partial);
    ASSERT_EQ(rays.pairs.size(), 3U);
    EXPECT_EQ(verdict(rays, 0, 1), Verdict::Crossing) << "seen before the query was cancelled";
    for (const EdgeRayPair& pair : rays.pairs) {
        EXPECT_TRUE(pair.interference.verdict == Verdict::Crossing || !pair.settled);
    }
}

TEST_P(EdgeRaysQuery, RefusesOptionsWithoutMeaning) {
    EdgeRayOptions options = small();
    options.resolution = 0;
    EXPECT_EQ(refusal(options), "resolution: 0 is not between 1 and 65536");
    options = small();
    for (const double precision : {0.0, -1.0, std::numeric_limits<double>::quiet_NaN(),
                                   std::numeric_limits<double>::infinity()}) {
        options.precision = precision;
        EXPECT_EQ(refusal(options), "precision: must be positive and finite");
    }
    options.precision = 1e-7;
    EXPECT_EQ(refusal(options), "precision: 1e-07 is finer than floats can show; at least 3.81e-06 "
                                "is possible here");
    options = small();
    options.direction = Vec3d{};
    EXPECT_EQ(refusal(options), "direction: must be finite and not zero");
    options.direction = Vec3d{0, std::numeric_limits<double>::quiet_NaN(), 1};
    EXPECT_EQ(refusal(options), "direction: must be finite and not zero");
    options = small();
    options.edge_offset = std::numeric_limits<double>::infinity();
    EXPECT_EQ(refusal(options), "edge offset: must be finite");
    options = with(EdgeRayAlgorithm::Detect);
    options.localisation = Localisation::Crossings;
    EXPECT_EQ(refusal(options),
              "localisation: only algorithm 4 names the bodies that edges pass into");
}

TEST_P(EdgeRaysQuery, RefusesBodiesByTheirNumber) {
    Mesh broken = bar;
    broken.triangles[2][1] = 99;
    const auto refused = [&](const Body& second) {
        const auto answer = edge_rays(device(), std::vector<Body>{{block.view()}, second});
        EXPECT_FALSE(answer.has_value());
        return answer ? std::string() : answer.error().message;
    };
    EXPECT_EQ(refused({broken.view()}).rfind("body 1: ", 0), 0U);
    EXPECT_EQ(refused({bar.view(), {.scale = -1}}).rfind("body 1: ", 0), 0U);
    broken = bar;
    broken.positions[0].x = std::numeric_limits<double>::infinity();
    EXPECT_EQ(refused({broken.view()}), "body 1: vertex 0 is not finite");
}

IMPINGE_ON_EVERY_DEVICE(EdgeRaysQuery);

/// Three solids of one shape, a turned-over one that nobody diagnosed, and an open one.
class EdgeRaysSession : public EveryDevice {
  protected:
    EdgeRaysSession() { open.triangles.pop_back(); }

    [[nodiscard]] EdgeRaySession session(const EdgeRayOptions& options) const {
        return need(EdgeRaySession::create(device(), bodies_at(std::vector<Rigid>(5)), options));
    }
    [[nodiscard]] std::vector<Body> bodies_at(const std::vector<Rigid>& poses) const {
        return {{ball.view(), poses[0], &diagnosis},
                {ball.view(), poses[1], &diagnosis},
                {ball.view(), poses[2], &diagnosis},
                {inverted.view(), poses[3]},
                {open.view(), poses[4]}};
    }
    static std::vector<Rigid> frame(Random& random) {
        std::vector<Rigid> poses;
        while (poses.size() < 5) {
            Rigid pose = rotation(random.in_box({0.1, 0.1, 0.1}, {1, 1, 1}), random.uniform(0, 6));
            pose.translation = random.in_box({-1.5, -1.5, -1.5}, {1.5, 1.5, 1.5});
            pose.scale = random.uniform(0.5, 1.2);
            poses.push_back(pose);
        }
        return poses;
    }
    [[nodiscard]] static std::string refusal(EdgeRaySession& session,
                                             const std::vector<Rigid>& poses) {
        const auto answer = session.query(poses);
        EXPECT_FALSE(answer.has_value());
        return answer ? std::string() : answer.error().message;
    }

    Mesh ball = scenes::bumpy_sphere({.triangles = 300});
    Diagnosis diagnosis = need(diagnose(ball.view()));
    Mesh inverted = scenes::turned_over(scenes::box({-1, -0.5, -0.5}, {1, 0.5, 0.5}));
    Mesh open = scenes::box({-0.5, -0.5, -1}, {0.5, 0.5, 1});
};

TEST_P(EdgeRaysSession, AnswersAsFreshQueriesDo) {
    for (const EdgeRayAlgorithm algorithm : all_algorithms) {
        EdgeRayOptions options = with(algorithm);
        options.resolution = 40;
        if (algorithm == EdgeRayAlgorithm::IdentifyBoth) {
            options.refinement = EdgeRayRefinement::Undecided;
            options.localisation = Localisation::Crossings;
        }
        EdgeRaySession asked = session(options);
        Random random(4);
        std::size_t pairs = 0;
        for (int i = 0; i < 20; ++i) {
            const std::vector<Rigid> poses = frame(random);
            const EdgeRays kept = need(asked.query(poses));
            const EdgeRays fresh = need(edge_rays(device(), bodies_at(poses), options));
            EXPECT_EQ(kept.hash, fresh.hash) << i;
            EXPECT_EQ(kept.points, fresh.points) << i;
            EXPECT_EQ(kept.work.draws, fresh.work.draws) << i;
            pairs += kept.pairs.size();
        }
        EXPECT_GT(pairs, 20U);
    }
}

/// Bodies 0 and 1 share a mesh at first. Each frame one body is stretched, or gets other triangles.
TEST_P(EdgeRaysSession, AnswersAsFreshQueriesDoWhileBodiesDeform) {
    for (const EdgeRayAlgorithm algorithm :
         {EdgeRayAlgorithm::IdentifyBoth, EdgeRayAlgorithm::IdentifyByQueries}) {
        EdgeRayOptions options = with(algorithm);
        options.resolution = 40;
        if (algorithm == EdgeRayAlgorithm::IdentifyBoth) {
            options.refinement = EdgeRayRefinement::Undecided;
            options.localisation = Localisation::Crossings;
        }
        EdgeRaySession asked = session(options);
        std::vector<Body> bodies = bodies_at(std::vector<Rigid>(5));
        std::array<Mesh, 5> own{ball, ball, ball, inverted, open};
        Random random(14);
        std::size_t pairs = 0;
        for (std::size_t i = 0; i < 20; ++i) {
            const std::size_t which = i % 5;
            Mesh mine = own.at(which); // the session looks at the old one until it is replaced
            const bool other_triangles = i % 3 == 2;
            if (other_triangles) {
                mine = scenes::bumpy_sphere({.triangles = 100 + 20 * i, .seed = i});
            } else {
                for (Vec3d& p : mine.positions) {
                    p = {p.x * random.uniform(0.9, 1.1), p.y, p.z * 1.05};
                }
            }
            bodies[which] = {mine.view()};
            need(other_triangles ? asked.update_mesh(which, bodies[which])
                                 : asked.update_positions(which, bodies[which]));
            std::swap(own.at(which), mine);
            const std::vector<Rigid> poses = frame(random);
            for (std::size_t k = 0; k < 5; ++k) {
                bodies[k].pose = poses[k];
            }
            const EdgeRays kept = need(asked.query(poses));
            const EdgeRays fresh = need(edge_rays(device(), bodies, options));
            EXPECT_EQ(kept.hash, fresh.hash) << i;
            EXPECT_EQ(kept.points, fresh.points) << i;
            EXPECT_EQ(kept.crossings, fresh.crossings) << i;
            pairs += kept.pairs.size();
        }
        EXPECT_GT(pairs, 20U);
    }
}

/// Vertices that come to lie on each other count as one: edges have other numbers then.
TEST_P(EdgeRaysSession, EdgesAreThoseOfThePositions) {
    const Mesh apart = scenes::joined(
        {scenes::box({-1, -1, -1}, {0, 1, 1}), scenes::box({0.25, -1, -1}, {1, 1, 1})});
    Mesh touching = apart;
    for (Vec3d& p : touching.positions) {
        p.x = p.x == 0.25 ? 0 : p.x;
    }
    const Mesh bar = scenes::box({-0.3, -0.3, -3}, {0.3, 0.3, 3});
    std::vector<Body> bodies{{apart.view()}, {bar.view()}};
    EdgeRaySession asked = need(EdgeRaySession::create(device(), bodies, small()));
    const std::vector<Rigid> poses{{}, translation({0.2, 0.1, 0})};
    bodies[1].pose = poses[1];
    std::vector<std::size_t> points;
    for (const Mesh* mesh :
         std::initializer_list<const Mesh*>{&apart, &apart, &touching, &touching, &apart}) {
        bodies[0] = {mesh->view()};
        need(asked.update_positions(0, bodies[0]));
        const EdgeRays kept = need(asked.query(poses));
        const EdgeRays fresh = need(edge_rays(device(), bodies, small()));
        EXPECT_EQ(kept.hash, fresh.hash);
        EXPECT_EQ(kept.points, fresh.points);
        points.push_back(fresh.points.size());
    }
    EXPECT_NE(points[1], points[2]);
}

TEST_P(EdgeRaysSession, ARefusedBodyChangesNothing) {
    Random random(3);
    const std::vector<Rigid> poses = frame(random);
    EdgeRaySession asked = session(small());
    const std::uint64_t hash = need(asked.query(poses)).hash;
    Mesh broken = ball;
    broken.positions[7].x = std::numeric_limits<double>::infinity();
    EXPECT_EQ(asked.update_positions(1, {broken.view()}).error().message,
              "body 1: vertex 7 is not finite");
    EXPECT_FALSE(asked.update_mesh(1, {broken.view()}));
    EXPECT_EQ(asked.update_positions(1, {open.view()}).error().message,
              "body 1: new positions need the vertices and triangles they replace");
    EXPECT_FALSE(asked.update_mesh(5, {ball.view()}));
    EXPECT_EQ(need(asked.query(poses)).hash, hash);
}

TEST_P(EdgeRaysSession, CanBeMoved) {
    Random random(9);
    const std::vector<Rigid> poses = frame(random);
    EdgeRaySession first = session(small());
    const std::uint64_t hash = need(first.query(poses)).hash;
    EdgeRaySession second = std::move(first);
    EXPECT_EQ(need(second.query(poses)).hash, hash);
    first = session(with(EdgeRayAlgorithm::Detect));
    EXPECT_NE(need(first.query(poses)).hash, hash);
    first = std::move(second);
    EXPECT_EQ(need(first.query(poses)).hash, hash);
}

TEST_P(EdgeRaysSession, RefusesPosesAndGoesOn) {
    Random random(2);
    const std::vector<Rigid> good = frame(random);
    EdgeRaySession asked = session(small());
    const std::uint64_t hash = need(asked.query(good)).hash;
    std::vector<Rigid> poses = good;
    poses.pop_back();
    EXPECT_EQ(refusal(asked, poses), "poses: there are 4 for 5 bodies");
    poses.resize(6);
    EXPECT_EQ(refusal(asked, poses), "poses: there are 6 for 5 bodies");
    poses = good;
    poses[3].translation.y = std::numeric_limits<double>::quiet_NaN();
    EXPECT_EQ(refusal(asked, poses), "body 3: pose: a number is not finite");
    poses = good;
    poses[1].scale = 0;
    EXPECT_EQ(refusal(asked, poses), "body 1: pose: the scale must be positive");
    EXPECT_EQ(need(asked.query(good)).hash, hash);
}

TEST_P(EdgeRaysSession, RefusesBodiesAndOptionsWhenItIsMade) {
    const auto refused = [&](const Mesh& second, const EdgeRayOptions& options) {
        const std::vector<Body> bodies{{ball.view()}, {second.view(), translation({9, 0, 0})}};
        const auto made = EdgeRaySession::create(device(), bodies, options);
        EXPECT_FALSE(made.has_value());
        return made ? std::string() : made.error().message;
    };
    Mesh broken = ball;
    broken.positions[0].x = std::numeric_limits<double>::infinity();
    EXPECT_EQ(refused(broken, {}), "body 1: vertex 0 is not finite");
    broken = ball;
    broken.triangles[2][1] = 9999;
    EXPECT_EQ(refused(broken, {}).rfind("body 1: ", 0), 0U);
    EdgeRayOptions options = small();
    options.edge_offset = std::numeric_limits<double>::infinity();
    EXPECT_EQ(refused(ball, options), "edge offset: must be finite");
}

TEST_P(EdgeRaysSession, TakesBodiesWithoutTriangles) {
    const Mesh nothing;
    const std::vector<Body> bodies{{nothing.view()}, {ball.view()}, {ball.view()}};
    auto asked = need(EdgeRaySession::create(device(), bodies, small()));
    const std::vector<Rigid> poses{{}, {}, translation({0.5, 0, 0})};
    EXPECT_EQ(need(asked.query(poses)).pairs.size(), 1U);
    asked = need(EdgeRaySession::create(device(), {}, small()));
    EXPECT_TRUE(need(asked.query({})).pairs.empty());
}

IMPINGE_ON_EVERY_DEVICE(EdgeRaysSession);

TEST(EdgeRaysHash, DoesNotDependOnTheNumberOfThreads) {
    const auto crowd = scenes::crowd({.bodies = 40, .triangles = 4000, .seed = 7});
    std::vector<Body> bodies;
    for (const auto& body : crowd) {
        bodies.push_back({body.mesh.view()});
    }
    EdgeRayOptions options;
    options.resolution = 128;
    options.refinement = EdgeRayRefinement::Undecided;
    options.localisation = Localisation::Crossings;
    std::vector<EdgeRays> answers;
    for (const unsigned threads : {1U, 2U, 8U}) {
        auto device = need(raster::make_device(raster::DeviceKind::Software, {}, Context(threads)));
        answers.push_back(need(edge_rays(*device, bodies, options, Context(threads))));
    }
    EXPECT_GT(answers[0].points.size(), 100U);
    for (const EdgeRays& answer : answers) {
        EXPECT_EQ(answer.hash, answers[0].hash);
        EXPECT_EQ(answer.points, answers[0].points);
        EXPECT_EQ(answer.crossings, answers[0].crossings);
    }
    bodies[answers[0].penetrating_bodies[0]].pose.translation = {0.125, 0, 0};
    auto device = need(raster::make_device(raster::DeviceKind::Software));
    EXPECT_NE(need(edge_rays(*device, bodies, options)).hash, answers[0].hash);
}

} // namespace
} // namespace impinge::tests
