// SPDX-License-Identifier: Apache-2.0
//
// The same bits come out for any number of threads, compiler and build: every scene of the
// catalogue is queried in all ways and compared with stored hashes.
#include "tests/determinism/expected_hashes.hpp"

#include "base/hash.hpp"
#include "impinge/impinge.hpp"
#include "scenes/catalogue.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <sstream>

namespace impinge::tests {
namespace {

struct SceneHashes {
    std::uint64_t collide = 0;
    std::uint64_t self_intersections = 0;
    std::uint64_t distance = 0;

    friend bool operator==(const SceneHashes&, const SceneHashes&) = default;
};

Scene scene_called(const std::string& name) {
    const auto scene = make_scene(name, {.triangles = hashed_triangles, .seed = hashed_seed});
    EXPECT_TRUE(scene) << name;
    return scene ? *scene : Scene{};
}

/// Pairs of the first six bodies: more of the same would only take time.
template <typename Visit> void for_each_pair(const Scene& scene, Visit visit) {
    const std::size_t bodies = std::min<std::size_t>(scene.bodies.size(), 6);
    for (std::size_t i = 0; i < bodies; ++i) {
        for (std::size_t j = i + 1; j < bodies; ++j) {
            visit(Body{scene.bodies[i].mesh.view()}, Body{scene.bodies[j].mesh.view()});
        }
    }
}

std::uint64_t collide_hash(const Scene& scene, const Context& context) {
    Hasher hasher;
    for_each_pair(scene, [&](const Body& a, const Body& b) {
        const auto result = collide(a, b, {.detail = Detail::Curves}, context);
        ASSERT_TRUE(result);
        hasher.add(result->hash);
    });
    return hasher.digest();
}

std::uint64_t self_intersections_hash(const Scene& scene, const Context& context) {
    Hasher hasher;
    for (const NamedBody& body : scene.bodies) {
        const auto result =
            self_intersections(body.mesh.view(), {.detail = Detail::Curves}, context);
        EXPECT_TRUE(result);
        hasher.add(result ? result->hash : 0);
    }
    return hasher.digest();
}

std::uint64_t distance_hash(const Scene& scene, const Context& context) {
    Hasher hasher;
    for_each_pair(scene, [&](const Body& a, const Body& b) {
        const auto result = distance(a, b, context);
        ASSERT_TRUE(result);
        hasher.add(result->distance);
        hasher.add(result->point_a);
        hasher.add(result->point_b);
        hasher.add(std::uint64_t{result->triangle_a});
        hasher.add(std::uint64_t{result->triangle_b});
    });
    return hasher.digest();
}

SceneHashes hashes_of(const Scene& scene, unsigned threads) {
    const Context context(threads);
    return {collide_hash(scene, context), self_intersections_hash(scene, context),
            distance_hash(scene, context)};
}

/// The row of expected_hashes.hpp for these values.
std::string as_row(const std::string& scene, const SceneHashes& hashes) {
    std::ostringstream text;
    text << "    ExpectedHash{\"" << scene << "\", " << std::hex << std::showbase << hashes.collide
         << ", " << hashes.self_intersections << ", " << hashes.distance << "},\n";
    return text.str();
}

TEST(ResultHash, EveryCatalogueSceneIsInTheTableOnce) {
    std::multiset<std::string> in_table;
    for (const ExpectedHash& row : expected_hashes) {
        in_table.insert(row.scene);
    }
    std::multiset<std::string> in_catalogue;
    for (const SceneInfo& scene : list_scenes()) {
        in_catalogue.insert(scene.name);
    }
    EXPECT_EQ(in_table, in_catalogue);
}

class ResultHashThreads : public testing::TestWithParam<unsigned> {};

TEST_P(ResultHashThreads, ScenesGiveTheStoredHashes) {
    bool all_equal = true;
    std::string table;
    for (const SceneInfo& info : list_scenes()) {
        const SceneHashes hashes = hashes_of(scene_called(info.name), GetParam());
        table += as_row(info.name, hashes);
        const auto* const row =
            std::find_if(expected_hashes.begin(), expected_hashes.end(),
                         [&](const ExpectedHash& r) { return info.name == r.scene; });
        const SceneHashes stored =
            row == expected_hashes.end()
                ? SceneHashes{}
                : SceneHashes{row->collide, row->self_intersections, row->distance};
        EXPECT_EQ(stored.collide, hashes.collide) << info.name;
        EXPECT_EQ(stored.self_intersections, hashes.self_intersections) << info.name;
        EXPECT_EQ(stored.distance, hashes.distance) << info.name;
        all_equal = all_equal && stored == hashes;
    }
    EXPECT_TRUE(all_equal) << "the table for expected_hashes.hpp would be\n" << table;
}

INSTANTIATE_TEST_SUITE_P(Threads, ResultHashThreads, testing::Values(1U, 2U, 3U, 8U),
                         testing::PrintToStringParamName());

// A hash that never changes would make the tests above worthless.
TEST(ResultHash, TellsDifferentAnswersApart) {
    const Scene scene = scene_called("jaws-biting");
    ASSERT_EQ(scene.bodies.size(), 2U);
    const Body lower{scene.bodies[0].mesh.view()};
    const Body upper{scene.bodies[1].mesh.view()};
    const auto hash = [](const Body& a, const Body& b, Detail detail) {
        const auto result = collide(a, b, {.detail = detail});
        return result ? result->hash : 0;
    };
    Body nudged = upper;
    nudged.pose.translation = {0x1p-20, 0, 0};
    const std::uint64_t curves = hash(lower, upper, Detail::Curves);
    EXPECT_NE(curves, hash(upper, lower, Detail::Curves));
    EXPECT_NE(curves, hash(lower, nudged, Detail::Curves));
    EXPECT_NE(curves, hash(lower, upper, Detail::Pairs));
    EXPECT_NE(hash(lower, upper, Detail::Pairs), hash(upper, lower, Detail::Pairs));
}

} // namespace
} // namespace impinge::tests
