// SPDX-License-Identifier: Apache-2.0
//
// The side panel while something is simulated, and the lists to choose from.
#include "panels/choices.hpp"
#include "simulations/simulation_pane.hpp"
#include "simulations/sources.hpp"

#include <fmt/core.h>

namespace impinge::viewer {
namespace {

Headline headline_of(const Simulation& simulation, bool of_particles) {
    if (of_particles && simulation.shown()) {
        const SimulationFrame& shown = *simulation.shown();
        const auto impacts = static_cast<std::size_t>(shown.facts.front().value);
        return {count_text(impacts) + " impacts",
                fmt::format("until {:.2f} s; {} in flight",
                            static_cast<double>(simulation.shown_number()) /
                                simulation.frames_per_second(),
                            count_text(static_cast<std::size_t>(shown.facts[1].value))),
                BodyState::Unchecked};
    }
    if (!simulation.shown()) {
        return {"setting up...", simulation.problem(), BodyState::Unchecked};
    }
    const SimulationFrame& frame = *simulation.shown();
    std::size_t touching = 0;
    for (const FramePair& pair : frame.pairs) {
        touching += pair.verdict == Verdict::Touching ? 1 : 0;
    }
    const std::size_t interfering = frame.pairs.size() - touching;
    const std::string small =
        fmt::format("frame {}: {} touching", simulation.shown_number() + 1, touching);
    if (interfering > 0) {
        return {fmt::format("{} {}", count_text(interfering),
                            interfering == 1 ? "pair interferes" : "pairs interfere"),
                small, BodyState::Interfering};
    }
    return {touching > 0 ? "touching" : "all apart", small,
            touching > 0 ? BodyState::Touching : BodyState::Clear};
}

/// Scenes of particles, for lists and menus; `show(name, what)` says whether one was chosen.
template <typename Show> void particle_rows(PanelContext& context, const Show& show) {
    for (const scenes::ParticleSceneName& scene : scenes::particle_scenes) {
        const std::string name(scene.name);
        if (show(name, std::string(scene.description))) {
            context.session.particle_wish = ParticleWish{.scene = name};
        }
        context.landmarks.mark_item("simulate." + name);
    }
}

} // namespace

std::string simulation_status(const Simulation& simulation) {
    const FrameStore::Progress progress = simulation.progress();
    const auto& frame = simulation.shown();
    const std::string bodies =
        frame && frame->names ? count_text(frame->names->size()) + " bodies   \u00b7   " : "";
    return fmt::format("{}{} of {} frames kept, {:.1f} MiB{}", bodies, count_text(progress.kept),
                       count_text(simulation.frame_count()),
                       static_cast<double>(progress.bytes) / 1048576,
                       progress.busy ? "   \u00b7   computing..." : "");
}

void show_simulation_list(PanelContext& context) {
    section(context, "SIMULATIONS");
    const auto* running = context.session.simulation.get();
    for (const SimulationKind& kind : simulation_kinds()) {
        const bool on = running != nullptr && running->kind() == kind.name;
        if (ImGui::Selectable(kind.name, on)) {
            context.session.simulation_wish = SimulationWish{.kind = kind.name};
        }
        context.landmarks.mark_item(fmt::format("simulate.{}", kind.name));
        if (ImGui::IsItemHovered()) {
            ImGui::SetTooltip("%s", kind.what);
        }
    }
    section(context, "PARTICLES");
    particle_rows(context, [&](const std::string& name, const std::string& what) {
        const bool on = running != nullptr && running->kind() == name;
        const bool chosen = ImGui::Selectable(name.c_str(), on);
        if (ImGui::IsItemHovered()) {
            ImGui::SetTooltip("%s", what.c_str());
        }
        return chosen;
    });
}

void show_simulation_menu(PanelContext& context) {
    const bool open = ImGui::BeginMenu("Simulate");
    context.landmarks.mark_item("menu.Simulate");
    if (!open) {
        return;
    }
    for (const SimulationKind& kind : simulation_kinds()) {
        if (ImGui::MenuItem(kind.name, kind.what)) {
            context.session.simulation_wish = SimulationWish{.kind = kind.name};
        }
        context.landmarks.mark_item(fmt::format("simulate.{}", kind.name));
    }
    ImGui::Separator();
    particle_rows(context, [](const std::string& name, const std::string&) {
        return ImGui::MenuItem(name.c_str(), "particles");
    });
    ImGui::EndMenu();
}

void show_simulation_panel(PanelContext& context) {
    Simulation& simulation = *context.session.simulation;
    show_headline(context, headline_of(simulation, context.session.particles));
    ImGui::TextWrapped("%s", simulation.stage() ? simulation.stage()->what.c_str() : "");
    if (simulation.selected()) {
        ImGui::TextDisabled("selected");
        ImGui::SameLine();
        ImGui::TextUnformatted(simulation.name_of(*simulation.selected()).c_str());
    }
    if (context.session.particles) {
        return show_simulation_list(context);
    }
    bool by_verdict = simulation.painted_by_verdict();
    if (ImGui::Checkbox("Colours by verdict", &by_verdict)) {
        simulation.paint_by_verdict(by_verdict);
    }
    context.landmarks.mark_item("simulation.verdict-colours");
    show_simulation_list(context);
}

} // namespace impinge::viewer
