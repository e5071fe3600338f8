// SPDX-License-Identifier: Apache-2.0
//
// Volumes of overlaps against CGAL's corefinement with exact constructions.
#include "impinge/overlap.hpp"
#include "scenes/bumpy_sphere.hpp"
#include "scenes/torus_knot.hpp"
#include "tests/support/meshing.hpp"
#include "tests/support/polycube.hpp"
#include "tests/support/scale.hpp"
#include "tests/support/shapes.hpp"

#include <CGAL/Exact_predicates_exact_constructions_kernel.h>
#include <CGAL/Polygon_mesh_processing/corefinement.h>
#include <CGAL/Polygon_mesh_processing/measure.h>
#include <CGAL/Surface_mesh.h>

#include <gtest/gtest.h>

#include <array>
#include <optional>

namespace impinge::tests {
namespace {

namespace processing = CGAL::Polygon_mesh_processing;
using Kernel = CGAL::Exact_predicates_exact_constructions_kernel;
using CgalMesh = CGAL::Surface_mesh<Kernel::Point_3>;

/// Nothing if it is no manifold.
std::optional<CgalMesh> cgal_mesh(const Mesh& mesh, Vec3d offset) {
    CgalMesh result;
    std::vector<CgalMesh::Vertex_index> vertices;
    for (const Vec3d p : mesh.positions) {
        const Vec3d moved = p + offset;
        vertices.push_back(result.add_vertex({moved.x, moved.y, moved.z}));
    }
    for (const auto& [a, b, c] : mesh.triangles) {
        if (result.add_face(vertices[a], vertices[b], vertices[c]) == CgalMesh::null_face()) {
            return std::nullopt;
        }
    }
    return result;
}

struct Measured {
    double overlap = 0;
    double smaller = 0; ///< of the volumes of the two bodies
};

/// Nothing if CGAL does not take the bodies.
std::optional<Measured> by_cgal(const Mesh& a, const Mesh& b, Vec3d offset) {
    auto first = cgal_mesh(a, {});
    auto second = cgal_mesh(b, offset);
    if (!first || !second) {
        return std::nullopt;
    }
    const double volume_a = CGAL::to_double(processing::volume(*first));
    const double volume_b = CGAL::to_double(processing::volume(*second));
    CgalMesh common;
    try {
        if (!processing::corefine_and_compute_intersection(*first, *second, common)) {
            return std::nullopt;
        }
    } catch (const std::exception&) {
        return std::nullopt;
    }
    return Measured{CGAL::to_double(processing::volume(common)), std::min(volume_a, volume_b)};
}

struct Case {
    Mesh a;
    Mesh b;
    Vec3d offset;
};

class Cases {
  public:
    Case next() {
        switch (random_.below(3)) {
        case 0:
            return balls();
        case 1:
            return knot_and_ball();
        default:
            return polycubes();
        }
    }

  private:
    Case balls() {
        const std::uint64_t seed_a = random_.next() % 1000;
        const std::uint64_t seed_b = random_.next() % 1000;
        const Vec3d direction = random_.direction();
        const double distance = random_.uniform(0.2, 2);
        return {scenes::bumpy_sphere({.triangles = 160, .seed = seed_a}),
                scenes::bumpy_sphere({.triangles = 100, .seed = seed_b}), direction * distance};
    }
    Case knot_and_ball() {
        const std::uint64_t seed = random_.next() % 1000;
        const Vec3d offset = random_.in_box({-2, -2, -1}, {2, 2, 1});
        return {knot_, scenes::bumpy_sphere({.triangles = 80, .seed = seed}), offset};
    }
    Case polycubes() {
        const CellSet a = grid_.random_set(random_);
        const CellSet b = grid_.random_set(random_);
        const PolyMesh mesh_a = grid_.mesh(a, random_, 0.2);
        const PolyMesh mesh_b = grid_.mesh(b, random_, 0.2);
        const std::uint64_t seed = random_.next();
        return {meshed(mesh_a, {.seed = seed}), meshed(mesh_b, {.seed = seed + 1}), {}};
    }

