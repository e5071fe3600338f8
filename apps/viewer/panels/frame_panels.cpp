// SPDX-License-Identifier: Apache-2.0
//
// What stands along the sides of the window: menus, tools, status, help.
#include "panels/choices.hpp"
#include "panels/panes.hpp"
#include "simulations/simulation_pane.hpp"

#include <algorithm>
#include <cstring>
#include <fmt/core.h>

namespace impinge::viewer {
namespace {

constexpr float panel_width = 312;
constexpr float menu_height = 26;
constexpr float status_height = 26;

constexpr ImGuiWindowFlags fixed_window =
    ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoResize | ImGuiWindowFlags_NoMove |
    ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoBringToFrontOnFocus;

bool is_on(const PanelContext& context, Command command) {
    const ShowOptions& show = context.session.show;
    const ToolOptions& tools = context.session.tools;
    switch (command) {
    case Command::Curves:
        return show.curves;
    case Command::Triangles:
        return show.triangles;
    case Command::SeeThrough:
        return show.see_through;
    case Command::Measures:
        return show.measures;
    case Command::Boxes:
        return show.boxes;
    case Command::Overlaps:
        return show.overlaps;
    case Command::Features:
        return show.features;
    case Command::Interest:
        return show.interest;
    case Command::Edges:
        return show.edges;
    case Command::Grid:
        return show.grid;
    case Command::Panels:
        return show.panels;
    case Command::Orthographic:
        return context.orthographic;
    case Command::SideBySide:
        return context.session.stereo.mode == StereoMode::SideBySide;
    case Command::Anaglyph:
        return context.session.stereo.mode == StereoMode::Anaglyph;
    case Command::Slide:
        return tools.slide;
    case Command::LocalAxes:
        return tools.local_axes;
    case Command::MoveMode:
        return tools.mode == GizmoMode::Move;
    case Command::TurnMode:
        return tools.mode == GizmoMode::Turn;
    default:
        break;
    }
    const Pane* const pane = context.panes.find(command);
    return pane != nullptr && pane->is_open();
}

bool is_possible(const Session& session, Command command) {
    switch (command) {
    case Command::Undo:
        return session.state().can_undo();
    case Command::Redo:
        return session.state().can_redo();
    case Command::Remove:
    case Command::Hide:
    case Command::FrameSelected:
    case Command::Deselect:
        return session.state().selected().has_value();
    default:
        return true;
    }
}

void show_menu(PanelContext& context, const char* title,
               std::initializer_list<const char*> groups) {
    const bool open = ImGui::BeginMenu(title);
    context.landmarks.mark_item(fmt::format("menu.{}", title));
    if (!open) {
        return;
    }
    bool first = true;
    for (const char* group : groups) {
        if (!first) {
            ImGui::Separator();
        }
        first = false;
        for (const CommandInfo& info : all_commands()) {
            if (std::strcmp(info.group, group) != 0) {
                continue;
            }
            if (ImGui::MenuItem(info.name, shortcut_text(info).c_str(),
                                is_on(context, info.command),
                                is_possible(context.session, info.command))) {
                context.execute(info.command);
            }
            context.landmarks.mark_item(fmt::format("menu.{}", info.name));
        }
    }
    ImGui::EndMenu();
}

void tool_button(PanelContext& context, Command command) {
    const CommandInfo& info = info_of(command);
    const bool on = is_on(context, command);
    if (on) {
        ImGui::PushStyleColor(ImGuiCol_Button, to_vec4({46, 109, 180, 255}));
        ImGui::PushStyleColor(ImGuiCol_ButtonHovered, to_vec4({60, 124, 196, 255}));
        ImGui::PushStyleColor(ImGuiCol_Text, to_vec4({255, 255, 255, 255}));
    }
    if (ImGui::Button(info.name)) {
        context.execute(command);
    }
    if (on) {
        ImGui::PopStyleColor(3);
    }
    context.landmarks.mark_item(fmt::format("tool.{}", info.name));
    command_tip(info);
    ImGui::SameLine();
}

std::string status_text(const Session& session) {
    if (session.simulation) {
        return simulation_status(*session.simulation);
    }
    if (session.loading()) {
        return "reading...";
    }
    const SceneState& state = session.state();
    std::string out = fmt::format("{} {}, {} triangles", count_text(state.present_count()),
                                  state.present_count() == 1 ? "body" : "bodies",
                                  count_text(state.triangle_count()));
    const CheckResult* result = session.result();
    if (session.checking() && !session.verdicts_are_current()) {
        out += "   \u00b7   checking...";
    } else if (result != nullptr) {
        out += fmt::format("   \u00b7   {} {} checked, exact, {:.3g} ms",
                           count_text(result->pairs_wished),
                           result->pairs_wished == 1 ? "pair" : "pairs", result->verdict_ms);
        out += session.checking() ? "   \u00b7   measuring..." : "";
    }
    return out;
}

} // namespace

SceneArea scene_area(const Session& session, float scale, float width, float height) {
    const float left = session.show.panels ? panel_width * scale : 0;
    const float top = menu_height * scale;
    const float bottom = status_height * scale;
    return {left, top, std::max(1.0F, width - left), std::max(1.0F, height - top - bottom)};
}

void show_menu_bar(PanelContext& context) {
    if (!ImGui::BeginMainMenuBar()) {
        return;
    }
    show_menu(context, "File", {"File"});
    show_menu(context, "Edit", {"Edit", "Move bodies"});
    show_menu(context, "View", {"View"});
    show_menu(context, "Show", {"Show", "Panes"});
    show_menu(context, "Time", {"Time"});
    show_simulation_menu(context);
    show_menu(context, "Help", {"Help"});
    const std::string& file = context.session.scene_file();
    const std::string title = (file.empty() ? "" : file.substr(file.find_last_of('/') + 1)) +
                              (context.session.state().changed() ? " \u2022" : "");
    const float width = ImGui::CalcTextSize(title.c_str()).x;
    ImGui::SameLine(ImGui::GetWindowWidth() - width - 14 * context.scale);
    ImGui::TextDisabled("%s", title.c_str());
    ImGui::EndMainMenuBar();
}

void show_tool_strip(PanelContext& context, const SceneArea& area) {
    ImGui::SetNextWindowPos({area.x + 10 * context.scale, area.y + 10 * context.scale});
    ImGui::SetNextWindowBgAlpha(0.82F);
    // No wider than the scene: it would cover the panes beside it.
    const float most_width = std::max(1.0F, area.width - 20 * context.scale);
    ImGui::SetNextWindowSizeConstraints({1, 1}, {most_width, area.height});
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {6 * context.scale, 6 * context.scale});
    ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, 6 * context.scale);
    ImGui::Begin("##tools", nullptr,
                 fixed_window | ImGuiWindowFlags_AlwaysAutoResize | ImGuiWindowFlags_NoScrollbar);
    tool_button(context, Command::MoveMode);
    tool_button(context, Command::TurnMode);
    tool_button(context, Command::Slide);
    ImGui::TextDisabled("|");
    ImGui::SameLine();
    for (const Command view :
         {Command::FrontView, Command::RightView, Command::TopView, Command::IsoView}) {
        tool_button(context, view);
    }
    tool_button(context, Command::FrameAll);
    ImGui::NewLine();
    ImGui::End();
    ImGui::PopStyleVar(2);
}

