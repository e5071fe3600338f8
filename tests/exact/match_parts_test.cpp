// SPDX-License-Identifier: Apache-2.0
//
// The broad phase between culling and proof: cells, halving, new codes, fans, cuts askew to the
// axes. Whatever it does, every pair of triangles that meet must come out.
#include "exact/pairs/match_parts.hpp"

#include "base/random.hpp"
#include "exact/pairs/crowded_parts.hpp"
#include "exact/pairs/find_pairs.hpp"
#include "exact/pairs/slice_image.hpp"
#include "tests/support/random_soups.hpp"
#include "tests/support/scale.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <ostream>
#include <set>
#include <utility>

namespace impinge::tests {
namespace {

using IndexPair = std::pair<std::uint32_t, std::uint32_t>;
using Pairs = std::set<IndexPair>;

using Times = std::map<IndexPair, int>; ///< how often each pair came

struct Collected final : CandidateSink {
    Times times;

    bool take(std::span<const Candidate> pairs) override {
        for (const Candidate& pair : pairs) {
            ++times[{pair.a, pair.b}];
        }
        return true;
    }
};

WorldMesh world(const Mesh& mesh) {
    auto result = to_world({mesh.view()}, {"mesh"}, Context(1));
    return std::move(result).value();
}

void match_all(Region first, const Meshes& meshes, CandidateSink& sink) {
    const Context context(1);
    std::vector<Region> waiting;
    waiting.push_back(std::move(first));
    while (!waiting.empty()) {
        const Region region = std::move(waiting.back());
        waiting.pop_back();
        PartMatcher matcher(meshes, sink, context);
        const CellBins cells(region.lists(), region.cuts, context);
        for (std::size_t i = 0; i < cells.size(); ++i) {
            matcher.match(part_of(cells[i], region.cuts), region.frame);
        }
        for (Region& later : matcher.take_later()) {
            waiting.push_back(std::move(later));
        }
    }
}

std::vector<QuantisedTriangle> coded(const WorldMesh& mesh, const Quantiser& quantiser) {
    const QuantisedMesh codes(mesh, quantiser, QuantisedMesh::Runs::All, Context(1));
    std::vector<QuantisedTriangle> all;
    for (std::size_t i = 0; i < codes.size(); ++i) {
        all.push_back(codes[i]);
    }
    return all;
}

Times candidates(const Mesh& mesh_a, const Mesh& mesh_b, const Box3& region_box,
                 Surfaces surfaces = Surfaces::Two) {
    const WorldMesh a = world(mesh_a);
    const WorldMesh b = world(mesh_b);
    Region region;
    region.frame.quantiser = Quantiser(region_box);
    region.a = coded(a, region.frame.quantiser);
    region.b = coded(b, region.frame.quantiser);
    Collected found;
    match_all(std::move(region), {a, b, surfaces}, found);
    return found.times;
}

Times own_candidates(const Mesh& mesh) {
    const WorldMesh all = world(mesh);
    Region region;
    region.same = true;
    region.frame.quantiser = Quantiser(all.box);
    region.a = coded(all, region.frame.quantiser);
    Collected found;
    match_all(std::move(region), {all, all, Surfaces::One}, found);
    return found.times;
}

// --- boxes on a grid of whole numbers, one code each ---------------------------------------------

const Box3 whole_numbers{{-32767, -32767, -32767}, {32766, 32766, 32766}};

struct Family {
    int spread; ///< boxes start within this many codes of the lowest one
    int size;   ///< and are at most this long
};

void PrintTo(const Family& family, std::ostream* out) {
    *out << "spread " << family.spread << " size " << family.size;
}

/// Triangles without area, the diagonals of random boxes: nothing but their boxes tells them apart.
Mesh random_diagonals(Random& random, Family family, std::size_t count) {
    Mesh mesh;
    for (std::size_t i = 0; i < count; ++i) {
        Vec3d low;
        Vec3d high;
        for (int axis = 0; axis < 3; ++axis) {
            const int from = random.integer(-32767, -32767 + family.spread);
            low[axis] = from;
            high[axis] = random.integer(from, std::min(32766, from + family.size));
        }
        const auto first = static_cast<std::uint32_t>(mesh.positions.size());
        mesh.positions.push_back(low);
        mesh.positions.push_back(high);
        mesh.triangles.push_back({first, first + 1, first});
    }
    return mesh;
}

Box3 box_of_triangle(const Mesh& mesh, std::size_t index) {
    Box3 box;
    for (const std::uint32_t corner : mesh.triangles[index]) {
        box = extend(box, mesh.positions[corner]);
    }
    return box;
}

Pairs overlapping_by_hand(const Mesh& a, const Mesh& b) {
    Pairs pairs;
    for (std::uint32_t i = 0; i < a.triangles.size(); ++i) {
        for (std::uint32_t j = 0; j < b.triangles.size(); ++j) {
            if (boxes_overlap(box_of_triangle(a, i), box_of_triangle(b, j))) {
                pairs.emplace(i, j);
            }
        }
    }
    return pairs;
}

Pairs keys(const Times& found) {
    Pairs pairs;
    for (const auto& [pair, times] : found) {
        pairs.insert(pair);
    }
    return pairs;
}

Pairs meeting_by_hand(const Mesh& a, const Mesh& b);

/// Where hardly any place is left to cut, triangles are clipped, and pairs fall out whose boxes
/// overlap but which do not meet.
void expect_complete(const Pairs& found, const Pairs& overlapping, const Pairs& meeting) {
    EXPECT_TRUE(std::includes(overlapping.begin(), overlapping.end(), found.begin(), found.end()));
    EXPECT_TRUE(std::includes(found.begin(), found.end(), meeting.begin(), meeting.end()));
}

class MatchFamilies : public testing::TestWithParam<Family> {};

TEST_P(MatchFamilies, FindsEveryOverlappingPairOnce) {
    Random random(2718);
    std::size_t found = 0;
    for (std::size_t round = 0; round < (is_full_run() ? 10U : 2U); ++round) {
        const Mesh a = random_diagonals(random, GetParam(), 600);
        const Mesh b = random_diagonals(random, GetParam(), 400);
        const Pairs expected = overlapping_by_hand(a, b);
        const Times pairs = candidates(a, b, whole_numbers);
        if (GetParam().spread == 3) {
            expect_complete(keys(pairs), expected, meeting_by_hand(a, b));
        } else {
            ASSERT_EQ(keys(pairs), expected);
        }
        for (const auto& [pair, times] : pairs) {
            ASSERT_EQ(times, 1);
        }
        found += expected.size();
    }
    EXPECT_GT(found, 0U);
}

INSTANTIATE_TEST_SUITE_P(Exact, MatchFamilies,
                         testing::Values(Family{65533, 3000},  // small boxes everywhere
                                         Family{65533, 65533}, // large ones
                                         Family{500, 20},      // all in one cell
                                         Family{3, 2},         // hardly any place to cut
                                         Family{0, 0}));       // all equal

TEST(Match, ALostPairWouldBeNoticed) {
    Random random(1);
    const Mesh boxes = random_diagonals(random, {100, 50}, 20);
    Pairs wrong = overlapping_by_hand(boxes, boxes);
    wrong.erase(wrong.begin());
    EXPECT_NE(keys(candidates(boxes, boxes, whole_numbers)), wrong);
}

TEST(Match, OneListWithItselfGivesEachPairInOneOrder) {
    Random random(5);
    for (const Family family : {Family{65533, 6000}, Family{300, 40}}) {
        const Mesh boxes = random_diagonals(random, family, 500);
        Pairs expected;
        for (const IndexPair& pair : overlapping_by_hand(boxes, boxes)) {
            if (pair.first < pair.second) {
                expected.insert(pair);
            }
        }
        const WorldMesh all = world(boxes);
        Region region;
        region.same = true;
        region.frame.quantiser = Quantiser(whole_numbers);
        region.a = coded(all, region.frame.quantiser);
        Collected found;
        match_all(std::move(region), {all, all, Surfaces::Two}, found);
        Pairs ordered;
        for (const auto& [pair, times] : found.times) {
            ASSERT_EQ(times, 1);
            ASSERT_TRUE(ordered.emplace(std::minmax(pair.first, pair.second)).second);
        }
        ASSERT_EQ(ordered, expected);
    }
}

// --- triangles of many scales, needles, fans -----------------------------------------------------

void add_triangle(Mesh& mesh, Vec3d p, Vec3d q, Vec3d r) {
    const auto first = static_cast<std::uint32_t>(mesh.positions.size());
    mesh.positions.insert(mesh.positions.end(), {p, q, r});
    mesh.triangles.push_back({first, first + 1, first + 2});
}

/// Triangles of about their distance from a few points, at scales from 1 to 1e-280.
Mesh many_scales(Random& random, std::size_t count) {
    Mesh mesh;
    for (std::size_t i = 0; i < count; ++i) {
        const double scale = std::ldexp(1.0, -random.integer(0, random.below(16) == 0 ? 930 : 60));
        const auto point = [&] { return random.in_box({-1, -1, -1}, {1, 1, 1}) * scale; };
        const Vec3d p = point();
        const Vec3d q = point();
        add_triangle(mesh, p, q, point());
    }
    return mesh;
}

/// Long and thin, in a few directions askew to the axes.
Mesh needles(Random& random, std::size_t count) {
    Mesh mesh;
    for (std::size_t i = 0; i < count; ++i) {
        const Vec3d along = random.below(2) == 0 ? Vec3d{1, 1, 1} : Vec3d{1, -0.9, 0.8};
        const Vec3d start = random.in_box({-1, -1, -1}, {1, 1, 1});
        const Vec3d aside = random.in_box({-0.01, -0.01, -0.01}, {0.01, 0.01, 0.01});
        add_triangle(mesh, start, start + along, start + aside);
    }
    return mesh;
}

Mesh fans(Random& random, std::size_t count) {
    Mesh mesh;
    for (int i = 0; i < 3; ++i) {
        mesh.positions.push_back(random.in_box({-0.1, -0.1, -0.1}, {0.1, 0.1, 0.1}));
    }
    for (std::size_t i = 0; i < count; ++i) {
        const Vec3d rim = random.in_box({-1, -1, -1}, {1, 1, 1});
        const auto first = static_cast<std::uint32_t>(mesh.positions.size());
        mesh.positions.push_back(rim);
        mesh.positions.push_back(rim + random.in_box({-0.2, -0.2, -0.2}, {0.2, 0.2, 0.2}));
        mesh.triangles.push_back({static_cast<std::uint32_t>(random.below(3)), first, first + 1});
    }
    return mesh;
}

/// Long and thin, in all directions.
Mesh tangle(Random& random, std::size_t count) {
    Mesh mesh;
    for (std::size_t i = 0; i < 3 * count; ++i) {
        const Vec3d p = random.in_box({0, 0, 0}, {1, 1, 1});
        const Vec3d q = random.in_box({0, 0, 0}, {1, 1, 1});
        add_triangle(mesh, p, q, p + random.in_box({0, 0, 0}, {0.01, 0.01, 0.01}));
    }
    return mesh;
}

/// Large, nearly parallel and askew to the axes.
Mesh askew_plates(Random& random, std::size_t count) {
    Mesh mesh;
    for (std::size_t i = 0; i < 3 * count; ++i) {
        const Vec3d at = Vec3d{0.48, 0.64, 0.6} * random.uniform(-1, 1);
        const auto near = [&](Vec3d p) {
            return at + p + random.in_box({0, 0, 0}, {0.001, 0.001, 0.001});
        };
        const Vec3d p = near({0, 0, 0});
        const Vec3d q = near({0.8, -0.6, 0});
        add_triangle(mesh, p, q, near({0.36, 0.48, -0.8}));
    }
    return mesh;
}

/// Small whole coordinates, where every kind of degenerate contact is common, and something far
/// away.
Mesh grid_and_stray(Random& random, std::size_t count) {
    Mesh mesh = grid_soup(random, count, count / 4, 12);
    add_triangle(mesh, {1e9, 1e9, 1e9}, {1e9, 1e9 + 1, 1e9}, {1e9 + 1, 1e9, 1e9});
    return mesh;
}

Triangle triangle_of(const Mesh& mesh, std::size_t index) {
    const TriangleIndices& t = mesh.triangles[index];
    return {{mesh.positions[t[0]], mesh.positions[t[1]], mesh.positions[t[2]]}};
}

Pairs meeting_by_hand(const Mesh& a, const Mesh& b) {
    Pairs pairs;
    for (std::uint32_t i = 0; i < a.triangles.size(); ++i) {
        for (std::uint32_t j = 0; j < b.triangles.size(); ++j) {
            if (triangles_intersect(triangle_of(a, i), triangle_of(b, j))) {
                pairs.emplace(i, j);
            }
        }
    }
    return pairs;
}

using MakeMesh = Mesh (*)(Random&, std::size_t);

class MatchTriangles : public testing::TestWithParam<MakeMesh> {};

TEST_P(MatchTriangles, EveryPairThatMeetsIsACandidate) {
    Random random(99);
    for (std::size_t round = 0; round < scaled(4); ++round) {
        const Mesh a = GetParam()(random, 500);
        const Mesh b = GetParam()(random, 400);
        const Times found = candidates(a, b, intersection(world(a).box, world(b).box));
        const Pairs meeting = meeting_by_hand(a, b);
        for (const IndexPair& pair : meeting) {
            ASSERT_TRUE(found.contains(pair)) << pair.first << ' ' << pair.second;
        }
        EXPECT_FALSE(meeting.empty());
    }
}

TEST_P(MatchTriangles, AllPairsOfBothBodiesAreFoundAndNoOthers) {
    Random random(7);
    for (std::size_t round = 0; round < scaled(4); ++round) {
        const Mesh a = GetParam()(random, 450);
        const Mesh b = GetParam()(random, 350);
        std::vector<TrianglePair> expected;
        for (std::uint32_t i = 0; i < a.triangles.size(); ++i) {
            for (std::uint32_t j = 0; j < b.triangles.size(); ++j) {
                const PairKind kind = classify_triangles(triangle_of(a, i), triangle_of(b, j));
                if (kind != PairKind::Apart) {
                    expected.push_back({i, j, kind});
                }
            }
        }
        ASSERT_EQ(find_pairs(world(a), world(b), Stop::Never, Context(1)).pairs, expected);
    }
}

TEST_P(MatchTriangles, AllPairsOfOneSurfaceAreFoundAndNoOthers) {
    Random random(8);
    for (std::size_t round = 0; round < scaled(4); ++round) {
        const Mesh mesh = GetParam()(random, 500);
        std::vector<TrianglePair> expected;
        for (std::uint32_t i = 0; i < mesh.triangles.size(); ++i) {
            for (std::uint32_t j = i + 1; j < mesh.triangles.size(); ++j) {
                const PairKind kind =
                    classify_neighbours(triangle_of(mesh, i), triangle_of(mesh, j));
                if (kind != PairKind::Apart) {
                    expected.push_back({i, j, kind});
                }
            }
        }
        ASSERT_EQ(find_self_pairs(world(mesh), Stop::Never, Context(1)).pairs, expected);
    }
}

INSTANTIATE_TEST_SUITE_P(Exact, MatchTriangles,
                         testing::Values(&many_scales, &needles, &fans, &tangle, &askew_plates,
                                         &grid_and_stray));

TEST(Match, TrianglesOfAFanAreComparedByTheirDirections) {
    Mesh mesh;
    mesh.positions.push_back({0, 0, 1});
    constexpr std::uint32_t spokes = 2000;
    for (std::uint32_t i = 0; i < spokes; ++i) {
        const double angle = 6.283185307179586 * i / spokes;
        mesh.positions.push_back({std::cos(angle), std::sin(angle), 0});
    }
    for (std::uint32_t i = 0; i < spokes; ++i) {
        mesh.triangles.push_back({0, 1 + i, 1 + (i + 1) % spokes});
    }
    EXPECT_LT(own_candidates(mesh).size(), 20 * spokes);
}

// --- the slice image -----------------------------------------------------------------------------

QuantisedTriangle random_box(Random& random, Family family) {
    QuantisedTriangle box{};
    for (std::size_t axis = 0; axis < 3; ++axis) {
        const int low = random.integer(below_region, below_region + family.spread);
        box.low[axis] = static_cast<Code>(low);
        box.high[axis] =
            static_cast<Code>(random.integer(low, std::min<int>(low + family.size, above_region)));
    }
    return box;
}

bool overlap(const QuantisedTriangle& s, const QuantisedTriangle& t) {
    return all_at_most(s.low, t.high) && all_at_most(t.low, s.high);
}

TEST(SliceImage, MeetsWhateverOverlapsAMarkedBox) {
    Random random(31);
    std::size_t meeting = 0;
    const std::size_t rounds = scaled(20000);
    for (std::size_t round = 0; round < rounds; ++round) {
        const Family family{30000, 12000};
        const QuantisedTriangle marked = random_box(random, family);
        const QuantisedTriangle asked = random_box(random, family);
        SliceImage image(ImageGrid{random.integer(9, 15)});
        image.mark(marked);
        image.spread();
        meeting += overlap(marked, asked) ? 1 : 0;
        ASSERT_TRUE(image.meets(asked) || !overlap(marked, asked));
    }
    EXPECT_GT(meeting, rounds / 50);
}

TEST(SliceImage, DropsABoxInAnEmptyPlace) {
    SliceImage image(ImageGrid{});
    image.mark({Codes{0, 0, 0, 0}, Codes{10, 10, 10, 0}, 0, 0});
    image.spread();
    EXPECT_FALSE(image.meets({Codes{5000, 0, 0, 0}, Codes{5010, 10, 10, 0}, 0, 0}));
    EXPECT_FALSE(image.meets({Codes{0, 0, 5000, 0}, Codes{10, 10, 5010, 0}, 0, 0}));
    EXPECT_TRUE(image.meets({Codes{5, 5, 5, 0}, Codes{5010, 10, 10, 0}, 0, 0}));
}

// --- codes ---------------------------------------------------------------------------------------

TEST(Quantiser, ManyPointsAtOnceGetTheCodesOfEach) {
    Random random(12);
    for (std::size_t round = 0; round < scaled(200); ++round) {
        const double size = std::ldexp(1.0, random.integer(-1000, 1000));
        Box3 region;
        region = extend(region, random.in_box({-1, -1, -1}, {1, 1, 1}) * size);
        region = extend(region, random.in_box({-1, -1, -1}, {1, 1, 1}) * size);
        if (random.below(4) == 0) {
            region.max.y = region.min.y;
        }
        const Quantiser quantiser(region);
        std::vector<Vec3d> points{region.min, region.max};
        for (int i = 0; i < 20; ++i) {
            points.push_back(random.in_box({-2, -2, -2}, {2, 2, 2}) * size);
        }
        std::vector<Codes> codes(points.size());
        quantiser(points, codes.data());
        for (std::size_t i = 0; i < points.size(); ++i) {
            const Codes expected = quantiser(points[i]);
            ASSERT_TRUE(all_at_most(codes[i], expected) && all_at_most(expected, codes[i]));
            if (contains(region, points[i])) {
                ASSERT_TRUE(contains(quantiser.box_of_codes(expected, expected), points[i]));
            }
        }
    }
}

} // namespace
} // namespace impinge::tests
