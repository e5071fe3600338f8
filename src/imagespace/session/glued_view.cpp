// SPDX-License-Identifier: Apache-2.0
#include "imagespace/session/glued_view.hpp"

#include "imagespace/session/solid_body.hpp"

#include <cmath>

namespace impinge::inline v0::imagespace {
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

} // namespace

std::optional<Rigid> motion_between(const Rigid& before, const Rigid& after) {
    if (before == after) {
        return Rigid{};
    }
    if (!is_orthonormal(before) || !is_orthonormal(after) || mirrors(before) != mirrors(after)) {
        return std::nullopt;
    }
    return compose(after, inverse(before));
}

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

} // namespace impinge::inline v0::imagespace
