// SPDX-License-Identifier: Apache-2.0
//
// Every sampled method on every device beside the exact one, as a table and as JSON.
#pragma once

#include "compare_ask.hpp"
#include "json_report.hpp"

namespace impinge::cli {

/// What a method said on a device.
struct MethodRow {
    const char* method = "";
    raster::DeviceKind device = raster::DeviceKind::Software;
    std::string runs_on = {};
    MethodAnswer answer = {};
    std::string refused = {}; ///< why there is no answer
    double milliseconds = 0;  ///< bodies handed to the device included

    [[nodiscard]] bool told() const { return refused.empty() && !answer.could_not_tell(); }
};

struct AllCompared {
    std::optional<LengthUnit> unit;
    std::vector<LoadedBody> bodies; ///< A and B
    int resolution = 0;
    Touch touch = Touch::IsNothing;
    Interference exact = {};
    std::vector<MethodRow> rows = {}; ///< by device, then method
    double read_ms = 0;
    double diagnose_ms = 0;
    double exact_ms = 0;
    double total_ms = 0;

    /// The bodies interfere, and the method says they do not; the other way round. What a method
    /// could not tell, it has neither missed nor invented.
    [[nodiscard]] bool missed(const MethodRow& row) const {
        return row.told() && interferes(exact, touch) &&
               row.answer.interference.verdict == Verdict::Apart;
    }
    [[nodiscard]] bool invented(const MethodRow& row) const {
        return row.told() && !interferes(exact, touch) &&
               row.answer.interference.verdict != Verdict::Apart;
    }
};

std::string all_compared_text(const AllCompared& compared);
Json all_compared_json(const AllCompared& compared);

} // namespace impinge::cli
