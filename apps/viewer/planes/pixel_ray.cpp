// SPDX-License-Identifier: Apache-2.0
#include "planes/pixel_ray.hpp"

#include "panels/theme.hpp"

#include <algorithm>
#include <fmt/core.h>

namespace impinge::viewer {
namespace {

Vec2d centre(ViewPixel pixel) { return {pixel.x + 0.5, pixel.y + 0.5}; }

/// Where the ray is in two of the stretches or more; each body's own do not overlap.
std::vector<RayStretch> shared_by_two(const std::vector<RayStretch>& inside) {
    std::vector<imagespace::RaySurface> ends;
    for (const RayStretch& stretch : inside) {
        ends.push_back({stretch.begin, true});
        ends.push_back({stretch.end, false});
    }
    std::ranges::sort(ends, {}, [](const auto& end) { return std::pair(end.depth, end.enters); });
    std::vector<RayStretch> out;
    int bodies = 0;
    for (const imagespace::RaySurface& end : ends) {
        bodies += end.enters ? 1 : -1;
        if (end.enters && bodies == 2) {
            out.push_back({end.depth, end.depth, 0});
        } else if (!end.enters && bodies == 1) {
            out.back().end = end.depth;
        }
    }
    return out;
}

std::string planes_text(const PlanesAnswer& answer, std::size_t pixel,
                        std::optional<LengthUnit> unit) {
    const cli::Planes& planes = *answer.planes;
    if (!planes.covered(pixel)) {
        return "nothing";
    }
    return fmt::format("depth {} ({:.6g}), stencil {}, {}, {} {}",
                       length_text(planes.distance_at(pixel), unit), double{planes.depth[pixel]},
                       planes.stencil_at(pixel), answer.bodies[planes.ids[pixel]].name,
                       answer.settings.pass->second_id, planes.ids2[pixel]);
}

std::string map_text(const imagespace::PixelMap& map, std::size_t pixel) {
    const auto found = map.cases[pixel];
    const std::string counts =
        fmt::format("layers {} of A, {} of B", map.layers_a[pixel], map.layers_b[pixel]);
    return found == imagespace::PixelCase::Empty
               ? counts
               : fmt::format("{}; by {}; {}", cli::case_words(found),
                             cli::stage_words(map.stages[pixel]), counts);
}

} // namespace

Vec3d along_ray(const raster::View& view, ViewPixel pixel, double distance) {
    const Vec2d at = centre(pixel);
    return raster::to_world(view, {at.x, at.y, distance / (view.far - view.near)});
}

PixelRay ray_through(const PlanesAnswer& answer, ViewPixel pixel) {
    const raster::View& view = answer.view;
    PixelRay ray;
    double first = 0;
    double last = view.far - view.near;
    std::vector<imagespace::RaySurface> surfaces;
    std::vector<imagespace::RayPiece> pieces;
    for (std::size_t body = 0; body < answer.rays.size(); ++body) {
        surfaces.clear();
        pieces.clear();
        answer.rays[body].append_surfaces(centre(pixel), surfaces);
        imagespace::append_pieces(surfaces, pieces);
        for (const imagespace::RaySurface& surface : surfaces) {
            const double distance = surface.depth - view.near;
            ray.layers.push_back(
                {body, surface.enters, distance, along_ray(view, pixel, distance)});
            first = std::min(first, distance);
            last = std::max(last, distance);
        }
        for (const imagespace::RayPiece& piece : pieces) {
            ray.inside.push_back({piece.begin - view.near, piece.end - view.near, body});
        }
    }
    std::ranges::stable_sort(ray.layers, {}, [](const RayLayer& layer) {
        return std::pair(layer.distance, !layer.enters);
    });
    ray.shared = shared_by_two(ray.inside);
    ray.from = along_ray(view, pixel, first);
    ray.to = along_ray(view, pixel, last);
    return ray;
}

std::string value_text(const PlanesAnswer& answer, ViewPixel pixel,
                       std::optional<LengthUnit> unit) {
    const std::size_t index =
        static_cast<std::size_t>(pixel.y) * static_cast<std::size_t>(answer.view.width) +
        static_cast<std::size_t>(pixel.x);
    return answer.planes ? planes_text(answer, index, unit) : map_text(*answer.map, index);
}

std::string layers_text(const PlanesAnswer& answer, const PixelRay& ray) {
    std::string out;
    for (const RayLayer& layer : ray.layers) {
        out += fmt::format("{}{} {}", out.empty() ? "" : ", ", layer.enters ? "in" : "out",
                           answer.bodies[layer.body].name);
    }
    return out.empty() ? "none" : out;
}

} // namespace impinge::viewer
