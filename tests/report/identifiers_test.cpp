// SPDX-License-Identifier: Apache-2.0
//
// Identifiers of clashes stay while parts keep their names and places, and change with these.
#include "assemblies.hpp"
#include "base/random.hpp"
#include "report/clash_ids.hpp"
#include "report/part_keys.hpp"
#include "tests/support/scale.hpp"

#include <algorithm>

namespace impinge::report_test {
namespace {

Rigid random_motion(Random& random) {
    Rigid motion = rotation(random.in_box({-1, -1, -1}, {1, 1, 1}), random.uniform(-3, 3));
    motion.translation = random.in_box({-500, -500, -500}, {500, 500, 500});
    return motion;
}

/// Boxes in a crowd, every third without a name of its own.
Assembly random_assembly(Random& random) {
    Assembly out;
    int copies = 0;
    for (int i = 0; i < 14; ++i) {
        const Vec3d low = random.in_box({0, 0, 0}, {14, 14, 14});
        const Vec3d size = random.in_box({4, 4, 4}, {10, 10, 10});
        const std::string name = i % 3 != 0      ? "m/part" + std::to_string(i)
                                 : ++copies == 1 ? "m/copy"
                                                 : "m/copy#" + std::to_string(copies);
        out.parts.push_back({name, tests::box(low, low + size)});
    }
    return out;
}

/// Parts in another order; of those that share a name, the numbers go with the order.
Assembly reordered(Assembly assembly, Random& random) {
    for (std::size_t i = assembly.parts.size(); i > 1; --i) {
        std::swap(assembly.parts[i - 1], assembly.parts[random.below(i)]);
    }
    int copies = 0;
    for (Assembly::Part& part : assembly.parts) {
        if (part.name.starts_with("m/copy")) {
            part.name = ++copies == 1 ? "m/copy" : "m/copy#" + std::to_string(copies);
        }
    }
    return assembly;
}

TEST(ClashIdentifiers, StayUnderRemeshingShufflingOrderAndMotionOfEverything) {
    Random random(11);
    std::size_t clashes = 0;
    std::size_t pairs = 0;
    for (std::size_t i = 0; i < tests::scaled(40); ++i) {
        const Assembly assembly = random_assembly(random);
        const report::Report before = report_of(assembly);
        const std::set<std::string> ids = ids_of(before);
        clashes += ids.size();
        pairs += assembly.parts.size() * (assembly.parts.size() - 1) / 2;
        Assembly changed = reordered(assembly, random);
        changed.meshing = {
            .seed = 100 * i + 1, .splits = tests::Splits::Some, .order = tests::Order::Shuffled};
        EXPECT_EQ(ids_of(report_of(changed)), ids) << i;
        changed.everything = random_motion(random);
        EXPECT_EQ(ids_of(report_of(changed)), ids) << i;
    }
    EXPECT_GT(clashes, pairs * 3 / 10);
    EXPECT_LT(clashes, pairs * 7 / 10);
}

TEST(ClashIdentifiers, OfOtherPartsStayWhenOneMoves) {
    Random random(12);
    for (std::size_t i = 0; i < tests::scaled(40); ++i) {
        Assembly assembly = random_assembly(random);
        for (Assembly::Part& part : assembly.parts) { // all have names of their own
            std::replace(part.name.begin(), part.name.end(), '#', '_');
        }
        const report::Report before = report_of(assembly);
        const std::size_t moved = random.below(assembly.parts.size());
        const std::string name = assembly.parts[moved].name;
        assembly.parts[moved].shape =
            tests::moved(assembly.parts[moved].shape, {random.uniform(2, 9), 1, -2});
        const report::Report after = report_of(assembly);
        const auto without_it = [&](const report::Report& report) {
            std::set<std::string> ids;
            for (const report::Clash& clash : report.clashes) {
                if (report.parts[clash.a].name != name && report.parts[clash.b].name != name) {
                    ids.insert(clash.id);
                }
            }
            return ids;
        };
        EXPECT_EQ(without_it(before), without_it(after)) << i;
    }
}

TEST(ClashIdentifiers, AreNotThoseOfAnotherPartOrKind) {
    const std::set<std::string> ids = {
        report::clash_id(ClashKind::Hard, "a", "b"), report::clash_id(ClashKind::Hard, "a", "c"),
        report::clash_id(ClashKind::Clearance, "a", "b"),
        report::clash_id(ClashKind::Hard, "ab", ""), report::contact_id("a", "b")};
    EXPECT_EQ(ids.size(), 5U);
    EXPECT_EQ(report::clash_id(ClashKind::Hard, "a", "b"),
              report::clash_id(ClashKind::Hard, "b", "a"));
    Assembly assembly = bolted_plate();
    const std::set<std::string> before = ids_of(report_of(assembly));
    assembly.parts[1].name = "model/other";
    EXPECT_NE(ids_of(report_of(assembly)), before);
}

TEST(ClashIdentifiers, FollowTheRuleNeitherInNameNorInLimit) {
    Assembly assembly = bolted_plate();
    assembly.rules = {{.name = "first", .kind = ClashKind::Hard}};
    const std::set<std::string> before = ids_of(report_of(assembly));
    EXPECT_FALSE(before.empty());
    assembly.rules = {{.name = "second", .severity = Severity::Warning, .limit = 0.25}};
    EXPECT_EQ(ids_of(report_of(assembly)), before);
}

TEST(PartKeys, TellEqualNamesApartByPlaceAmongTheLargestParts) {
    const Assembly assembly = bolted_plate();
    const report::Report report = report_of(assembly);
    std::set<std::string> keys;
    for (const report::ReportPart& part : report.parts) {
        keys.insert(part.key);
    }
    EXPECT_EQ(keys,
              (std::set<std::string>{"model/plate", "model/block", "model/lug", "model/bolt@1",
                                     "model/bolt@2", "model/bolt@3", "model/bolt@4"}));
}

TEST(PartKeys, PathsLeaveOutNumbersThatTellCopiesApart) {
    EXPECT_EQ(report::path_of_name("as1/rod-assembly#2/nut#3"), "as1/rod-assembly/nut");
    EXPECT_EQ(report::path_of_name("file/7"), "file/");
    EXPECT_EQ(report::path_of_name("7"), "7");
    EXPECT_EQ(report::path_of_name("M6x20"), "M6x20");
    EXPECT_EQ(report::path_of_name("#2"), "#2");
    EXPECT_EQ(report::path_of_name(""), "");
}

TEST(Uuids, HaveTheShapeOfTheirVersion) {
    for (const char* text : {"", "a", "0123456789abcdef"}) {
        const std::string uuid = report::uuid_of(text);
        ASSERT_EQ(uuid.size(), 36U);
        for (std::size_t i = 0; i < uuid.size(); ++i) {
            const bool dash = i == 8 || i == 13 || i == 18 || i == 23;
            EXPECT_EQ(uuid[i] == '-', dash) << uuid;
        }
        EXPECT_EQ(uuid[14], '8');
        EXPECT_NE(std::string("89ab").find(uuid[19]), std::string::npos);
    }
    EXPECT_NE(report::uuid_of("a"), report::uuid_of("b"));
}

} // namespace
} // namespace impinge::report_test
