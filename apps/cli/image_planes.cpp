// SPDX-License-Identifier: Apache-2.0
#include "image_planes.hpp"

#include <algorithm>
#include <array>

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

const char* name_of(ImagePlane plane) {
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

} // namespace impinge::cli
