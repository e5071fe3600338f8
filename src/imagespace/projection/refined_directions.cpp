// SPDX-License-Identifier: Apache-2.0
//
// Normals are gathered around axes: surfaces that look in opposite directions are seen equally well
// along one and the same direction.
#include "imagespace/projection/refined_directions.hpp"

#include "imagespace/projection/collision_zone.hpp"
#include "imagespace/projection/facing_surfaces.hpp"
#include "math/principal_axes.hpp"

#include <algorithm>
#include <cmath>

namespace impinge::inline v0::imagespace {
namespace {

constexpr double narrow_enough = 0.9;    // length of the mean for which one plane serves
constexpr double gathered_enough = 0.95; // mean cosine for which no further plane is added
constexpr double worth_a_plane = 0.05;   // of the weight
constexpr double cancelled = 0.1;        // length of a mean that says nothing
constexpr double nearly_parallel = 0.97; // cosine of axes that are one

struct Sum {
    Vec3d normals;
    double weight = 0;

    void add(const FacingSurface& surface) {
        normals = normals + surface.towards_b * surface.weight;
        weight += surface.weight;
    }
    /// 1 if all normals agree.
    [[nodiscard]] double concentration() const { return weight > 0 ? length(normals) / weight : 0; }
    [[nodiscard]] Vec3d mean() const { return normals * (1 / length(normals)); }
};

struct Nearest {
    std::size_t axis = 0;
    double cosine = 0;
};

Nearest nearest_axis(Vec3d normal, std::span<const Vec3d> axes) {
    Nearest nearest;
    for (std::size_t i = 0; i < axes.size(); ++i) {
        const double cosine = std::abs(dot(normal, axes[i]));
        if (cosine > nearest.cosine) {
            nearest = {i, cosine};
        }
    }
    return nearest;
}

/// The heaviest normal, then in turn the one that is worst served by those before.
std::vector<Vec3d> seeds(std::span<const FacingSurface> surfaces, std::size_t count) {
    std::vector<Vec3d> axes;
    while (axes.size() < count) {
        const auto need = [&](const FacingSurface& surface) {
            const double cosine = nearest_axis(surface.towards_b, axes).cosine;
            return surface.weight * (1 - cosine * cosine);
        };
        const auto neediest = std::max_element(
            surfaces.begin(), surfaces.end(),
            [&](const FacingSurface& a, const FacingSurface& b) { return need(a) < need(b); });
        axes.push_back(neediest->towards_b);
    }
    return axes;
}

/// Moves each axis to the principal one of the normals nearest to it.
void settle(std::vector<Vec3d>& axes, std::span<const FacingSurface> surfaces) {
    std::vector<SymmetricMatrix> scatter(axes.size());
    for (const FacingSurface& surface : surfaces) {
        scatter[nearest_axis(surface.towards_b, axes).axis].add(surface.towards_b, surface.weight);
    }
    for (std::size_t i = 0; i < axes.size(); ++i) {
        const PrincipalAxes principal = principal_axes(scatter[i]);
        if (principal.values[0] > 0) {
            axes[i] = principal.axes[0];
        }
    }
}

struct Gathered {
    std::vector<Vec3d> axes;
    double mean_cosine = 0;
};

Gathered gather(std::span<const FacingSurface> surfaces, std::size_t count) {
    constexpr int rounds = 16;
    Gathered result{seeds(surfaces, count)};
    for (int round = 0; round < rounds; ++round) {
        settle(result.axes, surfaces);
    }
    double cosines = 0;
    double weight = 0;
    for (const FacingSurface& surface : surfaces) {
        cosines += surface.weight * nearest_axis(surface.towards_b, result.axes).cosine;
        weight += surface.weight;
    }
    result.mean_cosine = cosines / weight;
    return result;
}

/// An axis as a direction: that of its normals, or of the fallback if those cancel.
Vec3d directed(Vec3d axis, const Sum& sum, Vec3d fallback) {
    const double along_normals = dot(axis, sum.normals);
    const double along =
        std::abs(along_normals) > cancelled * sum.weight ? along_normals : dot(axis, fallback);
    return along < 0 ? -axis : axis;
}

struct Plane {
    Vec3d direction;
    double weight = 0;
};

std::vector<Plane> weighed(const Gathered& gathered, std::span<const FacingSurface> surfaces,
                           Vec3d fallback) {
    std::vector<Sum> sums(gathered.axes.size());
    for (const FacingSurface& surface : surfaces) {
        sums[nearest_axis(surface.towards_b, gathered.axes).axis].add(surface);
    }
    std::vector<Plane> planes;
    for (std::size_t i = 0; i < sums.size(); ++i) {
        planes.push_back({directed(gathered.axes[i], sums[i], fallback), sums[i].weight});
    }
    std::stable_sort(planes.begin(), planes.end(),
                     [](const Plane& a, const Plane& b) { return a.weight > b.weight; });
    return planes;
}

std::vector<Vec3d> worth_looking_along(std::span<const Plane> planes, double weight) {
    std::vector<Vec3d> directions;
    for (const Plane& plane : planes) {
        if (plane.weight >= worth_a_plane * weight &&
            nearest_axis(plane.direction, directions).cosine < nearly_parallel) {
            directions.push_back(plane.direction);
        }
    }
    return directions;
}

} // namespace

std::vector<Vec3d> projection_planes(std::span<const FacingSurface> surfaces, int most,
                                     Vec3d fallback) {
    Sum all;
    for (const FacingSurface& surface : surfaces) {
        all.add(surface);
    }
    if (!(all.weight > 0)) {
        return {fallback};
    }
    if (all.concentration() >= narrow_enough || most <= 1) {
        return {all.concentration() > cancelled ? all.mean() : fallback};
    }
    Gathered gathered = gather(surfaces, 2);
    for (std::size_t count = 3;
         count <= static_cast<std::size_t>(most) && gathered.mean_cosine < gathered_enough;
         ++count) {
        gathered = gather(surfaces, count);
    }
    return worth_looking_along(weighed(gathered, surfaces, fallback), all.weight);
}

Expected<std::vector<Vec3d>> refined_directions(raster::Device& device, const raster::View& view,
                                                const CollisionZone& zone, const Side& a,
                                                const Side& b, int most_planes) {
    const auto surfaces = facing_surfaces(device, view, zone, a, b);
    if (!surfaces) {
        return surfaces.error();
    }
    return projection_planes(*surfaces, most_planes, view.axis_z);
}

} // namespace impinge::inline v0::imagespace
