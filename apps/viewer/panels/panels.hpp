// SPDX-License-Identifier: Apache-2.0
//
// The panels around the scene, laid out anew for every frame. They change what the user wants to
// see and where bodies stand; what is more than that they hand on as a command.
#pragma once

#include "app/commands.hpp"
#include "app/session.hpp"
#include "panels/file_dialog.hpp"
#include "panels/landmarks.hpp"
#include "panels/theme.hpp"

#include <functional>

namespace impinge::viewer {

class Panes;

struct PanelContext {
    Session& session;
    Panes& panes;
    Landmarks& landmarks;
    const Fonts& fonts;
    float scale = 1;
    bool orthographic = false;
    std::function<void(Command)> execute;
};

/// A part of the window, from its upper left corner.
struct SceneArea {
    float x = 0;
    float y = 0;
    float width = 1;
    float height = 1;
};
/// What is left for the scene and the panes beside it (panes.hpp).
SceneArea scene_area(const Session& session, float scale, float width, float height);

/// The answer, in large letters on its colour.
struct Headline {
    std::string large;
    std::string small;
    BodyState state = BodyState::Unchecked;
    bool current = true; ///< or about an earlier state
};
void show_headline(PanelContext& context, const Headline& line);

void show_menu_bar(PanelContext& context);
void show_side_panel(PanelContext& context);
void show_tool_strip(PanelContext& context, const SceneArea& area);
void show_status_bar(PanelContext& context);
/// The list of keys; returns whether it stays open.
bool show_help(PanelContext& context);
/// In the middle of an empty window.
void show_welcome(PanelContext& context, const SceneArea& area);

} // namespace impinge::viewer
