// SPDX-License-Identifier: Apache-2.0
#include "edge_rays/look/open_pixels.hpp"

#include <algorithm>
#include <cmath>

namespace impinge::inline v0::imagespace {
namespace {

/// Half the width of an edge, and what the rounding of devices adds.
constexpr double least_margin = 1;

/// Of the pixels that show most.
double smallest_pixel(const raster::View& view) {
    const double side =
        std::min((view.max_x - view.min_x) / view.width, (view.max_y - view.min_y) / view.height);
    return view.projection == raster::Projection::Orthographic ? side : side * view.near;
}

} // namespace

std::uint32_t& OpenPixels::before(int x, int y) {
    return before_[static_cast<std::size_t>(y) * static_cast<std::size_t>(shown_.width + 1) +
                   static_cast<std::size_t>(x)];
}
std::uint32_t OpenPixels::before(int x, int y) const {
    return before_[static_cast<std::size_t>(y) * static_cast<std::size_t>(shown_.width + 1) +
                   static_cast<std::size_t>(x)];
}

OpenPixels::OpenPixels(const raster::View& view, std::span<const raster::Pixel> pixels,
                       double edge_offset)
    : view_(view), shown_(raster::shown_area(view)), edge_offset_(edge_offset),
      margin_(least_margin + std::abs(edge_offset) / smallest_pixel(view)) {
    before_.resize(static_cast<std::size_t>(shown_.width + 1) *
                   static_cast<std::size_t>(shown_.height + 1));
    for (const raster::Pixel& pixel : pixels) {
        before(static_cast<int>(pixel.x) + 1, static_cast<int>(pixel.y) + 1) = 1;
    }
    for (int y = 1; y <= shown_.height; ++y) {
        std::uint32_t in_row = 0;
        for (int x = 1; x <= shown_.width; ++x) {
            in_row += before(x, y);
            before(x, y) = before(x, y - 1) + in_row;
        }
    }
}

bool OpenPixels::any(const WindowBounds& bounds) const {
    const auto first = [this](double bound, int corner, int size) {
        return static_cast<int>(
            std::clamp(std::ceil(bound - margin_ - 0.5) - corner, 0.0, 1.0 * size));
    };
    const auto behind_last = [this](double bound, int corner, int size) {
        return static_cast<int>(
            std::clamp(std::floor(bound + margin_ + 0.5) - corner, 0.0, 1.0 * size));
    };
    const int min_x = first(bounds.min_x, shown_.x, shown_.width);
    const int min_y = first(bounds.min_y, shown_.y, shown_.height);
    const int max_x = behind_last(bounds.max_x, shown_.x, shown_.width);
    const int max_y = behind_last(bounds.max_y, shown_.y, shown_.height);
    return min_x < max_x && min_y < max_y &&
           before(max_x, max_y) + before(min_x, min_y) !=
               before(max_x, min_y) + before(min_x, max_y);
}

WindowBounds bounds_of(const raster::View& view, Vec3d point) {
    constexpr double anywhere = std::numeric_limits<double>::infinity();
    if (view.projection == raster::Projection::Perspective &&
        !(dot(view.axis_z, point - view.eye) > view.near)) {
        return {-anywhere, -anywhere, anywhere, anywhere};
    }
    const Vec3d window = raster::to_window(view, point);
    return {window.x, window.y, window.x, window.y};
}

WindowBounds bounds_of(const raster::View& view, const Box3& box) {
    WindowBounds bounds;
    for (const double x : {box.min.x, box.max.x}) {
        for (const double y : {box.min.y, box.max.y}) {
            for (const double z : {box.min.z, box.max.z}) {
                bounds = joined(bounds, bounds_of(view, Vec3d{x, y, z}));
            }
        }
    }
    return bounds;
}

} // namespace impinge::inline v0::imagespace
