// SPDX-License-Identifier: Apache-2.0
//
// Runs a named pass over bodies.
#pragma once

#include "image_report.hpp"
#include "image_request.hpp"

namespace impinge::cli {

/// Draws the bodies of the report and notes in it what drew them, and how they were looked at.
Expected<Planes> draw_planes(const ImageRequest& request, ImageReport& report,
                             const Context& context);

} // namespace impinge::cli
