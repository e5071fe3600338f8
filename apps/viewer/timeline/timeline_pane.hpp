// SPDX-License-Identifier: Apache-2.0
//
// The strip below the scene: play, step, scrub, speed; what is known of each frame as a bar. Also
// the one who lets time pass, and who opens files of motions once their bodies are there.
#pragma once

#include "panels/pane.hpp"
#include "timeline/sequence_track.hpp"

#include <chrono>
#include <future>

namespace impinge::viewer {

class TimelinePane final : public Pane {
  public:
    explicit TimelinePane(std::function<void()> wake) : wake_(std::move(wake)) {}

    [[nodiscard]] Command command() const override { return Command::Timeline; }
    [[nodiscard]] const char* word() const override { return "timeline"; }
    [[nodiscard]] PanePlace place() const override { return PanePlace::Strip; }
    [[nodiscard]] float height() const override { return 78; }
    void show(PanelContext& context) override;
    bool update(Session& session) override;
    [[nodiscard]] bool busy() const override { return busy_; }
    [[nodiscard]] bool animates() const override { return animates_; }
    /// frame, frames, seconds, playing, name
    [[nodiscard]] std::optional<std::string> fact(std::string_view name) const override;

  private:
    void open_sequence(Session& session);
    static void show_buttons(PanelContext& context);
    static void show_numbers(PanelContext& context);
    static void show_bar(PanelContext& context);

    std::function<void()> wake_;
    std::chrono::steady_clock::time_point last_ = std::chrono::steady_clock::now();
    std::future<Expected<cli::Sequence>> reading_;
    std::shared_ptr<SequenceTrack> sequence_;
    const Session* session_ = nullptr;
    const Track* seen_track_ = nullptr;
    std::size_t seen_frame_ = 0;
    bool seen_ready_ = false;
    bool busy_ = false;
    bool animates_ = false;
};

} // namespace impinge::viewer
