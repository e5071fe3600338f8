// SPDX-License-Identifier: Apache-2.0
#include "app/session.hpp"

#include "arguments/file_arguments.hpp"
#include "io/write_file.hpp"

#include <algorithm>
#include <limits>
#include <utility>

namespace impinge::viewer {

Session::Session(unsigned threads, std::function<void()> wake)
    : loader_(threads, wake), report_(threads, wake), checker_(threads, wake) {}

void Session::open(SceneDescription scene, std::filesystem::path folder) {
    if (!loader_.busy()) {
        loader_.start(std::move(scene), std::move(folder), LoadInto::NewScene);
    }
}

void Session::open_files(std::span<const std::string> files) {
    failed_ = failed_ && loading();
    to_open_.insert(to_open_.end(), files.begin(), files.end());
    start_next_load();
}

/// One scene file, or all mesh files up to the next one.
void Session::start_next_load() {
    if (to_open_.empty() || loader_.busy()) {
        return;
    }
    if (is_scene_file(to_open_.front())) {
        loader_.start(std::filesystem::path(to_open_.front()));
        to_open_.erase(to_open_.begin());
        return;
    }
    const auto end =
        std::ranges::find_if(to_open_, [](const std::string& file) { return is_scene_file(file); });
    const std::vector<std::string> meshes(to_open_.begin(), end);
    to_open_.erase(to_open_.begin(), end);
    loader_.start(files_beside(document_, state_, meshes), {},
                  scenes_opened_ == 0 ? LoadInto::NewScene : LoadInto::Beside);
}

Status Session::check_output(const std::filesystem::path& file) const {
    return cli::is_input(file, input_files(document_, state_))
               ? Status(Error{ErrorCode::InvalidArgument,
                              file.string() + " is an input and would be overwritten"})
               : Status();
}

/// Whether what would be written there could be opened again, and nothing else would be lost.
Status Session::check_scene_output(const std::filesystem::path& file) const {
    const auto refuse = [&](const char* why) {
        return Status(Error{ErrorCode::InvalidArgument, file.string() + " is not written: " + why});
    };
    if (!is_scene_file(file)) {
        return refuse("the name of a scene file ends in .json");
    }
    if (state_.present_count() == 0) {
        return refuse("a scene needs a body");
    }
    std::error_code error;
    const bool is_own = std::filesystem::equivalent(file, document_.scene.source, error);
    return is_own ? Status() : check_output(file);
}

Status Session::save(const std::filesystem::path& file) {
    const auto folder = std::filesystem::absolute(file).parent_path();
    Status status = check_scene_output(file);
    if (status) {
        status = write_file(file, saved_text(document_, state_, folder));
    }
    if (status) {
        document_.scene.source = file.string();
        state_.mark_saved();
        tell("saved " + file.string());
    } else {
        tell(status.error().message);
    }
    return status;
}

Status Session::export_report(const std::filesystem::path& file) {
    Status status = report_.start(document_, state_, file);
    tell(status ? "" : status.error().message);
    return status;
}

bool Session::take_report() {
    const auto told = report_.take();
    if (told) {
        tell(*told ? **told : told->error().message);
    }
    return told.has_value();
}

bool Session::take_loaded() {
    auto loaded = loader_.take();
    if (!loaded) {
        return false;
    }
    if (!loaded->scene) {
        fail(loaded->scene.error().message);
    } else if (loaded->into == LoadInto::Beside) {
        state_.add(join_documents(document_, state_, std::move(*loaded->scene)));
    } else {
        document_ = std::move(loaded->scene->document);
        state_.replace(std::move(loaded->scene->bodies));
        chosen_pair_.reset();
        result_.reset();
        least_serial_ = serial_ + 1;
        ++scenes_opened_;
    }
    if (!failed_) { // else what was wrong with a file before this one is still to be said
        tell("");
    }
    start_next_load();
    return true;
}

/// What was asked for is not taken any more, so that the scene is checked as it is.
void Session::forget_slide() {
    slide_target_.reset();
    ends_after_slide_ = false;
    if (std::exchange(slide_serial_, 0) != 0) {
        least_serial_ = serial_ + 1;
        asked_revision_ = 0;
    }
}

/// The first answer to the slide that is open; later ones tell more about where it ended.
void Session::take_slide(const CheckResult& answer) {
    if (!answer.slide) { // nor is there anything else in it
        const bool ends = ends_after_slide_;
        forget_slide();
        return ends ? state_.end_drag() : void();
    }
    slide_serial_ = 0;
    const bool is_current = answer.revision == state_.revision();
    state_.drag_to(answer.slide->pose);
    if (is_current) { // else another body was moved since
        result_revision_ = asked_revision_ = state_.revision();
    }
    if (ends_after_slide_ && !slide_target_) {
        ends_after_slide_ = false;
        state_.end_drag();
    }
}

bool Session::take_result() {
    auto newest = checker_.result();
    if (!newest || newest == result_ || newest->serial < least_serial_ ||
        (newest->states.size() != state_.bodies().size() && !newest->error)) {
        return false;
    }
    if (newest->error) {
        tell(newest->error->message);
    }
    if (newest->serial == slide_serial_) {
        take_slide(*newest);
    } else if (!newest->slide) {
        result_revision_ = newest->revision;
    }
    if (newest->serial >= least_serial_) {
        result_ = std::move(newest);
    }
    return true;
}

bool Session::update() {
    const bool loaded = take_loaded();
    if (!state_.dragged()) {
        forget_slide();
    }
    const bool checked = take_result();
    const bool reported = take_report();
    ask_if_needed();
    return loaded || checked || reported;
}

WantedExtras Session::wanted_extras() const {
    return {show.overlaps, show.features, show.interest, show.measures};
}

std::optional<PairOfBodies> Session::wanted_pair() const {
    return show.measures || show.features || show.overlaps ? measured() : std::nullopt;
}

CheckRequest Session::request() {
    CheckRequest out;
    out.revision = state_.revision();
    out.serial = ++serial_;
    for (const ViewedBody& body : state_.bodies()) {
        out.bodies.push_back({body.mesh, body.world_pose(), body.box, body.present});
    }
    out.wishes = document_.wishes;
    out.open_meshes = document_.scene.open_meshes;
    out.measured = wanted_pair();
    out.extras = wanted_extras();
    out.settled = !state_.dragged();
    if (std::exchange(way_out_wished_, false)) {
        out.way_out_triangles = std::numeric_limits<std::size_t>::max();
    }
    if (std::exchange(overlap_wished_, false)) {
        out.overlap_triangles = std::numeric_limits<std::size_t>::max();
    }
    if (slide_target_ && state_.dragged()) {
        const ViewedBody& body = state_.body(*state_.dragged());
        out.slide = SlideRequest{*state_.dragged(), body.placement, body.pose,
                                 *std::exchange(slide_target_, std::nullopt)};
        slide_serial_ = out.serial;
    }
    return out;
}

void Session::ask_if_needed() {
    const bool slides = slide_target_ && slide_serial_ == 0;
    const auto pair = wanted_pair();
    const bool changed = asked_revision_ != state_.revision() || asked_pair_ != pair ||
                         asked_extras_ != wanted_extras() || way_out_wished_ || overlap_wished_;
    const bool settles = !asked_settled_ && !state_.dragged() && checker_.busy();
    if (slide_serial_ != 0 || !(changed || slides || settles) || scenes_opened_ == 0) {
        return; // while a slide is under way, the scene is what it was
    }
    CheckRequest next = request();
    asked_revision_ = next.revision;
    asked_settled_ = next.settled;
    asked_pair_ = pair;
    asked_extras_ = next.extras;
    checker_.ask(std::move(next));
}

bool Session::verdicts_are_current() const {
    return result_ && result_revision_ == state_.revision() &&
           result_->stage != CheckStage::Verdicts;
}

bool Session::idle() const {
    const bool checked = scenes_opened_ == 0 || (result_ && result_revision_ == state_.revision() &&
                                                 asked_revision_ == state_.revision() &&
                                                 result_->stage == CheckStage::Done);
    return !loading() && checked && !slide_target_ && slide_serial_ == 0 && !checker_.busy() &&
           !report_.busy();
}

void Session::begin_drag(BodyIndex body) {
    if (ends_after_slide_) {
        state_.end_drag();
    }
    forget_slide();
    state_.begin_drag(body);
}

void Session::drag_to(const Rigid& pose) {
    if (!state_.dragged()) {
        return; // it was removed, or hidden, under the mouse
    }
    if (tools.slide) {
        slide_target_ = pose;
    } else {
        forget_slide();
        state_.drag_to(pose);
    }
}

void Session::end_drag() {
    if (slide_target_ || slide_serial_ != 0) {
        ends_after_slide_ = true;
    } else {
        state_.end_drag();
    }
}

void Session::cancel_drag() {
    forget_slide();
    state_.cancel_drag();
}

BodyState Session::state_of(BodyIndex body) const {
    return result_ && body < result_->states.size() ? result_->states[body] : BodyState::Unchecked;
}

std::optional<PairOfBodies> Session::suggested_pair() const {
    std::vector<BodyIndex> present;
    for (BodyIndex i = 0; i < state_.bodies().size(); ++i) {
        if (state_.body(i).present) {
            present.push_back(i);
        }
    }
    if (present.size() == 2) {
        return PairOfBodies(present[0], present[1]);
    }
    const auto selected = state_.selected();
    if (!selected || !result_) {
        return {};
    }
    const PairFinding* best = nullptr;
    for (const PairFinding& pair : result_->pairs) {
        const bool concerns = pair.a == *selected || pair.b == *selected;
        if (concerns && (best == nullptr || pair.interferes() > best->interferes())) {
            best = &pair;
        }
    }
    return best == nullptr ? std::nullopt : std::optional(PairOfBodies(best->a, best->b));
}

std::optional<PairOfBodies> Session::measured() const {
    const auto& bodies = state_.bodies();
    if (chosen_pair_ && chosen_pair_->second < bodies.size() &&
        bodies[chosen_pair_->first].present && bodies[chosen_pair_->second].present) {
        return chosen_pair_;
    }
    return suggested_pair();
}

} // namespace impinge::viewer
