// SPDX-License-Identifier: Apache-2.0
//
// Edge rays on every device against exact rays at the same pixels, on more than 3,000 seeded scenes
// of 2 to 300 bodies: every edge point with the bodies it lies in, pairs, layers and counts.
#include "tests/edge_rays/edge_judgement.hpp"
#include "tests/raster/devices.hpp"
#include "tests/support/scale.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <iostream>
#include <set>
#include <vector>

namespace impinge::tests {
namespace {

using imagespace::EdgeRayAlgorithm;
using imagespace::EdgeRayOptions;
using imagespace::EdgeRays;
using imagespace::Windows;

/// What came up in the scenes of a class.
struct Tally {
    std::size_t scenes = 0;
    std::size_t unseen = 0; ///< no boxes overlap
    std::size_t interfering = 0;
    std::size_t apart = 0;
    std::size_t hidden = 0;  ///< scenes with points in bodies behind other edge points
    std::size_t several = 0; ///< scenes with points in several bodies
    std::size_t points = 0;  ///< in bodies
    std::size_t most = 0;    ///< bodies a point lies in
    std::size_t most_layers = 0;
    std::size_t pixels = 0;  ///< that show an edge
    std::size_t fragile = 0; ///< of these
};

std::ostream& operator<<(std::ostream& out, const Tally& tally) {
    return out << tally.scenes << " scenes, " << tally.unseen << " unseen, " << tally.interfering
               << " interfering, " << tally.apart << " apart, " << tally.hidden
               << " with hidden points, " << tally.several
               << " with points in several bodies (up to " << tally.most << "); " << tally.points
               << " points in bodies, up to " << tally.most_layers << " layers; " << tally.pixels
               << " pixels with edges, " << tally.fragile << " fragile";
}

void count(Tally& tally, const SceneSight& sight, const EdgeRays& answer) {
    ++(answer.interference ? tally.interfering : tally.apart);
    bool hidden = false;
    bool several = false;
    for (const imagespace::EdgePoint& p : answer.points) {
        const std::size_t bodies = answer.penetrated_by(p).size();
        hidden = hidden || p.layer > 0;
        several = several || bodies > 1;
        tally.most = std::max(tally.most, bodies);
    }
    tally.points += answer.points.size();
    tally.hidden += hidden ? 1 : 0;
    tally.several += several ? 1 : 0;
    for (const EdgeOracle& window : sight.windows()) {
        for (const EdgeSight& pixel : window.sights()) {
            tally.pixels += pixel.points.empty() ? 0 : 1;
            tally.fragile += !pixel.points.empty() && pixel.fragile ? 1 : 0;
            tally.most_layers = std::max(tally.most_layers, pixel.points.size());
        }
    }
}

Box3 world_box(const PlacedMesh& placed, double grown) {
    Box3 box;
    for (const Vec3d& p : placed.mesh.positions) {
        const Vec3d world = apply(placed.pose, p);
        const Vec3d more{grown, grown, grown};
        box = extend(extend(box, world - more), world + more);
    }
    return box;
}

bool meet(const Box3& a, const Box3& b) {
    return a.min.x <= b.max.x && b.min.x <= a.max.x && a.min.y <= b.max.y && b.min.y <= a.max.y &&
           a.min.z <= b.max.z && b.min.z <= a.max.z;
}

/// Every two bodies whose boxes meet are listed, in order, and none whose boxes are farther apart
/// than floats may be off.
void expect_pairs_of_boxes(const EdgeScene& scene, const EdgeRays& answer) {
    std::set<std::pair<std::uint32_t, std::uint32_t>> listed;
    for (const imagespace::EdgeRayPair& pair : answer.pairs) {
        ASSERT_LT(pair.a, pair.b);
        ASSERT_TRUE(listed.empty() || *listed.rbegin() < std::pair(pair.a, pair.b));
        listed.insert({pair.a, pair.b});
    }
    std::vector<Box3> boxes;
    std::vector<Box3> grown;
    for (const PlacedMesh& placed : scene.bodies) {
        boxes.push_back(world_box(placed, 0));
        grown.push_back(world_box(placed, 1e-5));
    }
    for (std::uint32_t a = 0; a < boxes.size(); ++a) {
        for (std::uint32_t b = a + 1; b < boxes.size(); ++b) {
            const bool is_listed = listed.contains({a, b});
            ASSERT_TRUE(is_listed || !meet(boxes[a], boxes[b])) << a << ' ' << b;
            ASSERT_TRUE(!is_listed || meet(grown[a], grown[b])) << a << ' ' << b;
        }
    }
}

EdgeRayOptions options_for(const EdgeScene& scene, std::size_t i, int resolution) {
    EdgeRayOptions options;
    options.edge_offset = 0;
    options.resolution = resolution + static_cast<int>(i % 5) * 2;
    options.direction = scene.direction;
    options.windows = i % 3 == 0 ? Windows::WholeScene : Windows::Clusters;
    options.projection =
        i % 5 == 0 ? raster::Projection::Perspective : raster::Projection::Orthographic;
    return options;
}

class EdgeAgreement : public EveryDevice {
  protected:
    Tally hold(EdgeSceneClass scene_class, std::size_t scenes, int resolution) {
        Tally tally;
        for (std::size_t i = 0; i < share_of(scenes) && !HasFatalFailure(); ++i) {
            SCOPED_TRACE(testing::Message() << to_string(scene_class) << " scene " << i);
            const EdgeScene scene = edge_scene(scene_class, i);
            const EdgeRayOptions options = options_for(scene, i, resolution);
            ask(tally, scene, options);
            if (i % 10 == 1 && !HasFatalFailure()) {
                ask_all_algorithms(scene, options);
            }
        }
        std::cout << "  " << to_string(scene_class) << ": " << tally << '\n';
        EXPECT_LT(tally.fragile, tally.pixels * 4 / 10);
        if (is_full_run()) {
            EXPECT_LE(tally.unseen, tally.scenes * 4 / 10);
            EXPECT_GE(tally.hidden, tally.scenes * 3 / 10);
        }
        return tally;
    }

