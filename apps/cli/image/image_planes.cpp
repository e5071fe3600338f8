// SPDX-License-Identifier: Apache-2.0
#include "image/image_planes.hpp"

#include "output/text.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/core.h>

namespace impinge::cli {
namespace {

struct PlaneName {
    ImagePlane plane;
    const char* name;
};
constexpr std::array plane_names{
    PlaneName{ImagePlane::Depth, "depth"}, PlaneName{ImagePlane::Stencil, "stencil"},
    PlaneName{ImagePlane::Ids, "ids"}, PlaneName{ImagePlane::Ids2, "ids2"}};

void include(std::optional<Extent>& extent, double value) {
    extent = extent ? Extent{std::min(extent->min, value), std::max(extent->max, value)}
                    : Extent{value, value};
}

std::uint64_t count_distinct_ids2(const Planes& planes) {
    std::vector<std::uint64_t> keys;
    for (std::size_t pixel = 0; pixel < planes.pixels(); ++pixel) {
        if (planes.covered(pixel)) {
            keys.push_back((static_cast<std::uint64_t>(planes.ids[pixel]) << 32U) |
                           planes.ids2[pixel]);
        }
    }
    std::sort(keys.begin(), keys.end());
    return static_cast<std::uint64_t>(std::unique(keys.begin(), keys.end()) - keys.begin());
}

} // namespace

const char* to_string(ImagePlane plane) {
    for (const PlaneName& named : plane_names) {
        if (named.plane == plane) {
            return named.name;
        }
    }
    return "";
}

std::optional<ImagePlane> image_plane(std::string_view name) {
    for (const PlaneName& named : plane_names) {
        if (named.name == name) {
            return named.plane;
        }
    }
    return std::nullopt;
}

double Planes::distance_at(std::size_t pixel) const {
    const double range = view.far - view.near;
    const auto stored = static_cast<double>(depth[pixel]);
    return view.projection == raster::Projection::Orthographic
               ? stored * range
               : view.near / (1 - stored * range / view.far);
}

Expected<Planes> read_planes(raster::Device& device, const raster::Target& target,
                             const raster::View& view, StencilNumbers numbers) {
    auto depth = device.read_depth(target);
    if (!depth) {
        return depth.error();
    }
    auto stencil = device.read_stencil(target);
    if (!stencil) {
        return stencil.error();
    }
    auto ids = device.read_ids(target, 0);
    if (!ids) {
        return ids.error();
    }
    auto ids2 = device.read_ids(target, 1);
    if (!ids2) {
        return ids2.error();
    }
    return Planes{
        view, numbers, std::move(*depth), std::move(*stencil), std::move(*ids), std::move(*ids2)};
}

PlaneStatistics statistics_of(const Planes& planes) {
    PlaneStatistics statistics;
    for (std::size_t pixel = 0; pixel < planes.pixels(); ++pixel) {
        if (!planes.covered(pixel)) {
            continue;
        }
        ++statistics.covered;
        include(statistics.depth, static_cast<double>(planes.depth[pixel]));
        include(statistics.distance, planes.distance_at(pixel));
        ++statistics.stencil[planes.stencil_at(pixel)];
        ++statistics.ids[planes.ids[pixel]];
    }
    statistics.distinct_ids2 = count_distinct_ids2(planes);
    return statistics;
}

namespace {

using render::Colour;
using render::ColourBar;
using render::ColourMap;
using render::Legend;
using render::LegendEntry;
using render::Picture;

/// More different values than this are shown by a colour bar.
constexpr std::size_t most_single_values = 20;

/// A colour that the map does not have, for pixels in which nothing was drawn.
Colour ground_of(ColourMap map) {
    switch (map) {
    case ColourMap::Diverging:
        return {70, 74, 82};
    case ColourMap::Grey:
        return {190, 212, 236};
    case ColourMap::Heat:
        return {66, 84, 112};
    case ColourMap::Sequential:
        break;
    }
    return render::white;
}

/// Calls `colour_of` for every covered pixel; planes have their rows from the bottom.
template <typename ColourOf>
Picture painted_pixels(const Planes& planes, Colour ground, const ColourOf& colour_of) {
    const int width = planes.view.width;
    const int height = planes.view.height;
    Picture picture(width, height, ground);
    std::size_t pixel = 0;
    for (int y = height - 1; y >= 0; --y) {
        for (int x = 0; x < width; ++x, ++pixel) {
            if (planes.covered(pixel)) {
                picture.at(x, y) = colour_of(pixel);
            }
        }
    }
    return picture;
}

/// Where a value stands between the ends; in the middle if they are equal.
double place(double value, Extent range) {
    return range.max > range.min ? (value - range.min) / (range.max - range.min) : 0.5;
}

std::string pixels_text(std::uint64_t count) { return counted(count, "pixel", "pixels"); }

LegendEntry ground_entry(const Planes& planes, const PlaneStatistics& statistics, Colour ground) {
    return {ground, "nothing: " + pixels_text(planes.pixels() - statistics.covered)};
}

/// A range of equal ends, as a bar can show it.
Extent widened(Extent range) {
    const double missing = range.max > range.min ? 0 : std::max(std::abs(range.max) * 0.01, 1e-9);
    return {range.min - missing, range.max + missing};
}

PaintedPlane paint_depth(const Planes& planes, const PlaneStatistics& statistics,
                         const PaintOptions& options) {
    const ColourMap map = options.map.value_or(ColourMap::Sequential);
    const Extent range = widened(statistics.distance.value_or(Extent{0, 1}));
    PaintedPlane painted;
    painted.picture = painted_pixels(planes, ground_of(map), [&](std::size_t pixel) {
        return render::map_colour(map, place(planes.distance_at(pixel), range));
    });
    painted.bar = ColourBar{
        .map = map, .min = range.min, .max = range.max, .title = "distance", .unit = options.unit};
    return painted;
}

/// Symmetric around zero for numbers with a sign, so that zero is the middle colour.
Extent stencil_range(const Planes& planes, const PlaneStatistics& statistics) {
    if (statistics.stencil.empty()) {
        return {0, 1};
    }
    const double low = statistics.stencil.begin()->first;
    const double high = statistics.stencil.rbegin()->first;
    if (planes.stencil_numbers == StencilNumbers::Unsigned) {
        return {0, std::max(high, 1.0)};
    }
    const double farthest = std::max({-low, high, 1.0});
    return {-farthest, farthest};
}

PaintedPlane paint_stencil(const Planes& planes, const PlaneStatistics& statistics,
                           const PaintOptions& options) {
    const ColourMap map = options.map.value_or(planes.stencil_numbers == StencilNumbers::Unsigned
                                                   ? ColourMap::Sequential
                                                   : ColourMap::Diverging);
    const Extent range = stencil_range(planes, statistics);
    const auto colour = [&](int value) { return render::map_colour(map, place(value, range)); };
    PaintedPlane painted;
    painted.picture = painted_pixels(planes, ground_of(map), [&](std::size_t pixel) {
        return colour(planes.stencil_at(pixel));
    });
    if (statistics.stencil.size() > most_single_values) {
        painted.bar = ColourBar{.map = map, .min = range.min, .max = range.max, .title = "stencil"};
        return painted;
    }
    painted.legend.title = "stencil";
    painted.legend.entries.push_back(ground_entry(planes, statistics, ground_of(map)));
    for (const auto& [value, pixels] : statistics.stencil) {
        painted.legend.entries.push_back(
            {colour(value), fmt::format("{}: {}", value, pixels_text(pixels))});
    }
    return painted;
}

PaintedPlane paint_ids(const Planes& planes, const PlaneStatistics& statistics,
                       const PaintOptions& options) {
    PaintedPlane painted;
    painted.picture = painted_pixels(planes, render::white, [&](std::size_t pixel) {
        return render::category_colour(planes.ids[pixel]);
    });
    painted.legend.title = "bodies";
    painted.legend.entries.push_back(ground_entry(planes, statistics, render::white));
    for (const auto& [body, pixels] : statistics.ids) {
        const std::string name = body < options.body_names.size() ? options.body_names[body]
                                                                  : fmt::format("body {}", body);
        painted.legend.entries.push_back(
            {render::category_colour(body), fmt::format("{}: {}", name, pixels_text(pixels))});
    }
    return painted;
}

/// Neighbours mostly have numbers that follow each other, and so get different colours.
PaintedPlane paint_ids2(const Planes& planes, const PlaneStatistics& statistics,
                        const PaintOptions& options) {
    PaintedPlane painted;
    painted.picture = painted_pixels(planes, render::white, [&](std::size_t pixel) {
        return render::category_colour(planes.ids2[pixel] + 3 * planes.ids[pixel]);
    });
    painted.legend.title = fmt::format("{}s", options.second_id);
    painted.legend.entries = {
        ground_entry(planes, statistics, render::white),
        {render::transparent, fmt::format("{} different ones", statistics.distinct_ids2)},
        {render::transparent, "colours repeat"}};
    return painted;
}

} // namespace

PaintedPlane paint(const Planes& planes, const PlaneStatistics& statistics,
                   const PaintOptions& options) {
    switch (options.plane) {
    case ImagePlane::Depth:
        return paint_depth(planes, statistics, options);
    case ImagePlane::Stencil:
        return paint_stencil(planes, statistics, options);
    case ImagePlane::Ids:
        return paint_ids(planes, statistics, options);
    case ImagePlane::Ids2:
        break;
    }
    return paint_ids2(planes, statistics, options);
}

} // namespace impinge::cli
