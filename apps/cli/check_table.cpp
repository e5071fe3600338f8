// SPDX-License-Identifier: Apache-2.0
#include "check_report.hpp"
#include "console.hpp"
#include "solid_note.hpp"
#include "text_table.hpp"

#include <fmt/format.h>

namespace impinge::cli {
namespace {

std::string body_table(const Examination& examination) {
    TextTable table({{"body"},
                     {"triangles", Align::Right},
                     {"solid", Align::Left},
                     {"components", Align::Right},
                     {"file", Align::Left}});
    for (const LoadedBody& body : examination.bodies) {
        const bool known = body.diagnosis.has_value();
        table.add({body.name, std::to_string(body.mesh.triangles.size()),
                   !known ? "?" : (body.diagnosis->solid() ? "yes" : "NO"),
                   known ? std::to_string(body.diagnosis->components) : "?", body.file});
    }
    return table.text();
}

std::string verdict_words(const Interference& result) {
    std::string words;
    switch (result.verdict) {
    case Verdict::AInsideB:
        words = "a inside b";
        break;
    case Verdict::BInsideA:
        words = "b inside a";
        break;
    default:
        words = to_string(result.verdict);
    }
    if (!is_decided(result)) {
        return "undecided (interrupted)";
    }
    if (result.partial) {
        words += " (interrupted)";
    }
    return result.compared == Compared::Surfaces ? words + ", surfaces only" : words;
}

std::string pair_table(const Examination& examination, const Outputs& outputs) {
    std::vector<Column> columns = {{"a"},
                                   {"b"},
                                   {"verdict"},
                                   {"crossing pairs", Align::Right},
                                   {"touching pairs", Align::Right}};
    const bool curves = outputs.detail() == Detail::Curves;
    if (curves) {
        columns.push_back({"curves", Align::Right});
    }
    TextTable table(columns);
    bool any = false;
    for (const ExaminedPair& pair : examination.pairs) {
        const Interference& result = pair.result;
        if (result.verdict == Verdict::Apart && !result.partial) {
            continue;
        }
        any = true;
        std::vector<std::string> row = {
            examination.bodies[pair.a].name, examination.bodies[pair.b].name, verdict_words(result),
            std::to_string(result.crossing_pairs), std::to_string(result.touching_pairs)};
        if (curves) {
            row.push_back(std::to_string(result.curves.size()));
        }
        table.add(std::move(row));
    }
    return any ? "\n" + table.text() : "";
}

std::string summary(const Examination& examination) {
    const VerdictCounts counts = count_verdicts(examination);
    std::string parts;
    const auto add = [&](std::size_t count, std::string_view word) {
        if (count > 0) {
            parts += fmt::format("{}{} {}", parts.empty() ? ": " : ", ", count, word);
        }
    };
    add(counts.crossing, "crossing");
    add(counts.inside(), "inside");
    add(counts.same, "same");
    add(counts.touching, "touching");
    add(counts.apart, "apart");
    add(counts.undecided, "undecided");
    const std::size_t n = examination.bodies.size();
    const std::string of_all =
        examination.partial ? fmt::format(" of {}", pair_count(examination.named_bodies)) : "";
    return fmt::format("\n{}, {}{} examined{}{}\n", counted(n, "body", "bodies"),
                       counted(examination.pairs.size(), "pair", "pairs"), of_all, parts,
                       examination.partial ? " (interrupted)" : "");
}

} // namespace

std::string check_table(const Examination& examination, const Outputs& outputs) {
    std::string notes;
    for (const LoadedBody& body : examination.bodies) {
        if (body.known_open()) {
            notes += solid_note(body) + ": only surfaces were compared with it\n";
        }
    }
    return body_table(examination) + (notes.empty() ? "" : "\n" + notes) +
           pair_table(examination, outputs) + summary(examination);
}

} // namespace impinge::cli
