// SPDX-License-Identifier: Apache-2.0
//
// Frames of the timeline as files: drawn by the viewer as it draws its window, without panels.
#include "app/viewer.hpp"

#include "output/console.hpp"
#include "simulations/sound_pane.hpp"

#include <algorithm>
#include <fmt/core.h>

namespace impinge::viewer {

Status Viewer::record(const std::filesystem::path& folder, WindowSize size) {
    // Films want sides that are even.
    const WindowSize even{std::max(2, size.width / 2 * 2), std::max(2, size.height / 2 * 2)};
    auto recorder = Recorder::begin(folder, even, session_.timeline);
    if (!recorder) {
        session_.tell(recorder.error().message);
        return recorder.error();
    }
    film_line_.clear();
    recorder_.emplace(std::move(*recorder));
    return {};
}

Status Viewer::export_sound(const std::filesystem::path& file) {
    const auto* sound = dynamic_cast<const SoundPane*>(panes_.find(Command::Sound));
    Status status = session_.check_output(file);
    if (status && sound != nullptr) {
        status = sound->write(file);
    }
    session_.tell(status ? "wrote " + file.string() : status.error().message);
    return status;
}

void Viewer::record_or_stop() {
    if (recorder_) {
        recorder_.reset();
        session_.recording.clear();
        return session_.tell("recording stopped: nothing is kept");
    }
    if (session_.timeline.track() == nullptr) {
        return session_.tell("nothing moves that could be recorded");
    }
    dialog_.ask(FileDialog::Kind::RecordFrames, "film",
                [this](const std::string& folder) { (void)record(folder, area_size()); });
}

void Viewer::update_recording() {
    if (!recorder_) {
        return;
    }
    const Track* track = session_.timeline.track();
    const bool same = track != nullptr && track->frame_count() == recorder_->frame_count() &&
                      track->problem().empty();
    const Status status =
        same ? recorder_->update()
             : Status(Error{ErrorCode::InvalidArgument, "recording stopped: nothing is kept"});
    if (!status) {
        session_.fail(status.error().message);
    } else if (recorder_->finished()) {
        film_line_ = recorder_->ffmpeg_line();
        session_.tell(fmt::format("wrote {} frames; {}", recorder_->written(), film_line_));
        (void)cli::print(film_line_ + "\n");
    } else {
        session_.recording =
            fmt::format("recording: {} of {}", recorder_->written(), recorder_->frame_count());
        return;
    }
    recorder_.reset();
    session_.recording.clear();
}

void Viewer::draw_for_recording() {
    if (!recorder_ || !recorder_->ready_for_next(session_.timeline) || !idle()) {
        return;
    }
    const WindowSize size = recorder_->size();
    (void)film_target_.resize(size.width, size.height, setup_.samples);
    film_target_.begin_scene();
    draw_for(eye_pictures(camera_, session_.stereo, session_.deep_box(),
                          {0, 0, size.width, size.height}),
             drawn_scene());
    film_target_.end_scene();
    film_target_.begin_interface();
    recorder_->add(film_target_.read());
}

} // namespace impinge::viewer
