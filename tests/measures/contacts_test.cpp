// SPDX-License-Identifier: Apache-2.0
//
// Manifolds: where their points lie, against closed forms, in mirrored order, from frame to frame.
#include "impinge/contacts.hpp"

#include "base/random.hpp"
#include "impinge/separation.hpp"
#include "scenes/boxes.hpp"
#include "scenes/bumpy_sphere.hpp"
#include "tests/support/scale.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>

namespace impinge {
namespace {

Contacts need_contacts(const Body& a, const Body& b, const ContactOptions& options = {},
                       unsigned threads = 1) {
    auto found = contacts(a, b, options, Context(threads));
    EXPECT_TRUE(found) << found.error().message;
    return found ? std::move(*found) : Contacts();
}

double distance_to_triangle(Vec3d p, const Body& body, std::uint32_t triangle) {
    Triangle t = body.mesh.triangle(triangle);
    for (Vec3d& corner : t.corners) {
        corner = apply(body.pose, corner);
    }
    return std::sqrt(triangle_distance({{p, p, p}}, t).squared_distance);
}

/// All that a manifold promises.
::testing::AssertionResult is_sound(const Contacts& found, const Body& a, const Body& b,
                                    std::size_t most, double rounding) {
    std::set<std::uint64_t> ids;
    for (const Manifold& m : found.manifolds) {
        if (m.points.empty() || m.points.size() > most) {
            return ::testing::AssertionFailure() << m.points.size() << " points";
        }
        if (!(std::abs(length(m.normal) - 1) < 1e-14)) {
            return ::testing::AssertionFailure() << "normal of length " << length(m.normal);
        }
        double deepest = 0;
        for (const ManifoldPoint& p : m.points) {
            const double off = std::max(distance_to_triangle(p.on_a, a, p.triangle_a),
                                        distance_to_triangle(p.on_b, b, p.triangle_b));
            if (!(off <= rounding)) {
                return ::testing::AssertionFailure()
                       << to_string(m.kind) << ": a point lies " << off << " off its triangle";
            }
            if (!(p.depth >= 0) ||
                std::abs(std::max(0.0, dot(p.on_a - p.on_b, m.normal)) - p.depth) > rounding) {
                return ::testing::AssertionFailure() << "depth " << p.depth;
            }
            if (m.kind == ManifoldKind::Overlap &&
                length(p.on_a - p.on_b - m.normal * p.depth) > 1e-8) {
                return ::testing::AssertionFailure() << "points not along the normal";
            }
            if (!ids.insert(p.id).second) {
                return ::testing::AssertionFailure() << "an id twice";
            }
            deepest = std::max(deepest, p.depth);
        }
        if (deepest < 0.98 * m.depth - rounding || deepest > m.depth + rounding) {
            return ::testing::AssertionFailure()
                   << to_string(m.kind) << ": " << deepest << " is not the depth " << m.depth;
        }
    }
    return ::testing::AssertionSuccess();
}

bool is_mirror_image(const Contacts& ab, const Contacts& ba) {
    if (ab.manifolds.size() != ba.manifolds.size()) {
        return false;
    }
    for (std::size_t i = 0; i < ab.manifolds.size(); ++i) {
        const Manifold& m = ab.manifolds[i];
        const Manifold& n = ba.manifolds[i];
        if (m.kind != n.kind || m.normal != -n.normal || m.depth != n.depth || m.area != n.area ||
            m.points.size() != n.points.size()) {
            return false;
        }
        for (const ManifoldPoint& p : m.points) {
            if (std::none_of(n.points.begin(), n.points.end(), [&](const ManifoldPoint& q) {
                    return p.on_a == q.on_b && p.on_b == q.on_a && p.depth == q.depth &&
                           p.triangle_a == q.triangle_b && p.triangle_b == q.triangle_a &&
                           p.feature_a == q.feature_b && p.feature_b == q.feature_a;
                })) {
                return false;
            }
        }
    }
    return true;
}

bool same_bits(const Contacts& p, const Contacts& q) {
    if (p.manifolds.size() != q.manifolds.size()) {
        return false;
    }
    for (std::size_t i = 0; i < p.manifolds.size(); ++i) {
        const Manifold& m = p.manifolds[i];
        const Manifold& n = q.manifolds[i];
        if (m.normal != n.normal || m.depth != n.depth || m.points.size() != n.points.size()) {
            return false;
        }
        for (std::size_t k = 0; k < m.points.size(); ++k) {
            if (m.points[k].id != n.points[k].id || m.points[k].on_a != n.points[k].on_a ||
                m.points[k].on_b != n.points[k].on_b) {
                return false;
            }
        }
    }
    return true;
}

TEST(Contacts, OfABoxSunkInATableAreItsCorners) {
    const Mesh table = scenes::box({-3, -2, -1}, {3, 2, 0}, 900);
    const Mesh box = scenes::box({-0.51, -0.31, -0.01}, {0.5, 0.3, 1});
    const auto found = need_contacts({table.view()}, {box.view()});
    EXPECT_TRUE(is_sound(found, {table.view()}, {box.view()}, 4, 1e-14));
    ASSERT_EQ(found.manifolds.size(), 1U);
    const Manifold& m = found.manifolds.front();
    EXPECT_EQ(m.kind, ManifoldKind::Overlap);
    EXPECT_NEAR(length(m.normal - Vec3d{0, 0, 1}), 0, 1e-12);
    EXPECT_NEAR(m.depth, 0.01, 1e-15);
    EXPECT_NEAR(m.area, 1.01 * 0.61, 1e-12);
    ASSERT_EQ(m.points.size(), 4U);
    std::set<Vec3d> corners;
    for (const ManifoldPoint& p : m.points) {
        EXPECT_GE(p.feature_b, Feature::Vertex0);
        EXPECT_NEAR(p.depth, 0.01, 1e-14);
        corners.insert(p.on_b);
    }
    EXPECT_EQ(
        corners,
        (std::set<Vec3d>{
            {-0.51, -0.31, -0.01}, {0.5, -0.31, -0.01}, {-0.51, 0.3, -0.01}, {0.5, 0.3, -0.01}}));
}

TEST(Contacts, OfABeamAcrossABeamAreWhereTheirEdgesPass) {
    const Mesh lower = scenes::box({-3, -0.2, -1}, {3, 0.25, 0});
    const Mesh upper = scenes::box({-0.125, -3, -0.01}, {0.5, 3, 1});
    const auto found = need_contacts({lower.view()}, {upper.view()});
    EXPECT_TRUE(is_sound(found, {lower.view()}, {upper.view()}, 4, 1e-14));
    ASSERT_EQ(found.manifolds.size(), 1U);
    const Manifold& m = found.manifolds.front();
    EXPECT_NEAR(length(m.normal - Vec3d{0, 0, 1}), 0, 1e-12);
    ASSERT_EQ(m.points.size(), 4U);
    for (const ManifoldPoint& p : m.points) {
        EXPECT_TRUE(p.on_b.x == -0.125 || p.on_b.x == 0.5) << p.on_b.x;
        EXPECT_TRUE(p.on_b.y == -0.2 || p.on_b.y == 0.25) << p.on_b.y;
        EXPECT_NEAR(p.depth, 0.01, 1e-14);
    }
}

TEST(Contacts, OfTwoRidgesIsTheCrossingOfTheirEdges) {
    Mesh lower; // a roof along x, its ridge at height 0
    lower.positions = {{-2, 0, 0}, {2, 0, 0}, {-2, -1, -1}, {2, -1, -1}, {-2, 1, -1}, {2, 1, -1}};
    lower.triangles = {{0, 2, 3}, {0, 3, 1}, {0, 1, 5}, {0, 5, 4},
                       {2, 4, 5}, {2, 5, 3}, {0, 4, 2}, {1, 3, 5}};
    Mesh upper = lower; // turned upside down, along y, a little too low
    for (Vec3d& p : upper.positions) {
        p = {p.y, p.x, -p.z - 0.02};
    }
    const auto found = need_contacts({lower.view()}, {upper.view()});
    EXPECT_TRUE(is_sound(found, {lower.view()}, {upper.view()}, 4, 1e-13));
    ASSERT_EQ(found.manifolds.size(), 1U);
    const Manifold& m = found.manifolds.front();
    EXPECT_NEAR(length(m.normal - Vec3d{0, 0, 1}), 0, 1e-12);
    EXPECT_NEAR(m.depth, 0.02, 1e-14);
    const auto deepest =
        std::max_element(m.points.begin(), m.points.end(),
                         [](const auto& p, const auto& q) { return p.depth < q.depth; });
    EXPECT_NEAR(length(deepest->on_a), 0, 1e-12);
    EXPECT_NEAR(length(deepest->on_b - Vec3d{0, 0, -0.02}), 0, 1e-12);
    const auto is_edge = [](Feature f) { return f >= Feature::Edge0 && f <= Feature::Edge2; };
    EXPECT_TRUE(is_edge(deepest->feature_a) && is_edge(deepest->feature_b));
}

TEST(Contacts, OfFlushBoxesAreTheCornersOfTheCommonFace) {
    const Mesh table = scenes::box({-3, -2, -1}, {3, 2, 0}, 300);
    const Mesh box = scenes::box({-0.5, -0.25, 0}, {0.5, 0.25, 1}, 48);
    const auto found = need_contacts({table.view()}, {box.view()});
    EXPECT_EQ(found.interference.verdict, Verdict::Touching);
    EXPECT_TRUE(is_sound(found, {table.view()}, {box.view()}, 4, 0));
    ASSERT_EQ(found.manifolds.size(), 1U);
    const Manifold& m = found.manifolds.front();
    EXPECT_EQ(m.kind, ManifoldKind::Touching);
    EXPECT_EQ(m.normal, (Vec3d{0, 0, 1}));
    EXPECT_NEAR(m.area, 0.5, 1e-14);
    ASSERT_EQ(m.points.size(), 4U);
    for (const ManifoldPoint& p : m.points) {
        EXPECT_EQ(std::abs(p.on_a.x), 0.5);
        EXPECT_EQ(std::abs(p.on_a.y), 0.25);
        EXPECT_GE(p.feature_b, Feature::Vertex0);
    }
}

TEST(Contacts, OfABoxInACornerAreOneForEachWall) {
    Mesh room = scenes::box({0, 0, 0}, {5, 5, 5});
    for (TriangleIndices& t : room.triangles) { // seen from within: walls of a cavity
        std::swap(t[1], t[2]);
    }
    Mesh shell = scenes::box({-1, -1, -1}, {6, 6, 6});
    const auto shift = static_cast<std::uint32_t>(shell.positions.size());
    shell.positions.insert(shell.positions.end(), room.positions.begin(), room.positions.end());
    for (const auto& [a, b, c] : room.triangles) {
        shell.triangles.push_back({a + shift, b + shift, c + shift});
    }
    const Mesh box = scenes::box({0, 0, 0}, {1, 2, 3});
    const auto found = need_contacts({shell.view()}, {box.view()});
    EXPECT_EQ(found.interference.verdict, Verdict::Touching);
    ASSERT_EQ(found.manifolds.size(), 3U);
    std::set<Vec3d> normals;
    for (const Manifold& m : found.manifolds) {
        normals.insert(m.normal);
        EXPECT_EQ(m.points.size(), 4U);
    }
    EXPECT_EQ(normals, (std::set<Vec3d>{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}));
}

TEST(Contacts, OfCrossingEdgesThatTouchPointAcrossBoth) {
    Mesh lower;
    lower.positions = {{-2, 0, 0}, {2, 0, 0}, {-2, -1, -1}, {2, -1, -1}, {-2, 1, -1}, {2, 1, -1}};
    lower.triangles = {{0, 2, 3}, {0, 3, 1}, {0, 1, 5}, {0, 5, 4},
                       {2, 4, 5}, {2, 5, 3}, {0, 4, 2}, {1, 3, 5}};
    Mesh upper = lower;
    for (Vec3d& p : upper.positions) {
        p = {p.y, p.x, -p.z};
    }
    const auto found = need_contacts({lower.view()}, {upper.view()});
    ASSERT_EQ(found.interference.verdict, Verdict::Touching);
    ASSERT_EQ(found.manifolds.size(), 1U);
    EXPECT_EQ(found.manifolds[0].normal, (Vec3d{0, 0, 1}));
    ASSERT_EQ(found.manifolds[0].points.size(), 1U);
    EXPECT_EQ(found.manifolds[0].points[0].on_a, (Vec3d{0, 0, 0}));
}

TEST(Contacts, OfAMirroredBodyAreThoseOfTheMirrorImage) {
    const Mesh table = scenes::box({-3, -2, -1}, {3, 2, 0}, 300);
    const Mesh box = scenes::box({-0.5, -0.3, -1}, {0.5, 0.3, 0.01});
    const Body mirrored{box.view(), {.row_z = {0, 0, -1}}};
    const auto found = need_contacts({table.view()}, mirrored);
    EXPECT_TRUE(is_sound(found, {table.view()}, mirrored, 4, 1e-13));
    ASSERT_EQ(found.manifolds.size(), 1U);
    EXPECT_NEAR(length(found.manifolds[0].normal - Vec3d{0, 0, 1}), 0, 1e-12);
    EXPECT_NEAR(found.manifolds[0].depth, 0.01, 1e-14);
    EXPECT_EQ(found.manifolds[0].points.size(), 4U);
}

TEST(Contacts, OfABodyInAnotherAreItsShortestWayOut) {
    const Mesh outer = scenes::box({0, 0, 0}, {10, 10, 10}, 300);
    const Mesh inner = scenes::box({4, 7, 4}, {6, 9, 6});
    const auto found = need_contacts({outer.view()}, {inner.view()});
    EXPECT_EQ(found.interference.verdict, Verdict::BInsideA);
    EXPECT_TRUE(is_sound(found, {outer.view()}, {inner.view()}, 4, 1e-9));
    ASSERT_EQ(found.manifolds.size(), 1U);
    const Manifold& m = found.manifolds.front();
    EXPECT_EQ(m.kind, ManifoldKind::Separation);
    EXPECT_NEAR(length(m.normal - Vec3d{0, 1, 0}), 0, 1e-9);
    EXPECT_NEAR(m.depth, 3, 1e-9);
}

Mesh sheet(std::size_t cells, double size, double height) {
    Mesh mesh;
    const auto n = static_cast<std::uint32_t>(cells);
    for (std::uint32_t y = 0; y <= n; ++y) {
        for (std::uint32_t x = 0; x <= n; ++x) {
            const double u = 2.0 * x / n - 1;
            const double v = 2.0 * y / n - 1;
            mesh.positions.push_back({u * size, v * size, height});
        }
    }
    for (std::uint32_t y = 0; y < n; ++y) {
        for (std::uint32_t x = 0; x < n; ++x) {
            const std::uint32_t i = y * (n + 1) + x;
            mesh.triangles.push_back({i, i + 1, i + n + 2});
            mesh.triangles.push_back({i, i + n + 2, i + n + 1});
        }
    }
    return mesh;
}

TEST(Contacts, OfAClothOnABoxPointOutOfTheBox) {
    const Mesh box = scenes::box({-1, -1, -1}, {1, 1, 0}, 48);
    Mesh cloth = sheet(9, 2, 0);
    for (Vec3d& p : cloth.positions) { // sags into the middle of the box
        p.z = 0.002 - 0.01 * std::max(0.0, 0.5 - p.x * p.x - p.y * p.y);
    }
    const auto found = need_contacts({box.view()}, {cloth.view()},
                                     {.points = 8, .open_meshes = OpenMeshes::Surfaces});
    EXPECT_EQ(found.interference.verdict, Verdict::Crossing);
    EXPECT_TRUE(is_sound(found, {box.view()}, {cloth.view()}, 8, 1e-14));
    ASSERT_GE(found.manifolds.size(), 1U);
    for (const Manifold& m : found.manifolds) {
        EXPECT_EQ(m.kind, ManifoldKind::Surfaces);
        EXPECT_GT(m.normal.z, 0.99);
        EXPECT_GT(m.depth, 0);
        EXPECT_LT(m.depth, 0.004);
    }
    const auto flat =
        need_contacts({box.view()}, {sheet(9, 2, 0).view()}, {.open_meshes = OpenMeshes::Surfaces});
    ASSERT_EQ(flat.manifolds.size(), 1U);
    EXPECT_EQ(flat.manifolds[0].normal, (Vec3d{0, 0, 1}));
    EXPECT_NEAR(flat.manifolds[0].area, 4, 1e-12);
}

TEST(Contacts, OfRandomBodiesLieOnBothSurfacesAndMirror) {
    Random random(7);
    std::size_t meeting = 0;
    std::size_t points = 0;
    const std::size_t rounds = tests::scaled(400);
    for (std::size_t round = 0; round < rounds; ++round) {
        const bool ball = round % 2 == 0;
        const Mesh a = ball ? scenes::bumpy_sphere({.triangles = 200, .seed = round + 1})
                            : scenes::box({-1, -1, -1}, {1, 1, 1}, 48);
        const Mesh b = round % 4 < 2 ? scenes::bumpy_sphere({.triangles = 150, .seed = round + 500})
                                     : scenes::box({-1, -0.5, -1}, {1, 0.5, 1});
        const Vec3d axis = random.in_box({-1, -1, -1}, {1, 1, 1});
        Rigid pose = rotation(axis * (1 / length(axis)), random.uniform(0, 3));
        const Vec3d way = random.in_box({-1, -1, -1}, {1, 1, 1});
        pose.translation = way * (random.uniform(1.5, 3.2) / length(way));
        const Body body_a{a.view()};
        const Body body_b{b.view(), pose};
        const auto found = need_contacts(body_a, body_b);
        ASSERT_TRUE(is_sound(found, body_a, body_b, 4, 1e-13)) << "round " << round;
        ASSERT_TRUE(is_mirror_image(found, need_contacts(body_b, body_a))) << "round " << round;
        ASSERT_TRUE(same_bits(found, need_contacts(body_a, body_b, {}, 3)));
        ASSERT_EQ(found.manifolds.empty(), found.interference.verdict == Verdict::Apart);
        meeting += found.manifolds.empty() ? 0 : 1;
        for (const Manifold& m : found.manifolds) {
            points += m.points.size();
        }
    }
    EXPECT_GT(meeting, rounds * 3 / 10);
    EXPECT_LT(meeting, rounds * 7 / 10);
    EXPECT_GT(points, meeting);
}

TEST(Contacts, AreNotSoundIfSomethingIsWrong) {
    const Mesh table = scenes::box({-3, -2, -1}, {3, 2, 0});
    const Mesh box = scenes::box({-0.5, -0.3, -0.01}, {0.5, 0.3, 1});
    const auto found = need_contacts({table.view()}, {box.view()});
    const auto refuses = [&](auto spoil) {
        Contacts wrong = found;
        spoil(wrong.manifolds.at(0));
        return !is_sound(wrong, {table.view()}, {box.view()}, 4, 1e-13);
    };
    EXPECT_TRUE(refuses([](Manifold& m) { m.points[0].on_a.z += 1e-9; }));
    EXPECT_TRUE(refuses([](Manifold& m) { m.points[1].id = m.points[0].id; }));
    EXPECT_TRUE(refuses([](Manifold& m) { m.normal = -m.normal; }));
    EXPECT_TRUE(refuses([](Manifold& m) { m.depth = 0.5; }));
    EXPECT_FALSE(is_mirror_image(found, found));
}

/// The share of ids of one frame that are there in the next.
double share_that_stays(const std::vector<std::set<std::uint64_t>>& frames) {
    std::size_t stayed = 0;
    std::size_t all = 0;
    for (std::size_t i = 1; i < frames.size(); ++i) {
        all += frames[i - 1].size();
        for (const std::uint64_t id : frames[i - 1]) {
            stayed += frames[i].count(id);
        }
    }
    return static_cast<double>(stayed) / static_cast<double>(std::max<std::size_t>(all, 1));
}

std::set<std::uint64_t> ids_of(const Contacts& found) {
    std::set<std::uint64_t> ids;
    for (const Manifold& m : found.manifolds) {
        for (const ManifoldPoint& p : m.points) {
            ids.insert(p.id);
        }
    }
    return ids;
}

TEST(ContactIds, StayWhileABoxSlidesOverATessellatedTable) {
    const Mesh table = scenes::box({-3, -3, -1}, {3, 3, 0}, 1500);
    const Mesh box = scenes::box({-0.5, -0.3, 0}, {0.5, 0.3, 1});
    std::vector<std::set<std::uint64_t>> sunk;
    std::vector<std::set<std::uint64_t>> flush;
    for (int frame = 0; frame < 80; ++frame) {
        Rigid pose = rotation({0, 0, 1}, 0.3 + 0.01 * frame);
        pose.translation = {-1 + 0.023 * frame, 0.4 - 0.011 * frame, -0.003};
        sunk.push_back(ids_of(need_contacts({table.view()}, {box.view(), pose})));
        pose.translation.z = 0;
        flush.push_back(ids_of(need_contacts({table.view()}, {box.view(), pose})));
        EXPECT_EQ(sunk.back().size(), 4U);
        EXPECT_EQ(flush.back().size(), 4U);
    }
    EXPECT_EQ(share_that_stays(sunk), 1);
    EXPECT_EQ(share_that_stays(flush), 1);
}

TEST(ContactIds, MostlyStayWhileABallRolls) {
    const Mesh table = scenes::box({-3, -3, -1}, {3, 3, 0}, 1500);
    const Mesh ball = scenes::bumpy_sphere({.triangles = 3000, .amplitude = 0});
    std::vector<std::set<std::uint64_t>> frames;
    for (int frame = 0; frame < 100; ++frame) {
        const double angle = 0.004 * frame; // a facet is about 0.06 wide
        Rigid pose = rotation({0, 1, 0}, angle);
        pose.translation = {angle, 0.1, 0.995};
        frames.push_back(ids_of(need_contacts({table.view()}, {ball.view(), pose})));
        EXPECT_GE(frames.back().size(), 1U);
    }
    EXPECT_GT(share_that_stays(frames), 0.8) << share_that_stays(frames);
    std::set<std::uint64_t> all;
    for (const auto& frame : frames) {
        all.insert(frame.begin(), frame.end());
    }
    EXPECT_GT(all.size(), 8U); // it does roll
}

TEST(Contacts, BadInputsAreRefused) {
    const Mesh box = scenes::box({0, 0, 0}, {1, 1, 1});
    EXPECT_FALSE(contacts({box.view()}, {box.view()}, {.points = 0}));
    Mesh broken = box;
    broken.positions[0].x = std::nan("");
    EXPECT_FALSE(contacts({box.view()}, {broken.view()}));
    const Mesh nothing;
    EXPECT_TRUE(need_contacts({box.view()}, {nothing.view()}).manifolds.empty());
    const Context cancelled(1);
    cancelled.cancel();
    const auto stopped = contacts({box.view()}, {box.view()}, {}, cancelled);
    ASSERT_TRUE(stopped);
    EXPECT_TRUE(stopped->partial);
    const auto same = need_contacts({box.view()}, {box.view()});
    EXPECT_EQ(same.interference.verdict, Verdict::Same);
    ASSERT_EQ(same.manifolds.size(), 1U);
    EXPECT_NEAR(same.manifolds[0].depth, 1, 1e-12);
}

} // namespace
} // namespace impinge
