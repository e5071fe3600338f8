// SPDX-License-Identifier: Apache-2.0
//
// What keys, menus and buttons do to the timeline.
#pragma once

#include "app/commands.hpp"
#include "timeline/timeline.hpp"

namespace impinge::viewer {

/// False if the command is none of the timeline's.
bool execute_time(Timeline& timeline, Command command);

} // namespace impinge::viewer
