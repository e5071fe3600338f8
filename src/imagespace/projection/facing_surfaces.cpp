// SPDX-License-Identifier: Apache-2.0
#include "imagespace/projection/facing_surfaces.hpp"

#include <algorithm>
#include <cmath>

namespace impinge::inline v0::imagespace {
namespace {

/// Which end of a body along the rays.
enum class End : std::uint8_t { Nearest, Farthest };

/// Of one body: the triangle seen in every pixel (raster::no_id where there is none), and its
/// depth.
struct Items {
    std::vector<std::uint32_t> triangles;
    std::vector<float> depths;
};

/// The four ends of two bodies.
struct Ends {
    Items nearest_a;
    Items farthest_a;
    Items nearest_b;
    Items farthest_b;
};

Expected<Items> draw_items(raster::Device& device, raster::Target& target, const raster::View& view,
                           const Side& side, End end) {
    const bool nearest = end == End::Nearest;
    const raster::Pass pass{.depth_compare = nearest ? raster::Compare::LessEqual
                                                     : raster::Compare::GreaterEqual,
                            .ids = {raster::IdSource::Triangle, raster::IdSource::None}};
    if (const Status status = device.clear(target, {.depth = nearest ? 1.0F : 0.0F}); !status) {
        return status.error();
    }
    if (const Status status =
            device.draw(target, view, pass, {.geometry = side.geometry, .pose = side.pose});
        !status) {
        return status.error();
    }
    auto triangles = device.read_ids(target, 0);
    if (!triangles) {
        return triangles.error();
    }
    auto depths = device.read_depth(target);
    if (!depths) {
        return depths.error();
    }
    return Items{std::move(*triangles), std::move(*depths)};
}

Expected<Ends> draw_ends(raster::Device& device, const raster::View& view, const Side& a,
                         const Side& b) {
    auto target = device.make_target(view.width, view.height);
    if (!target) {
        return target.error();
    }
    Ends ends;
    struct Wanted {
        const Side& side;
        End end;
        Items& items;
    };
    for (const Wanted& wanted :
         {Wanted{a, End::Nearest, ends.nearest_a}, Wanted{a, End::Farthest, ends.farthest_a},
          Wanted{b, End::Nearest, ends.nearest_b}, Wanted{b, End::Farthest, ends.farthest_b}}) {
        auto items = draw_items(device, **target, view, wanted.side, wanted.end);
        if (!items) {
            return items.error();
        }
        wanted.items = std::move(*items);
    }
    return ends;
}

/// Enough to weigh normals.
constexpr int most_pixels_across = 128;

/// The same window with fewer pixels.
raster::View coarse(const raster::View& view) {
    raster::View look = view;
    look.shown = {};
    const int longer = std::max(view.width, view.height);
    if (longer > most_pixels_across) {
        const auto fewer = [&](int pixels) {
            return std::max(1, pixels * most_pixels_across / longer);
        };
        look.width = fewer(view.width);
        look.height = fewer(view.height);
    }
    return look;
}

/// The collision zone, a pixel's width larger.
class WidenedZone {
  public:
    WidenedZone(const CollisionZone& zone, double width)
        : box_a_(widened(zone.in_a.box, width)), box_b_(widened(zone.in_b.box, width)),
          into_a_(inverse(zone.in_a.pose)), into_b_(inverse(zone.in_b.pose)) {}

    [[nodiscard]] bool holds(Vec3d point) const {
        return contains(box_a_, apply(into_a_, point)) && contains(box_b_, apply(into_b_, point));
    }

