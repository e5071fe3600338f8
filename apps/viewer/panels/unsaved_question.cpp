// SPDX-License-Identifier: Apache-2.0
#include "panels/unsaved_question.hpp"

#include "panels/panels.hpp"

#include <utility>

namespace impinge::viewer {
namespace {

constexpr const char* title = "Unsaved changes";

bool button(PanelContext& context, const char* name) {
    const bool pressed = ImGui::Button(name);
    context.landmarks.mark_item(std::string("question.") + name);
    ImGui::SameLine();
    return pressed;
}

} // namespace

void UnsavedQuestion::ask(std::function<void()> save, std::function<void()> discard) {
    save_ = std::move(save);
    discard_ = std::move(discard);
    open_ = appears_ = true;
}

void UnsavedQuestion::show(PanelContext& context) {
    if (!open_) {
        return;
    }
    if (std::exchange(appears_, false)) {
        ImGui::OpenPopup(title);
    }
    const ImVec2 display = ImGui::GetIO().DisplaySize;
    ImGui::SetNextWindowPos({display.x / 2, display.y / 2}, ImGuiCond_Always, {0.5F, 0.5F});
    if (!ImGui::BeginPopupModal(
            title, &open_, ImGuiWindowFlags_AlwaysAutoResize | ImGuiWindowFlags_NoSavedSettings)) {
        return;
    }
    ImGui::TextUnformatted("The scene has changes that are not saved.");
    ImGui::Spacing();
    std::function<void()> answer;
    if (button(context, "Save")) {
        answer = save_;
    }
    if (button(context, "Discard")) {
        answer = discard_;
    }
    const bool cancelled = button(context, "Cancel") ||
                           ImGui::IsKeyPressed(ImGui::GetKeyIndex(ImGuiKey_Escape), false);
    ImGui::NewLine();
    open_ = open_ && !answer && !cancelled;
    if (!open_) { // by its cross, too
        ImGui::CloseCurrentPopup();
    }
    ImGui::EndPopup();
    if (answer) {
        answer(); // which may open a dialog
    }
}

} // namespace impinge::viewer
