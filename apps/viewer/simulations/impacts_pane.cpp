// SPDX-License-Identifier: Apache-2.0
#include "simulations/impacts_pane.hpp"

#include "base/no_throw.hpp"

#include <algorithm>
#include <array>
#include <fmt/core.h>

namespace impinge::viewer {
namespace {

constexpr std::array channel_names{"count", "sum", "time", "speed", "normal-speed", "angle"};

/// Of the colliders, the one that is hit most: a good one to begin with.
std::size_t most_hit(const ParticleRun& run) {
    std::vector<std::size_t> counts(std::max<std::size_t>(1, run.scene.colliders.size()), 0);
    for (const Impact& impact : run.impacts) {
        ++counts[impact.collider];
    }
    return static_cast<std::size_t>(std::ranges::max_element(counts) - counts.begin());
}

} // namespace

ImpactsPane::Made ImpactsPane::make(const Wish& wish) {
    const ParticleRun& run = *wish.run;
    const auto end = std::ranges::upper_bound(run.impacts, wish.time, {}, &Impact::time);
    const std::span<const Impact> until_now(run.impacts.begin(), end);
    Made made{render::Picture(), 0};
    made.impacts =
        static_cast<std::size_t>(std::ranges::count(until_now, wish.collider, &Impact::collider));
    ImpactMapOptions options{.resolution = 1};
    options.by_collider.assign(run.scene.colliders.size(), 1);
    options.by_collider[wish.collider] = 128;
    const double to = std::max(wish.time, 1e-9);
    const auto maps = impact_maps(run.system, until_now, 0, to, options);
    made.page =
        maps ? Expected<render::Picture>(cli::impact_map_page(
                   maps->maps[wish.collider], {.collider = run.scene.colliders[wish.collider].name,
                                               .channel = wish.channel,
                                               .rule = options.rule,
                                               .from = 0,
                                               .to = to}))
             : Expected<render::Picture>(maps.error());
    return made;
}

bool ImpactsPane::update(Session& session) {
    const bool has_particles = session.simulation && session.particles;
    if (!has_particles) {
        if (wished_.run) {
            wished_ = made_ = {};
            image_.set({});
            set_open(false);
        }
        return false;
    }
    const auto run = slot_->get();
    if (run != wished_.run) {
        wished_.run = run;
        set_open(run != nullptr);
        wished_.collider = run ? most_hit(*run) : 0;
    }
    wished_.time = session.timeline.seconds();
    bool news = false;
    if (making_.valid() && making_.wait_for(std::chrono::seconds(0)) == std::future_status::ready) {
        Made made = making_.get();
        if (making_for_.run == wished_.run) {
            problem_ = made.page ? "" : made.page.error().message;
            image_.set(made.page ? std::move(*made.page) : render::Picture());
            impacts_ = made.impacts;
            made_ = making_for_;
            news = true;
        }
    }
    if (is_open() && wished_.run && made_ != wished_ && !making_.valid()) {
        making_for_ = wished_;
        making_ = std::async(std::launch::async, [wish = wished_, wake = wake_] {
            auto made = no_throw([&]() -> Expected<Made> { return make(wish); });
            wake();
            return made ? std::move(*made) : Made{made.error(), 0};
        });
    }
    return news;
}

std::optional<std::string> ImpactsPane::fact(std::string_view name) const {
    if (!made_.run) {
        return std::nullopt;
    }
    if (name == "collider") {
        return made_.run->scene.colliders[made_.collider].name;
    }
    return name == "count" ? std::optional(std::to_string(impacts_)) : std::nullopt;
}

void ImpactsPane::show(PanelContext& context) {
    if (!wished_.run) {
        ImGui::TextDisabled("No particles. The menu Simulate has some.");
        return;
    }
    const std::vector<Collider>& colliders = wished_.run->scene.colliders;
    const float half = (ImGui::GetContentRegionAvail().x - 6 * context.scale) / 2;
    ImGui::SetNextItemWidth(half);
    if (ImGui::BeginCombo("##collider", colliders[wished_.collider].name.c_str())) {
        for (std::size_t i = 0; i < colliders.size(); ++i) {
            if (ImGui::Selectable(colliders[i].name.c_str(), i == wished_.collider)) {
                wished_.collider = i;
            }
        }
        ImGui::EndCombo();
    }
    context.landmarks.mark_item("impacts.collider");
    ImGui::SameLine(0, 6 * context.scale);
    ImGui::SetNextItemWidth(half);
    const auto channel = static_cast<std::size_t>(wished_.channel);
    if (ImGui::BeginCombo("##channel", channel_names[channel])) {
        for (std::size_t i = 0; i < channel_names.size(); ++i) {
            if (ImGui::Selectable(channel_names[i], i == channel)) {
                wished_.channel = static_cast<cli::ImpactChannel>(i);
            }
        }
        ImGui::EndCombo();
    }
    context.landmarks.mark_item("impacts.channel");
    if (!problem_.empty()) {
        ImGui::TextWrapped("%s", problem_.c_str());
    }
    if (!image_.empty()) {
        image_.show(context, "impacts.map", ImGui::GetContentRegionAvail().y);
    }
}

} // namespace impinge::viewer
