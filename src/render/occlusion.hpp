// SPDX-License-Identifier: Apache-2.0
//
// Screen-space ambient occlusion: how much of the sky a visible point is open to, judged by its
// surroundings in the picture; in corners and clefts the surfaces around it lie nearer to the eye.
#pragma once

#include "impinge/context.hpp"
#include "impinge/view.hpp"
#include "render/layers.hpp"

#include <vector>

namespace impinge::inline v0::render {

/// For every pixel of a picture with `samples` x `samples` of the layer's samples in each: 1 where
/// nothing is in the way, down to 1 - strength. Rows from the bottom. The layer needs its depths;
/// the view is that of the layer.
std::vector<float> sky_openness(const Layer& layer, const raster::View& view, int samples,
                                double strength, const Context& context);

} // namespace impinge::inline v0::render
