// SPDX-License-Identifier: Apache-2.0
//
// What a scene file says is what its description holds, and every mistake is named with its place.
#include "impinge/scene_file.hpp"
#include "mesh_files.hpp"

#include <gmock/gmock.h>

namespace impinge::io_test {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

std::string scene(const std::string& fields) {
    return R"({"format": "impinge-scene", "format_version": 1, )" + fields + "}";
}

std::string one_body(const std::string& fields) {
    return scene(R"("bodies": [{"name": "a", "file": "a.stl")" +
                 (fields.empty() ? "" : ", " + fields) + "}]");
}

SceneDescription parsed(const std::string& text) {
    auto result = parse_scene(text, "s.json");
    EXPECT_TRUE(result) << (result ? "" : result.error().message) << "\n" << text;
    return result ? std::move(*result) : SceneDescription{};
}

Rigid pose(const std::string& fields) {
    const SceneDescription result = parsed(one_body("\"pose\": {" + fields + "}"));
    return result.bodies.empty() ? Rigid{} : result.bodies.front().pose;
}

std::string failure(const std::string& text) {
    const auto result = parse_scene(text, "s.json");
    return result ? "accepted: " + text : result.error().message;
}

TEST(SceneParse, ReadsEveryFieldOfAFileBody) {
    const SceneBody body =
        parsed(one_body(R"("part": "Shaft*", "unit": "in", "group": "fixed", "weld": true,
                           "split": "groups", "pose": {"translation": [1, 2.5, -3e2]})"))
            .bodies.at(0);
    EXPECT_EQ(body.name, "a");
    EXPECT_EQ(body.file, "a.stl");
    EXPECT_EQ(body.part, "Shaft*");
    EXPECT_EQ(body.unit, LengthUnit::Inch);
    EXPECT_EQ(body.group, "fixed");
    EXPECT_EQ(body.read.weld, Weld::Equal);
    EXPECT_EQ(body.read.split, Split::Groups);
    EXPECT_EQ(body.pose, translation({1, 2.5, -300}));
}

TEST(SceneParse, ReadsASampleWithASeedOf64Bits) {
    const SceneBody body =
        parsed(scene(R"("bodies": [{"name": "j", "sample": "jaws-biting", "part": "lower",
                        "triangles": 2e4, "seed": 18446744073709551615}])"))
            .bodies.at(0);
    EXPECT_EQ(body.sample, "jaws-biting");
    EXPECT_EQ(body.sample_triangles, 20000U);
    EXPECT_EQ(body.sample_seed, 18446744073709551615U);
}

TEST(SceneParse, WhatIsLeftOutHasItsDefault) {
    const SceneDescription result = parsed(one_body(""));
    SceneDescription expected;
    expected.source = "s.json";
    expected.bodies.resize(1);
    expected.bodies[0].name = "a";
    expected.bodies[0].file = "a.stl";
    EXPECT_EQ(result, expected);
}

TEST(SceneParse, ReadsUnitAndRulesInOrder) {
    const SceneDescription result = parsed(scene(
        R"("unit": "millimeter", "bodies": [{"name": "a", "file": "a.stl"}],
           "pairs": [{"between": ["bolt*", "thread?"], "check": false},
                     {"between": ["group:robot", "*"], "check": true}],
           "clearances": [{"between": ["a", "b"], "distance": 0.5}],
           "tolerances": [{"between": ["a", "*"], "depth": 0.25}])"));
    EXPECT_EQ(result.unit, LengthUnit::Millimetre);
    const std::vector<PairRule> pairs = {{{"bolt*", "thread?"}, false}, {{"group:robot", "*"}}};
    EXPECT_EQ(result.pairs, pairs);
    const std::vector<ClearanceRule> clearances = {{{"a", "b"}, 0.5}};
    EXPECT_EQ(result.clearances, clearances);
    const std::vector<ToleranceRule> tolerances = {{{"a", "*"}, 0.25}};
    EXPECT_EQ(result.tolerances, tolerances);
}

TEST(SceneParse, ToleratesAByteOrderMarkAndASchema) {
    const std::string mark = "\xEF\xBB\xBF";
    EXPECT_EQ(parsed(mark + one_body("")), parsed(one_body("")));
    parsed(scene(R"("$schema": "scene.schema.json", "bodies": [{"name": "a", "file": "a"}])"));
}

TEST(SceneParse, KeepsCharactersOfAllLanguages) {
    const auto bodies =
        parsed(scene(R"("bodies": [{"name": "Welle \u00fc 轴", "file": "ü.stl"}])")).bodies;
    EXPECT_EQ(bodies.at(0).name, "Welle ü 轴");
    EXPECT_EQ(bodies.at(0).file, "ü.stl");
}

TEST(ScenePose, MatrixOfThreeOrFourRows) {
    const Rigid expected{
        .row_x = {0, -1, 0}, .row_y = {1, 0, 0}, .row_z = {0, 0, 1}, .translation = {5, 6, 7}};
    EXPECT_EQ(pose(R"("matrix": [[0,-1,0,5],[1,0,0,6],[0,0,1,7]])"), expected);
    EXPECT_EQ(pose(R"("matrix": [[0,-1,0,5],[1,0,0,6],[0,0,1,7],[0,0,0,1]])"), expected);
}

TEST(ScenePose, MirrorAndShearAreTakenAsGiven) {
    const Rigid mirror{.row_x = {-1, 0, 0}};
    EXPECT_EQ(pose(R"("matrix": [[-1,0,0,0],[0,1,0,0],[0,0,1,0]])"), mirror);
    EXPECT_EQ(pose(R"("rotation": {"matrix": [[-1,0,0],[0,1,0],[0,0,1]]})"), mirror);
    EXPECT_EQ(pose(R"("matrix": [[1,0.5,0,0],[0,1,0,0],[0,0,1,0]])").row_x, (Vec3d{1, 0.5, 0}));
}

TEST(ScenePose, QuarterTurnsAreExactInBothNotations) {
    const Rigid quarter_about_z{.row_x = {0, -1, 0}, .row_y = {1, 0, 0}};
    const Rigid half_about_z{.row_x = {-1, 0, 0}, .row_y = {0, -1, 0}};
    for (const char* degrees : {"90", "450", "-270", "3600000090"}) {
        EXPECT_EQ(
            pose(R"("rotation": {"axis": [0,0,49], "degrees": )" + std::string(degrees) + "}"),
            quarter_about_z)
            << degrees;
    }
    EXPECT_EQ(pose(R"("rotation": {"axis": [0,0,1e-300], "degrees": 180})"), half_about_z);
    EXPECT_EQ(pose(R"("rotation": {"axis": [0,0,-1], "degrees": 270})"), quarter_about_z);
    EXPECT_EQ(pose(R"("rotation": {"axis": [1e300,0,0], "degrees": 0})"), Rigid{});
    EXPECT_EQ(pose(R"("rotation": {"quaternion": [0,0,0.7071067811865476,0.7071067811865476]})"),
              quarter_about_z);
    EXPECT_EQ(pose(R"("rotation": {"quaternion": [0,0,0.7071,0.7071]})"), quarter_about_z);
    EXPECT_EQ(pose(R"("rotation": {"quaternion": [0,0,-3e200,0]})"), half_about_z);
}

TEST(ScenePose, AxisAndQuaternionAgreeOnOtherTurns) {
    // 2 pi / 3 about the diagonal sends x to y, y to z, z to x.
    const Rigid cyclic{.row_x = {0, 0, 1}, .row_y = {1, 0, 0}, .row_z = {0, 1, 0}};
    EXPECT_EQ(pose(R"("rotation": {"quaternion": [1,1,1,1]})"), cyclic);
    const Rigid turned = pose(R"("rotation": {"axis": [2,2,2], "degrees": 120})");
    EXPECT_LT(length(turned.row_x - cyclic.row_x), 1e-15);
    EXPECT_LT(length(turned.row_y - cyclic.row_y), 1e-15);
    EXPECT_LT(length(turned.row_z - cyclic.row_z), 1e-15);
}

TEST(ScenePose, PartsOfAPoseCombine) {
    const Rigid expected{
        .row_x = {0, -1, 0}, .row_y = {1, 0, 0}, .translation = {1, 2, 3}, .scale = 25.4};
    EXPECT_EQ(pose(R"("scale": 25.4, "translation": [1,2,3],
                      "rotation": {"axis": [0,0,1], "degrees": 90})"),
              expected);
    EXPECT_EQ(pose(""), Rigid{});
}

/// A broken scene and what must stand behind "s.json: ".
struct Mistake {
    std::string text;
    std::string message;
};

TEST(SceneMistakes, AreNamedWithPlaceAndReason) {
    const std::string bodies = R"("bodies": [{"name": "a", "file": "a.stl"}])";
    const std::vector<Mistake> mistakes = {
        {"[]", "must be an object"},
        {"3", "must be an object"},
        {R"({"format_version": 1, )" + bodies + "}", "field 'format' is missing"},
        {R"({"format": "impinge-check", "format_version": 1, )" + bodies + "}",
         "format: must be 'impinge-scene'"},
        {R"({"format": "impinge-scene", "format_version": 2, )" + bodies + "}",
         "format_version: only 1"},
        {scene(R"("unit": "mm")"), "field 'bodies' is missing"},
        {scene(R"("bodies": [])"), "bodies: needs at least one"},
        {scene(R"("bodies": {})"), "bodies: must be a list"},
        {scene(R"("bodies": [7])"), "bodies[0]: must be an object"},
        {scene(R"("unit": "parsec", )" + bodies), "unit: 'parsec' is not a unit"},
        {scene(R"("unit": null, )" + bodies), "unit: must be a text"},
        {scene(R"("bodys": [], )" + bodies), "unknown field 'bodys'; did you mean 'bodies'?"},
        {scene(R"("zzz": 1, )" + bodies), "unknown field 'zzz'"},
        {scene(bodies + ", " + bodies), "field 'bodies' is there twice"},
        {scene(R"("bodies": [{"file": "a.stl"}])"), "bodies[0]: field 'name' is missing"},
        {scene(R"("bodies": [{"name": "a"}])"), "bodies[0]: needs a file or a sample"},
        {one_body(R"("sample": "boxes")"), "bodies[0]: has both a file and a sample"},
        {one_body(R"("pos": {})"), "bodies[0]: unknown field 'pos'; did you mean 'pose'?"},
        {one_body(R"("unit": 1)"), "bodies[0].unit: must be a text"},
        {one_body(R"("weld": 1)"), "bodies[0].weld: must be true or false"},
        {one_body(R"("split": "parts")"), "bodies[0].split: must be 'format' or 'groups'"},
        {one_body(R"("seed": 1)"), "bodies[0].seed: is for samples"},
        {one_body(R"("group": "")"), "bodies[0].group: must not be empty"},
        {scene(R"("bodies": [{"name": "a", "sample": "b", "weld": true}])"),
         "bodies[0].weld: is for files"},
        {scene(R"("bodies": [{"name": "a", "sample": "b", "seed": -1}])"),
         "bodies[0].seed: must be a whole number"},
        {scene(R"("bodies": [{"name": "a", "sample": "b", "triangles": 1.5}])"),
         "bodies[0].triangles: must be a whole number"},
        {scene(R"("bodies": [{"name": "a", "sample": "b", "seed": 18446744073709551616}])"),
         "bodies[0].seed: must be a whole number"},
        {scene(R"("bodies": [{"name": "group:x", "file": "b"}])"), "bodies[0].name: must not"},
        {scene(R"("bodies": [{"name": "a\u001b[2J", "file": "b"}])"),
         "bodies[0].name: holds a control character"},
        {scene(R"("bodies": [{"name": "a", "file": "a\u0000.stl"}])"),
         "bodies[0].file: holds a control character"},
        {scene(R"("bodies": [{"name": "a", "file": "b"}, {"name": "b", "file": "b"},
                             {"name": "a", "file": "c"}])"),
         "bodies[2].name: 'a' is already the name of bodies[0]"},
        {scene(bodies + R"(, "pairs": [{"between": [], "check": true}])"),
         "pairs[0].between: needs two patterns"},
        {scene(bodies + R"(, "rules": [{"kind": "soft"}])"),
         "rules[0].kind: 'soft' is none of hard, clearance, contact, containment, duplicate"},
        {scene(bodies + R"(, "rules": [{"kind": "hard", "severity": "bad"}])"),
         "rules[0].severity: 'bad' is none of error, warning, note"},
        {scene(bodies + R"(, "rules": [{"kind": "clearance"}])"), "rules[0]: needs a distance"},
        {scene(bodies + R"(, "rules": [{"kind": "hard", "tolerance": -1}])"),
         "rules[0].tolerance: must not be negative"},
        {scene(bodies + R"(, "rules": [{"kind": "hard", "distance": 1}])"),
         "rules[0].distance: is not for rules of the kind hard"},
        {scene(bodies + R"(, "rules": [{"kind": "duplicate", "tolerance": 1}])"),
         "rules[0].tolerance: is not for rules of the kind duplicate"},
        {scene(bodies + R"(, "rules": [{"kind": "contact", "touching": true}])"),
         "rules[0].touching: is for rules of the kind clearance"},
        {scene(bodies + R"(, "pairs": [{"between": ["a", 1], "check": true}])"),
         "pairs[0].between[1]: must be a text"},
        {scene(bodies + R"(, "pairs": [{"between": ["a", "b"]}])"),
         "pairs[0]: field 'check' is missing"},
        {scene(bodies + R"(, "clearances": [{"between": ["a", "b"], "distance": -1}])"),
         "clearances[0].distance: must not be negative"},
        {scene(bodies + R"(, "clearances": [{"between": ["a", "b"], "distance": "1"}])"),
         "clearances[0].distance: must be a number"},
        {scene(bodies + R"(, "tolerances": [{"between": ["a", "b"], "depth": -1}])"),
         "tolerances[0].depth: must not be negative"},
        {scene(bodies + R"(, "tolerances": [{"between": ["a", "b"], "distance": 1}])"),
         "tolerances[0]: unknown field 'distance'"},
    };
    for (const Mistake& mistake : mistakes) {
        EXPECT_THAT(failure(mistake.text), StartsWith("s.json: " + mistake.message));
    }
}

TEST(SceneMistakes, InPosesAreNamedWithPlaceAndReason) {
    const std::vector<Mistake> mistakes = {
        {R"("matrix": [[1,0,0,5],[0,1,0,0]])", ".matrix: needs 3 or 4 rows of 4 numbers"},
        {R"("matrix": [[1,0,0],[0,1,0],[0,0,1]])", ".matrix: needs 3 or 4 rows of 4 numbers"},
        {R"("matrix": [[1,0,0,"5"],[0,1,0,0],[0,0,1,0]])", ".matrix: needs 3 or 4 rows"},
        {R"("matrix": 1)", ".matrix: needs 3 or 4 rows"},
        {R"("matrix": [[1,0,0,0],[0,1,0,0],[0,0,1,0],[0,0,0,2]])", ".matrix: the last row"},
        {R"("matrix": [[1,0,0,0],[0,1,0,0],[0,0,1,0],[0,0,0,1],[0,0,0,1]])", ".matrix: needs"},
        {R"("matrix": [[1,0,0,0],[0,1,0,0],[0,0,0,0]])", ".matrix: is singular"},
        {R"("matrix": [[1,0,0,0],[0,1,0,0],[1,1,0,0]])", ".matrix: is singular"},
        {R"("matrix": [[1,0,0,0],[0,1,0,0],[0,0,1,0]], "scale": 1)", ": matrix says it all"},
        {R"("scale": 0)", ".scale: must be greater than 0"},
        {R"("scale": -1)", ".scale: must be greater than 0"},
        {R"("translation": [1, 2])", ".translation: needs 3 numbers"},
        {R"("translation": [1, 2, 3, 4])", ".translation: needs 3 numbers"},
        {R"("translation": [1, 2, null])", ".translation: needs 3 numbers"},
        {R"("rotation": {})", ".rotation: needs either"},
        {R"("rotation": {"axis": [0,0,1]})", ".rotation: field 'degrees' is missing"},
        {R"("rotation": {"degrees": 5})", ".rotation: field 'axis' is missing"},
        {R"("rotation": {"axis": [0,0,0], "degrees": 5})", ".rotation.axis: has no direction"},
        {R"("rotation": {"axis": [0,0,1], "degrees": 5, "quaternion": [0,0,0,1]})",
         ".rotation: needs either"},
        {R"("rotation": {"quaternion": [0,0,0,0]})", ".rotation.quaternion: must not be all zero"},
        {R"("rotation": {"quaternion": [0,0,1]})", ".rotation.quaternion: needs 4 numbers"},
        {R"("rotation": {"matrix": [[1,0,0],[0,1,0]]})", ".rotation.matrix: needs 3 rows"},
        {R"("rotation": {"matrix": [[1,0,0],[0,1,0],[0,0]]})",
         ".rotation.matrix[2]: needs 3 numbers"},
        {R"("rotation": {"radians": 1})", ".rotation: unknown field 'radians'"},
    };
    for (const Mistake& mistake : mistakes) {
        EXPECT_THAT(failure(one_body("\"pose\": {" + mistake.text + "}")),
                    StartsWith("s.json: bodies[0].pose" + mistake.message));
    }
}

TEST(SceneMistakes, InSyntaxAreNamedWithLineAndColumn) {
    EXPECT_THAT(failure("{\n  \"format\": oops}"), StartsWith("s.json: line 2, column 13: is no"));
    EXPECT_THAT(failure(""), StartsWith("s.json: line 1, column 1: is not JSON: unexpected end"));
    EXPECT_THAT(failure("{} {}"), HasSubstr("line 1, column 4"));
    EXPECT_THAT(failure(scene("\"unit\": \"m\xFFm\"")), HasSubstr("ill-formed UTF-8"));
    EXPECT_THAT(failure("\xFF\xFE{"), HasSubstr("line 1, column 1"));
    EXPECT_THAT(failure(scene("// comment\n")), HasSubstr("is not JSON"));
}

TEST(SceneMistakes, NumbersThatAreNotFiniteAreRefused) {
    for (const char* number : {"1e999", "-1e999"}) {
        const auto result = parse_scene(
            one_body(R"("pose": {"translation": [0, 0, )" + std::string(number) + "]}"), "s.json");
        ASSERT_FALSE(result) << number;
        EXPECT_EQ(result.error().code, ErrorCode::NonFinite);
        EXPECT_THAT(result.error().message, HasSubstr("a number is too large"));
    }
    for (const char* word : {"NaN", "Infinity", "-Infinity", "nan", "0x10", "1,5", "+1", "01"}) {
        EXPECT_THAT(failure(one_body(R"("pose": {"scale": )" + std::string(word) + "}")),
                    StartsWith("s.json: "))
            << word;
    }
}

TEST(SceneMistakes, MessagesHaveOneLine) {
    for (const char* text : {"{\"a\nb\": 1}", "\"a\nb\"", "{\"\\n\\u001b\": 1}"}) {
        const std::string message = failure(text);
        EXPECT_THAT(message, StartsWith("s.json: "));
        EXPECT_EQ(message.find_first_of("\n\x1b"), std::string::npos) << message;
    }
}

class SceneRead : public TemporaryFolder {};

TEST_F(SceneRead, NamesTheFileAndTellsScenesByTheirName) {
    const auto good = read_scene(file("s.json", one_body("")));
    ASSERT_TRUE(good);
    EXPECT_EQ(good->source, file("s.json").string());
    const auto missing = read_scene(file("none.json"));
    ASSERT_FALSE(missing);
    EXPECT_EQ(missing.error().code, ErrorCode::FileUnreadable);
    EXPECT_THAT(missing.error().message, HasSubstr("none.json"));
    EXPECT_TRUE(is_scene_file("a/scene.json"));
    EXPECT_TRUE(is_scene_file("SCENE.JSON"));
    EXPECT_FALSE(is_scene_file("a.gltf"));
    EXPECT_FALSE(is_scene_file("json"));
}

} // namespace
} // namespace impinge::io_test
