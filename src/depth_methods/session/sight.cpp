// SPDX-License-Identifier: Apache-2.0
#include "depth_methods/session/sight.hpp"

#include "imagespace/float_reach.hpp"
#include "imagespace/projection/collision_zone.hpp"
#include "imagespace/projection/refined_directions.hpp"
#include "imagespace/projection/spread_directions.hpp"
#include "imagespace/solid_body.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace impinge::inline v0::imagespace {
namespace {

constexpr double cosine_of_largest_turn = 0.99619469809174553; // 5 degrees
constexpr double largest_shift = 0.1;                          // of the zone's diagonal

double largest_coordinate(Vec3d v) {
    return std::max({std::abs(v.x), std::abs(v.y), std::abs(v.z)});
}

/// 1 + 2 cos of the angle between two rotations.
double trace_of_turn(const Rigid& from, const Rigid& to) {
    return dot(from.row_x, to.row_x) + dot(from.row_y, to.row_y) + dot(from.row_z, to.row_z);
}

bool walls_stay(const Box3& before, const Box3& now) {
    const double reach = largest_shift * length(extent(before));
    return largest_coordinate(now.min - before.min) <= reach &&
           largest_coordinate(now.max - before.max) <= reach;
}

} // namespace

bool still_good(const ChosenFor& before, const ChosenFor& now) {
    const bool same_scale =
        std::abs(now.relative.scale - before.relative.scale) <= 1e-6 * before.relative.scale;
    return same_scale &&
           trace_of_turn(before.relative, now.relative) >= 1 + 2 * cosine_of_largest_turn &&
           walls_stay(before.zone.in_a.box, now.zone.in_a.box) &&
           walls_stay(before.zone.in_b.box, now.zone.in_b.box);
}

namespace {

constexpr double tolerance = 1e-9;

Vec3d turned(const Rigid& motion, Vec3d v) {
    return {dot(motion.row_x, v), dot(motion.row_y, v), dot(motion.row_z, v)};
}

bool is_orthonormal(const Rigid& pose) {
    const auto is_near = [](double value, double wanted) {
        return std::abs(value - wanted) < tolerance;
    };
    return is_near(squared_length(pose.row_x), 1) && is_near(squared_length(pose.row_y), 1) &&
           is_near(squared_length(pose.row_z), 1) && is_near(dot(pose.row_x, pose.row_y), 0) &&
           is_near(dot(pose.row_y, pose.row_z), 0) && is_near(dot(pose.row_z, pose.row_x), 0);
}

/// The motion that carries a body from one pose to the other. Nothing if it is not a turn with a
/// shift and a uniform scale (or the poses are not), so that it cannot be undone by inverse().
std::optional<Rigid> motion_between(const Rigid& before, const Rigid& after) {
    if (before == after) {
        return Rigid{};
    }
    if (!is_orthonormal(before) || !is_orthonormal(after) || mirrors(before) != mirrors(after)) {
        return std::nullopt;
    }
    return compose(after, inverse(before));
}

/// The view carried along by a motion.
raster::View moved(const raster::View& view, const Rigid& motion) {
    if (is_identity(motion)) {
        return view;
    }
    raster::View result = view;
    result.eye = apply(motion, view.eye);
    result.axis_x = turned(motion, view.axis_x);
    result.axis_y = turned(motion, view.axis_y);
    result.axis_z = turned(motion, view.axis_z);
    for (double* distance :
         {&result.min_x, &result.max_x, &result.min_y, &result.max_y, &result.near, &result.far}) {
        *distance *= motion.scale;
    }
    return result;
}

/// Whether all that one view shows, depths included, is also shown by the other.
bool shows_all_of(const raster::View& view, const raster::View& needed) {
    const auto is_within = [](double value, double limit) {
        return value >= -tolerance * limit && value <= limit * (1 + tolerance);
    };
    for (const double x : {0, needed.width}) {
        for (const double y : {0, needed.height}) {
            for (const double depth : {0, 1}) {
                const Vec3d seen = to_window(view, to_world(needed, {x, y, depth}));
                if (!is_within(seen.x, view.width) || !is_within(seen.y, view.height) ||
                    !is_within(seen.z, 1)) {
                    return false;
                }
            }
        }
    }
    return true;
}

constexpr double same_direction = 1 - 1e-12;    ///< cosine
constexpr double nearly_same_direction = 0.996; ///< 5 degrees

/// A window this much wider than needed wastes pixels.
constexpr double too_coarse = 2;

constexpr unsigned draws_of_a_first_look = 4;

double cosine(Vec3d u, Vec3d v) { return dot(u, v) / (length(u) * length(v)); }

Rigid relative(const Pair& pair) { return compose(inverse(pair.a.pose), pair.b.pose); }

const Posed& mapped_of(const Pair& pair, Given mapped) {
    return mapped == Given::A ? pair.a : pair.b;
}

/// The pair before a motion it made.
std::optional<Pair> before(Pair pair, const Rigid& motion) {
    if (is_identity(motion)) {
        return pair;
    }
    for (Posed* posed : {&pair.a, &pair.b}) {
        posed->pose = compose(inverse(motion), posed->pose);
    }
    const auto zone = collision_zone(pair.a.placed(), pair.b.placed());
    if (!zone) {
        return std::nullopt;
    }
    pair.zone = *zone;
    return pair;
}

Expected<std::vector<Vec3d>> chosen_directions(raster::Device& device, const Pair& pair,
                                               const SampledOptions& options, PassLog& log) {
    using Refinement = ProjectionOptions::Refinement;
    const ProjectionOptions& projection = options.projection;
    if (projection.direction) {
        return std::vector{*projection.direction};
    }
    const Vec3d first = first_direction(pair.zone);
    if (projection.refinement == Refinement::None) {
        return std::vector{first};
    }
    const auto view =
        zone_view(first, pair.zone, pair.a.placed(), pair.b.placed(), options.resolution);
    if (!view) {
        return view.error();
    }
    if (is_beyond_floats(*view, pair.a.placed(), pair.b.placed())) {
        return std::vector{first}; // what would be drawn says nothing
    }
    log.draws += draws_of_a_first_look;
    return refined_directions(device, *view, pair.zone, pair.a.side(), pair.b.side(),
                              projection.most_planes);
}

Expected<std::vector<Vec3d>> directions_for(raster::Device& device, const Pair& pair,
                                            const SampledOptions& options, PassLog& log) {
    auto chosen = chosen_directions(device, pair, options, log);
    if (!chosen) {
        return chosen;
    }
    return spread_directions(std::move(*chosen),
                             static_cast<std::size_t>(options.projection.directions),
                             pair.zone.a_to_b);
}

} // namespace

