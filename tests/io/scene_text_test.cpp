// SPDX-License-Identifier: Apache-2.0
//
// A description that is written reads back as the same, whatever it holds.
#include "base/random.hpp"
#include "impinge/scene_file.hpp"
#include "mesh_files.hpp"
#include "tests/support/scale.hpp"

#include <gmock/gmock.h>

namespace impinge::io_test {
namespace {

using testing::HasSubstr;

/// Texts with everything that JSON must escape and some that it need not.
std::string random_text(Random& random) {
    constexpr std::array<const char*, 14> pieces = {"a", "B",  "7", " ", "\"", "\\", "/",
                                                    "ü", "轴", "*", "?", "{",  "#",  "😀"};
    std::string text = "x";
    for (int i = random.integer(0, 8); i > 0; --i) {
        text += pieces[random.below(pieces.size())];
    }
    return text;
}

double random_number(Random& random) {
    switch (random.integer(0, 4)) {
    case 0:
        return random.integer(-3, 3);
    case 1:
        return random.uniform(-1, 1) * 1e300;
    case 2:
        return random.uniform(-1, 1) * 1e-300;
    case 3:
        return 1e22 * random.integer(-2, 2);
    default:
        return random.uniform(-100, 100);
    }
}

Vec3d random_vector(Random& random) {
    const double x = random_number(random);
    const double y = random_number(random);
    return {x, y, random_number(random)};
}

Rigid random_pose(Random& random) {
    Rigid pose;
    if (random.integer(0, 1) == 1) {
        pose = rotation(random.in_box({-1, -1, -1}, {1, 1, 1}), random.uniform(-4, 4));
    }
    if (random.integer(0, 3) == 0) { // shear, mirror
        pose.row_x = pose.row_x + pose.row_y * random.uniform(-1, 1);
        pose.row_y = -pose.row_y;
    }
    if (random.integer(0, 1) == 1) {
        pose.translation = random_vector(random);
    }
    if (random.integer(0, 1) == 1) {
        pose.scale = 1e-300 + std::abs(random_number(random));
    }
    return pose;
}

std::optional<LengthUnit> random_unit(Random& random) {
    const int index = random.integer(-3, 5);
    return index < 0 ? std::nullopt : std::optional(static_cast<LengthUnit>(index));
}

SceneBody random_body(Random& random, std::size_t index) {
    SceneBody body;
    body.name = random_text(random);
    body.name += std::to_string(index);
    if (random.integer(0, 2) > 0) {
        body.file = random_text(random);
        body.read.weld = static_cast<Weld>(random.integer(0, 1));
        body.read.split = static_cast<Split>(random.integer(0, 1));
    } else {
        body.sample = random_text(random);
        body.sample_triangles = random.below(3) * 1000;
        body.sample_seed = random.integer(0, 1) == 0 ? 1 : random.next();
    }
    body.unit = random_unit(random);
    body.part = random.integer(0, 1) == 0 ? std::string() : random_text(random);
    body.group = random.integer(0, 1) == 0 ? std::string() : random_text(random);
    body.pose = random_pose(random);
    return body;
}

PairPattern random_between(Random& random) {
    PairPattern between{random_text(random), "group:"};
    between.b += random_text(random);
    return between;
}

ClashRule random_rule(Random& random) {
    ClashRule rule;
    rule.name = random.integer(0, 1) == 1 ? random_text(random) : "";
    rule.kind = static_cast<ClashKind>(random.integer(0, 4));
    rule.severity = static_cast<Severity>(random.integer(0, 2));
    if (random.integer(0, 1) == 1) {
        rule.between = random_between(random);
    }
    const bool limited = rule.kind != ClashKind::Containment && rule.kind != ClashKind::Duplicate;
    rule.limit = limited ? std::abs(random_number(random)) : 0;
    rule.touching_counts = rule.kind != ClashKind::Clearance || random.integer(0, 1) == 1;
    return rule;
}

SceneDescription random_scene(Random& random) {
    SceneDescription scene;
    scene.source = "s.json";
    scene.unit = random_unit(random);
    for (int i = random.integer(1, 4); i > 0; --i) {
        scene.bodies.push_back(random_body(random, scene.bodies.size()));
    }
    for (int i = random.integer(0, 3); i > 0; --i) {
        scene.pairs.push_back({random_between(random), random.integer(0, 1) == 1});
        scene.pairs.back().reason = random.integer(0, 1) == 1 ? random_text(random) : "";
    }
    for (int i = random.integer(0, 3); i > 0; --i) {
        scene.clearances.push_back({random_between(random), std::abs(random_number(random))});
    }
    for (int i = random.integer(0, 3); i > 0; --i) {
        scene.tolerances.push_back({random_between(random), std::abs(random_number(random))});
    }
    for (int i = random.integer(0, 3); i > 0; --i) {
        scene.rules.push_back(random_rule(random));
    }
    return scene;
}

TEST(SceneText, ReadsBackAsTheSameDescription) {
    Random random(3);
    for (std::size_t i = 0; i < tests::scaled(3000); ++i) {
        const SceneDescription scene = random_scene(random);
        const std::string text = scene_text(scene);
        const auto again = parse_scene(text, "s.json");
        ASSERT_TRUE(again) << again.error().message << "\n" << text;
        EXPECT_EQ(*again, scene) << text;
        EXPECT_EQ(scene_text(*again), text);
    }
}

TEST(SceneText, ADifferentDescriptionHasADifferentText) {
    Random random(4);
    SceneDescription scene = random_scene(random);
    const std::string text = scene_text(scene);
    scene.bodies.back().pose.translation.z += 1;
    EXPECT_NE(scene_text(scene), text);
}

TEST(SceneText, LeavesOutWhatIsDefaultAndGivesABodyALine) {
    const std::vector<std::string> files = {"a.stl", "b.stl"};
    SceneDescription scene = scene_of_files(files);
    scene.bodies[1].pose.translation = {1, 0, 0.5};
    EXPECT_EQ(scene_text(scene), R"({
  "format": "impinge-scene",
  "format_version": 1,
  "bodies": [
    {"name": "a", "file": "a.stl"},
    {"name": "b", "file": "b.stl", "pose": {"translation": [1, 0, 0.5]}}
  ]
}
)");
}

TEST(SceneText, WhatJsonCannotSayIsRefusedByTheReader) {
    SceneDescription scene;
    scene.bodies.resize(1);
    scene.bodies[0].name = "bad \xFF byte";
    scene.bodies[0].file = "a.stl";
    const auto replaced = parse_scene(scene_text(scene), "s.json");
    ASSERT_TRUE(replaced);
    EXPECT_EQ(replaced->bodies[0].name, "bad \xEF\xBF\xBD byte");
    scene.bodies[0].pose.translation.x = std::numeric_limits<double>::infinity();
    const auto refused = parse_scene(scene_text(scene), "s.json");
    ASSERT_FALSE(refused);
    EXPECT_THAT(refused.error().message, HasSubstr("bodies[0].pose.translation"));
}

} // namespace
} // namespace impinge::io_test