void show_status_bar(PanelContext& context) {
    const ImVec2 size = ImGui::GetIO().DisplaySize;
    const float height = status_height * context.scale;
    ImGui::SetNextWindowPos({0, size.y - height});
    ImGui::SetNextWindowSize({size.x, height});
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {12 * context.scale, 5 * context.scale});
    ImGui::PushStyleVar(ImGuiStyleVar_WindowMinSize, {1, 1});
    ImGui::PushStyleColor(ImGuiCol_WindowBg, ImGui::GetStyleColorVec4(ImGuiCol_MenuBarBg));
    ImGui::Begin("##status", nullptr, fixed_window | ImGuiWindowFlags_NoScrollbar);
    ImGui::PushFont(context.fonts.small);
    ImGui::TextUnformatted(status_text(context.session).c_str());
    const std::string progress = context.session.progress();
    const std::string& message = progress.empty() ? context.session.message() : progress;
    const std::string right = message.empty() ? "H: keys and mouse" : message;
    const float room = size.x - 12 * context.scale - ImGui::CalcTextSize(right.c_str()).x;
    ImGui::SameLine(std::max(room, 330 * context.scale));
    if (message.empty()) {
        ImGui::TextDisabled("%s", right.c_str());
    } else {
        ImGui::TextUnformatted(right.c_str());
    }
    ImGui::PopFont();
    ImGui::End();
    ImGui::PopStyleColor();
    ImGui::PopStyleVar(2);
}

