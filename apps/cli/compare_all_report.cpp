// SPDX-License-Identifier: Apache-2.0
#include "compare_all_report.hpp"

#include "colour.hpp"
#include "input.hpp"
#include "text_table.hpp"

#include <fmt/format.h>

namespace impinge::cli {
namespace {

std::string verdict_text(const MethodRow& row) {
    if (!row.refused.empty()) {
        return "refused";
    }
    const Verdict verdict = row.answer.interference.verdict;
    return row.told() ? coloured(to_string(verdict), verdict) : "could not tell";
}

/// Why there are no answers, once for each reason.
std::string refusals(const AllCompared& compared) {
    std::string text;
    for (const MethodRow& row : compared.rows) {
        if (!row.refused.empty() && text.find(row.refused) == std::string::npos) {
            text += fmt::format("refused: {}\n", row.refused);
        }
    }
    return text;
}

Json json_row(const AllCompared& compared, const MethodRow& row) {
    const Interference& interference = row.answer.interference;
    Json out;
    out["method"] = row.method;
    out["device"] = raster::name_of(row.device);
    out["runs_on"] = row.runs_on;
    for (const char* field : {"verdict", "certainty", "settled", "pixel_size", "hash", "refused"}) {
        out[field] = nullptr;
    }
    if (row.told()) {
        out["verdict"] = to_string(interference.verdict);
    }
    if (row.refused.empty()) {
        out["certainty"] = to_string(interference.certainty);
        out["settled"] = row.answer.settled;
        out["hash"] = json_hash(hash_of(row.answer));
        if (const auto pixel_size = row.answer.pixel_size()) {
            out["pixel_size"] = *pixel_size;
        }
    } else {
        out["refused"] = row.refused;
    }
    out["missed"] = compared.missed(row);
    out["invented"] = compared.invented(row);
    out["ms"] = row.milliseconds;
    return out;
}

} // namespace

std::string all_compared_text(const AllCompared& compared) {
    TextTable table({{"method"},
                     {"device"},
                     {"verdict"},
                     {"certainty"},
                     {"pixel size", Align::Right},
                     {"ms", Align::Right},
                     {"comparison", Align::Left}});
    table.add({"exact", "", coloured(to_string(compared.exact.verdict), compared.exact.verdict),
               to_string(compared.exact.certainty), "", fmt::format("{:.3g}", compared.exact_ms),
               ""});
    for (const MethodRow& row : compared.rows) {
        const auto pixel_size = row.answer.pixel_size();
        table.add(
            {row.method, raster::name_of(row.device), verdict_text(row),
             row.refused.empty() ? to_string(row.answer.interference.certainty) : "",
             pixel_size ? fmt::format("{:.4g}{}", *pixel_size, unit_suffix(compared.unit)) : "",
             fmt::format("{:.3g}", row.milliseconds),
             compared.missed(row)     ? "missed"
             : compared.invented(row) ? "invented"
             : row.told()             ? "agree"
                                      : ""});
    }
    return table.text() + refusals(compared);
}

Json all_compared_json(const AllCompared& compared) {
    Json out = json_document("compare-all");
    out["partial"] = false; // an interrupted one writes nothing
    out["unit"] = json_unit(compared.unit);
    out["bodies"] = json_bodies(compared.bodies);
    out["resolution"] = compared.resolution;
    out["touching_counts"] = compared.touch == Touch::Counts;
    out["exact_verdict"] = to_string(compared.exact.verdict);
    out["methods"] = Json::array();
    for (const MethodRow& row : compared.rows) {
        out["methods"].push_back(json_row(compared, row));
    }
    out["timings_ms"] = {{"read", compared.read_ms},
                         {"diagnose", compared.diagnose_ms},
                         {"exact", compared.exact_ms},
                         {"total", compared.total_ms}};
    return out;
}

} // namespace impinge::cli
