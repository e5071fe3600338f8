// SPDX-License-Identifier: Apache-2.0
//
// What collide() does with input that is bad or empty: a clear error that names the body and the
// place, or the documented answer; never a crash, never a guess.
#include "impinge/distance.hpp"
#include "impinge/self_intersections.hpp"
#include "tests/exact/verdict_table.hpp"
#include "tests/support/shapes.hpp"

#include <gmock/gmock.h>

#include <limits>

namespace impinge::tests {
namespace {

using testing::HasSubstr;
using testing::Not;

constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();
constexpr double infinite = std::numeric_limits<double>::infinity();

const Mesh good = meshed(cube({0, 0, 0}, 4));

Error error_of(const Body& a, const Body& b) {
    const auto result = collide(a, b);
    EXPECT_FALSE(result);
    return result ? Error{ErrorCode::Unsupported, "no error"} : result.error();
}

/// The error for a bad mesh as A and as B: alike but for the name of the body.
void expect_refused(const Body& bad, ErrorCode code, const std::string& place) {
    const Error as_a = error_of(bad, {good.view()});
    EXPECT_EQ(as_a.code, code);
    EXPECT_THAT(as_a.message, HasSubstr("body A"));
    EXPECT_THAT(as_a.message, Not(HasSubstr("body B")));
    EXPECT_THAT(as_a.message, HasSubstr(place));
    const Error as_b = error_of({good.view()}, bad);
    EXPECT_EQ(as_b.code, code);
    EXPECT_THAT(as_b.message, HasSubstr("body B"));
    EXPECT_THAT(as_b.message, Not(HasSubstr("body A")));
    EXPECT_THAT(as_b.message, HasSubstr(place));
    const auto far = distance(bad, {good.view()});
    ASSERT_FALSE(far);
    EXPECT_EQ(far.error().code, code);
}

TEST(BadInput, CoordinatesThatAreNotFiniteAreRefused) {
    for (const double value : {not_a_number, infinite, -infinite}) {
        for (int axis = 0; axis < 3; ++axis) {
            Mesh mesh = good;
            mesh.positions[6][axis] = value;
            expect_refused({mesh.view()}, ErrorCode::NonFinite, "vertex 6");
        }
    }
}

TEST(BadInput, FloatsThatAreNotFiniteAreRefused) {
    Mesh mesh = good;
    mesh.positions[2].z = infinite;
    const StoredMesh floats(mesh, Layout::Float32);
    expect_refused({floats.view()}, ErrorCode::NonFinite, "vertex 2");
}

TEST(BadInput, BadMeshesAreRefusedEvenFarFromTheOther) {
    Mesh mesh = meshed(cube({1000, 0, 0}, 1));
    mesh.positions[7].y = not_a_number;
    expect_refused({mesh.view()}, ErrorCode::NonFinite, "vertex 7");
}

TEST(BadInput, PosesThatLeaveTheRangeOfDoublesAreRefused) {
    expect_refused({.mesh = good.view(), .pose = translation({0, infinite, 0})},
                   ErrorCode::NonFinite, "vertex");
    Rigid huge;
    huge.scale = std::numeric_limits<double>::max();
    expect_refused({.mesh = good.view(), .pose = huge}, ErrorCode::NonFinite, "vertex");
}

TEST(BadInput, IndicesOutOfRangeAreRefused) {
    Mesh mesh = good;
    mesh.triangles[5][2] = 8;
    expect_refused({mesh.view()}, ErrorCode::IndexOutOfRange, "triangle 5");
    mesh.triangles[5][2] = std::numeric_limits<std::uint32_t>::max();
    expect_refused({mesh.view()}, ErrorCode::IndexOutOfRange, "triangle 5");
}

TEST(BadInput, TrianglesWithoutVerticesAreRefused) {
    const std::vector<TriangleIndices> triangles{{0, 1, 2}};
    expect_refused({MeshView(std::span<const Vec3d>(), triangles)}, ErrorCode::IndexOutOfRange,
                   "triangle 0");
}

TEST(BadInput, ErrorsCarryTheBodyAndThePlace) {
    Mesh mesh = good;
    mesh.positions[6].y = not_a_number;
    const auto of_b = collide({good.view()}, {mesh.view()});
    ASSERT_FALSE(of_b);
    EXPECT_EQ(of_b.error().body, 1U);
    EXPECT_EQ(of_b.error().place, (ErrorPlace{ErrorPlace::Kind::Vertex, 6}));
    EXPECT_EQ(of_b.error().message, "body B: vertex 6 is not finite");
    EXPECT_EQ(of_b.error().reason(), "vertex 6 is not finite");

    mesh = good;
    mesh.triangles[5][2] = 8;
    const auto of_a = distance({mesh.view()}, {good.view()});
    ASSERT_FALSE(of_a);
    EXPECT_EQ(of_a.error().body, 0U);
    EXPECT_EQ(of_a.error().place, (ErrorPlace{ErrorPlace::Kind::Triangle, 5}));

    const auto of_mesh = self_intersections(mesh.view());
    ASSERT_FALSE(of_mesh);
    EXPECT_FALSE(of_mesh.error().body.has_value());
    EXPECT_EQ(of_mesh.error().place, (ErrorPlace{ErrorPlace::Kind::Triangle, 5}));
}

TEST(EmptyMesh, IsApartFromEverything) {
    const Mesh nothing;
    const Mesh vertices_only{good.positions, {}};
    for (const Mesh* empty : {&nothing, &vertices_only}) {
        for (const Mesh* other : {&good, &nothing, &vertices_only}) {
            EXPECT_EQ(disagreement_in_any_detail({empty->view()}, {other->view()}, Verdict::Apart),
                      "");
        }
        const auto far = distance({empty->view()}, {good.view()});
        ASSERT_TRUE(far);
        EXPECT_EQ(far->distance, infinite);
    }
}

TEST(TrianglesWithoutArea, AloneAreSurfaces) {
    const Mesh point{{{4, 1, 1}}, {{0, 0, 0}}};
    const Mesh segment{{{2, 2, 2}, {9, 2, 2}, {3, 2, 2}}, {{0, 1, 2}}};
    const Mesh inside{{{1, 1, 1}, {2, 2, 2}}, {{0, 1, 1}}};
    EXPECT_EQ(disagreement_in_any_detail({point.view()}, {good.view()}, Verdict::Touching), "");
    EXPECT_EQ(disagreement_in_any_detail({segment.view()}, {good.view()}, Verdict::Crossing), "");
    EXPECT_EQ(disagreement_in_any_detail({inside.view()}, {good.view()}, Verdict::AInsideB), "");
}

// The checks of the tables themselves, each fed something wrong.
TEST(VerdictTable, AWrongExpectationIsNoticed) {
    const Mesh flush = meshed(cube({4, 0, 0}, 4));
    EXPECT_EQ(disagreement_in_any_detail({good.view()}, {flush.view()}, Verdict::Touching), "");
    for (const Verdict wrong :
         {Verdict::Apart, Verdict::Crossing, Verdict::AInsideB, Verdict::BInsideA, Verdict::Same}) {
        EXPECT_NE(disagreement({good.view()}, {flush.view()}, wrong, {}), "");
        EXPECT_NE(disagreement_in_any_detail({good.view()}, {flush.view()}, wrong), "");
    }
    const Mesh small = meshed(cube({1, 1, 1}, 2));
    EXPECT_EQ(disagreement({small.view()}, {good.view()}, Verdict::AInsideB, {}), "");
    EXPECT_NE(disagreement({small.view()}, {good.view()}, Verdict::BInsideA, {}), "");
}

TEST(VerdictTable, AnInconsistentListOfPairsIsNoticed) {
    const Mesh flush = meshed(cube({4, 0, 0}, 4));
    const auto result = collide({good.view()}, {flush.view()}, {.detail = Detail::Pairs});
    ASSERT_TRUE(result);
    ASSERT_GT(result->pairs.size(), 2U);
    EXPECT_EQ(inconsistency(*result), "");
    const auto altered = [&](auto change) {
        Interference wrong = *result;
        change(wrong);
        return inconsistency(wrong);
    };
    EXPECT_NE(altered([](Interference& i) { i.pairs.pop_back(); }), "");
    EXPECT_NE(altered([](Interference& i) { std::swap(i.pairs[0], i.pairs[1]); }), "");
    EXPECT_NE(altered([](Interference& i) { i.pairs[1] = i.pairs[0]; }), "");
    EXPECT_NE(altered([](Interference& i) { i.pairs[0].kind = PairKind::Crossing; }), "");
    EXPECT_NE(altered([](Interference& i) { i.verdict = Verdict::Apart; }), "");
    EXPECT_NE(altered([](Interference& i) {
                  i.pairs.clear();
                  i.touching_pairs = 0;
              }),
              "");
}

} // namespace
} // namespace impinge::tests