    Random random_{2026};
    PolycubeGrid grid_{3};
    Mesh knot_ = scenes::torus_knot({.triangles = 700});
};

TEST(Overlap, HasTheVolumeThatCgalFinds) {
    Cases cases;
    std::size_t asked = 0;
    std::size_t overlapping = 0;
    const std::size_t count = scaled(2000);
    for (std::size_t i = 0; asked < count && i < 4 * count; ++i) {
        const Case drawn = cases.next();
        const auto expected = by_cgal(drawn.a, drawn.b, drawn.offset);
        if (!expected) {
            continue;
        }
        ++asked;
        const auto found =
            overlap({drawn.a.view()}, {drawn.b.view(), {.translation = drawn.offset}});
        ASSERT_TRUE(found) << i << ' ' << found.error().message;
        ASSERT_EQ(found->measurable, Measurable::Yes) << i;
        ASSERT_NEAR(found->volume, expected->overlap, 1e-10 * expected->smaller) << i;
        overlapping += expected->overlap > 0 ? 1 : 0;
    }
    EXPECT_EQ(asked, count);
    EXPECT_GT(overlapping, count / 2);
}

/// Tetrahedra that cross each other in general position.
std::vector<PolyMesh> random_parts(Random& random, std::size_t count) {
    std::vector<PolyMesh> parts;
    while (parts.size() < count) {
        const Box3 box{{-1, -1, -1}, {1, 1, 1}};
        std::array<Vec3d, 4> corners;
        for (Vec3d& corner : corners) {
            corner = random.in_box(box.min, box.max);
        }
        const auto& [a, b, c, d] = corners;
        const double six = dot(cross(b - a, c - a), d - a);
        if (std::abs(six) > 0.3) {
            parts.push_back(six > 0 ? tetrahedron(a, b, c, d) : tetrahedron(a, c, b, d));
        }
    }
    return parts;
}

/// Nothing if CGAL does not join the parts.
std::optional<CgalMesh> joined_by_cgal(const std::vector<PolyMesh>& parts) {
    std::optional<CgalMesh> all;
    for (const PolyMesh& part : parts) {
        auto mesh = cgal_mesh(meshed(part), {});
        if (!mesh || !all) {
            all = std::move(mesh);
            continue;
        }
        CgalMesh both;
        if (!processing::corefine_and_compute_union(*all, *mesh, both)) {
            return std::nullopt;
        }
        all = std::move(both);
    }
    return all;
}

TEST(OverlapOfHeaps, HasTheVolumeThatCgalFindsForTheirUnions) {
    Random random(77);
    std::size_t asked = 0;
    std::size_t overlapping = 0;
    const std::size_t count = scaled(100);
    for (std::size_t i = 0; asked < count && i < 4 * count; ++i) {
        const auto parts_a = random_parts(random, 2 + random.below(3));
        const auto parts_b = random_parts(random, 1 + random.below(3));
        auto first = joined_by_cgal(parts_a);
        auto second = joined_by_cgal(parts_b);
        CgalMesh common;
        if (!first || !second ||
            !processing::corefine_and_compute_intersection(*first, *second, common)) {
            continue;
        }
        ++asked;
        const double expected = CGAL::to_double(processing::volume(common));
        const Mesh mesh_a = meshed(joined(parts_a));
        const Mesh mesh_b = meshed(joined(parts_b));
        const auto found = overlap({mesh_a.view()}, {mesh_b.view()});
        ASSERT_TRUE(found) << i << ' ' << found.error().message;
        ASSERT_EQ(found->measurable, Measurable::Yes) << i;
        ASSERT_NEAR(found->volume, expected, 1e-13) << i;
        overlapping += expected > 0 ? 1 : 0;
    }
    EXPECT_EQ(asked, count);
    EXPECT_GT(overlapping, count / 2);
}

} // namespace
} // namespace impinge::tests
