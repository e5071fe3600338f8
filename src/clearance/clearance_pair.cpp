// SPDX-License-Identifier: Apache-2.0
#include "clearance/clearance_pair.hpp"

#include "base/no_throw.hpp"
#include "clearance/clearance_pixels.hpp"
#include "clearance/overlap_bound.hpp"
#include "clearance/ray_clearance.hpp"
#include "imagespace/float_reach.hpp"
#include "imagespace/mask_passes.hpp"
#include "imagespace/projection/refined_directions.hpp"
#include "imagespace/solid_body.hpp"

#include <algorithm>
#include <cmath>

namespace impinge::inline v0::imagespace {
namespace {

Status check(const ClearanceOptions& options, const raster::DeviceInfo& device) {
    if (options.resolution < 1 || options.resolution > device.max_size) {
        return invalid("clearance: the resolution must be 1 to " + std::to_string(device.max_size) +
                       " pixels on this device");
    }
    if (options.tolerance && !(*options.tolerance >= 0 && std::isfinite(*options.tolerance))) {
        return invalid("clearance: the tolerance must be finite and not negative");
    }
    return {};
}

Expected<Diagnosis> examined(const Body& body, const BodyName& name, const Context& context) {
    auto diagnosis = solid_diagnosis(body, name, context);
    if (const Status status = check_pose(body.pose, name); diagnosis && !status) {
        return status.error();
    }
    return diagnosis;
}

/// The middle of the window, at the depth at which the bodies are nearest to each other: both are
/// there, or the gap between them is.
Vec3d middle_of(const raster::View& view, std::span<const Vec3d> a, std::span<const Vec3d> b) {
    const raster::Range of_a = depths_of(view, a);
    const raster::Range of_b = depths_of(view, b);
    const double depth = (std::max(of_a.min, of_b.min) + std::min(of_a.max, of_b.max)) / 2;
    return view.eye + view.axis_x * ((view.min_x + view.max_x) / 2) +
           view.axis_y * ((view.min_y + view.max_y) / 2) + view.axis_z * depth;
}

} // namespace

Expected<ClearancePair> ClearancePair::make(raster::Device& device, const Body& a, const Body& b,
                                            const ClearanceOptions& options, ClearanceWindow window,
                                            const Context& context) {
    if (Status status = check(options, device.info()); !status) {
        return status.error();
    }
    auto diagnosis_a = examined(a, body_a(), context);
    if (!diagnosis_a) {
        return diagnosis_a.error();
    }
    auto diagnosis_b = examined(b, body_b(), context);
    if (!diagnosis_b) {
        return diagnosis_b.error();
    }
    ClearancePair pair(device, options, window);
    pair.diagnosis_a_ = std::move(*diagnosis_a);
    pair.diagnosis_b_ = std::move(*diagnosis_b);
    if (Status status = pair.upload(a, b); !status) {
        return status.error();
    }
    if (Status status = pair.choose_direction(a, b); !status) {
        return status.error();
    }
    return pair;
}

Status ClearancePair::upload(const Body& a, const Body& b) {
    auto geometry_a = device_.upload(a.mesh);
    if (!geometry_a) {
        return about(body_a(), geometry_a.error());
    }
    auto geometry_b = device_.upload(b.mesh);
    if (!geometry_b) {
        return about(body_b(), geometry_b.error());
    }
    geometry_a_ = std::move(*geometry_a);
    geometry_b_ = std::move(*geometry_b);
    a_ = {geometry_a_.get(), a.mesh, a.pose};
    b_ = {geometry_b_.get(), b.mesh, b.pose};
    corners_a_ = world_corners(a.mesh, a.pose);
    box_a_ = box_of(a.mesh);
    box_b_ = box_of(b.mesh);
    return {};
}

Status ClearancePair::choose_direction(const Body& a, const Body& b) {
    if (options_.direction) {
        direction_ = *options_.direction;
        return {};
    }
    const ChosenDirection chosen = clearance_direction(a, b);
    direction_ = chosen.direction;
    if (options_.refinement == ProjectionOptions::Refinement::None || !chosen.zone) {
        return {};
    }
    const auto first_look =
        clearance_view({direction_, options_.resolution, ClearanceWindow::Common}, corners_a_,
                       world_corners(b.mesh, b.pose));
    if (!first_look) {
        return first_look.error();
    }
    const auto refined = refined_directions(device_, *first_look, *chosen.zone, a_, b_, 1);
    if (!refined) {
        return refined.error();
    }
    direction_ = refined->front();
    return {};
}

/// Whether the depths of the present view are enough for B.
bool ClearancePair::reaches_over(std::span<const Vec3d> corners_b) const {
    return std::all_of(corners_b.begin(), corners_b.end(), [&](Vec3d corner) {
        const double distance = dot(view_.axis_z, corner - view_.eye);
        return distance >= view_.near && distance <= view_.far;
    });
}

Status ClearancePair::draw_a() {
    auto maps = layer_maps(device_, *target_, view_, a_, facing_of(diagnosis_a_, a_.pose));
    if (!maps) {
        return maps.error();
    }
    maps_a_ = std::move(*maps);
    return {};
}

/// Takes a new view if there is none yet or B leaves it; with room for more of the way B goes.
Status ClearancePair::look_at(std::span<const Vec3d> corners_b) {
    auto chosen = clearance_view({direction_, options_.resolution, window_}, corners_a_, corners_b);
    if (!chosen) {
        return chosen.error();
    }
    if (window_ == ClearanceWindow::OfA) {
        const double spare = (chosen->far - chosen->near) / 4;
        chosen->near -= spare;
        chosen->far += spare;
    }
    maps_a_.reset();
    by_rays_ = is_beyond_floats(*chosen, placed_a(), placed_b());
    view_ = by_rays_ ? seen_from(*chosen, middle_of(*chosen, corners_a_, corners_b)) : *chosen;
    if (by_rays_) {
        return {};
    }
    const Status status = need_target(device_, target_, view_);
    return status ? draw_a() : status;
}

Expected<ClearancePair::Measured> ClearancePair::measure_drawn() {
    const Facing facing_b = facing_of(diagnosis_b_, b_.pose);
    const auto maps_b = layer_maps(device_, *target_, view_, b_, facing_b);
    if (!maps_b) {
        return maps_b.error();
    }
    auto pixels = pixel_clearances(
        {view_, a_, b_, facing_of(diagnosis_a_, a_.pose), facing_b, *maps_a_, *maps_b}, context_);
    if (!pixels) {
        return pixels.error();
    }
    const double error = std::max(drawn_error(view_, placed_a()), drawn_error(view_, placed_b()));
    return Measured{std::move(*pixels), error};
}

ClearancePair::Measured ClearancePair::measure_by_rays() const {
    const ViewRays rays_a(view_, ray_body_a(), window_of(view_));
    const ViewRays rays_b(view_, ray_body_b(), window_of(view_));
    return {pixel_clearances_by_rays(view_, rays_a, rays_b, context_),
            std::max(rays_a.error(), rays_b.error())};
}

Expected<ClearanceMap> ClearancePair::map(const Rigid& pose_b, const Context& context) {
    const auto held = device_.hold();
    context_ = context;
    if (Status status = check_pose(pose_b, body_b()); !status) {
        return status.error();
    }
    b_.pose = pose_b;
    const std::vector<Vec3d> corners_b = world_corners(b_.mesh, pose_b);
    const bool reused = maps_a_ && reaches_over(corners_b);
    if (!reused) {
        if (Status status = look_at(corners_b); !status) {
            return status.error();
        }
    }
    auto measured = by_rays_ ? Expected(measure_by_rays()) : measure_drawn();
    if (!measured) {
        return measured.error();
    }
    ClearanceMap result = summed_up(view_, std::move(measured->pixels),
                                    options_.tolerance.value_or(raster::pixel_size(view_)));
    result.maps_reused = reused;
    result.by_rays = by_rays_;
    result.surface_error = measured->surface_error;
    result.statistics.overlap_volume_bound = overlap_volume_bound(
        view_, ray_body_a(), ray_body_b(), result.statistics.overlap_volume, context_);
    if (context_.cancelled()) {
        ClearanceMap nothing;
        nothing.view = view_;
        nothing.partial = true;
        return nothing;
    }
    return result;
}

} // namespace impinge::inline v0::imagespace
