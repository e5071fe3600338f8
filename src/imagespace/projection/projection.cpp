// SPDX-License-Identifier: Apache-2.0
#include "imagespace/projection/projection.hpp"

#include "imagespace/projection/projection_facing.hpp"

namespace impinge::inline v0::imagespace {

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
