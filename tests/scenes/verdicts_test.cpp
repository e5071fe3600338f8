// SPDX-License-Identifier: Apache-2.0
//
// How the bodies of each scene lie to each other, as its description says.
#include "impinge/assembly.hpp"
#include "scenes/catalogue.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <ostream>
#include <set>

namespace impinge::scenes {
namespace {

struct ExpectedVerdict {
    const char* scene;
    const char* a;
    const char* b;
    Verdict verdict;
};

void PrintTo(const ExpectedVerdict& row, std::ostream* out) {
    *out << row.scene << ": " << row.a << ", " << row.b << ": " << to_string(row.verdict);
}

const ExpectedVerdict table[] = {
    {"jaws-open", "upper", "lower", Verdict::Apart},
    {"jaws-touching", "upper", "lower", Verdict::Touching},
    {"jaws-biting", "upper", "lower", Verdict::Crossing},
    {"five-teeth", "upper", "lower", Verdict::Apart},
    {"boxes-apart", "a", "b", Verdict::Apart},
    {"boxes-flush", "a", "b", Verdict::Touching},
    {"boxes-edge", "a", "b", Verdict::Touching},
    {"boxes-corner", "a", "b", Verdict::Touching},
    {"boxes-aligned", "a", "b", Verdict::Crossing},
    {"boxes-inside", "a", "b", Verdict::BInsideA},
    {"boxes-inside-flush", "a", "b", Verdict::Crossing},
    {"bricks", "brick-1-1", "brick-1-2", Verdict::Touching},
    {"bricks", "brick-1-1", "brick-1-3", Verdict::Apart},
    {"bricks", "brick-1-1", "brick-2-1", Verdict::Touching},
    {"bricks", "brick-1-2", "brick-2-1", Verdict::Touching},
    {"bricks", "brick-1-1", "brick-2-2", Verdict::Apart},
    {"bricks", "brick-1-1", "brick-3-1", Verdict::Apart},
    {"duplicates", "original", "copy", Verdict::Same},
    {"duplicates", "original", "loose-copy", Verdict::Same},
    {"duplicates", "copy", "loose-copy", Verdict::Same},
    {"nested", "outer", "middle", Verdict::BInsideA},
    {"nested", "outer", "inner", Verdict::BInsideA},
    {"nested", "middle", "inner", Verdict::BInsideA},
    {"nested-pierced", "ball-1", "ball-2", Verdict::BInsideA},
    {"nested-pierced", "ball-1", "ball-8", Verdict::BInsideA},
    {"nested-pierced", "ball-7", "ball-8", Verdict::BInsideA},
    {"nested-pierced", "ball-1", "rod", Verdict::Crossing},
    {"nested-pierced", "ball-8", "rod", Verdict::Crossing},
    {"cavity", "hollow", "core", Verdict::Apart},
    {"cavity-plugged", "hollow", "core", Verdict::Touching},
    {"block-and-comb", "block", "comb", Verdict::Apart},
    {"two-hooks", "first", "second", Verdict::Apart},
    {"two-combs", "first", "second", Verdict::Apart},
    {"bumpy-spheres", "left", "right", Verdict::Crossing},
    {"bumpy-spheres-near", "left", "right", Verdict::Apart},
    {"torus-knots", "first", "second", Verdict::Crossing},
    {"tangled-knots", "first", "second", Verdict::Apart},
    {"tangled-knots", "first", "third", Verdict::Apart},
    {"tangled-knots", "second", "third", Verdict::Apart},
    {"tangled-knots-crossing", "first", "second", Verdict::Apart},
    {"tangled-knots-crossing", "first", "ring", Verdict::Apart},
    {"tangled-knots-crossing", "first", "third", Verdict::Crossing},
    {"tangled-knots-crossing", "first", "fourth", Verdict::Crossing},
    {"tangled-knots-crossing", "first", "fifth", Verdict::Apart},
    {"tangled-knots-crossing", "second", "ring", Verdict::Apart},
    {"tangled-knots-crossing", "second", "third", Verdict::Crossing},
    {"tangled-knots-crossing", "second", "fourth", Verdict::Crossing},
    {"tangled-knots-crossing", "second", "fifth", Verdict::Apart},
    {"tangled-knots-crossing", "ring", "third", Verdict::Apart},
    {"tangled-knots-crossing", "ring", "fourth", Verdict::Apart},
    {"tangled-knots-crossing", "ring", "fifth", Verdict::Apart},
    {"tangled-knots-crossing", "third", "fourth", Verdict::Apart},
    {"tangled-knots-crossing", "third", "fifth", Verdict::Apart},
    {"tangled-knots-crossing", "fourth", "fifth", Verdict::Crossing},
    {"gears", "driver", "driven", Verdict::Apart},
    {"gears-clash", "driver", "driven", Verdict::Crossing},
    {"cloth-pierced", "sheet", "ball", Verdict::Crossing},
};

const Mesh& body_named(const Scene& scene, std::string_view name) {
    return std::find_if(scene.bodies.begin(), scene.bodies.end(),
                        [&](const NamedBody& body) { return body.name == name; })
        ->mesh;
}

class SceneVerdict : public testing::TestWithParam<ExpectedVerdict> {};

TEST_P(SceneVerdict, IsAsDescribedForEverySeedAndSize) {
    const ExpectedVerdict& expected = GetParam();
    for (const std::size_t triangles : {0U, 7000U}) {
        for (const std::uint64_t seed : {1U, 2U, 3U}) {
            const Scene scene = *make_scene(expected.scene, {.triangles = triangles, .seed = seed});
            const MeshView a = body_named(scene, expected.a).view();
            const MeshView b = body_named(scene, expected.b).view();
            const auto found = collide({a}, {b});
            ASSERT_TRUE(found.has_value());
            EXPECT_STREQ(to_string(found->verdict), to_string(expected.verdict))
                << "seed " << seed << ", triangles " << triangles;
            EXPECT_EQ(collide({b}, {a})->verdict, mirrored(expected.verdict));
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Table, SceneVerdict, testing::ValuesIn(table),
                         [](const testing::TestParamInfo<ExpectedVerdict>& row) {
                             std::string name = std::string(row.param.scene) + "_" + row.param.a +
                                                "_" + row.param.b;
                             std::replace(name.begin(), name.end(), '-', '_');
                             return name;
                         });

TEST(SceneVerdicts, TouchingJawsBiteWhenTheyMoveByOneStepOfTheGrid) {
    const Scene scene = *make_scene("jaws-touching");
    const auto verdict_at = [&](double down) {
        return collide({body_named(scene, "upper").view(), translation({0, 0, -down})},
                       {body_named(scene, "lower").view()})
            ->verdict;
    };
    EXPECT_EQ(verdict_at(0x1p-20), Verdict::Crossing);
    EXPECT_EQ(verdict_at(-0x1p-20), Verdict::Apart);
}

TEST(SceneVerdicts, ManyBodiesOfTheCrowdInterfereAndManyDoNot) {
    for (const std::uint64_t seed : {1U, 2U}) {
        const Scene scene = *make_scene("crowd", {.seed = seed});
        ASSERT_EQ(scene.bodies.size(), 500U);
        std::vector<Body> bodies;
        for (const NamedBody& body : scene.bodies) {
            bodies.push_back({body.mesh.view()});
        }
        const auto found = check_all(bodies);
        ASSERT_TRUE(found.has_value());
        std::set<std::uint32_t> interfering;
        std::size_t apart = 0;
        for (const AssemblyPair& pair : found->pairs) {
            if (pair.interference.verdict == Verdict::Apart) {
                ++apart;
            } else {
                interfering.insert({pair.a, pair.b});
            }
        }
        EXPECT_GT(apart, 100U); // though their boxes overlap
        EXPECT_GT(interfering.size(), 150U);
        EXPECT_LT(interfering.size(), 300U);
    }
}

TEST(SceneVerdicts, SomePolytopesOverlapAndMostDoNot) {
    const Scene scene = *make_scene("polytopes");
    std::size_t crossing = 0;
    std::size_t apart = 0;
    for (std::size_t i = 0; i < scene.bodies.size(); ++i) {
        for (std::size_t j = i + 1; j < scene.bodies.size(); ++j) {
            const auto found =
                collide({scene.bodies[i].mesh.view()}, {scene.bodies[j].mesh.view()});
            crossing += found->verdict == Verdict::Crossing ? 1 : 0;
            apart += found->verdict == Verdict::Apart ? 1 : 0;
        }
    }
    EXPECT_GE(crossing, 3U);
    EXPECT_GT(apart, 10 * crossing);
}

} // namespace
} // namespace impinge::scenes
