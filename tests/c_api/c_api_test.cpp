// SPDX-License-Identifier: Apache-2.0
//
// The C API gives the answers of the C++ API, and lets nothing through that C could not catch.
#include "impinge.h"
#include "impinge/contacts.hpp"
#include "impinge/distance.hpp"
#include "impinge/self_intersections.hpp"
#include "scenes/boxes.hpp"
#include "scenes/catalogue.hpp"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstring>
#include <memory>
#include <stdexcept>

namespace impinge::tests {
namespace {

impinge_body c_body(const Mesh& mesh) {
    impinge_body body = IMPINGE_BODY_INIT;
    body.positions = mesh.positions.data();
    body.vertex_count = mesh.positions.size();
    body.triangles = mesh.triangles.data()->data();
    body.triangle_count = mesh.triangles.size();
    return body;
}

Mesh mesh_of_box(Vec3d low, Vec3d high) { return scenes::box(low, high); }

template <typename T, void (*free_it)(T*)> struct Free {
    void operator()(T* result) const { free_it(result); }
};
using CInterference =
    std::unique_ptr<impinge_interference, Free<impinge_interference, impinge_interference_free>>;
using CSelf = std::unique_ptr<impinge_self, Free<impinge_self, impinge_self_free>>;

bool same_point(const double* c, Vec3d point) { return Vec3d{c[0], c[1], c[2]} == point; }

bool same_pair(const impinge_triangle_pair& c, const TrianglePair& pair) {
    return c.a == pair.a && c.b == pair.b &&
           static_cast<int>(c.kind) == static_cast<int>(pair.kind);
}

template <typename Result> void expect_same_pairs(const impinge_contacts* c, const Result& result) {
    std::size_t count = 0;
    const impinge_triangle_pair* pairs = impinge_contacts_pairs(c, &count);
    ASSERT_EQ(count, result.pairs.size());
    for (std::size_t i = 0; i < count; ++i) {
        ASSERT_TRUE(same_pair(pairs[i], result.pairs[i])) << i;
    }
    EXPECT_EQ(impinge_contacts_crossing_count(c), result.crossing_pairs);
    EXPECT_EQ(impinge_contacts_touching_count(c), result.touching_pairs);
    const impinge_segment* segments = impinge_contacts_segments(c, &count);
    ASSERT_EQ(count, result.segments.size());
    for (std::size_t i = 0; i < count; ++i) {
        ASSERT_TRUE(same_pair(segments[i].pair, result.segments[i].pair)) << i;
        ASSERT_TRUE(same_point(segments[i].start, result.segments[i].start)) << i;
        ASSERT_TRUE(same_point(segments[i].end, result.segments[i].end)) << i;
    }
}

template <typename Result>
void expect_same_curves(const impinge_contacts* c, const Result& result) {
    ASSERT_EQ(impinge_contacts_curve_count(c), result.curves.size());
    for (std::size_t i = 0; i < result.curves.size(); ++i) {
        const impinge_curve curve = impinge_contacts_curve(c, i);
        ASSERT_EQ(curve.point_count, result.curves[i].points.size());
        EXPECT_EQ(curve.closed != 0, result.curves[i].closed);
        for (std::size_t k = 0; k < curve.point_count; ++k) {
            ASSERT_TRUE(same_point(curve.points + 3 * k, result.curves[i].points[k]));
        }
    }
}

class CApi : public testing::TestWithParam<const char*> {
  protected:
    Scene scene = *make_scene(GetParam(), {.triangles = 3000});
    Mesh& a = scene.bodies[0].mesh;
    Mesh& b = scene.bodies[1].mesh;
    impinge_body c_a = c_body(a);
    impinge_body c_b = c_body(b);
};

TEST_P(CApi, CollidesAsTheCppApiDoes) {
    for (const Detail detail : {Detail::Verdict, Detail::Pairs, Detail::Curves}) {
        const Interference expected =
            *collide({a.view()}, {b.view()}, {.detail = detail}, Context(1));
        impinge_options options = IMPINGE_OPTIONS_INIT;
        options.detail = static_cast<impinge_detail>(detail);
        options.threads = 1;
        impinge_interference* raw = nullptr;
        ASSERT_EQ(impinge_collide(&c_a, &c_b, &options, &raw, nullptr), IMPINGE_OK);
        const CInterference result(raw);
        EXPECT_STREQ(impinge_verdict_name(impinge_interference_verdict(raw)),
                     to_string(expected.verdict));
        EXPECT_EQ(static_cast<int>(impinge_interference_compared(raw)),
                  static_cast<int>(expected.compared));
        EXPECT_EQ(impinge_interference_hash(raw), expected.hash);
        expect_same_pairs(impinge_interference_contacts(raw), expected);
        expect_same_curves(impinge_interference_contacts(raw), expected);
    }
}

TEST_P(CApi, MeasuresAsTheCppApiDoes) {
    const Distance expected = *distance({a.view()}, {b.view()});
    impinge_nearest nearest{};
    ASSERT_EQ(impinge_distance(&c_a, &c_b, nullptr, &nearest, nullptr), IMPINGE_OK);
    EXPECT_EQ(nearest.distance, expected.distance);
    EXPECT_TRUE(same_point(nearest.point_a, expected.point_a));
    EXPECT_TRUE(same_point(nearest.point_b, expected.point_b));
    EXPECT_EQ(nearest.triangle_a, expected.triangle_a);
    EXPECT_EQ(nearest.triangle_b, expected.triangle_b);
    for (const double clearance : {expected.distance, expected.distance / 2}) {
        int is_within = -1;
        ASSERT_EQ(impinge_within(&c_a, &c_b, clearance, nullptr, &is_within, &nearest, nullptr),
                  IMPINGE_OK);
        EXPECT_EQ(is_within != 0, within({a.view()}, {b.view()}, clearance)->within);
    }
}

TEST_P(CApi, FindsTheSelfIntersectionsTheCppApiFinds) {
    Mesh both = a;
    const auto offset = static_cast<std::uint32_t>(a.positions.size());
    both.positions.insert(both.positions.end(), b.positions.begin(), b.positions.end());
    for (const auto& [p, q, r] : b.triangles) {
        both.triangles.push_back({p + offset, q + offset, r + offset});
    }
    const SelfIntersections expected = *self_intersections(both.view(), {.detail = Detail::Curves});
    const impinge_body body = c_body(both);
    impinge_options options = IMPINGE_OPTIONS_INIT;
    options.detail = IMPINGE_DETAIL_CURVES;
    impinge_self* raw = nullptr;
    ASSERT_EQ(impinge_self_intersections(&body, &options, &raw, nullptr), IMPINGE_OK);
    const CSelf result(raw);
    EXPECT_EQ(impinge_self_hash(raw), expected.hash);
    expect_same_pairs(impinge_self_contacts(raw), expected);
    expect_same_curves(impinge_self_contacts(raw), expected);
}

INSTANTIATE_TEST_SUITE_P(Scenes, CApi,
                         testing::Values("jaws-open", "jaws-touching", "jaws-biting", "boxes-flush",
                                         "tangled-knots"));

TEST(CApiErrors, AnExceptionOfACallbackBecomesAStatus) {
    const Scene scene = *make_scene("boxes-flush", {});
    const impinge_body a = c_body(scene.bodies[0].mesh);
    impinge_options options = IMPINGE_OPTIONS_INIT;
    options.progress = [](double, void*) -> int { throw std::runtime_error("from the callback"); };
    impinge_error error{};
    impinge_interference* result = nullptr;
    EXPECT_EQ(impinge_collide(&a, &a, &options, &result, &error), IMPINGE_INTERNAL);
    EXPECT_STREQ(error.message, "from the callback");
    EXPECT_EQ(result, nullptr);
    options.progress = [](double, void*) -> int { throw 7; }; // NOLINT
    EXPECT_EQ(impinge_collide(&a, &a, &options, &result, &error), IMPINGE_INTERNAL);
}

TEST(CApiErrors, ALongMessageIsCutAndStillEnds) {
    const Scene scene = *make_scene("boxes-flush", {});
    const impinge_body a = c_body(scene.bodies[0].mesh);
    impinge_options options = IMPINGE_OPTIONS_INIT;
    options.progress = [](double, void*) -> int {
        throw std::runtime_error(std::string(999, 'x'));
    };
    impinge_error error{};
    impinge_interference* result = nullptr;
    EXPECT_EQ(impinge_collide(&a, &a, &options, &result, &error), IMPINGE_INTERNAL);
    EXPECT_EQ(std::strlen(error.message), sizeof error.message - 1);
}

/// What impinge_collide says of two bodies that it accepts.
CInterference collided(const impinge_body& a, const impinge_body& b,
                       const impinge_options* options = nullptr) {
    impinge_interference* result = nullptr;
    EXPECT_EQ(impinge_collide(&a, &b, options, &result, nullptr), IMPINGE_OK);
    return CInterference(result);
}

TEST(CApi, SaysWhetherTheVerdictIsTheLastWord) {
    Mesh outer = mesh_of_box({-2, -2, -2}, {2, 2, 2});
    const Mesh inner = mesh_of_box({-1, -1, -1}, {1, 1, 1});
    const impinge_body c_inner = c_body(inner);
    EXPECT_EQ(impinge_interference_decision(collided(c_body(outer), c_inner).get()), IMPINGE_FINAL);
    outer.triangles.pop_back();
    const impinge_body c_outer = c_body(outer);
    const CInterference open = collided(c_outer, c_inner);
    EXPECT_EQ(impinge_interference_verdict(open.get()), IMPINGE_APART);
    EXPECT_EQ(impinge_interference_compared(open.get()), IMPINGE_SURFACES);
    EXPECT_EQ(impinge_interference_decision(open.get()), IMPINGE_CONTAINMENT_OPEN);

    impinge_options options = IMPINGE_OPTIONS_INIT;
    options.open_meshes = IMPINGE_MEANT_AS_SURFACES;
    EXPECT_EQ(impinge_interference_decision(collided(c_outer, c_inner, &options).get()),
              IMPINGE_FINAL);
    options.open_meshes = 7;
    impinge_interference* none = nullptr;
    EXPECT_EQ(impinge_collide(&c_outer, &c_inner, &options, &none, nullptr),
              IMPINGE_INVALID_ARGUMENT);

    impinge_options stop = IMPINGE_OPTIONS_INIT;
    stop.progress = [](double, void*) { return 1; };
    const CInterference stopped = collided(c_outer, c_inner, &stop);
    EXPECT_EQ(impinge_interference_partial(stopped.get()), 1);
    EXPECT_EQ(impinge_interference_decision(stopped.get()), IMPINGE_CANCELLED);
    EXPECT_EQ(impinge_interference_decision(nullptr), IMPINGE_CANCELLED);
}

TEST(CApi, OptionsOfOlderProgramsAreShorter) {
    const Mesh mesh = mesh_of_box({0, 0, 0}, {1, 1, 1});
    impinge_options options = IMPINGE_OPTIONS_INIT;
    options.struct_size = offsetof(impinge_options, open_meshes);
    options.open_meshes = 7; // beyond what they have: not read
    EXPECT_EQ(impinge_interference_verdict(collided(c_body(mesh), c_body(mesh), &options).get()),
              IMPINGE_SAME);
}

TEST(CApi, RefusesCountsThatNoMeshCanHave) {
    const Mesh mesh = mesh_of_box({0, 0, 0}, {1, 1, 1});
    const impinge_body good = c_body(mesh);
    std::vector<impinge_body> bad(6, good);
    bad[0].vertex_count = SIZE_MAX;
    bad[1].vertex_count = SIZE_MAX / 24 + 2;
    bad[2].triangle_count = std::size_t{1} << 33;
    bad[3].triangle_count = SIZE_MAX;
    bad[4].stride_bytes = SIZE_MAX / 2;
    bad[5].vertex_count = (std::size_t{1} << 32) + 1;
    for (const impinge_body& body : bad) {
        impinge_error error{};
        impinge_interference* result = nullptr;
        EXPECT_EQ(impinge_collide(&body, &good, nullptr, &result, &error),
                  IMPINGE_INVALID_ARGUMENT);
        EXPECT_EQ(result, nullptr);
        EXPECT_EQ(std::strncmp(error.message, "body A: ", 8), 0) << error.message;
        EXPECT_EQ(impinge_collide(&good, &body, nullptr, &result, &error),
                  IMPINGE_INVALID_ARGUMENT);
        impinge_self* self = nullptr;
        EXPECT_EQ(impinge_self_intersections(&body, nullptr, &self, &error),
                  IMPINGE_INVALID_ARGUMENT);
        impinge_nearest nearest{};
        EXPECT_EQ(impinge_distance(&body, &good, nullptr, &nearest, &error),
                  IMPINGE_INVALID_ARGUMENT);
    }
}

TEST(CApiManifolds, AreThoseOfTheCppApi) {
    const Mesh a = mesh_of_box({0, 0, 0}, {2, 2, 2});
    const Mesh b = mesh_of_box({0.5, 0.25, 1.75}, {1, 1, 3});
    const auto expected = contacts({a.view()}, {b.view()}, {.points = 3});
    ASSERT_TRUE(expected);
    const impinge_body c_a = c_body(a);
    const impinge_body c_b = c_body(b);
    impinge_manifolds* raw = nullptr;
    ASSERT_EQ(impinge_contact_manifolds(&c_a, &c_b, 3, nullptr, &raw, nullptr), IMPINGE_OK);
    const std::unique_ptr<impinge_manifolds, Free<impinge_manifolds, impinge_manifolds_free>> found(
        raw);
    ASSERT_EQ(impinge_manifolds_count(raw), expected->manifolds.size());
    ASSERT_EQ(expected->manifolds.size(), 1U);
    const Manifold& m = expected->manifolds.front();
    const impinge_manifold& c = *impinge_manifolds_at(raw, 0);
    EXPECT_EQ(static_cast<int>(c.kind), static_cast<int>(m.kind));
    EXPECT_TRUE(same_point(c.normal, m.normal));
    EXPECT_EQ(c.depth, m.depth);
    EXPECT_EQ(c.area, m.area);
    ASSERT_EQ(c.point_count, m.points.size());
    ASSERT_EQ(c.point_count, 3U);
    for (std::size_t i = 0; i < c.point_count; ++i) {
        EXPECT_TRUE(same_point(c.points[i].on_a, m.points[i].on_a));
        EXPECT_TRUE(same_point(c.points[i].on_b, m.points[i].on_b));
        EXPECT_EQ(c.points[i].depth, m.points[i].depth);
        EXPECT_EQ(c.points[i].triangle_a, m.points[i].triangle_a);
        EXPECT_EQ(c.points[i].triangle_b, m.points[i].triangle_b);
        EXPECT_EQ(static_cast<int>(c.points[i].feature_b), static_cast<int>(m.points[i].feature_b));
        EXPECT_EQ(c.points[i].id, m.points[i].id);
    }
}

} // namespace
} // namespace impinge::tests
