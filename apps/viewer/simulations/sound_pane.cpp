// SPDX-License-Identifier: Apache-2.0
#include "simulations/sound_pane.hpp"

#include "base/no_throw.hpp"
#include "io/wav.hpp"
#include "particles/impact_pages.hpp"

#include <algorithm>
#include <cmath>
#include <fmt/core.h>

namespace impinge::viewer {
namespace {

constexpr int sound_rate = 48000; // as `impinge particles` writes it
constexpr int spectrogram_columns = 700;
constexpr int spectrogram_rows = 56;

std::vector<float> loudest_parts(const Sound& sound) {
    std::vector<float> parts(spectrogram_columns, 0);
    const std::size_t samples = sound.left.size();
    for (std::size_t i = 0; i < samples; ++i) {
        float& part = parts[i * parts.size() / samples];
        part = std::max({part, std::abs(sound.left[i]), std::abs(sound.right[i])});
    }
    return parts;
}

} // namespace

SoundPane::Made SoundPane::make(const ParticleRun& run) {
    const scenes::ParticleScene& scene = run.scene;
    Made made{impact_sound(run.impacts, scene.materials, 0, scene.seconds,
                           {.rate = sound_rate,
                            .ear = scene.ear,
                            .right = scene.right,
                            .loudness = scene.loudness}),
              {},
              {}};
    if (made.sound) {
        made.loudest = loudest_parts(*made.sound);
        made.spectrogram =
            cli::spectrogram_plane(*made.sound, spectrogram_columns, spectrogram_rows);
    }
    return made;
}

bool SoundPane::update(Session& session) {
    if (!session.simulation || !session.particles) {
        if (run_) {
            run_.reset();
            sound_.reset();
            spectrogram_.set({});
            set_open(false);
        }
        return false;
    }
    const auto run = slot_->get();
    if (run != run_) {
        run_ = run;
        sound_.reset();
        set_open(run != nullptr);
    }
    bool news = false;
    if (making_.valid() && making_.wait_for(std::chrono::seconds(0)) == std::future_status::ready) {
        Made made = making_.get();
        if (made_for_ == run_) {
            problem_ = made.sound ? "" : made.sound.error().message;
            sound_ = made.sound ? std::optional(std::move(*made.sound)) : std::nullopt;
            loudest_ = std::move(made.loudest);
            spectrogram_.set(std::move(made.spectrogram));
            news = true;
        }
    }
    if (is_open() && run_ && made_for_ != run_ && !making_.valid()) {
        made_for_ = run_;
        making_ = std::async(std::launch::async, [held = run_, wake = wake_] {
            auto made = no_throw([&]() -> Expected<Made> { return make(*held); });
            wake();
            return made ? std::move(*made) : Made{made.error(), {}, {}};
        });
    }
    return news;
}

Status SoundPane::write(const std::filesystem::path& file) const {
    if (!sound_) {
        return Error{ErrorCode::InvalidArgument, "there is no sound"};
    }
    return write_wav(file, {sound_->rate, sound_->left, sound_->right});
}

std::optional<std::string> SoundPane::fact(std::string_view name) const {
    if (!sound_) {
        return std::nullopt;
    }
    if (name == "samples") {
        return std::to_string(sound_->left.size());
    }
    if (name == "rate") {
        return std::to_string(sound_->rate);
    }
    return name == "loudest" ? std::optional(fmt::format("{}", *std::ranges::max_element(loudest_)))
                             : std::nullopt;
}

void SoundPane::show_waveform(ImDrawList& list, ImVec2 corner, ImVec2 size) const {
    list.AddRectFilled(corner, {corner.x + size.x, corner.y + size.y},
                       IM_COL32(244, 246, 249, 255));
    const float most = std::max(1e-6F, *std::ranges::max_element(loudest_));
    const float middle = corner.y + size.y / 2;
    const auto count = static_cast<float>(loudest_.size());
    for (std::size_t i = 0; i < loudest_.size(); ++i) {
        const float half = loudest_[i] / most * (size.y / 2 - 1);
        const float left = corner.x + size.x * static_cast<float>(i) / count;
        list.AddRectFilled({left, middle - std::max(0.5F, half)},
                           {left + size.x / count, middle + std::max(0.5F, half)},
                           IM_COL32(46, 109, 180, 200));
    }
}

void SoundPane::show(PanelContext& context) {
    if (!sound_) {
        ImGui::TextDisabled("%s", !problem_.empty() ? problem_.c_str()
                                  : making_.valid() ? "making the sound..."
                                                    : "No sound.");
        return;
    }
    Timeline& timeline = context.session.timeline;
    const float scale = context.scale;
    const ImVec2 room = ImGui::GetContentRegionAvail();
    const float button = 96 * scale;
    const ImVec2 size{std::max(1.0F, room.x - button - 10 * scale), std::max(1.0F, room.y)};
    const ImVec2 corner = ImGui::GetCursorScreenPos();
    const float half = std::floor(size.y * 0.42F);
    ImDrawList& list = *ImGui::GetWindowDrawList();
    ImGui::InvisibleButton("##sound", size);
    context.landmarks.mark_item("sound.bar");
    const double seconds = static_cast<double>(sound_->left.size()) / sound_->rate;
    if (ImGui::IsItemActive()) {
        const auto part = static_cast<double>((ImGui::GetIO().MousePos.x - corner.x) / size.x);
        timeline.pause();
        timeline.seek_seconds(std::clamp(part, 0.0, 1.0) * seconds);
    }
    show_waveform(list, corner, {size.x, half});
    if (ImTextureID const texture = spectrogram_.texture(); texture != nullptr) {
        list.AddImage(texture, {corner.x, corner.y + half + 2 * scale},
                      {corner.x + size.x, corner.y + size.y});
    }
    const float head =
        corner.x + size.x * static_cast<float>(std::min(1.0, timeline.seconds() / seconds));
    list.AddLine({head, corner.y}, {head, corner.y + size.y}, IM_COL32(255, 255, 255, 255),
                 3 * scale);
    list.AddLine({head, corner.y}, {head, corner.y + size.y}, IM_COL32(36, 44, 56, 255),
                 1.4F * scale);
    ImGui::SameLine(0, 10 * scale);
    ImGui::BeginGroup();
    if (ImGui::Button("Export WAV", {button, 0})) {
        context.execute(Command::ExportSound);
    }
    context.landmarks.mark_item("sound.export");
    ImGui::PushFont(context.fonts.small);
    ImGui::TextDisabled("%.3g s, %d Hz", seconds, sound_->rate);
    ImGui::TextDisabled("40 Hz - 20 kHz");
    ImGui::PopFont();
    ImGui::EndGroup();
}

} // namespace impinge::viewer
