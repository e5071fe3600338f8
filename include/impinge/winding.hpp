// SPDX-License-Identifier: Apache-2.0
//
// How much of a mesh a point is in, for meshes that have no inside: the generalised winding number
// (A. Jacobson, L. Kavan and O. Sorkine-Hornung, "Robust Inside-Outside Segmentation Using
// Generalized Winding Numbers", ACM Transactions on Graphics 32(4), 2013).
//
//     bool is_probably_inside(const impinge::Mesh& scan, impinge::Vec3d point) {
//         const auto numbers = impinge::generalized_winding_numbers(scan.view(), {&point, 1});
//         return numbers && numbers->values[0] > 0.5;
//     }
//
// It is the sum of the solid angles of all triangles, seen from the point, over that of a sphere.
// For a closed mesh it is the winding number, a whole number; a hole takes away the part of the
// sphere that it fills. So 0.98 in a box that lacks a small triangle says "probably inside", and
// proves nothing: collide() does not use it. It is advice for who has to mend the mesh.
//
// Thread rule: as in collide.hpp.
#pragma once

#include "impinge/standard.hpp"
#ifdef IMPINGE_HAS_CPP20

#include "impinge/export.h"
#include "impinge/mesh.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace impinge::inline v0 {

enum class WindingMethod : std::uint8_t {
    Auto,   ///< whichever is faster
    Direct, ///< every triangle for every point: about 0.1 us for each
    /// A tree whose nodes stand for their triangles where they are far enough from the point (G.
    /// Barill, N. Dickson, R. Schmidt, D. Levin and A. Jacobson, "Fast Winding Numbers for Soups
    /// and Clouds", 2018). Built in each call, for about the price of four points.
    Tree,
};

struct WindingOptions {
    /// What a Tree may be wrong by, at most (1e-9 to 1).
    double accuracy = 1e-3;
    WindingMethod method = WindingMethod::Auto;
};

struct WindingNumbers {
    std::vector<double> values;                   ///< of the points, in their order
    WindingMethod method = WindingMethod::Direct; ///< used
    /// Every value is that close to the sum of the solid angles of all triangles, rounding aside: 0
    /// for Direct, the accuracy asked for otherwise.
    double error_bound = 0;
    bool partial = false; ///< cancelled: values that were not computed are 0
};

/// The generalised winding number of the mesh at each point: of points on a triangle, the mean of
/// its two sides. Triangles without area count nothing; the normals' side counts as outside.
///
/// The bound is proved, not estimated: each node keeps the expansion of its triangles to the second
/// order, and stands for them only where what it leaves out is, summed over all nodes, no more than
/// the accuracy. Rounding adds about 1e-15 for each triangle or node; of a triangle whose edges the
/// point comes near, that over the distance in sizes of the mesh. The same bits for any number of
/// threads, compiler and machine.
///
/// Fails on what validate() refuses, and if a point is not finite or the accuracy out of range.
IMPINGE_API Expected<WindingNumbers> generalized_winding_numbers(const MeshView& mesh,
                                                                 std::span<const Vec3d> points,
                                                                 const WindingOptions& options = {},
                                                                 const Context& context = {});

} // namespace impinge::inline v0

#endif // IMPINGE_HAS_CPP20
