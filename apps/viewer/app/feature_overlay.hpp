// SPDX-License-Identifier: Apache-2.0
//
// Names over the scene: of the features that are closest to each other, and how large regions are.
#pragma once

#include "panels/pane.hpp"

namespace impinge::viewer {

/// Letters on a light ground, around a place of the window.
void draw_label(ImDrawList& list, ImVec2 middle, const std::string& text, ImU32 colour,
                float scale);

void draw_features(const SceneOverlay& overlay);
void draw_regions(const SceneOverlay& overlay);

} // namespace impinge::viewer
