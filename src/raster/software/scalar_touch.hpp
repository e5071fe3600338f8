// SPDX-License-Identifier: Apache-2.0
//
// Conservative coverage, pixel by pixel.
#pragma once

#include "raster/software/corner.hpp"
#include "raster/software/fragment.hpp"

#include <span>

namespace impinge::inline v0::raster {

/// Every pixel of the box whose square touches one of the triangles, which are parts of one: each
/// pixel once. Returns the number of fragments that passed.
std::uint64_t draw_touched_scalar(const FragmentStage& stage, std::span<const Corners> parts,
                                  const std::array<std::uint32_t, 2>& ids, const PixelBox& box);

} // namespace impinge::inline v0::raster
