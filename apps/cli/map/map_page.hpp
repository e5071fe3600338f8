// SPDX-License-Identifier: Apache-2.0
//
// The pictures of `impinge map`: a clearance map with everything that explains it, and the errors
// that rays found.
#pragma once

#include "impinge/picture.hpp"
#include "map/map_report.hpp"

namespace impinge::cli {

/// `title` begins with what is shown: the bodies, or a frame.
struct MapPage {
    std::string title;
    std::optional<double> range; ///< of the colours
};
render::Picture clearance_page(const imagespace::ClearanceMap& map, const MapReport& report,
                               const MapPage& page);

/// Map minus rays, in colours.
render::Picture error_page(const imagespace::RayComparison& rays, const raster::View& view,
                           const MapReport& report);

} // namespace impinge::cli
