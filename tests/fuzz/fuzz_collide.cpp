// SPDX-License-Identifier: Apache-2.0
//
// The queries on two small bodies, against looking at every pair of triangles.
#include "exact/pairs/find_pairs.hpp"
#include "impinge/distance.hpp"
#include "impinge/self_intersections.hpp"
#include "tests/fuzz/require.hpp"
#include "tests/fuzz/small_bodies.hpp"
#include "tests/fuzz/targets.hpp"

#include <algorithm>
#include <bit>
#include <limits>
#include <optional>

namespace impinge::fuzz {
namespace {

using Triangles = std::vector<Triangle>;
using Pairs = std::vector<TrianglePair>;

/// The triangles in the world; nothing if a query has to refuse the body. Without triangles it is
/// the empty set, whatever its vertices.
std::optional<Triangles> in_world(const Mesh& mesh, const Rigid& pose) {
    if (mesh.triangles.empty()) {
        return Triangles{};
    }
    std::vector<Vec3d> world;
    for (const Vec3d& position : mesh.positions) {
        world.push_back(is_identity(pose) ? position : apply(pose, position));
        if (!is_finite(position) || !is_finite(world.back())) {
            return std::nullopt;
        }
    }
    Triangles triangles;
    for (const TriangleIndices& t : mesh.triangles) {
        if (*std::max_element(t.begin(), t.end()) >= world.size()) {
            return std::nullopt;
        }
        triangles.push_back({{world[t[0]], world[t[1]], world[t[2]]}});
    }
    return triangles;
}

Pairs all_pairs(const Triangles& a, const Triangles& b) {
    Pairs pairs;
    for (std::uint32_t i = 0; i < a.size(); ++i) {
        for (std::uint32_t j = 0; j < b.size(); ++j) {
            const PairKind kind = classify_triangles(a[i], b[j]);
            if (kind != PairKind::Apart) {
                pairs.push_back({i, j, kind});
            }
        }
    }
    return pairs;
}

Pairs all_pairs_within(const Triangles& triangles) {
    Pairs pairs;
    for (std::uint32_t i = 0; i < triangles.size(); ++i) {
        for (std::uint32_t j = i + 1; j < triangles.size(); ++j) {
            const PairKind kind = classify_neighbours(triangles[i], triangles[j]);
            if (kind != PairKind::Apart) {
                pairs.push_back({i, j, kind});
            }
        }
    }
    return pairs;
}

Pairs mirrored(const Pairs& pairs) {
    Pairs swapped;
    for (const TrianglePair& pair : pairs) {
        swapped.push_back({pair.b, pair.a, pair.kind});
    }
    std::sort(swapped.begin(), swapped.end());
    return swapped;
}

Interference answered(const Body& a, const Body& b, Detail detail, unsigned threads = 1) {
    const auto result = collide(a, b, {.detail = detail}, Context(threads));
    require(result.has_value(), "collide() accepts every valid mesh");
    return *result;
}

/// The verdict says no more and no less than the pairs allow. Bodies inside each other, or the
/// same, may meet and cross walls within the other that bound nothing.
void check_verdict(const Interference& result) {
    const bool meet = !result.pairs.empty();
    switch (result.verdict) {
    case Verdict::Apart:
        require(!meet, "surfaces of bodies that are apart do not meet");
        break;
    case Verdict::Touching:
        require(meet && result.crossing_pairs == 0, "surfaces that touch meet and do not cross");
        break;
    case Verdict::AInsideB:
    case Verdict::BInsideA:
        require(!meet || result.compared == Compared::Solids,
                "only inside solids are there walls that do not count");
        break;
    case Verdict::Same:
        require(meet && result.compared == Compared::Solids, "only solids are the same, and meet");
        break;
    case Verdict::Crossing:
        // Without any pair one of them has parts, of which some are inside the other, a solid.
        require(result.crossing_pairs > 0 || result.compared == Compared::Solids ||
                    result.solidity_a.solid || result.solidity_b.solid,
                "only solids are crossed without crossing pairs");
        break;
    }
    const bool may_be_open =
        result.compared == Compared::Surfaces &&
        (result.verdict == Verdict::Apart || result.verdict == Verdict::Touching);
    require(result.decided() || (may_be_open && result.decision == Decision::ContainmentOpen),
            "only what may lie in a mesh without an inside is left open");
}

void check_counts(const Interference& result) {
    const auto crossing = std::count_if(result.pairs.begin(), result.pairs.end(),
                                        [](auto pair) { return pair.kind == PairKind::Crossing; });
    require(result.crossing_pairs == static_cast<std::uint64_t>(crossing),
            "crossing pairs are counted");
    require(result.crossing_pairs + result.touching_pairs == result.pairs.size(),
            "each pair is crossing or touching");
}

void check_collide(const Body& a, const Body& b, const Pairs& expected) {
    const Interference result = answered(a, b, Detail::Curves);
    require(result.pairs == expected, "collide() finds the pairs that brute force finds");
    require(!result.partial && result.certainty == Certainty::Exact, "the answer is whole");
    check_counts(result);
    check_verdict(result);
    require(answered(a, b, Detail::Curves, 2).hash == result.hash,
            "the answer does not depend on the number of threads");
    require(answered(a, b, Detail::Verdict).verdict == result.verdict,
            "the verdict does not depend on the detail asked for");

    const Interference swapped = answered(b, a, Detail::Curves);
    require(swapped.pairs == mirrored(expected), "collide(b, a) mirrors the pairs");
    require(swapped.verdict == impinge::mirrored(result.verdict), "and the verdict");
    require(swapped.curves == result.curves, "and has the same curves");
}

bool same_bits(double a, double b) {
    return std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b);
}

void check_distance(const Body& a, const Body& b, const Pairs& pairs) {
    const auto there = distance(a, b, Context(1));
    const auto back = distance(b, a, Context(2));
    require(there.has_value() && back.has_value(), "distance() accepts every valid mesh");
    require(same_bits(there->distance, back->distance), "distance is symmetric to the bit");
    if (a.mesh.triangle_count() == 0 || b.mesh.triangle_count() == 0) {
        require(there->distance == std::numeric_limits<double>::infinity(),
                "nothing is infinitely far from anything");
        return;
    }
    require(there->point_a == back->point_b && there->point_b == back->point_a,
            "the nearest points are swapped with the bodies");
    require(there->distance >= 0, "distance is never negative and always a number");
    require((there->distance == 0) == !pairs.empty(),
            "distance is 0 if and only if the surfaces meet");
    require(there->triangle_a < a.mesh.triangle_count() &&
                there->triangle_b < b.mesh.triangle_count(),
            "distance names triangles that exist");
}

void check_self(const Mesh& mesh, const Triangles& triangles) {
    const auto result = self_intersections(mesh.view(), {.detail = Detail::Curves}, Context(1));
    require(result.has_value(), "self_intersections() accepts every valid mesh");
    require(result->pairs == all_pairs_within(triangles),
            "self_intersections() finds the pairs that brute force finds");
    const auto first = self_intersections(mesh.view(), {.detail = Detail::Verdict}, Context(2));
    require(first.has_value() && first->pairs.empty() == result->pairs.empty(),
            "whether there is a self-intersection does not depend on the detail");
}

} // namespace

void fuzz_collide(Input input) {
    ByteSource source(input);
    const SmallBody a = draw_body(source);
    const SmallBody b = draw_body(source);
    const auto triangles_a = in_world(a.mesh, a.pose);
    const auto triangles_b = in_world(b.mesh, b.pose);
    if (!triangles_a || !triangles_b) {
        const auto refused = collide(a.body(), b.body());
        require(!refused, "collide() refuses what is not finite or out of range");
        require(refused.error().message.starts_with(triangles_a ? "body B" : "body A"),
                "and names the body");
        require(!distance(a.body(), b.body()), "and so does distance()");
        return;
    }
    const Pairs pairs = all_pairs(*triangles_a, *triangles_b);
    check_collide(a.body(), b.body(), pairs);
    check_distance(a.body(), b.body(), pairs);
    if (is_identity(a.pose)) {
        check_self(a.mesh, *triangles_a);
    }
}

} // namespace impinge::fuzz
