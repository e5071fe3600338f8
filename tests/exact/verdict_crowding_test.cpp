// SPDX-License-Identifier: Apache-2.0
//
// Very many triangles at one place: fans over one polygon, fans at one apex, surfaces that are the
// same but cut differently. The verdict must not take longer than the pairs that have to be found,
// and where none has to be, not even that.
#include "base/random.hpp"
#include "exact/verdict/equal_surfaces.hpp"
#include "exact/verdict/judge.hpp"
#include "exact/world_mesh.hpp"
#include "geometry/triangle_contact.hpp"
#include "impinge/collide.hpp"
#include "tests/support/heap_watch.hpp"
#include "tests/support/scale.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

namespace impinge::tests {
namespace {

/// A prism over the convex polygon of the points (i, i^2), its ends cut into fans around a corner.
Mesh fanned_prism(std::uint32_t corners, std::uint32_t hub, double low, double high) {
    Mesh mesh;
    for (const double z : {low, high}) {
        for (std::uint32_t i = 0; i < corners; ++i) {
            mesh.positions.push_back({double(i), double(i) * double(i), z});
        }
    }
    const auto bottom = [&](std::uint32_t i) { return i % corners; };
    const auto top = [&](std::uint32_t i) { return corners + i % corners; };
    for (std::uint32_t i = 0; i < corners; ++i) {
        mesh.triangles.push_back({bottom(i), bottom(i + 1), top(i + 1)});
        mesh.triangles.push_back({bottom(i), top(i + 1), top(i)});
    }
    for (std::uint32_t i = 1; i + 1 < corners; ++i) {
        mesh.triangles.push_back({top(hub), top(hub + i), top(hub + i + 1)});
        mesh.triangles.push_back({bottom(hub), bottom(hub + i + 1), bottom(hub + i)});
    }
    return mesh;
}

/// A cone over the polygon from an apex at the origin, opening up or down.
Mesh cone(std::uint32_t corners, double height) {
    Mesh mesh{{{0, 0, 0}}, {}};
    for (std::uint32_t i = 0; i < corners; ++i) {
        mesh.positions.push_back({double(i) - corners / 2.0, double(i) * double(i), height});
    }
    const auto rim = [&](std::uint32_t i) { return 1 + i % corners; };
    for (std::uint32_t i = 0; i < corners; ++i) {
        mesh.triangles.push_back({0, rim(i + 1), rim(i)});
    }
    for (std::uint32_t i = 1; i + 1 < corners; ++i) {
        mesh.triangles.push_back({rim(0), rim(i), rim(i + 1)});
    }
    if (height < 0) {
        for (TriangleIndices& triangle : mesh.triangles) {
            std::swap(triangle[1], triangle[2]);
        }
    }
    return mesh;
}

/// A slimmer and shorter cone within the cone, with the same apex.
Mesh within(Mesh mesh) {
    const Vec3d inner = (mesh.positions[1] + mesh.positions[mesh.positions.size() / 2]) * 0.5;
    for (std::size_t i = 1; i < mesh.positions.size(); ++i) {
        mesh.positions[i] = (mesh.positions[i] + inner) * 0.25;
    }
    return mesh;
}

/// Those that have an area in common, with normals that agree (1) or not (-1).
std::vector<TrianglePair> overlapping(std::vector<TrianglePair> pairs, const WorldMesh& a,
                                      const WorldMesh& b, Sign agree) {
    std::erase_if(pairs, [&](const TrianglePair& pair) {
        const Triangle s = a.triangle(pair.a);
        const Triangle t = b.triangle(pair.b);
        return triangle_contact(s, t).shape() != ContactShape::Polygon ||
               normals_agree(s, t) != agree;
    });
    return pairs;
}

Interference answer(const Mesh& a, const Mesh& b, Detail detail = Detail::Verdict) {
    return *collide({a.view()}, {b.view()}, {.detail = detail}, Context(1));
}

TEST(Crowding, SameBodiesNeedNoPairs) {
    const Mesh a = fanned_prism(2000, 0, 0, 1);
    const Mesh b = fanned_prism(2000, 700, 0, 1);
    for (const auto& [first, second] : {std::pair{&a, &b}, std::pair{&a, &a}}) {
        const Interference found = answer(*first, *second);
        EXPECT_EQ(found.verdict, Verdict::Same);
        EXPECT_EQ(found.counters.candidate_pairs, 0U);
        EXPECT_TRUE(found.solidity_a.examined && found.solidity_a.solid);
        EXPECT_TRUE(found.solidity_b.examined && found.solidity_b.solid);
    }
}

TEST(Crowding, SameBodiesAreTheSameAlsoWithTheirPairs) {
    const Mesh a = fanned_prism(40, 0, 0, 1);
    const Mesh b = fanned_prism(40, 17, 0, 1);
    const Interference found = answer(a, b, Detail::Pairs);
    EXPECT_EQ(found.verdict, Verdict::Same);
    EXPECT_GT(found.pairs.size(), a.triangles.size());
}

TEST(Crowding, ABodyTurnedInsideOutIsTheSame) {
    const Mesh a = fanned_prism(40, 0, 0, 1);
    Mesh b = fanned_prism(40, 17, 0, 1);
    for (TriangleIndices& triangle : b.triangles) {
        std::swap(triangle[1], triangle[2]);
    }
    EXPECT_EQ(answer(a, b).verdict, Verdict::Same);
}

TEST(Crowding, StackedFansTouch) {
    for (const std::uint32_t corners : {5U, 40U, 200U}) {
        EXPECT_EQ(answer(fanned_prism(corners, 0, 0, 1), fanned_prism(corners, 3, 1, 2)).verdict,
                  Verdict::Touching);
        EXPECT_EQ(answer(fanned_prism(corners, 0, 0, 2), fanned_prism(corners, 3, 1, 2)).verdict,
                  Verdict::Crossing);
    }
}

TEST(Crowding, StackedFansNeedPairsInProportionToTheirTriangles) {
    double last = 0;
    for (const std::uint32_t corners : {1000U, 4000U}) {
        const Mesh lower = fanned_prism(corners, 0, 0, 1);
        const Interference found = answer(lower, fanned_prism(corners, corners / 3, 1, 2));
        EXPECT_EQ(found.verdict, Verdict::Touching);
        const auto candidates = static_cast<double>(found.counters.candidate_pairs);
        EXPECT_GE(found.counters.candidate_pairs, lower.triangles.size() / 2);
        EXPECT_LE(candidates, 64.0 * static_cast<double>(lower.triangles.size()));
        if (last > 0) {
            EXPECT_LE(candidates, last * std::pow(4, 1.2));
        }
        last = candidates;
    }
}

/// Bytes are counted where they are allocated.
TEST(Crowding, VerdictsOfFansTakeMemoryInProportionToTheirTriangles) {
    constexpr std::uint32_t corners = 4000;
    const auto bytes_per_triangle = [](const Mesh& a, const Mesh& b, double& peak) {
        const HeapWatch watch;
        EXPECT_EQ(answer(a, b).verdict, Verdict::Touching);
        peak = static_cast<double>(watch.peak_bytes()) /
               static_cast<double>(a.triangles.size() + b.triangles.size());
    };
    double stacked = 0;
    bytes_per_triangle(fanned_prism(corners, 0, 0, 1), fanned_prism(corners, corners / 3, 1, 2),
                       stacked);
    double at_apex = 0;
    bytes_per_triangle(cone(corners, 1), cone(corners, -1), at_apex);
    RecordProperty("stacked", std::to_string(stacked));
    RecordProperty("at_apex", std::to_string(at_apex));
    for (const double peak : {stacked, at_apex}) {
        EXPECT_GT(peak, 8); // or they are not counted
        EXPECT_LE(peak, 1024);
    }
}

/// Of all pairs that meet, those that a verdict does without leave each triangle in one; and with
/// one of each normal, if it overlaps triangles in its plane.
TEST(Crowding, PairsLeftOutOfFlushWallsLeaveEachTriangleOne) {
    constexpr std::uint32_t corners = 400;
    const Mesh lower = fanned_prism(corners, 0, 0, 1);
    for (const double low : {1.0, 0.0}) { // on it; with its lower end in the same plane
        const Mesh upper = fanned_prism(corners, corners / 3, low, low + 2);
        const WorldMesh a = *to_world({lower.view()}, body_a(), Context(1));
        const WorldMesh b = *to_world({upper.view()}, body_b(), Context(1));
        const FoundPairs all = find_pairs(a, b, Stop::Never, Context(1));
        const FoundPairs some = find_pairs(a, b, Stop::AtFirstCrossing, Context(1));
        ASSERT_TRUE(judge_surfaces(all.pairs) == Verdict::Touching);
        EXPECT_TRUE(some.left_some_out);
        EXPECT_LT(some.pairs.size(), all.pairs.size() / 2);
        EXPECT_TRUE(std::ranges::includes(all.pairs, some.pairs));
        for (const auto side : {&TrianglePair::a, &TrianglePair::b}) {
            EXPECT_EQ(triangles_in(some.pairs, side), triangles_in(all.pairs, side));
            EXPECT_EQ(triangles_in(overlapping(some.pairs, a, b, 1), side),
                      triangles_in(overlapping(all.pairs, a, b, 1), side));
            EXPECT_EQ(triangles_in(overlapping(some.pairs, a, b, -1), side),
                      triangles_in(overlapping(all.pairs, a, b, -1), side));
        }
        EXPECT_EQ(find_pairs(a, b, Stop::AtFirstCrossing, Context(3)).pairs, some.pairs);
    }
}

TEST(Crowding, PairsLeftOutOfFlushWallsChangeNoVerdict) {
    constexpr std::uint32_t corners = 300;
    const Mesh lower = fanned_prism(corners, 0, 0, 1);
    Mesh open = fanned_prism(corners, 100, 1, 2);
    open.triangles.pop_back();
    Mesh dented = fanned_prism(corners, 100, 1, 2); // one corner of its lower end is in the other
    dented.positions[7].z = 0.5;
    Mesh lifted = fanned_prism(corners, 100, 1, 2); // one corner of its lower end touches nothing
    lifted.positions[7].z = 1.5;
    Mesh aside = fanned_prism(corners, 100, 1, 2);
    for (Vec3d& p : aside.positions) {
        p.x += corners;
    }
    const Mesh within = fanned_prism(corners, 100, 0, 2);
    for (const Mesh& other :
         {fanned_prism(corners, 100, 1, 2), open, dented, lifted, aside, within}) {
        const Interference quick = answer(lower, other);
        const Interference full = answer(lower, other, Detail::Pairs);
        EXPECT_EQ(quick.verdict, full.verdict);
        EXPECT_EQ(quick.compared, full.compared);
        EXPECT_EQ(quick.decision, full.decision);
    }
}

TEST(Crowding, FansAtOneApexTouch) {
    for (const std::uint32_t corners : {5U, 40U, 200U}) {
        EXPECT_EQ(answer(cone(corners, 1), cone(corners, -1)).verdict, Verdict::Touching);
        EXPECT_EQ(answer(cone(corners, 1), cone(corners + 1, 1)).verdict, Verdict::Crossing);
        EXPECT_EQ(answer(cone(corners, 1), within(cone(corners, 1))).verdict, Verdict::Crossing);
    }
}

TEST(Crowding, FansAtOneApexNeedPairsInProportionToTheirTriangles) {
    for (const std::uint32_t corners : {1000U, 4000U}) {
        const Mesh up = cone(corners, 1);
        const Interference found = answer(up, cone(corners, -1));
        EXPECT_EQ(found.verdict, Verdict::Touching);
        EXPECT_LE(found.counters.candidate_pairs, 16 * up.triangles.size());
    }
}

TEST(Crowding, PairsLeftOutChangeNoVerdict) {
    constexpr std::uint32_t corners = 300; // enough to be worth leaving some out
    const Mesh up = cone(corners, 1);
    Mesh aside = cone(corners, 1); // beside it, with an edge in common at most
    for (Vec3d& p : aside.positions) {
        p.x = -p.x;
    }
    for (TriangleIndices& t : aside.triangles) {
        std::swap(t[1], t[2]);
    }
    Mesh open = cone(corners, -1);
    open.triangles.pop_back();
    Mesh bent = cone(corners, -1); // one corner of the lower cone passes through the upper
    bent.positions[corners / 2] = {0.1, double(corners) * corners / 4, 0.7};
    for (const Mesh& other : {cone(corners, -1), within(up), aside, open, bent}) {
        const Interference quick = answer(up, other);
        const Interference full = answer(up, other, Detail::Pairs);
        EXPECT_EQ(quick.verdict, full.verdict);
        EXPECT_EQ(quick.compared, full.compared);
        EXPECT_EQ(quick.decision, full.decision);
    }
}

// --- equal surfaces ------------------------------------------------------------------------------

/// Eight corners with exact midpoints for many splits.
Mesh large_box() {
    Mesh mesh;
    for (unsigned i = 0; i < 8; ++i) {
        mesh.positions.push_back({(i & 1U) != 0 ? 1024.0 : 0.0, (i & 2U) != 0 ? 1024.0 : 0.0,
                                  (i & 4U) != 0 ? 1024.0 : 0.0});
    }
    mesh.triangles = {{0, 2, 3}, {0, 3, 1}, {4, 5, 7}, {4, 7, 6}, {0, 1, 5}, {0, 5, 4},
                      {2, 6, 7}, {2, 7, 3}, {0, 4, 6}, {0, 6, 2}, {1, 3, 7}, {1, 7, 5}};
    return mesh;
}

/// Puts a vertex into the middle of an edge and splits both faces there.
void split_an_edge(Mesh& mesh, Random& random) {
    const TriangleIndices chosen = mesh.triangles[random.below(mesh.triangles.size())];
    const std::size_t side = random.below(3);
    const std::uint32_t from = chosen[side];
    const std::uint32_t to = chosen[(side + 1) % 3];
    const auto middle = static_cast<std::uint32_t>(mesh.positions.size());
    mesh.positions.push_back((mesh.positions[from] + mesh.positions[to]) * 0.5);
    for (std::size_t i = mesh.triangles.size(); i-- > 0;) {
        TriangleIndices& t = mesh.triangles[i];
        for (std::size_t k = 0; k < 3; ++k) {
            const std::uint32_t p = t[k];
            const std::uint32_t q = t[(k + 1) % 3];
            const std::uint32_t r = t[(k + 2) % 3];
            if ((p == from && q == to) || (p == to && q == from)) {
                t = {p, middle, r};
                mesh.triangles.push_back({middle, q, r});
                break;
            }
        }
    }
}

Mesh split_box(Random& random, int splits) {
    Mesh mesh = large_box();
    for (int i = 0; i < splits; ++i) {
        split_an_edge(mesh, random);
    }
    return mesh;
}

TEST(EqualSurfaces, AreEqualHoweverTheyAreCut) {
    Random random(3);
    const std::size_t cases = scaled(300);
    for (std::size_t i = 0; i < cases; ++i) {
        const Mesh a = split_box(random, random.integer(0, 12));
        Mesh b = split_box(random, random.integer(0, 12));
        SCOPED_TRACE(i);
        EXPECT_EQ(answer(a, b).counters.candidate_pairs, 0U);
        EXPECT_EQ(answer(a, b).verdict, Verdict::Same);
        EXPECT_EQ(answer(a, b, Detail::Pairs).verdict, Verdict::Same);
        // One vertex moved by the smallest step into the box and along an edge or a face: then the
        // boxes may still be equal.
        Vec3d& moved = b.positions[random.below(b.positions.size())];
        const Vec3d before = moved;
        moved.x = std::nextafter(moved.x, 512.0);
        const Verdict verdict = answer(a, b).verdict;
        EXPECT_EQ(verdict, answer(a, b, Detail::Pairs).verdict);
        const bool on_a_face_across_x = before.x == 0 || before.x == 1024;
        EXPECT_TRUE(!on_a_face_across_x || verdict != Verdict::Same);
    }
}

TEST(EqualSurfaces, TellPiecesApartByOrientation) {
    Random random(4);
    const Mesh a = split_box(random, 6);
    const Mesh b = split_box(random, 6);
    const WorldMesh in_a = *to_world({a.view()}, body_a(), Context(1));
    const WorldMesh in_b = *to_world({b.view()}, body_b(), Context(1));
    EXPECT_TRUE(are_same_as_a_whole(in_a, in_b, 1, Context(1)));
    EXPECT_FALSE(are_same_as_a_whole(in_a, in_b, -1, Context(1)));
}

TEST(EqualSurfaces, OfOneFaceAreThoseWithTheSameRim) {
    // The lower side of the box, cut differently; and the same without one of its triangles.
    Random random(5);
    const auto bottom_of = [](const Mesh& mesh) {
        std::vector<std::uint32_t> found;
        for (std::uint32_t i = 0; i < mesh.triangles.size(); ++i) {
            const auto& t = mesh.triangles[i];
            if (std::all_of(t.begin(), t.end(),
                            [&](std::uint32_t v) { return mesh.positions[v].z == 0; })) {
                found.push_back(i);
            }
        }
        return found;
    };
    for (int i = 0; i < 50; ++i) {
        const Mesh a = split_box(random, 10);
        const Mesh b = split_box(random, 10);
        const WorldMesh in_a = *to_world({a.view()}, body_a(), Context(1));
        const WorldMesh in_b = *to_world({b.view()}, body_b(), Context(1));
        const auto of_a = bottom_of(a);
        auto of_b = bottom_of(b);
        EXPECT_TRUE(are_same_surface({in_a, of_a}, {in_b, of_b}, 1, Context(1)));
        EXPECT_FALSE(are_same_surface({in_a, of_a}, {in_b, of_b}, -1, Context(1)));
        of_b.pop_back();
        EXPECT_FALSE(are_same_surface({in_a, of_a}, {in_b, of_b}, 1, Context(1)));
    }
}

TEST(EqualSurfaces, AtTheEndsOfTheRangeOfDoublesAreTold) {
    Random random(6);
    for (const double scale : {0x1p-1000, 0x1p1012}) {
        Mesh a = split_box(random, 8);
        Mesh b = split_box(random, 8);
        for (Mesh* mesh : {&a, &b}) {
            for (Vec3d& p : mesh->positions) {
                p = p * scale;
            }
        }
        EXPECT_EQ(answer(a, b).verdict, Verdict::Same);
    }
}

TEST(EqualSurfaces, OfAnOpenMeshAreNotTheSameBody) {
    Mesh a = large_box();
    a.triangles.pop_back();
    const Interference found = answer(a, a);
    EXPECT_EQ(found.verdict, Verdict::Touching);
    EXPECT_EQ(found.compared, Compared::Surfaces);
}

} // namespace
} // namespace impinge::tests
