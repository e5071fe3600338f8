// SPDX-License-Identifier: Apache-2.0
//
// A mesh as FCL wants it: a tree of boxes over its triangles.
#pragma once

#include "impinge/mesh.hpp"
#include "impinge/rigid.hpp"

#include <fcl/fcl.h>

#include <array>
#include <memory>
#include <vector>

namespace impinge::bench {

inline std::vector<fcl::Vector3d> fcl_vertices(const Mesh& mesh) {
    std::vector<fcl::Vector3d> vertices;
    vertices.reserve(mesh.positions.size());
    for (const Vec3d& p : mesh.positions) {
        vertices.emplace_back(p.x, p.y, p.z);
    }
    return vertices;
}

/// A pose of scale 1.
inline fcl::Transform3d fcl_transform(const Rigid& pose) {
    fcl::Transform3d transform = fcl::Transform3d::Identity();
    const std::array rows{pose.row_x, pose.row_y, pose.row_z};
    for (int row = 0; row < 3; ++row) {
        const Vec3d& r = rows[static_cast<std::size_t>(row)];
        transform.linear().row(row) << r.x, r.y, r.z;
    }
    const Vec3d& t = pose.translation;
    transform.translation() << t.x, t.y, t.z;
    return transform;
}

/// The box is one of FCL's: OBBd, RSSd, OBBRSSd.
template <typename BoundingBox>
std::shared_ptr<fcl::BVHModel<BoundingBox>> fcl_model(const Mesh& mesh) {
    std::vector<fcl::Triangle> triangles;
    triangles.reserve(mesh.triangles.size());
    for (const TriangleIndices& t : mesh.triangles) {
        triangles.emplace_back(t[0], t[1], t[2]);
    }
    auto model = std::make_shared<fcl::BVHModel<BoundingBox>>();
    model->beginModel(static_cast<int>(mesh.triangles.size()),
                      static_cast<int>(mesh.positions.size()));
    model->addSubModel(fcl_vertices(mesh), triangles);
    model->endModel();
    return model;
}

} // namespace impinge::bench
