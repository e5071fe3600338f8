// SPDX-License-Identifier: Apache-2.0
//
// What every device refuses before it touches a target, said in the same words.
#pragma once

#include "impinge/raster.hpp"

namespace impinge::inline v0::raster {

/// Sizes from 1 to the device's largest.
Status check_size(const DeviceInfo& info, int width, int height);

/// A view that makes sense and fits the target, a pass whose parts go together and that the device
/// can do, a reference target where the pass compares with one.
Status check_draw(const DeviceInfo& info, const Target& target, const View& view, const Pass& pass,
                  const Target* reference);
/// The same for Device::cover, which knows neither primitives nor coverage.
Status check_cover(const Target& target, float depth, const Pass& pass, const Target* reference);

/// Poses with finite numbers and a positive scale.
Status check_pose(const Rigid& pose);

/// Whether the pass compares with a reference target at all.
bool compares_with_reference(const Pass& pass);

Status check_copy(const Target& from, const Target& to);
/// For Device::close_pairs: targets of one size, areas within them, and gaps that are numbers.
Status check_close(const Target& one, const Target& other, std::span<const CloseArea> areas);

/// The part of the target that a pass draws into.
PixelArea drawn_area(const Pass& pass, const Target& target);

/// "OPERATION: it belongs to another device"
Error foreign_object(const char* operation);
/// "edges: the geometry was uploaded without them"
Error without_edges();

} // namespace impinge::inline v0::raster
