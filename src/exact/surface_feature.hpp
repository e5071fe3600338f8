// SPDX-License-Identifier: Apache-2.0
//
// A face, an edge or a vertex of a SolidSurface, named so that every triangle that shares it gives
// it the same name.
#pragma once

#include "exact/solid_surface.hpp"
#include "geometry/feature.hpp"

#include <algorithm>
#include <compare>
#include <cstdint>

namespace impinge::inline v0 {

enum class SurfaceFeatureKind : std::uint8_t { Face, Edge, Vertex };

struct SurfaceFeature {
    SurfaceFeatureKind kind = SurfaceFeatureKind::Face;
    std::uint32_t first = 0;  ///< face number, or vertex number
    std::uint32_t second = 0; ///< the other (larger) vertex of an edge, else equal to first

    friend auto operator<=>(const SurfaceFeature&, const SurfaceFeature&) = default;
};

inline SurfaceFeature name_feature(const SolidSurface& surface, std::uint32_t face,
                                   Feature feature) {
    const TriangleIndices& corners = surface.faces()[face];
    if (feature == Feature::Face) {
        return {SurfaceFeatureKind::Face, face, face};
    }
    const auto corner = static_cast<std::size_t>(corner_of(feature));
    if (is_vertex(feature)) {
        return {SurfaceFeatureKind::Vertex, corners[corner], corners[corner]};
    }
    const auto [low, high] = std::minmax(corners[corner], corners[(corner + 1) % 3]);
    return {SurfaceFeatureKind::Edge, low, high};
}

} // namespace impinge::inline v0
