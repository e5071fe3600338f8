// SPDX-License-Identifier: Apache-2.0
#include "imagespace/clearance/clearance_pair.hpp"

#include "imagespace/clearance/clearance_pixels.hpp"
#include "imagespace/clearance/clearance_stopped.hpp"
#include "imagespace/clearance/overlap_bound.hpp"
#include "imagespace/session/solid_body.hpp"

#include <algorithm>
#include <cmath>

namespace impinge::inline v0::imagespace {
namespace {

Error invalid(std::string message) { return {ErrorCode::InvalidArgument, std::move(message)}; }

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

Status check(const Body& body, const char* name, const Context& context) {
    const auto diagnosis = solid_diagnosis(body, name, context);
    return diagnosis ? check_pose(body.pose, name) : Status(diagnosis.error());
}

} // namespace

Expected<ClearancePair> ClearancePair::make(raster::Device& device, const Body& a, const Body& b,
                                            const ClearanceOptions& options,
                                            ClearanceWindow window) {
    if (Status refused = check(options, device.info())) {
        return *refused;
    }
    for (const Body* body : {&a, &b}) {
        if (Status refused = check(*body, body == &a ? "body A" : "body B", options.context)) {
            return *refused;
        }
    }
    ClearancePair pair(device, options, window);
    if (Status failed = pair.upload(a, b)) {
        return *failed;
    }
    if (Status failed = pair.choose_direction(a, b)) {
        return *failed;
    }
    return pair;
}

Status ClearancePair::upload(const Body& a, const Body& b) {
    auto geometry_a = device_.upload(a.mesh);
    if (!geometry_a) {
        return Error{geometry_a.error().code, "body A: " + geometry_a.error().message};
    }
    auto geometry_b = device_.upload(b.mesh);
    if (!geometry_b) {
        return Error{geometry_b.error().code, "body B: " + geometry_b.error().message};
    }
    geometry_a_ = std::move(*geometry_a);
    geometry_b_ = std::move(*geometry_b);
    a_ = {geometry_a_.get(), a.mesh, a.pose};
    b_ = {geometry_b_.get(), b.mesh, b.pose};
    corners_a_ = world_corners(a.mesh, a.pose);
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
    auto maps = layer_maps(device_, *target_, view_, a_);
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
    view_ = *chosen;
    if (!target_ || target_->width() != view_.width || target_->height() != view_.height) {
        auto made = device_.make_target(view_.width, view_.height);
        if (!made) {
            return made.error();
        }
        target_ = std::move(*made);
    }
    return draw_a();
}

Expected<ClearanceMap> ClearancePair::map(const Rigid& pose_b) {
    if (Status refused = check_pose(pose_b, "body B")) {
        return *refused;
    }
    b_.pose = pose_b;
    const std::vector<Vec3d> corners_b = world_corners(b_.mesh, pose_b);
    const bool reused = maps_a_ && reaches_over(corners_b);
    if (!reused) {
        if (Status failed = look_at(corners_b)) {
            return *failed;
        }
    }
    const auto maps_b = layer_maps(device_, *target_, view_, b_);
    if (!maps_b) {
        return maps_b.error();
    }
    const ClearanceScene scene{view_, a_, b_, *maps_a_, *maps_b};
    auto pixels = pixel_clearances(scene, options_.context);
    if (!pixels) {
        return pixels.error();
    }
    ClearanceMap result = summed_up(scene, std::move(*pixels),
                                    options_.tolerance.value_or(raster::pixel_size(view_)));
    result.maps_reused = reused;
    result.statistics.overlap_volume_bound =
        overlap_volume_bound(view_, a_, b_, result.statistics.overlap_volume, options_.context);
    if (options_.context.cancelled()) {
        return stopped();
    }
    return result;
}

} // namespace impinge::inline v0::imagespace
