// SPDX-License-Identifier: Apache-2.0
#include "panels/panes.hpp"

#include <algorithm>
#include <cmath>
#include <fmt/core.h>

namespace impinge::viewer {
namespace {

constexpr float least_column = 240;
constexpr float least_scene = 160;
constexpr float least_share = 0.15F;
constexpr float title_height = 26;
constexpr float grip = 6; ///< of edges that can be dragged

constexpr ImGuiWindowFlags pane_window =
    ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoResize | ImGuiWindowFlags_NoMove |
    ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoBringToFrontOnFocus;

constexpr ImU32 edge_colour = IM_COL32(210, 216, 224, 255);

/// An invisible window over an edge; how far it was dragged in this frame.
ImVec2 dragged_edge(PanelContext& context, const std::string& name, const SceneArea& place,
                    ImGuiMouseCursor cursor) {
    ImGui::SetNextWindowPos({place.x, place.y});
    ImGui::SetNextWindowSize({place.width, place.height});
    ImGui::SetNextWindowBgAlpha(0);
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {0, 0});
    ImGui::PushStyleVar(ImGuiStyleVar_WindowMinSize, {1, 1});
    ImGui::Begin(("##" + name).c_str(), nullptr,
                 (pane_window & ~ImGuiWindowFlags_NoBringToFrontOnFocus) |
                     ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoBackground);
    ImGui::InvisibleButton("edge", {place.width, place.height});
    context.landmarks.mark_item(name);
    const bool active = ImGui::IsItemActive();
    if (active || ImGui::IsItemHovered()) {
        ImGui::SetMouseCursor(cursor);
        ImGui::GetForegroundDrawList()->AddRectFilled(
            {place.x, place.y}, {place.x + place.width, place.y + place.height},
            IM_COL32(46, 109, 180, active ? 150 : 90));
    }
    const ImVec2 moved = active ? ImGui::GetIO().MouseDelta : ImVec2(0, 0);
    ImGui::End();
    ImGui::PopStyleVar(2);
    return moved;
}

/// Name on the left, a cross to close it on the right.
void show_title(PanelContext& context, Pane& pane) {
    const CommandInfo& info = info_of(pane.command());
    const float width = ImGui::GetContentRegionAvail().x;
    ImGui::PushFont(context.fonts.small);
    ImGui::TextDisabled("%s", info.name);
    ImGui::PopFont();
    context.landmarks.mark_item(fmt::format("pane.{}", pane.word()));
    const float size = 16 * context.scale;
    ImGui::SameLine(ImGui::GetStyle().WindowPadding.x + width - size);
    if (ImGui::InvisibleButton("##close", {size, size})) {
        pane.set_open(false);
    }
    context.landmarks.mark_item(fmt::format("pane.{}.close", pane.word()));
    const ImVec2 low = ImGui::GetItemRectMin();
    const bool lit = ImGui::IsItemHovered();
    const ImU32 colour = lit ? IM_COL32(200, 62, 56, 255) : IM_COL32(118, 127, 140, 255);
    const float from = 4.5F * context.scale;
    const float to = size - from;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float thick = 1.4F * context.scale;
    list.AddLine({low.x + from, low.y + from}, {low.x + to, low.y + to}, colour, thick);
    list.AddLine({low.x + from, low.y + to}, {low.x + to, low.y + from}, colour, thick);
    if (lit) {
        const std::string keys = shortcut_text(info);
        ImGui::SetTooltip("close%s", keys.empty() ? "" : (" (" + keys + ")").c_str());
    }
    ImGui::Separator();
}

} // namespace

void Panes::add(std::unique_ptr<Pane> pane) {
    column_.shares.push_back(pane->place() == PanePlace::Column ? pane->height() : 0);
    panes_.push_back(std::move(pane));
}

Pane* Panes::find(Command command) const {
    const auto found =
        std::ranges::find(panes_, command, [](auto& pane) { return pane->command(); });
    return found == panes_.end() ? nullptr : found->get();
}

Pane* Panes::find(std::string_view word) const {
    const auto found =
        std::ranges::find(panes_, word, [](auto& pane) { return std::string_view(pane->word()); });
    return found == panes_.end() ? nullptr : found->get();
}

bool Panes::toggle(Command command) const {
    Pane* const pane = find(command);
    if (pane != nullptr) {
        pane->set_open(!pane->is_open());
    }
    return pane != nullptr;
}

bool Panes::update(Session& session) const {
    bool news = false;
    for (const auto& pane : panes_) {
        news = pane->update(session) || news;
    }
    return news;
}

bool Panes::busy() const {
    return std::ranges::any_of(panes_, [](auto& pane) { return pane->busy(); });
}

bool Panes::animates() const {
    return std::ranges::any_of(panes_, [](auto& pane) { return pane->animates(); });
}

bool Panes::handle(const Event& event, const raster::View& view) const {
    return std::ranges::any_of(
        panes_, [&](auto& pane) { return pane->is_open() && pane->handle(event, view); });
}

void Panes::add_to_scene(const Session& session, DrawnScene& scene) const {
    for (const auto& pane : panes_) {
        if (pane->is_open()) {
            pane->add_to_scene(session, scene);
        }
    }
}

std::uint64_t Panes::look() const {
    std::uint64_t out = 0;
    for (const auto& pane : panes_) {
        out = out * 0x100000001B3ULL + (pane->is_open() ? 1 + pane->look() : 0);
    }
    return out;
}

