// SPDX-License-Identifier: Apache-2.0
#include "check/sequence_report.hpp"

#include "check/check_csv.hpp"
#include "check/measure_json.hpp"
#include "check/verdict_words.hpp"
#include "io/text_output.hpp"
#include "output/text.hpp"

#include <algorithm>
#include <fmt/core.h>
#include <nlohmann/json.hpp>
#include <tuple>

namespace impinge::cli {
namespace {

Json json_frame_pair(const Examination& frame, const AssemblyPair& pair) {
    const Interference& result = pair.interference;
    Json out;
    out["a"] = pair.a;
    out["b"] = pair.b;
    out["verdict"] =
        to_string(is_within_tolerance(frame, pair) ? Verdict::Touching : result.verdict);
    out["compared"] = to_string(result.compared);
    out["decision"] = to_string(result.decision);
    add_nearest(out, frame, pair);
    add_measures(out, frame, pair);
    return out;
}

Json json_frame(const Examination& frame, const std::string& name, const VerdictCounts& counts,
                Answer interference) {
    Json out;
    out["name"] = name;
    out["interference"] = nullptr;
    if (interference != Answer::Unknown) {
        out["interference"] = interference == Answer::Yes;
    }
    out["counts"] = json_counts(counts);
    out["too_near_pairs"] = counts.too_near;
    out["within_tolerance_pairs"] = counts.within_tolerance;
    out["pairs"] = Json::array();
    for_each_pair(frame, Listed::NotApart, [&](const AssemblyPair& pair) {
        out["pairs"].push_back(json_frame_pair(frame, pair));
    });
    out["milliseconds"] = frame.total_ms;
    return out;
}

std::optional<double> depth_of(const PairMeasure* measure) {
    if (measure == nullptr || !measure->known()) {
        return std::nullopt;
    }
    const RegionDepth* deepest = measure->deepest();
    return deepest != nullptr ? deepest->depth : 0;
}

/// Takes one more frame into a run.
void extend_run(SequenceRun& run, std::size_t frame, std::optional<double> depth,
                std::optional<double> distance) {
    run.last = frame;
    if (depth && (!run.deepest || *depth > *run.deepest)) {
        run.deepest = depth;
        run.worst = frame;
    }
    if (distance && (!run.nearest || *distance < *run.nearest)) {
        run.nearest = distance;
        run.worst = run.deepest ? run.worst : frame;
    }
}

} // namespace

SequenceReport::SequenceReport(const SequenceCheck& check, Listed in_csv)
    : check_(check), in_csv_(in_csv), csv_("frame,name," + check_csv_header(check.base())),
      json_frames_(std::make_unique<Json>(Json::array())) {}

SequenceReport::~SequenceReport() = default;

void SequenceReport::add_to_runs(const Examination& frame) {
    for_each_pair(frame, Listed::NotApart, [&](const AssemblyPair& pair) {
        const bool too_near = is_too_near(pair) && pair.interference.verdict == Verdict::Apart;
        const std::string words = verdict_words(frame, pair) + (too_near ? ", too near" : "");
        const auto [known, is_new] = last_run_.try_emplace({pair.a, pair.b}, runs_.size());
        if (is_new || runs_[known->second].last + 1 != frames_ ||
            runs_[known->second].verdict != words) {
            known->second = runs_.size();
            runs_.push_back({pair.a, pair.b, words, frames_, frames_, {}, {}, frames_});
        }
        extend_run(runs_[known->second], frames_, depth_of(measure_of(frame, pair)),
                   pair.nearest ? std::optional(pair.nearest->distance) : std::nullopt);
    });
}

void SequenceReport::add(const Examination& frame, const VerdictCounts& counts,
                         Answer interference) {
    const std::string& name = check_.sequence().frames[frames_].name;
    csv_ += check_csv_rows(frame, in_csv_, fmt::format("{},{},", frames_, csv_field(name)));
    json_frames_->push_back(json_frame(frame, name, counts, interference));
    add_to_runs(frame);
    if (interference == Answer::Yes && !first_interfering_) {
        first_interfering_ = frames_;
    }
    interfering_ += interference == Answer::Yes ? 1 : 0;
    undecided_ += interference == Answer::Unknown ? 1 : 0;
    ++frames_;
}

std::string SequenceReport::json(Answer interference, bool partial, double total_ms) const {
    const Examination& base = check_.base();
    Json out = json_document("check-sequence");
    out["interference"] = nullptr;
    if (interference != Answer::Unknown) {
        out["interference"] = interference == Answer::Yes;
    }
    out["partial"] = partial;
    out["unit"] = json_unit(base.unit);
    out["bodies"] = json_bodies(base.bodies);
    out["tolerance"] = json_optional(base.measuring.tolerance);
    out["wished_pairs"] = base.answer.wished_pairs;
    out["interfering_frames"] = interfering_;
    out["undecided_frames"] = undecided_;
    out["frames"] = *json_frames_;
    out["timings_ms"] = {
        {"read", base.read_ms}, {"diagnose", base.diagnose_ms}, {"total", total_ms}};
    return json_text(out);
}

std::string SequenceReport::table() const {
    const Examination& base = check_.base();
    const auto with_unit = [&](const char* title) {
        return base.unit ? fmt::format("{} [{}]", title, to_string(*base.unit)) : title;
    };
    const bool depths = base.measuring.wanted();
    const bool distances = base.tells_distances();
    std::vector<Column> columns = {{"a"}, {"b"}, {"frames"}, {"verdict"}};
    if (depths) {
        columns.push_back({with_unit("deepest"), Align::Right});
    }
    if (distances) {
        columns.push_back({with_unit("nearest"), Align::Right});
    }
    if (depths || distances) {
        columns.push_back({"in frame"});
    }
    const auto frame_text = [&](std::size_t frame) {
        const std::string& name = check_.sequence().frames[frame].name;
        const std::string number = std::to_string(frame + 1);
        return name == number ? number : fmt::format("{} ({})", number, printable(name));
    };
    std::vector<SequenceRun> runs = runs_;
    std::stable_sort(runs.begin(), runs.end(), [](const SequenceRun& p, const SequenceRun& q) {
        return std::tie(p.a, p.b, p.first) < std::tie(q.a, q.b, q.first);
    });
    TextTable table(columns);
    for (const SequenceRun& run : runs) {
        std::vector<std::string> row = {
            printable(base.bodies[run.a].name), printable(base.bodies[run.b].name),
            run.first == run.last ? frame_text(run.first)
                                  : fmt::format("{} to {}", run.first + 1, run.last + 1),
            run.verdict};
        if (depths) {
            row.push_back(run.deepest ? fmt::format("{:.4g}", *run.deepest) : "");
        }
        if (distances) {
            row.push_back(run.nearest ? fmt::format("{:.4g}", *run.nearest) : "");
        }
        if (depths || distances) {
            row.push_back(run.deepest || run.nearest ? frame_text(run.worst) : "");
        }
        table.add(std::move(row));
    }
    const std::string found = first_interfering_
                                  ? fmt::format("interference in {}, first in frame {}",
                                                interfering_, frame_text(*first_interfering_))
                                  : std::string("no interference");
    return (runs.empty() ? "" : table.text() + "\n") +
           fmt::format("{}, {} in each of {}: {}{}\n",
                       counted(base.bodies.size(), "body", "bodies"),
                       counted(base.answer.wished_pairs, "pair", "pairs"),
                       counted(frames_, "frame", "frames"), found,
                       undecided_ > 0 ? fmt::format("; undecided in {}", undecided_) : "");
}

} // namespace impinge::cli
