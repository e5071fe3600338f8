// SPDX-License-Identifier: Apache-2.0
//
// What settings of a pane are laid out with: a label, a list to choose from, a switch; each of them
// a landmark.
#pragma once

#include "panels/panels.hpp"

#include <span>
#include <string>

namespace impinge::viewer {

/// "GROUP.NAME"; scripts have no names with spaces.
std::string landmark_name(const std::string& group, std::string name);

/// In a table of two or more columns: the label in one, whatever follows in the next.
void setting_label(const char* text);

/// One of a list, as wide as there is room; true once another one is chosen. Scripts find it under
/// its name, and what it holds, while it is open, as NAME.TEXT.
bool choose(PanelContext& context, const std::string& name, std::span<const char* const> texts,
            int& chosen);

} // namespace impinge::viewer
