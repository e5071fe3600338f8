// SPDX-License-Identifier: Apache-2.0
//
// All pairs of triangles that meet, found by a device, against the processor's.
#include "base/random.hpp"
#include "tests/gpu/sessions.hpp"
#include "tests/support/random_soups.hpp"
#include "tests/support/scale.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace impinge::tests {
namespace {

using gpu::MeetingPairs;
using gpu::Reals;
using gpu::Session;

class PairsOfGpus : public SessionsOfGpus {};

Rigid random_pose(Random& random) {
    const Vec3d axis = random.direction();
    Rigid pose = rotation(axis, random.uniform(0, 6));
    pose.translation = random.in_box({-0.5, -0.5, -0.5}, {0.5, 0.5, 0.5});
    pose.scale = random.uniform(0.5, 2);
    return pose;
}

/// Of either kind: on a grid, where all is in doubt, and anywhere.
Mesh random_soup(Random& random) {
    const std::size_t triangles = 1 + random.below(40);
    if (random.below(3) == 0) {
        Mesh mesh = grid_soup(random, triangles, 12, 4);
        for (Vec3d& p : mesh.positions) {
            p = p * 0.25;
        }
        return mesh;
    }
    return scattered_soup(random, triangles, random.below(4) == 0 ? 0.5 : 0.1);
}

std::string words(const MeetingPairs& found, const Interference& expected) {
    return std::to_string(found.pairs.size()) + " pairs, not " +
           std::to_string(expected.pairs.size());
}

/// Also with stored floats; then the processor sees those.
TEST_P(PairsOfGpus, OfRandomSoupsAreThoseOfTheProcessor) {
    Random random(20261118);
    Session in_doubles = session({.reals = Reals::Doubles});
    Session in_floats = session({.reals = Reals::Floats});
    std::size_t meeting = 0;
    std::uint64_t sure = 0;
    std::uint64_t doubtful = 0;
    const std::size_t cases = scaled(10'000);
    for (std::size_t i = 0; i < cases; ++i) {
        const Mesh a = random_soup(random);
        const Mesh b = random_soup(random);
        std::vector<Vec3f> as_floats;
        for (const Vec3d& p : b.positions) {
            as_floats.push_back(
                {static_cast<float>(p.x), static_cast<float>(p.y), static_cast<float>(p.z)});
        }
        const MeshView view_b =
            i % 3 == 0 ? MeshView(std::span<const Vec3f>(as_floats), b.triangles) : b.view();
        const Rigid pose_a = i % 2 == 0 ? Rigid{} : random_pose(random);
        const Rigid pose_b = i % 4 < 2 ? Rigid{} : random_pose(random);
        Session& session = i % 4 == 3 ? in_floats : in_doubles;
        const auto id_a = need(session.add(a.view()));
        const auto id_b = need(session.add(view_b));
        const MeetingPairs found = pairs_of(session, {id_a, pose_a}, {id_b, pose_b});
        const auto expected =
            need(collide({a.view(), pose_a}, {view_b, pose_b}, {.detail = Detail::Pairs}));
        ASSERT_EQ(found.pairs, expected.pairs) << "case " << i << ": " << words(found, expected);
        EXPECT_FALSE(found.report.by_processor);
        EXPECT_EQ(found.crossing_pairs, expected.crossing_pairs);
        if (i % 5 == 0) { // of all kinds
            const auto whole =
                need(session.collide({id_a, pose_a}, {id_b, pose_b}, {.detail = Detail::Pairs}));
            ASSERT_EQ(whole.hash, expected.hash) << "case " << i;
            ASSERT_EQ(whole.verdict, expected.verdict) << "case " << i;
        }
        meeting += found.pairs.empty() ? 0 : 1;
        sure += found.report.sure;
        doubtful += found.report.doubtful;
        need(session.remove(id_a));
        need(session.remove(id_b));
    }
    EXPECT_GT(meeting, cases * 3 / 10);
    EXPECT_LT(meeting, cases * 7 / 10);
    EXPECT_GT(sure, cases / 10) << "the device settles nothing itself";
    EXPECT_GT(doubtful, cases / 10) << "nothing was in doubt";
}

TEST_P(PairsOfGpus, OfMeshesWithThemselvesAreThoseOfTheProcessor) {
    Random random(4711);
    Session in_doubles = session({.reals = Reals::Doubles});
    Session in_floats = session({.reals = Reals::Floats});
    std::size_t meeting = 0;
    const std::size_t cases = scaled(1000);
    for (std::size_t i = 0; i < cases; ++i) {
        const std::size_t triangles = 1 + random.below(30);
        const Mesh mesh = i % 2 == 0 ? grid_soup(random, triangles / 4 + 1, 40, 8)
                                     : scattered_soup(random, triangles, 0.1);
        Session& session = i % 4 < 2 ? in_doubles : in_floats;
        const auto id = need(session.add(mesh.view()));
        const MeetingPairs found = own_pairs_of(session, id);
        const auto expected = need(self_intersections(mesh.view()));
        ASSERT_EQ(found.pairs, expected.pairs) << "case " << i;
        EXPECT_EQ(found.hash, expected.hash);
        meeting += found.pairs.empty() ? 0 : 1;
        need(session.remove(id));
    }
    EXPECT_GT(meeting, cases * 3 / 10);
    EXPECT_LT(meeting, cases * 7 / 10);
}

/// A few triangles that span everything among very many small ones, and all sizes between.
Mesh mixed_sizes(Random& random, std::size_t triangles) {
    Mesh mesh;
    for (std::size_t i = 0; i < triangles; ++i) {
        double size = 0.004;
        for (std::size_t k = i; k % 3 == 0 && k > 0; k /= 3) {
            size *= 3;
        }
        const Mesh one = scattered_soup(random, 1, size);
        const auto first = static_cast<std::uint32_t>(mesh.positions.size());
        mesh.positions.insert(mesh.positions.end(), one.positions.begin(), one.positions.end());
        mesh.triangles.push_back({first, first + 1, first + 2});
    }
    return mesh;
}

TEST_P(PairsOfGpus, OfTrianglesOfAllSizesAreFound) {
    Random random(99);
    const Mesh a = mixed_sizes(random, 6000);
    const Mesh b = mixed_sizes(random, 5000);
    const auto expected = need(collide({a.view()}, {b.view()}, {.detail = Detail::Pairs}));
    EXPECT_GT(expected.pairs.size(), 200u);
    for (const Reals reals : both_reals) {
        Session one = session({.reals = reals});
        const auto found = pairs_of(one, {need(one.add(a.view()))}, {need(one.add(b.view()))});
        EXPECT_EQ(found.pairs, expected.pairs) << words(found, expected);
        // Large triangles are in few cells, too.
        EXPECT_LT(found.report.entries, 16 * b.triangles.size());
    }
}

/// Needles from corner to corner: the loops over their cells are as long as they can be.
TEST_P(PairsOfGpus, OfVeryManyTrianglesAsLargeAsTheRegionAreFound) {
    Random random(19);
    Mesh a;
    for (std::uint32_t i = 0; i < 18'000; ++i) {
        const auto near = [&](double at) { return Vec3d{at, at, at} + random.direction() * 0.02; };
        const Vec3d tip = near(1);
        for (const Vec3d& p : {near(0), tip, tip + random.direction() * 1e-4}) {
            a.positions.push_back(p);
        }
        a.triangles.push_back({3 * i, 3 * i + 1, 3 * i + 2});
    }
    Mesh b;
    for (std::uint32_t i = 0; i < 5; ++i) {
        for (int corner = 0; corner < 3; ++corner) {
            const double at = 0.3 + 0.1 * i;
            b.positions.push_back(Vec3d{at, at, at} + random.direction() * 0.01);
        }
        b.triangles.push_back({3 * i, 3 * i + 1, 3 * i + 2});
    }
    const auto expected = need(collide({a.view()}, {b.view()}, {.detail = Detail::Pairs}));
    EXPECT_GT(expected.pairs.size(), 500u);
    Session one = session();
    const auto found = pairs_of(one, {need(one.add(a.view()))}, {need(one.add(b.view()))});
    EXPECT_EQ(found.pairs, expected.pairs) << words(found, expected);
}

/// Very many triangles where those of another mesh are, too: cells are crowded.
TEST_P(PairsOfGpus, OfCrowdedCellsAreFound) {
    Random random(17);
    const Mesh a = mixed_sizes(random, 3000);
    Mesh b;
    for (std::size_t i = 0; i < 3000; ++i) {
        const Mesh one = scattered_soup(random, 1, 0.02);
        const Vec3d moved = Vec3d{0.5, 0.5, 0.5} - one.positions[0];
        const auto first = static_cast<std::uint32_t>(b.positions.size());
        for (const Vec3d& p : one.positions) {
            b.positions.push_back(p + moved + random.direction() * 0.05);
        }
        b.triangles.push_back({first, first + 1, first + 2});
    }
    const auto expected = need(collide({a.view()}, {b.view()}, {.detail = Detail::Pairs}));
    EXPECT_GT(expected.pairs.size(), 200u);
    for (const Reals reals : both_reals) {
        Session one = session({.reals = reals});
        const auto found = pairs_of(one, {need(one.add(a.view()))}, {need(one.add(b.view()))});
        EXPECT_EQ(found.pairs, expected.pairs) << words(found, expected);
        EXPECT_GT(found.report.tasks, 5u);
    }
}

/// Floats without poses are compared as they are stored.
TEST_P(PairsOfGpus, OfFloatsAreThoseOfTheProcessor) {
    Random random(2718);
    std::size_t crossing = 0;
    for (const double size : {1e-35, 1e-6, 1.0, 3e5, 1e30}) {
        for (const double away : {0.0, 40.0}) { // sizes
            const auto floats = [&](std::size_t triangles) {
                const Mesh soup = scattered_soup(random, triangles, 0.2);
                std::vector<Vec3f> positions;
                for (const Vec3d& p : soup.positions) {
                    const Vec3d at = (p + Vec3d{away, -away, away}) * size;
                    positions.push_back({static_cast<float>(at.x), static_cast<float>(at.y),
                                         static_cast<float>(at.z)});
                }
                return std::pair(positions, soup.triangles);
            };
            const auto [positions_a, triangles_a] = floats(150);
            const auto [positions_b, triangles_b] = floats(120);
            const MeshView a(positions_a, triangles_a);
            const MeshView b(positions_b, triangles_b);
            const auto expected = need(collide({a}, {b}, {.detail = Detail::Pairs}));
            const auto own = need(self_intersections(a));
            crossing += expected.pairs.size() + own.pairs.size();
            for (const Reals reals : both_reals) {
                Session one = session({.reals = reals});
                const auto found = pairs_of(one, {need(one.add(a))}, {need(one.add(b))});
                EXPECT_EQ(found.pairs, expected.pairs)
                    << size << ", " << away << ": " << words(found, expected);
                EXPECT_EQ(own_pairs_of(one, need(one.add(a))).pairs, own.pairs);
            }
        }
    }
    EXPECT_GT(crossing, 1500u);
}

TEST_P(PairsOfGpus, ListsThatAreTooShortGrow) {
    Random random(5);
    const Mesh a = scattered_soup(random, 3000, 0.05);
    const Mesh b = scattered_soup(random, 3000, 0.05);
    const auto expected = need(collide({a.view()}, {b.view()}, {.detail = Detail::Pairs}));
    Session one = session({.first_room = 1});
    const auto id_a = need(one.add(a.view()));
    const auto id_b = need(one.add(b.view()));
    const auto first = pairs_of(one, {id_a}, {id_b});
    EXPECT_EQ(first.pairs, expected.pairs) << words(first, expected);
    EXPECT_GT(first.report.repeats, 1u);
    const auto second = pairs_of(one, {id_a}, {id_b});
    EXPECT_EQ(second.pairs, expected.pairs);
    EXPECT_EQ(second.report.repeats, 0u) << "they stay long";
    // Frames in flight that all lack room.
    Session flying = session({.frames_in_flight = 3, .first_room = 1});
    const auto of_a = need(flying.add(a.view()));
    const auto of_b = need(flying.add(b.view()));
    for (int i = 0; i < 3; ++i) {
        need(flying.submit({of_a}, {of_b}));
    }
    for (std::uint64_t i = 0; i < 3; ++i) {
        const auto frame = flying.wait();
        ASSERT_TRUE(frame);
        EXPECT_EQ(frame->number, i);
        EXPECT_EQ(need(frame->pairs).pairs, expected.pairs);
    }
}

/// Numbers at the ends of what doubles and floats can say.
TEST_P(PairsOfGpus, AreCompleteAtEveryScale) {
    Random random(123);
    const Mesh a = scattered_soup(random, 40, 0.2);
    const Mesh b = scattered_soup(random, 40, 0.2);
    for (const Reals reals : both_reals) {
        Session one = session({.reals = reals});
        for (const double scale : {1e-320, 1e-310, 1e-305, 1e-200, 1e-100, 1e-46, 1e-40, 1e-36,
                                   1e-12, 1e12, 1e36, 1e39, 1e100, 1e200, 1e300, 1e307}) {
            Mesh small_a = a;
            Mesh small_b = b;
            for (Mesh* mesh : {&small_a, &small_b}) {
                for (Vec3d& p : mesh->positions) {
                    p = (p - Vec3d{0.5, 0.5, 0.5}) * scale;
                }
            }
            const auto expected =
                need(collide({small_a.view()}, {small_b.view()}, {.detail = Detail::Pairs}));
            EXPECT_GT(expected.pairs.size(), 5u);
            const auto found =
                pairs_of(one, {need(one.add(small_a.view()))}, {need(one.add(small_b.view()))});
            EXPECT_EQ(found.pairs, expected.pairs)
                << "scale " << scale << ": " << words(found, expected);
        }
    }
}

/// Small bodies far from the origin, with poses that cancel.
TEST_P(PairsOfGpus, AreCompleteFarFromTheOrigin) {
    Random random(321);
    for (const Reals reals : both_reals) {
        Session one = session({.reals = reals});
        for (const double far : {1e3, 1e6, 1e9, 1e13}) {
            Mesh a = scattered_soup(random, 40, 0.2);
            Mesh b = scattered_soup(random, 40, 0.2);
            for (Vec3d& p : a.positions) {
                p = p + Vec3d{far, -far, 2 * far};
            }
            for (Vec3d& p : b.positions) {
                p = p + Vec3d{-far, far, 3 * far};
            }
            const Rigid pose{.translation = {2 * far, -2 * far, -far}};
            const auto expected =
                need(collide({a.view()}, {b.view(), pose}, {.detail = Detail::Pairs}));
            const auto found =
                pairs_of(one, {need(one.add(a.view()))}, {need(one.add(b.view())), pose});
            EXPECT_EQ(found.pairs, expected.pairs)
                << "at " << far << ": " << words(found, expected);
            EXPECT_GT(expected.pairs.size(), 5u);
        }
    }
}

/// Poses that put small bodies far away: there the world rounds more than floats do here.
TEST_P(PairsOfGpus, AreCompleteWherePosesReachFar) {
    Random random(654);
    for (const Reals reals : both_reals) {
        Session one = session({.reals = reals});
        for (const double far : {1e6, 1e10, 1e12, 1e13, 1e14}) {
            Mesh a = scattered_soup(random, 60, 0.2);
            Mesh b = scattered_soup(random, 60, 0.2);
            for (Mesh* mesh : {&a, &b}) {
                for (Vec3d& p : mesh->positions) {
                    p = p - Vec3d{0.5, 0.5, 0.5};
                }
            }
            Rigid pose_a = rotation(random.direction(), 1);
            Rigid pose_b = rotation(random.direction(), 2);
            pose_a.translation = {far, -far, 2 * far};
            pose_b.translation = {far, -far, 2 * far};
            const auto expected =
                need(collide({a.view(), pose_a}, {b.view(), pose_b}, {.detail = Detail::Pairs}));
            const auto found =
                pairs_of(one, {need(one.add(a.view())), pose_a}, {need(one.add(b.view())), pose_b});
            EXPECT_EQ(found.pairs, expected.pairs)
                << "at " << far << ": " << words(found, expected);
            EXPECT_GT(expected.pairs.size(), 5u);
        }
    }
}

/// Vertices that no triangle uses play no part, however far away.
TEST_P(PairsOfGpus, DoNotDependOnVerticesWithoutTriangles) {
    Random random(31);
    Mesh a = scattered_soup(random, 50, 0.1);
    const Mesh b = scattered_soup(random, 50, 0.1);
    const auto expected = need(collide({a.view()}, {b.view()}, {.detail = Detail::Pairs}));
    a.positions.push_back({1e300, -1e300, 1e300});
    for (const Reals reals : both_reals) {
        Session one = session({.reals = reals});
        const auto found = pairs_of(one, {need(one.add(a.view()))}, {need(one.add(b.view()))});
        EXPECT_EQ(found.pairs, expected.pairs) << words(found, expected);
    }
}

IMPINGE_ON_EVERY_DEVICE(PairsOfGpus);

} // namespace
} // namespace impinge::tests
