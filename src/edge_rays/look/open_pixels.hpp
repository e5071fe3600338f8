// SPDX-License-Identifier: Apache-2.0
//
// The pixels that may still have points: those that have one in the layer drawn last.
#pragma once

#include "impinge/raster.hpp"

#include <algorithm>
#include <limits>
#include <span>
#include <vector>

namespace impinge::inline v0::imagespace {

/// Part of a window, in pixels. Empty by default.
struct WindowBounds {
    double min_x = std::numeric_limits<double>::infinity();
    double min_y = std::numeric_limits<double>::infinity();
    double max_x = -std::numeric_limits<double>::infinity();
    double max_y = -std::numeric_limits<double>::infinity();
};

class OpenPixels {
  public:
    /// Pixels of a target for the view, in which edges are drawn with an offset in world units.
    OpenPixels(const raster::View& view, std::span<const raster::Pixel> pixels,
               double edge_offset = 0);

    [[nodiscard]] const raster::View& view() const { return view_; }
    /// Whether edges are moved along the normals of their vertices.
    [[nodiscard]] bool edges_move() const { return edge_offset_ != 0; }

    /// Whether some are touched by what lies within the bounds, which are those of the whole
    /// window. Takes a margin for the width and offset of edges and the rounding of devices.
    [[nodiscard]] bool any(const WindowBounds& bounds) const;

  private:
    [[nodiscard]] std::uint32_t& before(int x, int y);
    [[nodiscard]] std::uint32_t before(int x, int y) const;

    raster::View view_;
    raster::PixelArea shown_;
    double edge_offset_;
    double margin_;                     ///< how far beside bounds the centre of a pixel may lie
    std::vector<std::uint32_t> before_; ///< how many lie left of and below each corner of a pixel
};

/// Of a point of the world. What lies before the near plane of a perspective view may show
/// anywhere.
WindowBounds bounds_of(const raster::View& view, Vec3d point);
WindowBounds bounds_of(const raster::View& view, const Box3& box);

constexpr WindowBounds joined(const WindowBounds& a, const WindowBounds& b) {
    return {std::min(a.min_x, b.min_x), std::min(a.min_y, b.min_y), std::max(a.max_x, b.max_x),
            std::max(a.max_y, b.max_y)};
}

} // namespace impinge::inline v0::imagespace
