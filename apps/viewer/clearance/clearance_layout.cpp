// SPDX-License-Identifier: Apache-2.0
//
// The clearance pane as it is seen: what is measured, the map, the bar with the numbers beside it,
// and what of it is pointed at in the scene.
#include "clearance/clearance_pane.hpp"
#include "panels/choices.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/core.h>

namespace impinge::viewer {
namespace {

constexpr std::array along_names{"what suits", "refined", "x", "y", "z", "as seen"};
constexpr std::array measures{"along a view", "closest points"};
constexpr std::array sizes{256, 512, 1024, 2048};
constexpr std::array size_names{"256", "512", "1024", "2048"};
constexpr std::array colour_names{"scale", "occlusion", "foil"};

std::string time_text(double ms) {
    return ms < 10000 ? fmt::format("{:.0f} ms", ms) : fmt::format("{:.1f} s", ms / 1000);
}

std::string power_text(double value, std::optional<LengthUnit> unit, const char* power) {
    return unit ? fmt::format("{:.4g} {}{}", value, impinge::to_string(*unit), power)
                : fmt::format("{:.4g}", value);
}

} // namespace

std::string ClearancePane::length(double value) const { return length_text(value, unit_); }

void ClearancePane::show(PanelContext& context) {
    pointed_.reset();
    if (!pair_) {
        ImGui::TextWrapped(
            "Select a pair of bodies on the left, or a body that comes near others.");
        return;
    }
    show_settings(context);
    show_motion_switches(context);
    if (!answer_) {
        ImGui::TextDisabled("measuring...");
        return;
    }
    if (answer_->error) {
        ImGui::TextWrapped("%s", answer_->error->message.c_str());
        return;
    }
    const float bar = bar_.empty() ? 0 : static_cast<float>(bar_.picture().height) * context.scale;
    const float below = bar + 2.6F * ImGui::GetTextLineHeightWithSpacing();
    if (answer_->map) {
        const float room = ImGui::GetContentRegionAvail().y - below;
        const float plot = answer_->motion ? 84 * context.scale : 0;
        show_map(context, std::max(room - plot, 120 * context.scale));
        show_probe(context);
        show_motion(context);
    } else {
        ImGui::TextWrapped("From each vertex to the closest point of the other surface, negative "
                           "behind it: on the bodies.");
    }
    show_bar_and_numbers(context);
}

void ClearancePane::show_settings(PanelContext& context) {
    ImGui::PushFont(context.fonts.small);
    if (ImGui::BeginTable("settings", 4)) {
        for (const float share : {0.8F, 1.5F, 0.9F, 1.5F}) {
            ImGui::TableSetupColumn("", ImGuiTableColumnFlags_WidthStretch, share);
        }
        bool changed = false;
        setting_label("measure");
        int measured = static_cast<int>(settings_.measured);
        changed |= choose(context, "clearance.measure", measures, measured);
        settings_.measured = static_cast<Measured>(measured);
        setting_label("colours");
        int colours = static_cast<int>(settings_.colours);
        if (choose(context, "clearance.colours", colour_names, colours)) {
            settings_.colours = static_cast<ClearanceColours>(colours);
            changed = true; // presets say what contact is
            paint();
        }
        setting_label("along");
        int along = static_cast<int>(settings_.along);
        if (choose(context, "clearance.along", along_names, along) ||
            (along == static_cast<int>(ClearanceAlong::Seen) && ImGui::IsItemClicked())) {
            settings_.along = static_cast<ClearanceAlong>(along);
            settings_.seen = view_axis_;
            changed = true;
        }
        setting_label("pixels");
        int size = 0;
        while (sizes.at(static_cast<std::size_t>(size)) < settings_.resolution) {
            ++size;
        }
        changed |= choose(context, "clearance.pixels", size_names, size);
        settings_.resolution = sizes.at(static_cast<std::size_t>(size));
        show_numbers_wished(context);
        ImGui::EndTable();
        asked_ = asked_ && !changed;
    }
    ImGui::PopFont();
}

/// The width of the contact band, and the range of the colours.
void ClearancePane::show_numbers_wished(PanelContext& context) {
    setting_label("contact \u00b1");
    double contact = settings_.contact;
    if (contact == 0 && answer_) {
        contact = answer_->map ? answer_->map->tolerance : answer_->contact;
    }
    ImGui::SetNextItemWidth(-1);
    if (ImGui::InputDouble("##contact", &contact, 0, 0, "%.4g",
                           ImGuiInputTextFlags_EnterReturnsTrue |
                               ImGuiInputTextFlags_AutoSelectAll) &&
        std::isfinite(contact) && contact >= 0) {
        settings_.contact = contact;
        asked_ = false;
    }
    context.landmarks.mark_item("clearance.contact");
    if (ImGui::IsItemHovered()) {
        ImGui::SetTooltip("clearances up to this are contact; 0: the size of a pixel");
    }
    setting_label("range");
    auto range = static_cast<float>(settings_.range > 0 ? settings_.range : shown_.range);
    ImGui::SetNextItemWidth(-1);
    ImGui::BeginDisabled(settings_.colours != ClearanceColours::Scale && unit_);
    if (ImGui::DragFloat("##range", &range, std::max(range, 1e-6F) / 100, 0, 0, "%.4g") &&
        std::isfinite(range)) {
        settings_.range = std::max(0.0F, range);
        paint();
    }
    context.landmarks.mark_item("clearance.range");
    ImGui::EndDisabled();
    if (ImGui::IsItemHovered()) {
        ImGui::SetTooltip("the clearance at the ends of the colours: drag, or double click and "
                          "type; 0: what suits");
    }
    ImGui::TableNextColumn();
    ImGui::TableNextColumn();
    if (ImGui::Checkbox("on the bodies", &settings_.draped)) {
        asked_ = false;
        ++look_;
    }
    context.landmarks.mark_item("clearance.draped");
}

void ClearancePane::show_map(PanelContext& context, float height) {
    if (const auto pixel = map_.show(context, "clearance.map", height)) {
        point_at(*pixel);
        map_.ring(*pixel, context.scale);
    }
}

void ClearancePane::show_probe(PanelContext& context) {
    ImGui::PushFont(context.fonts.small);
    if (pointed_) {
        const Vec3d at = (pointed_->from + pointed_->to) * 0.5;
        const Track* track = context.session.timeline.track();
        const std::string when = pointed_->frame && track != nullptr
                                     ? "in frame " + track->frame_name(*pointed_->frame)
                                     : fmt::format("at {:.5g}, {:.5g}, {:.5g}", at.x, at.y, at.z);
        ImGui::Text("%s %s %s", pointed_->clearance < 0 ? "overlap" : "gap",
                    length(std::abs(pointed_->clearance)).c_str(), when.c_str());
    } else if (work_.busy()) {
        ImGui::TextDisabled(
            "measuring%s...",
            wants_motion() ? fmt::format(" the motion, {:.0f} %", 100 * work_.progress()).c_str()
                           : "");
    } else {
        ImGui::TextDisabled("point at the map: gap or overlap, and where");
    }
    ImGui::PopFont();
}

void ClearancePane::show_bar_and_numbers(PanelContext& context) {
    if (!ImGui::BeginTable("answer", 2)) {
        return;
    }
    ImGui::TableSetupColumn("", ImGuiTableColumnFlags_WidthFixed,
                            static_cast<float>(bar_.picture().width) * context.scale);
    ImGui::TableSetupColumn("", ImGuiTableColumnFlags_WidthStretch);
    ImGui::TableNextColumn();
    bar_.show(context, "clearance.bar", static_cast<float>(bar_.picture().height) * context.scale);
    ImGui::TableNextColumn();
    ImGui::PushFont(context.fonts.small);
    if (answer_->map) {
        show_map_numbers(context);
    } else {
        show_closest_numbers(context);
    }
    ImGui::PopFont();
    ImGui::EndTable();
}

/// With a place, the mouse over the row shows it in the scene.
void ClearancePane::number_row(PanelContext& context, const char* label, const std::string& text,
                               const std::optional<Vec3d>& place, double clearance) {
    const ImVec2 from = ImGui::GetCursorScreenPos();
    ImGui::TextDisabled("%s", label);
    ImGui::SameLine(104 * context.scale);
    ImGui::TextUnformatted(text.c_str());
    context.landmarks.mark_item(landmark_name("clearance.number", label));
    const ImVec2 to{from.x + ImGui::GetContentRegionAvail().x, from.y + ImGui::GetTextLineHeight()};
    if (place && ImGui::IsMouseHoveringRect(from, to)) {
        const auto frame = answer_->motion
                               ? std::optional<std::size_t>(answer_->motion->closest_frame)
                               : std::nullopt;
        const Rigid first = frame ? from_frame(0) : Rigid();
        const Vec3d at = frame ? apply(from_frame(*frame), *place) : *place;
        const Vec3d half =
            (apply(first, answer_->map->view.axis_z) - first.translation) * (clearance / 2);
        pointed_ = {at - half, at + half, clearance, frame};
        ImGui::GetWindowDrawList()->AddRectFilled(from, to, IM_COL32(46, 109, 180, 26), 3);
    }
}

void ClearancePane::show_map_numbers(PanelContext& context) {
    const imagespace::ClearanceMap& map = *answer_->map;
    const imagespace::ClearanceStatistics& s = map.statistics;
    const auto row = [&](const char* label, const std::string& text) {
        number_row(context, label, text);
    };
    if (s.smallest_gap) {
        number_row(context, "smallest gap", length(*s.smallest_gap), s.smallest_gap_at,
                   *s.smallest_gap);
    } else {
        row("smallest gap", "none");
    }
    if (s.deepest_overlap > 0) {
        number_row(context, "deepest", length(s.deepest_overlap), s.deepest_overlap_at,
                   -s.deepest_overlap);
    } else {
        row("deepest", "no overlap at any pixel");
    }
    row("volume", power_text(s.overlap_volume, unit_, "\u00b3"));
    row("  within", "\u00b1 " + power_text(s.overlap_volume_bound, unit_, "\u00b3"));
    row("contact area", power_text(s.contact_area, unit_, "\u00b2"));
    if (answer_->motion) {
        row("  in any frame", power_text(answer_->motion->touched_area, unit_, "\u00b2"));
    }
    row("  nearer than", length(map.tolerance));
    const Vec3d along = map.view.axis_z + Vec3d{};
    row("looking along", fmt::format("{:.3g}, {:.3g}, {:.3g}", along.x, along.y, along.z));
    row("pixels", fmt::format("{} x {}", map.view.width, map.view.height));
    row("  each", length(map.pixel_size));
    row("measured in", time_text(answer_->map_ms));
    ImGui::Spacing();
    constexpr std::array<render::Colour, 2> only{{{176, 178, 184, 255}, {243, 190, 206, 255}}};
    for (std::size_t i = 0; i < 2; ++i) {
        const ImVec2 at = ImGui::GetCursorScreenPos();
        const float size = 10 * context.scale;
        ImGui::GetWindowDrawList()->AddRectFilled({at.x, at.y + 2}, {at.x + size, at.y + 2 + size},
                                                  to_u32(only.at(i)), 2);
        ImGui::Dummy({size, size});
        ImGui::SameLine();
        ImGui::Text("only %s", names_.at(i).c_str());
    }
}

void ClearancePane::show_closest_numbers(PanelContext& context) {
    for (std::size_t i = 0; i < 2; ++i) {
        const Nearness& near = answer_->nearness.at(i);
        ImGui::Text("%s to %s", names_.at(i).c_str(), names_.at(1 - i).c_str());
        if (near.deepest_vertex) {
            number_row(context, near.deepest < 0 ? "  deepest" : "  nearest", length(near.deepest));
        }
        number_row(context, "  contact area", power_text(near.areas_below[0], unit_, "\u00b2"));
        number_row(context, "  of", power_text(near.area, unit_, "\u00b2"));
        if (near.area_beyond > 0) {
            number_row(context, "  beyond border", power_text(near.area_beyond, unit_, "\u00b2"));
        }
        ImGui::Spacing();
    }
    number_row(context, "nearer than", length(answer_->contact));
    number_row(context, "measured in", time_text(answer_->map_ms));
}

void ClearancePane::draw_over(const SceneOverlay& overlay) {
    view_axis_ = overlay.view.axis_z;
    if (!pointed_) {
        return;
    }
    const ImU32 colour =
        pointed_->clearance < 0 ? IM_COL32(176, 20, 40, 255) : IM_COL32(20, 100, 180, 255);
    const ImVec2 a = overlay.at(pointed_->from);
    const ImVec2 b = overlay.at(pointed_->to);
    const float scale = overlay.scale;
    overlay.list.AddLine(a, b, IM_COL32(255, 255, 255, 220), 5 * scale);
    overlay.list.AddLine(a, b, colour, 2.4F * scale);
    for (const ImVec2 end : {a, b}) {
        overlay.list.AddCircleFilled(end, 4.4F * scale, IM_COL32(255, 255, 255, 255));
        overlay.list.AddCircleFilled(end, 3.2F * scale, colour);
    }
    const std::string text = fmt::format("{} {}", pointed_->clearance < 0 ? "overlap" : "gap",
                                         length(std::abs(pointed_->clearance)));
    const ImVec2 size = ImGui::CalcTextSize(text.c_str());
    const ImVec2 from{(a.x + b.x) / 2 + 14 * scale, (a.y + b.y) / 2 - size.y / 2};
    const float pad = 4 * scale;
    overlay.list.AddRectFilled({from.x - pad, from.y - pad / 2},
                               {from.x + size.x + pad, from.y + size.y + pad / 2},
                               IM_COL32(255, 255, 255, 230), 4 * scale);
    overlay.list.AddText(from, colour, text.c_str());
}

} // namespace impinge::viewer
