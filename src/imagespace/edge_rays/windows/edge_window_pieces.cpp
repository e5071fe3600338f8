// SPDX-License-Identifier: Apache-2.0
//
// A window that is larger than a target, cut into pieces.
#include "imagespace/edge_rays/windows/edge_windows.hpp"
#include "imagespace/projection/zone_corners.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <set>

namespace impinge::inline v0::imagespace {
namespace {

/// How a window is cut along one axis.
struct Cuts {
    int size = 0;
    int count = 1;

    Cuts(int pixels, int largest) : size(pixels), count((pixels + largest - 1) / largest) {}
    [[nodiscard]] int begin(int piece) const {
        return static_cast<int>(std::int64_t{size} * piece / count);
    }
    /// The piece that holds a coordinate, or the nearest one.
    [[nodiscard]] int piece_at(double pixel) const {
        const double inside = std::clamp(pixel, 0.0, size - 1.0);
        int piece = std::min(static_cast<int>(inside * count / size), count - 1);
        while (piece > 0 && inside < begin(piece)) {
            --piece;
        }
        while (piece + 1 < count && inside >= begin(piece + 1)) {
            ++piece;
        }
        return piece;
    }
};

/// In pixels of the window, with what rounding and moved edges add.
Box3 pixels_of(const EdgePlace& place, const raster::View& view, double edge_offset) {
    const double margin =
        2 + edge_offset * view.width / (view.max_x - view.min_x) /
                (view.projection == raster::Projection::Orthographic ? 1 : view.near);
    Box3 pixels;
    for (const Vec3d& corner : corners_of(place.box)) {
        pixels = extend(pixels, to_window(view, corner));
    }
    const Vec3d spare{margin, margin, 0};
    return {pixels.min - spare, pixels.max + spare};
}

} // namespace

std::vector<EdgeWindow> edge_windows(const EdgeCluster& cluster, const raster::View& view,
                                     double edge_offset, int largest) {
    if (std::max(view.width, view.height) <= largest) {
        return {{view, cluster.bodies}};
    }
    const Cuts columns(view.width, largest);
    const Cuts rows(view.height, largest);
    std::map<std::array<int, 2>, std::set<std::uint32_t>> bodies; // by row, then column
    for (const EdgePlace& place : cluster.places) {
        const Box3 pixels = pixels_of(place, view, edge_offset);
        for (int row = rows.piece_at(pixels.min.y); row <= rows.piece_at(pixels.max.y); ++row) {
            for (int column = columns.piece_at(pixels.min.x);
                 column <= columns.piece_at(pixels.max.x); ++column) {
                bodies[{row, column}].insert({place.a, place.b});
            }
        }
    }
    std::vector<EdgeWindow> windows;
    for (const auto& [piece, shown] : bodies) {
        const int x = columns.begin(piece[1]);
        const int y = rows.begin(piece[0]);
        EdgeWindow window{view, {shown.begin(), shown.end()}};
        window.view.shown = {x, y, columns.begin(piece[1] + 1) - x, rows.begin(piece[0] + 1) - y};
        windows.push_back(std::move(window));
    }
    return windows;
}

} // namespace impinge::inline v0::imagespace