Status Sight::aim(raster::Device& device, const Pair& pair, Given mapped,
                  const SampledOptions& options, double spare, PassLog& log) {
    const bool kept = keeps(pair, options);
    if (kept && mapped == mapped_) {
        return {};
    }
    if (kept) {
        for (Plane& plane : planes_) {
            plane.view = in_world(plane);
            plane.maps.forget();
        }
    }
    glue_to(pair, mapped);
    return kept ? Status() : choose(device, pair, options, spare, log);
}

void Sight::forget_maps_of(Given body) {
    if (body == mapped_) {
        for (Plane& plane : planes_) {
            plane.maps.forget();
        }
    }
}

void Sight::glue_to(const Pair& pair, Given mapped) {
    mapped_ = mapped;
    pose_of_a_ = mapped_of(pair, mapped).pose;
    motion_ = {};
    seen_a_ = mapped_of(pair, mapped);
    seen_b_ = mapped_of(pair, other(mapped));
}

raster::View Sight::in_world(const Plane& plane) const { return moved(plane.view, motion_); }

bool Sight::keeps(const Pair& pair, const SampledOptions& options) {
    if (planes_.empty()) {
        return false;
    }
    const auto motion = motion_between(pose_of_a_, mapped_of(pair, mapped_).pose);
    auto seen = motion ? before(pair, *motion) : std::nullopt;
    if (!seen) {
        return false;
    }
    (mapped_ == Given::A ? seen->a : seen->b).pose = pose_of_a_; // as drawn, to the last bit
    motion_ = *motion;
    if (!directions_are_good(pair, options) || !windows_are_good(*seen, options.resolution)) {
        return false;
    }
    seen_a_ = mapped_of(*seen, mapped_);
    seen_b_ = mapped_of(*seen, other(mapped_));
    return true;
}

bool Sight::directions_are_good(const Pair& pair, const SampledOptions& options) const {
    const Vec3d now = in_world(planes_.front()).axis_z;
    const ProjectionOptions& projection = options.projection;
    if (projection.direction) {
        return cosine(now, *projection.direction) >= same_direction;
    }
    if (still_good(chosen_for_, {pair.zone, relative(pair)})) {
        return true;
    }
    return projection.refinement == ProjectionOptions::Refinement::None &&
           cosine(now, first_direction(pair.zone)) >= nearly_same_direction;
}

bool Sight::windows_are_good(const Pair& seen, int resolution) const {
    return std::all_of(planes_.begin(), planes_.end(), [&](const Plane& plane) {
        const auto needed =
            zone_view(plane.view.axis_z, seen.zone, seen.a.placed(), seen.b.placed(), resolution);
        return needed && shows_all_of(plane.view, *needed) &&
               pixel_size(plane.view) < too_coarse * pixel_size(*needed);
    });
}

Status Sight::choose(raster::Device& device, const Pair& pair, const SampledOptions& options,
                     double spare, PassLog& log) {
    std::vector<Plane> kept = std::exchange(planes_, {}); // for their targets
    const auto directions = directions_for(device, pair, options, log);
    if (!directions) {
        return directions.error();
    }
    kept.resize(directions->size());
    for (std::size_t i = 0; i < kept.size(); ++i) {
        const auto view = zone_view((*directions)[i], pair.zone, pair.a.placed(), pair.b.placed(),
                                    options.resolution, spare);
        if (!view) {
            return view.error();
        }
        kept[i].view = *view;
        kept[i].maps.forget();
    }
    planes_ = std::move(kept);
    chosen_for_ = {pair.zone, relative(pair)};
    return {};
}

} // namespace impinge::inline v0::imagespace
