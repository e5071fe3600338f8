// SPDX-License-Identifier: Apache-2.0
//
// Where do two solids touch? The parts of walls that lie on each other, as polygons with area and
// normal, and the edges and points in which they touch besides.
//
//     double glued_area(const impinge::Mesh& a, const impinge::Mesh& b) {
//         const auto found = impinge::contact_patches({a.view()}, {b.view()});
//         return found && found->measurable == impinge::Measurable::Yes ? found->area : 0;
//     }
//
// What meets is decided exactly; places are rounded once. The answer does not depend on how the
// walls are cut into triangles, and is the same for (A, B) and (B, A), but for who is who, and for
// any number of threads.
#pragma once

#include "impinge/standard.hpp"
#ifdef IMPINGE_HAS_CPP20

#include "impinge/collide.hpp"
#include "impinge/overlap.hpp"

#include <string>
#include <vector>

namespace impinge::inline v0 {

/// A connected part of a plane in which walls of A and of B lie on each other, material on opposite
/// sides.
struct ContactPatch {
    double area = 0;
    Vec3d normal{}; ///< unit length, out of A into B
    Vec3d centroid{};
    /// Corners without repeating the first, counter-clockwise seen against the normal, which points
    /// at the one who looks. Of three corners in one line the middle one is left out. Loops may
    /// touch themselves and each other.
    std::vector<Vec3d> outline;
    std::vector<std::vector<Vec3d>> holes; ///< clockwise
};

/// A straight piece of an edge of one body that touches the other, beyond all patches. As long as
/// it goes on straight, however the edge is cut.
struct TouchingEdge {
    Vec3d from{}; ///< the lower end, in lexicographic order
    Vec3d to{};

    friend auto operator<=>(const TouchingEdge&, const TouchingEdge&) = default;
};

struct ContactPatches {
    /// Whether both are solids. OverlapsItself is said of bodies that cross each other and of which
    /// one overlaps itself where walls lie on each other: which of them are its border was not
    /// looked at then.
    Measurable measurable = Measurable::Yes;
    std::vector<std::string> reasons; ///< why not, in words
    Verdict verdict = Verdict::Apart; ///< that of collide()
    /// The largest first; of equal areas by their corners. Of bodies that cross, too.
    std::vector<ContactPatch> patches;
    double area = 0; ///< of all patches
    /// Of bodies that touch, and no others: sorted, nothing that lies in a patch or an edge.
    std::vector<TouchingEdge> edges;
    std::vector<Vec3d> points;
    bool partial = false; ///< cancelled: the lists are empty
};

/// Costs what collide() with Detail::Pairs costs, and some microseconds for each pair of triangles
/// that touch. Fails as collide() does.
IMPINGE_API Expected<ContactPatches> contact_patches(const Body& a, const Body& b,
                                                     const Context& context = {});

} // namespace impinge::inline v0

#endif // IMPINGE_HAS_CPP20
