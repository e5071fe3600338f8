// SPDX-License-Identifier: Apache-2.0
//
// The ray through one pixel: where it enters and leaves bodies, found on the meshes themselves, not
// in what was drawn; and in words what was drawn there.
#pragma once

#include "impinge/unit.hpp"
#include "planes/plane_types.hpp"

namespace impinge::viewer {

struct RayLayer {
    std::size_t body = 0; ///< of PlanesAnswer::bodies
    bool enters = false;  ///< or leaves; of a surface without an inside: whether it faces the eye
    double distance = 0;  ///< from the near side of the view, as in its depth plane
    Vec3d place;
};

/// A stretch of the ray.
struct RayStretch {
    double begin = 0;
    double end = 0;
    std::size_t body = 0; ///< in which it lies
};

struct PixelRay {
    Vec3d from; ///< on the near side of the view, or at the first layer if that is before it
    Vec3d to;
    std::vector<RayLayer> layers; ///< by distance; at one distance first what is entered
    std::vector<RayStretch> inside;
    std::vector<RayStretch> shared; ///< in two bodies or more; their body is of no meaning
};

/// A pixel of the view, from its lower left corner.
struct ViewPixel {
    int x = 0;
    int y = 0;
};

PixelRay ray_through(const PlanesAnswer& answer, ViewPixel pixel);

/// Where the ray is at a distance from the near side.
Vec3d along_ray(const raster::View& view, ViewPixel pixel, double distance);

/// What the picture shows there, in words.
std::string value_text(const PlanesAnswer& answer, ViewPixel pixel, std::optional<LengthUnit> unit);

/// "in upper, in lower, out upper, out lower": all layers, for scripts.
std::string layers_text(const PlanesAnswer& answer, const PixelRay& ray);

} // namespace impinge::viewer
