// SPDX-License-Identifier: Apache-2.0
#include "app/commands.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace impinge::viewer {
namespace {

constexpr Modifiers none{};
constexpr Modifiers control{.control = true};
constexpr Modifiers shift{.shift = true};
constexpr Modifiers both{.shift = true, .control = true};
constexpr Key letter(char c) { return static_cast<Key>(c); }

using C = Command;
constexpr auto commands = std::to_array<CommandInfo>({
    {C::Open, "Open...", "File", letter('O'), control, "open a scene, or mesh files"},
    {C::Save, "Save", "File", letter('S'), control, "save the scene file"},
    {C::SaveAs, "Save as...", "File", letter('S'), both, "save under another name"},
    {C::SavePicture, "Export picture...", "File", Key::F12, none, "write what is seen as PNG"},
    {C::ExportReport, "Export report...", "File", letter('E'), control,
     "write a page of all clashes"},
    {C::Quit, "Quit", "File", letter('Q'), control, "leave"},
    {C::Undo, "Undo", "Edit", letter('Z'), control, "take the last change back"},
    {C::Redo, "Redo", "Edit", letter('Y'), control, "do it again (Ctrl+Shift+Z too)"},
    {C::Remove, "Remove body", "Edit", Key::Delete, none, "take the selected body out"},
    {C::Hide, "Hide body", "Edit", letter('V'), none,
     "hide the selected body; it is still checked"},
    {C::ShowAll, "Show all bodies", "Edit", letter('V'), shift, "show what was hidden"},
    {C::Deselect, "Deselect", "Edit", Key::Escape, none, "let go; select nothing"},
    {C::NextBody, "Next body", "Edit", Key::Tab, none, "select the next body"},
    {C::MoveMode, "Move", "Move bodies", letter('T'), none, "arrows to move the selected body"},
    {C::TurnMode, "Turn", "Move bodies", letter('R'), none, "rings to turn the selected body"},
    {C::LocalAxes, "Axes of the body", "Move bodies", letter('L'), none,
     "handles along axes of the body, or the world"},
    {C::Slide, "Slide", "Move bodies", letter('S'), none,
     "a dragged body stops at its first contact"},
    {C::FrameAll, "Everything", "View", Key::Enter, none, "all of the scene in the window"},
    {C::FrameSelected, "Selected body", "View", letter('F'), none,
     "the selected body in the window"},
    {C::FrontView, "Front", "View", letter('1'), none, "from the front"},
    {C::BackView, "Back", "View", letter('1'), control, "from the back"},
    {C::RightView, "Right", "View", letter('3'), none, "from the right"},
    {C::LeftView, "Left", "View", letter('3'), control, "from the left"},
    {C::TopView, "Top", "View", letter('7'), none, "from above"},
    {C::BottomView, "Bottom", "View", letter('7'), control, "from below"},
    {C::IsoView, "Oblique", "View", letter('9'), none, "from above the right front corner"},
    {C::Orthographic, "Parallel lines", "View", letter('5'), none,
     "orthographic or perspective view"},
    {C::SideBySide, "Stereo, side by side", "View", letter('D'), none,
     "for each eye a picture, the left eye on the left"},
    {C::Anaglyph, "Stereo, red and cyan", "View", letter('D'), shift,
     "both in one, for red and cyan glasses"},
    {C::Panels, "Panels", "View", letter('P'), none, "the panel on the left"},
    {C::CopyCamera, "Copy camera", "View", letter('C'), control,
     "to the clipboard, as --camera takes it"},
    {C::PasteCamera, "Paste camera", "View", letter('V'), control, "from the clipboard"},
    {C::Curves, "Contact curves", "Show", letter('C'), none, "where surfaces meet"},
    {C::Triangles, "Intersecting triangles", "Show", letter('I'), none, "the triangles that meet"},
    {C::SeeThrough, "See through", "Show", letter('X'), none,
     "look through bodies that hold others"},
    {C::Measures, "Measures", "Show", letter('M'), none, "nearest points, and the way out"},
    {C::Clearance, "Clearance map", "Panes", letter('Y'), none,
     "how far two bodies are apart, or in each other"},
    {C::Methods, "Methods", "Panes", letter('N'), none,
     "any method on any device, compared with the exact engine"},
    {C::WalkByHand, "Walkthrough", "Panes", letter('W'), none,
     "a hand that carries what it touches"},
    {C::Planes, "Image space", "Panes", letter('J'), none,
     "what methods and passes see of bodies, pixel by pixel"},
    {C::Overlaps, "Overlap regions", "Show", letter('O'), none,
     "what solids have in common, with its volume"},
    {C::Features, "Closest features", "Show", letter('K'), none,
     "vertices, edges and faces nearest to each other"},
    {C::Interest, "Regions of interest", "Show", letter('Q'), none,
     "boxes in which bodies can meet"},
    {C::Boxes, "Boxes", "Show", letter('B'), none, "axis-aligned boxes of the bodies"},
    {C::Edges, "Edges", "Show", letter('E'), none, "edges of all triangles"},
    {C::Grid, "Grid", "Show", letter('G'), none, "a grid under the scene"},
    {C::PlayOrPause, "Play, pause", "Time", Key::Space, none, "let time pass, or stop it"},
    {C::StepBack, "Frame back", "Time", letter(','), none, "the frame before"},
    {C::StepForward, "Frame forward", "Time", letter('.'), none, "the next frame"},
    {C::FirstFrame, "First frame", "Time", Key::Home, none, "to the beginning"},
    {C::LastFrame, "Last frame", "Time", Key::End, none, "to the end"},
    {C::Slower, "Slower", "Time", letter('['), none, "half as many frames a second"},
    {C::Faster, "Faster", "Time", letter(']'), none, "twice as many frames a second"},
    {C::Loop, "Loop", "Time", Key::None, none, "play again and again"},
    {C::RecordFrames, "Record frames...", "Time", Key::F11, none,
     "draw every frame to a folder of PNG files; again: stop"},
    {C::CloseTimeline, "Close", "Time", Key::None, none, "back to bodies that stand still"},
    {C::Counters, "Simulation", "Panes", Key::None, none,
     "counters and times of the simulation, frame by frame"},
    {C::ImpactMap, "Impact map", "Panes", Key::None, none,
     "what particles leave on a collider, laid out flat"},
    {C::Sound, "Sound", "Panes", Key::None, none, "what impacts sound like"},
    {C::ExportSound, "Export sound...", "Time", Key::None, none, "of impacts, as a WAV file"},
    {C::Timeline, "Timeline", "Panes", Key::None, none, "play, step and seek what moves"},
    {C::Help, "Keys and mouse", "Help", letter('H'), none, "this list"},
});

constexpr auto key_names =
    std::to_array<std::pair<Key, const char*>>({{Key::Space, "Space"},
                                                {Key::Escape, "Esc"},
                                                {Key::Enter, "Enter"},
                                                {Key::Tab, "Tab"},
                                                {Key::Backspace, "Backspace"},
                                                {Key::Delete, "Del"},
                                                {Key::Left, "Left"},
                                                {Key::Right, "Right"},
                                                {Key::Up, "Up"},
                                                {Key::Down, "Down"},
                                                {Key::Home, "Home"},
                                                {Key::End, "End"},
                                                {Key::PageUp, "PageUp"},
                                                {Key::PageDown, "PageDown"},
                                                {Key::F11, "F11"},
                                                {Key::F12, "F12"}});

char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }
char upper(char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c; }

