// SPDX-License-Identifier: Apache-2.0
//
// Something that has frames: what the timeline plays.
#pragma once

#include "impinge/rigid.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

namespace impinge::viewer {

/// What is known of a frame, as the timeline's bar shows it.
enum class FrameMark : std::uint8_t {
    Unknown, ///< not computed, or not looked at
    Known,
    Clear,
    Touching, ///< or undecided
    Interfering,
};

/// Belongs to the window's thread, as the timeline does; nothing here waits for anything.
class Track {
  public:
    Track() = default;
    virtual ~Track() = default;
    Track(const Track&) = delete;
    Track& operator=(const Track&) = delete;
    Track(Track&&) = delete;
    Track& operator=(Track&&) = delete;

    [[nodiscard]] virtual std::string title() const = 0;
    [[nodiscard]] virtual std::size_t frame_count() const = 0; ///< at least one
    [[nodiscard]] virtual double frames_per_second() const = 0;
    /// The playhead stands here. Told in every frame of the window, also when nothing has changed;
    /// begins what takes long.
    virtual void seek(std::size_t frame) = 0;
    /// Whether that frame can be seen, if the playhead stands there. Playing leaves no frame before
    /// it was seen, and goes on to none that cannot be.
    [[nodiscard]] virtual bool is_ready(std::size_t frame) const = 0;
    [[nodiscard]] virtual FrameMark mark(std::size_t /*frame*/) const { return FrameMark::Unknown; }
    /// Whether playing may leave out frames where the window is slower than they are.
    [[nodiscard]] virtual bool may_skip() const { return true; }
    /// What the frame is called, if that is more than its number.
    [[nodiscard]] virtual std::string frame_name(std::size_t /*frame*/) const { return {}; }
    /// What the user's pose of a body of the scene is in a frame, if the track moves it.
    [[nodiscard]] virtual std::optional<Rigid> pose(std::size_t /*body*/,
                                                    std::size_t /*frame*/) const {
        return {};
    }
    /// In words, if frames are missing for good.
    [[nodiscard]] virtual std::string problem() const { return {}; }
};

} // namespace impinge::viewer
