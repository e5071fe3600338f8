// SPDX-License-Identifier: Apache-2.0
//
// Case files: what is written is read back, and nothing else is taken for one.
#include "io/case_file.hpp"

#include "base/random.hpp"
#include "tests/mesh/hand_made.hpp"
#include "tests/support/scale.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace impinge::tests {
namespace {

using testing::HasSubstr;

Case small_case() {
    Case recorded;
    recorded.impinge_version = "1.2.3";
    recorded.unit = LengthUnit::Millimetre;
    recorded.detail = Detail::Curves;
    recorded.touching_counts = true;
    Mesh odd = unit_box();
    odd.positions[1] = {std::nextafter(1.0, 2.0), -0.0, 5e-324};
    recorded.meshes = {std::make_shared<const Mesh>(odd),
                       std::make_shared<const Mesh>(cube_around({3, 0, 0}, 1e300))};
    recorded.bodies = {{"a", "a.stl", "left", 0, {}},
                       {"b \"quoted\"", "folder/b.stl", "", 1, rotation({1, 2, 3}, 0.7)},
                       {"c", "", "", 0, translation({0.1, 0.2, 0.3})}};
    recorded.wishes = {{1, {}}, {1, {.check = false}}, {1, {.check = true, .clearance = 0.1}}};
    recorded.answer = 0x0123456789abcdefU;
    return recorded;
}

Expected<Case> parsed(const std::string& bytes) { return parse_case(bytes, "x.case"); }

/// The bytes with one stretch of the header, which must be there, replaced by another.
std::string with(const std::string& from, const std::string& to) {
    std::string bytes = case_bytes(small_case());
    const std::size_t at = bytes.find(from);
    EXPECT_NE(at, std::string::npos) << from;
    return bytes.replace(at, from.size(), to);
}

TEST(CaseFile, ReadsBackAsItWasWritten) {
    const Case written = small_case();
    const auto read = parsed(case_bytes(written));
    ASSERT_TRUE(read) << read.error().message;
    EXPECT_EQ(read->impinge_version, "1.2.3");
    EXPECT_EQ(read->unit, LengthUnit::Millimetre);
    EXPECT_EQ(read->detail, Detail::Curves);
    EXPECT_TRUE(read->touching_counts);
    EXPECT_EQ(read->answer, written.answer);
    ASSERT_EQ(read->meshes.size(), 2U);
    for (std::size_t i = 0; i < 2; ++i) {
        EXPECT_EQ(read->meshes[i]->positions, written.meshes[i]->positions);
        EXPECT_EQ(read->meshes[i]->triangles, written.meshes[i]->triangles);
    }
    EXPECT_TRUE(std::signbit(read->meshes[0]->positions[1].y));
    ASSERT_EQ(read->bodies.size(), 3U);
    for (std::size_t i = 0; i < 3; ++i) {
        EXPECT_EQ(read->bodies[i].name, written.bodies[i].name);
        EXPECT_EQ(read->bodies[i].file, written.bodies[i].file);
        EXPECT_EQ(read->bodies[i].group, written.bodies[i].group);
        EXPECT_EQ(read->bodies[i].mesh, written.bodies[i].mesh);
        EXPECT_EQ(read->bodies[i].pose, written.bodies[i].pose);
    }
    ASSERT_EQ(read->wishes.size(), 3U);
    EXPECT_FALSE(read->wishes[1].wish.check);
    EXPECT_EQ(read->wishes[2].wish.clearance, 0.1);
    EXPECT_EQ(case_bytes(*read), case_bytes(written));
}

TEST(CaseFile, WhatIsLeftOutStaysOut) {
    Case written = small_case();
    written.unit.reset();
    written.answer.reset();
    const auto read = parsed(case_bytes(written));
    ASSERT_TRUE(read) << read.error().message;
    EXPECT_FALSE(read->unit);
    EXPECT_FALSE(read->answer);
}

TEST(CaseFile, NamesThatUpsetTerminalsAreWrittenReadably) {
    Case written = small_case();
    written.bodies[0].name = "a\x1b[2J\n";
    written.bodies[0].file = "\xff.stl";
    const auto read = parsed(case_bytes(written));
    ASSERT_TRUE(read) << read.error().message;
    EXPECT_EQ(read->bodies[0].name, "a?[2J?");
}

TEST(CaseFile, CutOffAnywhereItIsRefused) {
    const std::string bytes = case_bytes(small_case());
    for (std::size_t size = 0; size < bytes.size(); ++size) {
        const auto read = parsed(bytes.substr(0, size));
        ASSERT_FALSE(read) << size << " bytes";
        EXPECT_TRUE(read.error().message.starts_with("x.case: ")) << read.error().message;
        EXPECT_EQ(read.error().message.find('\n'), std::string::npos);
    }
    EXPECT_FALSE(parsed(bytes + "x"));
}

TEST(CaseFile, FlippedBitsAreRefusedOrHarmless) {
    const std::string bytes = case_bytes(small_case());
    Random random(31);
    std::size_t refused = 0;
    const std::size_t rounds = scaled(4000);
    for (std::size_t round = 0; round < rounds; ++round) {
        std::string damaged = bytes;
        damaged[random.below(bytes.size())] ^= static_cast<char>(1u << random.below(8));
        const auto read = parsed(damaged);
        refused += read ? 0 : 1;
        for (std::size_t i = 0; read && i < read->meshes.size(); ++i) {
            ASSERT_TRUE(validate(read->meshes[i]->view()));
        }
    }
    EXPECT_GT(refused, rounds / 10);
    EXPECT_LT(refused, rounds);
}

TEST(CaseFile, CountsThatLieAreRefusedBeforeMemoryIsTaken) {
    const std::string vertices = R"("vertices":8)";
    for (const char* lie :
         {"9", "4000000000", "768614336404564651", "18446744073709551615", "1e300", "-1", "0.5"}) {
        const auto read = parsed(with(vertices, std::string(R"("vertices":)") + lie));
        ASSERT_FALSE(read) << lie;
    }
    EXPECT_THAT(parsed(with(vertices, R"("vertices":4000000000)")).error().message,
                HasSubstr("4000000000 vertices do not fit into the"));
    EXPECT_FALSE(parsed(with(R"("triangles":12)", R"("triangles":4000000000)")));
    EXPECT_FALSE(parsed(with(R"("wish_runs":3)", R"("wish_runs":1152921504606846976)")));
    EXPECT_FALSE(parsed(with(R"("wish_runs":3)", R"("wish_runs":2)")));
}

TEST(CaseFile, EachMistakeIsNamedWithItsPlace) {
    const auto message = [](const std::string& bytes) {
        const auto read = parsed(bytes);
        return read ? std::string("taken") : read.error().message;
    };
    EXPECT_THAT(message(with("impinge-case", "impinge-nose")), HasSubstr("format: must be"));
    EXPECT_THAT(message(with(R"("format_version":1)", R"("format_version":2)")),
                HasSubstr("format_version: only 1"));
    EXPECT_THAT(message(with(R"("mesh":1)", R"("mesh":2)")), HasSubstr("bodies[1].mesh"));
    EXPECT_THAT(message(with(R"("curves")", R"("carves")")), HasSubstr("detail: "));
    EXPECT_THAT(message(with(R"("mm")", R"("xx")")), HasSubstr("unit: "));
    EXPECT_THAT(message(with("0123456789abcdef", "0123456789abcdeF")), HasSubstr("answer: "));
    EXPECT_THAT(message(with("0123456789abcdef", "012345678")), HasSubstr("answer: "));
    EXPECT_THAT(message(with(R"("wish_runs")", R"("wish_rums")")), HasSubstr("wish_rums"));
    EXPECT_THAT(message("not a case"), HasSubstr("no header line"));
    EXPECT_THAT(message(""), HasSubstr("x.case: "));
}

TEST(CaseFile, MeshesThatAreNoneAreRefused) {
    Case bad = small_case();
    Mesh mesh = unit_box();
    mesh.triangles[3][1] = 8;
    bad.meshes[1] = std::make_shared<const Mesh>(mesh);
    EXPECT_THAT(parsed(case_bytes(bad)).error().message, HasSubstr("x.case: mesh 1: "));
    mesh = unit_box();
    mesh.positions[2].z = std::numeric_limits<double>::infinity();
    bad.meshes[1] = std::make_shared<const Mesh>(mesh);
    EXPECT_EQ(parsed(case_bytes(bad)).error().code, ErrorCode::NonFinite);
}

TEST(CaseFile, WishesMustCoverAllPairs) {
    Case bad = small_case();
    bad.wishes.pop_back();
    EXPECT_THAT(parsed(case_bytes(bad)).error().message, HasSubstr("no wishes for 1 pairs"));
    bad.wishes = {{4, {}}};
    EXPECT_THAT(parsed(case_bytes(bad)).error().message, HasSubstr("more pairs than there are"));
    bad.wishes = {{std::numeric_limits<std::uint64_t>::max(), {}}, {4, {}}};
    EXPECT_FALSE(parsed(case_bytes(bad)));
    for (const double none : {-2.0, std::numeric_limits<double>::infinity(), std::nan("")}) {
        bad.wishes = {{3, {.check = true, .clearance = none}}};
        EXPECT_THAT(parsed(case_bytes(bad)).error().message, HasSubstr("is not a clearance"));
    }
}

TEST(CaseFile, RunsSayWhatTheWishesSaid) {
    Random random(32);
    for (std::size_t round = 0; round < scaled(100); ++round) {
        const auto bodies = static_cast<std::uint32_t>(random.below(12));
        std::vector<PairWish> table(std::size_t{12} * 12);
        for (PairWish& wish : table) {
            wish = {random.below(3) != 0, static_cast<double>(random.below(2)) * 0.5};
        }
        PairWishes wishes;
        wishes.of = [&](std::uint32_t a, std::uint32_t b) { return table[12 * a + b]; };
        wishes.largest_clearance = 0.5;
        const PairWishes again = wishes_from(wish_runs(wishes, bodies), bodies);
        for (std::uint32_t a = 0; a < bodies; ++a) {
            for (std::uint32_t b = a + 1; b < bodies; ++b) {
                ASSERT_EQ(again.of(a, b).check, wishes.of(a, b).check);
                if (wishes.of(a, b).check) {
                    ASSERT_EQ(again.of(a, b).clearance, wishes.of(a, b).clearance);
                    ASSERT_LE(again.of(a, b).clearance, again.largest_clearance);
                }
            }
        }
    }
    const PairWishes all{.of = {}, .largest_clearance = 2};
    const PairWishes again = wishes_from(wish_runs(all, 4), 4);
    EXPECT_EQ(again.of(2, 3).clearance, 2);
    EXPECT_EQ(again.largest_clearance, 2);
}

TEST(CaseFile, MissingFilesAreNamed) {
    const auto read = read_case("no/such/file.case");
    ASSERT_FALSE(read);
    EXPECT_THAT(read.error().message, HasSubstr("no/such/file.case: "));
}

} // namespace
} // namespace impinge::tests
