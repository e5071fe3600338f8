// SPDX-License-Identifier: Apache-2.0
//
// Generalised winding numbers by a BVH over the triangles of a mesh whose nodes can stand for their
// triangles: a multipole expansion (after Barill, Dickson, Schmidt, Levin and Jacobson 2018, "Fast
// Winding Numbers for Soups and Clouds"), here with a bound on what it leaves out.
//
// Notation: q is the point, F(x) = (x - q) / (4 pi |x - q|^3), n the unit normal; the winding
// number is the integral of n.F over the surface. In a node with centre c, y = x - c, and
//
//     F_i(c + y) = F_i + dF_i/dx_j y_j + 1/2 d2F_i/dx_j dx_k y_j y_k + rest
//
// so that the integrals of n_i, y_j n_i and y_j y_k n_i are all that is kept. The derivatives of
// order m of 1 / |x - q| have the norm m! / |x - q|^(m + 1) (they are m! P_m(cos) / |x - q|^(m + 1)
// along any direction, and a symmetric form is largest along one). With r = max |y|, R = |c - q|
// and t = r / R the rest therefore is at most
//
//     sum over m > 2 of (m + 1) r^m / (4 pi R^(m + 2)) = t^3 (4 - 3 t) / (4 pi R^2 (1 - t)^2)
//
// for each unit of area. A node is taken if that times the area of the whole mesh is at most the
// accuracy: nodes that are taken have no more area in all than the mesh.
#pragma once

#include "geometry/bvh.hpp"
#include "impinge/triangle.hpp"

#include <array>
#include <span>
#include <vector>

namespace impinge::inline v0 {

/// The integrals over the triangles of a node. `second` is symmetric in its first two indices, of
/// which it has xx, xy, xz, yy, yz, zz.
struct WindingMoments {
    Vec3d zeroth;                ///< n_i
    std::array<Vec3d, 3> first;  ///< [j], of y_j n_i
    std::array<Vec3d, 6> second; ///< [jk], of y_j y_k n_i
};

struct WindingNode {
    Vec3d centre;
    double radius = 0; ///< no triangle reaches farther from the centre
    double area = 0;
    WindingMoments moments;
};

class WindingTree {
  public:
    /// Coordinates of at most 1. The triangles must outlive the tree.
    WindingTree(std::span<const Triangle> triangles, const Context& context);

    /// The winding number at a point with coordinates of at most 1e50, to the accuracy.
    [[nodiscard]] double at(Vec3d point, double accuracy) const;

  private:
    void sum_up(std::size_t node);

    std::span<const Triangle> triangles_;
    Bvh boxes_;
    std::vector<WindingNode> nodes_; ///< those of boxes_
};

/// The solid angle of a triangle: A. van Oosterom and J. Strackee, "The Solid Angle of a Plane
/// Triangle", IEEE Transactions on Biomedical Engineering 30(2), 1983.
/// In spheres, positive where the point sees the back of the triangle; 0 in its plane. The same
/// bits everywhere. Coordinates, of the triangle and of the point, of at most 1e50.
double solid_angle_in_spheres(const Triangle& triangle, Vec3d point);

} // namespace impinge::inline v0
