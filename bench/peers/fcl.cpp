// SPDX-License-Identifier: Apache-2.0
//
// FCL: its tree of boxes, kept between frames, and GJK on convex shapes without contacts.
#include "bench/fcl_model.hpp"
#include "bench/peers/moving_bodies.hpp"
#include "bench/timed.hpp"

#include <memory>

namespace impinge::bench::peers {
namespace {

std::shared_ptr<fcl::Convexd> fcl_convex(const Mesh& mesh) {
    auto faces = std::make_shared<std::vector<int>>();
    for (const TriangleIndices& t : mesh.triangles) {
        faces->push_back(3);
        faces->insert(faces->end(), t.begin(), t.end());
    }
    return std::make_shared<fcl::Convexd>(
        std::make_shared<const std::vector<fcl::Vector3d>>(fcl_vertices(mesh)),
        static_cast<int>(mesh.triangles.size()), faces);
}

class FclBodies : public Peer {
  public:
    explicit FclBodies(const MovingBodies& scene) : scene_(scene) {
        std::vector<std::shared_ptr<fcl::Convexd>> shapes;
        for (const Mesh& mesh : scene.shapes) {
            shapes.push_back(fcl_convex(mesh));
        }
        for (std::size_t i = 0; i < scene.shape_of.size(); ++i) {
            objects_.emplace_back(shapes[scene.shape_of[i]], fcl_pose(scene.frames[0][i]));
        }
        std::vector<fcl::CollisionObjectd*> all;
        for (fcl::CollisionObjectd& object : objects_) {
            all.push_back(&object);
        }
        manager_.registerObjects(all);
        manager_.setup();
    }

    void ask(std::size_t frame, Answer& answer) override {
        answer.broad_phase_milliseconds = timed([&] { find_candidates(frame); });
        answer.candidates = candidates_.size();
        for (const auto& [a, b] : candidates_) {
            fcl::CollisionResultd result;
            if (fcl::collide(a, b, request_, result) != 0) {
                answer.colliding.emplace_back(number_of(a), number_of(b));
            }
        }
    }

  private:
    using Pair = std::pair<const fcl::CollisionObjectd*, const fcl::CollisionObjectd*>;

    void find_candidates(std::size_t frame) {
        for (std::size_t i = 0; i < objects_.size(); ++i) {
            objects_[i].setTransform(fcl_pose(scene_.frames[frame][i]));
            objects_[i].computeAABB();
        }
        manager_.update();
        candidates_.clear();
        manager_.collide(&candidates_,
                         [](fcl::CollisionObjectd* a, fcl::CollisionObjectd* b, void* list) {
                             static_cast<std::vector<Pair>*>(list)->emplace_back(a, b);
                             return false;
                         });
    }
    std::uint32_t number_of(const fcl::CollisionObjectd* object) const {
        return static_cast<std::uint32_t>(object - objects_.data());
    }

    const MovingBodies& scene_;
    std::vector<fcl::CollisionObjectd> objects_;
    fcl::DynamicAABBTreeCollisionManagerd manager_;
    fcl::CollisionRequestd request_;
    std::vector<Pair> candidates_;
};

} // namespace

Entrant<MovingBodies> fcl_moving_bodies() {
    return {"FCL",
            "FCL " FCL_VERSION ", double: dynamic tree of boxes, convex shapes by GJK (libccd)",
            [](const MovingBodies& scene) { return std::make_unique<FclBodies>(scene); }};
}

} // namespace impinge::bench::peers
