// SPDX-License-Identifier: Apache-2.0
#include "panels/file_dialog.hpp"

#include "impinge/scene_file.hpp"
#include "io/mesh_format.hpp"
#include "panels/panels.hpp"

#include <algorithm>
#include <array>
#include <imgui_stdlib.h>
#include <utility>

namespace impinge::viewer {
namespace {

namespace fs = std::filesystem;

constexpr std::array<const char*, 6> titles{
    "Open",        "Save scene", "Export picture", "Export report", "Record frames to a new folder",
    "Export sound"};
/// Of what is written; given to names without one.
constexpr std::array<const char*, 6> endings{"", ".json", ".png", ".html", "", ".wav"};

const char* ending_of(FileDialog::Kind kind) { return endings.at(static_cast<std::size_t>(kind)); }

/// Of what is written, in any case; folders have none.
bool has_ending(const fs::path& file, FileDialog::Kind kind) {
    std::string ending = file.extension().string();
    for (char& c : ending) {
        c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    }
    return !ending.empty() && ending == ending_of(kind);
}

bool is_shown(const fs::path& file, FileDialog::Kind kind) {
    return kind == FileDialog::Kind::Open ? is_scene_file(file) || format_of_name(file)
                                          : has_ending(file, kind);
}

/// Not one that is held down: what has been asked meanwhile is to be read first.
bool enter_was_pressed() {
    return ImGui::IsKeyPressed(ImGui::GetKeyIndex(ImGuiKey_Enter), false) ||
           ImGui::IsKeyPressed(ImGui::GetKeyIndex(ImGuiKey_KeyPadEnter), false);
}

} // namespace

void FileDialog::ask(Kind kind, std::string suggested,
                     std::function<void(const std::string&)> chosen) {
    kind_ = kind;
    chosen_ = std::move(chosen);
    open_ = appears_ = asks_for_name_ = true;
    replaced_.clear();
    problem_.clear();
    const fs::path path = suggested;
    std::error_code error;
    enter(path.has_parent_path() ? path.parent_path() : fs::current_path(error));
    name_ = path.filename().string();
}

void FileDialog::enter(const fs::path& folder) {
    std::error_code error;
    const fs::path found = fs::canonical(folder, error);
    std::vector<Entry> entries;
    for (fs::directory_iterator it(found, fs::directory_options::skip_permission_denied, error),
         end;
         !error && it != end; it.increment(error)) {
        const std::string name = it->path().filename().string();
        std::error_code unknown;
        const bool is_folder = it->is_directory(unknown);
        if (!name.starts_with('.') && (is_folder || is_shown(it->path(), kind_))) {
            entries.push_back({name, is_folder});
        }
    }
    if (error) {
        problem_ = folder.string() + ": " + error.message();
        return;
    }
    std::ranges::sort(entries, [](const Entry& a, const Entry& b) {
        return a.folder != b.folder ? a.folder : a.name < b.name;
    });
    folder_ = found;
    entries_ = std::move(entries);
    problem_.clear();
}

void FileDialog::accept() {
    std::error_code error;
    fs::path path = folder_ / name_;
    if (name_.empty()) {
        return;
    }
    if (fs::is_directory(path, error)) {
        enter(path);
        name_.clear();
        return;
    }
    if (kind_ != Kind::Open && !path.has_extension()) {
        path += ending_of(kind_);
    }
    problem_ = objection_to(path);
    if (!problem_.empty()) {
        asks_for_name_ = true;
        return;
    }
    open_ = false;
    chosen_(path.string());
}

/// Why the file is not opened, or not written yet; empty if nothing speaks against it.
std::string FileDialog::objection_to(const fs::path& path) {
    std::error_code error;
    const bool exists = fs::exists(path, error);
    if (kind_ == Kind::Open) {
        return exists ? "" : "there is no such file";
    }
    const std::string ending = ending_of(kind_);
    if (!ending.empty() && !has_ending(path, kind_)) {
        return "the name has to end in " + ending;
    }
    if (exists && replaced_ != path) {
        replaced_ = path;
        return "this file exists: once more to replace it";
    }
    return "";
}

void FileDialog::show_list(PanelContext& context) {
    ImGui::BeginChild("entries", {0, -2.4F * ImGui::GetFrameHeightWithSpacing()}, true);
    if (ImGui::Selectable("..", false)) {
        enter(folder_.parent_path());
    }
    // NOLINTNEXTLINE(modernize-loop-convert): what is clicked may replace the list
    for (std::size_t i = 0; i < entries_.size(); ++i) {
        const Entry entry = entries_[i];
        const bool clicked =
            ImGui::Selectable((entry.name + (entry.folder ? "/" : "")).c_str(), entry.name == name_,
                              ImGuiSelectableFlags_AllowDoubleClick);
        context.landmarks.mark_item("dialog.file." + entry.name);
        if (clicked) {
            name_ = entry.name;
            if (entry.folder) {
                enter(folder_ / entry.name);
                name_.clear();
                break;
            }
            if (ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left)) {
                accept();
            }
        }
    }
    ImGui::EndChild();
}

void FileDialog::show_name(PanelContext& context) {
    if (std::exchange(asks_for_name_, false)) {
        ImGui::SetKeyboardFocusHere();
    }
    ImGui::SetNextItemWidth(-1);
    if (ImGui::InputText("##name", &name_,
                         ImGuiInputTextFlags_EnterReturnsTrue |
                             ImGuiInputTextFlags_AutoSelectAll) &&
        enter_was_pressed()) {
        accept();
    }
    context.landmarks.mark_item("dialog.name");
}

void FileDialog::show(PanelContext& context) {
    if (!open_) {
        return;
    }
    const char* title = titles[static_cast<std::size_t>(kind_)];
    if (appears_) {
        ImGui::OpenPopup(title);
    }
    const ImVec2 display = ImGui::GetIO().DisplaySize;
    ImGui::SetNextWindowPos({display.x / 2, display.y / 2}, ImGuiCond_Always, {0.5F, 0.5F});
    ImGui::SetNextWindowSize({520 * context.scale, 420 * context.scale});
    if (ImGui::BeginPopupModal(title, &open_,
                               ImGuiWindowFlags_NoResize | ImGuiWindowFlags_NoSavedSettings)) {
        ImGui::TextDisabled("%s", folder_.string().c_str());
        show_list(context);
        show_name(context);
        if (ImGui::Button(kind_ == Kind::Open ? "Open" : "Save")) {
            accept();
        }
        context.landmarks.mark_item("dialog.ok");
        ImGui::SameLine();
        if (ImGui::Button("Cancel") ||
            ImGui::IsKeyPressed(ImGui::GetKeyIndex(ImGuiKey_Escape), false)) {
            open_ = false;
        }
        ImGui::SameLine();
        ImGui::TextColored(to_vec4({200, 62, 56, 255}), "%s", problem_.c_str());
        if (!open_) {
            ImGui::CloseCurrentPopup();
        }
        ImGui::EndPopup();
        appears_ = false;
    }
}

} // namespace impinge::viewer
