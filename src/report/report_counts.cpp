// SPDX-License-Identifier: Apache-2.0
#include "report/report_counts.hpp"

#include <array>
#include <charconv>

namespace impinge::inline v0::report {
namespace {

std::string what_of(const Report& report, const Clash& clash) {
    switch (clash.kind) {
    case ClashKind::Hard:
        return clash.verdict == Verdict::Same ? "are equal"
               : !clash.depth                 ? "overlap"
               : *clash.depth > 0 ? "overlap " + length_text(report, *clash.depth) + " deep"
                                  : "overlap without a measurable depth";
    case ClashKind::Containment:
        return "one lies in the other";
    case ClashKind::Duplicate:
        return "are equal";
    case ClashKind::Clearance:
        return "gap of " + length_text(report, clash.distance.value_or(0));
    case ClashKind::Contact:
        return clash.distance ? "no contact, " + length_text(report, *clash.distance) + " apart"
                              : "no contact";
    }
    return "clash";
}

} // namespace

ReportCounts count_clashes(const Report& report) {
    ReportCounts counts;
    for (const Clash& clash : report.clashes) {
        ++counts.by_status[static_cast<std::size_t>(clash.status)];
        ++counts.by_severity[static_cast<std::size_t>(clash.severity)];
        ++counts.by_kind[static_cast<std::size_t>(clash.kind)];
        counts.open += is_open(clash.status) ? 1 : 0;
        counts.within_facet_error += clash.within_facet_error ? 1 : 0;
    }
    for (const GoneClash& gone : report.gone) {
        counts.by_status[static_cast<std::size_t>(ClashStatus::Resolved)] +=
            gone.status == ClashStatus::Resolved ? 1 : 0;
    }
    return counts;
}

std::string title_of(const Report& report, const Clash& clash) {
    const std::string& a = report.parts[clash.a].name;
    const std::string both = clash.b == no_part ? a : a + " and " + report.parts[clash.b].name;
    return both + ": " + what_of(report, clash);
}

std::string length_text(const Report& report, double length, int digits) {
    std::array<char, 40> text{};
    const auto end = std::to_chars(text.data(), text.data() + text.size(), length,
                                   std::chars_format::general, digits)
                         .ptr;
    return std::string(text.data(), end) +
           (report.unit ? std::string(" ") + to_string(*report.unit) : "");
}

} // namespace impinge::inline v0::report
