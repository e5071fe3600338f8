// SPDX-License-Identifier: Apache-2.0
#include "report/report_table.hpp"

#include "output/text.hpp"
#include "report/report_counts.hpp"

#include <fmt/core.h>

namespace impinge::cli {
namespace {

using impinge::report::Clash;
using impinge::report::ClashStatus;
using impinge::report::Report;

constexpr std::size_t most_clashes_shown = 30;
constexpr std::size_t most_groups_shown = 10;
constexpr std::size_t most_pairs_shown = 5;

std::string name_of(const Report& report, std::uint32_t part) {
    return part == impinge::report::no_part ? "-" : printable(report.parts[part].name);
}

std::string how_much(const Report& report, const Clash& clash) {
    if (clash.depth && *clash.depth == 0) {
        return "without a measurable depth";
    }
    if (clash.depth) {
        return length_text(report, *clash.depth) + " deep" +
               (clash.within_facet_error ? ", within facet error" : "");
    }
    if (clash.distance) {
        return length_text(report, *clash.distance) + " apart";
    }
    return clash.unmeasured.empty() ? "" : "not measured: " + printable(clash.unmeasured);
}

std::string clash_table(const Report& report) {
    TextTable table({{"severity"}, {"kind"}, {"a"}, {"b"}, {"how much"}, {"status"}, {"id"}});
    for (std::size_t i = 0; i < std::min(report.clashes.size(), most_clashes_shown); ++i) {
        const Clash& clash = report.clashes[i];
        table.add({to_string(clash.severity), to_string(clash.kind), name_of(report, clash.a),
                   name_of(report, clash.b), how_much(report, clash), to_string(clash.status),
                   clash.id});
    }
    const std::size_t more =
        report.clashes.size() - std::min(report.clashes.size(), most_clashes_shown);
    return report.clashes.empty()
               ? ""
               : table.text() + (more > 0 ? fmt::format("and {} more\n", more) : "") + "\n";
}

std::string group_lines(const Report& report) {
    std::string out;
    std::size_t shown = 0;
    for (const auto& group : report.groups) {
        if (++shown > most_groups_shown) {
            return out + fmt::format("and {} more groups\n", report.groups.size() - shown + 1);
        }
        out += fmt::format("group: {}\n", printable(group.explanation));
    }
    return out;
}

/// Both kinds of pairs that are no clash and no "free of clashes".
template <typename Pair>
std::string pair_lines(const Report& report, const std::vector<Pair>& pairs, const char* what) {
    std::string out;
    for (std::size_t i = 0; i < std::min(pairs.size(), most_pairs_shown); ++i) {
        out += fmt::format("{}: {} and {}: {}\n", what, name_of(report, pairs[i].a),
                           name_of(report, pairs[i].b), printable(pairs[i].reason));
    }
    return out + (pairs.size() > most_pairs_shown
                      ? fmt::format("and {} more {}\n", pairs.size() - most_pairs_shown, what)
                      : "");
}

std::string rule_lines(const Report& report) {
    std::string out;
    for (const auto& unmatched : report.unmatched_rules) {
        out += fmt::format("rule without effect: {}: {}\n",
                           printable(report.rules[unmatched.rule].rule.name),
                           printable(unmatched.reason));
    }
    for (const auto& rule : report.rules) {
        if (rule.within_tolerance > 0) {
            out += fmt::format("{}: {} within the tolerance of {}\n", printable(rule.rule.name),
                               counted(rule.within_tolerance, "pair", "pairs"),
                               length_text(report, rule.rule.limit));
        }
    }
    return out;
}

std::string last_lines(const Report& report) {
    const auto counts = count_clashes(report);
    const auto of = [&](ClashStatus status) {
        return counts.by_status[static_cast<std::size_t>(status)];
    };
    const auto severe = [&](Severity severity) {
        return counts.by_severity[static_cast<std::size_t>(severity)];
    };
    std::string out = fmt::format("{}, {} examined: {}, {} open ({}, {}, {})\n",
                                  counted(report.parts.size(), "part", "parts"),
                                  counted(report.pairs_examined, "pair", "pairs"),
                                  counted(report.clashes.size(), "clash", "clashes"), counts.open,
                                  counted(severe(Severity::Error), "error", "errors"),
                                  counted(severe(Severity::Warning), "warning", "warnings"),
                                  counted(severe(Severity::Note), "note", "notes"));
    if (report.has_baseline || counts.open != report.clashes.size()) {
        out += fmt::format("{} new, {} active, {} reviewed, {} approved, {} resolved\n",
                           of(ClashStatus::New), of(ClashStatus::Active), of(ClashStatus::Reviewed),
                           of(ClashStatus::Approved), of(ClashStatus::Resolved));
    }
    return out + (report.partial ? "INTERRUPTED: clashes may be missing\n" : "");
}

} // namespace

std::string report_table(const Report& report) {
    return clash_table(report) + group_lines(report) +
           pair_lines(report, report.undecided, "undecided") +
           pair_lines(report, report.ignored, "ignored") + rule_lines(report) + last_lines(report);
}

} // namespace impinge::cli
