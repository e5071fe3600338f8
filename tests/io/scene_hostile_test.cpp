// SPDX-License-Identifier: Apache-2.0
//
// Scene files that were made to hurt: each is refused in one line, soon, with little memory.
#include "base/random.hpp"
#include "impinge/scene_file.hpp"
#include "mesh_files.hpp"
#include "tests/support/scale.hpp"

#include <gmock/gmock.h>

namespace impinge::io_test {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

const std::string full_scene = R"({"format": "impinge-scene", "format_version": 1, "unit": "mm",
 "bodies": [
  {"name": "housing", "file": "housing.stl", "unit": "mm", "group": "fixed", "weld": true,
   "split": "groups", "pose": {"matrix": [[1,0,0,5],[0,1,0,0],[0,0,1,0],[0,0,0,1]]}},
  {"name": "sh\u00e4ft", "file": "a.glb", "part": "Shaft*", "pose": {"rotation":
   {"axis": [0,0,1], "degrees": -30.5e0}, "translation": [0,0,10], "scale": 2}},
  {"name": "jaw", "sample": "jaws-biting", "part": "lower", "triangles": 20000, "seed": 7}],
 "pairs": [{"between": ["bolt*", "group:fi?ed"], "check": false}],
 "clearances": [{"between": ["*", "jaw"], "distance": 0.25}]})";

/// At least so many bytes of it.
std::string repeated(std::string_view piece, std::size_t bytes) {
    std::string text;
    while (text.size() < bytes) {
        text += piece;
    }
    return text;
}

void expect_one_clear_line(const Expected<SceneDescription>& result, const std::string& what) {
    if (!result) {
        EXPECT_THAT(result.error().message, StartsWith("s.json: ")) << what;
        EXPECT_EQ(result.error().message.find('\n'), std::string::npos) << what;
        EXPECT_LT(result.error().message.size(), 400U) << what;
    }
}

TEST(HostileScene, TruncatedAnywhereIsRefused) {
    ASSERT_TRUE(parse_scene(full_scene, "s.json"));
    for (std::size_t length = 0; length < full_scene.size(); ++length) {
        const auto result = parse_scene(std::string_view(full_scene).substr(0, length), "s.json");
        EXPECT_FALSE(result) << length;
        expect_one_clear_line(result, std::to_string(length));
    }
}

TEST(HostileScene, FlippedBitsAreReadOrRefusedInOneLine) {
    std::size_t refused = 0;
    for (std::size_t i = 0; i < full_scene.size() * 8; ++i) {
        std::string text = full_scene;
        text[i / 8] = static_cast<char>(static_cast<unsigned char>(text[i / 8]) ^ (1U << (i % 8)));
        const auto result = parse_scene(text, "s.json");
        refused += result ? 0 : 1;
        expect_one_clear_line(result, text);
    }
    EXPECT_GT(refused, full_scene.size() * 4); // most, but a name or number may change unseen
    EXPECT_LT(refused, full_scene.size() * 8);
}

TEST(HostileScene, RandomPiecesOfScenesDoNoHarm) {
    Random random(20);
    for (std::size_t i = 0; i < tests::scaled(4000); ++i) {
        std::string text = full_scene;
        for (int edit = random.integer(1, 6); edit > 0; --edit) {
            const std::size_t from = random.below(text.size());
            const std::size_t length = random.below(40);
            const std::string piece =
                full_scene.substr(random.below(full_scene.size()), random.below(40));
            text.replace(from, length, piece);
        }
        expect_one_clear_line(parse_scene(text, "s.json"), text);
    }
}

TEST(HostileScene, NestingIsBounded) {
    for (const char* open : {"[", "{\"a\":", "{\"bodies\":["}) {
        const auto result = parse_scene(repeated(open, 20'000'000), "s.json");
        ASSERT_FALSE(result);
        EXPECT_THAT(result.error().message, HasSubstr("nested deeper than 16"));
    }
}

TEST(HostileScene, LongListsAndTextsAreRefused) {
    const std::string head = R"({"format": "impinge-scene", "format_version": 1, "bodies": [)";
    std::string bodies;
    for (int i = 0; i < 100'001; ++i) {
        const std::string n = std::to_string(i);
        bodies += R"({"name":")" + n + R"(","file":"a"},)";
    }
    bodies.pop_back();
    const auto too_many = parse_scene(head + bodies + "]}", "s.json");
    ASSERT_FALSE(too_many);
    EXPECT_EQ(too_many.error().message, "s.json: bodies: has more than 100000 entries");
    const std::string long_name(1001, 'x');
    const auto too_long =
        parse_scene(head + R"({"name": ")" + long_name + R"(", "file": "a"}]})", "s.json");
    ASSERT_FALSE(too_long);
    EXPECT_EQ(too_long.error().message, "s.json: bodies[0].name: is longer than 1000 bytes");
    const std::string huge = repeated("x", 17'000'000);
    const auto huge_text = parse_scene("{\"" + huge + "\": 1}", "s.json");
    ASSERT_FALSE(huge_text);
    EXPECT_THAT(huge_text.error().message, HasSubstr("16 MiB"));
}

TEST(HostileScene, UnknownFieldsOfAnyLengthAreNamedInShort) {
    const std::string word = repeated("b", 10'000'000);
    const auto result = parse_scene("{\"" + word + "\": 1}", "s.json");
    ASSERT_FALSE(result);
    EXPECT_THAT(result.error().message, StartsWith("s.json: unknown field 'bbb"));
    EXPECT_LT(result.error().message.size(), 100U);
}

} // namespace
} // namespace impinge::io_test
