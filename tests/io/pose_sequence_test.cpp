// SPDX-License-Identifier: Apache-2.0
#include "io/scene/poses.hpp"

#include "mesh_files.hpp"

#include <gmock/gmock.h>

namespace impinge::io_test {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

std::string sequence(const std::string& fields) {
    return R"({"format": "impinge-poses", "format_version": 1, )" + fields + "}";
}

std::string frames(const std::string& list) { return sequence("\"frames\": [" + list + "]"); }

std::string failure(const std::string& text) {
    const auto result = parse_pose_sequence(text, "p.json");
    return result ? "accepted: " + text : result.error().message;
}

TEST(PoseSequence, HoldsThePosesOfBothBodies) {
    const auto result = parse_pose_sequence(sequence(R"("$schema": "x", "unit": "mm", "frames": [
            {},
            {"name": "closed", "b": {"translation": [0, 0, -2]}},
            {"a": {"rotation": {"axis": [0, 0, 1], "degrees": 90}}, "b": {"scale": 2}}])"),
                                            "p.json");
    ASSERT_TRUE(result) << result.error().message;
    EXPECT_EQ(result->unit, LengthUnit::Millimetre);
    ASSERT_EQ(result->frames.size(), 3U);
    EXPECT_EQ(result->frames[0], PoseFrame{});
    EXPECT_EQ(result->frames[1], (PoseFrame{"closed", {}, translation({0, 0, -2})}));
    EXPECT_EQ(result->frames[2].a, rotation_degrees({0, 0, 1}, 90));
    EXPECT_EQ(result->frames[2].b.scale, 2);
}

TEST(PoseSequence, MistakesAreNamedWithTheirPlace) {
    EXPECT_EQ(failure(frames("")), "p.json: frames: needs at least one frame");
    EXPECT_EQ(failure(sequence("\"unit\": \"mm\"")), "p.json: field 'frames' is missing");
    EXPECT_EQ(failure(frames(R"({}, {"b": {"scale": 0}})")),
              "p.json: frames[1].b.scale: must be greater than 0");
    EXPECT_EQ(failure(frames(R"({"pose": {}})")), "p.json: frames[0]: unknown field 'pose'");
    EXPECT_EQ(failure(frames(R"({"a": {"translation": [1, 2]}})")),
              "p.json: frames[0].a.translation: needs 3 numbers: [x, y, z]");
    EXPECT_EQ(failure(frames("1")), "p.json: frames[0]: must be an object: { ... }");
    EXPECT_THAT(failure(frames(R"({"name": ""})")), HasSubstr("frames[0].name: must not be empty"));
    EXPECT_THAT(failure(sequence(R"("unit": "mile", "frames": [{}])")), HasSubstr("is not a unit"));
    EXPECT_THAT(failure("[]"), HasSubstr("must be an object"));
    EXPECT_THAT(failure("{"), StartsWith("p.json: line 1"));
    EXPECT_EQ(failure(R"({"format": "impinge-scene", "format_version": 1, "frames": [{}]})"),
              "p.json: format: must be 'impinge-poses'");
    EXPECT_THAT(failure(R"({"format": "impinge-poses", "format_version": 2, "frames": [{}]})"),
                HasSubstr("only 1 is known"));
}

TEST(PoseSequence, AbsurdlyManyFramesAreRefused) {
    std::string list = "{}";
    for (int i = 0; i < 100'000; ++i) {
        list += ",{}";
    }
    EXPECT_THAT(failure(frames(list)), HasSubstr("has more than 100000 entries"));
}

TEST(PoseSequence, AMissingFileIsSaidToBeMissing) {
    const auto result = read_pose_sequence("/no/such/poses.json");
    ASSERT_FALSE(result);
    EXPECT_EQ(result.error().code, ErrorCode::FileUnreadable);
}

} // namespace
} // namespace impinge::io_test
