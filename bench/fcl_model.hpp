// SPDX-License-Identifier: Apache-2.0
//
// A mesh as FCL wants it, a tree of boxes over its triangles; and many bodies: a tree of boxes over
// those.
#pragma once

#include "bench/fcl_convex.hpp"
#include "impinge/collide.hpp"
#include "impinge/mesh.hpp"
#include "impinge/rigid.hpp"

#include <cstdint>
#include <fcl/fcl.h>
#include <memory>
#include <span>
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

using FclModel = fcl::BVHModel<fcl::OBBRSSd>;

class FclAssembly {
  public:
    /// The model of each body, in the order of the bodies.
    FclAssembly(std::span<const Body> bodies,
                std::span<const std::shared_ptr<FclModel>> model_of_body) {
        objects_.reserve(bodies.size());
        for (std::size_t i = 0; i < bodies.size(); ++i) {
            objects_.emplace_back(model_of_body[i], fcl_pose(bodies[i].pose));
        }
        for (fcl::CollisionObjectd& object : objects_) {
            manager_.registerObject(&object);
        }
        manager_.setup();
    }

    /// How many pairs of bodies have surfaces that meet.
    [[nodiscard]] std::uint64_t count_meeting() const {
        std::uint64_t meeting = 0;
        manager_.collide(&meeting,
                         [](fcl::CollisionObjectd* a, fcl::CollisionObjectd* b, void* sum) {
                             fcl::CollisionResultd result;
                             fcl::collide(a, b, fcl::CollisionRequestd(), result);
                             *static_cast<std::uint64_t*>(sum) += result.isCollision() ? 1 : 0;
                             return false;
                         });
        return meeting;
    }

  private:
    std::vector<fcl::CollisionObjectd> objects_;
    fcl::DynamicAABBTreeCollisionManagerd manager_;
};

} // namespace impinge::bench
