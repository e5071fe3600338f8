// SPDX-License-Identifier: Apache-2.0
//
// From a plane to a picture of it, and to a page that explains the picture.
#pragma once

#include "image_planes.hpp"
#include "impinge/picture.hpp"

#include <optional>
#include <span>
#include <string>

namespace impinge::cli {

struct PaintOptions {
    ImagePlane plane = ImagePlane::Depth;
    std::optional<render::ColourMap> map = {}; ///< for depth and stencil; by default one that fits
    std::vector<std::string> body_names = {};  ///< by the ids of the first id plane
    std::string unit = {};                     ///< of distances; empty if not known
    const char* second_id = "triangle";
};

/// A plane in colours, as large as it is, and the meaning of the colours.
struct PaintedPlane {
    render::Picture picture;
    std::optional<render::ColourBar> bar; ///< for a continuous range
    render::Legend legend;                ///< for single values; without entries if there is a bar
};

PaintedPlane paint(const Planes& planes, const PlaneStatistics& statistics,
                   const PaintOptions& options);

struct Caption {
    std::string title;
    std::string explanation; ///< broken into lines where needed
    std::string facts;
};

/// The picture, magnified if it is small, with its caption above and its legend to the right.
render::Picture explained(const PaintedPlane& painted, const Caption& caption);

} // namespace impinge::cli
