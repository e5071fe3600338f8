// SPDX-License-Identifier: Apache-2.0
//
// One case: trial after trial, in each of which all variants that have time left take turns.
#include "bench/papers/cinder_ask.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>

namespace impinge::bench {
namespace {

/// Everything a variant answered.
struct Record {
    std::vector<Answer> answers; ///< from the second on without lists
    Json found = Json::array();  ///< by trial: what must not change from run to run
    double seconds = 0;
};

std::size_t missing_from(const PairList& pairs, const PairList& wanted) {
    PairList missing;
    std::set_difference(wanted.begin(), wanted.end(), pairs.begin(), pairs.end(),
                        std::back_inserter(missing));
    return missing.size();
}

/// Mean, deviation from it, and middle of what `value` takes from each answer.
template <typename Value> Json statistics(const std::vector<Answer>& answers, const Value& value) {
    std::vector<double> values;
    double sum = 0;
    for (const Answer& answer : answers) {
        values.push_back(static_cast<double>(value(answer)));
        sum += values.back();
    }
    const auto count = static_cast<double>(values.size());
    const double mean = sum / count;
    double squares = 0;
    for (const double v : values) {
        squares += (v - mean) * (v - mean);
    }
    return {{"mean", mean},
            {"deviation", count > 1 ? std::sqrt(squares / (count - 1)) : 0},
            {"median", median(values)},
            {"most", *std::max_element(values.begin(), values.end())}};
}

/// There is none in trials in which no boxes overlap.
std::array<int, 2> first_window(const std::vector<Answer>& answers) {
    for (const Answer& answer : answers) {
        if (answer.window[0] > 0) {
            return answer.window;
        }
    }
    return {};
}

Json json_phases(const std::vector<Answer>& answers) {
    const auto of = [&](double DevicePhases::*phase) {
        return statistics(answers, [&](const Answer& a) { return a.phases.*phase; });
    };
    return {{"handing_over", of(&DevicePhases::handing_over)},
            {"rendering", of(&DevicePhases::rendering)},
            {"reading", of(&DevicePhases::reading)},
            {"parsing", of(&DevicePhases::parsing)},
            {"querying", of(&DevicePhases::querying)}};
}

Json json_work(const std::vector<Answer>& answers) {
    using Work = imagespace::EdgeRayWork;
    const auto of = [&](auto Work::*field) {
        return statistics(answers, [&](const Answer& a) { return a.work.*field; });
    };
    return {{"windows", of(&Work::windows)},         {"layers", of(&Work::layers)},
            {"rounds", of(&Work::rounds)},           {"draws", of(&Work::draws)},
            {"edge_points", of(&Work::edge_points)}, {"hidden_points", of(&Work::hidden_points)},
            {"read_backs", of(&Work::read_backs)}};
}

Json json_record(const Variant& variant, const Record& record) {
    Json out{{"name", variant.name}, {"trials", record.answers.size()}};
    out["times"] = Json::array();
    for (const Answer& answer : record.answers) {
        out["times"].push_back(answer.milliseconds);
    }
    out["milliseconds"] =
        statistics(record.answers, [](const Answer& a) { return a.milliseconds; });
    if (variant.engine == Engine::EdgeRays) {
        out["window"] = first_window(record.answers);
        out["pixel_size"] =
            statistics(record.answers, [](const Answer& a) { return a.pixel_size; })["most"];
        out["phases"] = json_phases(record.answers);
        out["work"] = json_work(record.answers);
        out["first_pairs"] = record.answers.front().pairs;
    }
    out["found"] = record.found;
    return out;
}

class Trials {
  public:
    Trials(raster::Device& device, const Case& one, const Plan& plan)
        : case_(one), plan_(plan), engines_(device, *one.scene.stock),
          records_(one.variants.size()) {}

    Status run();
    [[nodiscard]] Json json() const;

  private:
    [[nodiscard]] bool has_time(const Record& record) const;
    Status run_trial(std::uint64_t trial);
    /// This trial's answer of another variant, if it gave one.
    [[nodiscard]] const Answer* answer_of(const std::string& variant) const;
    [[nodiscard]] Status check(const Variant& variant, const Answer& answer) const;
    [[nodiscard]] Json found(const Variant& variant, const Answer& answer) const;

