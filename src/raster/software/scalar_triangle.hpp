// SPDX-License-Identifier: Apache-2.0
//
// One triangle, pixel by pixel, for every pass and for corners however far away.
#pragma once

#include "raster/software/corner.hpp"
#include "raster/software/fragment.hpp"

#include <span>

namespace impinge::inline v0::raster {

/// depth = (z0 + (y - y0) * slope_y) + (x - x0) * slope_x
struct StatedPlane {
    double x0 = 0;
    double y0 = 0;
    double z0 = 0;
    double slope_x = 0;
    double slope_y = 0;
};

struct TriangleFragments {
    std::array<std::uint32_t, 2> ids{no_id, no_id}; ///< but not NearDepth and FarDepth
    /// Edges are pairs of triangles that have no back and are never culled.
    std::optional<Face> face = {};
    std::optional<StatedPlane> plane = {}; ///< instead of the one through the corners
};

/// A depth found from edge functions is wrong by at most so much of the sum of its terms' sizes: a
/// dozen roundings, generously.
inline constexpr double depth_rounding = 0x1p-48;

/// Draws what lies in the box, which lies in the window, of one triangle, or of the parts of one
/// that was cut. Returns the number of fragments that passed. Corners must be reachable().
std::uint64_t draw_scalar(const FragmentStage& stage, std::span<const Corners> parts,
                          const TriangleFragments& fragments, const PixelBox& box);

/// Conservative coverage: every pixel of the box whose square touches one of the triangles, which
/// are parts of one: each pixel once. Returns the number of fragments that passed.
std::uint64_t draw_touched_scalar(const FragmentStage& stage, std::span<const Corners> parts,
                                  const std::array<std::uint32_t, 2>& ids, const PixelBox& box);

} // namespace impinge::inline v0::raster
