// SPDX-License-Identifier: Apache-2.0
//
// A simulation in the timeline: a track whose frames a thread makes, and what is seen of the frame
// that the playhead stands on.
#pragma once

#include "simulations/frame_store.hpp"
#include "timeline/track.hpp"

namespace impinge::viewer {

struct ShowOptions;

struct SimulationSetup {
    std::string kind;  ///< "cloth"
    std::string title; ///< in words
    double frames_per_second = 30;
    FrameStoreOptions store;
    MakeSource source;
};

class Simulation final : public Track {
  public:
    Simulation(SimulationSetup setup, std::function<void()> wake);

    // Track.
    [[nodiscard]] std::string title() const override { return setup_.title; }
    [[nodiscard]] std::size_t frame_count() const override { return setup_.store.frames; }
    [[nodiscard]] double frames_per_second() const override { return setup_.frames_per_second; }
    void seek(std::size_t frame) override;
    [[nodiscard]] bool is_ready(std::size_t frame) const override {
        return store_.find(frame) != nullptr;
    }
    [[nodiscard]] FrameMark mark(std::size_t frame) const override {
        return frame < kept_.size() && kept_[frame] ? FrameMark::Known : FrameMark::Unknown;
    }
    [[nodiscard]] std::string problem() const override { return store_.problem(); }

    /// Never used twice. Who wants to know it again keeps this rather than a reference, whose end
    /// may have to wait for the thread.
    [[nodiscard]] std::uint64_t serial() const { return serial_; }
    /// Nothing more is made; its thread ends soon.
    void cancel() { store_.cancel(); }
    [[nodiscard]] const std::string& kind() const { return setup_.kind; }
    /// Null before the first. An earlier one while that of the playhead is not there yet.
    [[nodiscard]] const std::shared_ptr<const SimulationFrame>& shown() const { return shown_; }
    [[nodiscard]] std::size_t shown_number() const { return shown_number_; }
    [[nodiscard]] const std::optional<Stage>& stage() const { return stage_; }
    /// Of what the camera is to show; empty before the stage is known.
    [[nodiscard]] Box3 box() const { return box_; }
    [[nodiscard]] Box3 deep_box() const { return deep_box_; } ///< with all bodies that are shown
    [[nodiscard]] FrameStore::Progress progress() const { return store_.progress(); }
    [[nodiscard]] std::vector<float> history(std::size_t fact) const {
        return store_.history(fact);
    }

    // What the user wants to see.
    [[nodiscard]] bool painted_by_verdict() const { return painted_by_verdict_; }
    void paint_by_verdict(bool wished);
    void select(std::optional<std::uint32_t> body);
    [[nodiscard]] std::optional<std::uint32_t> selected() const { return selected_; }
    [[nodiscard]] std::string name_of(std::uint32_t body) const;

    /// Without the view. Another number from look() whenever it may be another one.
    [[nodiscard]] DrawnScene scene(const ShowOptions& show) const;
    [[nodiscard]] std::uint64_t look() const { return look_; }

  private:
    void take_stage();
    void take_frame(std::shared_ptr<const SimulationFrame> frame, std::size_t number);

    SimulationSetup setup_;
    std::uint64_t serial_;
    std::optional<Stage> stage_;
    std::shared_ptr<const SimulationFrame> shown_;
    std::size_t shown_number_ = 0;
    std::vector<bool> kept_;
    Box3 box_;
    Box3 deep_box_;
    bool painted_by_verdict_ = false;
    std::optional<std::uint32_t> selected_;
    std::uint64_t look_ = 1;
    FrameStore store_; ///< last, so that its thread ends first
};

} // namespace impinge::viewer
