// SPDX-License-Identifier: Apache-2.0
//
// From a placed scene to its clashes: parts, the verdict of every pair, measures of those that a
// rule minds, parts that float, order, groups.
#include "base/no_throw.hpp"
#include "base/parallel.hpp"
#include "impinge/version.hpp"
#include "io/file_bytes.hpp"
#include "report/baseline.hpp"
#include "report/found_pairs.hpp"
#include "report/group_clashes.hpp"
#include "report/sha256.hpp"

#include <algorithm>
#include <chrono>
#include <numeric>

namespace impinge::inline v0::report {
namespace {

PairWish placed_wish(const PairWishes& wishes, std::uint32_t a, std::uint32_t b) {
    return wishes.of ? wishes.of(a, b) : PairWish{true, wishes.largest_clearance};
}

/// What check_all() has to find out about a pair; rules need not ask for it at all.
PairWish wish_of_rules(const Finding& finding, std::uint32_t a, std::uint32_t b) {
    PairWish wish{false, 0};
    for (const ClashKind kind :
         {ClashKind::Hard, ClashKind::Containment, ClashKind::Duplicate, ClashKind::Clearance}) {
        if (const auto rule = finding.pair_rules.deciding(kind, a, b)) {
            wish.check = true;
            if (kind == ClashKind::Clearance) {
                wish.clearance = finding.rules[*rule].limit;
            }
        }
    }
    if (const auto rule = finding.pair_rules.contact(a, b)) {
        wish.check = true;
        wish.clearance = std::max(wish.clearance, finding.rules[*rule].limit);
    }
    wish.check = wish.check && placed_wish(finding.placed.wishes, a, b).check;
    return wish;
}

Error naming_parts(Error error, const Finding& finding) {
    if (error.body && *error.body < finding.placed.bodies.size() && error.reason_begins > 0) {
        const PlacedBody& body = finding.placed.bodies[*error.body];
        error.message = body.file + ": " + body.name + ": " + std::string(error.reason());
        error.reason_begins = 0;
    }
    return error;
}

Expected<AssemblyCheck> check_pairs(const Finding& finding, const Context& context) {
    AssemblyOptions options;
    options.detail = finding.options.geometry ? Detail::Curves : Detail::Verdict;
    options.open_meshes = finding.placed.open_meshes;
    options.wishes.of = [&](std::uint32_t a, std::uint32_t b) {
        return wish_of_rules(finding, a, b);
    };
    for (const ClashRule& rule : finding.rules) {
        const bool near = rule.kind == ClashKind::Clearance || rule.kind == ClashKind::Contact;
        options.wishes.largest_clearance =
            std::max(options.wishes.largest_clearance, near ? rule.limit : 0);
    }
    auto answer = check_all(finding.query.bodies, options, context);
    return answer ? std::move(answer) : naming_parts(answer.error(), finding);
}

/// What one pair came to.
struct PairOutcome {
    bool asked = false;
    Status status;
    std::vector<FoundClash> clashes;
    std::vector<std::uint64_t> within_tolerance;
};

/// Side by side, each on one thread: most overlaps are small.
Status measure_pairs(Finding& finding, const AssemblyCheck& answer, std::vector<FoundClash>& found,
                     const Context& context) {
    std::vector<PairOutcome> outcomes(answer.pairs.size());
    Context one = context;
    one.set_threads(1);
    one.set_progress({});
    const auto ask = [&](std::size_t i) {
        PairOutcome& outcome = outcomes[i];
        outcome.asked = true;
        outcome.within_tolerance.resize(finding.rules.size());
        auto clashes = clashes_of_pair(finding, answer.pairs[i], outcome.within_tolerance, one);
        if (clashes) {
            outcome.clashes = std::move(*clashes);
        } else {
            outcome.status = clashes.error();
        }
    };
    for_each_chunk(context, outcomes.size(), 1, [&](const Chunk& chunk) { ask(chunk.begin); });
    for (std::size_t i = 0; i < outcomes.size(); ++i) {
        if (!outcomes[i].asked) { // interrupted: what is known to clash is told, not measured
            ask(i);
        }
    }
    for (PairOutcome& outcome : outcomes) {
        if (!outcome.status) {
            return outcome.status;
        }
        std::move(outcome.clashes.begin(), outcome.clashes.end(), std::back_inserter(found));
        for (std::size_t rule = 0; rule < outcome.within_tolerance.size(); ++rule) {
            finding.found.report.rules[rule].within_tolerance += outcome.within_tolerance[rule];
        }
    }
    return {};
}

std::string joined(const std::vector<std::string>& texts) {
    std::string out;
    for (const std::string& text : texts) {
        out += (out.empty() ? "" : ", ") + text;
    }
    return out;
}

std::string open_reason(const Finding& finding, const AssemblyPair& pair) {
    std::string reason;
    for (const std::uint32_t i : {pair.a, pair.b}) {
        const auto& diagnosis = finding.query.diagnoses[i];
        if (diagnosis && !diagnosis->solid()) {
            reason += (reason.empty() ? "" : "; ") + finding.part(i).name + " is not a solid (" +
                      joined(diagnosis->reasons()) + "): the other may lie in it";
        }
    }
    return reason.empty() ? "one may lie in the other" : reason;
}

void list_undecided(Finding& finding, const AssemblyCheck& answer) {
    for (const AssemblyPair& pair : answer.pairs) {
        if (pair.interference.decision == Decision::ContainmentOpen) {
            finding.found.report.undecided.push_back({pair.a, pair.b, open_reason(finding, pair)});
        } else if (pair.interference.decision == Decision::Cancelled) {
            finding.found.report.undecided.push_back({pair.a, pair.b, "interrupted"});
        }
    }
}

/// Pairs that rules decide, and those that somebody left out; every pair there is is looked at.
void count_pairs(Finding& finding) {
    Report& report = finding.found.report;
    const auto bodies = static_cast<std::uint32_t>(report.parts.size());
    for (std::uint32_t a = 0; a < bodies; ++a) {
        for (std::uint32_t b = a + 1; b < bodies; ++b) {
            if (!placed_wish(finding.placed.wishes, a, b).check) {
                ++report.pairs_ignored;
                std::string reason = finding.pair_rules.ignored_because(a, b);
                if (!reason.empty() && boxes_overlap(report.parts[a].box, report.parts[b].box)) {
                    report.ignored.push_back({a, b, std::move(reason)});
                }
                continue;
            }
            for (const ClashKind kind : {ClashKind::Hard, ClashKind::Containment,
                                         ClashKind::Duplicate, ClashKind::Clearance}) {
                if (const auto rule = finding.pair_rules.deciding(kind, a, b)) {
                    ++report.rules[*rule].pairs;
                }
            }
        }
    }
    for (std::size_t i = 0; i < finding.rules.size(); ++i) {
        if (finding.rules[i].kind == ClashKind::Contact) {
            const std::vector<bool>& side = finding.pair_rules.sides(i).a;
            report.rules[i].pairs =
                static_cast<std::uint64_t>(std::count(side.begin(), side.end(), true));
        }
    }
}

void list_unmatched(Finding& finding) {
    Report& report = finding.found.report;
    for (std::uint32_t i = 0; i < report.rules.size(); ++i) {
        const std::string mistyped = finding.pair_rules.mistyped(i);
        if (!mistyped.empty()) {
            report.unmatched_rules.push_back({i, mistyped});
        } else if (report.rules[i].pairs == 0) {
            report.unmatched_rules.push_back(
                {i, "no pair is left for it: all that it means are ignored, or decided by later "
                    "rules of its kind"});
        }
    }
}

void take_clashes(Finding& finding, std::vector<FoundClash> found) {
    std::sort(found.begin(), found.end(), [](const FoundClash& a, const FoundClash& b) {
        return comes_before(a.clash, b.clash);
    });
    Report& report = finding.found.report;
    for (FoundClash& one : found) {
        ++report.rules[one.clash.rule].clashes;
        report.clashes.push_back(std::move(one.clash));
        if (finding.options.geometry) {
            finding.found.geometry.clashes.push_back(std::move(one.geometry));
        }
    }
}

void open_ones_first(Report& report) {
    for (ClashGroup& group : report.groups) {
        std::stable_partition(group.clashes.begin(), group.clashes.end(),
                              [&](std::uint32_t i) { return is_open(report.clashes[i].status); });
    }
}

std::string now_text() {
    const auto now =
        std::chrono::time_point_cast<std::chrono::seconds>(std::chrono::system_clock::now());
    const auto day = std::chrono::floor<std::chrono::days>(now);
    const std::chrono::year_month_day date(day);
    const std::chrono::hh_mm_ss time(now - day);
    const auto padded = [](long number, std::size_t digits) {
        const std::string text = std::to_string(number);
        return std::string(digits - std::min(digits, text.size()), '0') + text;
    };
    return padded(static_cast<int>(date.year()), 4) + "-" +
           padded(static_cast<long>(static_cast<unsigned>(date.month())), 2) + "-" +
           padded(static_cast<long>(static_cast<unsigned>(date.day())), 2) + "T" +
           padded(time.hours().count(), 2) + ":" + padded(time.minutes().count(), 2) + ":" +
           padded(time.seconds().count(), 2) + "Z";
}

void begin_report(Finding& finding) {
    Report& report = finding.found.report;
    report.impinge_version = version();
    report.created = finding.options.created.empty() ? now_text() : finding.options.created;
    report.unit = finding.placed.unit;
    report.inputs = finding.options.inputs;
    for (const ClashRule& rule : finding.rules) {
        report.rules.push_back({.rule = rule});
    }
}

Status find_all(Finding& finding, const Context& context) {
    begin_report(finding);
    if (Status status = find_parts(finding, context); !status) {
        return status;
    }
    Report& report = finding.found.report;
    const auto answer = check_pairs(finding, context);
    if (!answer) {
        return answer.error();
    }
    report.pairs_wished = answer->wished_pairs;
    report.pairs_examined = answer->examined_pairs;
    std::vector<FoundClash> found;
    if (Status status = measure_pairs(finding, *answer, found, context); !status) {
        return status;
    }
    auto floating = missing_contacts(finding, *answer, context);
    if (!floating) {
        return floating.error();
    }
    std::move(floating->begin(), floating->end(), std::back_inserter(found));
    list_undecided(finding, *answer);
    count_pairs(finding);
    list_unmatched(finding);
    take_clashes(finding, std::move(found));
    group_clashes(report);
    report.partial = answer->partial || finding.placed.partial || context.cancelled();
    if (finding.options.baseline) {
        carry_over(finding, *finding.options.baseline);
    }
    apply_review(report, finding.options.review);
    open_ones_first(report);
    return {};
}

Status check_rules(std::span<const ClashRule> rules) {
    for (const ClashRule& rule : rules) {
        if (!(rule.limit >= 0 && rule.limit < std::numeric_limits<double>::infinity())) {
            return invalid("rule " + rule.name + ": its limit must be finite and not negative");
        }
    }
    return {};
}

} // namespace

Expected<ClashReport> find_clashes(const SceneDescription& scene, const PlacedScene& placed,
                                   const FindOptions& options, const Context& context) {
    return no_throw([&]() -> Expected<ClashReport> {
        std::vector<ClashRule> rules = all_rules(scene, options.rules);
        if (Status status = check_rules(rules); !status) {
            return status.error();
        }
        PairRules pair_rules(scene, placed.bodies, rules);
        Finding finding{scene, placed, options, std::move(rules), std::move(pair_rules)};
        if (Status status = find_all(finding, context); !status) {
            return status.error();
        }
        return std::move(finding.found);
    });
}

Expected<ReportInput> describe_input(const std::filesystem::path& file) {
    return no_throw([&]() -> Expected<ReportInput> {
        const auto bytes = read_file_bytes(file);
        if (!bytes) {
            return bytes.error();
        }
        return ReportInput{file.string(), sha256(bytes->view()), bytes->view().size()};
    });
}

} // namespace impinge::inline v0::report
