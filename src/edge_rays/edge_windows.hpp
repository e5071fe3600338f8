// SPDX-License-Identifier: Apache-2.0
//
// Which bodies are looked at together (clusters), where in the world, and through which windows.
#pragma once

#include "broadphase/box_pairs.hpp"
#include "impinge/edge_rays.hpp"

#include <span>
#include <vector>

namespace impinge::inline v0::imagespace {

/// 0 for the empty box.
inline double longest_side(const Box3& box) {
    const Vec3d size = extent(box);
    return is_empty(box) ? 0 : std::max({size.x, size.y, size.z});
}

/// Where bodies may meet: where the boxes of two overlap, or all of one body (a == b) if the whole
/// scene is looked at.
struct EdgePlace {
    Box3 box;
    std::uint32_t a = 0;
    std::uint32_t b = 0;
};

struct EdgeCluster {
    std::vector<std::uint32_t> bodies; ///< ascending
    std::vector<EdgePlace> places;     ///< by a, then b
};

/// The pairs are those whose boxes overlap, sorted. Clusters come in the order of their first
/// bodies; bodies in no pair are in none of them, unless the whole scene is looked at.
std::vector<EdgeCluster> edge_clusters(std::span<const Box3> boxes, std::span<const BoxPair> pairs,
                                       Windows windows);

/// No pixel is smaller than this share of the largest body or of the window, which is where the
/// floats that are drawn end.
inline constexpr double smallest_edge_pixel = 0x1p-20;

/// How many pixels edges are moved so that a point beside its edge, half a pixel away, still lies
/// on the same side of the planes of both faces at the edge. It does unless one of them leans more
/// than 70 degrees away from the direction in which the edge is moved.
inline constexpr double moved_pixels = 1.5;

/// As in EdgeRayOptions.
struct EdgeWindowOptions {
    int resolution = 512;
    std::optional<double> precision = {};
    std::optional<Vec3d> direction = {};
    raster::Projection projection = raster::Projection::Orthographic;
    OwnBody own_body = OwnBody::Excluded;
    std::optional<double> edge_offset = {};
};

/// How far edges are moved outward in a view, in world units.
double edge_offset_in(const raster::View& view, const EdgeWindowOptions& options);

/// The window around all places of the cluster, some pixels free on every side. Depths reach from
/// before the first place to behind the last one; only of a perspective view, which would clip what
/// is nearer, from before the first body.
///
/// By default the rays run along the longest side of the places, which makes the window small,
/// tilted by a few odd degrees, so that walls along the axes of the world are not seen edge-on.
Expected<raster::View> edge_view(const EdgeCluster& cluster, std::span<const Box3> boxes,
                                 const EdgeWindowOptions& options);

/// What one look shows.
struct EdgeWindow {
    raster::View view;
    std::vector<std::uint32_t> bodies; ///< those with a place there, ascending
};

/// The view itself, or pieces of it that do not overlap if it is larger than `largest` pixels on a
/// side. Pieces without a place are left out.
std::vector<EdgeWindow> edge_windows(const EdgeCluster& cluster, const raster::View& view,
                                     double edge_offset, int largest);

} // namespace impinge::inline v0::imagespace
