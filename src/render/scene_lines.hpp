// SPDX-License-Identifier: Apache-2.0
//
// Lines in the world, drawn over a picture as far as nothing opaque is before them.
#pragma once

#include "impinge/render.hpp"
#include "render/compose.hpp"

namespace impinge::inline v0::render {

/// The view is that of the picture; the layer, with its depths, has `samples` x `samples` samples
/// in each of its pixels. Lines lie on surfaces as often as not, so they are taken a few pixels
/// nearer than they are.
void draw_lines(PixelPlane& plane, const Lines& lines, const raster::View& view, const Layer& layer,
                int samples);

} // namespace impinge::inline v0::render
