// SPDX-License-Identifier: Apache-2.0
//
// A report in numbers, and its clashes in words.
#pragma once

#include "impinge/report.hpp"

#include <array>
#include <string>

namespace impinge::inline v0::report {

struct ReportCounts {
    std::array<std::uint64_t, 5> by_status{}; ///< as ClashStatus; resolved are those that are gone
    std::array<std::uint64_t, 3> by_severity{};
    std::array<std::uint64_t, 5> by_kind{};
    std::uint64_t open = 0;
    std::uint64_t within_facet_error = 0;
};

ReportCounts count_clashes(const Report& report);

/// "shaft and hub: hard, 0.3 mm deep".
std::string title_of(const Report& report, const Clash& clash);

/// The length with its unit, in at most `digits` digits: "0.3 mm".
std::string length_text(const Report& report, double length, int digits = 4);

} // namespace impinge::inline v0::report
