// SPDX-License-Identifier: Apache-2.0
//
// Which clashes are told together, and why.
#include "assemblies.hpp"
#include "base/random.hpp"

#include <gmock/gmock.h>
#include <map>

namespace impinge::report_test {
namespace {

using report::ClashGroup;
using report::GroupReason;
using report::Report;
using tests::box;

const ClashGroup& only_group(const Report& report) {
    EXPECT_EQ(report.groups.size(), 1U);
    static const ClashGroup none;
    return report.groups.empty() ? none : report.groups.front();
}

TEST(ClashGroups, HoldTheSamePairOfThingsInManyPlaces) {
    const Report report = report_of(bolted_plate());
    const ClashGroup& group = only_group(report);
    EXPECT_EQ(group.reason, GroupReason::SamePair);
    EXPECT_EQ(group.clashes.size(), 4U);
    EXPECT_EQ(group.explanation, "model/bolt and model/plate in 4 places (hard)");
}

TEST(ClashGroups, HoldAPartThatClashesWithMany) {
    Assembly assembly;
    assembly.parts.push_back({"bolt", box({0, 0, 0}, {2, 2, 50})});
    const std::vector<std::string> names = {"plate", "gasket", "cover", "shim", "washer"};
    for (std::size_t i = 0; i < names.size(); ++i) {
        const double z = 1 + 10 * static_cast<double>(i);
        assembly.parts.push_back({names[i], box({-20, -20, z}, {20, 20, z + 5})});
    }
    const Report report = report_of(assembly);
    const ClashGroup& group = only_group(report);
    EXPECT_EQ(group.reason, GroupReason::CommonPart);
    EXPECT_EQ(group.explanation, "bolt clashes with 5 parts");
}

TEST(ClashGroups, HoldNeighboursInSpace) {
    Assembly assembly;
    assembly.parts.push_back({"a", box({0, 0, 0}, {10, 10, 10})});
    assembly.parts.push_back({"b", box({9, 0, 0}, {20, 10, 10})});
    assembly.parts.push_back({"c", box({4, 10.05, 0}, {10, 20, 10})});
    assembly.parts.push_back({"d", box({9, 10.05, 0}, {20, 20, 10})});
    assembly.parts.push_back({"e", box({500, 0, 0}, {510, 10, 10})});
    assembly.parts.push_back({"f", box({509, 0, 0}, {520, 10, 10})});
    const Report report = report_of(assembly);
    EXPECT_EQ(report.clashes.size(), 3U);
    const ClashGroup& group = only_group(report);
    EXPECT_EQ(group.reason, GroupReason::Neighbours);
    EXPECT_EQ(group.clashes.size(), 2U);
}

TEST(ClashGroups, DoNotDependOnTheOrderOfParts) {
    Random random(5);
    for (std::size_t i = 0; i < 20; ++i) {
        Assembly assembly;
        for (int k = 0; k < 16; ++k) {
            const Vec3d low = random.in_box({0, 0, 0}, {20, 20, 20});
            const Vec3d size = random.in_box({5, 5, 5}, {11, 11, 11});
            const char* kind = k % 3 == 0 ? "bolt_" : k % 3 == 1 ? "nut_" : "M6x";
            assembly.parts.push_back({kind + std::to_string(k), box(low, low + size)});
        }
        const auto told = [](const Report& report) {
            std::map<std::string, std::vector<std::string>> groups;
            for (const ClashGroup& group : report.groups) {
                for (const std::uint32_t clash : group.clashes) {
                    groups[group.id + group.explanation].push_back(report.clashes[clash].id);
                    EXPECT_LT(*report.clashes[clash].group, report.groups.size());
                }
            }
            return groups;
        };
        const auto before = told(report_of(assembly));
        EXPECT_FALSE(before.empty());
        for (std::size_t k = assembly.parts.size(); k > 1; --k) {
            std::swap(assembly.parts[k - 1], assembly.parts[random.below(k)]);
        }
        EXPECT_EQ(told(report_of(assembly)), before);
    }
}

} // namespace
} // namespace impinge::report_test