    /// A driver that draws on the processor needs many times as long for the small passes: it is
    /// asked about a third of the scenes, all of them with IMPINGE_TEST_SCALE=3.
    [[nodiscard]] std::size_t share_of(std::size_t scenes) const {
        if (is_software() || !device().info().on_processor) {
            return scaled(scenes);
        }
        return is_full_run() ? scaled((scenes + 2) / 3) : scenes / 100 + 1;
    }

    /// The thesis' fourth algorithm against the oracle.
    void ask(Tally& tally, const EdgeScene& scene, const EdgeRayOptions& options) {
        const EdgeRays answer = need(edge_rays(device(), bodies_of(scene), options));
        ++tally.scenes;
        tally.unseen += answer.pairs.empty() ? 1 : 0;
        expect_pairs_of_boxes(scene, answer);
        EXPECT_TRUE(answer.unsound.empty());
        EXPECT_FALSE(answer.partial);
        const SceneSight sight(scene, answer, options.windows);
        const Fragile fragile = is_software() ? Fragile::Judged : Fragile::PassedOver;
        ASSERT_EQ(EdgeJudgement(sight, answer, fragile).complaint(), "");
        count(tally, sight, answer);
    }

    /// The others look at the same rays and tell less; they cannot leave out bodies whose boxes are
    /// apart, as they do not know whom a point lies in.
    void ask_all_algorithms(const EdgeScene& scene, EdgeRayOptions options) {
        const auto ask_by = [&](EdgeRayAlgorithm algorithm) {
            options.algorithm = algorithm;
            return need(edge_rays(device(), bodies_of(scene), options));
        };
        const EdgeRays both = ask_by(EdgeRayAlgorithm::IdentifyBoth);
        const EdgeRays penetrating = ask_by(EdgeRayAlgorithm::IdentifyPenetrating);
        const EdgeRays without_stencil = ask_by(EdgeRayAlgorithm::IdentifyWithoutStencil);
        const EdgeRays by_queries = ask_by(EdgeRayAlgorithm::IdentifyByQueries);
        const SceneSight sight(scene, penetrating, options.windows);
        expect_points(sight, penetrating);
        EXPECT_EQ(without_stencil.points, penetrating.points);
        const bool found = !penetrating.points.empty();
        EXPECT_EQ(ask_by(EdgeRayAlgorithm::Detect).interference, found);
        for (const EdgeRays* answer : {&penetrating, &without_stencil, &by_queries}) {
            EXPECT_EQ(answer->interference, found);
            EXPECT_EQ(answer->views, both.views);
            EXPECT_EQ(answer->penetrating_bodies, penetrating.penetrating_bodies);
            EXPECT_TRUE(answer->penetrated.empty());
        }
        EXPECT_TRUE(by_queries.points.empty());
        expect_penetrated(sight, by_queries, both);
    }

