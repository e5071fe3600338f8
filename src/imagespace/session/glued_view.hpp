// SPDX-License-Identifier: Apache-2.0
//
// Views that move with a body, so that its depth maps stay good while it moves.
#pragma once

#include "impinge/rigid.hpp"
#include "impinge/view.hpp"

#include <optional>

namespace impinge::inline v0::imagespace {

/// The motion that carries a body from one pose to the other. Nothing if it is not a turn with a
/// shift and a uniform scale (or the poses are not), so that it cannot be undone by inverse().
std::optional<Rigid> motion_between(const Rigid& before, const Rigid& after);

/// The view carried along by a motion.
raster::View moved(const raster::View& view, const Rigid& motion);

/// Whether all that one view shows, depths included, is also shown by the other.
bool shows_all_of(const raster::View& view, const raster::View& needed);

} // namespace impinge::inline v0::imagespace
