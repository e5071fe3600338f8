// SPDX-License-Identifier: Apache-2.0
#include "simulations/simulation_pane.hpp"

#include "panels/words.hpp"
#include "simulations/sources.hpp"

#include <algorithm>
#include <cmath>
#include <fmt/core.h>

namespace impinge::viewer {
namespace {

std::string fact_text(const FrameFact& fact) {
    return *fact.unit == 0 ? count_text(static_cast<std::size_t>(fact.value))
                           : fmt::format("{:.3f} {}", fact.value, fact.unit);
}

std::size_t interfering_bodies(const SimulationFrame& frame) {
    std::vector<std::uint32_t> numbers;
    for (const FrameBody& body : frame.bodies) {
        if (body.state == BodyState::Interfering) {
            numbers.push_back(body.number);
        }
    }
    std::ranges::sort(numbers);
    return static_cast<std::size_t>(std::unique(numbers.begin(), numbers.end()) - numbers.begin());
}

} // namespace

/// Its thread may have something to finish, which the window does not wait for.
void SimulationPane::retire() {
    if (simulation_) {
        simulation_->cancel();
        run_->clear();
        ending_.push_back(
            std::async(std::launch::async,
                       [held = std::exchange(simulation_, nullptr)]() mutable { held.reset(); }));
    }
}

void SimulationPane::begin(Session& session, SimulationSetup setup) {
    setup.store.threads = threads_;
    session.timeline.close();
    session.simulation.reset();
    retire();
    simulation_ = std::make_shared<Simulation>(std::move(setup), wake_);
    session.simulation = simulation_;
    session.timeline.open(simulation_);
    session.tell("");
    staged_ = false;
    graph_ = 0;
    set_open(true);
}

void SimulationPane::take_wishes(Session& session) {
    const auto begin_or_tell = [&](Expected<SimulationSetup> setup) {
        return setup ? begin(session, std::move(*setup)) : session.fail(setup.error().message);
    };
    if (session.simulation_wish) {
        session.particles = false;
        begin_or_tell(simulation_setup(*std::exchange(session.simulation_wish, std::nullopt)));
    }
    if (session.particle_wish) {
        session.particles = true;
        begin_or_tell(particle_setup(*std::exchange(session.particle_wish, std::nullopt), run_));
    }
}

bool SimulationPane::update(Session& session) {
    std::erase_if(ending_, [](const std::future<void>& end) {
        return end.wait_for(std::chrono::seconds(0)) == std::future_status::ready;
    });
    take_wishes(session);
    if (simulation_ && session.timeline.track() != simulation_.get()) {
        session.simulation.reset();
        session.particles = false;
        retire();
        set_open(false);
        return true;
    }
    if (!simulation_) {
        return false;
    }
    if (!simulation_->problem().empty() && session.message() != simulation_->problem()) {
        session.fail(simulation_->problem());
    }
    if (simulation_->stage() && !std::exchange(staged_, true)) {
        session.show.triangles = simulation_->stage()->shows_meeting;
        session.show.boxes = simulation_->stage()->shows_boxes;
    }
    const std::size_t kept = simulation_->progress().kept;
    const bool more = std::exchange(seen_kept_, kept) != kept;
    return std::exchange(seen_look_, simulation_->look()) != simulation_->look() || more;
}

bool SimulationPane::busy() const {
    return simulation_ && !simulation_->stage() && simulation_->problem().empty();
}

std::optional<std::string> SimulationPane::fact(std::string_view name) const {
    if (!simulation_ || !simulation_->shown()) {
        return std::nullopt;
    }
    const SimulationFrame& frame = *simulation_->shown();
    if (name == "kind") {
        return simulation_->kind();
    }
    if (name == "hash") {
        return fmt::format("{:016x}", frame.hash);
    }
    if (name == "bodies") {
        return std::to_string(frame.names ? frame.names->size() : 0);
    }
    if (name == "interfering") {
        return std::to_string(interfering_bodies(frame));
    }
    if (name == "kept") {
        return std::to_string(simulation_->progress().kept);
    }
    const auto found = std::ranges::find(frame.facts, name, &FrameFact::name);
    return found == frame.facts.end() ? std::nullopt
                                      : std::optional(fmt::format("{:.17g}", found->value));
}

void SimulationPane::show_facts(PanelContext& context, const SimulationFrame& frame) {
    if (!ImGui::BeginTable("facts", 2)) {
        return;
    }
    ImGui::TableSetupColumn("", ImGuiTableColumnFlags_WidthStretch, 1.4F);
    ImGui::TableSetupColumn("", ImGuiTableColumnFlags_WidthStretch, 1);
    for (std::size_t i = 0; i < frame.facts.size(); ++i) {
        const FrameFact& fact = frame.facts[i];
        ImGui::TableNextRow();
        ImGui::TableNextColumn();
        if (ImGui::Selectable(words_of(fact.name).c_str(), graph_ == i,
                              ImGuiSelectableFlags_SpanAllColumns)) {
            graph_ = i;
        }
        context.landmarks.mark_item(fmt::format("counter.{}", fact.name));
        ImGui::TableNextColumn();
        const std::string text = fact_text(fact);
        const float room = ImGui::GetContentRegionAvail().x;
        ImGui::SetCursorPosX(ImGui::GetCursorPosX() + room - ImGui::CalcTextSize(text.c_str()).x);
        ImGui::TextUnformatted(text.c_str());
    }
    ImGui::EndTable();
}

/// Of all frames that were made so far, with the playhead; a click goes there.
void SimulationPane::show_graph(PanelContext& context, const SimulationFrame& frame) {
    graph_ = std::min(graph_, frame.facts.size() - 1);
    const std::vector<float> values = simulation_->history(graph_);
    float most = 0;
    for (const float value : values) {
        most = std::isnan(value) ? most : std::max(most, value);
    }
    const FrameFact top{frame.facts[graph_].name, static_cast<double>(most),
                        frame.facts[graph_].unit};
    ImGui::PushFont(context.fonts.small);
    ImGui::TextDisabled("%s, at most %s", words_of(top.name).c_str(), fact_text(top).c_str());
    ImGui::PopFont();
    const ImVec2 size{std::max(1.0F, ImGui::GetContentRegionAvail().x), 88 * context.scale};
    const ImVec2 corner = ImGui::GetCursorScreenPos();
    ImGui::InvisibleButton("##graph", size);
    context.landmarks.mark_item("simulation.graph");
    const auto count = static_cast<float>(values.size());
    const auto x_of = [&](float i) { return corner.x + size.x * (i + 0.5F) / count; };
    if (ImGui::IsItemActive()) {
        const float part = (ImGui::GetIO().MousePos.x - corner.x) / size.x;
        context.session.timeline.pause();
        context.session.timeline.seek(
            static_cast<std::size_t>(std::clamp(part * count, 0.0F, count - 1)));
    }
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const ImVec2 far{corner.x + size.x, corner.y + size.y};
    list.AddRectFilled(corner, far, IM_COL32(244, 246, 249, 255), 4 * context.scale);
    const float height = size.y - 6 * context.scale;
    const auto y_of = [&](float value) {
        return far.y - 3 * context.scale - (most > 0 ? value / most : 0) * height;
    };
    for (std::size_t i = 1; i < values.size(); ++i) {
        if (!std::isnan(values[i - 1]) && !std::isnan(values[i])) {
            list.AddLine({x_of(static_cast<float>(i - 1)), y_of(values[i - 1])},
                         {x_of(static_cast<float>(i)), y_of(values[i])},
                         IM_COL32(46, 109, 180, 255), 1.6F * context.scale);
        }
    }
    const float head = x_of(static_cast<float>(simulation_->shown_number()));
    list.AddLine({head, corner.y}, {head, far.y}, IM_COL32(36, 44, 56, 150), context.scale);
}

void SimulationPane::show_pairs(PanelContext& context, const SimulationFrame& frame) {
    ImGui::PushFont(context.fonts.small);
    ImGui::TextDisabled("%s not apart",
                        frame.pairs.size() == 1
                            ? "1 pair of bodies is"
                            : (count_text(frame.pairs.size()) + " pairs of bodies are").c_str());
    ImGui::PopFont();
    ImGui::BeginChild("pairs");
    ImGuiListClipper clipper;
    clipper.Begin(static_cast<int>(frame.pairs.size()));
    while (clipper.Step()) {
        for (int i = clipper.DisplayStart; i < clipper.DisplayEnd; ++i) {
            const FramePair& pair = frame.pairs[static_cast<std::size_t>(i)];
            ImGui::PushID(i);
            const std::string text =
                simulation_->name_of(pair.a) + " \u2013 " + simulation_->name_of(pair.b);
            if (ImGui::Selectable(text.c_str(), simulation_->selected() == pair.a)) {
                simulation_->select(pair.a);
            }
            const std::string word =
                words_of(to_string(pair.verdict)) +
                (pair.triangle_pairs > 0 ? fmt::format(" ({})", pair.triangle_pairs) : "");
            ImGui::SameLine(
                std::max(ImGui::CalcTextSize(text.c_str()).x + 10 * context.scale,
                         ImGui::GetContentRegionAvail().x - ImGui::CalcTextSize(word.c_str()).x));
            ImGui::TextColored(
                to_vec4(state_colour(pair.verdict == Verdict::Touching ? BodyState::Touching
                                                                       : BodyState::Interfering)),
                "%s", word.c_str());
            ImGui::PopID();
        }
    }
    ImGui::EndChild();
}

void SimulationPane::show(PanelContext& context) {
    if (!simulation_ || !simulation_->shown()) {
        ImGui::TextDisabled(simulation_ ? "setting up..." : "Nothing is being simulated.");
        return;
    }
    const std::shared_ptr<const SimulationFrame> frame = simulation_->shown();
    show_facts(context, *frame);
    if (!frame->facts.empty()) {
        ImGui::Spacing();
        show_graph(context, *frame);
        ImGui::Spacing();
    }
    if (!context.session.particles) {
        show_pairs(context, *frame);
    }
}

} // namespace impinge::viewer
