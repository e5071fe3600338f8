// SPDX-License-Identifier: Apache-2.0
//
// Many bodies as FCL wants them: a tree of boxes over bodies that are trees of triangles.
#pragma once

#include "bench/fcl_model.hpp"
#include "impinge/collide.hpp"

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace impinge::bench {

using FclModel = fcl::BVHModel<fcl::OBBRSSd>;

class FclAssembly {
  public:
    /// The model of each body, in the order of the bodies.
    FclAssembly(std::span<const Body> bodies,
                std::span<const std::shared_ptr<FclModel>> model_of_body) {
        objects_.reserve(bodies.size());
        for (std::size_t i = 0; i < bodies.size(); ++i) {
            objects_.emplace_back(model_of_body[i], fcl_transform(bodies[i].pose));
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