std::string lower(std::string text) {
    std::ranges::transform(text, text.begin(), [](char c) { return lower(c); });
    return text;
}

bool same(Modifiers a, Modifiers b) {
    return a.shift == b.shift && a.control == b.control && a.alt == b.alt;
}

} // namespace

std::span<const CommandInfo> all_commands() { return commands; }

const CommandInfo& info_of(Command command) {
    return *std::ranges::find(commands, command, &CommandInfo::command);
}

std::optional<Command> command_of(Key key, Modifiers modifiers) {
    const Key meant = key == Key::KeypadEnter ? Key::Enter : key;
    if (meant == Key::None) { // of commands without one
        return {};
    }
    if (meant == letter('?') || (meant == letter('/') && modifiers.shift)) {
        return Command::Help;
    }
    if (meant == letter('Z') && same(modifiers, both)) {
        return Command::Redo;
    }
    for (const CommandInfo& info : commands) {
        if (info.key == meant && same(info.modifiers, modifiers)) {
            return info.command;
        }
    }
    return {};
}

std::string shortcut_text(const CommandInfo& info) {
    if (info.key == Key::None) {
        return {};
    }
    std::string out = info.modifiers.control ? "Ctrl+" : "";
    out += info.modifiers.shift ? "Shift+" : "";
    for (const auto& [key, name] : key_names) {
        if (key == info.key) {
            return out + name;
        }
    }
    return out + static_cast<char>(info.key);
}

Key key_printed(std::string_view text) {
    constexpr std::string_view signs = "+-=,./;'`[]\\";
    const char c = text.size() == 1 ? upper(text.front()) : ' ';
    const bool is_known =
        (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || signs.find(c) != std::string_view::npos;
    return is_known ? static_cast<Key>(c) : Key::None;
}

std::optional<std::pair<Key, Modifiers>> key_from_string(std::string text) {
    Modifiers modifiers;
    text = lower(std::move(text));
    for (std::size_t plus = text.find('+'); plus != std::string::npos && plus + 1 < text.size();
         plus = text.find('+')) {
        const std::string word = text.substr(0, plus);
        bool* const which = word == "ctrl"    ? &modifiers.control
                            : word == "shift" ? &modifiers.shift
                            : word == "alt"   ? &modifiers.alt
                                              : nullptr;
        if (which == nullptr) {
            return {};
        }
        *which = true;
        text = text.substr(plus + 1);
    }
    text = text == "delete" ? "del" : text == "escape" ? "esc" : text;
    for (const auto& [key, name] : key_names) {
        if (lower(name) == text) {
            return std::pair(key, modifiers);
        }
    }
    if (text.size() == 1 && text.front() > ' ' && text.front() <= '~') {
        return std::pair(static_cast<Key>(upper(text.front())), modifiers);
    }
    return {};
}

} // namespace impinge::viewer
