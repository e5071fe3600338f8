// SPDX-License-Identifier: Apache-2.0
//
// The planes that a pass left, what can be said about them in numbers, and pictures of them.
#pragma once

#include "image/image_passes.hpp"
#include "impinge/picture.hpp"
#include "output/picture_style.hpp"

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace impinge::cli {

enum class ImagePlane : std::uint8_t {
    Depth,
    Stencil,
    Ids,  ///< the first id plane: bodies
    Ids2, ///< the second: triangles or edges
};

/// "depth", "stencil", "ids", "ids2", as on the command line.
const char* to_string(ImagePlane plane);
std::optional<ImagePlane> image_plane(std::string_view name);

/// Rows from the bottom.
struct Planes {
    raster::View view;
    StencilNumbers stencil_numbers = StencilNumbers::Unsigned;
    std::vector<float> depth;
    std::vector<std::uint8_t> stencil;
    std::vector<std::uint32_t> ids;
    std::vector<std::uint32_t> ids2;

    [[nodiscard]] std::size_t pixels() const { return ids.size(); }
    /// Whether the pass drew something there.
    [[nodiscard]] bool covered(std::size_t pixel) const { return ids[pixel] != raster::no_id; }
    [[nodiscard]] int stencil_at(std::size_t pixel) const {
        return stencil_number(stencil[pixel], stencil_numbers);
    }
    /// Along the direction of view, in world units: from the eye of a perspective view, from the
    /// nearest point of the scene in an orthographic one.
    [[nodiscard]] double distance_at(std::size_t pixel) const;
};

Expected<Planes> read_planes(raster::Device& device, const raster::Target& target,
                             const raster::View& view, StencilNumbers numbers);

/// The smallest and the largest of some numbers.
struct Extent {
    double min = 0;
    double max = 0;
};

/// Of the pixels that are covered.
struct PlaneStatistics {
    std::uint64_t covered = 0;
    std::optional<Extent> depth; ///< as stored, 0 to 1; absent if nothing is covered
    std::optional<Extent> distance;
    std::map<int, std::uint64_t> stencil;       ///< value -> pixels
    std::map<std::uint32_t, std::uint64_t> ids; ///< body -> pixels
    /// Different pairs of a body and a triangle or edge of it.
    std::uint64_t distinct_ids2 = 0;
};

PlaneStatistics statistics_of(const Planes& planes);

struct PaintOptions {
    ImagePlane plane = ImagePlane::Depth;
    std::optional<render::ColourMap> map = {}; ///< for depth and stencil; by default one that fits
    std::vector<std::string> body_names = {};  ///< by the ids of the first id plane
    std::string unit = {};                     ///< of distances; empty if not known
    const char* second_id = "triangle";
};

/// A plane in colours, as large as it is, and the meaning of the colours.
PaintedPlane paint(const Planes& planes, const PlaneStatistics& statistics,
                   const PaintOptions& options);

} // namespace impinge::cli
