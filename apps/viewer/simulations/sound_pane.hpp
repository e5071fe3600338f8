// SPDX-License-Identifier: Apache-2.0
//
// What impacts sound like: waveform and spectrogram of the whole time, with the playhead. The sound
// is made on a thread, once; it is not played, but written as a WAV file on request.
#pragma once

#include "panels/pane.hpp"
#include "panels/pane_image.hpp"
#include "simulations/particles_source.hpp"

#include <filesystem>
#include <future>

namespace impinge::viewer {

class SoundPane final : public Pane {
  public:
    SoundPane(std::shared_ptr<ParticleRunSlot> run, std::function<void()> wake)
        : slot_(std::move(run)), wake_(std::move(wake)) {}

    [[nodiscard]] Command command() const override { return Command::Sound; }
    [[nodiscard]] const char* word() const override { return "sound"; }
    [[nodiscard]] PanePlace place() const override { return PanePlace::Strip; }
    [[nodiscard]] float height() const override { return 116; }
    void show(PanelContext& context) override;
    bool update(Session& session) override;
    [[nodiscard]] bool busy() const override { return is_open() && making_.valid(); }
    /// samples, rate, loudest
    [[nodiscard]] std::optional<std::string> fact(std::string_view name) const override;

    /// Whole or not at all; fails if there is no sound (yet).
    Status write(const std::filesystem::path& file) const;

  private:
    struct Made {
        Expected<Sound> sound;
        std::vector<float> loudest; ///< of each of many equal parts
        render::Picture spectrogram;
    };
    static Made make(const ParticleRun& run);
    void show_waveform(ImDrawList& list, ImVec2 corner, ImVec2 size) const;

    std::shared_ptr<ParticleRunSlot> slot_;
    std::function<void()> wake_;
    std::shared_ptr<const ParticleRun> run_;
    std::shared_ptr<const ParticleRun> made_for_;
    std::future<Made> making_;
    std::optional<Sound> sound_;
    std::vector<float> loudest_;
    std::string problem_;
    PaneImage spectrogram_;
};

} // namespace impinge::viewer
