// SPDX-License-Identifier: Apache-2.0
//
// The loop of the program, and pictures without one.
#pragma once

#include "app/surface.hpp"
#include "script/script.hpp"

#include <filesystem>

namespace impinge::viewer {

/// Until the window is closed, or the script is done or an expectation of it is not met.
Status run_viewer(Viewer& viewer, Surface& surface, ScriptRun* script);

/// Every frame of what the timeline plays, to a folder.
Status record_frames(Viewer& viewer, Surface& surface, const std::filesystem::path& folder);

/// What the window would show once everything is read, checked and measured.
Status take_screenshot(Viewer& viewer, Surface& surface, const std::filesystem::path& file);

} // namespace impinge::viewer