  private:
    Box3 box_a_;
    Box3 box_b_;
    Rigid into_a_;
    Rigid into_b_;
};

/// A triangle seen at a pixel.
struct Sighting {
    std::uint32_t triangle = 0;
    End end = End::Nearest; ///< of its body: tells which way is outward
    double gap = 0;         ///< to the other surface, negative where they overlap; in depths
};

struct Sightings {
    std::vector<Sighting> of_a;
    std::vector<Sighting> of_b;
};

/// Of the two ends where the bodies could meet the one where they are nearer to it.
struct FacingEnds {
    End end_of_a = End::Farthest;
    End end_of_b = End::Nearest;
    double gap = 0;
};

FacingEnds facing_at(const Ends& ends, std::size_t pixel) {
    const double b_behind_a = static_cast<double>(ends.nearest_b.depths[pixel]) -
                              static_cast<double>(ends.farthest_a.depths[pixel]);
    const double a_behind_b = static_cast<double>(ends.nearest_a.depths[pixel]) -
                              static_cast<double>(ends.farthest_b.depths[pixel]);
    return b_behind_a >= a_behind_b ? FacingEnds{End::Farthest, End::Nearest, b_behind_a}
                                    : FacingEnds{End::Nearest, End::Farthest, a_behind_b};
}

bool covered_by_both(const Ends& ends, std::size_t pixel) {
    return ends.nearest_a.triangles[pixel] != raster::no_id &&
           ends.nearest_b.triangles[pixel] != raster::no_id;
}

Sightings look(const raster::View& view, const WidenedZone& zone, const Ends& ends) {
    Sightings sightings;
    const auto width = static_cast<std::size_t>(view.width);
    for (std::size_t pixel = 0; pixel < ends.nearest_a.triangles.size(); ++pixel) {
        if (!covered_by_both(ends, pixel)) {
            continue;
        }
        const std::size_t row = pixel / width;
        const auto x = static_cast<double>(pixel - row * width) + 0.5;
        const auto y = static_cast<double>(row) + 0.5;
        const auto [end_of_a, end_of_b, gap] = facing_at(ends, pixel);
        const auto take = [&](const Items& items, End end, double to_other,
                              std::vector<Sighting>& seen) {
            const auto depth = static_cast<double>(items.depths[pixel]);
            if (zone.holds(to_world(view, {x, y, depth}))) {
                seen.push_back({items.triangles[pixel], end, to_other});
            }
        };
        take(end_of_a == End::Nearest ? ends.nearest_a : ends.farthest_a, end_of_a, gap,
             sightings.of_a);
        take(end_of_b == End::Nearest ? ends.nearest_b : ends.farthest_b, end_of_b, gap,
             sightings.of_b);
    }
    return sightings;
}

/// Surfaces count the less the more their gap exceeds the smallest one; those that overlap count
/// fully. Without this, walls that merely happen to be in the zone pull the mean away from the
/// normal of the contact: by 15 degrees for two boxes that lie on each other, instead of 1.
struct Closeness {
    double smallest_gap = 0;
    double reach = 1;

    [[nodiscard]] double operator()(double gap) const {
        const double beyond = std::max(gap - smallest_gap, 0.0) / reach;
        return 1 / (1 + beyond * beyond);
    }
};

Closeness closeness_of(const Sightings& sights, const raster::View& view) {
    double smallest = std::numeric_limits<double>::infinity();
    for (const Sighting& sight : sights.of_a) {
        smallest = std::min(smallest, sight.gap);
    }
    constexpr double reach_pixels = 2;
    return {std::max(smallest, 0.0),
            reach_pixels * raster::pixel_size(view) / (view.far - view.near)};
}

/// The outward normal: towards the eye at the nearest end, away from it at the farthest.
Vec3d outward_normal(const Triangle& triangle, Vec3d direction, End end) {
    const Vec3d normal = cross(triangle[1] - triangle[0], triangle[2] - triangle[0]);
    return (dot(normal, direction) < 0) == (end == End::Nearest) ? normal : -normal;
}

Triangle in_world(const Side& side, std::uint32_t index) {
    const Triangle local = side.mesh.triangle(index);
    return {{apply(side.pose, local[0]), apply(side.pose, local[1]), apply(side.pose, local[2])}};
}

/// One entry for each triangle. `sign` turns normals from A to B.
void weigh(std::vector<Sighting> sights, const Side& side, double sign, const raster::View& view,
           Closeness closeness, std::vector<FacingSurface>& surfaces) {
    std::stable_sort(sights.begin(), sights.end(), [](const Sighting& p, const Sighting& q) {
        return std::pair(p.triangle, p.end) < std::pair(q.triangle, q.end);
    });
    const double pixel_area =
        (view.max_x - view.min_x) / view.width * ((view.max_y - view.min_y) / view.height);
    for (auto first = sights.begin(); first != sights.end();) {
        const auto last = std::find_if(first, sights.end(), [&](const Sighting& sight) {
            return sight.triangle != first->triangle || sight.end != first->end;
        });
        double weight = 0;
        for (auto sight = first; sight != last; ++sight) {
            weight += closeness(sight->gap);
        }
        const auto seen = static_cast<double>(last - first);
        const Vec3d normal =
            outward_normal(in_world(side, first->triangle), view.axis_z, first->end);
        const double size = length(normal);
        if (size > 0) {
            // A triangle seen edge-on has no more area than it has.
            const double steepness = size / std::abs(dot(normal, view.axis_z));
            const double area = std::min(size / 2, seen * pixel_area * steepness);
            surfaces.push_back({normal * (sign / size), area * weight / seen});
        }
        first = last;
    }
}

} // namespace

Expected<std::vector<FacingSurface>> facing_surfaces(raster::Device& device,
                                                     const raster::View& view,
                                                     const CollisionZone& zone, const Side& a,
                                                     const Side& b) {
    const raster::View small = coarse(view);
    const auto ends = draw_ends(device, small, a, b);
    if (!ends) {
        return ends.error();
    }
    const WidenedZone widened_zone(zone, raster::pixel_size(small));
    const Sightings sights = look(small, widened_zone, *ends);
    const Closeness closeness = closeness_of(sights, small);
    std::vector<FacingSurface> surfaces;
    weigh(sights.of_a, a, 1, small, closeness, surfaces);
    weigh(sights.of_b, b, -1, small, closeness, surfaces);
    return surfaces;
}

} // namespace impinge::inline v0::imagespace