  private:
    /// Points without the bodies they lie in.
    void expect_points(const SceneSight& sight, const EdgeRays& answer) const {
        std::vector<ExpectedPoint> expected = sight.points();
        std::vector<imagespace::EdgePoint> found = answer.points;
        if (!is_software()) {
            std::erase_if(expected, [&](const auto& p) { return sight.fragile(p); });
            std::erase_if(found, [&](const auto& p) { return sight.fragile(p); });
        }
        ASSERT_EQ(found.size(), expected.size());
        for (std::size_t i = 0; i < found.size(); ++i) {
            EXPECT_EQ(found[i].view, expected[i].view);
            EXPECT_EQ(found[i].layer, expected[i].layer);
            EXPECT_EQ(found[i].x, expected[i].x);
            EXPECT_EQ(found[i].y, expected[i].y);
            EXPECT_EQ(found[i].body, expected[i].point->body);
            EXPECT_EQ(found[i].edge, expected[i].point->edge);
        }
        std::set<std::uint32_t> bodies;
        for (const imagespace::EdgePoint& p : answer.points) {
            bodies.insert(p.body);
        }
        EXPECT_TRUE(std::equal(bodies.begin(), bodies.end(), answer.penetrating_bodies.begin(),
                               answer.penetrating_bodies.end()));
    }