    const Case& case_;
    const Plan& plan_;
    Engines engines_;
    std::vector<Record> records_;
    std::vector<std::optional<Answer>> now_; ///< answers of this trial
};

bool Trials::has_time(const Record& record) const {
    const bool few = record.answers.size() < static_cast<std::size_t>(plan_.fewest_trials);
    return record.seconds < (few ? plan_.patience : 1) * plan_.seconds;
}

const Answer* Trials::answer_of(const std::string& variant) const {
    for (std::size_t i = 0; i < now_.size(); ++i) {
        if (case_.variants[i].name == variant && now_[i]) {
            return &*now_[i];
        }
    }
    return nullptr;
}

Status Trials::check(const Variant& variant, const Answer& answer) const {
    const Answer* same = answer_of(variant.same_answer_as);
    if (same != nullptr && same->hash != answer.hash) {
        return Error{ErrorCode::Unsupported,
                     variant.name + ": another answer than " + variant.same_answer_as};
    }
    const Answer* named = answer_of(variant.same_bodies_as);
    if (named != nullptr &&
        (named->penetrating != answer.penetrating || named->penetrated != answer.penetrated)) {
        return Error{ErrorCode::Unsupported,
                     variant.name + ": names other bodies than " + variant.same_bodies_as};
    }
    return {};
}

Json Trials::found(const Variant& variant, const Answer& answer) const {
    Json out{{"hash", hex(answer.hash)}, {"pairs", answer.pair_count}};
    if (variant.engine != Engine::EdgeRays) {
        return out;
    }
    out["penetrating"] = answer.penetrating.size();
    out["penetrated"] = answer.penetrated.size();
    if (const Answer* exact = answer_of("exact")) {
        out["missed"] = missing_from(answer.pairs, exact->pairs);
        out["extra"] = missing_from(exact->pairs, answer.pairs);
    }
    return out;
}

Status Trials::run_trial(std::uint64_t trial) {
    Random random(trial);
    const std::vector<Body> bodies = case_.scene.stock->bodies(case_.scene.poses(random));
    now_.assign(case_.variants.size(), {});
    for (std::size_t i = 0; i < case_.variants.size(); ++i) {
        Record& record = records_[i];
        const Variant& variant = case_.variants[i];
        if (!has_time(record)) {
            continue;
        }
        auto answer = engines_.ask(variant, bodies);
        if (!answer) {
            return answer.error();
        }
        if (Status status = check(variant, *answer); !status) {
            return status;
        }
        record.seconds += answer->milliseconds / 1000;
        record.found.push_back(found(variant, *answer));
        now_[i] = std::move(*answer);
        record.answers.push_back(*now_[i]);
        if (record.answers.size() > 1) {
            record.answers.back().pairs.clear();
        }
    }
    return {};
}

Status Trials::run() {
    for (int trial = 0; trial < plan_.trials; ++trial) {
        if (std::none_of(records_.begin(), records_.end(),
                         [&](const Record& record) { return has_time(record); })) {
            break;
        }
        if (Status status = run_trial(static_cast<std::uint64_t>(trial)); !status) {
            return Error{status.error().code, case_.part + " " + case_.name + ", trial " +
                                                  std::to_string(trial) + ": " +
                                                  status.error().message};
        }
    }
    return {};
}

Json Trials::json() const {
    Json out;
    out["part"] = case_.part;
    out["name"] = case_.name;
    out["bodies"] = case_.scene.stock->size();
    out["triangles"] = case_.scene.stock->triangles();
    out["fcl_build_milliseconds"] = engines_.fcl_build_milliseconds();
    out["variants"] = Json::array();
    for (std::size_t i = 0; i < records_.size(); ++i) {
        Json record = json_record(case_.variants[i], records_[i]);
        record["session_milliseconds"] = engines_.session_milliseconds(case_.variants[i]);
        out["variants"].push_back(std::move(record));
    }
    return out;
}

} // namespace

Expected<Json> measure(raster::Device& device, const Case& one, const Plan& plan) {
    Trials trials(device, one, plan);
    if (Status status = trials.run(); !status) {
        return status.error();
    }
    return trials.json();
}

} // namespace impinge::bench
