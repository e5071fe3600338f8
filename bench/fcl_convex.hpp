// SPDX-License-Identifier: Apache-2.0
//
// A polytope as FCL wants it, and the distance of two by its GJK.
#pragma once

#include "impinge/convex.hpp"

#include <fcl/geometry/shape/convex.h>
#include <fcl/narrowphase/distance.h>

#include <memory>
#include <vector>

namespace impinge::bench {

inline fcl::Convexd fcl_convex(const Polytope& shape) {
    auto vertices = std::make_shared<std::vector<fcl::Vector3d>>();
    for (const Vec3d& p : shape.vertices()) {
        vertices->emplace_back(p.x, p.y, p.z);
    }
    auto faces = std::make_shared<std::vector<int>>();
    for (std::uint32_t i = 0; i < shape.face_count(); ++i) {
        const auto corners = shape.face(i);
        faces->push_back(static_cast<int>(corners.size()));
        for (const std::uint32_t corner : corners) {
            faces->push_back(static_cast<int>(corner));
        }
    }
    return {vertices, static_cast<int>(shape.face_count()), faces};
}

/// FCL knows no scale: that of the pose must be 1.
inline fcl::Transform3d fcl_pose(const Rigid& pose) {
    fcl::Transform3d placed = fcl::Transform3d::Identity();
    placed.linear() << pose.row_x.x, pose.row_x.y, pose.row_x.z, pose.row_y.x, pose.row_y.y,
        pose.row_y.z, pose.row_z.x, pose.row_z.y, pose.row_z.z;
    placed.translation() << pose.translation.x, pose.translation.y, pose.translation.z;
    return placed;
}

/// 0 where FCL says that they penetrate.
inline double fcl_distance(const fcl::Convexd& a, const fcl::Transform3d& pose_a,
                           const fcl::Convexd& b, const fcl::Transform3d& pose_b,
                           fcl::GJKSolverType solver = fcl::GST_LIBCCD) {
    fcl::DistanceRequestd request;
    request.gjk_solver_type = solver;
    request.distance_tolerance = 1e-12;
    fcl::DistanceResultd result;
    fcl::distance(&a, pose_a, &b, pose_b, request, result);
    return result.min_distance > 0 ? result.min_distance : 0;
}

} // namespace impinge::bench
