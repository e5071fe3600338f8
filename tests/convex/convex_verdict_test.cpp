// SPDX-License-Identifier: Apache-2.0
#include "convex/convex_pair.hpp"
#include "convex/support.hpp"
#include "impinge/collide.hpp"
#include "tests/convex/visit_poses.hpp"
#include "tests/support/scale.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <optional>

namespace impinge::tests {
namespace {

/// What collide() would say; nothing for Unsure.
std::optional<Verdict> as_verdict(ConvexVerdict verdict) {
    switch (verdict) {
    case ConvexVerdict::Apart:
        return Verdict::Apart;
    case ConvexVerdict::Crossing:
        return Verdict::Crossing;
    case ConvexVerdict::AInsideB:
        return Verdict::AInsideB;
    case ConvexVerdict::BInsideA:
        return Verdict::BInsideA;
    case ConvexVerdict::Unsure:
        break;
    }
    return std::nullopt;
}

Verdict exact_verdict(const ConvexBody& a, const ConvexBody& b) {
    return collide({a.shape.mesh(), a.pose}, {b.shape.mesh(), b.pose})->verdict;
}

ConvexVerdict verdict_without_memory(const ConvexBody& a, const ConvexBody& b) {
    ConvexMemory memory;
    return *convex_verdict(a, b, memory);
}

/// A definite verdict must be that of collide().
void expect_agreement(ConvexVerdict verdict, Verdict exact, std::size_t number) {
    const auto claimed = as_verdict(verdict);
    if (claimed) {
        EXPECT_STREQ(to_string(*claimed), to_string(exact)) << "case " << number;
    }
}

Polytope cube() { return polytope_of(scenes::box({0, 0, 0}, {1, 1, 1})); }

struct Tally {
    std::size_t cases = 0;
    std::size_t unsure = 0;
};

TEST(ConvexVerdict, IsThatOfCollideOnEveryHardPose) {
    std::array<Tally, static_cast<std::size_t>(PoseFamily::Count)> tallies;
    std::array<std::size_t, 5> seen{};
    const std::size_t count = scaled(20'000);
    visit_poses(71, count,
                [&](std::size_t i, const ConvexBody& a, const ConvexBody& b, PoseFamily family) {
                    const ConvexVerdict verdict = verdict_without_memory(a, b);
                    expect_agreement(verdict, exact_verdict(a, b), i);
                    Tally& tally = tallies[static_cast<std::size_t>(family)];
                    ++tally.cases;
                    tally.unsure += verdict == ConvexVerdict::Unsure ? 1 : 0;
                    ++seen[static_cast<std::size_t>(verdict)];
                });
    if (is_full_run()) {
        for (const std::size_t verdicts : seen) {
            EXPECT_GT(verdicts, count / 50);
        }
        // Where nothing comes near touching, all is proved.
        for (const PoseFamily family : {PoseFamily::Anywhere, PoseFamily::Nested}) {
            const Tally& tally = tallies[static_cast<std::size_t>(family)];
            EXPECT_LT(tally.unsure, tally.cases / 1000);
        }
    }
}

TEST(ConvexVerdict, IsUnsureOnlyNearerToTouchingThanRoundingReaches) {
    ConvexPoses poses(72);
    std::size_t unsure = 0;
    std::size_t far_from_touching = 0;
    const std::size_t count = scaled(20'000);
    for (std::size_t i = 0; i < count; ++i) {
        const ConvexCase made =
            poses.next(i % 2 == 0 ? PoseFamily::SmallGap : PoseFamily::ParallelFaces);
        const ConvexBody a{poses.shapes()[made.shape_a], made.pose_a};
        const ConvexBody b{poses.shapes()[made.shape_b], made.pose_b};
        if (verdict_without_memory(a, b) != ConvexVerdict::Unsure) {
            continue;
        }
        ++unsure;
        const ConvexPair pair{a.shape.data(), b.shape.data(), a.pose, b.pose};
        const double rounding = rounding_of(pair.a, a.pose) + rounding_of(pair.b, b.pose);
        // A common point can be much less deep than the way out is long: up to the ratio of the
        // thinnest body to the longest.
        const bool near_touching = closest_features(a, b)->distance < 4 * rounding &&
                                   penetration(a, b)->depth < 20'000 * rounding;
        far_from_touching += near_touching ? 0 : 1;
    }
    // Three of 1,000,000 were seen, which the exact engine then decides.
    EXPECT_LE(far_from_touching, count / 100'000);
    if (is_full_run()) {
        EXPECT_GT(unsure, count / 10);
        EXPECT_LT(unsure, count / 2);
    }
}

TEST(ConvexVerdict, DoesNotDependOnWhatIsRemembered) {
    ConvexMemory memory; // of whatever pair came before
    std::size_t compared = 0;
    const std::size_t count = scaled(20'000);
    visit_poses(73, count,
                [&](std::size_t i, const ConvexBody& a, const ConvexBody& b, PoseFamily) {
                    const ConvexVerdict fresh = verdict_without_memory(a, b);
                    const ConvexVerdict remembering = *convex_verdict(a, b, memory);
                    const ConvexVerdict again = *convex_verdict(a, b, memory);
                    if (fresh == ConvexVerdict::Unsure || remembering == ConvexVerdict::Unsure) {
                        return;
                    }
                    ++compared;
                    EXPECT_EQ(fresh, remembering) << i;
                    EXPECT_EQ(again, remembering) << i;
                });
    if (is_full_run()) {
        EXPECT_GT(compared, count * 7 / 10);
    }
}

TEST(ConvexVerdict, IsNotMisledByAMemoryOfNonsense) {
    const Polytope box = cube();
    const double infinity = std::numeric_limits<double>::infinity();
    const double nan = std::numeric_limits<double>::quiet_NaN();
    const std::array<double, 8> values{0, 1, 1e-320, -1e-160, 1e200, -1e308, infinity, nan};
    const std::array<std::uint32_t, 5> names{0, 1, 2, 77, 0xFFFFFFFF};
    Random random(77);
    for (std::size_t i = 0, count = scaled(3'000); i < count; ++i) {
        ConvexMemory memory;
        memory.witness = {values[random.below(8)], values[random.below(8)],
                          values[random.below(8)]};
        memory.last = static_cast<ConvexVerdict>(random.below(5));
        for (std::uint32_t& name : memory.planes) {
            name = names[random.below(5)];
        }
        const Rigid pose = translation({0.5 + 0.25 * random.integer(0, 4), 1e-320, 0});
        const Verdict exact = exact_verdict({box}, {box, pose});
        expect_agreement(*convex_verdict({box}, {box, pose}, memory), exact, i);
    }
}

TEST(ConvexVerdict, SeenFromTheOtherBodyIsMirrored) {
    visit_poses(74, scaled(10'000),
                [&](std::size_t i, const ConvexBody& a, const ConvexBody& b, PoseFamily) {
                    const auto verdict = as_verdict(verdict_without_memory(a, b));
                    const auto other = as_verdict(verdict_without_memory(b, a));
                    if (verdict && other) {
                        EXPECT_EQ(*verdict, mirrored(*other)) << i;
                    }
                });
}

TEST(ConvexVerdict, StaysRightWhileBodiesPassThroughEachOther) {
    ConvexPoses poses(75);
    Random random(75);
    std::array<std::size_t, 5> seen{};
    for (std::size_t flight = 0; flight < scaled(150); ++flight) {
        const ConvexCase made = poses.next(PoseFamily::Anywhere);
        const ConvexBody a{poses.shapes()[made.shape_a], made.pose_a};
        const Vec3d axis = random.in_box({-1, -1, -1}, {1, 1, 1});
        const Vec3d away = random.in_box({-3, -3, -3}, {3, 3, 3});
        ConvexMemory memory;
        for (int step = -20; step <= 20; ++step) {
            Rigid turned = compose(made.pose_b, rotation(axis, 0.1 * step));
            turned.translation = made.pose_a.translation + away * (0.05 * step);
            const ConvexBody b{poses.shapes()[made.shape_b], turned};
            const ConvexVerdict verdict = *convex_verdict(a, b, memory);
            expect_agreement(verdict, exact_verdict(a, b), flight);
            ++seen[static_cast<std::size_t>(verdict)];
        }
    }
    if (is_full_run()) {
        EXPECT_GT(seen[static_cast<std::size_t>(ConvexVerdict::Apart)], 1000U);
        EXPECT_GT(seen[static_cast<std::size_t>(ConvexVerdict::Crossing)], 500U);
        EXPECT_LT(seen[static_cast<std::size_t>(ConvexVerdict::Unsure)], scaled(150) / 15);
    }
}

TEST(ConvexVerdict, LeavesTouchingToTheExactEngine) {
    const Polytope box = cube();
    const auto verdict_at = [&](Vec3d offset) {
        return verdict_without_memory({box}, {box, translation(offset)});
    };
    EXPECT_EQ(verdict_at({1, 0, 0}), ConvexVerdict::Unsure);     // face on face
    EXPECT_EQ(verdict_at({1, 1, 0.5}), ConvexVerdict::Unsure);   // edge on edge
    EXPECT_EQ(verdict_at({1, 1, 1}), ConvexVerdict::Unsure);     // corner on corner
    EXPECT_EQ(verdict_at({0, 0, 0}), ConvexVerdict::Unsure);     // the same place
    EXPECT_EQ(verdict_at({0.5, 0, 0}), ConvexVerdict::Crossing); // sides in common planes
    EXPECT_EQ(verdict_at({1 + 1e-13, 0, 0}), ConvexVerdict::Apart);
    EXPECT_EQ(verdict_at({1 - 1e-12, 0, 0}), ConvexVerdict::Crossing);
}

TEST(ConvexVerdict, KnowsThatRoundingGrowsWithTheDistanceFromTheOrigin) {
    const Polytope box = cube();
    for (const double far : {1e3, 1e6, 1e9, 1e12, 1e15, 1e17}) {
        for (const double gap : {1e-12, 1e-9, 1e-6, 1e-3, 0.1}) {
            for (const double sign : {-1.0, 1.0}) {
                const Rigid turn = rotation({1, 2, 3}, 0.7);
                Rigid pose_a = turn;
                pose_a.translation = {far, -far, far};
                Rigid pose_b = turn;
                pose_b.translation = apply(pose_a, {1 + sign * gap, 0.25, 0.25});
                const ConvexBody a{box, pose_a};
                const ConvexBody b{box, pose_b};
                expect_agreement(verdict_without_memory(a, b), exact_verdict(a, b), 0);
                const bool provable = gap > 1e-13 * far;
                EXPECT_TRUE(verdict_without_memory(a, b) != ConvexVerdict::Unsure || !provable)
                    << far << ' ' << gap;
            }
        }
    }
}

TEST(ConvexVerdict, IsNeverWrongAtTheEndsOfTheRangeOfDoubles) {
    const Polytope box = cube();
    for (const double scale : {1e-320, 1e-200, 1e-60, 1e-30, 1e-20, 1e20, 1e60, 1e200, 1e300}) {
        for (const double offset : {0.5, 1.0, 1.5}) {
            Rigid pose_a = rotation({3, 1, 2}, 1);
            pose_a.scale = scale;
            Rigid pose_b = pose_a;
            pose_b.translation = apply(pose_a, {offset, 0.1, 0.2});
            const ConvexBody a{box, pose_a};
            const ConvexBody b{box, pose_b};
            expect_agreement(verdict_without_memory(a, b), exact_verdict(a, b), 0);
        }
    }
}

TEST(ConvexVerdict, AllowsForVerticesThatAreElsewhere) {
    const Polytope box = cube();
    const Rigid here;
    const auto verdict_at = [&](double x, double margin) {
        const Rigid there = translation({x, 0.1, 0.2});
        ConvexMemory memory;
        return convex_verdict(ConvexPair{box.data(), box.data(), here, there, margin}, memory);
    };
    EXPECT_EQ(verdict_at(1.5, 0.1), ConvexVerdict::Apart);
    EXPECT_EQ(verdict_at(1.5, 0.9), ConvexVerdict::Unsure);
    EXPECT_EQ(verdict_at(0.5, 0.05), ConvexVerdict::Crossing);
    EXPECT_EQ(verdict_at(0.5, 0.9), ConvexVerdict::Unsure);
}

TEST(ConvexVerdict, RefusesPosesThatAreNoRotations) {
    const Polytope box = cube();
    ConvexMemory memory;
    EXPECT_FALSE(convex_verdict({box, {.row_x = {-1, 0, 0}}}, {box}, memory));
    EXPECT_FALSE(convex_verdict({box}, {box, {.row_x = {1, 0.001, 0}}}, memory));
    EXPECT_FALSE(convex_verdict({box}, {box, {.scale = 0}}, memory));
    const double infinity = std::numeric_limits<double>::infinity();
    EXPECT_FALSE(convex_verdict({box}, {box, translation({infinity, 0, 0})}, memory));
}

TEST(Support, ScansFindWhatALoopOverAllFinds) {
    ConvexPoses poses(76);
    Random random(76);
    for (std::size_t i = 0, count = scaled(3'000); i < count; ++i) {
        const PolytopeData& shape = poses.shapes()[random.below(poses.shapes().size())].data();
        const bool axis = random.below(4) == 0; // where several vertices are equally far
        const Vec3d d = axis ? Vec3d{0, 0, random.below(2) == 0 ? 1.0 : -1.0}
                             : random.in_box({-2, -2, -2}, {2, 2, 2});
        std::vector<double> along;
        for (const Vec3d& p : shape.vertices) {
            along.push_back(p.x * d.x + p.y * d.y + p.z * d.z);
        }
        const auto farthest = std::max_element(along.begin(), along.end());
        EXPECT_EQ(extent_along(shape, d).max, *farthest);
        EXPECT_EQ(extent_along(shape, d).min, *std::min_element(along.begin(), along.end()));
        EXPECT_EQ(farthest_vertex(shape, d).value, *farthest);
        EXPECT_EQ(farthest_vertex(shape, d).index, farthest - along.begin());
        std::vector<double> above;
        for (const FacePlane& plane : shape.planes) {
            above.push_back(plane.normal.x * d.x + plane.normal.y * d.y + plane.normal.z * d.z -
                            plane.offset);
        }
        const auto highest = std::max_element(above.begin(), above.end());
        EXPECT_EQ(highest_plane(shape, d).value, *highest);
        EXPECT_EQ(highest_plane(shape, d).index, highest - above.begin());
    }
}

} // namespace
} // namespace impinge::tests
