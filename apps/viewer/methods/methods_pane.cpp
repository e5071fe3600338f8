// SPDX-License-Identifier: Apache-2.0
//
// What the pane of methods asks for, and what becomes of the answers; methods_layout.cpp lays it
// out.
#include "methods/methods_pane.hpp"

#include <algorithm>
#include <fmt/core.h>
#include <utility>

namespace impinge::viewer {
namespace {

constexpr std::size_t longest_history = 120;

/// As facts write them.
bool is_called(const std::string& name, std::string_view wanted) {
    return std::ranges::equal(name, wanted,
                              [](char a, char b) { return a == b || (a == ' ' && b == '-'); });
}

template <typename Named>
const Named* find_called(const std::vector<Named>& all, std::string_view wanted) {
    const auto found =
        std::ranges::find_if(all, [&](const Named& one) { return is_called(one.name, wanted); });
    return found == all.end() ? nullptr : &*found;
}

std::optional<std::string> work_fact(const Work& work, std::string_view name) {
    if (name.starts_with("stage.")) {
        const StageTime* stage = find_called(work.stages, name.substr(6));
        return stage == nullptr ? std::nullopt : std::optional(fmt::format("{:.6g}", stage->ms));
    }
    if (name.starts_with("count.")) {
        const NamedCount* count = find_called(work.counts, name.substr(6));
        return count == nullptr ? std::nullopt : std::optional(std::to_string(count->count));
    }
    return {};
}

std::optional<std::string> tally_fact(const MethodRun& run, std::string_view name) {
    constexpr std::array<std::pair<std::string_view, Agreement>, 6> tallies{
        {{"agrees", Agreement::Agrees},
         {"missed", Agreement::Missed},
         {"invented", Agreement::Invented},
         {"untold", Agreement::Untold},
         {"refused", Agreement::Refused},
         {"open", Agreement::Open}}};
    const auto found =
        std::ranges::find(tallies, name, [](const auto& entry) { return entry.first; });
    return found == tallies.end() ? std::nullopt
                                  : std::optional(std::to_string(run.count(found->second)));
}

} // namespace

MethodsPane::MethodsPane(unsigned threads, const std::function<void()>& wake)
    : work_(threads, wake,
            [runner = std::make_shared<MethodRunner>()](const MethodRequest& request,
                                                        const Context& context) {
                return runner->run(request, context);
            }) {
    settings_.method = method_number("cascade");
}

void MethodsPane::set_open(bool open) {
    Pane::set_open(open);
    if (!open) {
        forget_run();
    }
}

/// It names bodies by their numbers, which are others in another scene.
void MethodsPane::forget_run() {
    work_.drop();
    run_.reset();
    asked_ = false;
}

MethodRequest MethodsPane::request(const Session& session) const {
    MethodRequest out;
    out.revision = session.state().revision();
    for (const ViewedBody& body : session.state().bodies()) {
        out.bodies.push_back({body.mesh, body.world_pose(), body.box, body.present});
        out.names.push_back(body.name);
    }
    out.wishes = session.document().wishes;
    out.open_meshes = session.document().scene.open_meshes;
    out.method = request_of(settings_);
    out.method.peeling.open_meshes = out.open_meshes;
    return out;
}

/// While something moves, a run that was begun is finished; at rest the newest is all that counts.
void MethodsPane::ask(const Session& session) {
    const bool settled = !session.state().dragged();
    const bool moved = asked_revision_ != session.state().revision();
    const bool settles = settled && !asked_settled_ && work_.busy();
    const bool chosen = asked_settings_ != settings_;
    if (asked_ && !moved && !settles && !chosen) {
        return;
    }
    if (chosen) {
        history_.clear(); // what ran before was taken, or is cancelled now
    }
    asked_ = true;
    asked_settled_ = settled;
    asked_settings_ = settings_;
    asked_revision_ = session.state().revision();
    const bool at_rest = settled && !session.timeline.playing();
    work_.ask(request(session), at_rest || chosen ? OlderWork::Cancel : OlderWork::Finish);
}

bool MethodsPane::update(Session& session) {
    if (!is_open() || session.scenes_opened() == 0) {
        return false;
    }
    if (std::exchange(scene_, session.scenes_opened()) != session.scenes_opened()) {
        forget_run();
        history_.clear();
    }
    measured_ = session.measured();
    const bool news = take_run();
    ask(session);
    return news;
}

bool MethodsPane::take_run() {
    auto newest = work_.answer();
    if (newest == run_) {
        return false;
    }
    run_ = std::move(newest);
    if (run_ && !run_->error && !run_->pairs.empty()) {
        history_.push_back({static_cast<float>(run_->work.ms), static_cast<float>(run_->exact_ms)});
        if (history_.size() > longest_history) {
            history_.pop_front();
        }
    }
    return true;
}

const MethodPair* MethodsPane::shown_pair() const {
    return run_ && measured_ ? run_->find(*measured_) : nullptr;
}

const Work& MethodsPane::shown_work() const {
    const MethodPair* pair = shown_pair();
    return pair != nullptr && !pair->said.work.stages.empty() ? pair->said.work : run_->work;
}

std::optional<std::string> MethodsPane::pair_fact(std::string_view name) const {
    const MethodPair* pair = shown_pair();
    if (pair == nullptr) {
        return "no pair";
    }
    if (name == "exact") {
        return to_string(pair->exact);
    }
    return !pair->said.refused.empty() ? pair->said.refused
           : pair->said.could_not_tell ? "could not tell"
                                       : to_string(pair->said.interference.verdict);
}

std::optional<std::string> MethodsPane::fact(std::string_view name) const {
    if (name == "method") {
        return method_names()[settings_.method];
    }
    if (name == "device") {
        return raster::to_string(settings_.device);
    }
    if (name == "runs") {
        return std::to_string(history_.size());
    }
    if (!run_) {
        return "nothing";
    }
    if (name == "error") {
        return run_->error ? run_->error->message : "none";
    }
    if (name == "runs_on") {
        return run_->runs_on;
    }
    if (name == "pairs") {
        return std::to_string(run_->pairs.size());
    }
    if (name == "ms" || name == "exact_ms") {
        return fmt::format("{:.6g}", name == "ms" ? run_->work.ms : run_->exact_ms);
    }
    if (name == "verdict" || name == "exact") {
        return pair_fact(name);
    }
    const ComparisonText text = comparison_text(*run_);
    if (name == "comparison") {
        return text.verdicts;
    }
    if (name == "triangles") {
        return text.triangles;
    }
    if (name == "same_bits") {
        const bool differs = std::ranges::any_of(
            run_->pairs, [](const MethodPair& pair) { return !pair.same_bits; });
        return differs ? "no" : "yes";
    }
    const auto tally = tally_fact(*run_, name);
    return tally ? tally : work_fact(shown_work(), name);
}

} // namespace impinge::viewer
