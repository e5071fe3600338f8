// SPDX-License-Identifier: Apache-2.0
//
// One experiment: the sampled method in several ways, the exact engine and FCL, taking turns.
#include "base/hash.hpp"
#include "bench/papers/myszkowski.hpp"
#include "bench/peers.hpp"
#include "scenes/assembly.hpp"

#include <array>

namespace impinge::bench {
namespace {

using imagespace::DepthSession;
using imagespace::Sampled;
using imagespace::SampledOptions;
using imagespace::Timing;

/// All times of all repetitions.
struct Times {
    std::vector<double> graphics;
    std::array<std::vector<double>, 3> inspection;
    std::vector<double> phases_total; ///< with waiting between the phases
    std::vector<double> first;        ///< bodies on the device, no depth maps yet
    std::vector<double> again;        ///< the same once more: A's depth maps are there
    std::vector<double> one_call;     ///< sampled_collide: bodies handed over too
    std::vector<double> plain;        ///< both bodies once with an ordinary depth buffer
    std::vector<double> exact_verdict;
    std::vector<double> exact_pairs;
    std::vector<double> fcl_build;
    std::vector<double> fcl_meet;
};

/// What must not change from one repetition to the next.
struct Answers {
    Json sampled;
    unsigned draws_again = 0;
    bool maps_reused = false;
    Verdict exact = Verdict::Apart;
    std::uint64_t exact_hash = 0;
    Json fcl_meets;

    friend bool operator==(const Answers&, const Answers&) = default;
};

class Run {
  public:
    Run(raster::Device& device, const Experiment& experiment)
        : device_(device), experiment_(experiment), a_(experiment.pair->body_a()),
          b_(experiment.pair->body_b(experiment.pose_b)),
          world_b_(scenes::posed(experiment.pair->b, experiment.pose_b)) {}

    Status repeat();
    [[nodiscard]] Json json() const;

  private:
    [[nodiscard]] SampledOptions options(Timing timing) const;
    Expected<DepthSession> session(Timing timing);
    Status ask_in_session(Answers& answers);
    Status ask_by_phase();
    Status ask_in_one_call(const Answers& answers);
    Status draw_plainly();
    Status ask_exact(Answers& answers);
    void ask_fcl(Answers& answers);

