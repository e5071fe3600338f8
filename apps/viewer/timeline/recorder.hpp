// SPDX-License-Identifier: Apache-2.0
//
// Writes frame after frame to a folder of PNG files, frame-0000.png and so on: all of them or none.
// They are written to a folder beside it, which is renamed at the end; a recording that is stopped
// leaves nothing. Files are written by a thread, one at a time, so that the window goes on.
#pragma once

#include "camera/orbit_camera.hpp"
#include "impinge/expected.hpp"
#include "impinge/picture.hpp"
#include "timeline/timeline.hpp"

#include <filesystem>
#include <future>
#include <optional>

namespace impinge::viewer {

class Recorder {
  public:
    /// The folder must not exist, or be empty; its parent must admit new folders.
    static Expected<Recorder> begin(const std::filesystem::path& folder, WindowSize size,
                                    Timeline& timeline);
    ~Recorder();
    Recorder(const Recorder&) = delete;
    Recorder& operator=(const Recorder&) = delete;
    Recorder(Recorder&& other) noexcept;
    Recorder& operator=(Recorder&&) = delete;

    [[nodiscard]] WindowSize size() const { return size_; }
    /// Puts the playhead on the frame that is next. Whether that can be drawn now.
    bool ready_for_next(Timeline& timeline);
    void add(render::Picture picture);
    /// Takes what the thread has done. Once all is written, renames the folder.
    Status update();
    [[nodiscard]] bool finished() const { return finished_; }
    [[nodiscard]] std::size_t written() const { return written_; }
    [[nodiscard]] std::size_t frame_count() const { return frames_; }
    [[nodiscard]] const std::filesystem::path& folder() const { return folder_; }
    /// How a film is made of it.
    [[nodiscard]] std::string ffmpeg_line() const;

  private:
    Recorder() = default;
    void remove_part();

    std::filesystem::path folder_;
    std::filesystem::path part_; ///< being written; empty once it is renamed or removed
    WindowSize size_;
    std::size_t frames_ = 0;
    double frames_per_second_ = 30;
    std::size_t next_ = 0; ///< to be drawn
    std::size_t written_ = 0;
    std::future<Status> writing_;
    bool finished_ = false;
};

} // namespace impinge::viewer
