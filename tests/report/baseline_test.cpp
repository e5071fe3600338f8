// SPDX-License-Identifier: Apache-2.0
//
// From one run to the next: what is new, active and gone, and what people say.
#include "assemblies.hpp"
#include "report/clash_ids.hpp"

#include <gmock/gmock.h>

namespace impinge::report_test {
namespace {

using report::Clash;
using report::ClashStatus;
using report::Gone;
using report::Report;
using testing::HasSubstr;

const Clash& clash_with(const Report& report, const std::string& key) {
    for (const Clash& clash : report.clashes) {
        if (report.parts[clash.a].key == key || report.parts[clash.b].key == key) {
            return clash;
        }
    }
    ADD_FAILURE() << "no clash of " << key;
    return report.clashes.front();
}

std::size_t count_of(const Report& report, ClashStatus status) {
    return static_cast<std::size_t>(
        std::count_if(report.clashes.begin(), report.clashes.end(),
                      [&](const Clash& clash) { return clash.status == status; }));
}

report::FindOptions after(const Report& old, report::Review review = {}) {
    report::FindOptions options;
    options.baseline = baseline_of(old);
    options.review = std::move(review);
    return options;
}

TEST(Baselines, MarkWhatIsNewActiveAndResolved) {
    Assembly assembly = bolted_plate();
    const Report old = report_of(assembly);
    ASSERT_EQ(old.clashes.size(), 6U);
    EXPECT_EQ(count_of(old, ClashStatus::New), 6U);
    assembly.parts[1].shape = tests::moved(assembly.parts[1].shape, {0, 0, 5}); // off the plate
    assembly.parts.push_back({"model/pin", tests::box({30, 5, 5}, {33, 8, 20})});
    const Report report = report_of(assembly, after(old));
    EXPECT_EQ(count_of(report, ClashStatus::Active), 5U);
    EXPECT_EQ(count_of(report, ClashStatus::New), 1U);
    EXPECT_EQ(clash_with(report, "model/pin").status, ClashStatus::New);
    ASSERT_EQ(report.gone.size(), 1U);
    EXPECT_EQ(report.gone[0].because, Gone::NotFound);
    EXPECT_EQ(report.gone[0].status, ClashStatus::Resolved);
    EXPECT_EQ(report.gone[0].id, clash_with(old, "model/block").id);
    // Back again, it is new, though two runs lie between.
    const Report again = report_of(bolted_plate(), after(report));
    EXPECT_EQ(clash_with(again, "model/block").status, ClashStatus::New);
    EXPECT_EQ(count_of(again, ClashStatus::Active), 5U);
    ASSERT_EQ(again.gone.size(), 1U);
    EXPECT_EQ(again.gone[0].because, Gone::PartGone);
}

TEST(Baselines, SayWhyAClashIsGone) {
    Assembly assembly = bolted_plate();
    const Report old = report_of(assembly);
    assembly.pairs = {{{"model/block", "*"}, false, "on purpose"}};
    assembly.rules = {{.name = "", .between = {"model/bolt*", "*"}}};
    const Report report = report_of(assembly, after(old));
    ASSERT_EQ(report.gone.size(), 2U);
    for (const report::GoneClash& gone : report.gone) {
        EXPECT_EQ(gone.because, gone.key_a == "model/block" ? Gone::Ignored : Gone::NoRule);
        EXPECT_EQ(gone.key_b, "model/plate");
    }
}

TEST(Baselines, OfAnInterruptedRunResolveNothing) {
    const Assembly assembly = bolted_plate();
    const Report old = report_of(assembly);
    const SceneDescription scene = described(assembly);
    const Context context;
    context.cancel();
    const auto found = report::find_clashes(scene, placed(assembly, scene), after(old), context);
    ASSERT_TRUE(found);
    ASSERT_EQ(found->report.gone.size() + found->report.clashes.size(), 6U);
    for (const report::GoneClash& gone : found->report.gone) {
        EXPECT_EQ(gone.because, Gone::NotExamined);
        EXPECT_EQ(gone.status, ClashStatus::New);
    }
}

TEST(Reviews, CarryOverAndComeBackThroughTheNextBaseline) {
    const Assembly assembly = bolted_plate();
    const Report old = report_of(assembly);
    const std::string approved = clash_with(old, "model/block").id;
    const std::string resolved = clash_with(old, "model/lug").id;
    report::Review review;
    review.entries = {{approved, ClashStatus::Approved, "Ann", "press fit\nas drawn"},
                      {resolved, ClashStatus::Resolved, std::nullopt, "moved it"},
                      {"0123456789abcdef", ClashStatus::Approved, {}, {}}};
    const Report report = report_of(assembly, after(old, review));
    EXPECT_EQ(clash_with(report, "model/block").status, ClashStatus::Approved);
    EXPECT_EQ(clash_with(report, "model/block").assignee, "Ann");
    EXPECT_EQ(clash_with(report, "model/lug").status, ClashStatus::New); // it is still there
    EXPECT_EQ(clash_with(report, "model/lug").comment, "moved it");
    EXPECT_EQ(count_of(report, ClashStatus::Active), 4U);
    ASSERT_EQ(report.warnings.size(), 1U);
    EXPECT_THAT(report.warnings[0], HasSubstr("1 clash that neither"));
    const Report next = report_of(assembly, after(report));
    EXPECT_EQ(clash_with(next, "model/block").status, ClashStatus::Approved);
    EXPECT_EQ(clash_with(next, "model/block").comment, "press fit\nas drawn");
    EXPECT_EQ(count_of(next, ClashStatus::Active), 5U);
}

TEST(Reviews, AreWrittenAndReadBack) {
    Assembly assembly = bolted_plate();
    report::Review said;
    said.entries = {{clash_with(report_of(assembly), "model/lug").id, ClashStatus::Reviewed,
                     "Bob <b>", "\"quoted\", and\ttabs"}};
    report::FindOptions options;
    options.review = said;
    const Report report = report_of(assembly, options);
    const TestFolder folder;
    const auto file = folder.path() / "review.json";
    std::ofstream(file) << review_text(report);
    const auto read = report::read_review(file);
    ASSERT_TRUE(read) << read.error().message;
    ASSERT_EQ(read->entries.size(), report.clashes.size());
    options.review = *read;
    const Report again = report_of(assembly, options);
    EXPECT_EQ(report_json(again), report_json(report));
    EXPECT_EQ(clash_with(again, "model/lug").comment, "\"quoted\", and\ttabs");
}

TEST(Reviews, ThatAreDamagedAreRefusedWithTheirPlace) {
    const TestFolder folder;
    const auto file = folder.path() / "review.json";
    const auto complaint = [&](const std::string& clashes) {
        std::ofstream(file) << R"({"format": "impinge-review", "format_version": 1, "clashes": )"
                            << clashes << "}";
        const auto read = report::read_review(file);
        return read ? std::string("read") : read.error().message;
    };
    EXPECT_EQ(complaint("[]"), "read");
    EXPECT_THAT(complaint(R"([{"id": "0123456789abcdef", "status": "gone"}])"),
                HasSubstr("clashes[0].status: 'gone' is none of new"));
    EXPECT_THAT(complaint(R"([{"id": "x"}])"), HasSubstr("clashes[0].id: 'x' is no identifier"));
    EXPECT_THAT(complaint(R"([{"id": "0123456789abcdef"}, {"id": "0123456789abcdef"}])"),
                HasSubstr("clashes[1]: speaks of 0123456789abcdef again"));
    EXPECT_THAT(complaint(R"([{"id": "0123456789abcdef", "stauts": "new"}])"),
                HasSubstr("did you mean 'status'"));
}

TEST(Baselines, ThatAreNoReportsAreRefused) {
    const std::string good = report_json(report_of(bolted_plate()));
    EXPECT_TRUE(report::parse_baseline(good, "o.json"));
    for (const std::string& bad :
         {std::string("{}"), std::string("[1]"), std::string(), good.substr(0, good.size() / 2),
          std::string(R"({"format": "impinge-report", "format_version": 2})"),
          std::string(R"({"format": "impinge-report", "format_version": 1, "parts": [],
                          "clashes": [{"id": "0", "kind": "hard", "severity": "error",
                          "status": "new", "a": 0, "b": 0}], "gone": []})")}) {
        const auto read = report::parse_baseline(bad, "o.json");
        ASSERT_FALSE(read) << bad;
        EXPECT_TRUE(read.error().message.starts_with("o.json: ")) << read.error().message;
    }
    // What a later version may add is no matter.
    std::string later = good;
    later.insert(1, R"("new_field": {"deep": [1, {}]},)");
    EXPECT_TRUE(report::parse_baseline(later, "o.json"));
}

} // namespace
} // namespace impinge::report_test
