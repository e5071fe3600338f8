// SPDX-License-Identifier: Apache-2.0
#include "mesh/solidity.hpp"

#include "base/random.hpp"
#include "mesh/diagnosis.hpp"
#include "scenes/bumpy_sphere.hpp"
#include "tests/mesh/hand_made.hpp"
#include "tests/support/scale.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

namespace impinge {
namespace {

/// From a table of all edges, which neither diagnose() nor solidity uses.
Diagnosis by_edge_table(const Mesh& mesh) {
    const ExaminedMesh examined = examine_mesh(mesh.view(), 1);
    return {.triangles = examined.triangles.size(),
            .components = examined.components.count,
            .degenerate_faces =
                degenerate_faces(examined.positions, examined.triangles, Context(1)).size(),
            .duplicate_faces = count_duplicates(examined.triangles, examined.positions.size()),
            .open_edges = examined.edge_census.open,
            .non_manifold_edges = examined.edge_census.non_manifold,
            .misoriented_edges = examined.edge_census.misoriented,
            .inside_out_components = examined.shells.inside_out.size(),
            .redundant_components = examined.shells.redundant.size(),
            .inside_out = examined.shells.all_inside_out,
            .encloses_volume = examined.shells.encloses_volume};
}

void expect_as_by_table(const Mesh& mesh) {
    const Diagnosis expected = by_edge_table(mesh);
    for (const unsigned threads : {1U, 3U}) {
        const Context context(threads);
        EXPECT_EQ(*diagnose(mesh.view(), context), expected);
        EXPECT_EQ(*examine_solidity(mesh.view(), context), solidity_of(expected));
        Diagnosis short_one = expected;
        short_one.degenerate_faces = 0;
        short_one.duplicate_faces = 0;
        short_one.non_manifold_edges = 0;
        EXPECT_EQ(*diagnose_solidity(mesh.view(), ShellQuestions::All, context), short_one);
    }
}

std::uint32_t any_vertex(const Mesh& mesh, Random& random) {
    return static_cast<std::uint32_t>(random.below(mesh.positions.size()));
}

TriangleIndices& any_triangle(Mesh& mesh, Random& random) {
    return mesh.triangles[random.below(mesh.triangles.size())];
}

/// Numbers vertices and triangles anew.
Mesh shuffled(const Mesh& mesh, Random& random) {
    std::vector<std::uint32_t> number(mesh.positions.size());
    std::iota(number.begin(), number.end(), std::uint32_t{0});
    for (std::size_t i = number.size(); i > 1; --i) {
        std::swap(number[i - 1], number[random.below(i)]);
    }
    Mesh out = mesh;
    for (std::size_t i = 0; i < number.size(); ++i) {
        out.positions[number[i]] = mesh.positions[i];
    }
    for (TriangleIndices& triangle : out.triangles) {
        for (std::uint32_t& corner : triangle) {
            corner = number[corner];
        }
    }
    for (std::size_t i = out.triangles.size(); i > 1; --i) {
        std::swap(out.triangles[i - 1], out.triangles[random.below(i)]);
    }
    return out;
}

void split_a_vertex(Mesh& mesh, Random& random) {
    std::uint32_t& corner = any_triangle(mesh, random)[random.below(3)];
    mesh.positions.push_back(mesh.positions[corner]);
    corner = static_cast<std::uint32_t>(mesh.positions.size() - 1);
}

void spoil(Mesh& mesh, Random& random) {
    switch (random.below(12)) {
    case 0:
        std::swap(any_triangle(mesh, random), mesh.triangles.back());
        mesh.triangles.pop_back();
        break;
    case 1: {
        TriangleIndices& triangle = any_triangle(mesh, random);
        std::swap(triangle[0], triangle[1]);
        break;
    }
    case 2:
        mesh.triangles.push_back(TriangleIndices(any_triangle(mesh, random)));
        break;
    case 3: {
        const auto [a, b, c] = any_triangle(mesh, random);
        mesh.triangles.push_back({c, b, a});
        break;
    }
    case 4:
    case 5:
        split_a_vertex(mesh, random);
        break;
    case 6: // an edge without length, which may hold parts together
        mesh.positions[any_vertex(mesh, random)] = mesh.positions[any_vertex(mesh, random)];
        break;
    case 7: {
        const std::uint32_t vertex = any_vertex(mesh, random);
        mesh.triangles.push_back({vertex, vertex, any_vertex(mesh, random)});
        break;
    }
    case 8: {
        const std::uint32_t vertex = any_vertex(mesh, random);
        mesh.triangles.push_back({vertex, vertex, vertex});
        break;
    }
    case 9:
        mesh = unwelded(mesh);
        break;
    case 10: {
        const TriangleIndices& triangle = any_triangle(mesh, random);
        mesh.positions[triangle[0]] = mesh.positions[triangle[1]];
        break;
    }
    default:
        mesh = turned_over(std::move(mesh));
        break;
    }
}

/// A few boxes on a coarse grid, so that they nest, touch and coincide.
Mesh random_boxes(Random& random) {
    std::vector<Mesh> parts;
    for (int count = random.integer(1, 4); count > 0; --count) {
        const auto grid = [&](int low, int high) {
            return static_cast<double>(random.integer(low, high));
        };
        const double x = grid(0, 3);
        const double y = grid(0, 3);
        const double z = grid(0, 3);
        const double side = grid(1, 3);
        Mesh box = hand_made_box({x, y, z}, {x + side, y + side, z + side});
        parts.push_back(random.below(3) == 0 ? turned_over(std::move(box)) : std::move(box));
    }
    return joined(parts);
}

TEST(Solidity, IsWhatTheTableOfEdgesSays) {
    Random random(1);
    std::size_t solids = 0;
    const std::size_t cases = tests::scaled(3000);
    for (std::size_t i = 0; i < cases; ++i) {
        Mesh mesh = random_boxes(random);
        for (std::uint64_t defects = random.below(3); defects > 0; --defects) {
            spoil(mesh, random);
        }
        SCOPED_TRACE(i);
        expect_as_by_table(shuffled(mesh, random));
        solids += examine_solidity(mesh.view(), Context(1))->solid ? 1 : 0;
    }
    EXPECT_GT(solids * 10, cases * 3);
    EXPECT_LT(solids * 10, cases * 7);
}

/// Enough vertices for many ranges of them.
TEST(Solidity, OfLargeMeshesIsWhatTheTableOfEdgesSays) {
    Random random(2);
    const Mesh sphere = scenes::bumpy_sphere({.triangles = 24000});
    const Mesh pair = joined({sphere, turned_over(cube_around({0, 0, 0}, 0.1)), sphere});
    for (int i = 0; i < 12; ++i) {
        Mesh mesh = i % 2 == 0 ? sphere : pair;
        for (int defects = i / 4; defects > 0; --defects) {
            spoil(mesh, random);
        }
        SCOPED_TRACE(i);
        expect_as_by_table(i % 3 == 0 ? mesh : shuffled(mesh, random));
    }
}

TEST(Solidity, OfNoTrianglesHasAReason) {
    const MeshSolidity found = *examine_solidity({}, Context(1));
    EXPECT_FALSE(found.solid);
    EXPECT_EQ(found.components, 0U);
    EXPECT_THAT(found.reasons, testing::ElementsAre("no triangles"));
}

TEST(Solidity, RefusesWhatValidateRefuses) {
    Mesh box = unit_box();
    box.triangles[3][1] = 8;
    EXPECT_EQ(examine_solidity(box.view(), Context(1)).error().message,
              validate(box.view()).error().message);
    box = unit_box();
    box.positions[5].y = std::numeric_limits<double>::quiet_NaN();
    EXPECT_EQ(examine_solidity(box.view(), Context(1)).error().message,
              validate(box.view()).error().message);
}

TEST(Solidity, SeesThatPartsHangTogetherByAnEdgeWithoutLength) {
    // Two boxes; the edge from 0 to 1 of the first is the one from 0 to 1 of the second, and short.
    Mesh mesh = joined({unit_box(), hand_made_box({-1, -1, -1}, {0, 0, 0})});
    for (TriangleIndices& triangle : mesh.triangles) {
        for (std::uint32_t& corner : triangle) {
            corner = corner == 14 ? 0 : corner == 15 ? 1 : corner;
        }
    }
    mesh.positions[1] = mesh.positions[0];
    EXPECT_EQ(IndexTopology(mesh.triangles, mesh.positions.size(), Context(1)).components().count,
              1U);
    EXPECT_EQ(examine_solidity(mesh.view(), Context(1))->components, 2U);
    expect_as_by_table(mesh);
}

TEST(Solidity, IsThatOfFloatsToo) {
    const Mesh sphere = scenes::bumpy_sphere({.triangles = 1600});
    std::vector<Vec3f> floats;
    for (const Vec3d& p : sphere.positions) {
        floats.push_back(
            {static_cast<float>(p.x), static_cast<float>(p.y), static_cast<float>(p.z)});
    }
    EXPECT_TRUE(examine_solidity({floats, sphere.triangles}, Context(1))->solid);
    const Mesh turned = turned_over(sphere);
    EXPECT_TRUE(examine_solidity({floats, turned.triangles}, Context(1))->inside_out);
}

TEST(IndexTopology, StaysTrueWhilePositionsChange) {
    Mesh box = unit_box();
    const IndexTopology topology(box.triangles, box.positions.size(), Context(1));
    EXPECT_TRUE(topology.balanced());
    EXPECT_TRUE(solidity_of_valid(box.view(), topology, Context(1)).solid);
    for (Vec3d& p : box.positions) {
        p.z = 0;
    }
    EXPECT_THAT(solidity_of_valid(box.view(), topology, Context(1)).reasons,
                testing::ElementsAre("encloses no volume"));
    for (Vec3d& p : box.positions) {
        p = {p.y, p.x, p.x + p.y}; // mirrored and sheared
    }
    EXPECT_FALSE(solidity_of_valid(box.view(), topology, Context(1)).solid);
}

TEST(IndexTopology, OfAHoleIsNotBalanced) {
    Mesh box = unit_box();
    box.triangles.pop_back();
    EXPECT_FALSE(IndexTopology(box.triangles, box.positions.size(), Context(1)).balanced());
}

} // namespace
} // namespace impinge
