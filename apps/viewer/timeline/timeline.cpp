// SPDX-License-Identifier: Apache-2.0
#include "timeline/timeline.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace impinge::viewer {

void Timeline::open(std::shared_ptr<Track> track) {
    track_ = std::move(track);
    frame_ = 0;
    playing_ = false;
    due_ = 0;
    if (track_) {
        track_->seek(0);
    }
}

double Timeline::seconds() const {
    return track_ ? static_cast<double>(frame_) / track_->frames_per_second() : 0;
}

void Timeline::seek(std::size_t frame) {
    if (track_) {
        frame_ = std::min(frame, last());
        due_ = 0;
        track_->seek(frame_);
    }
}

void Timeline::seek_seconds(double seconds) {
    if (track_ && std::isfinite(seconds)) {
        const double frame = std::round(std::max(0.0, seconds) * track_->frames_per_second());
        seek(static_cast<std::size_t>(std::min(frame, static_cast<double>(last()))));
    }
}

void Timeline::step(int frames) {
    pause();
    const auto back = static_cast<std::size_t>(std::max(0, -frames));
    seek(frames < 0 ? frame_ - std::min(frame_, back) : frame_ + static_cast<std::size_t>(frames));
}

void Timeline::play() {
    if (!track_ || track_->frame_count() < 2) {
        return;
    }
    if (frame_ == last()) {
        seek(0);
    }
    playing_ = true;
}

/// Not over frames that are not ready.
void Timeline::move_by(std::size_t frames) {
    if (frame_ == last() && loops_) {
        frame_ = 0;
        return;
    }
    const std::size_t to = std::min(frame_ + frames, last());
    while (frame_ < to && track_->is_ready(frame_ + 1)) {
        ++frame_;
    }
}

void Timeline::advance(double seconds) {
    if (!track_) {
        return;
    }
    if (playing_ && track_->is_ready(frame_)) {
        due_ += std::max(0.0, seconds) * track_->frames_per_second() * speed_;
        // What could not be shown in time is not made up for later.
        const double whole = std::min(std::floor(due_), track_->may_skip() ? 1e6 : 1.0);
        due_ -= std::floor(due_);
        if (whole >= 1) {
            move_by(static_cast<std::size_t>(whole));
        }
        playing_ = loops_ || frame_ < last();
    }
    track_->seek(frame_);
}

} // namespace impinge::viewer
