// SPDX-License-Identifier: Apache-2.0
//
// Edge rays on bodies that wind around themselves: an edge point lies in a body if that winds
// around it at least once, however often, and is counted for no other reason.
#include "tests/edge_rays/edge_judgement.hpp"
#include "tests/imagespace/overlapping_bodies.hpp"
#include "tests/raster/devices.hpp"
#include "tests/support/scale.hpp"

#include <gtest/gtest.h>

#include <iostream>

namespace impinge::tests {
namespace {

using imagespace::EdgeRayAlgorithm;
using imagespace::EdgeRayOptions;
using imagespace::EdgeRays;

/// The pair, and with it every third time a third body around or beside both.
EdgeScene scene_of(OverlapKind kind, std::size_t i) {
    SeededPair pair = overlapping_pair(kind, 7000 + i);
    EdgeScene scene;
    scene.direction = pair.direction;
    scene.bodies = {std::move(pair.a), std::move(pair.b)};
    if (i % 3 == 2) {
        Random random(i);
        Mesh third = overlapping_body(kind, random);
        scene.bodies.push_back({std::move(third), random_pose(random, 1)});
    }
    return scene;
}

std::vector<Faces> faces_of(const EdgeScene& scene) {
    std::vector<Faces> faces;
    for (const PlacedMesh& body : scene.bodies) {
        faces.push_back(outward(body) > 0 ? Faces::Outward : Faces::Inward);
    }
    return faces;
}

struct Tally {
    std::size_t scenes = 0;
    std::size_t unseen = 0;
    std::size_t interfering = 0;
    std::size_t apart = 0;
    std::size_t points = 0;
};

class EdgeOverlapping : public EveryDevice {
  protected:
    void hold(OverlapKind kind) {
        Tally tally;
        const std::size_t scenes = is_software() ? scaled(120) : scaled(40);
        for (std::size_t i = 0; i < scenes && !HasFatalFailure(); ++i) {
            SCOPED_TRACE(testing::Message() << to_string(kind) << " scene " << i);
            const EdgeScene scene = scene_of(kind, i);
            const EdgeRayOptions options{.resolution = 28, .direction = scene.direction};
            ask(tally, scene, options);
            if (i % 6 == 0) {
                ask_other_algorithms(scene, options);
            }
        }
        std::cout << "  " << to_string(kind) << ": " << tally.scenes << " scenes, " << tally.unseen
                  << " unseen, " << tally.interfering << " interfering, " << tally.apart
                  << " apart, " << tally.points << " points in bodies\n";
        if (is_full_run()) {
            EXPECT_GT(tally.interfering, tally.scenes * 4 / 10);
            EXPECT_GT(tally.apart, tally.scenes / 20);
            EXPECT_GT(tally.points, tally.scenes * 50);
        }
    }

  private:
    void ask(Tally& tally, const EdgeScene& scene, const EdgeRayOptions& options) {
        const EdgeRays answer = need(edge_rays(device(), bodies_of(scene), options));
        ++tally.scenes;
        tally.unseen += answer.pairs.empty() ? 1 : 0;
        tally.points += answer.points.size();
        ++(answer.interference ? tally.interfering : tally.apart);
        const SceneSight sight(scene, answer, options.windows, faces_of(scene));
        const Fragile fragile = is_software() ? Fragile::Judged : Fragile::PassedOver;
        ASSERT_EQ(EdgeJudgement(sight, answer, fragile).complaint(), "");
    }

    void ask_other_algorithms(const EdgeScene& scene, EdgeRayOptions options) {
        if (!is_software() || scene.bodies.size() > 2) {
            return; // where fragile pixels decide, or whose count it is, answers may differ
        }
        const bool found = need(edge_rays(device(), bodies_of(scene), options)).interference;
        for (const EdgeRayAlgorithm algorithm :
             {EdgeRayAlgorithm::Detect, EdgeRayAlgorithm::IdentifyPenetrating,
              EdgeRayAlgorithm::IdentifyWithoutStencil, EdgeRayAlgorithm::IdentifyByQueries}) {
            options.algorithm = algorithm;
            const EdgeRays answer = need(edge_rays(device(), bodies_of(scene), options));
            EXPECT_EQ(answer.interference, found) << static_cast<int>(algorithm);
        }
    }
};
IMPINGE_ON_EVERY_DEVICE(EdgeOverlapping);

TEST_P(EdgeOverlapping, HoldsForOverlappingParts) { hold(OverlapKind::OverlappingParts); }
TEST_P(EdgeOverlapping, HoldsForDoubledFaces) { hold(OverlapKind::DoubledFaces); }
TEST_P(EdgeOverlapping, HoldsForPartsNestedOutward) { hold(OverlapKind::NestedOutward); }
TEST_P(EdgeOverlapping, HoldsForBodiesThatCrossThemselves) { hold(OverlapKind::SelfCrossing); }

} // namespace
} // namespace impinge::tests
