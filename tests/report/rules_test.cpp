// SPDX-License-Identifier: Apache-2.0
//
// What rules of each kind find, with depths and distances that are known from the boxes.
#include "assemblies.hpp"

#include <gmock/gmock.h>

namespace impinge::report_test {
namespace {

using testing::HasSubstr;
using tests::box;

/// A pair in the words of the test: "hard a b".
std::vector<std::string> told(const report::Report& report) {
    std::vector<std::string> out;
    for (const report::Clash& clash : report.clashes) {
        out.push_back(std::string(to_string(clash.kind)) + " " + report.parts[clash.a].name + " " +
                      (clash.b == report::no_part ? "-" : report.parts[clash.b].name));
    }
    return out;
}

using Told = std::vector<std::string>;

/// a and b overlap 0.5 deep; c lies in a; d is b again; e is 2 from b; f touches e.
Assembly one_of_each() {
    Assembly out;
    out.parts.push_back({"a", box({0, 0, 0}, {10, 10, 10}), "left"});
    out.parts.push_back({"b", box({9.5, 0, 0}, {20, 10, 10}), "right"});
    out.parts.push_back({"c", box({3, 3, 3}, {5, 5, 5}), "left"});
    out.parts.push_back({"d", box({9.5, 0, 0}, {20, 10, 10}), "right"});
    out.parts.push_back({"e", box({22, 0, 0}, {30, 10, 10}), "right"});
    out.parts.push_back({"f", box({30, 0, 0}, {40, 10, 10}), "right"});
    return out;
}

TEST(ClashRules, TheUsualOnesTellThreeKindsApart) {
    const report::Report report = report_of(one_of_each());
    EXPECT_EQ(report.rules.size(), 3U);
    EXPECT_THAT(told(report), testing::UnorderedElementsAre("hard a b", "hard a d",
                                                            "containment a c", "duplicate b d"));
    for (const report::Clash& clash : report.clashes) {
        if (clash.kind == ClashKind::Hard) {
            EXPECT_NEAR(*clash.depth, 0.5, 1e-9);
            EXPECT_NEAR(*clash.volume, 50, 1e-9);
            EXPECT_NEAR(std::abs(clash.normal.x), 1, 1e-9);
            EXPECT_EQ(clash.regions.size(), 1U);
        }
    }
}

TEST(ClashRules, OfHardAllowWhatIsProvablyNoDeeper) {
    Assembly assembly = one_of_each();
    assembly.rules = {{.name = "fits", .kind = ClashKind::Hard, .limit = 0.6}};
    const report::Report report = report_of(assembly);
    EXPECT_THAT(told(report), testing::UnorderedElementsAre("hard a c", "hard b d"));
    EXPECT_EQ(report.rules[0].within_tolerance, 2U);
    EXPECT_EQ(report.rules[0].pairs, 15U);
    assembly.rules[0].limit = 0.4;
    EXPECT_EQ(report_of(assembly).clashes.size(), 4U);
}

/// A needle too thin for a volume, half a unit deep in a block.
TEST(ClashRules, OfHardDoNotAllowWhatIsTooThinToBeMeasured) {
    constexpr double thin = 1e-20;
    Assembly assembly;
    assembly.parts.push_back({"block", box({0, -1, -1}, {1, 1, 1})});
    assembly.parts.push_back({"needle",
                              {{{-1, thin, 0}, {-1, -thin, thin}, {-1, -thin, -thin}, {0.5, 0, 0}},
                               {{0, 1, 2}, {0, 3, 1}, {1, 3, 2}, {2, 3, 0}}}});
    for (const auto& [limit, clashes] : {std::pair{0.1, 1U}, std::pair{0.6, 0U}}) {
        assembly.rules = {{.name = "fits", .kind = ClashKind::Hard, .limit = limit}};
        EXPECT_EQ(report_of(assembly).clashes.size(), clashes) << limit;
    }
    assembly.rules = {{.name = "any", .kind = ClashKind::Hard}};
    for (const double chord_error : {0.05, 0.3}) {
        assembly.parts[0].chord_error = chord_error;
        assembly.parts[1].chord_error = chord_error;
        const report::Report report = report_of(assembly);
        ASSERT_EQ(report.clashes.size(), 1U);
        EXPECT_EQ(report.clashes[0].within_facet_error, chord_error > 0.25);
    }
}

TEST(ClashRules, TheLastOfAKindThatMeansAPairDecides) {
    Assembly assembly = one_of_each();
    assembly.rules = {{.name = "all"},
                      {.name = "fit",
                       .severity = Severity::Warning,
                       .between = {"group:left", "b"},
                       .limit = 0.6},
                      {.name = "swallowed",
                       .kind = ClashKind::Containment,
                       .severity = Severity::Note,
                       .between = {"c", "*"}}};
    const report::Report report = report_of(assembly);
    EXPECT_THAT(told(report), testing::ElementsAre("hard a d", "hard b d", "containment a c"));
    EXPECT_EQ(report.clashes.back().severity, Severity::Note);
    EXPECT_EQ(report.rules[1].within_tolerance, 1U);
    EXPECT_EQ(report.rules[1].pairs, 2U); // b with a and c
}

TEST(ClashRules, OfClearanceMeanGapsAndContactsUnlessTheseMayBe) {
    Assembly assembly = one_of_each();
    assembly.rules = {
        {.name = "", .kind = ClashKind::Clearance, .between = {"e", "*"}, .limit = 2.5}};
    EXPECT_THAT(told(report_of(assembly)),
                testing::ElementsAre("clearance e f", "clearance b e", "clearance d e"));
    assembly.rules[0].touching_counts = false;
    const report::Report report = report_of(assembly);
    EXPECT_THAT(told(report), testing::UnorderedElementsAre("clearance b e", "clearance d e"));
    EXPECT_EQ(report.clashes[0].distance, 2);
    EXPECT_NEAR(report.clashes[0].normal.x, 1, 1e-12);
    assembly.rules[0].limit = 2; // exactly as near as wanted is near enough
    EXPECT_TRUE(report_of(assembly).clashes.empty());
}

TEST(ClashRules, OfContactFindPartsThatFloat) {
    Assembly assembly = one_of_each();
    assembly.rules = {{.name = "", .kind = ClashKind::Contact, .between = {"group:right", "*"}}};
    EXPECT_TRUE(report_of(assembly).clashes.empty()); // all touch something
    assembly.rules[0].between = {"e", "b"};
    const report::Report report = report_of(assembly);
    EXPECT_EQ(told(report), Told{"contact e b"});
    EXPECT_EQ(report.clashes[0].distance, 2);
    assembly.rules[0].limit = 2;
    EXPECT_TRUE(report_of(assembly).clashes.empty());
    assembly.rules[0] = {.name = "", .kind = ClashKind::Contact, .between = {"e", "e"}};
    EXPECT_EQ(told(report_of(assembly)), Told{"contact e -"});
}

TEST(ClashRules, WithoutEffectAreReported) {
    Assembly assembly = one_of_each();
    assembly.rules = {{.name = "typo", .between = {"blot*", "*"}},
                      {.name = "group", .between = {"*", "group:middle"}},
                      {.name = "overruled", .between = {"a", "b"}},
                      {.name = "all"}};
    const report::Report report = report_of(assembly);
    ASSERT_EQ(report.unmatched_rules.size(), 3U);
    EXPECT_THAT(report.unmatched_rules[0].reason, HasSubstr("'blot*' means no body"));
    EXPECT_THAT(report.unmatched_rules[1].reason, HasSubstr("'group:middle' means no group"));
    EXPECT_THAT(report.unmatched_rules[2].reason, HasSubstr("later rules"));
}

TEST(ClashRules, PairsAreLeftOutWithTheirReason) {
    Assembly assembly = one_of_each();
    assembly.pairs = {
        {{"a", "b"}, false, "glued"}, {{"c", "*"}, false}, {{"a", "e"}, false, "far"}};
    const report::Report report = report_of(assembly);
    EXPECT_THAT(told(report), testing::UnorderedElementsAre("hard a d", "duplicate b d"));
    EXPECT_EQ(report.pairs_ignored, 7U);
    ASSERT_EQ(report.ignored.size(), 1U); // those that could have clashed, with a reason
    EXPECT_EQ(report.ignored[0].reason, "glued");
}

TEST(ClashRules, WhatFacetsAccountForIsANote) {
    Assembly assembly = one_of_each();
    assembly.parts[0].chord_error = 0.3;
    assembly.parts[1].chord_error = 0.3;
    const report::Report report = report_of(assembly);
    for (const report::Clash& clash : report.clashes) {
        const bool facets = clash.kind == ClashKind::Hard && report.parts[clash.b].name == "b";
        EXPECT_EQ(clash.within_facet_error, facets);
        EXPECT_EQ(clash.severity, facets ? Severity::Note : Severity::Error);
    }
    assembly.parts[1].chord_error = 0.1;
    EXPECT_EQ(report_of(assembly).clashes.back().severity, Severity::Error);
}

TEST(ClashRules, WhatCouldNotBeToldIsListed) {
    Assembly assembly = one_of_each();
    assembly.parts[0].shape = tests::without_face(assembly.parts[0].shape, 0);
    const report::Report report = report_of(assembly);
    bool found = false;
    for (const report::UndecidedPair& pair : report.undecided) {
        found |= report.parts[pair.a].name == "a" && report.parts[pair.b].name == "c";
        EXPECT_THAT(pair.reason, HasSubstr("a is not a solid"));
    }
    EXPECT_TRUE(found);
}

TEST(ClashRules, LimitsThatMeanNothingAreRefused) {
    const SceneDescription scene = described(one_of_each());
    report::FindOptions options;
    options.rules = {{.name = "bad", .limit = -1}};
    const auto found = report::find_clashes(scene, placed(one_of_each(), scene), options);
    ASSERT_FALSE(found);
    EXPECT_THAT(found.error().message, HasSubstr("rule bad"));
}

TEST(ClashReports, ThatAreInterruptedSaySo) {
    const Assembly assembly = one_of_each();
    const SceneDescription scene = described(assembly);
    const Context context;
    context.cancel();
    const auto found = report::find_clashes(scene, placed(assembly, scene), {}, context);
    ASSERT_TRUE(found);
    EXPECT_TRUE(found->report.partial);
    EXPECT_LT(found->report.pairs_examined, 15U);
}

TEST(ClashReports, ThatAreInterruptedWhileMeasuringTellAllThatIsKnownToClash) {
    const Assembly assembly = bolted_plate();
    const SceneDescription scene = described(assembly);
    const std::set<std::string> all = ids_of(report_of(assembly));
    std::size_t interrupted = 0;
    for (int reports = 1; reports < 40; ++reports) {
        Context context(1);
        const auto left = std::make_shared<int>(reports);
        context.set_progress([context, left](double) {
            if (--*left == 0) {
                context.cancel();
            }
        });
        const auto found = report::find_clashes(scene, placed(assembly, scene), {}, context);
        ASSERT_TRUE(found);
        const report::Report& told = found->report;
        interrupted += told.partial ? 1 : 0;
        EXPECT_EQ(told.partial, context.cancelled());
        for (const report::Clash& clash : told.clashes) {
            EXPECT_TRUE(all.contains(clash.id));
            EXPECT_TRUE(clash.depth || clash.unmeasured == "interrupted");
        }
        if (!told.partial) {
            EXPECT_EQ(ids_of(told), all);
        }
    }
    EXPECT_GT(interrupted, 5U);
}

} // namespace
} // namespace impinge::report_test
