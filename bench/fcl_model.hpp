// SPDX-License-Identifier: Apache-2.0
//
// A mesh as FCL wants it: a tree of boxes over its triangles.
#pragma once

#include "impinge/mesh.hpp"

#include <fcl/fcl.h>

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
