// SPDX-License-Identifier: Apache-2.0
#include "exact/curves.hpp"

#include "base/random.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace impinge::tests {
namespace {

ContactSegment segment(Vec3d p, Vec3d q) { return {{}, std::min(p, q), std::max(p, q)}; }

Vec3d at(int i) { return {static_cast<double>(i), static_cast<double>(i * i % 7), 0}; }

std::vector<ContactSegment> path(int from, int to) {
    std::vector<ContactSegment> segments;
    for (int i = from; i < to; ++i) {
        segments.push_back(segment(at(i), at(i + 1)));
    }
    return segments;
}

TEST(Curves, NoSegmentsMakeNoCurve) { EXPECT_TRUE(chain_curves({}).empty()); }

TEST(Curves, APathIsOneOpenCurveFromItsSmallerEnd) {
    const auto curves = chain_curves(path(0, 5));
    ASSERT_EQ(curves.size(), 1U);
    EXPECT_FALSE(curves[0].closed);
    EXPECT_EQ(curves[0].points, (std::vector<Vec3d>{at(0), at(1), at(2), at(3), at(4), at(5)}));
}

TEST(Curves, ALoopIsClosedAndDoesNotRepeatItsFirstPoint) {
    const Vec3d p{0, 0, 0};
    const Vec3d q{1, 0, 0};
    const Vec3d r{0, 1, 0};
    const auto curves = chain_curves(std::vector{segment(p, q), segment(q, r), segment(r, p)});
    ASSERT_EQ(curves.size(), 1U);
    EXPECT_TRUE(curves[0].closed);
    EXPECT_EQ(curves[0].points, (std::vector<Vec3d>{p, r, q}));
}

TEST(Curves, CurvesEndWhereThreeMeet) {
    const Vec3d centre{0, 0, 0};
    const auto curves = chain_curves(std::vector{
        segment(centre, {1, 0, 0}), segment(centre, {0, 1, 0}), segment(centre, {0, 0, 1})});
    EXPECT_EQ(curves.size(), 3U);
}

TEST(Curves, DoubledSegmentsCountOnce) {
    auto segments = path(0, 3);
    segments.insert(segments.end(), segments.begin(), segments.end());
    EXPECT_EQ(chain_curves(segments), chain_curves(path(0, 3)));
}

TEST(Curves, SegmentsWithoutLengthVanish) {
    auto segments = path(0, 3);
    segments.push_back(segment(at(1), at(1)));
    EXPECT_EQ(chain_curves(segments), chain_curves(path(0, 3)));
}

TEST(Curves, TheOrderOfSegmentsDoesNotMatter) {
    std::vector<ContactSegment> segments = path(0, 20);
    for (const ContactSegment& more : path(30, 60)) {
        segments.push_back(more);
    }
    segments.push_back(segment(at(5), at(40)));
    const auto expected = chain_curves(segments);
    EXPECT_EQ(expected.size(), 5U);
    EXPECT_TRUE(std::is_sorted(expected.begin(), expected.end(), [](const auto& p, const auto& q) {
        return p.points.size() > q.points.size();
    }));
    Random random(5);
    for (int round = 0; round < 20; ++round) {
        for (std::size_t i = segments.size(); i > 1; --i) {
            std::swap(segments[i - 1], segments[random.below(i)]);
        }
        EXPECT_EQ(chain_curves(segments), expected);
    }
}

} // namespace
} // namespace impinge::tests
