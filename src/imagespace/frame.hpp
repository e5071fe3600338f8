// SPDX-License-Identifier: Apache-2.0
//
// What a method works on: two bodies seen along one direction on one device. The names are those of
// the paper: A is the body whose depth maps are made, B the one that is counted against them.
#pragma once

#include "impinge/imagespace.hpp"

#include <cstdint>
#include <vector>

namespace impinge::inline v0::raster {
struct LocalMesh;
}

namespace impinge::inline v0::imagespace {

/// One of the two bodies, on the device and in memory.
struct Side {
    const raster::Geometry* geometry = nullptr;
    MeshView mesh;
    Rigid pose;
    const raster::LocalMesh* local = nullptr; ///< the mesh for rays; made for each call if missing
    /// A ray enters through faces seen from behind: normals point inward, or the pose is a mirror.
    bool inside_out = false;
};

/// Those through which a ray enters the body, or leaves it. The winding number along the ray goes
/// up by one at the former and down at the latter; inside is where it is at least one.
enum class Faces : std::uint8_t { Entered, Left };

/// Leaves only these.
constexpr raster::Cull cull_for(Faces faces, const Side& side) {
    return (faces == Faces::Entered) != side.inside_out ? raster::Cull::Back : raster::Cull::Front;
}

/// Counts what a query did.
struct PassLog {
    unsigned renderings = 0;
    unsigned draws = 0; ///< of a body; its two sides one after the other are one
    PhaseTimes milliseconds;
};

struct DepthMaps;

/// When Findings::cases are wanted: reading them back takes time.
enum class Places : std::uint8_t {
    IfLeftOver,    ///< if no overlap was found and pixels are left over
    IfOverlapping, ///< and if an overlap was found
    Always,
    WithLayers, ///< and the numbers of layers of both bodies, for which B is drawn once more
};

struct Frame {
    raster::Device& device;
    raster::View view; ///< orthographic
    Side a;
    Side b;
    EqualDepths equal_depths = EqualDepths::Apart;
    Inspection inspection = Inspection::EachPass;
    Extent extent = Extent::FirstOverlap;
    Places places = Places::IfLeftOver;
    Timing timing = Timing::Total;
    Context context = {};
    DepthMaps& maps; ///< of A, made when first needed and kept
    PassLog& log;
};

struct PixelPlace {
    std::uint32_t x = 0;
    std::uint32_t y = 0;

    friend auto operator<=>(const PixelPlace&, const PixelPlace&) = default;
};

/// Rows from the bottom.
constexpr PixelPlace place_of(std::size_t index, int width) {
    const auto stride = static_cast<std::size_t>(width);
    return {static_cast<std::uint32_t>(index % stride), static_cast<std::uint32_t>(index / stride)};
}
constexpr std::size_t index_of(PixelPlace place, int width) {
    return std::size_t{place.y} * static_cast<std::size_t>(width) + place.x;
}

/// The view of a part of the target.
constexpr raster::View focused(raster::View view, const raster::PixelArea& area) {
    const raster::PixelArea whole = raster::shown_area(view);
    view.shown = {whole.x + area.x, whole.y + area.y, area.width, area.height};
    return view;
}

/// What a method found out.
struct Findings {
    std::uint64_t overlapping = 0;
    PixelsByStage pixels = {};
    bool partial = false; ///< the query was cancelled before this could be finished
    /// One for every pixel of the target, rows from the bottom; empty if not wanted. Without
    /// layers, A stands for Empty where only A is.
    std::vector<PixelCase> cases = {};
    std::vector<Stage> stages = {}; ///< as many as cases
    // With Places::WithLayers, as many as cases.
    std::vector<std::uint8_t> layers_of_a = {};
    std::vector<std::uint8_t> layers_of_b = {};
    // What the choice of roles learns from.
    std::uint64_t covered_by_a = 0;
    std::uint64_t second_pass = 0; ///< pixels for which a second rendering was needed
};

// The methods. They settle what they can and leave over the rest.
Expected<Findings> depth_minmax(const Frame& frame);
Expected<Findings> depth_parity(const Frame& frame);
Expected<Findings> depth_parity_lite(const Frame& frame);

} // namespace impinge::inline v0::imagespace
