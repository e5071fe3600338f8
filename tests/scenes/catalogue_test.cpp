// SPDX-License-Identifier: Apache-2.0
//
// What holds for every scene of the catalogue: the same bits everywhere, the wanted size, sound
// bodies.
#include "scenes/catalogue.hpp"

#include "base/hash.hpp"
#include "impinge/self_intersections.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <ostream>
#include <set>

namespace impinge::scenes {

void PrintTo(const SceneInfo& scene, std::ostream* out) { *out << scene.name; }

namespace {

std::uint64_t digest_of(const Scene& scene) {
    Hasher hasher;
    for (const NamedBody& body : scene.bodies) {
        for (const Vec3d& position : body.mesh.positions) {
            hasher.add(position);
        }
        for (const TriangleIndices& triangle : body.mesh.triangles) {
            for (const std::uint32_t corner : triangle) {
                hasher.add(std::uint64_t{corner});
            }
        }
    }
    return hasher.digest();
}

std::size_t triangles_of(const Scene& scene) {
    std::size_t count = 0;
    for (const NamedBody& body : scene.bodies) {
        count += body.mesh.triangles.size();
    }
    return count;
}

/// Digests of all coordinates and indices at default size and seed, the same for every compiler.
const std::map<std::string, std::uint64_t>& golden_digests() {
    static const std::map<std::string, std::uint64_t> digests{
        {"jaws-open", 0x698330f073cbc333},
        {"jaws-touching", 0xd1f650c49ff4cbe4},
        {"jaws-biting", 0x8e07e7f5186b1b1b},
        {"five-teeth", 0xbfc45ab23e492e73},
        {"boxes-apart", 0x91eb695d6d6cb2f0},
        {"boxes-flush", 0x11185947be633af4},
        {"boxes-edge", 0x4fd190d617e1ebda},
        {"boxes-corner", 0x21281ba286258c46},
        {"boxes-aligned", 0x9155da2f06b4c4ba},
        {"boxes-inside", 0xfac4761473ff8a82},
        {"boxes-inside-flush", 0x34298a4bcad5258c},
        {"bricks", 0x75e4528568fd8789},
        {"duplicates", 0xd19264cbda187c74},
        {"nested", 0xb52b02f2e8552989},
        {"nested-pierced", 0xf86db985264f37d7},
        {"cavity", 0xaaa70439af7aa92e},
        {"cavity-plugged", 0xd2e11e7b31f626e2},
        {"block-and-comb", 0x5d068ecf9f903af0},
        {"two-hooks", 0x4e4ec4ba0e44b9c5},
        {"two-combs", 0x680bbf99e5064b84},
        {"bumpy-spheres", 0xb19e63dbbb273f8b},
        {"bumpy-spheres-near", 0xe58bb31d3ed2e9b5},
        {"torus-knots", 0x8bb4f12dfa6dc4e5},
        {"tangled-knots", 0xcad004fbaa92bfa9},
        {"tangled-knots-crossing", 0xabda622503701085},
        {"gears", 0xded7d673b85dfac2},
        {"gears-clash", 0xbc9bf4c7a29c3a96},
        {"cloth", 0x983012eb1a59b580},
        {"cloth-crossing", 0x6418e3c81d9cb8b0},
        {"cloth-pierced", 0xcf3ea6d9743b67ba},
        {"polytopes", 0x914c4946d35c1a7b},
        {"crowd", 0x4e69da87942c1af5},
        {"kitchen", 0x325abbd09c9e08bc},
    };
    return digests;
}

class EveryScene : public testing::TestWithParam<SceneInfo> {
  protected:
    [[nodiscard]] static Scene made(const SceneOptions& options = {}) {
        return *make_scene(GetParam().name, options);
    }
    [[nodiscard]] static bool is_open(const NamedBody& body) { return body.name == "sheet"; }
    [[nodiscard]] static std::size_t parts_of(const NamedBody& body) {
        if (GetParam().name == "five-teeth") {
            return body.name == "upper" ? 2 : 3;
        }
        return body.name == "hollow" || body.name.starts_with("shell-") ? 2 : 1;
    }
};

TEST_P(EveryScene, SaysWhatItIsInASentence) {
    const Scene scene = made();
    EXPECT_EQ(scene.name, GetParam().name);
    EXPECT_EQ(scene.description, GetParam().description);
    EXPECT_GT(scene.description.size(), 20U);
}

TEST_P(EveryScene, NamesItsBodiesApart) {
    const Scene scene = made();
    ASSERT_FALSE(scene.bodies.empty());
    std::set<std::string> names;
    for (const NamedBody& body : scene.bodies) {
        EXPECT_TRUE(names.insert(body.name).second) << body.name;
        EXPECT_EQ(body.name.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789-"),
                  std::string::npos);
    }
}

TEST_P(EveryScene, HasItsGoldenDigest) {
    ASSERT_TRUE(golden_digests().contains(GetParam().name));
    EXPECT_EQ(digest_of(made()), golden_digests().at(GetParam().name))
        << std::hex << "0x" << digest_of(made());
}

TEST_P(EveryScene, HasTheSameBitsForTheSameSeedOnly) {
    const std::uint64_t first = digest_of(made({.triangles = 6000, .seed = 7}));
    EXPECT_EQ(digest_of(made({.triangles = 6000, .seed = 7})), first);
    EXPECT_NE(digest_of(made({.triangles = 6000, .seed = 8})), first);
}

TEST_P(EveryScene, HasTheWantedSizeWithinATenth) {
    const std::size_t coarsest = triangles_of(made({.triangles = 1}));
    for (const std::size_t wanted : {6000U, 20000U, 70000U}) {
        const std::size_t count = triangles_of(made({.triangles = wanted}));
        EXPECT_GE(count, wanted * 9 / 10);
        EXPECT_LE(count, std::max(coarsest, wanted * 11 / 10));
    }
    EXPECT_LE(coarsest, 10'000U);
}

TEST_P(EveryScene, SurvivesAWishForOneTriangle) {
    const Scene scene = made({.triangles = 1});
    for (const NamedBody& body : scene.bodies) {
        EXPECT_TRUE(is_open(body) || diagnose(body.mesh.view())->solid()) << body.name;
    }
}

TEST_P(EveryScene, IsMadeOfSolidsWithOutwardNormals) {
    for (const std::uint64_t seed : {1U, 2U}) {
        for (const NamedBody& body : made({.seed = seed}).bodies) {
            const Diagnosis found = *diagnose(body.mesh.view());
            EXPECT_TRUE(found.oriented()) << body.name;
            EXPECT_EQ(found.solid(), !is_open(body)) << body.name;
            EXPECT_FALSE(found.inside_out) << body.name;
            EXPECT_EQ(found.degenerate_faces, 0U) << body.name;
            EXPECT_EQ(found.duplicate_faces, 0U) << body.name;
            EXPECT_EQ(found.non_manifold_edges, 0U) << body.name;
            EXPECT_EQ(found.components, parts_of(body)) << body.name;
        }
    }
}

TEST_P(EveryScene, IsMadeOfBodiesThatDoNotCrossThemselves) {
    for (const std::uint64_t seed : {1U, 2U}) {
        for (const NamedBody& body : made({.triangles = 9000, .seed = seed}).bodies) {
            const auto found = self_intersections(body.mesh.view());
            ASSERT_TRUE(found.has_value());
            EXPECT_EQ(found->pairs.empty(), GetParam().name != "cloth-crossing") << body.name;
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Catalogue, EveryScene, testing::ValuesIn(list_scenes()),
                         [](const testing::TestParamInfo<SceneInfo>& scene) {
                             std::string name = scene.param.name;
                             std::replace(name.begin(), name.end(), '-', '_');
                             return name;
                         });

TEST(Catalogue, ListsEverySceneOnce) {
    std::set<std::string> names;
    for (const SceneInfo& scene : list_scenes()) {
        EXPECT_TRUE(names.insert(scene.name).second) << scene.name;
    }
    EXPECT_EQ(names.size(), golden_digests().size());
}

TEST(Catalogue, RefusesAnUnknownName) {
    const auto scene = make_scene("jaws-opne");
    ASSERT_FALSE(scene.has_value());
    EXPECT_EQ(scene.error().code, ErrorCode::InvalidArgument);
    EXPECT_EQ(scene.error().message, "there is no scene called 'jaws-opne'");
}

TEST(Catalogue, RefusesMoreTrianglesThanMemoryCouldHold) {
    const auto scene = make_scene("boxes-flush", {.triangles = 4'000'000'000});
    ASSERT_FALSE(scene.has_value());
    EXPECT_EQ(scene.error().message,
              "boxes-flush: 4000000000 triangles are more than the 100000000 a scene may have");
}

} // namespace
} // namespace impinge::scenes
