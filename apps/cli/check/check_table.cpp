// SPDX-License-Identifier: Apache-2.0
#include "check/check_table.hpp"

#include "check/examination.hpp"
#include "check/measure_table.hpp"
#include "check/verdict_words.hpp"
#include "impinge/defects.hpp"
#include "input/input.hpp"
#include "input/loaded_body.hpp"
#include "output/text.hpp"
#include "sampled/edge_rays.hpp"

#include <algorithm>
#include <fmt/core.h>
#include <fmt/ranges.h>

namespace impinge::cli {
namespace {

/// More bodies than this are summed up instead of listed.
constexpr std::size_t most_bodies_listed = 40;
constexpr std::size_t most_notes = 10;

std::string body_table(const Examination& examination) {
    const auto& bodies = examination.bodies;
    const bool groups =
        std::any_of(bodies.begin(), bodies.end(), [](const auto& b) { return !b.group.empty(); });
    std::vector<Column> columns = {{"body"},
                                   {"triangles", Align::Right},
                                   {"solid", Align::Left},
                                   {"components", Align::Right},
                                   {"file", Align::Left}};
    if (groups) {
        columns.push_back({"group", Align::Left});
    }
    TextTable table(columns);
    for (const LoadedBody& body : bodies) {
        const bool known = body.diagnosis != nullptr;
        std::vector<std::string> row = {
            printable(body.name), std::to_string(body.mesh->triangles.size()),
            !known ? "?" : (body.diagnosis->solid() ? "yes" : "NO"),
            known ? std::to_string(body.diagnosis->components) : "?", printable(body.file)};
        if (groups) {
            row.push_back(printable(body.group));
        }
        table.add(std::move(row));
    }
    return table.text();
}

std::string body_summary(std::span<const LoadedBody> bodies) {
    std::size_t triangles = 0;
    std::size_t solids = 0;
    for (const LoadedBody& body : bodies) {
        triangles += body.mesh->triangles.size();
        solids += body.diagnosis && body.diagnosis->solid() ? 1 : 0;
    }
    return fmt::format("{} with {}, {} of them solids\n", counted(bodies.size(), "body", "bodies"),
                       counted(triangles, "triangle", "triangles"), solids);
}

bool was_looked_at(const Examination& examination, std::uint32_t body) {
    const auto& pairs = examination.answer.pairs;
    return std::any_of(pairs.begin(), pairs.end(),
                       [&](const auto& pair) { return pair.a == body || pair.b == body; });
}

/// Methods that compare depths have refused a body that is not a solid, unless its box overlapped
/// no other. Edge rays report themselves which bodies they found open.
const char* how_compared(const Examination& examination, std::uint32_t body) {
    if (!examination.sampled) {
        return ": only surfaces were compared with it";
    }
    if (!examination.sampled->edge_rays || !was_looked_at(examination, body)) {
        return ": only its box was looked at";
    }
    const auto& unsound = examination.sampled->edge_rays->unsound;
    const bool noticed = std::any_of(unsound.begin(), unsound.end(),
                                     [&](const auto& entry) { return entry.body == body; });
    return noticed ? "" : ": no ray noticed";
}

std::string body_notes(const Examination& examination) {
    std::string notes;
    std::size_t open = 0;
    for (std::uint32_t i = 0; i < examination.bodies.size(); ++i) {
        const LoadedBody& body = examination.bodies[i];
        if (body.known_open() && ++open <= most_notes) {
            notes += solid_note(body) + how_compared(examination, i) + "\n";
        }
    }
    if (open > most_notes) {
        notes += fmt::format("note: {} more are not solids (see --json or impinge diagnose)\n",
                             open - most_notes);
    }
    for (const std::string& hint : examination.hints) {
        notes += "note: " + printable(hint) + "\n";
    }
    return notes.empty() ? "" : fmt::format("\n{}", notes);
}

/// Which columns the pairs need beyond the first ones.
struct PairColumns {
    bool curves = false;
    bool nearest = false;
    std::string unit;
};

std::vector<std::string> pair_row(const Examination& examination, const AssemblyPair& pair,
                                  const PairColumns& columns) {
    const Interference& result = pair.interference;
    std::vector<std::string> row = {
        printable(examination.bodies[pair.a].name), printable(examination.bodies[pair.b].name),
        verdict_words(examination, pair), std::to_string(result.crossing_pairs),
        std::to_string(result.touching_pairs)};
    if (columns.curves) {
        row.push_back(std::to_string(result.curves.size()));
    }
    if (columns.nearest) {
        const bool known = pair.nearest && std::isfinite(pair.nearest->distance);
        row.push_back(known ? fmt::format("{:.6g}{}", pair.nearest->distance, columns.unit) : "");
        row.push_back(examination.wants_clearance(pair)
                          ? fmt::format("{:.6g}{}", pair.clearance, columns.unit)
                          : "");
        row.push_back(known ? point_text(pair.nearest->point_a) : "");
        row.push_back(known ? point_text(pair.nearest->point_b) : "");
    }
    return row;
}

std::string pair_table(const Examination& examination) {
    const PairColumns extra{.curves = examination.detail == Detail::Curves,
                            .nearest = examination.tells_distances(),
                            .unit = unit_suffix(examination.unit)};
    std::vector<Column> columns = {{"a"},
                                   {"b"},
                                   {"verdict"},
                                   {"crossing pairs", Align::Right},
                                   {"touching pairs", Align::Right}};
    if (extra.curves) {
        columns.push_back({"curves", Align::Right});
    }
    if (extra.nearest) {
        columns.insert(columns.end(), {{"distance", Align::Right},
                                       {"wanted", Align::Right},
                                       {"point a", Align::Left},
                                       {"point b", Align::Left}});
    }
    TextTable table(columns);
    bool any = false;
    for_each_pair(examination, Listed::NotApart, [&](const AssemblyPair& pair) {
        any = true;
        table.add(pair_row(examination, pair, extra));
    });
    return any ? fmt::format("\n{}", table.text()) : "";
}

/// Of more pairs than this that were drawn, those that are apart are left out.
constexpr std::size_t most_drawn_listed = 40;

std::vector<Column> sampled_columns(const SampledAnswers& sampled) {
    std::vector<Column> columns = {
        {"a"}, {"b"}, {"verdict"}, {"certainty"}, {"pixel size", Align::Right}};
    if (peels_surfaces(*sampled.request.method)) {
        columns.insert(columns.end(), {{"triangle pairs", Align::Right},
                                       {"candidates", Align::Right},
                                       {"layers", Align::Right}});
        return columns;
    }
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

std::vector<std::string> sampled_row(const Examination& examination, const AssemblyPair& pair,
                                     const MethodAnswer& answer) {
    std::vector<std::string> row = {
        printable(examination.bodies[pair.a].name), printable(examination.bodies[pair.b].name),
        verdict_words(examination, pair), to_string(pair.interference.certainty)};
    const auto pixel_size = answer.pixel_size();
    row.push_back(pixel_size ? fmt::format("{:.4g}{}", *pixel_size, unit_suffix(examination.unit))
                             : "");
    if (peels_surfaces(*examination.sampled->request.method)) {
        row.push_back(std::to_string(pair.interference.pairs.size()));
        row.push_back(answer.peeling ? std::to_string(answer.peeling->candidates) : "");
        row.push_back(answer.peeling ? std::to_string(answer.peeling->layers) : "");
        return row;
    }
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
    row.emplace_back(to_string(answer.edge_rays->decided_by));
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
std::string sampled_heading(const Examination& examination) {
    const SampledAnswers& sampled = *examination.sampled;
    if (sampled.request.peeling.search == imagespace::PeelingSearch::Conservative) {
        return fmt::format("\nmethod {}, device {}: every pair of triangles that meet is found\n",
                           sampled.method(), sampled.device());
    }
    if (!sampled.edge_rays) {
        const bool refined =
            sampled.request.options.refine == imagespace::DepthRefinement::Conservative;
        return fmt::format("\nmethod {}, device {}: what lies between pixels is {}\n",
                           sampled.method(), sampled.device(),
                           refined ? "searched, too: nothing is missed" : "not seen");
    }
    const imagespace::EdgeRayAlgorithm algorithm = sampled.request.edge_rays.algorithm;
    return fmt::format("\nmethod {}, algorithm {}, device {}: what no ray meets is not seen\n",
                       sampled.method(), static_cast<int>(algorithm), sampled.device()) +
           edge_ray_facts(*sampled.edge_rays, examination.unit) +
           penetration_text(*sampled.edge_rays, algorithm, examination.bodies) +
           unsound_notes(*sampled.edge_rays, examination.bodies) + flush_note(examination);
}

/// The pairs that a sampled method does not call apart, and how it looked at them.
std::string sampled_pair_table(const Examination& examination) {
    const SampledAnswers& sampled = *examination.sampled;
    TextTable table(sampled_columns(sampled));
    bool any = false;
    const bool few = sampled.pairs.size() <= most_drawn_listed;
    const bool untold_too =
        few || !sampled.edge_rays || names_pairs(sampled.request.edge_rays.algorithm);
    for_each_pair(examination, few ? Listed::All : Listed::NotApart, [&](const AssemblyPair& pair) {
        const MethodAnswer* answer = sampled_answer(examination, pair);
        if (answer != nullptr && (untold_too || !answer->could_not_tell())) {
            any = true;
            table.add(sampled_row(examination, pair, *answer));
        }
    });
    return sampled_heading(examination) + (any ? fmt::format("\n{}", table.text()) : "");
}

const char* what_it_says(double winding_number) {
    const double size = std::abs(winding_number);
    return size > 0.75 ? "probably inside" : size < 0.25 ? "probably outside" : "could be either";
}

/// "3 open edges near (1, 2, 3)", or the reasons alone if none of them has a place.
std::string what_to_mend(const LoadedBody& body) {
    const Defects defects = list_defects(body.mesh->view(), {.limit_per_kind = 1});
    const std::string reasons = fmt::format("{}", fmt::join(body.diagnosis->reasons(), ", "));
    for (const Defect& defect : defects.list) {
        const bool keeps_open = defect.kind == DefectKind::OpenEdge ||
                                defect.kind == DefectKind::MisorientedEdge ||
                                defect.kind == DefectKind::InsideOutComponent;
        if (keeps_open && !defect.positions.empty()) {
            const Vec3d local = defect.positions.front();
            const Vec3d p = is_identity(body.pose) ? local : apply(body.pose, local);
            return fmt::format("{}, one near ({:.6g}, {:.6g}, {:.6g})", reasons, p.x, p.y, p.z);
        }
    }
    return reasons;
}

/// Whether the one lies in the other, which has no inside.
std::string note_on(const LoadedBody& one, const LoadedBody& other, std::optional<double> number) {
    const std::string name = printable(other.name);
    const std::string probably =
        number ? fmt::format("winding number {:.2f}, {}", *number, what_it_says(*number))
               : "part of it at most";
    return fmt::format("hint: does {} lie in {}? {} (no proof); mend {}: {}\n", printable(one.name),
                       name, probably, name, what_to_mend(other));
}

/// A line for each of the first pairs that are left open: "hint: ...", and what to do.
std::string advice_notes(const Examination& examination) {
    std::string notes;
    std::size_t count = 0;
    for (const PairAdvice& advice : examination.advice) {
        if (++count > most_notes) {
            break;
        }
        const LoadedBody& a = examination.bodies[advice.a];
        const LoadedBody& b = examination.bodies[advice.b];
        if (b.known_open() && (advice.containment.a_in_b || !a.known_open())) {
            notes += note_on(a, b, advice.containment.a_in_b);
        }
        if (a.known_open() && (advice.containment.b_in_a || !b.known_open())) {
            notes += note_on(b, a, advice.containment.b_in_a);
        }
    }
    return notes.empty() ? ""
                         : fmt::format("\n{}hint: --surfaces if open meshes are meant as "
                                       "surfaces, in which nothing can lie\n",
                                       notes);
}

std::string summary(const Examination& examination) {
    const VerdictCounts counts = count_verdicts(examination);
    std::string parts;
    const auto add = [&](std::uint64_t count, const std::string& word) {
        if (count > 0) {
            parts += fmt::format("{}{} {}", parts.empty() ? ": " : ", ", count, word);
        }
    };
    add(counts.crossing, coloured("crossing", Verdict::Crossing));
    add(counts.inside(), coloured("inside", Verdict::AInsideB));
    add(counts.same, coloured("same", Verdict::Same));
    add(counts.touching,
        coloured("touching", Verdict::Touching) +
            (counts.within_tolerance > 0
                 ? fmt::format(" ({} of them cross within tolerance)", counts.within_tolerance)
                 : ""));
    add(counts.apart, coloured("apart", Verdict::Apart));
    add(counts.undecided, examination.sampled && !examination.partial ? "not told" : "undecided");
    if (counts.too_near > 0) {
        parts += fmt::format("; {} nearer than wanted", counted(counts.too_near, "pair", "pairs"));
    }
    const AssemblyCheck& answer = examination.answer;
    const std::string of_all = answer.examined_pairs < answer.wished_pairs
                                   ? fmt::format(" of {}", answer.wished_pairs)
                                   : "";
    const std::uint64_t ignored = examination.ignored_pairs();
    return fmt::format("\n{}, {}{} examined{}{}{}\n",
                       counted(examination.bodies.size(), "body", "bodies"),
                       counted(answer.examined_pairs, "pair", "pairs"), of_all,
                       ignored > 0 ? fmt::format(", {} ignored", ignored) : "", parts,
                       examination.partial ? " (interrupted)" : "");
}

} // namespace

std::string check_table(const Examination& examination) {
    const bool short_list = examination.bodies.size() <= most_bodies_listed;
    return (short_list ? body_table(examination) : body_summary(examination.bodies)) +
           body_notes(examination) +
           (examination.sampled              ? sampled_pair_table(examination)
            : examination.measuring.wanted() ? measured_pair_table(examination)
                                             : pair_table(examination)) +
           advice_notes(examination) + summary(examination) +
           device_line(examination.device_reason);
}

} // namespace impinge::cli
