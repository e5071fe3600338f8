// SPDX-License-Identifier: Apache-2.0
#include "peeling/peeling_region.hpp"

#include "base/no_throw.hpp"
#include "imagespace/projection/collision_zone.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace impinge::inline v0::imagespace {

Status check_peeling_options(const PeelingOptions& options, const raster::Device& device) {
    if (options.resolution < 1 || options.resolution > device.info().max_size) {
        return invalid("peeling: the resolution must lie between 1 and " +
                       std::to_string(device.info().max_size));
    }
    if (options.precision && !(*options.precision > 0 && std::isfinite(*options.precision))) {
        return invalid("peeling: the precision must be positive and finite");
    }
    if (!(options.steepest_slope >= 0) || !std::isfinite(options.steepest_slope)) {
        return invalid("peeling: the steepest slope must be a number that is not negative");
    }
    return {};
}

raster::View depths_of_region(const SharedRegion& region) {
    raster::View view = region.view;
    double near = std::numeric_limits<double>::infinity();
    double far = -near;
    for (const Vec3d& corner : corners_of(region.box)) {
        const double depth = dot(view.axis_z, corner - view.eye);
        near = std::min(near, depth);
        far = std::max(far, depth);
    }
    const double spare = raster::pixel_size(view) + region.drawn_error + region.rounding;
    view.near = near - spare;
    view.far = far + spare;
    return view;
}

} // namespace impinge::inline v0::imagespace
