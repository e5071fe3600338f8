// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "image_passes.hpp"

namespace impinge::cli {

/// Of each pixel the nearest edge point that lies in another body, nearer edges before it or not;
/// the stencil plane holds the number of bodies it lies in.
DrawnTarget draw_edge_interference(const Stage& stage);

} // namespace impinge::cli
