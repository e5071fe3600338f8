// SPDX-License-Identifier: Apache-2.0
//
// The table of a check by a sampled method.
#include "check_report.hpp"
#include "console.hpp"
#include "input.hpp"
#include "sampled_edge_rays.hpp"
#include "text_table.hpp"

#include <fmt/format.h>

namespace impinge::cli {
namespace {

/// Of more pairs than this that were drawn, those that are apart are left out.
constexpr std::size_t most_pairs_listed = 40;

std::vector<Column> columns_of(const SampledAnswers& sampled) {
    std::vector<Column> columns = {
        {"a"}, {"b"}, {"verdict"}, {"certainty"}, {"pixel size", Align::Right}};
    if (!sampled.edge_rays) {
        columns.insert(columns.end(), {{"surfaces within", Align::Right},
                                       {"overlapping pixels", Align::Right},
                                       {"renderings", Align::Right},
                                       {"pixels settled by", Align::Left}});
        return columns;
    }
    columns.insert(columns.end(), {{"decided by"}, {"edge points", Align::Left}});
    if (sampled.localised()) {
        columns.push_back({"crossings", Align::Right});
    }
    return columns;
}

std::vector<std::string> row_of(const Examination& examination, const AssemblyPair& pair,
                                const MethodAnswer& answer) {
    std::vector<std::string> row = {
        printable(examination.bodies[pair.a].name), printable(examination.bodies[pair.b].name),
        verdict_words(examination, pair), to_string(pair.interference.certainty)};
    const auto pixel_size = answer.pixel_size();
    row.push_back(pixel_size ? fmt::format("{:.4g}{}", *pixel_size, unit_suffix(examination.unit))
                             : "");
    if (!answer.edge_rays) {
        const bool drawn = !answer.views.empty();
        row.push_back(
            drawn ? fmt::format("{:.2g}{}", answer.surface_error, unit_suffix(examination.unit))
                  : "");
        row.push_back(drawn ? std::to_string(answer.overlapping_pixels) : "");
        row.push_back(drawn ? std::to_string(answer.renderings) : "");
        row.push_back(drawn ? stage_pixels_text(answer.pixels_by_stage) : "");
        return row;
    }
    row.emplace_back(name_of(answer.edge_rays->decided_by));
    row.push_back(edge_points_text(*answer.edge_rays));
    if (examination.sampled->localised()) {
        row.push_back(std::to_string(answer.edge_rays->crossings.size()));
    }
    return row;
}

/// A point drawn at a pixel's centre may lie half a pixel beside its edge.
std::string flush_note(const Examination& examination) {
    for (const AssemblyPair& pair : examination.answer.pairs) {
        if (pair.interference.verdict == Verdict::Crossing &&
            pair.interference.certainty == Certainty::Sampled) {
            return "note: bodies that are flush within a pixel may count as crossing: --confirm "
                   "asks the exact engine\n";
        }
    }
    return "";
}

/// What was looked at, and what is known beyond pairs.
std::string heading(const Examination& examination) {
    const SampledAnswers& sampled = *examination.sampled;
    if (!sampled.edge_rays) {
        return fmt::format("\nmethod {}, device {}: what lies between pixels is not seen\n",
                           sampled.method(), sampled.device());
    }
    const imagespace::EdgeRayAlgorithm algorithm = sampled.request.edge_rays.algorithm;
    return fmt::format("\nmethod {}, algorithm {}, device {}: what no ray meets is not seen\n",
                       sampled.method(), static_cast<int>(algorithm), sampled.device()) +
           edge_ray_facts(*sampled.edge_rays, examination.unit) +
           penetration_text(*sampled.edge_rays, algorithm, examination.bodies) +
           unsound_notes(*sampled.edge_rays, examination.bodies) + flush_note(examination);
}

} // namespace

std::string sampled_pair_table(const Examination& examination) {
    const SampledAnswers& sampled = *examination.sampled;
    TextTable table(columns_of(sampled));
    bool any = false;
    const bool few = sampled.pairs.size() <= most_pairs_listed;
    const bool untold_too =
        few || !sampled.edge_rays || names_pairs(sampled.request.edge_rays.algorithm);
    for_each_pair(examination, few ? Listed::All : Listed::NotApart, [&](const AssemblyPair& pair) {
        const MethodAnswer* answer = sampled_answer(examination, pair);
        if (answer != nullptr && (untold_too || !answer->could_not_tell())) {
            any = true;
            table.add(row_of(examination, pair, *answer));
        }
    });
    return heading(examination) + (any ? fmt::format("\n{}", table.text()) : "");
}

} // namespace impinge::cli
