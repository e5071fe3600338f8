// SPDX-License-Identifier: Apache-2.0
//
// How much do two solids overlap? The connected pieces of what they have in common, measured.
//
//     double common_volume(const impinge::Mesh& a, const impinge::Mesh& b) {
//         const auto overlap = impinge::overlap({a.view()}, {b.view()});
//         return overlap && overlap->measurable == impinge::Measurable::Yes ? overlap->volume : 0;
//     }
//
// Inside is where a surface winds around at least once, as for collide(): bodies may overlap
// themselves. Which pieces there are, and which parts of which triangles bound them, is decided
// exactly, for bodies of which one is moved by an infinitely small amount; pieces of which that
// leaves no volume are not listed. Points where surfaces cut each other are then rounded once,
// correctly, and volumes and areas are computed from those: `volume_error` bounds what that does to
// a volume.
#pragma once

#include "impinge/standard.hpp"
#ifdef IMPINGE_HAS_CPP20

#include "impinge/collide.hpp"
#include "impinge/context.hpp"
#include "impinge/expected.hpp"
#include "impinge/export.h"
#include "impinge/mesh.hpp"

#include <cstdint>
#include <limits>
#include <string>
#include <vector>

namespace impinge::inline v0 {

/// Whether an overlap has a volume that can be measured.
enum class Measurable : std::uint8_t {
    Yes,
    NotSolid, ///< one of the bodies has no inside
    /// Where the bodies overlap one of them overlaps itself, so that it is cut by winding numbers;
    /// and in places so near to each other that rounding has torn the cut surface.
    OverlapsItself,
};

IMPINGE_API const char* to_string(Measurable measurable);

/// The point of one body's surface in the other that lies deepest in it: farthest from the other's
/// surface. Where facets of a press fit cross each other this is the height of the facets, however
/// far the bodies would have to move to come free.
struct RegionDepth {
    double depth = 0;   ///< the distance of `point` from the other surface, to rounding
    double at_most = 0; ///< no point of the region is deeper; mostly within 3 % of `depth`
    Vec3d point{};
    Vec3d surface_point{}; ///< the nearest of the other surface
};

/// What a triangle of a region's surface is a part of.
struct RegionFace {
    bool of_a = false;          ///< of A's surface; else of B's
    std::uint32_t triangle = 0; ///< of that body
};

/// A connected piece of what two solids have in common. Pieces that have but points or edges in
/// common may be told as one.
struct OverlapRegion {
    /// What it is told by: a digest of volume, centroid and box. The same for (A, B) and (B, A),
    /// for any order of vertices and triangles and any number of threads, other once a body has
    /// moved.
    std::uint64_t id = 0;
    double volume = 0;
    double volume_error = 0; ///< at most
    Vec3d centroid{};
    Box3 box{};
    /// Of A's surface in B and of B's in A. Walls that lie flush on each other, material on the
    /// same side, belong to one of the two.
    double area_a = 0;
    double area_b = 0;
    std::vector<std::uint32_t> triangles_a; ///< that bound it, sorted
    std::vector<std::uint32_t> triangles_b;
    /// Where the surface of the region changes from A's to B's: closed, the longest (in points)
    /// first. None where one body lies in the other. Along flush walls, material on the same side,
    /// they run around what counts to one of the two.
    std::vector<ContactCurve> curves;
    RegionDepth a_in_b; ///< of A's surface in B; with OverlapOptions::depths
    RegionDepth b_in_a;
    /// Its surface, closed, normals outwards; with OverlapOptions::meshes.
    Mesh mesh;
    std::vector<RegionFace> faces; ///< one for each triangle of the mesh
};

struct Overlap {
    Measurable measurable = Measurable::Yes;
    std::vector<std::string> reasons; ///< why not, in words
    /// The largest first; of equal volumes by their centroids. The same for (A, B) and (B, A), for
    /// any order of vertices and triangles, and any number of threads.
    std::vector<OverlapRegion> regions;
    double volume = 0; ///< of all regions
    double area_a = 0;
    double area_b = 0;
    /// Pieces without a volume beyond rounding are not listed; no point of them is deeper than
    /// this: 0 if there are none, infinite if it was not asked (see
    /// OverlapOptions::harmless_depth).
    double unlisted_at_most = std::numeric_limits<double>::infinity();
    bool partial = false; ///< cancelled: nothing was measured
};

struct OverlapOptions {
    bool depths = false; ///< how deep the surfaces lie in each other
    /// Where no point can be deeper than this, the deepest is looked for no further: then `at_most`
    /// is not above it, and `depth` that of some deep point. If it is above 0, depths of pieces
    /// that are not listed are bounded, too.
    double harmless_depth = 0;
    bool meshes = false; ///< the surface of each region
};

/// Fails as collide() does.
IMPINGE_API Expected<Overlap> overlap(const Body& a, const Body& b,
                                      const OverlapOptions& options = {},
                                      const Context& context = {});

} // namespace impinge::inline v0

#endif // IMPINGE_HAS_CPP20