namespace {

void help_row(const char* keys, const char* help) {
    ImGui::TableNextRow();
    ImGui::TableNextColumn();
    ImGui::TextColored(to_vec4({46, 109, 180, 255}), "%s", keys);
    ImGui::TableNextColumn();
    ImGui::TextWrapped("%s", help);
}

void help_group(PanelContext& context, const char* title, auto&& rows) {
    ImGui::Spacing();
    ImGui::TextDisabled("%s", title);
    if (ImGui::BeginTable(title, 2, ImGuiTableFlags_None)) {
        ImGui::TableSetupColumn("", ImGuiTableColumnFlags_WidthFixed, 116 * context.scale);
        ImGui::TableSetupColumn("", ImGuiTableColumnFlags_WidthStretch);
        rows();
        ImGui::EndTable();
    }
}

void command_rows(const char* group) {
    for (const CommandInfo& info : all_commands()) {
        if (std::strcmp(info.group, group) == 0) {
            const std::string keys = shortcut_text(info);
            help_row(keys.empty() ? info.name : keys.c_str(), info.help);
        }
    }
}

void mouse_rows() {
    help_row("left drag", "go around the scene");
    help_row("shift + left", "move the scene (middle button too)");
    help_row("wheel, right drag", "nearer, farther");
    help_row("click", "select a body");
    help_row("double click", "go around that point from now on");
    help_row("drag a handle", "move or turn the body; shift: in steps");
    help_row("ctrl + left", "drag a body in the plane of the window");
    help_row("drop files", "open them");
}

void walkthrough_rows() {
    help_row("mouse, wheel", "the hand goes there; farther, nearer");
    help_row("arrows, Page", "it goes ahead, left, ... up, down; ctrl: slowly");
    help_row("shift + these", "it turns; right drag too");
    help_row("Space, left", "take hold and carry; let go");
    help_row("+ - shift+wheel", "scale what is carried");
    help_row("Esc", "put it back; end the walkthrough");
}

} // namespace

bool show_help(PanelContext& context) {
    const ImVec2 display = ImGui::GetIO().DisplaySize;
    ImGui::SetNextWindowPos({display.x / 2, display.y / 2}, ImGuiCond_Always, {0.5F, 0.5F});
    ImGui::SetNextWindowSize({std::min(860 * context.scale, display.x * 0.96F),
                              std::min(1000 * context.scale, display.y * 0.94F)});
    ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, 8 * context.scale);
    ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, 1);
    bool open = true;
    ImGui::Begin("Keys and mouse", &open,
                 ImGuiWindowFlags_NoResize | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoCollapse |
                     ImGuiWindowFlags_NoSavedSettings);
    if (ImGui::BeginTable("columns", 2)) {
        ImGui::TableNextColumn();
        help_group(context, "Mouse", mouse_rows);
        help_group(context, "Move bodies", [] { command_rows("Move bodies"); });
        help_group(context, "Edit", [] { command_rows("Edit"); });
        help_group(context, "Walkthrough (W)", walkthrough_rows);
        help_group(context, "Time", [] { command_rows("Time"); });
        ImGui::TableNextColumn();
        help_group(context, "View", [] { command_rows("View"); });
        help_group(context, "Show", [] { command_rows("Show"); });
        help_group(context, "Panes", [] { command_rows("Panes"); });
        help_group(context, "File", [] { command_rows("File"); });
        help_group(context, "Help", [] { command_rows("Help"); });
        ImGui::EndTable();
    }
    ImGui::End();
    ImGui::PopStyleVar(2);
    return open;
}

void show_welcome(PanelContext& context, const SceneArea& area) {
    ImDrawList& list = *ImGui::GetBackgroundDrawList();
    const auto centred = [&](ImFont* font, const char* text, float below, ImU32 colour) {
        const ImVec2 size = font->CalcTextSizeA(font->FontSize, 1e9F, 0, text);
        list.AddText(
            font, font->FontSize,
            {area.x + (area.width - size.x) / 2, area.y + area.height / 2 + below * context.scale},
            colour, text);
    };
    centred(context.fonts.large,
            context.session.simulation  ? "Setting up..."
            : context.session.loading() ? "Reading..."
                                        : "Drop meshes or a scene here",
            -30, IM_COL32(90, 98, 110, 255));
    if (context.session.simulation) {
        return;
    }
    centred(context.fonts.normal, "or open one with Ctrl+O", 4, IM_COL32(130, 138, 150, 255));
}

} // namespace impinge::viewer
