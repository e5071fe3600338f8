// SPDX-License-Identifier: Apache-2.0
#include "panels/choices.hpp"

#include <algorithm>

namespace impinge::viewer {

std::string landmark_name(const std::string& group, std::string name) {
    std::ranges::replace(name, ' ', '-');
    return group + "." + name;
}

void section(PanelContext& context, const char* title) {
    ImGui::Dummy({0, 4 * context.scale});
    ImGui::PushFont(context.fonts.small);
    ImGui::TextDisabled("%s", title);
    ImGui::PopFont();
    ImGui::Separator();
}

void command_tip(const CommandInfo& info) {
    if (ImGui::IsItemHovered()) {
        const std::string keys = shortcut_text(info);
        ImGui::SetTooltip("%s%s", info.help, keys.empty() ? "" : (" (" + keys + ")").c_str());
    }
}

void setting_label(const char* text) {
    ImGui::TableNextColumn();
    ImGui::AlignTextToFramePadding();
    ImGui::TextDisabled("%s", text);
    ImGui::TableNextColumn();
}

bool choose(PanelContext& context, const std::string& name, std::span<const char* const> texts,
            int& chosen) {
    const int before = chosen;
    ImGui::SetNextItemWidth(-1);
    const bool open =
        ImGui::BeginCombo(("##" + name).c_str(), texts[static_cast<std::size_t>(chosen)],
                          ImGuiComboFlags_HeightLargest);
    context.landmarks.mark_item(name);
    if (open) {
        for (int i = 0; i < static_cast<int>(texts.size()); ++i) {
            const char* text = texts[static_cast<std::size_t>(i)];
            if (ImGui::Selectable(text, i == chosen)) {
                chosen = i;
            }
            context.landmarks.mark_item(landmark_name(name, text));
        }
        ImGui::EndCombo();
    }
    return chosen != before;
}

} // namespace impinge::viewer
