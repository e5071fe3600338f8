// SPDX-License-Identifier: Apache-2.0
//
// What bodies have in common as shapes of a picture: the regions of overlaps, and the walls that
// lie on each other, filled.
#pragma once

#include "check/examination.hpp"
#include "impinge/render.hpp"

namespace impinge::cli {

/// Of what was measured, with meshes. Walls become sheets a little thicker than the picture can
/// tell, so that those they lie between do not shine through.
Status add_overlap_shapes(render::PictureScene& scene, const Examination& examination,
                          render::Renderer& renderer);

} // namespace impinge::cli
