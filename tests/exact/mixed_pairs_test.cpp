// SPDX-License-Identifier: Apache-2.0
//
// find_pairs and find_self_pairs against all pairs, on mixtures of what makes boxes crowd: needles,
// plates, fans, many scales, grids, something far away, in places of different size.
#include "base/random.hpp"
#include "exact/pairs/find_pairs.hpp"
#include "geometry/bvh.hpp"
#include "tests/support/scale.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>

namespace impinge::tests {
namespace {

struct Place {
    Vec3d centre;
    double size = 1;
    Vec3d corner; ///< of fans
};

Vec3d within(Random& random, double size) {
    return random.in_box({-size, -size, -size}, {size, size, size});
}

Vec3d on_grid(Random& random, const Place& place) {
    const int x = random.integer(0, 6);
    const int y = random.integer(0, 6);
    const Vec3d p{static_cast<double>(x), static_cast<double>(y),
                  static_cast<double>(random.integer(0, 6))};
    return place.centre + p * place.size;
}

constexpr std::uint64_t kinds = 8;

Triangle random_triangle(Random& random, std::uint64_t kind, const Place& place) {
    const double size = place.size;
    const Vec3d p = place.centre + within(random, size);
    const Vec3d q = place.centre + within(random, size);
    const Vec3d small = within(random, 0.003 * size);
    switch (kind) {
    case 0: // small ones
        return {{p, p + 0.05 * (q - place.centre), p + 10.0 * small}};
    case 1: // needles side by side
        return {{p, p + Vec3d{size, size, size} + small, p + 0.3 * small}};
    case 2: // needles in all directions
        return {{p, q, p + small}};
    case 3: // a fan
        return {{place.corner, q, q + 30.0 * small}};
    case 4: { // plates askew to the axes
        const Vec3d at = place.centre + Vec3d{0.48, 0.64, 0.6} * random.uniform(-size, size);
        return {{at + small, at + Vec3d{0.8, -0.6, 0} * size, at + Vec3d{0.36, 0.48, -0.8} * size}};
    }
    case 5: { // all scales
        const double scale = std::ldexp(1.0, -random.integer(0, 100));
        return {{place.centre + scale * (p - place.centre),
                 place.centre + scale * (q - place.centre),
                 place.centre + scale * within(random, size)}};
    }
    case 6: { // a grid, where contacts are degenerate
        const Vec3d first = on_grid(random, place);
        const Vec3d second = on_grid(random, place);
        return {{first, second, on_grid(random, place)}};
    }
    default: // needles along an axis
        Vec3d end = p;
        end[static_cast<int>(random.below(3))] += size;
        return {{p, end, p + 3.0 * small}};
    }
}

using Places = std::array<Place, 3>;

Places random_places(Random& random) {
    Places places;
    for (Place& place : places) {
        place.centre = within(random, random.below(2) == 0 ? 1 : 1000);
        place.size = std::ldexp(1.0, -random.integer(-3, 25));
        place.corner = random.below(2) == 0 ? place.centre : within(random, 1);
    }
    if (random.below(2) == 0) {
        places[1].centre = places[2].centre = places[0].centre;
    }
    return places;
}

Mesh mixture(Random& random, const Places& places, std::size_t triangles) {
    Mesh mesh;
    const auto add = [&](const Triangle& t) {
        const auto first = static_cast<std::uint32_t>(mesh.positions.size());
        mesh.positions.insert(mesh.positions.end(), t.corners.begin(), t.corners.end());
        mesh.triangles.push_back({first, first + 1, first + 2});
    };
    const std::size_t parts = 1 + random.below(3);
    for (std::size_t part = 0; part < parts; ++part) {
        const Place& place = places[random.below(places.size())];
        const std::uint64_t kind = random.below(kinds);
        for (std::size_t i = 0; i < triangles / parts; ++i) {
            add(random_triangle(random, kind, place));
        }
    }
    if (random.below(3) == 0) {
        add(random_triangle(random, 2, {{}, 1e6, {}}));
    }
    return mesh;
}

template <typename Classify>
std::vector<TrianglePair> all_pairs(const WorldMesh& a, const WorldMesh& b, Classify classify) {
    std::vector<TrianglePair> pairs;
    for (std::uint32_t i = 0; i < a.triangles.size(); ++i) {
        for (std::uint32_t j = &a == &b ? i + 1 : 0; j < b.triangles.size(); ++j) {
            if (boxes_overlap(box_of(a.triangle(i)), box_of(b.triangle(j)))) {
                const PairKind kind = classify(a.triangle(i), b.triangle(j));
                if (kind != PairKind::Apart) {
                    pairs.push_back({i, j, kind});
                }
            }
        }
    }
    return pairs;
}

TEST(MixedPairs, AreThoseOfComparingAll) {
    std::size_t pairs = 0;
    const std::size_t rounds = scaled(40);
    for (std::size_t round = 0; round < rounds; ++round) {
        Random random(round);
        const Places places = random_places(random);
        const std::size_t triangles = 100 + random.below(is_full_run() ? 1500 : 300);
        const Mesh first = mixture(random, places, triangles);
        const Mesh second = mixture(random, places, triangles);
        const Context context(1 + static_cast<unsigned>(round % 2));
        const auto a = to_world({first.view()}, {"A"}, context);
        const auto b = to_world({second.view()}, {"B"}, context);
        const auto between = all_pairs(*a, *b, classify_triangles);
        ASSERT_EQ(find_pairs(*a, *b, Stop::Never, context).pairs, between) << "round " << round;
        const auto own = all_pairs(*a, *a, classify_neighbours);
        ASSERT_EQ(find_self_pairs(*a, Stop::Never, context).pairs, own) << "round " << round;
        pairs += between.size() + own.size();
    }
    EXPECT_GT(pairs, rounds * 100);
}

} // namespace
} // namespace impinge::tests
