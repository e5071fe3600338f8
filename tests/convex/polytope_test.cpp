// SPDX-License-Identifier: Apache-2.0
//
// Polytopes from meshes and from points: which are accepted, which features they have, and whether
// the neighbours, planes and bounds kept with them are right.
#include "base/random.hpp"
#include "convex/polytope_data.hpp"
#include "impinge/predicates.hpp"
#include "impinge/rigid.hpp"
#include "scenes/assembly.hpp"
#include "scenes/polytope.hpp"
#include "scenes/torus_knot.hpp"
#include "tests/support/integer_polytope.hpp"
#include "tests/support/meshing.hpp"
#include "tests/support/scale.hpp"
#include "tests/support/shapes.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numeric>
#include <set>

namespace impinge::tests {
namespace {

using ::testing::HasSubstr;
using FaceSet = std::set<std::vector<Vec3d>>;

constexpr double infinity = std::numeric_limits<double>::infinity();

std::string reason_against(const Mesh& mesh) {
    const auto polytope = Polytope::from_mesh(mesh.view());
    return polytope ? "" : polytope.error().message;
}

/// Faces as their corners, beginning with the smallest.
FaceSet faces_of(const Polytope& polytope) {
    FaceSet faces;
    for (std::uint32_t f = 0; f < polytope.face_count(); ++f) {
        std::vector<Vec3d> corners;
        for (const std::uint32_t corner : polytope.face(f)) {
            corners.push_back(polytope.vertices()[corner]);
        }
        std::rotate(corners.begin(), std::min_element(corners.begin(), corners.end()),
                    corners.end());
        faces.insert(corners);
    }
    return faces;
}

FaceSet faces_of(const PolyMesh& body) {
    FaceSet faces;
    for (const Loop& face : body.faces) {
        std::vector<Vec3d> corners;
        for (const std::uint32_t corner : face) {
            corners.push_back(body.positions[corner]);
        }
        std::rotate(corners.begin(), std::min_element(corners.begin(), corners.end()),
                    corners.end());
        faces.insert(corners);
    }
    return faces;
}

std::vector<Vec3d> as_doubles(const std::vector<Vec3i>& points) {
    std::vector<Vec3d> doubles;
    for (const Vec3i& p : points) {
        doubles.push_back(
            {static_cast<double>(p.x), static_cast<double>(p.y), static_cast<double>(p.z)});
    }
    return doubles;
}

/// Exactly: no point lies outside a face, and the arrays keep their promises.
void expect_hull(const Polytope& hull, std::span<const Vec3d> points) {
    const auto valid = validate(hull.data());
    EXPECT_TRUE(valid) << valid.error().message;
    for (const auto& [a, b, c] : hull.data().triangles) {
        for (const Vec3d& p : points) {
            ASSERT_LE(orient3d(hull.vertices()[a], hull.vertices()[b], hull.vertices()[c], p), 0);
        }
    }
}

std::vector<Vec3d> random_points(Random& random, std::size_t count) {
    std::vector<Vec3d> points(count);
    for (Vec3d& p : points) {
        p = random.in_box({-1, -1, -1}, {1, 1, 1});
    }
    return points;
}

/// A lattice of points, turned and moved: rounding puts the points of a side just off its plane.
std::vector<Vec3d> turned_lattice(int side, const Rigid& pose) {
    std::vector<Vec3d> points;
    for (int x = 0; x < side; ++x) {
        for (int y = 0; y < side; ++y) {
            for (int z = 0; z < side; ++z) {
                points.push_back(apply(pose, {x * 1.0, y * 1.0, z * 1.0}));
            }
        }
    }
    return points;
}

TEST(PolytopeFromMesh, BoxHasEightVerticesTwelveEdgesAndSixSquares) {
    const auto box_of_size = Polytope::from_mesh(meshed(box({-1, 0, 2}, {1, 3, 6})).view());
    ASSERT_TRUE(box_of_size);
    EXPECT_EQ(box_of_size->vertex_count(), 8u);
    EXPECT_EQ(box_of_size->edge_count(), 12u);
    EXPECT_EQ(box_of_size->face_count(), 6u);
    EXPECT_EQ(box_of_size->volume(), 24);
    EXPECT_EQ(box_of_size->centre(), (Vec3d{0, 1.5, 4}));
    EXPECT_NEAR(box_of_size->radius(), std::sqrt(1 + 2.25 + 4), 1e-14);
    EXPECT_TRUE(validate(box_of_size->data()));
    std::set<Vec3d> normals;
    for (std::uint32_t f = 0; f < 6; ++f) {
        EXPECT_EQ(box_of_size->face(f).size(), 4u);
        normals.insert(box_of_size->face_normal(f) + Vec3d{});
    }
    EXPECT_EQ(normals, (std::set<Vec3d>{
                           {1, 0, 0}, {-1, 0, 0}, {0, 1, 0}, {0, -1, 0}, {0, 0, 1}, {0, 0, -1}}));
}

TEST(PolytopeFromMesh, FeaturesDoNotDependOnHowFacesAreCutUp) {
    Random random(71);
    std::size_t with_polygons = 0;
    std::size_t with_caps = 0;
    for (std::size_t i = 0; i < scaled(400); ++i) {
        const PolyMesh body = polygons_of(random_polytope(random, random.integer(4, 14), 4));
        const Meshing meshing{.seed = random.next() | 1,
                              .splits = static_cast<Splits>(i % 3),
                              .extras = static_cast<Extras>(i / 3 % 3),
                              .order = static_cast<Order>(i / 9 % 2)};
        const Mesh mesh = meshed(body, meshing);
        if (diagnose(mesh.view())->non_manifold_edges > 0) { // caps on both sides of an edge
            EXPECT_THAT(reason_against(mesh), HasSubstr("more than two triangles"));
            continue;
        }
        const auto polytope = Polytope::from_mesh(mesh.view());
        ASSERT_TRUE(polytope) << polytope.error().message;
        EXPECT_EQ(faces_of(*polytope), faces_of(body));
        const auto valid = validate(polytope->data());
        EXPECT_TRUE(valid) << valid.error().message;
        with_polygons += body.faces.size() < 2 * body.positions.size() - 4 ? 1 : 0;
        with_caps += meshing.extras == Extras::Caps ? 1 : 0;
    }
    EXPECT_GT(with_polygons, scaled(400) / 3);
    EXPECT_GT(with_caps, scaled(400) / 20);
}

/// Closes the gap between an edge from vertex i to j and the points between them, one after another
/// on it, with triangles without area.
void add_caps_between(Random& random, std::uint32_t i, std::uint32_t j, Mesh& mesh) {
    if (j - i > 1) {
        const auto middle = static_cast<std::uint32_t>(i + 1 + random.below(j - i - 1));
        mesh.triangles.push_back({i, j, middle});
        add_caps_between(random, i, middle, mesh);
        add_caps_between(random, middle, j, mesh);
    }
}

TEST(PolytopeFromMesh, CapsOfCapsAreNoFeatures) {
    Random random(78);
    for (std::size_t i = 0; i < scaled(300); ++i) {
        const auto last = static_cast<std::uint32_t>(2 + random.below(12));
        Mesh mesh;
        for (std::uint32_t k = 0; k <= last; ++k) { // an edge in many pieces for one of its faces
            mesh.positions.push_back(Vec3d{1, 2, -3} * k);
            if (k > 0) {
                mesh.triangles.push_back({k - 1, k, last + 1});
            }
        }
        mesh.positions.push_back({0, 0, 50});
        mesh.positions.push_back({0, 50, 0});
        for (const TriangleIndices& t : {TriangleIndices{last, 0, last + 2},
                                         {last, last + 2, last + 1},
                                         {0, last + 1, last + 2}}) {
            mesh.triangles.push_back(t);
        }
        add_caps_between(random, 0, last, mesh);
        const Mesh in_any_order = shuffled(mesh, random.next());
        const auto polytope = Polytope::from_mesh(in_any_order.view());
        ASSERT_TRUE(polytope) << polytope.error().message;
        EXPECT_EQ(polytope->vertex_count(), 4u);
        EXPECT_EQ(polytope->face_count(), 4u);
        EXPECT_TRUE(validate(polytope->data()));
    }
}

TEST(PolytopeFromMesh, KeepsTrianglesIfAllVerticesAreCorners) {
    const Mesh mesh = meshed(box({0, 0, 0}, {1, 1, 1}), {.seed = 5, .order = Order::Shuffled});
    const auto kept = Polytope::from_mesh(mesh.view());
    ASSERT_TRUE(kept);
    EXPECT_TRUE(std::ranges::equal(kept->mesh().triangles(), mesh.triangles));
    const auto cut_up =
        Polytope::from_mesh(meshed(box({0, 0, 0}, {1, 1, 1}), {.splits = Splits::All}).view());
    ASSERT_TRUE(cut_up);
    EXPECT_EQ(cut_up->mesh().triangle_count(), 12u);
}

TEST(PolytopeFromMesh, SaysWhatIsInTheWay) {
    const PolyMesh cube_at_origin = cube({0, 0, 0}, 1);
    Mesh with_nan = meshed(cube_at_origin);
    with_nan.positions[3].y = std::nan("");
    Mesh with_bad_index = meshed(cube_at_origin);
    with_bad_index.triangles[2][1] = 8;
    Mesh one_turned = meshed(cube_at_origin);
    std::swap(one_turned.triangles[4][0], one_turned.triangles[4][1]);
    Mesh doubled = meshed(cube_at_origin);
    doubled.triangles.push_back(doubled.triangles[0]);
    const PolyMesh notched = upright_prism({{1.5, 1}, {0, 0}, {2, 0}, {2, 2}}, 0, 1);
    const Mesh flat{{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, {{0, 1, 2}, {0, 2, 1}}};

    EXPECT_THAT(reason_against({}), HasSubstr("no triangles"));
    EXPECT_THAT(reason_against(with_nan), HasSubstr("vertex 3 is not finite"));
    EXPECT_THAT(reason_against(with_bad_index), HasSubstr("triangle 2 names vertex 8"));
    EXPECT_THAT(reason_against(meshed(without_face(cube_at_origin, 1))), HasSubstr("is open"));
    EXPECT_THAT(reason_against(one_turned), HasSubstr("opposite orientation"));
    EXPECT_THAT(reason_against(doubled), HasSubstr("more than two triangles"));
    EXPECT_THAT(reason_against(meshed(joined({cube_at_origin, cube({3, 0, 0}, 1)}))),
                HasSubstr("2 parts"));
    EXPECT_THAT(reason_against(scenes::torus_knot()), HasSubstr("handles"));
    EXPECT_THAT(reason_against(meshed(notched)), HasSubstr("are bent inwards"));
    EXPECT_THAT(reason_against(meshed(inside_out(cube_at_origin))), HasSubstr("bent inwards"));
    EXPECT_THAT(reason_against(flat), HasSubstr("does not face away"));
    EXPECT_THAT(reason_against(meshed(cube({0, 0, 0}, 1e100))), HasSubstr("1e90"));
    EXPECT_THAT(reason_against(meshed(cube({0, 0, 0}, 1e-100))), HasSubstr("1e-90"));
    EXPECT_EQ(reason_against(meshed(cube({0, 0, 0}, 1e80))), "");
    EXPECT_EQ(reason_against(meshed(cube({0, 0, 0}, 1e-80))), "");
}

/// Two pyramids over a star of `corners` points that winds twice: bent outwards everywhere.
Mesh star_bipyramid(std::uint32_t corners) {
    Mesh mesh;
    for (std::uint32_t i = 0; i < corners; ++i) {
        mesh.positions.push_back(
            apply(rotation_degrees({0, 0, 1}, 720.0 * i / corners), {1, 0, 0}));
    }
    mesh.positions.push_back({0, 0, 1});
    mesh.positions.push_back({0, 0, -1});
    for (std::uint32_t i = 0; i < corners; ++i) {
        const std::uint32_t next = (i + 1) % corners;
        mesh.triangles.push_back({i, next, corners});
        mesh.triangles.push_back({next, i, corners + 1});
    }
    return mesh;
}

TEST(PolytopeFromMesh, RefusesSurfaceThatWindsTwice) {
    EXPECT_THAT(reason_against(star_bipyramid(5)), HasSubstr("more than once"));
    EXPECT_THAT(reason_against(star_bipyramid(9)), HasSubstr("more than once"));
}

TEST(PolytopeFromMesh, OneUlpOfADentDecides) {
    PolyMesh house = cube({0, 0, 0}, 1);
    Mesh mesh = meshed(house);
    std::erase_if(mesh.triangles, [&](const TriangleIndices& t) {
        return std::ranges::all_of(t, [&](auto corner) { return mesh.positions[corner].z == 1; });
    });
    std::vector<std::uint32_t> rim;
    for (const Vec3d corner : {Vec3d{0, 0, 1}, {1, 0, 1}, {1, 1, 1}, {0, 1, 1}}) {
        rim.push_back(static_cast<std::uint32_t>(std::ranges::find(mesh.positions, corner) -
                                                 mesh.positions.begin()));
    }
    for (std::size_t i = 0; i < 4; ++i) {
        mesh.triangles.push_back({rim[i], rim[(i + 1) % 4], 8});
    }
    const auto with_top_at = [&](double z) {
        Mesh changed = mesh;
        changed.positions.push_back({0.5, 0.5, z});
        return changed;
    };
    EXPECT_THAT(reason_against(with_top_at(std::nextafter(1.0, 0.0))), HasSubstr("bent inwards"));
    const auto flat = Polytope::from_mesh(with_top_at(1).view());
    const auto roofed = Polytope::from_mesh(with_top_at(std::nextafter(1.0, 2.0)).view());
    ASSERT_TRUE(flat && roofed);
    EXPECT_EQ(flat->face_count(), 6u);
    EXPECT_EQ(flat->vertex_count(), 8u);
    EXPECT_EQ(roofed->face_count(), 9u);
    EXPECT_EQ(roofed->vertex_count(), 9u);
}

/// The bounds of polytope_data.hpp, with room for the rounding of this test itself.
void expect_bounds(const PolytopeData& p) {
    const double rounding = 16 * 0x1p-53 * p.reach;
    for (std::size_t f = 0; f < p.planes.size(); ++f) {
        const auto& [normal, offset] = p.planes[f];
        EXPECT_NEAR(length(normal), 1, 1e-15);
        for (const Vec3d& v : p.vertices) {
            ASSERT_LE(dot(normal, v), offset + rounding);
        }
        for (std::uint32_t i = p.face_first[f]; i < p.face_first[f + 1]; ++i) {
            const Vec3d& corner = p.vertices[p.face_corners[i]];
            const Vec3d& next =
                p.vertices[p.face_corners[i + 1 < p.face_first[f + 1] ? i + 1 : p.face_first[f]]];
            ASSERT_LE(offset - dot(normal, corner), p.plane_error);
            EXPECT_NEAR(length(p.face_sides[i].normal), 1, 1e-15);
            EXPECT_NEAR(dot(p.face_sides[i].normal, corner), p.face_sides[i].offset, rounding);
            EXPECT_NEAR(dot(p.face_sides[i].normal, next), p.face_sides[i].offset, rounding);
            EXPECT_NEAR(dot(p.face_sides[i].normal, normal), 0, 1e-14);
        }
        EXPECT_LE(p.centre_depth, offset - dot(normal, p.centre));
    }
    for (const Vec3d& v : p.vertices) {
        EXPECT_LE(length(v - p.centre), p.radius);
    }
    EXPECT_LT(p.plane_error, 32 * 0x1p-53 * p.reach);
    EXPECT_GT(p.centre_depth, p.plane_error);
    EXPECT_GT(p.slope, 0);
}

TEST(PolytopeData, PlanesAndBoundsHold) {
    Random random(72);
    for (std::size_t i = 0; i < scaled(100); ++i) {
        const Vec3d radii = i % 3 == 0   ? Vec3d{1, 1, 1}
                            : i % 3 == 1 ? Vec3d{100, 1, 3}
                                         : Vec3d{1, 1, 0.001};
        const Mesh mesh = scenes::moved(
            scenes::random_polytope(
                {.triangles = 4 + random.below(100), .radii = radii, .seed = random.next()}),
            i % 2 == 0 ? Vec3d{} : Vec3d{1000, -2000, 500});
        const auto polytope = Polytope::hull_of(mesh.positions); // moving rounds, and may dent
        ASSERT_TRUE(polytope) << polytope.error().message;
        expect_bounds(polytope->data());
    }
}

TEST(PolytopeData, VertexTowardsIsExtremeOrNearlySo) {
    Random random(73);
    for (std::size_t i = 0; i < scaled(200); ++i) {
        const auto polytope = Polytope::from_mesh(
            scenes::random_polytope({.triangles = 60, .seed = random.next()}).view());
        ASSERT_TRUE(polytope);
        for (const Vec3d direction : random_points(random, 20)) {
            const Vec3d unit = direction * (1 / length(direction));
            double highest = -infinity;
            for (const Vec3d& v : polytope->vertices()) {
                highest = std::max(highest, dot(unit, v));
            }
            const std::uint32_t found = vertex_towards(polytope->data(), direction);
            ASSERT_LT(found, polytope->vertex_count());
            // A cell reaches 1/4 along both axes from its middle: no more than 20 degrees.
            EXPECT_GE(dot(unit, polytope->vertices()[found]),
                      highest - 2 * polytope->radius() * 0.35);
        }
    }
    const auto box_at_origin = Polytope::from_mesh(meshed(cube({-1, -1, -1}, 2)).view());
    EXPECT_EQ(box_at_origin->vertices()[vertex_towards(box_at_origin->data(), {3, -2, -1})],
              (Vec3d{1, -1, -1}));
    EXPECT_LT(vertex_towards(box_at_origin->data(), {0, 0, 0}), 8u);
}

TEST(PolytopeData, ValidateFindsEveryBrokenPromise) {
    const auto polytope = Polytope::from_mesh(scenes::random_polytope().view());
    ASSERT_TRUE(polytope);
    const auto breaks = [&](auto change) {
        PolytopeData changed = polytope->data();
        change(changed);
        return !validate(changed);
    };
    EXPECT_FALSE(breaks([](PolytopeData&) {}));
    EXPECT_TRUE(breaks([](PolytopeData& p) { std::swap(p.edges[0].left, p.edges[0].right); }));
    EXPECT_TRUE(breaks([](PolytopeData& p) { p.edges[3].right_side++; }));
    EXPECT_TRUE(breaks([](PolytopeData& p) { std::swap(p.face_edges[0], p.face_edges[1]); }));
    EXPECT_TRUE(breaks([](PolytopeData& p) { std::swap(p.face_corners[4], p.face_corners[5]); }));
    EXPECT_TRUE(breaks([](PolytopeData& p) { std::swap(p.vertex_edges[0], p.vertex_edges[1]); }));
    EXPECT_TRUE(breaks([](PolytopeData& p) { p.vertex_neighbours[2]++; }));
    EXPECT_TRUE(breaks([](PolytopeData& p) {
        std::reverse(p.vertex_edges.begin(), p.vertex_edges.begin() + p.vertex_first[1]);
        std::reverse(p.vertex_neighbours.begin(), p.vertex_neighbours.begin() + p.vertex_first[1]);
    }));
    EXPECT_TRUE(breaks([](PolytopeData& p) { p.vertex_columns.y[1] += 1; }));
    EXPECT_TRUE(breaks([](PolytopeData& p) { p.normal_columns.z.back() += 1; }));
    EXPECT_TRUE(breaks([](PolytopeData& p) { p.plane_offsets[0] += 1; }));
    EXPECT_TRUE(breaks([](PolytopeData& p) { p.vertex_columns.x.push_back(0); }));
    EXPECT_TRUE(breaks([](PolytopeData& p) { p.vertices.pop_back(); }));
    EXPECT_TRUE(breaks([](PolytopeData& p) { p.face_sides.pop_back(); }));
}

TEST(HullOf, EqualsBruteForceOnGridsFullOfCommonPlanes) {
    Random random(74);
    std::size_t flat = 0;
    for (std::size_t i = 0; i < scaled(1500); ++i) {
        const int grid = random.integer(1, 5);
        std::vector<Vec3i> points(random.below(16) + 4);
        for (Vec3i& p : points) {
            p = {random.integer(0, grid), random.integer(0, grid), random.integer(0, grid)};
        }
        const auto expected = hull_of(points);
        const auto hull = Polytope::hull_of(as_doubles(points));
        ASSERT_EQ(hull.has_value(), expected.has_value());
        if (!expected) {
            EXPECT_THAT(hull.error().message, HasSubstr("one plane"));
            ++flat;
            continue;
        }
        EXPECT_EQ(faces_of(*hull), faces_of(polygons_of(*expected)));
        expect_hull(*hull, as_doubles(points));
    }
    if (is_full_run()) {
        EXPECT_GT(flat, 20u);
        EXPECT_LT(flat, 750u);
    }
}

TEST(HullOf, HoldsAllPointsWhereRoundingDents) {
    Random random(75);
    for (std::size_t i = 0; i < scaled(100); ++i) {
        Rigid pose = rotation(random.in_box({-1, -1, -1}, {1, 1, 1}), random.uniform(0, 6));
        pose.translation = random.in_box({-1, -1, -1}, {1, 1, 1}) * (i % 2 == 0 ? 1.0 : 1e6);
        const auto points = turned_lattice(2 + static_cast<int>(i % 4), pose);
        const auto hull = Polytope::hull_of(points);
        ASSERT_TRUE(hull) << hull.error().message;
        expect_hull(*hull, points);
    }
}

TEST(HullOf, EqualsHullOfPointsInGeneralPosition) {
    Random random(76);
    for (std::size_t i = 0; i < scaled(60); ++i) {
        const auto points = random_points(random, 4 + random.below(200));
        const auto hull = Polytope::hull_of(points);
        const auto other = Polytope::from_mesh(scenes::convex_hull(points).view());
        ASSERT_TRUE(hull && other);
        EXPECT_EQ(faces_of(*hull), faces_of(*other));
        expect_hull(*hull, points);
    }
}

TEST(HullOf, RefusesWhatHasNoVolume) {
    EXPECT_FALSE(Polytope::hull_of({}));
    EXPECT_FALSE(Polytope::hull_of(std::vector<Vec3d>(9, Vec3d{1, 2, 3})));
    EXPECT_FALSE(Polytope::hull_of(std::vector<Vec3d>{{0, 0, 0}, {1, 2, 3}, {2, 4, 6}, {3, 6, 9}}));
    EXPECT_FALSE(Polytope::hull_of(std::vector<Vec3d>{{0, 0, 0}, {1, 0, 3}, {2, 0, 7}, {3, 0, 9}}));
    const std::vector<Vec3d> infinite{{0, 0, 0}, {1, 0, 0}, {0, infinity, 0}, {0, 0, 1}};
    const auto refused = Polytope::hull_of(infinite);
    ASSERT_FALSE(refused);
    EXPECT_THAT(refused.error().message, HasSubstr("vertex 2 is not finite"));
}

TEST(HullOf, HandleComparesByIdentity) {
    const auto hull = Polytope::hull_of(turned_lattice(2, {}));
    const auto again = Polytope::hull_of(turned_lattice(2, {}));
    ASSERT_TRUE(hull && again);
    const Polytope copy = *hull;
    EXPECT_TRUE(copy == *hull);
    EXPECT_FALSE(*again == *hull);
}

} // namespace
} // namespace impinge::tests
