// SPDX-License-Identifier: Apache-2.0
//
// A list of mouse and key events, waits and expectations, one to a line, that drives the viewer
// through the same road as a person's events (docs/viewer.md lists them). For tests, and for
// pictures that need more than a camera.
#pragma once

#include "app/surface.hpp"
#include "app/viewer.hpp"
#include "script/latency.hpp"

#include <filesystem>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

namespace impinge::viewer {

struct ScriptLine {
    int number = 0;
    std::vector<std::string> words;
};

/// Lines that say something. Fails with the number of a line that is no text or does what is not
/// known: "NAME: line 3: 'jump' is not known".
Expected<std::vector<ScriptLine>> parse_script(std::string_view text, const std::string& name);
Expected<std::vector<ScriptLine>> read_script(const std::filesystem::path& file);

class ScriptRun {
  public:
    ScriptRun(std::string name, std::vector<ScriptLine> lines);

    /// Goes on until a line waits for a frame or for the viewer to be idle. Events are posted, and
    /// handled by the frames that follow.
    Status step(Viewer& viewer, const Surface& surface);
    [[nodiscard]] bool finished() const {
        return at_ == lines_.size() && wait_ == Wait::Nothing && !sweep_.joinable();
    }
    /// Whether time passes without anything to be done; not while frames are still to be drawn
    /// before it is known whether a wait is over.
    [[nodiscard]] bool waits() const;
    [[nodiscard]] Latency& latency() { return latency_; }
    /// What is wrong where the viewer was closed before the script had finished.
    [[nodiscard]] Error cut_short() const;

  private:
    Status run_line(const ScriptLine& line, Viewer& viewer, const Surface& surface);
    Status mouse(const ScriptLine& line, Viewer& viewer);
    Status drag(const ScriptLine& line, Viewer& viewer);
    Status key(const ScriptLine& line, Viewer& viewer);
    Status expect(const ScriptLine& line, Viewer& viewer, const Surface& surface);
    Status expect_verdict(const ScriptLine& line, Viewer& viewer);
    Status expect_pose(const ScriptLine& line, Viewer& viewer);
    Status expect_curves(const ScriptLine& line, Viewer& viewer);
    Status expect_fact(const ScriptLine& line, Viewer& viewer);
    Status expect_latency(const ScriptLine& line, Viewer& viewer);
    Status export_file(const ScriptLine& line, Viewer& viewer);
    Status files(const ScriptLine& line, Viewer& viewer);
    Status tell(const ScriptLine& line, Viewer& viewer);
    Status sweep(const ScriptLine& line, Viewer& viewer);
    Status fault(const ScriptLine& line, const Surface& surface);
    Status record(const ScriptLine& line, Viewer& viewer, const Surface& surface);
    Status seek(const ScriptLine& line, Viewer& viewer);
    Expected<ScreenPoint> point(const ScriptLine& line, std::size_t& word, const Viewer& viewer);
    [[nodiscard]] Error wrong(const ScriptLine& line, const std::string& what) const;

    std::string name_;
    std::vector<ScriptLine> lines_;
    std::size_t at_ = 0;
    /// Scene: read, if not checked. Played: to the end, at which playing pauses.
    enum class Wait { Nothing, Scene, Idle, Played, Recorded };
    [[nodiscard]] bool is_over(const Viewer& viewer) const; ///< what is waited for
    Wait wait_ = Wait::Nothing;
    int waited_frames_ = 0;
    std::chrono::steady_clock::time_point waits_since_;
    ScreenPoint mouse_;
    std::atomic<bool> sweep_done_{false};
    std::jthread sweep_; ///< after what its thread sets, so that it ends first
    Latency latency_;
};

} // namespace impinge::viewer
