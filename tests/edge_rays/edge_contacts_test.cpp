// SPDX-License-Identifier: Apache-2.0
//
// Contacts made of crossings, against those of impinge::contacts(), which cuts out the overlap
// itself and knows nothing of edge rays.
#include "impinge/contacts.hpp"
#include "impinge/edge_contacts.hpp"
#include "scenes/boxes.hpp"
#include "tests/imagespace/near_contact.hpp"
#include "tests/raster/devices.hpp"
#include "tests/support/scale.hpp"

#include <gtest/gtest.h>

#include <array>
#include <iostream>

namespace impinge::tests {
namespace {

using imagespace::edge_contacts;
using imagespace::EdgeContact;
using imagespace::EdgeContacts;
using imagespace::EdgeRayOptions;
using imagespace::EdgeRays;
using imagespace::Localisation;

constexpr double degree = 3.14159265358979323846 / 180;

EdgeRays localised(raster::Device& device, std::span<const Body> bodies, int resolution = 256) {
    return need(imagespace::edge_rays(
        device, bodies, {.resolution = resolution, .localisation = Localisation::Crossings}));
}

double angle_degrees(Vec3d u, Vec3d v) {
    return std::acos(std::clamp(dot(u, v) / (length(u) * length(v)), -1.0, 1.0)) / degree;
}

class EdgeContactsOf : public EveryDevice {
  protected:
    EdgeContacts ask(std::span<const Body> bodies, int resolution = 256) {
        return need(edge_contacts(bodies, localised(device(), bodies, resolution)));
    }
};
IMPINGE_ON_EVERY_DEVICE(EdgeContactsOf);

TEST_P(EdgeContactsOf, ACornerInAFloorPushesUpFromItsDeepestPoint) {
    const Mesh floor = scenes::box({-2, -2, -1}, {2, 2, 0});
    const Mesh cube = scenes::box({0, 0, 0}, {1, 1, 1});
    // Stood on its corner, which reaches 0.125 into the floor.
    Rigid pose = rotation({1, -1, 0}, std::atan(std::sqrt(2.0)));
    pose.translation = {0.1, 0.2, -0.125};
    const double up = apply(pose, {1, 1, 1}).z;
    ASSERT_NEAR(up, std::sqrt(3.0) - 0.125, 1e-12);
    const std::array bodies{Body{floor.view()}, Body{cube.view(), pose}};
    const EdgeContacts found = ask(bodies);
    ASSERT_EQ(found.contacts.size(), 1U);
    const EdgeContact& contact = found.contacts.front();
    EXPECT_EQ(contact.a, 0U);
    EXPECT_EQ(contact.b, 1U);
    EXPECT_TRUE(contact.closed);
    EXPECT_GE(contact.crossings, 3U); // and where it meets the diagonal of the floor
    EXPECT_NEAR(length(contact.normal - Vec3d{0, 0, 1}), 0, 1e-12);
    EXPECT_NEAR(contact.depth, 0.125, 1e-12);
    EXPECT_NEAR(length(contact.point - Vec3d{0.1, 0.2, 0}), 0, 1e-12);
    // A corner of a cube cut off at height h is a triangle of area 3 sqrt(3) / 2 h^2.
    EXPECT_NEAR(contact.area, 1.5 * std::sqrt(3.0) * 0.125 * 0.125, 1e-12);
}

TEST_P(EdgeContactsOf, TheOtherWayRoundIsTheMirrorImage) {
    for (std::uint64_t i = 0; i < scaled(20); ++i) {
        const SeededPair pair = near_contact_pair(31000 + i);
        const std::array one{Body{pair.a.mesh.view(), pair.a.pose},
                             Body{pair.b.mesh.view(), pair.b.pose}};
        const std::array other{one[1], one[0]};
        const EdgeContacts forth = ask(one);
        const EdgeContacts back = ask(other);
        ASSERT_EQ(forth.contacts.size(), back.contacts.size()) << i;
        for (std::size_t k = 0; k < forth.contacts.size(); ++k) {
            EXPECT_NEAR(length(forth.contacts[k].normal + back.contacts[k].normal), 0, 1e-9) << i;
            EXPECT_NEAR(forth.contacts[k].area, back.contacts[k].area, 1e-12) << i;
        }
    }
}

TEST_P(EdgeContactsOf, ARodThroughAPlateHasTwoThatLookAtEachOther) {
    const Mesh plate = scenes::box({-2, -2, -0.25}, {2, 2, 0.25});
    const Mesh rod = scenes::box({-0.1, -0.15, -1}, {0.2, 0.1, 1});
    const std::array bodies{Body{plate.view()}, Body{rod.view()}};
    const EdgeContacts found = ask(bodies);
    ASSERT_EQ(found.contacts.size(), 2U);
    EXPECT_NEAR(found.contacts[0].normal.z + found.contacts[1].normal.z, 0, 1e-12);
    for (const EdgeContact& contact : found.contacts) {
        EXPECT_TRUE(contact.closed);
        EXPECT_NEAR(contact.area, 0.3 * 0.25, 1e-12);
        // The plate's surface comes from where the normal does.
        EXPECT_NEAR(contact.point.z * contact.normal.z, 0.25, 1e-12);
    }
}

TEST_P(EdgeContactsOf, AForkHasOneForEachProng) {
    const Mesh floor = scenes::box({-2, -2, -1}, {2, 2, 0});
    const Mesh fork = scenes::joined({scenes::box({-1, -0.2, -0.1}, {-0.5, 0.3, 1}),
                                      scenes::box({0.5, -0.1, -0.2}, {0.9, 0.5, 1})});
    const std::array bodies{Body{floor.view()}, Body{fork.view()}};
    const EdgeContacts found = ask(bodies);
    ASSERT_EQ(found.contacts.size(), 2U);
    EXPECT_NEAR(found.contacts[0].depth, 0.2, 1e-12) << "the deepest first";
    EXPECT_NEAR(found.contacts[0].area, 0.4 * 0.6, 1e-12);
    EXPECT_NEAR(length(found.contacts[0].point - Vec3d{0.7, 0.2, 0}), 0, 1e-12);
    EXPECT_NEAR(found.contacts[1].depth, 0.1, 1e-12);
    EXPECT_NEAR(found.contacts[1].area, 0.5 * 0.5, 1e-12);
    for (const EdgeContact& contact : found.contacts) {
        EXPECT_NEAR(length(contact.normal - Vec3d{0, 0, 1}), 0, 1e-12);
    }
}

TEST_P(EdgeContactsOf, WhatRaysDoNotSeeIsCompletedAlongTheCurve) {
    const Mesh a = scenes::bumpy_sphere({.triangles = 2000, .amplitude = 0.2, .seed = 5});
    const Mesh b = scenes::bumpy_sphere({.triangles = 2000, .amplitude = 0.2, .seed = 6});
    const std::array bodies{Body{a.view()}, Body{b.view(), translation({1.5, 0.4, 0.2})}};
    const EdgeContacts fine = ask(bodies, 512);
    const EdgeContacts coarse = ask(bodies, 32);
    ASSERT_FALSE(coarse.contacts.empty());
    EXPECT_GT(coarse.completed, 0U);
    std::size_t equal = 0;
    for (const EdgeContact& contact : coarse.contacts) {
        EXPECT_TRUE(contact.closed);
        for (const EdgeContact& other : fine.contacts) {
            equal += contact.area == other.area && contact.normal == other.normal &&
                             contact.crossings == other.crossings && contact.point == other.point
                         ? 1
                         : 0;
        }
    }
    EXPECT_EQ(equal, coarse.contacts.size());
}

/// How many contacts are as those of the oracle.
struct Agreement {
    std::size_t pairs = 0; ///< with one region of overlap, of which rays see an edge
    std::size_t closed = 0;
    std::size_t within_1_degree = 0;
    std::size_t within_5_degrees = 0;
    std::size_t as_deep = 0; ///< within a tenth and two pixels
    std::size_t with_several = 0;
    std::size_t same_pairs = 0; ///< of triangles, as collide() has them
};

std::vector<TrianglePair> pairs_of(const EdgeContacts& found) {
    std::vector<TrianglePair> pairs;
    for (const EdgeContact& contact : found.contacts) {
        pairs.insert(pairs.end(), contact.pairs.begin(), contact.pairs.end());
    }
    std::ranges::sort(pairs);
    return pairs;
}

void count(Agreement& sum, const SeededPair& pair, raster::Device& device) {
    const std::array bodies{Body{pair.a.mesh.view(), pair.a.pose},
                            Body{pair.b.mesh.view(), pair.b.pose}};
    const Contacts wanted = need(contacts(bodies[0], bodies[1]));
    if (wanted.manifolds.size() != 1 || wanted.manifolds.front().kind != ManifoldKind::Overlap) {
        return;
    }
    const EdgeRays rays = localised(device, bodies);
    const EdgeContacts found = need(edge_contacts(bodies, rays));
    if (found.contacts.empty()) {
        return; // shallower than the pixels
    }
    ++sum.pairs;
    sum.with_several += found.contacts.size() > 1 ? 1 : 0;
    // A region may have several borders; their vector areas add up to its own.
    Vec3d normal;
    bool all_closed = true;
    double deepest = 0;
    for (const EdgeContact& contact : found.contacts) {
        normal = normal + contact.normal * contact.area;
        all_closed = all_closed && contact.closed;
        deepest = std::max(deepest, contact.depth);
    }
    const Manifold& manifold = wanted.manifolds.front();
    const double angle = angle_degrees(normal, manifold.normal);
    EXPECT_GT(angle_degrees(-normal, manifold.normal), 90); // the other way round is no agreement
    sum.same_pairs += all_closed && pairs_of(found) == wanted.interference.pairs ? 1 : 0;
    sum.closed += all_closed ? 1 : 0;
    sum.within_1_degree += angle <= 1 ? 1 : 0;
    sum.within_5_degrees += angle <= 5 ? 1 : 0;
    sum.as_deep +=
        std::abs(deepest - manifold.depth) <= 0.1 * manifold.depth + 2 * rays.pixel_size ? 1 : 0;
}

TEST_P(EdgeContactsOf, NormalsAreThoseOfTheOverlap) {
    Agreement sum;
    const std::size_t cases = scaled(300);
    for (std::uint64_t i = 0; i < cases; ++i) {
        SCOPED_TRACE(i);
        count(sum, near_contact_pair(32000 + i), device());
    }
    std::cout << "of " << cases << " pairs " << sum.pairs << " with contacts, " << sum.closed
              << " closed, normals within 1 degree " << sum.within_1_degree << ", within 5 "
              << sum.within_5_degrees << ", as deep " << sum.as_deep << ", triangle pairs "
              << sum.same_pairs << ", several curves " << sum.with_several << "\n";
    EXPECT_GT(sum.pairs, cases / 3);
    EXPECT_GE(sum.closed * 100, sum.pairs * 95);
    EXPECT_GE(sum.within_1_degree * 100, sum.pairs * 95);
    EXPECT_GE(sum.within_5_degrees * 100, sum.pairs * 98);
    EXPECT_GE(sum.same_pairs * 100, sum.pairs * 98);
    EXPECT_GE(sum.as_deep * 100, sum.pairs * 75);
}

TEST_P(EdgeContactsOf, ManyBodiesAreInOrderForAnyNumberOfThreads) {
    Random random(7);
    std::vector<Mesh> meshes;
    for (std::uint64_t i = 0; i < 12; ++i) {
        meshes.push_back(
            scenes::bumpy_sphere({.triangles = 200, .amplitude = 0.3, .seed = 50 + i}));
    }
    std::vector<Body> bodies;
    for (const Mesh& mesh : meshes) {
        bodies.push_back({mesh.view(), random_pose(random, 3)});
    }
    const EdgeRays rays = localised(device(), bodies);
    const EdgeContacts one = need(edge_contacts(bodies, rays, Context(1)));
    const EdgeContacts three = need(edge_contacts(bodies, rays, Context(3)));
    ASSERT_EQ(one.contacts.size(), three.contacts.size());
    ASSERT_GT(one.contacts.size(), 5U);
    for (std::size_t i = 0; i < one.contacts.size(); ++i) {
        EXPECT_EQ(one.contacts[i].normal, three.contacts[i].normal);
        EXPECT_EQ(one.contacts[i].depth, three.contacts[i].depth);
        if (i > 0) {
            const EdgeContact& before = one.contacts[i - 1];
            EXPECT_LE(std::tuple(before.a, before.b, -before.depth),
                      std::tuple(one.contacts[i].a, one.contacts[i].b, -one.contacts[i].depth));
        }
    }
}

TEST_P(EdgeContactsOf, NothingThatCrossesHasNone) {
    const Mesh outer = scenes::box({-2, -2, -2}, {2, 2, 2});
    const Mesh inner = scenes::box({-1, -1, -1}, {1, 1, 1});
    const Mesh beside = scenes::box({2, -2, -2}, {3, 2, 2});
    EXPECT_TRUE(ask(std::array{Body{outer.view()}, Body{inner.view()}}).contacts.empty());
    EXPECT_TRUE(ask(std::array{Body{outer.view()}, Body{beside.view()}}).contacts.empty());
    EXPECT_TRUE(ask(std::span<const Body>{}).contacts.empty());
    const Mesh nothing;
    EXPECT_TRUE(ask(std::array{Body{nothing.view()}, Body{inner.view()}}).contacts.empty());
}

TEST_P(EdgeContactsOf, CrossingsOfOtherBodiesAreRefused) {
    const Mesh floor = scenes::box({-2, -2, -1}, {2, 2, 0});
    const Mesh cube = scenes::box({0, 0, -0.5}, {1, 1, 1});
    const std::array bodies{Body{floor.view()}, Body{cube.view()}};
    const EdgeRays rays = localised(device(), bodies);
    ASSERT_FALSE(rays.crossings.empty());
    const auto refused = [&](EdgeRays wrong) {
        const auto found = edge_contacts(bodies, wrong);
        return !found && found.error().code == ErrorCode::InvalidArgument;
    };
    EXPECT_FALSE(refused(rays));
    EdgeRays wrong = rays;
    wrong.crossings.front().penetrated = 2;
    EXPECT_TRUE(refused(wrong));
    wrong = rays;
    wrong.crossings.front().triangle = 12;
    EXPECT_TRUE(refused(wrong));
    wrong = rays;
    wrong.crossings.front().edge = 18;
    EXPECT_TRUE(refused(wrong));
    wrong = rays;
    wrong.crossings.front().penetrated = wrong.crossings.front().body;
    EXPECT_TRUE(refused(wrong));
}

TEST_P(EdgeContactsOf, ACancelledAnswerIsPartial) {
    const Mesh floor = scenes::box({-2, -2, -1}, {2, 2, 0});
    const Mesh cube = scenes::box({0, 0, -0.5}, {1, 1, 1});
    const std::array bodies{Body{floor.view()}, Body{cube.view()}};
    const EdgeRays rays = localised(device(), bodies);
    const Context cancelled;
    cancelled.cancel();
    const EdgeContacts found = need(edge_contacts(bodies, rays, cancelled));
    EXPECT_TRUE(found.partial);
    EXPECT_TRUE(found.contacts.empty());
}

} // namespace
} // namespace impinge::tests
