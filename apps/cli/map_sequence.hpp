// SPDX-License-Identifier: Apache-2.0
//
// `impinge map --sequence`: a motion of two bodies, frame by frame, with what belongs to A kept.
#pragma once

#include "map_page.hpp"

namespace impinge::cli {

/// The picture and the data of a map, as far as they are wanted.
Status write_map_files(const MapFiles& files, const imagespace::ClearanceMap& map,
                       const MapReport& report, const MapPage& page);

/// Fills `frames`, and `numbers` from the closest of them.
Status measure_sequence(MapReport& report, const MapRequest& request, raster::Device& device,
                        const Context& context);

} // namespace impinge::cli
