// SPDX-License-Identifier: Apache-2.0
//
// What panels and panes are laid out with: headings, labels, lists to choose from; what can be
// clicked is a landmark.
#pragma once

#include "panels/panels.hpp"

#include <span>
#include <string>

namespace impinge::viewer {

/// "GROUP.NAME"; scripts have no names with spaces.
std::string landmark_name(const std::string& group, std::string name);

/// A heading and a line, above what belongs together.
void section(PanelContext& context, const char* title);

/// While the mouse is over what was laid out last: what the command does, and its key.
void command_tip(const CommandInfo& info);

/// In a table of two or more columns: the label in one, whatever follows in the next.
void setting_label(const char* text);

/// One of a list, as wide as there is room; true once another one is chosen. Scripts find it under
/// its name, and what it holds, while it is open, as NAME.TEXT.
bool choose(PanelContext& context, const std::string& name, std::span<const char* const> texts,
            int& chosen);

} // namespace impinge::viewer