    raster::Device& device_;
    const Experiment& experiment_;
    Body a_;
    Body b_;
    Mesh world_b_; ///< for FCL
    Times times_;
    std::optional<Answers> answers_;
    std::optional<raster::View> view_; ///< that was looked along
};

SampledOptions Run::options(Timing timing) const {
    SampledOptions options;
    options.method = experiment_.method;
    options.resolution = experiment_.resolution;
    options.projection.direction = experiment_.direction;
    options.timing = timing;
    return options;
}

Expected<DepthSession> Run::session(Timing timing) {
    return DepthSession::create(device_, a_, b_, options(timing));
}

Error another_answer(const Experiment& experiment) {
    return {ErrorCode::Unsupported, experiment.part + " " + experiment.name +
                                        ": another answer than in the repetition before"};
}

Status Run::ask_in_session(Answers& answers) {
    auto opened = session(Timing::Total);
    if (!opened) {
        return opened.error();
    }
    Expected<Sampled> first = Error{};
    Expected<Sampled> again = Error{};
    times_.first.push_back(timed([&] { first = opened->query(a_.pose, b_.pose); }));
    if (!first) {
        return first.error();
    }
    times_.again.push_back(timed([&] { again = opened->query(a_.pose, b_.pose); }));
    if (!again) {
        return again.error();
    }
    answers.sampled = found(*first);
    if (!first->views.empty()) {
        view_ = first->views.front();
    }
    answers.draws_again = again->draws;
    answers.maps_reused = again->maps_reused;
    return {};
}

Status Run::ask_by_phase() {
    auto opened = session(Timing::ByPhase);
    if (!opened) {
        return opened.error();
    }
    const auto sampled = opened->query(a_.pose, b_.pose);
    if (!sampled) {
        return sampled.error();
    }
    times_.graphics.push_back(sampled->milliseconds.graphics);
    for (std::size_t phase = 0; phase < times_.inspection.size(); ++phase) {
        times_.inspection[phase].push_back(sampled->milliseconds.inspection[phase]);
    }
    times_.phases_total.push_back(sampled->milliseconds.total);
    return {};
}

Status Run::ask_in_one_call(const Answers& answers) {
    Expected<Sampled> sampled = Error{};
    times_.one_call.push_back(timed(
        [&] { sampled = imagespace::sampled_collide(device_, a_, b_, options(Timing::Total)); }));
    if (!sampled) {
        return sampled.error();
    }
    const bool same = found(*sampled)["verdict"] == answers.sampled["verdict"];
    return same ? Status{} : another_answer(experiment_);
}

/// What any method has to pay for each rendering.
Status Run::draw_plainly() {
    if (!view_) {
        return {};
    }
    auto geometry_a = device_.upload(a_.mesh);
    auto geometry_b = device_.upload(b_.mesh);
    auto target = device_.make_target(view_->width, view_->height);
    if (!geometry_a || !geometry_b || !target) {
        return Error{ErrorCode::Unsupported, "cannot draw plainly"};
    }
    const std::array draws{raster::Draw{.geometry = geometry_a->get(), .pose = a_.pose},
                           raster::Draw{.geometry = geometry_b->get(), .pose = b_.pose}};
    Status status;
    const auto draw = [&] {
        for (const Status& step : {device_.clear(**target),
                                   device_.draw(**target, *view_, {}, draws), device_.finish()}) {
            status = status ? step : status;
        }
    };
    draw(); // a device may prepare what it draws for the first time
    times_.plain.push_back(timed(draw));
    return status;
}

Status Run::ask_exact(Answers& answers) {
    for (const Detail detail : {Detail::Verdict, Detail::Pairs}) {
        Expected<Interference> result = Error{};
        const double took = timed([&] { result = collide(a_, b_, {.detail = detail}); });
        if (!result) {
            return result.error();
        }
        (detail == Detail::Verdict ? times_.exact_verdict : times_.exact_pairs).push_back(took);
        answers.exact = result->verdict;
        answers.exact_hash = result->hash;
    }
    return {};
}

void Run::ask_fcl(Answers& answers) {
#ifdef IMPINGE_BENCH_FCL
    Answer ask;
    times_.fcl_build.push_back(
        timed([&] { ask = fcl_peer().prepare(Question::Meet, experiment_.pair->a, world_b_); }));
    std::uint64_t meets = 0;
    times_.fcl_meet.push_back(timed([&] { meets = ask(); }));
    answers.fcl_meets = meets > 0;
#else
    answers.fcl_meets = nullptr;
#endif
}

Status Run::repeat() {
    Answers answers;
    if (Status status = ask_in_session(answers); !status) {
        return status;
    }
    for (const Status& status :
         {ask_exact(answers), ask_by_phase(), ask_in_one_call(answers), draw_plainly()}) {
        if (!status) {
            return status;
        }
    }
    ask_fcl(answers);
    if (answers_ && !(*answers_ == answers)) {
        return another_answer(experiment_);
    }
    answers_ = answers;
    return {};
}

Json median_or_null(const std::vector<double>& times) {
    return times.empty() ? Json(nullptr) : Json(median(times));
}

Json Run::json() const {
    Json out;
    out["part"] = experiment_.part;
    out["name"] = experiment_.name;
    out["scene"] = experiment_.pair->scene;
    out["triangles"] = experiment_.pair->triangles();
    out["resolution"] = experiment_.resolution;
    out["method"] = imagespace::to_string(experiment_.method);
    out["found"] = answers_->sampled;
    out["draws_again"] = answers_->draws_again;
    out["maps_reused_again"] = answers_->maps_reused;
    out["exact_verdict"] = to_string(answers_->exact);
    out["fcl_meets"] = answers_->fcl_meets;
    Json& ms = out["milliseconds"];
    ms["graphics"] = median(times_.graphics);
    ms["inspection"] = Json::array();
    for (const std::vector<double>& phase : times_.inspection) {
        ms["inspection"].push_back(median(phase));
    }
    ms["by_phase_total"] = median(times_.phases_total);
    ms["first"] = median(times_.first);
    ms["again"] = median(times_.again);
    ms["one_call"] = median(times_.one_call);
    ms["plain_rendering"] = median_or_null(times_.plain);
    ms["exact_verdict"] = median(times_.exact_verdict);
    ms["exact_pairs"] = median(times_.exact_pairs);
    ms["fcl_build"] = median_or_null(times_.fcl_build);
    ms["fcl_meet"] = median_or_null(times_.fcl_meet);
    return out;
}

} // namespace

Json found(const Sampled& sampled) {
    Json out;
    out["verdict"] = to_string(sampled.interference.verdict);
    out["settled"] = sampled.settled;
    out["pixel_size"] = sampled.interference.pixel_size;
    out["renderings"] = sampled.renderings;
    out["draws"] = sampled.draws;
    out["overlapping_pixels"] = sampled.overlapping_pixels;
    out["pixels_by_stage"] = {{"minmax", sampled.pixels.minmax},
                              {"parity", sampled.pixels.parity},
                              {"parity_exchanged", sampled.pixels.parity_exchanged},
                              {"layer_order", sampled.pixels.layer_order},
                              {"rays", sampled.pixels.rays},
                              {"left_over", sampled.pixels.left_over}};
    Hasher hasher;
    for (const char letter : out.dump()) {
        hasher.add(static_cast<std::uint64_t>(letter));
    }
    out["hash"] = hex(hasher.digest());
    return out;
}

Expected<Json> measure(raster::Device& device, const Experiment& experiment, const Plan& plan) {
    Run run(device, experiment);
    for (int i = 0; i < plan.repetitions; ++i) {
        if (Status status = run.repeat(); !status) {
            return Error{status.error().code, experiment.part + " " + experiment.name + " (" +
                                                  experiment.pair->scene +
                                                  "): " + status.error().message};
        }
    }
    return run.json();
}

} // namespace impinge::bench
