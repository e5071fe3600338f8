// SPDX-License-Identifier: Apache-2.0
#include "timeline/recorder.hpp"

#include "io/png.hpp"

#include <fmt/core.h>
#include <unistd.h>
#include <utility>

namespace impinge::viewer {
namespace {

namespace fs = std::filesystem;

Error unwritable(const fs::path& folder, const std::string& why) {
    return {ErrorCode::FileUnwritable, folder.string() + ": " + why};
}

/// As a shell takes it for one word.
std::string quoted(const std::string& text) {
    std::string out = "'";
    for (const char c : text) {
        out += c == '\'' ? std::string("'\\''") : std::string(1, c);
    }
    return out + "'";
}

} // namespace

Expected<Recorder> Recorder::begin(const fs::path& folder, WindowSize size, Timeline& timeline) {
    if (timeline.track() == nullptr) {
        return Error{ErrorCode::InvalidArgument, "nothing moves that could be recorded"};
    }
    Recorder recorder;
    recorder.folder_ = folder.lexically_normal();
    if (recorder.folder_.filename().empty()) { // "film/"
        recorder.folder_ = recorder.folder_.parent_path();
    }
    std::error_code error;
    const bool exists = fs::exists(recorder.folder_, error);
    if (exists &&
        !(fs::is_directory(recorder.folder_, error) && fs::is_empty(recorder.folder_, error))) {
        return unwritable(recorder.folder_, "exists and is no empty folder");
    }
    recorder.part_ = recorder.folder_;
    recorder.part_ += fmt::format(".part-{}", getpid());
    if (!fs::create_directory(recorder.part_, error)) {
        recorder.part_.clear();
        return unwritable(recorder.folder_,
                          "cannot be made: " + (error ? error.message() : "it is in use"));
    }
    recorder.size_ = size;
    recorder.frames_ = timeline.track()->frame_count();
    recorder.frames_per_second_ = timeline.track()->frames_per_second();
    timeline.pause();
    return recorder;
}

Recorder::Recorder(Recorder&& other) noexcept
    : folder_(std::move(other.folder_)), part_(std::exchange(other.part_, {})), size_(other.size_),
      frames_(other.frames_), frames_per_second_(other.frames_per_second_), next_(other.next_),
      written_(other.written_), writing_(std::move(other.writing_)), finished_(other.finished_) {}

Recorder::~Recorder() { remove_part(); }

void Recorder::remove_part() {
    if (writing_.valid()) {
        writing_.wait();
    }
    if (!part_.empty()) {
        std::error_code error;
        fs::remove_all(std::exchange(part_, {}), error);
    }
}

bool Recorder::ready_for_next(Timeline& timeline) {
    if (writing_.valid() || next_ == frames_) {
        return false;
    }
    if (timeline.frame() != next_) {
        timeline.seek(next_);
        return false; // it is seen in the next frame of the window
    }
    return timeline.is_ready();
}

void Recorder::add(render::Picture picture) {
    const fs::path file = part_ / fmt::format("frame-{:04}.png", next_++);
    writing_ = std::async(std::launch::async,
                          [file, drawn = std::move(picture)] { return write_png(file, drawn); });
}

Status Recorder::update() {
    if (!writing_.valid() ||
        writing_.wait_for(std::chrono::seconds(0)) != std::future_status::ready) {
        return {};
    }
    if (Status status = writing_.get(); !status) {
        remove_part();
        return status;
    }
    if (++written_ < frames_) {
        return {};
    }
    std::error_code error;
    fs::rename(part_, folder_, error); // over an empty folder, if that is there
    if (error) {
        remove_part();
        return unwritable(folder_, error.message());
    }
    part_.clear();
    finished_ = true;
    return {};
}

std::string Recorder::ffmpeg_line() const {
    const std::string pattern = (folder_ / "frame-*.png").string();
    return fmt::format("ffmpeg -framerate {:g} -pattern_type glob -i {} -pix_fmt yuv420p {}",
                       frames_per_second_, quoted(pattern), quoted(folder_.string() + ".mp4"));
}

} // namespace impinge::viewer
