// SPDX-License-Identifier: Apache-2.0
//
// self_intersections() on meshes drawn by hand, and against clipping in fractions over all pairs of
// random meshes on an integer grid.
#include "impinge/self_intersections.hpp"
#include "tests/support/clipped_triangles.hpp"
#include "tests/support/meshing.hpp"
#include "tests/support/random_soups.hpp"
#include "tests/support/scale.hpp"
#include "tests/support/shapes.hpp"
#include "tests/support/stored_mesh.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <iterator>
#include <limits>
#include <sstream>

namespace impinge::tests {
namespace {

using Pairs = std::vector<TrianglePair>;

constexpr PairKind touching = PairKind::Touching;
constexpr PairKind crossing = PairKind::Crossing;

SelfIntersections found_in(const Mesh& mesh, Detail detail = Detail::Pairs) {
    const auto result = self_intersections(mesh.view(), {.detail = detail});
    EXPECT_TRUE(result);
    return result ? *result : SelfIntersections{};
}

/// Two triangles by their six corners, (0 1 2) and (3 4 5).
Mesh two_triangles(const std::vector<Vec3d>& corners) { return {corners, {{0, 1, 2}, {3, 4, 5}}}; }

struct PairCase {
    std::string name;
    std::vector<Vec3d> corners;
    Pairs expected;
};

void PrintTo(const PairCase& row, std::ostream* out) { *out << row.name; }

std::string name_of(const testing::TestParamInfo<PairCase>& info) { return info.param.name; }

class SelfIntersectingPairs : public testing::TestWithParam<PairCase> {};

TEST_P(SelfIntersectingPairs, AreReportedAsDrawn) {
    const PairCase& row = GetParam();
    EXPECT_EQ(found_in(two_triangles(row.corners)).pairs, row.expected);
    const std::vector<Vec3d>& c = row.corners;
    EXPECT_EQ(found_in(two_triangles({c[3], c[5], c[4], c[1], c[2], c[0]})).pairs, row.expected);
}

std::vector<PairCase> pair_cases() {
    const Vec3d o{0, 0, 0};
    const Vec3d x{4, 0, 0};
    const Vec3d y{0, 4, 0};
    const Pairs one_touching{{0, 1, touching}};
    const Pairs one_crossing{{0, 1, crossing}};
    return {
        {"HingeOpen", {o, x, y, x, o, {0, 0, 4}}, {}},
        {"HingeFlat", {o, x, y, x, o, {2, -4, 0}}, {}},
        {"HingeFoldedShut", {o, x, y, x, o, {1, 3, 0}}, one_touching},
        {"HingeFoldedAlmostShut", {o, x, y, x, o, {1, 3, 0x1p-1000}}, {}},
        {"HingeFoldedOntoALargerOne", {o, x, y, x, o, {0, 9, 0}}, one_touching},
        {"EqualFaces", {o, x, y, o, x, y}, one_touching},
        {"FaceAndItsBack", {o, x, y, o, y, x}, one_touching},
        {"FanMeetingInACorner", {o, x, y, o, {-4, 0, 0}, {0, -4, 0}}, {}},
        {"FanOverlappingInThePlane", {o, x, y, o, {4, 4, 0}, {-1, 4, 0}}, one_touching},
        {"FanSharingPartOfAnEdge", {o, x, y, o, {2, 0, 0}, {0, 0, 4}}, one_touching},
        {"FanStandingOnTheFace", {o, x, y, o, {1, 1, 0}, {0, 0, 4}}, one_touching},
        {"FanPiercing", {o, x, y, o, {1, 1, 1}, {1, 1, -1}}, one_crossing},
        {"FanPiercingThroughTheFarEdge", {o, x, y, o, {4, 4, 1}, {4, 4, -1}}, one_crossing},
        {"FanReachingTheFaceInOneMorePoint", {o, x, y, o, {1, 1, 0}, {1, 1, 4}}, one_touching},
        {"VertexOnFace", {o, x, y, {1, 1, 0}, {1, 1, 4}, {2, 1, 4}}, one_touching},
        {"VertexOnEdge", {o, x, y, {2, 0, 0}, {2, -1, 4}, {3, -1, 4}}, one_touching},
        {"VertexOneUlpAboveFace", {o, x, y, {1, 1, 0x1p-1074}, {1, 1, 4}, {2, 1, 4}}, {}},
        {"EdgeThroughFace", {o, x, y, {1, 1, -1}, {1, 1, 4}, {2, 1, 4}}, one_crossing},
        {"CoplanarOverlap", {o, x, y, {1, 1, 0}, {9, 1, 0}, {1, 9, 0}}, one_touching},
        {"CoplanarApart", {o, x, y, {3, 3, 0}, {9, 3, 0}, {3, 9, 0}}, {}},
        {"CapOnItsNeighboursEdge", {o, x, y, x, o, {2, 0, 0}}, {}},
        {"CapBeyondItsNeighboursEdge", {o, x, y, {2, 0, 0}, x, {6, 0, 0}}, one_touching},
        {"PointInFace", {o, x, y, {1, 1, 0}, {1, 1, 0}, {1, 1, 0}}, one_touching},
        {"PointInCorner", {o, x, y, o, o, o}, {}},
        {"SegmentThroughFace", {o, x, y, {1, 1, -1}, {1, 1, 1}, {1, 1, 1}}, one_touching},
        {"SegmentsCrossing", {o, x, x, {2, -1, 0}, {2, 1, 0}, {2, 0, 0}}, one_touching},
    };
}

INSTANTIATE_TEST_SUITE_P(Drawn, SelfIntersectingPairs, testing::ValuesIn(pair_cases()), name_of);

TEST(SelfIntersections, CleanSolidsHaveNone) {
    for (const PolyMesh& solid :
         {cube({0, 0, 0}, 4), octahedron({1, 2, 3}, 2), wheel("###..#..", 2, 0, 3),
          with_cavity(cube({0, 0, 0}, 4), cube({1, 1, 1}, 2)),
          cells({{"##", "#."}, {"#.", ".."}})}) {
        for (std::uint64_t seed = 0; seed < 4; ++seed) {
            const Mesh mesh =
                meshed(solid, {.seed = seed, .splits = Splits::Some, .order = Order::Shuffled});
            EXPECT_TRUE(found_in(mesh).pairs.empty());
            const StoredMesh loose(mesh, Layout::Unwelded);
            const auto result = self_intersections(loose.view());
            ASSERT_TRUE(result);
            EXPECT_TRUE(result->pairs.empty());
        }
    }
}

TEST(SelfIntersections, CapsOfRepairedMeshesAreClean) {
    const Mesh mesh = meshed(cube({0, 0, 0}, 4), {.seed = 3, .extras = Extras::Points});
    EXPECT_TRUE(found_in(mesh).pairs.empty());
}

TEST(SelfIntersections, CellsThatMeetInAnEdgeShareThatEdge) {
    EXPECT_TRUE(found_in(meshed(plate({"#.", ".#"}, 0, 1))).pairs.empty());
}

TEST(SelfIntersections, EmptyMeshHasNone) {
    const Mesh empty;
    const SelfIntersections result = found_in(empty);
    EXPECT_TRUE(result.pairs.empty());
    EXPECT_FALSE(result.partial);
}

TEST(SelfIntersections, BadMeshesAreRefused) {
    Mesh mesh = meshed(cube({0, 0, 0}, 4));
    mesh.triangles[5][1] = 8;
    auto result = self_intersections(mesh.view());
    ASSERT_FALSE(result);
    EXPECT_EQ(result.error().code, ErrorCode::IndexOutOfRange);
    mesh.triangles[5][1] = 7;
    mesh.positions[3].y = std::numeric_limits<double>::quiet_NaN();
    result = self_intersections(mesh.view());
    ASSERT_FALSE(result);
    EXPECT_EQ(result.error().code, ErrorCode::NonFinite);
}

IntegerTriangle integer_triangle(const Mesh& mesh, std::size_t index) {
    IntegerTriangle triangle;
    for (std::size_t i = 0; i < 3; ++i) {
        const Vec3d& p = mesh.positions[mesh.triangles[index][i]];
        triangle[i] = {static_cast<std::int64_t>(p.x), static_cast<std::int64_t>(p.y),
                       static_cast<std::int64_t>(p.z)};
    }
    return triangle;
}

Pairs brute_force_pairs(const Mesh& mesh) {
    Pairs pairs;
    for (std::uint32_t a = 0; a < mesh.triangles.size(); ++a) {
        for (std::uint32_t b = a + 1; b < mesh.triangles.size(); ++b) {
            const IntegerTriangle first = integer_triangle(mesh, a);
            const IntegerTriangle second = integer_triangle(mesh, b);
            if (is_self_intersection(first, second)) {
                pairs.push_back({a, b, kind_of(first, second)});
            }
        }
    }
    return pairs;
}

std::string described(const Pairs& pairs, const Mesh& mesh) {
    std::ostringstream text;
    for (const TrianglePair& pair : pairs) {
        text << pair.a << '-' << pair.b << ' ' << to_string(pair.kind) << ':';
        for (const std::uint32_t triangle : {pair.a, pair.b}) {
            for (const std::uint32_t corner : mesh.triangles[triangle]) {
                const Vec3d& p = mesh.positions[corner];
                text << " (" << p.x << ' ' << p.y << ' ' << p.z << ')';
            }
        }
        text << '\n';
    }
    return text.str();
}

/// Pairs in one list and not in the other.
Pairs difference(const Pairs& a, const Pairs& b) {
    Pairs result;
    std::set_symmetric_difference(a.begin(), a.end(), b.begin(), b.end(),
                                  std::back_inserter(result));
    return result;
}

void flatten(Mesh& mesh) {
    for (Vec3d& p : mesh.positions) {
        p.z = 0;
    }
}

// Few vertices: shared corners and edges, folds and faces without area are all common.
TEST(SelfIntersections, RandomGridMeshesAgreeWithClippingInFractions) {
    Random random(4669);
    std::size_t reported = 0;
    std::size_t possible = 0;
    const std::size_t rounds = scaled(1000);
    for (std::size_t round = 0; round < rounds; ++round) {
        const std::size_t vertices = 6 + random.below(20);
        Mesh mesh = grid_soup(random, 14, vertices, random.integer(2, 5));
        if (random.below(3) != 0) {
            flatten(mesh);
        }
        const SelfIntersections found = found_in(mesh);
        const Pairs expected = brute_force_pairs(mesh);
        ASSERT_EQ(described(difference(found.pairs, expected), mesh), "") << "round " << round;
        EXPECT_EQ(found.crossing_pairs + found.touching_pairs, found.pairs.size());
        const SelfIntersections any = found_in(mesh, Detail::Verdict);
        EXPECT_EQ(any.pairs.empty(), expected.empty());
        EXPECT_LE(any.pairs.size(), 1U);
        EXPECT_EQ(found_in(mesh, Detail::Curves).pairs, expected);
        reported += expected.size();
        possible += 14 * 13 / 2;
    }
    const double share = static_cast<double>(reported) / static_cast<double>(possible);
    EXPECT_GT(share, 0.3);
    EXPECT_LT(share, 0.7);
}

TEST(SelfIntersections, AMissingOrInventedPairIsNoticed) {
    const Mesh mesh =
        two_triangles({{0, 0, 0}, {4, 0, 0}, {0, 4, 0}, {1, 1, -1}, {1, 1, 4}, {2, 1, 4}});
    const Pairs expected = brute_force_pairs(mesh);
    EXPECT_EQ(difference(expected, {{0, 1, crossing}}).size(), 0U);
    EXPECT_EQ(difference(expected, {}).size(), 1U);
    EXPECT_EQ(difference(expected, {{0, 1, touching}}).size(), 2U);
}

} // namespace
} // namespace impinge::tests