void Panes::draw_over(const SceneOverlay& overlay) const {
    for (const auto& pane : panes_) {
        if (pane->is_open()) {
            pane->draw_over(overlay);
        }
    }
}

std::optional<std::string> Panes::fact(std::string_view name) const {
    const std::size_t dot = name.find('.');
    const Pane* const pane = find(name.substr(0, dot));
    if (pane == nullptr || dot == std::string_view::npos) {
        return {};
    }
    const std::string_view which = name.substr(dot + 1);
    return which == "open" ? std::optional<std::string>(pane->is_open() ? "yes" : "no")
                           : pane->fact(which);
}

std::vector<std::size_t> Panes::open_in(PanePlace place) const {
    std::vector<std::size_t> out;
    for (std::size_t i = 0; i < panes_.size(); ++i) {
        if (panes_[i]->is_open() && panes_[i]->place() == place) {
            out.push_back(i);
        }
    }
    return out;
}

float Panes::column_width(float available, float scale) const {
    if (open_in(PanePlace::Column).empty()) {
        return 0;
    }
    const float most = std::max(least_column * scale, available - least_scene * scale);
    return std::floor(std::clamp(column_.width * scale, least_column * scale, most));
}

float Panes::strip_height(float scale) const {
    float out = 0;
    for (const std::size_t i : open_in(PanePlace::Strip)) {
        out += std::floor((panes_[i]->height() + title_height) * scale);
    }
    return out;
}

SceneArea Panes::left_of_panes(SceneArea area, float scale) const {
    area.width = std::max(1.0F, area.width - column_width(area.width, scale));
    area.height = std::max(1.0F, area.height - strip_height(scale));
    return area;
}

void Panes::show(PanelContext& context, const SceneArea& area) {
    const SceneArea scene = left_of_panes(area, context.scale);
    if (scene.width < area.width) {
        const SceneArea column{scene.x + scene.width, area.y, area.width - scene.width,
                               area.height};
        show_column(context, column);
        drag_width(context, column, area.width);
    }
    show_strips(context,
                {scene.x, scene.y + scene.height, scene.width, area.height - scene.height});
}

void Panes::show_pane(PanelContext& context, Pane& pane, const SceneArea& place) {
    ImGui::SetNextWindowPos({place.x, place.y});
    ImGui::SetNextWindowSize({place.width, place.height});
    ImGui::PushStyleVar(ImGuiStyleVar_WindowMinSize, {1, 1});
    ImGui::Begin(fmt::format("##pane.{}", pane.word()).c_str(), nullptr, pane_window);
    ImGui::PopStyleVar();
    show_title(context, pane);
    if (pane.is_open()) {
        pane.show(context);
    }
    ImGui::End();
}

void Panes::show_column(PanelContext& context, const SceneArea& column) {
    const std::vector<std::size_t> open = open_in(PanePlace::Column);
    float sum = 0;
    for (const std::size_t i : open) {
        sum += column_.shares[i];
    }
    ImDrawList& ground = *ImGui::GetBackgroundDrawList();
    float y = column.y;
    for (std::size_t n = 0; n < open.size(); ++n) {
        const bool last = n + 1 == open.size();
        const float height = last ? column.y + column.height - y
                                  : std::floor(column.height * column_.shares[open[n]] / sum);
        show_pane(context, *panes_[open[n]],
                  {column.x + 1, y, column.width - 1, height - (last ? 0.0F : 1.0F)});
        y += height;
        if (!last) {
            ground.AddLine({column.x, y - 0.5F}, {column.x + column.width, y - 0.5F}, edge_colour);
            drag_edge(context, open[n], open[n + 1], y, column, sum);
        }
    }
    ground.AddLine({column.x + 0.5F, column.y}, {column.x + 0.5F, column.y + column.height},
                   edge_colour);
}

void Panes::show_strips(PanelContext& context, const SceneArea& strips) {
    float y = strips.y;
    for (const std::size_t i : open_in(PanePlace::Strip)) {
        const float height = std::floor((panes_[i]->height() + title_height) * context.scale);
        show_pane(context, *panes_[i], {strips.x + 1, y + 1, strips.width - 1, height - 1});
        ImGui::GetBackgroundDrawList()->AddLine({strips.x, y + 0.5F},
                                                {strips.x + strips.width, y + 0.5F}, edge_colour);
        y += height;
    }
}

void Panes::drag_width(PanelContext& context, const SceneArea& column, float available) {
    const float wide = grip * context.scale;
    const ImVec2 moved =
        dragged_edge(context, "pane-width", {column.x - wide / 2, column.y, wide, column.height},
                     ImGuiMouseCursor_ResizeEW);
    if (moved.x != 0) {
        column_.width = (column_width(available, context.scale) - moved.x) / context.scale;
    }
}

void Panes::drag_edge(PanelContext& context, std::size_t above, std::size_t below, float y,
                      const SceneArea& column, float shares) {
    const float high = grip * context.scale;
    const ImVec2 moved =
        dragged_edge(context, fmt::format("pane-edge.{}", panes_[above]->word()),
                     {column.x, y - high / 2, column.width, high}, ImGuiMouseCursor_ResizeNS);
    float& first = column_.shares[above];
    float& second = column_.shares[below];
    const float both = first + second;
    const float least = std::min(least_share, both / 2);
    const float wished = first + moved.y / column.height * shares;
    if (moved.y != 0) {
        first = std::clamp(wished, least, both - least);
        second = both - first;
    }
}

} // namespace impinge::viewer
