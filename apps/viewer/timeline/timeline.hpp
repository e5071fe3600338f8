// SPDX-License-Identifier: Apache-2.0
//
// Where in time one is: a playhead on a track, that plays, steps and seeks. Knows nothing of
// windows and drawing; whoever draws looks at frame().
//
//     session.timeline.open(std::make_shared<MyTrack>(...));
#pragma once

#include "timeline/track.hpp"

#include <memory>

namespace impinge::viewer {

class Timeline {
  public:
    /// From its first frame on, at rest.
    void open(std::shared_ptr<Track> track);
    void close() { open(nullptr); }
    /// Null if there is nothing to play.
    [[nodiscard]] Track* track() const { return track_.get(); }

    [[nodiscard]] std::size_t frame() const { return frame_; }
    [[nodiscard]] double seconds() const;
    /// Whether what the playhead points at can be seen.
    [[nodiscard]] bool is_ready() const { return !track_ || track_->is_ready(frame_); }

    // Where there is no track, nothing happens.
    void seek(std::size_t frame);
    void seek_seconds(double seconds);
    void step(int frames); ///< pauses
    /// At the end, from the beginning.
    void play();
    void pause() { playing_ = false; }
    void play_or_pause() { playing_ ? pause() : play(); }
    [[nodiscard]] bool playing() const { return playing_; }

    /// Frames a second by those of the track.
    [[nodiscard]] double speed() const { return speed_; }
    void set_speed(double speed) { speed_ = speed; }
    [[nodiscard]] bool loops() const { return loops_; }
    void set_loops(bool loops) { loops_ = loops; }

    /// So much time has passed. Frames are left out if it was long, and waited for if they are not
    /// ready; at the end it pauses, or begins anew.
    void advance(double seconds);

  private:
    [[nodiscard]] std::size_t last() const { return track_->frame_count() - 1; }
    void move_by(std::size_t frames);

    std::shared_ptr<Track> track_;
    std::size_t frame_ = 0;
    bool playing_ = false;
    bool loops_ = false;
    double speed_ = 1;
    double due_ = 0; ///< part of a frame that is still to be played
};

} // namespace impinge::viewer