    void expect_penetrated(const SceneSight& sight, const EdgeRays& by_queries,
                           const EdgeRays& both) const {
        EXPECT_TRUE(std::includes(by_queries.penetrated_bodies.begin(),
                                  by_queries.penetrated_bodies.end(),
                                  both.penetrated_bodies.begin(), both.penetrated_bodies.end()));
        if (is_software()) {
            std::set<std::uint32_t> bodies;
            for (const ExpectedPoint& p : sight.points()) {
                bodies.insert(p.point->penetrated.begin(), p.point->penetrated.end());
            }
            EXPECT_TRUE(std::equal(bodies.begin(), bodies.end(),
                                   by_queries.penetrated_bodies.begin(),
                                   by_queries.penetrated_bodies.end()));
        }
    }
};
IMPINGE_ON_EVERY_DEVICE(EdgeAgreement);

/// Whether each outcome comes up in at least so many of a hundred scenes.
void expect_shares(const Tally& tally, std::size_t interfering, std::size_t apart,
                   std::size_t several) {
    if (is_full_run()) {
        EXPECT_GE(tally.interfering * 100, tally.scenes * interfering);
        EXPECT_GE(tally.apart * 100, tally.scenes * apart);
        EXPECT_GE(tally.several * 100, tally.scenes * several);
    }
}

TEST_P(EdgeAgreement, HoldsForBoxes) {
    expect_shares(hold(EdgeSceneClass::Boxes, 700, 28), 30, 10, 10);
}

TEST_P(EdgeAgreement, HoldsForKnots) {
    expect_shares(hold(EdgeSceneClass::Knots, 350, 32), 30, 10, 0);
}

TEST_P(EdgeAgreement, HoldsForHollowShells) {
    expect_shares(hold(EdgeSceneClass::Shells, 600, 28), 30, 10, 10);
}

TEST_P(EdgeAgreement, HoldsForNestedBodies) {
    expect_shares(hold(EdgeSceneClass::Nested, 500, 28), 30, 10, 10);
}

TEST_P(EdgeAgreement, HoldsForBodiesInSeveralOthers) {
    expect_shares(hold(EdgeSceneClass::InSeveral, 300, 28), 90, 0, 80);
}

TEST_P(EdgeAgreement, HoldsForConcaveBricks) {
    expect_shares(hold(EdgeSceneClass::Bricks, 500, 28), 30, 10, 2);
}

TEST_P(EdgeAgreement, HoldsForGroups) {
    expect_shares(hold(EdgeSceneClass::Group, 70, 40), 50, 0, 5);
}

TEST_P(EdgeAgreement, HoldsWhereBodiesAreInsideOutOrOpen) {
    std::size_t inside_out = 0;
    std::size_t open = 0;
    for (std::size_t i = 0; i < share_of(100); ++i) {
        SCOPED_TRACE(i);
        EdgeScene scene = edge_scene(EdgeSceneClass::Boxes, 5000 + i);
        Mesh& turned = scene.bodies[0].mesh;
        turned = scenes::turned_over(turned);
        scene.bodies[1].mesh.triangles.pop_back();
        EdgeRayOptions options = options_for(scene, i, 28);
        const EdgeRays answer = need(edge_rays(device(), bodies_of(scene), options));
        std::vector<Faces> faces(scene.bodies.size(), Faces::Outward);
        for (const imagespace::UnsoundBody& body : answer.unsound) {
            const bool is_open = body.fault == imagespace::UnsoundBody::Fault::Open;
            EXPECT_EQ(body.body, is_open ? 1U : 0U);
            EXPECT_NE(body.fault, imagespace::UnsoundBody::Fault::Negative);
            EXPECT_EQ(body.rays > 0, is_open);
            faces[body.body] = is_open ? Faces::Ignored : Faces::Inward;
            ++(is_open ? open : inside_out);
        }
        const SceneSight sight(scene, answer, options.windows, faces);
        const Fragile fragile = is_software() ? Fragile::Judged : Fragile::PassedOver;
        ASSERT_EQ(EdgeJudgement(sight, answer, fragile).complaint(), "");
    }
    if (is_full_run()) {
        EXPECT_GT(inside_out, share_of(100) * 6 / 10);
        EXPECT_GT(open, share_of(100) * 4 / 10); // else no ray of the window meets the hole
    }
}

TEST_P(EdgeAgreement, HoldsForDenseMeshes) {
    const Tally tally = hold(EdgeSceneClass::Dense, is_full_run() ? 20 : 2, 88);
    expect_shares(tally, 50, 0, 0);
    if (is_full_run() && tally.scenes >= 20) {
        EXPECT_GT(tally.most_layers, 100U);
    }
}

TEST_P(EdgeAgreement, HoldsForWindowsInPieces) {
    // Two long bars at a small angle; their window is wider than what is looked at in one piece.
    EdgeScene scene;
    scene.bodies.push_back({scenes::box({-20, -0.2, -0.2}, {20, 0.2, 0.2}), Rigid{}});
    scene.bodies.push_back(
        {scenes::box({-20, -0.2, -0.2}, {20, 0.2, 0.2}), rotation({0.3, 0.2, 1}, 0.01)});
    Tally tally;
    const EdgeRayOptions options{
        .precision = 0.036, .direction = Vec3d{0.002, 0.2, 1}, .edge_offset = 0};
    EXPECT_GT(need(edge_rays(device(), bodies_of(scene), options)).views.size(), 1U);
    ask(tally, scene, options);
    EXPECT_EQ(tally.interfering, 1U);
    EXPECT_GT(tally.points, 500U);
}

TEST_P(EdgeAgreement, HoldsForCrowds) {
    expect_shares(hold(EdgeSceneClass::Crowd, is_full_run() ? 30 : 3, 48), 90, 0, 30);
}

} // namespace
} // namespace impinge::tests
