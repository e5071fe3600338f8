// SPDX-License-Identifier: Apache-2.0
//
// Two triangles by hand: a picture per test, and laws that need no oracle. The comparison with an
// independent exact kernel is in triangle_cgal_test.cpp.
#include "impinge/triangle.hpp"

#include "geometry/triangle_contact.hpp"
#include "tests/geometry/triangle_families.hpp"
#include "tests/support/scale.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <vector>

namespace impinge::tests {
namespace {

using ::testing::ElementsAre;
using ::testing::UnorderedElementsAre;

/// The triangle most of the pictures start from, in the plane z = 0.
const Triangle flat{{Vec3d{0, 0, 0}, {4, 0, 0}, {0, 4, 0}}};

std::vector<Vec3d> positions(const TriangleContact& contact) {
    std::vector<Vec3d> points;
    for (const ContactPoint& p : contact.points()) {
        points.push_back(p.position);
    }
    return points;
}

std::vector<Vec3d> sorted_positions(const TriangleContact& contact) {
    std::vector<Vec3d> points = positions(contact);
    std::sort(points.begin(), points.end());
    return points;
}

void expect_kind(const Triangle& a, const Triangle& b, PairKind kind) {
    EXPECT_EQ(classify_triangles(a, b), kind);
    EXPECT_EQ(classify_triangles(b, a), kind);
    EXPECT_EQ(triangle_contact(a, b).kind, kind);
    EXPECT_EQ(triangles_intersect(a, b), kind != PairKind::Apart);
}

TEST(TriangleContact, ParallelPlanesAreApart) {
    const Triangle above{{Vec3d{0, 0, 5e-324}, {4, 0, 5e-324}, {0, 4, 5e-324}}};
    expect_kind(flat, above, PairKind::Apart);
    EXPECT_EQ(triangle_contact(flat, above).shape(), ContactShape::None);
}

TEST(TriangleContact, OnePiercesTheOther) {
    const Triangle needle{{Vec3d{1, 1, -1}, {1, 1, 1}, {1, 9, 0}}};
    expect_kind(flat, needle, PairKind::Crossing);
    const TriangleContact contact = triangle_contact(flat, needle);
    ASSERT_EQ(contact.shape(), ContactShape::Segment);
    EXPECT_THAT(positions(contact), UnorderedElementsAre(Vec3d{1, 1, 0}, Vec3d{1, 3, 0}));
    for (const ContactPoint& p : contact.points()) {
        const bool enters = p.position == Vec3d{1, 1, 0};
        EXPECT_EQ(p.on_a, enters ? Feature::Face : Feature::Edge1);
        EXPECT_EQ(p.on_b, enters ? Feature::Edge0 : Feature::Face);
    }
    EXPECT_EQ(contact.carrier_a, Feature::Face);
    EXPECT_EQ(contact.carrier_b, Feature::Face);
}

TEST(TriangleContact, CornerOnFaceTouches) {
    const Triangle tip{{Vec3d{1, 1, 0}, {1, 2, 3}, {2, 1, 3}}};
    expect_kind(flat, tip, PairKind::Touching);
    const TriangleContact contact = triangle_contact(flat, tip);
    ASSERT_EQ(contact.shape(), ContactShape::Point);
    EXPECT_EQ(contact.points()[0].position, (Vec3d{1, 1, 0}));
    EXPECT_EQ(contact.points()[0].on_a, Feature::Face);
    EXPECT_EQ(contact.points()[0].on_b, Feature::Vertex0);
    EXPECT_EQ(contact.carrier_a, Feature::Face);
    EXPECT_EQ(contact.carrier_b, Feature::Vertex0);
}

TEST(TriangleContact, CornerOneStepAboveTheFaceIsApart) {
    const Triangle tip{{Vec3d{1, 1, 5e-324}, {1, 2, 3}, {2, 1, 3}}};
    expect_kind(flat, tip, PairKind::Apart);
    const Triangle sunk{{Vec3d{1, 1, -5e-324}, {1, 2, 3}, {2, 1, 3}}};
    expect_kind(flat, sunk, PairKind::Crossing);
}

TEST(TriangleContact, EdgeOnFaceTouches) {
    const Triangle blade{{Vec3d{1, 1, 0}, {2, 1, 0}, {1, 1, 2}}};
    expect_kind(flat, blade, PairKind::Touching);
    const TriangleContact contact = triangle_contact(flat, blade);
    EXPECT_THAT(positions(contact), UnorderedElementsAre(Vec3d{1, 1, 0}, Vec3d{2, 1, 0}));
    EXPECT_EQ(contact.carrier_a, Feature::Face);
    EXPECT_EQ(contact.carrier_b, Feature::Edge0);
}

TEST(TriangleContact, EdgesCrossingInOnePointTouch) {
    const Triangle blade{{Vec3d{1, -1, 1}, {1, 1, -1}, {1, -9, 0}}};
    expect_kind(flat, blade, PairKind::Touching);
    const TriangleContact contact = triangle_contact(flat, blade);
    ASSERT_EQ(contact.shape(), ContactShape::Point);
    EXPECT_EQ(contact.points()[0].position, (Vec3d{1, 0, 0}));
    EXPECT_EQ(contact.points()[0].on_a, Feature::Edge0);
    EXPECT_EQ(contact.points()[0].on_b, Feature::Edge0);
}

TEST(TriangleContact, SharedCornerTouches) {
    const Triangle other{{Vec3d{-1, 0, 0}, {-1, 1, 2}, {0, 0, 0}}};
    expect_kind(flat, other, PairKind::Touching);
    const TriangleContact contact = triangle_contact(flat, other);
    ASSERT_EQ(contact.shape(), ContactShape::Point);
    EXPECT_EQ(contact.points()[0].on_a, Feature::Vertex0);
    EXPECT_EQ(contact.points()[0].on_b, Feature::Vertex2);
}

TEST(TriangleContact, SharedCornerMayAlsoCross) {
    const Triangle other{{Vec3d{0, 0, 0}, {2, 2, 1}, {2, 2, -1}}};
    expect_kind(flat, other, PairKind::Crossing);
    EXPECT_THAT(sorted_positions(triangle_contact(flat, other)),
                ElementsAre(Vec3d{0, 0, 0}, Vec3d{2, 2, 0}));
}

TEST(TriangleContact, SharedEdgeTouches) {
    const Triangle hinge{{Vec3d{4, 0, 0}, {0, 0, 0}, {1, 1, 1}}};
    expect_kind(flat, hinge, PairKind::Touching);
    const TriangleContact contact = triangle_contact(flat, hinge);
    EXPECT_EQ(contact.shape(), ContactShape::Segment);
    EXPECT_EQ(contact.carrier_a, Feature::Edge0);
    EXPECT_EQ(contact.carrier_b, Feature::Edge0);
}

TEST(TriangleContact, EqualTrianglesTouchInAllOfThem) {
    const Triangle turned{{flat[1], flat[2], flat[0]}};
    expect_kind(flat, turned, PairKind::Touching);
    const TriangleContact contact = triangle_contact(flat, turned);
    EXPECT_EQ(contact.shape(), ContactShape::Polygon);
    EXPECT_THAT(positions(contact), UnorderedElementsAre(flat[0], flat[1], flat[2]));
}

TEST(TriangleContact, StarOfTwoTrianglesIsAHexagon) {
    const Triangle up{{Vec3d{0, 0, 0}, {6, 0, 0}, {3, 6, 0}}};
    const Triangle down{{Vec3d{0, 4, 0}, {6, 4, 0}, {3, -2, 0}}};
    expect_kind(up, down, PairKind::Touching);
    EXPECT_THAT(sorted_positions(triangle_contact(up, down)),
                ElementsAre(Vec3d{1, 2, 0}, Vec3d{2, 0, 0}, Vec3d{2, 4, 0}, Vec3d{4, 0, 0},
                            Vec3d{4, 4, 0}, Vec3d{5, 2, 0}));
}

TEST(TriangleContact, OneInsideTheOtherInOnePlaneIsTheInnerOne) {
    const Triangle inner{{Vec3d{1, 1, 0}, {2, 1, 0}, {1, 2, 0}}};
    expect_kind(flat, inner, PairKind::Touching);
    EXPECT_THAT(positions(triangle_contact(flat, inner)),
                UnorderedElementsAre(inner[0], inner[1], inner[2]));
}

TEST(TriangleContact, FlushNeighboursInOnePlaneShareASegment) {
    const Triangle below{{Vec3d{1, 0, 0}, {9, 0, 0}, {1, -4, 0}}};
    expect_kind(flat, below, PairKind::Touching);
    EXPECT_THAT(sorted_positions(triangle_contact(flat, below)),
                ElementsAre(Vec3d{1, 0, 0}, Vec3d{4, 0, 0}));
}

TEST(TriangleContact, PointsAndSegmentsAreSetsToo) {
    const Triangle point{{Vec3d{1, 1, 0}, {1, 1, 0}, {1, 1, 0}}};
    const Triangle above{{Vec3d{1, 1, 1}, {1, 1, 1}, {1, 1, 1}}};
    const Triangle spike{{Vec3d{1, 1, -1}, {1, 1, 1}, {1, 1, 0.5}}};
    const Triangle chord{{Vec3d{-1, 1, 0}, {9, 1, 0}, {2, 1, 0}}};
    EXPECT_TRUE(triangles_intersect(flat, point));
    EXPECT_FALSE(triangles_intersect(flat, above));
    EXPECT_TRUE(triangles_intersect(spike, above));
    EXPECT_TRUE(triangles_intersect(point, point));
    EXPECT_FALSE(triangles_intersect(point, above));
    EXPECT_THAT(positions(triangle_contact(flat, spike)), ElementsAre(Vec3d{1, 1, 0}));
    EXPECT_THAT(positions(triangle_contact(spike, chord)), ElementsAre(Vec3d{1, 1, 0}));
    EXPECT_THAT(sorted_positions(triangle_contact(chord, flat)),
                ElementsAre(Vec3d{0, 1, 0}, Vec3d{3, 1, 0}));
}

TEST(TriangleContact, ThirdsAreRoundedToTheNearestDouble) {
    const Triangle blade{{Vec3d{1.0, 1, -1}, {2.0, 1, 2}, {1.5, -9, 0}}};
    const TriangleContact contact = triangle_contact(flat, blade);
    for (const ContactPoint& p : contact.points()) {
        if (p.on_b == Feature::Edge0) {
            EXPECT_EQ(p.position, (Vec3d{4.0 / 3, 1, 0}));
            return;
        }
    }
    FAIL() << "edge 0 of the blade pierces the face";
}

TEST(TriangleContact, PointsHalfwayBetweenDoublesGoToTheEvenOne) {
    const double odd = 1 + 0x1p-52;
    const double even = 1 + 0x1p-51;
    const Triangle blade{{Vec3d{odd, 1, -1}, {even, 1, 1}, {odd, -9, -1}}};
    const Triangle past_half{{Vec3d{odd, 1, -1}, {even, 1, 1 + 0x1p-52}, {odd, -9, -1}}};
    const auto x_on_edge_0 = [](const Triangle& b) {
        const TriangleContact contact = triangle_contact(flat, b);
        for (const ContactPoint& p : contact.points()) {
            if (p.on_b == Feature::Edge0) {
                return p.position.x;
            }
        }
        return 0.0;
    };
    EXPECT_EQ(x_on_edge_0(blade), even);
    EXPECT_EQ(x_on_edge_0(past_half), odd);
}

TEST(TriangleContact, WorksAtBothEndsOfTheRange) {
    const Triangle needle{{Vec3d{1, 1, -1}, {1, 1, 1}, {1, 9, 0}}};
    for (const double size : {0x1p-1074, 0x1p-1022, 0x1p-500, 0x1p500, 0x1p1020}) {
        const TwoTriangles pair = scaled_by({flat, needle}, size);
        expect_kind(pair.a, pair.b, PairKind::Crossing);
        EXPECT_THAT(positions(triangle_contact(pair.a, pair.b)),
                    UnorderedElementsAre(Vec3d{1, 1, 0} * size, Vec3d{1, 3, 0} * size));
    }
}

TEST(TriangleContact, CornersAtTheLargestDoubleDoNotOverflow) {
    const double big = std::numeric_limits<double>::max();
    const Triangle wide{{Vec3d{-big, -big, 0}, {big, -big, 0}, {0, big, 0}}};
    const Triangle tall{{Vec3d{-1, 0, -big}, {1, 0, -big}, {0, 0, big}}};
    expect_kind(wide, tall, PairKind::Crossing);
    const TriangleContact contact = triangle_contact(wide, tall);
    ASSERT_EQ(contact.shape(), ContactShape::Segment);
    EXPECT_THAT(positions(contact), UnorderedElementsAre(Vec3d{-0.5, 0, 0}, Vec3d{0.5, 0, 0}));
}

/// Positions and features of one side, in an order that does not depend on the input's.
std::vector<std::pair<Vec3d, Feature>> side(const TriangleContact& contact,
                                            Feature ContactPoint::*feature) {
    std::vector<std::pair<Vec3d, Feature>> points;
    for (const ContactPoint& p : contact.points()) {
        points.emplace_back(p.position, p.*feature);
    }
    std::sort(points.begin(), points.end());
    return points;
}

TEST(TriangleContact, SwappingTheTrianglesSwapsTheAnswer) {
    Random random(1);
    std::size_t hits = 0;
    const std::size_t count = scaled(60'000);
    for (std::size_t i = 0; i < count; ++i) {
        const TwoTriangles pair = any_family(random);
        const TriangleContact ab = triangle_contact(pair.a, pair.b);
        const TriangleContact ba = triangle_contact(pair.b, pair.a);
        ASSERT_EQ(ab.kind, ba.kind);
        ASSERT_EQ(ab.kind, classify_triangles(pair.a, pair.b));
        ASSERT_EQ(side(ab, &ContactPoint::on_a), side(ba, &ContactPoint::on_b));
        ASSERT_EQ(side(ab, &ContactPoint::on_b), side(ba, &ContactPoint::on_a));
        ASSERT_EQ(ab.carrier_a, ba.carrier_b);
        ASSERT_EQ(ab.carrier_b, ba.carrier_a);
        hits += ab.kind != PairKind::Apart;
    }
    EXPECT_GT(hits, count * 3 / 10);
    EXPECT_LT(hits, count * 7 / 10);
}

TEST(TriangleContact, OrderOfCornersDoesNotMoveAPoint) {
    Random random(2);
    for (std::size_t i = 0; i < scaled(40'000); ++i) {
        const TwoTriangles pair = any_family(random);
        const TwoTriangles other{shuffled(random, pair.a), shuffled(random, pair.b)};
        const TriangleContact contact = triangle_contact(pair.a, pair.b);
        const TriangleContact again = triangle_contact(other.a, other.b);
        ASSERT_EQ(contact.kind, again.kind);
        ASSERT_EQ(sorted_positions(contact), sorted_positions(again));
    }
}

TEST(TriangleContact, MirrorsAndTurnedAxesMoveItExactly) {
    Random random(3);
    const auto turn = [](Vec3d p) { return Vec3d{-p.y, p.z, p.x}; };
    for (std::size_t i = 0; i < scaled(40'000); ++i) {
        const TwoTriangles pair = any_family(random);
        const TriangleContact contact = triangle_contact(pair.a, pair.b);
        const TriangleContact turned =
            triangle_contact(changed(pair.a, turn), changed(pair.b, turn));
        std::vector<Vec3d> expected = positions(contact);
        std::transform(expected.begin(), expected.end(), expected.begin(), turn);
        std::sort(expected.begin(), expected.end());
        ASSERT_EQ(contact.kind, turned.kind);
        ASSERT_EQ(expected, sorted_positions(turned));
    }
}

// A law the fuzz above would not see broken: the comparison itself must notice one wrong bit.
TEST(TriangleContact, ComparisonSeesAMovedPoint) {
    const Triangle needle{{Vec3d{1, 1, -1}, {1, 1, 1}, {1, 9, 0}}};
    const TriangleContact contact = triangle_contact(flat, needle);
    const TriangleContact moved = triangle_contact(flat, changed(needle, [](Vec3d p) {
                                                       return p + Vec3d{0x1p-52, 0, 0};
                                                   }));
    EXPECT_NE(sorted_positions(contact), sorted_positions(moved));
}

TEST(TriangleArea, ZeroExactlyWhenCornersLieOnOneLine) {
    EXPECT_FALSE(is_degenerate(flat));
    EXPECT_TRUE(is_degenerate({{Vec3d{0, 0, 0}, {1, 1, 1}, {3, 3, 3}}}));
    EXPECT_TRUE(is_degenerate({{Vec3d{1, 2, 3}, {1, 2, 3}, {9, 9, 9}}}));
    EXPECT_FALSE(is_degenerate({{Vec3d{0, 0, 0}, {1, 1, 1}, {3, 3, std::nextafter(3.0, 4.0)}}}));
    EXPECT_FALSE(is_degenerate({{Vec3d{0, 0, 0}, {5e-324, 0, 0}, {0, 5e-324, 0}}}));
}

TEST(TriangleContact, AreasOverlapWhereTheContactIsAPolygon) {
    Random random(11);
    std::size_t overlapping = 0;
    const std::size_t cases = scaled(2000);
    for (std::size_t i = 0; i < cases; ++i) {
        const auto in_plane = [&] {
            const Vec3d p = grid_point(random, 6);
            return Vec3d{p.x, p.y, p.x + 2 * p.y};
        };
        const Triangle a = triangle_of(in_plane);
        const Triangle b = triangle_of(in_plane);
        if (collinear(a[0], a[1], a[2]) || collinear(b[0], b[1], b[2])) {
            continue;
        }
        const bool polygon = triangle_contact(a, b).shape() == ContactShape::Polygon;
        EXPECT_EQ(coplanar_areas_overlap(a, b), polygon);
        EXPECT_EQ(coplanar_areas_overlap(b, a), polygon);
        overlapping += polygon ? 1 : 0;
    }
    EXPECT_GT(overlapping, cases / 5);
    EXPECT_LT(overlapping, cases * 4 / 5);
}

} // namespace
} // namespace impinge::tests
