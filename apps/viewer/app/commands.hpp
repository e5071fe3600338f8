// SPDX-License-Identifier: Apache-2.0
//
// What can be done by a key, a menu or a button: one table for all three and for the help.
#pragma once

#include "app/event.hpp"

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace impinge::viewer {

enum class Command {
    Open,
    Save,
    SaveAs,
    SavePicture,
    ExportReport,
    Quit,
    Undo,
    Redo,
    Remove,
    Hide,
    ShowAll,
    Deselect,
    MoveMode,
    TurnMode,
    LocalAxes,
    Slide,
    FrameAll,
    FrameSelected,
    FrontView,
    BackView,
    RightView,
    LeftView,
    TopView,
    BottomView,
    IsoView,
    Orthographic,
    SideBySide,
    Anaglyph,
    Edges,
    Grid,
    Boxes,
    Curves,
    Triangles,
    SeeThrough,
    Measures,
    Clearance,
    Methods,
    WalkByHand,
    Planes,
    Overlaps,
    Features,
    Interest,
    Panels,
    CopyCamera,
    PasteCamera,
    NextBody,
    // Of the timeline.
    Timeline,
    Counters,
    ImpactMap,
    Sound,
    ExportSound,
    PlayOrPause,
    StepBack,
    StepForward,
    FirstFrame,
    LastFrame,
    Slower,
    Faster,
    Loop,
    RecordFrames,
    CloseTimeline,
    Help,
};

struct CommandInfo {
    Command command;
    const char* name;  ///< in menus
    const char* group; ///< in the help
    Key key;
    Modifiers modifiers;
    const char* help;
};

std::span<const CommandInfo> all_commands();
const CommandInfo& info_of(Command command);
std::optional<Command> command_of(Key key, Modifiers modifiers);
/// "Ctrl+Shift+S"
std::string shortcut_text(const CommandInfo& info);
/// The key that has a letter, a digit or a sign of shortcuts printed on it, as the layout of the
/// keyboard says; None for all other text.
Key key_printed(std::string_view text);
/// "ctrl+shift+s", "f12", "escape" as scripts write it.
std::optional<std::pair<Key, Modifiers>> key_from_string(std::string text);

} // namespace impinge::viewer
