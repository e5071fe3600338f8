// SPDX-License-Identifier: Apache-2.0
#include "imagespace/session/sight.hpp"

#include "imagespace/projection/float_reach.hpp"
#include "imagespace/session/glued_view.hpp"

#include <algorithm>
#include <utility>

namespace impinge::inline v0::imagespace {
namespace {

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

Expected<std::vector<Vec3d>> directions_for(raster::Device& device, const Pair& pair,
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
