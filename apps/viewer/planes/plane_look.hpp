// SPDX-License-Identifier: Apache-2.0
//
// What an answer looks like: its picture in the colours of `impinge image` and `impinge compare`,
// and what the colours mean.
#pragma once

#include "planes/plane_types.hpp"

namespace impinge::viewer {

struct PlaneLook {
    render::Picture picture; ///< empty without one
    render::Picture legend;  ///< a bar, or swatches
};

/// Of an answer without error, shown as one that is in it.
PlaneLook look_of(const PlanesAnswer& answer, Shown shown, const std::string& unit);

/// The colour of a body in the picture of bodies, and along rays.
render::Colour ray_colour(std::size_t body);

} // namespace impinge::viewer
