// SPDX-License-Identifier: Apache-2.0
//
// The table of a check by a sampled method.
#include "check_report.hpp"
#include "console.hpp"
#include "input.hpp"
#include "solid_note.hpp"
#include "text_table.hpp"

#include <fmt/format.h>

namespace impinge::cli {
namespace {

/// Of more pairs than this that were drawn, those that are apart are left out.
constexpr std::size_t most_pairs_listed = 40;

std::vector<std::string> row_of(const Examination& examination, const AssemblyPair& pair) {
    std::vector<std::string> row = {printable(examination.bodies[pair.a].name),
                                    printable(examination.bodies[pair.b].name),
                                    verdict_words(examination, pair)};
    const MethodAnswer* answer = sampled_answer(examination, pair);
    const bool drawn = answer != nullptr && !answer->views.empty();
    row.emplace_back(to_string(pair.interference.certainty));
    row.push_back(drawn ? fmt::format("{:.4g}{}", raster::pixel_size(answer->views.front()),
                                      unit_suffix(examination.unit))
                        : "");
    row.push_back(drawn ? std::to_string(answer->overlapping_pixels) : "");
    row.push_back(drawn ? std::to_string(answer->renderings) : "");
    row.push_back(drawn ? stage_pixels_text(answer->pixels_by_stage) : "");
    return row;
}

} // namespace

std::string sampled_pair_table(const Examination& examination) {
    TextTable table({{"a"},
                     {"b"},
                     {"verdict"},
                     {"certainty"},
                     {"pixel size", Align::Right},
                     {"overlapping pixels", Align::Right},
                     {"renderings", Align::Right},
                     {"pixels settled by", Align::Left}});
    bool any = false;
    const bool few = examination.sampled->pairs.size() <= most_pairs_listed;
    for_each_pair(examination, few ? Listed::All : Listed::NotApart, [&](const AssemblyPair& pair) {
        if (sampled_answer(examination, pair) != nullptr) {
            any = true;
            table.add(row_of(examination, pair));
        }
    });
    return fmt::format("\nmethod {}, device {}: what lies between pixels is not seen\n",
                       examination.sampled->method->name, examination.sampled->device) +
           parts_notes(examination.bodies) + (any ? fmt::format("\n{}", table.text()) : "");
}

} // namespace impinge::cli
