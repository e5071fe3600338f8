// SPDX-License-Identifier: Apache-2.0
//
// The conservative search finds every pair that the exact engine finds, whose broad phase is
// another one.
#include "scenes/boxes.hpp"
#include "scenes/bumpy_sphere.hpp"
#include "scenes/catalogue.hpp"
#include "tests/imagespace/seeded_pairs.hpp"
#include "tests/peeling/peeling_fixture.hpp"
#include "tests/support/random_soups.hpp"
#include "tests/support/scale.hpp"

#include <iostream>

namespace impinge::tests {
namespace {

class ConservativePeeling : public EveryDevice {
  protected:
    [[nodiscard]] PeeledPairs peel(const Body& a, const Body& b,
                                   const PeelingOptions& options) const {
        return need(imagespace::surface_peeling(device(), a, b, options));
    }
};
IMPINGE_ON_EVERY_DEVICE(ConservativePeeling);

/// Of open and closed bodies, with proper contacts and with every kind of degenerate one.
struct MeshPair {
    Mesh a;
    Mesh b;
    Rigid pose_a;
    Rigid pose_b;
};

MeshPair random_pair(Random& random, std::size_t kind) {
    switch (kind) {
    case 0: // corners, edges and planes in common
        return {grid_soup(random, 12, 10, 4), grid_soup(random, 12, 10, 4), {}, {}};
    case 1:
        return {scattered_soup(random, 40, 0.3), scattered_soup(random, 40, 0.3),
                random_turn(random), random_turn(random)};
    case 2: { // boxes on a grid: flush walls, common edges, one in the other
        const auto corner = [&] {
            return Vec3d{static_cast<double>(random.integer(0, 3)),
                         static_cast<double>(random.integer(0, 3)),
                         static_cast<double>(random.integer(0, 3))};
        };
        const auto some_box = [&] {
            const Vec3d low = corner();
            return scenes::box(low, low + corner() + Vec3d{1, 1, 1}, 48);
        };
        return {some_box(), some_box(), {}, {}};
    }
    case 3: {
        const Vec3d to = random.direction() * random.uniform(0.3, 2.4);
        Rigid pose = compose(translation(to), random_turn(random));
        pose.scale = random.uniform(0.2, 1.2);
        return {scenes::bumpy_sphere({.triangles = 300, .seed = random.next()}),
                scenes::bumpy_sphere({.triangles = 300, .seed = random.next()}),
                {},
                pose};
    }
    case 4: { // needles and slivers far from the origin
        const Mesh a = scattered_soup(random, 20, 0.6);
        Mesh b = scattered_soup(random, 20, 0.6);
        for (std::size_t i = 0; i + 2 < b.positions.size(); i += 3) {
            b.positions[i + 1] = b.positions[i] + random.direction() * 1e-7;
        }
        const Rigid away = translation({1000, -500, 250});
        return {a, b, away, away};
    }
    default: { // solids: convex or not, one in the other, exactly touching, many layers
        SeededPair pair = seeded_pair(all_pair_classes[kind - 5], random.next());
        return {std::move(pair.a.mesh), std::move(pair.b.mesh), pair.a.pose, pair.b.pose};
    }
    }
}
constexpr std::size_t pair_kinds = 5 + all_pair_classes.size();

TEST_P(ConservativePeeling, FindsWhatTheExactEngineFindsOfRandomPairs) {
    const std::size_t count = scaled(2000);
    Random random(20070801);
    std::array<std::size_t, pair_kinds> meeting{};
    std::array<std::size_t, 6> verdicts{};
    std::size_t touching = 0;
    for (std::size_t i = 0; i < count; ++i) {
        const MeshPair pair = random_pair(random, i % pair_kinds);
        const Body a{pair.a.view(), pair.pose_a};
        const Body b{pair.b.view(), pair.pose_b};
        const int resolution = std::array{24, 64, 7, 40, 1, 300}[random.below(6)];
        const auto direction =
            random.below(2) == 0 ? std::optional<Vec3d>(random.direction()) : std::nullopt;
        const Interference exact = exact_pairs(a, b);
        ASSERT_TRUE(same_as_exact(peel(a, b, conservative(resolution, direction)), exact))
            << "pair " << i << ", resolution " << resolution;
        meeting[i % pair_kinds] += exact.pairs.empty() ? 0 : 1;
        touching += exact.touching_pairs > 0 ? 1 : 0;
        ++verdicts[static_cast<std::size_t>(exact.verdict)];
    }
    const std::size_t of_kind = count / pair_kinds;
    for (std::size_t kind = 0; kind < 5; ++kind) {
        EXPECT_GT(meeting[kind], of_kind / (is_full_run() ? 3 : 6)) << kind;
    }
    EXPECT_GT(touching, count / 5);
    if (is_full_run()) {
        EXPECT_GT(verdicts[static_cast<std::size_t>(Verdict::BInsideA)], count / 50);
        EXPECT_GT(verdicts[static_cast<std::size_t>(Verdict::Apart)], count / 50);
        EXPECT_GT(verdicts[static_cast<std::size_t>(Verdict::Touching)], count / 50);
    }
    std::cout << count << " pairs, " << touching << " with touching triangles\n";
}

TEST_P(ConservativePeeling, FindsWhatTheExactEngineFindsOfEveryScene) {
    std::size_t pairs = 0;
    std::size_t meeting = 0;
    for (const SceneInfo& info : list_scenes()) {
        const Scene scene = need(make_scene(info.name, {.triangles = 6000}));
        const std::size_t bodies = std::min<std::size_t>(scene.bodies.size(), 4);
        for (std::size_t i = 0; i < bodies; ++i) {
            for (std::size_t j = i + 1; j < bodies; ++j) {
                const Body a{scene.bodies[i].mesh.view()};
                const Body b{scene.bodies[j].mesh.view()};
                const Interference exact = exact_pairs(a, b);
                EXPECT_TRUE(same_as_exact(peel(a, b, conservative(128)), exact))
                    << info.name << ' ' << i << ' ' << j;
                ++pairs;
                meeting += exact.pairs.empty() ? 0 : 1;
            }
        }
    }
    EXPECT_GT(pairs, 10U);
    EXPECT_GT(meeting, 5U);
}

TEST_P(ConservativePeeling, CutsPixelsInWhichThousandsOfTrianglesLie) {
    // Far corners make the region so large that both balls lie in a pixel.
    Mesh a = scenes::bumpy_sphere({.triangles = 2000, .seed = 1});
    Mesh b = scenes::bumpy_sphere({.triangles = 2000, .seed = 2});
    for (Mesh* mesh : {&a, &b}) {
        const auto first = static_cast<std::uint32_t>(mesh->positions.size());
        const double side = mesh == &a ? 1 : 0.9;
        for (const Vec3d& corner : {Vec3d{-600, -600, 40}, {600, -600, 41}, {600, 600, 50}}) {
            mesh->positions.push_back(corner * side);
        }
        mesh->triangles.push_back({first, first + 1, first + 2});
    }
    const Body body_a{a.view()};
    const Body body_b{b.view(), translation({1.2, 0.3, 0.1})};
    const Interference exact = exact_pairs(body_a, body_b);
    ASSERT_GT(exact.pairs.size(), 100U);
    const PeeledPairs found = peel(body_a, body_b, conservative(64));
    EXPECT_TRUE(same_as_exact(found, exact));
    // All with all would be four million.
    EXPECT_LT(found.report.candidates, 100'000U);
}

/// Small triangles by the hundred that mostly meet one of the other body, few enough that they have
/// their pixels to themselves. The first body reaches so far that floats leave out a part of a
/// pixel.
MeshPair sparse_contacts(Random& random) {
    constexpr double size = 2e-6;
    MeshPair pair;
    for (std::uint32_t i = 0; i < 3 * 300; i += 3) {
        const Vec3d middle = random.in_box({0, 0, 0}, {1, 1, 1});
        for (Mesh* mesh : {&pair.a, &pair.b}) {
            for (int corner = 0; corner < 3; ++corner) {
                mesh->positions.push_back(middle +
                                          random.in_box({-size, -size, -size}, {size, size, size}));
            }
            mesh->triangles.push_back({i, i + 1, i + 2});
        }
    }
    const auto far = static_cast<std::uint32_t>(pair.a.positions.size());
    for (const Vec3d& corner : {Vec3d{6500, 0, 0}, {6500, 1, 0}, {6500, 0, 1}}) {
        pair.a.positions.push_back(corner);
    }
    pair.a.triangles.push_back({far, far + 1, far + 2});
    return pair;
}

TEST_P(ConservativePeeling, FindsWhatFloatsPutIntoThePixelBeside) {
    Random random(64);
    for (int round = 0; round < 20; ++round) {
        const MeshPair pair = sparse_contacts(random);
        const Interference exact = exact_pairs({pair.a.view()}, {pair.b.view()});
        EXPECT_GT(exact.pairs.size(), 30U);
        const PeeledPairs found =
            peel({pair.a.view()}, {pair.b.view()}, conservative(64, Vec3d{1, 2, 3}));
        EXPECT_TRUE(same_as_exact(found, exact)) << round;
        EXPECT_GT(found.report.draws, 0U); // or floats would not have been asked
        EXPECT_LT(found.report.candidates, 1000U);
    }
}

TEST_P(ConservativePeeling, GivesTheSameForAnyNumberOfThreads) {
    const Mesh a = scenes::bumpy_sphere({.triangles = 5000, .seed = 3});
    const Mesh b = scenes::bumpy_sphere({.triangles = 5000, .seed = 4});
    const Body body_a{a.view()};
    const Body body_b{b.view(), translation({0.9, 0.2, 0.4})};
    for (const PeelingSearch search : {PeelingSearch::Conservative, PeelingSearch::Sampled}) {
        std::optional<PeeledPairs> first;
        for (const unsigned threads : {1U, 2U, 5U}) {
            const auto found = need(imagespace::surface_peeling(
                device(), body_a, body_b, {.search = search, .resolution = 100}, Context(threads)));
            first = first ? first : found;
            EXPECT_EQ(found.interference.hash, first->interference.hash);
            EXPECT_EQ(found.report.candidates, first->report.candidates);
            EXPECT_FALSE(found.interference.pairs.empty());
        }
    }
}

} // namespace
} // namespace impinge::tests
