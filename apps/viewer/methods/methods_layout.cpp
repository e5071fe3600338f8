// SPDX-License-Identifier: Apache-2.0
//
// The pane of methods as it is seen: what is asked, the comparison in a line, a row for each pair,
// bars of stages, counters, and the times of the last runs.
#include "methods/methods_pane.hpp"
#include "panels/choices.hpp"
#include "panels/words.hpp"

#include <algorithm>
#include <fmt/core.h>

namespace impinge::viewer {
namespace {

constexpr std::array device_names{"software", "opengl"};
constexpr std::array sizes{32, 64, 128, 256, 512, 1024, 2048};
constexpr std::array size_names{"32", "64", "128", "256", "512", "1024", "2048"};
/// By the numbers of the thesis.
constexpr std::array algorithms{"1 any", "2 penetrating", "3 without stencil", "4 pairs",
                                "5 by queries"};
constexpr ImU32 blue = IM_COL32(46, 109, 180, 255);
constexpr ImU32 grey = IM_COL32(140, 148, 160, 255);

BodyState state_of(Agreement agreement) {
    return agreement == Agreement::Agrees ? BodyState::Clear
           : agreement == Agreement::Missed || agreement == Agreement::Invented
               ? BodyState::Interfering
               : BodyState::Undecided;
}

void right_aligned(const std::string& text) {
    const float room = ImGui::GetContentRegionAvail().x - ImGui::CalcTextSize(text.c_str()).x;
    ImGui::SetCursorPosX(ImGui::GetCursorPosX() + std::max(0.0F, room));
    ImGui::TextUnformatted(text.c_str());
}

/// In the colour of a state, with lines that break.
void coloured_text(BodyState state, const std::string& text) {
    ImGui::PushStyleColor(ImGuiCol_Text, to_vec4(state_colour(state)));
    ImGui::TextWrapped("%s", text.c_str());
    ImGui::PopStyleColor();
}

} // namespace

void MethodsPane::show(PanelContext& context) {
    if (context.session.state().present_count() < 2) {
        ImGui::TextWrapped("There are no two bodies to ask a method about.");
        return;
    }
    show_settings(context);
    if (!run_) {
        ImGui::TextDisabled("running...");
        return;
    }
    if (run_->error) {
        coloured_text(BodyState::Undecided, run_->error->message);
        context.landmarks.mark_item("methods.error");
        return;
    }
    show_comparison(context);
    if (run_->pairs.empty()) {
        return;
    }
    show_pairs(context);
    show_stages(context);
    show_history(context);
    show_counts(context);
}

void MethodsPane::show_settings(PanelContext& context) {
    ImGui::PushFont(context.fonts.small);
    if (ImGui::BeginTable("settings", 4)) {
        for (const float share : {0.8F, 1.6F, 0.7F, 1.3F}) {
            ImGui::TableSetupColumn("", ImGuiTableColumnFlags_WidthStretch, share);
        }
        show_method_choices(context);
        if (takes_samples(settings_)) {
            show_sampling(context);
        }
        ImGui::EndTable();
    }
    ImGui::PopFont();
}

void MethodsPane::show_method_choices(PanelContext& context) {
    setting_label("method");
    int method = static_cast<int>(settings_.method);
    choose(context, "methods.method", method_names(), method);
    settings_.method = static_cast<std::size_t>(method);
    if (ImGui::IsItemHovered()) {
        ImGui::SetTooltip("%s", method_explanation(settings_.method));
    }
    setting_label("device");
    int device = static_cast<int>(settings_.device);
    choose(context, "methods.device", device_names, device);
    settings_.device = static_cast<raster::DeviceKind>(device);
}

void MethodsPane::show_sampling(PanelContext& context) {
    setting_label("along");
    const auto along = along_names(settings_);
    int wanted = static_cast<int>(settings_.along);
    if (wanted >= static_cast<int>(along.size())) {
        wanted = 0; // the method before could do more
    }
    if (choose(context, "methods.along", along, wanted)) {
        settings_.seen = view_axis_;
    }
    settings_.along = static_cast<MethodAlong>(wanted);
    setting_label("pixels");
    int size =
        static_cast<int>(std::ranges::lower_bound(sizes, settings_.resolution) - sizes.begin());
    choose(context, "methods.pixels", size_names, size);
    settings_.resolution = sizes.at(static_cast<std::size_t>(size));
    setting_label("");
    ImGui::Checkbox(thorough_option(settings_), &settings_.misses_nothing);
    context.landmarks.mark_item("methods.thorough");
    if (ImGui::IsItemHovered()) {
        ImGui::SetTooltip("search between the pixels, too, so that nothing is missed");
    }
    if (is_edge_rays(settings_)) {
        setting_label("finds");
        int algorithm = settings_.algorithm - 1;
        choose(context, "methods.algorithm", algorithms, algorithm);
        settings_.algorithm = algorithm + 1;
    }
}

void MethodsPane::show_comparison(PanelContext& context) {
    const ComparisonText text = comparison_text(*run_);
    ImGui::Spacing();
    coloured_text(text.state, text.verdicts);
    context.landmarks.mark_item("methods.comparison");
    ImGui::PushFont(context.fonts.small);
    if (!text.triangles.empty()) {
        ImGui::TextWrapped("%s", text.triangles.c_str());
    }
    ImGui::TextWrapped("%s", text.times.c_str());
    if (!run_->notes.empty()) {
        ImGui::TextWrapped("%s", run_->notes.c_str());
    }
    ImGui::TextDisabled(
        "on %s%s", run_->runs_on.c_str(),
        work_.busy() ? fmt::format("; running, {:.0f} %", 100 * work_.progress()).c_str() : "");
    ImGui::PopFont();
}

void MethodsPane::show_row(PanelContext& context, const MethodPair& pair) {
    const auto& state = context.session.state();
    const std::string name =
        pair_name(state.body(pair.pair.first).name, state.body(pair.pair.second).name);
    ImGui::TableNextRow();
    ImGui::TableNextColumn();
    if (ImGui::Selectable(name.c_str(), measured_ == pair.pair,
                          ImGuiSelectableFlags_SpanAllColumns)) {
        context.session.measure(pair.pair);
    }
    if (!pair.said.refused.empty() && ImGui::IsItemHovered()) {
        ImGui::SetTooltip("%s", pair.said.refused.c_str());
    }
    ImGui::TableNextColumn();
    ImGui::TextColored(to_vec4(state_colour(state_of(pair.agreement))), "%s",
                       !pair.said.refused.empty() || pair.said.could_not_tell
                           ? to_string(pair.agreement)
                           : words_of(to_string(pair.said.interference.verdict)).c_str());
    ImGui::TableNextColumn();
    ImGui::TextUnformatted(words_of(to_string(pair.exact)).c_str());
    ImGui::TableNextColumn();
    right_aligned(pair.said.work.ms > 0 ? fmt::format("{:.3g}", pair.said.work.ms) : "");
    ImGui::TableNextColumn();
    right_aligned(pair.exact_ms > 0 ? fmt::format("{:.3g}", pair.exact_ms) : "");
}

void MethodsPane::show_pairs(PanelContext& context) {
    ImGui::PushFont(context.fonts.small);
    const float line = ImGui::GetTextLineHeightWithSpacing();
    const auto rows = static_cast<float>(std::min<std::size_t>(run_->pairs.size(), 6));
    constexpr auto flags = ImGuiTableFlags_ScrollY | ImGuiTableFlags_BordersOuterH;
    if (ImGui::BeginTable("pairs", 5, flags, {0, (rows + 1.4F) * line})) {
        ImGui::TableSetupScrollFreeze(0, 1);
        ImGui::TableSetupColumn("pair", ImGuiTableColumnFlags_WidthStretch, 2.2F);
        ImGui::TableSetupColumn("says", ImGuiTableColumnFlags_WidthStretch, 1.2F);
        ImGui::TableSetupColumn("exact", ImGuiTableColumnFlags_WidthStretch, 1);
        ImGui::TableSetupColumn("ms", ImGuiTableColumnFlags_WidthStretch, 0.7F);
        ImGui::TableSetupColumn("exact ms", ImGuiTableColumnFlags_WidthStretch, 0.8F);
        ImGui::TableHeadersRow();
        ImGuiListClipper clipper;
        clipper.Begin(static_cast<int>(run_->pairs.size()));
        while (clipper.Step()) {
            for (int i = clipper.DisplayStart; i < clipper.DisplayEnd; ++i) {
                ImGui::PushID(i);
                show_row(context, run_->pairs[static_cast<std::size_t>(i)]);
                ImGui::PopID();
            }
        }
        ImGui::EndTable();
    }
    ImGui::PopFont();
}

/// One bar for each stage, as long as its share of the longest.
void MethodsPane::show_stages(PanelContext& context) {
    const Work& work = shown_work();
    double most = 0;
    for (const StageTime& stage : work.stages) {
        most = std::max(most, stage.ms);
    }
    ImGui::PushFont(context.fonts.small);
    ImGui::TextDisabled("stages of %s",
                        &work == &run_->work && run_->pairs.size() > 1 ? "all pairs" : "the pair");
    const float left = 104 * context.scale;
    const float right = 64 * context.scale;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    for (const StageTime& stage : work.stages) {
        const ImVec2 at = ImGui::GetCursorScreenPos();
        const float room = std::max(1.0F, ImGui::GetContentRegionAvail().x - left - right);
        const auto part = static_cast<float>(most > 0 ? stage.ms / most : 0);
        const float high = ImGui::GetTextLineHeight();
        list.AddRectFilled({at.x + left, at.y + 2}, {at.x + left + room * part, at.y + high - 1},
                           blue, 2);
        ImGui::TextDisabled("%s", stage.name.c_str());
        ImGui::SameLine();
        right_aligned(milliseconds_text(stage.ms));
    }
    ImGui::PopFont();
}

void MethodsPane::show_counts(PanelContext& context) {
    const Work& work = shown_work();
    const MethodPair* pair = shown_pair();
    ImGui::PushFont(context.fonts.small);
    if (ImGui::BeginTable("counts", 4)) {
        const auto cell = [](const std::string& name, const std::string& text) {
            ImGui::TableNextColumn();
            ImGui::TextDisabled("%s", name.c_str());
            ImGui::TableNextColumn();
            right_aligned(text);
        };
        for (int i = 0; i < 4; ++i) {
            ImGui::TableSetupColumn("", ImGuiTableColumnFlags_WidthStretch,
                                    i % 2 == 0 ? 1.7F : 0.8F);
        }
        for (const NamedCount& count : work.counts) {
            cell(count.name, count_text(count.count));
        }
        if (pair != nullptr && &pair->said.work != &work) {
            for (const NamedCount& count : pair->said.work.counts) {
                cell(count.name, count_text(count.count));
            }
        }
        if (pair != nullptr && pair->said.pixel_size) {
            cell("size of a pixel",
                 length_text(*pair->said.pixel_size, context.session.document().unit));
        }
        ImGui::EndTable();
    }
    ImGui::PopFont();
}

void MethodsPane::draw_curve(float Times::*which, const Plot& plot, ImU32 colour) const {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const auto at = [&](std::size_t i) {
        const float x = history_.size() > 1
                            ? static_cast<float>(i) / static_cast<float>(history_.size() - 1)
                            : 0.5F;
        const float y = history_[i].*which / plot.most;
        const float inset = 3 * plot.scale;
        return ImVec2{plot.corner.x + inset + (plot.size.x - 2 * inset) * x,
                      plot.corner.y + plot.size.y - inset - (plot.size.y - 2 * inset) * y};
    };
    for (std::size_t i = 0; i < history_.size(); ++i) {
        if (i > 0) {
            list.AddLine(at(i - 1), at(i), colour, 1.6F * plot.scale);
        }
        list.AddCircleFilled(at(i), (history_.size() < 40 ? 2.2F : 1.2F) * plot.scale, colour);
    }
}

/// The method in blue, the exact engine in grey.
void MethodsPane::show_history(PanelContext& context) {
    float most = 0;
    for (const Times& times : history_) {
        most = std::max({most, times.method, times.exact});
    }
    ImGui::PushFont(context.fonts.small);
    ImGui::TextDisabled("last %s, at most %s",
                        history_.size() == 1 ? "run"
                                             : fmt::format("{} runs", history_.size()).c_str(),
                        milliseconds_text(static_cast<double>(most)).c_str());
    if (run_->compared) {
        ImGui::SameLine();
        right_aligned("method blue, exact grey");
    }
    const ImVec2 size{std::max(1.0F, ImGui::GetContentRegionAvail().x), 64 * context.scale};
    const ImVec2 corner = ImGui::GetCursorScreenPos();
    ImGui::Dummy(size);
    context.landmarks.mark_item("methods.history");
    ImGui::GetWindowDrawList()->AddRectFilled(corner, {corner.x + size.x, corner.y + size.y},
                                              IM_COL32(244, 246, 249, 255), 4 * context.scale);
    const Plot plot{corner, size, most, context.scale};
    if (most > 0) {
        if (run_->compared) {
            draw_curve(&Times::exact, plot, grey);
        }
        draw_curve(&Times::method, plot, blue);
    }
    ImGui::PopFont();
}

} // namespace impinge::viewer
