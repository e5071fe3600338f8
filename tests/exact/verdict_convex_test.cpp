// SPDX-License-Identifier: Apache-2.0
//
// Random convex polytopes on a small integer grid against separating axes in integers, alone and
// against polycubes (whose cells and faces are convex).
#include "tests/exact/verdict_table.hpp"
#include "tests/support/integer_polytope.hpp"
#include "tests/support/polycube.hpp"
#include "tests/support/scale.hpp"

#include <array>
#include <sstream>

namespace impinge::tests {
namespace {

Mesh random_mesh_of(const PolyMesh& polygons, Random& random) {
    constexpr std::array<Splits, 3> splits{Splits::None, Splits::Some, Splits::All};
    return meshed(polygons, remeshed(random.next(), splits[random.below(3)]));
}

std::string meshed_disagreement(const PolyMesh& a, const PolyMesh& b, Verdict expected,
                                Random& random) {
    const Mesh mesh_a = random_mesh_of(a, random);
    const Mesh mesh_b = random_mesh_of(b, random);
    return disagreement({mesh_a.view()}, {mesh_b.view()}, expected, {}, Context(1));
}

std::string listed(const IntegerPolytope& body) {
    std::ostringstream text;
    for (const Vec3i& p : body.corners) {
        text << '(' << p.x << ' ' << p.y << ' ' << p.z << ") ";
    }
    return text.str();
}

IntegerPolytope moved(IntegerPolytope body, Vec3i offset) {
    for (Vec3i& p : body.corners) {
        p = p + offset;
    }
    return body;
}

struct PolytopePair {
    IntegerPolytope a;
    IntegerPolytope b;
};

/// Sizes and offsets chosen so that the three main verdicts come up about equally often.
PolytopePair random_pair(Random& random, int points) {
    const IntegerPolytope a = random_polytope(random, points, 4);
    switch (random.below(8)) {
    case 0: {
        std::vector<Vec3i> corners = a.corners;
        if (random.below(2) == 0) {
            corners.push_back(corners[0] + Vec3i{1, 0, 0});
        }
        return {a, *hull_of(corners)};
    }
    case 1: {
        std::vector<Vec3i> twice;
        for (const Vec3i& p : a.corners) {
            twice.push_back(p + p + p);
        }
        const auto large = hull_of(twice);
        const Vec3i centre = a.corners[0] + a.corners[1] + a.corners[2] + a.corners[3];
        const Vec3i step{centre.x / 2, centre.y / 2, centre.z / 2};
        return {moved(a, step), *large};
    }
    default: {
        const auto away = random.integer(0, 5);
        const Vec3i offset{random.integer(-away, away), random.integer(-away, away), away};
        return {a, moved(random_polytope(random, points, 4), offset)};
    }
    }
}

TEST(ConvexPolytopes, RandomPairsAgreeWithSeparatingAxes) {
    Random random(161803);
    std::array<double, 6> seen{};
    const std::size_t rounds = scaled(8000);
    for (std::size_t round = 0; round < rounds; ++round) {
        const PolytopePair pair = random_pair(random, random.integer(4, 8));
        const Verdict expected = verdict_of(pair.a, pair.b);
        seen[static_cast<std::size_t>(expected)] += 1.0 / static_cast<double>(rounds);
        ASSERT_EQ(meshed_disagreement(polygons_of(pair.a), polygons_of(pair.b), expected, random),
                  "")
            << "round " << round << "\nA: " << listed(pair.a) << "\nB: " << listed(pair.b);
    }
    if (!is_full_run()) {
        return;
    }
    EXPECT_GT(seen[static_cast<std::size_t>(Verdict::Crossing)], 0.3);
    EXPECT_LT(seen[static_cast<std::size_t>(Verdict::Crossing)], 0.7);
    EXPECT_GT(seen[static_cast<std::size_t>(Verdict::Apart)], 0.1);
    EXPECT_GT(seen[static_cast<std::size_t>(Verdict::Touching)], 0.03);
    EXPECT_GT(seen[static_cast<std::size_t>(Verdict::AInsideB)], 0.01);
    EXPECT_GT(seen[static_cast<std::size_t>(Verdict::Same)], 0.03);
}

TEST(ConvexPolytopes, RandomTetrahedraAgreeWithSeparatingAxes) {
    Random random(57721);
    int meeting = 0;
    const auto rounds = static_cast<int>(scaled(15000));
    for (int round = 0; round < rounds; ++round) {
        const IntegerPolytope a = random_polytope(random, 4, 3);
        const Vec3i offset{0, 0, random.integer(0, 1)};
        const IntegerPolytope b = moved(random_polytope(random, 4, 3), offset);
        const Verdict expected = verdict_of(a, b);
        meeting += expected == Verdict::Crossing ? 1 : 0;
        ASSERT_EQ(meshed_disagreement(polygons_of(a), polygons_of(b), expected, random), "")
            << "round " << round << "\nA: " << listed(a) << "\nB: " << listed(b);
    }
    EXPECT_GT(meeting, rounds * 3 / 10);
    EXPECT_LT(meeting, rounds * 7 / 10);
}

/// Polygons of a mesh with integer coordinates, each as a flat polytope of one face.
std::vector<IntegerPolytope> flat_pieces(const PolyMesh& mesh) {
    std::vector<IntegerPolytope> pieces;
    for (const Loop& face : mesh.faces) {
        IntegerPolytope piece;
        Loop loop;
        for (const std::uint32_t corner : face) {
            const Vec3d& p = mesh.positions[corner];
            loop.push_back(static_cast<std::uint32_t>(piece.corners.size()));
            piece.corners.push_back({static_cast<std::int64_t>(p.x), static_cast<std::int64_t>(p.y),
                                     static_cast<std::int64_t>(p.z)});
        }
        piece.faces = {loop};
        pieces.push_back(std::move(piece));
    }
    return pieces;
}

IntegerPolytope unit_cube_at(Vec3i low) {
    std::vector<Vec3i> corners;
    for (int bits = 0; bits < 8; ++bits) {
        corners.push_back(low + Vec3i{bits & 1, bits >> 1 & 1, bits >> 2});
    }
    return *hull_of(corners);
}

/// What collide() must say of a set of grid cells and a convex polytope.
Verdict verdict_of(const PolycubeGrid& grid, const CellSet& cells, const IntegerPolytope& b) {
    bool overlap = false;
    const std::uint32_t n = grid.cubes_per_axis();
    for_each_grid_cell({n, n, n}, [&](std::uint32_t x, std::uint32_t y, std::uint32_t z) {
        overlap = overlap || (cells[grid.cell(x, y, z)] &&
                              separation(unit_cube_at({x, y, z}), b) == Separation::Overlapping);
    });
    const PolyMesh boundary = grid.complex().boundary(cells);
    IntegerPolytope corners_of_a;
    bool surface_meets_b = false;
    for (const IntegerPolytope& face : flat_pieces(boundary)) {
        surface_meets_b = surface_meets_b || separation(face, b) != Separation::Apart;
        corners_of_a.corners.insert(corners_of_a.corners.end(), face.corners.begin(),
                                    face.corners.end());
    }
    if (!overlap) {
        return surface_meets_b ? Verdict::Touching : Verdict::Apart;
    }
    if (strictly_inside(corners_of_a, b)) {
        return Verdict::AInsideB;
    }
    return surface_meets_b ? Verdict::Crossing : Verdict::BInsideA;
}

TEST(ConvexPolytopes, AgainstRandomPolycubesAgreeWithSeparatingAxes) {
    const PolycubeGrid grid(5);
    Random random(14142);
    std::array<double, 6> seen{};
    const std::size_t rounds = scaled(1500);
    for (std::size_t round = 0; round < rounds; ++round) {
        const CellSet cells = grid.random_set(random);
        const int size = random.integer(1, 5);
        const Vec3i offset{random.integer(0, 5 - size), random.integer(0, 5 - size),
                           random.integer(0, 5 - size)};
        const IntegerPolytope b =
            moved(random_polytope(random, random.integer(4, 6), size), offset);
        const Verdict expected = verdict_of(grid, cells, b);
        seen[static_cast<std::size_t>(expected)] += 1.0 / static_cast<double>(rounds);
        const PolyMesh a = grid.mesh(cells, random, 0.2);
        ASSERT_EQ(meshed_disagreement(a, polygons_of(b), expected, random), "")
            << "round " << round << "\nA:\n"
            << grid.drawn(cells) << "B: " << listed(b);
    }
    if (!is_full_run()) {
        return;
    }
    EXPECT_GT(seen[static_cast<std::size_t>(Verdict::Crossing)], 0.3);
    EXPECT_LT(seen[static_cast<std::size_t>(Verdict::Crossing)], 0.7);
    EXPECT_GT(seen[static_cast<std::size_t>(Verdict::Touching)], 0.1);
    EXPECT_GT(seen[static_cast<std::size_t>(Verdict::Apart)], 0.05);
}

} // namespace
} // namespace impinge::tests
