// SPDX-License-Identifier: Apache-2.0
//
// FCL: trees of oriented boxes for rigid bodies, of boxes along the axes for bodies that change
// (six times as fast to refit), of swept rectangles for distances. Contacts are uncapped (by
// default it stops at one) and without positions, which costs it least.
#include "bench/fcl_model.hpp"
#include "bench/peers/mesh_scene.hpp"

#include <fcl/narrowphase/detail/traversal/collision_node.h>

#include <algorithm>
#include <limits>

namespace impinge::bench::peers {
namespace {

using Positions = std::vector<fcl::Vector3d>;

Positions fcl_positions(std::span<const Vec3d> positions) {
    Positions copied;
    copied.reserve(positions.size());
    for (const Vec3d& p : positions) {
        copied.emplace_back(p.x, p.y, p.z);
    }
    return copied;
}

std::vector<fcl::Triangle> fcl_triangles(std::span<const TriangleIndices> triangles) {
    std::vector<fcl::Triangle> copied;
    copied.reserve(triangles.size());
    for (const TriangleIndices& t : triangles) {
        copied.emplace_back(t[0], t[1], t[2]);
    }
    return copied;
}

/// The scene with all its frames as FCL stores meshes, and a tree for each body.
template <typename Volume> class FclBodies {
  public:
    using Model = fcl::BVHModel<Volume>;

    explicit FclBodies(const MeshScene& scene) : scene_(scene), models_(scene.bodies.size()) {
        for (std::size_t i = 0; i < models_.size(); ++i) {
            models_[i] = built(fcl_positions(scene.bodies[i].positions),
                               fcl_triangles(scene.bodies[i].triangles));
        }
        for (const auto& frame : scene.deformed) {
            std::vector<Positions>& bodies = deformed_.emplace_back();
            for (const std::vector<Vec3d>& positions : frame) {
                bodies.push_back(fcl_positions(positions));
            }
        }
        for (const Mesh& mesh : scene.torn) {
            torn_positions_.push_back(fcl_positions(mesh.positions));
            torn_triangles_.push_back(fcl_triangles(mesh.triangles));
        }
    }

    void take_over(std::size_t frame) {
        if (scene_.change == Change::Positions) {
            for (std::size_t i = 0; i < models_.size(); ++i) {
                refit(*models_[i], deformed_[frame][i]);
            }
        } else if (scene_.change == Change::Triangles) {
            models_[0] = built(torn_positions_[frame], torn_triangles_[frame]);
        }
    }
    [[nodiscard]] Model& model(std::size_t body) { return *models_[body]; }

  private:
    static std::unique_ptr<Model> built(const Positions& positions,
                                        const std::vector<fcl::Triangle>& triangles) {
        auto model = std::make_unique<Model>();
        model->beginModel(static_cast<int>(triangles.size()), static_cast<int>(positions.size()));
        model->addSubModel(positions, triangles);
        model->endModel();
        return model;
    }
    static void refit(Model& model, const Positions& positions) {
        model.beginReplaceModel(); // an update would hold the way from frame to frame
        model.replaceSubModel(positions);
        model.endReplaceModel(true, true);
    }

    const MeshScene& scene_;
    std::vector<std::unique_ptr<Model>> models_;
    std::vector<std::vector<Positions>> deformed_;
    std::vector<Positions> torn_positions_;
    std::vector<std::vector<fcl::Triangle>> torn_triangles_;
};

fcl::CollisionRequestd request_for(Asked asked) {
    const bool one = asked == Asked::Meet || asked == Asked::Solids;
    fcl::CollisionRequestd request;
    request.num_max_contacts = one ? 1 : std::numeric_limits<std::size_t>::max();
    return request;
}

void add_contacts(const fcl::CollisionResultd& result, std::uint32_t body, MeshAnswer& answer) {
    answer.meet |= result.isCollision();
    answer.pairs.reserve(answer.pairs.size() + result.numContacts());
    for (std::size_t k = 0; k < result.numContacts(); ++k) {
        const fcl::Contactd& contact = result.getContact(k);
        answer.pairs.push_back(
            {body, static_cast<std::uint32_t>(contact.b1), static_cast<std::uint32_t>(contact.b2)});
    }
}

class FclMoving : public MeshPeer {
  public:
    explicit FclMoving(const MeshScene& scene)
        : scene_(scene), bodies_(scene), request_(request_for(scene.asked)) {}

    void ask(std::size_t frame, MeshAnswer& answer) override {
        const fcl::Transform3d first = fcl_pose(scene_.pose(frame, 0));
        for (std::uint32_t i = 1; i < scene_.bodies.size(); ++i) {
            fcl::CollisionResultd result;
            fcl::collide(&bodies_.model(0), first, &bodies_.model(i),
                         fcl_pose(scene_.pose(frame, i)), request_, result);
            add_contacts(result, i, answer);
        }
    }

  private:
    const MeshScene& scene_;
    FclBodies<fcl::OBBd> bodies_;
    fcl::CollisionRequestd request_;
};

/// Bodies that change their shape where they are. collide() would copy trees of boxes that are not
/// oriented, lest they are turned; here nothing turns, so what it calls is called directly.
template <typename Volume> class FclChanging : public MeshPeer {
  public:
    explicit FclChanging(const MeshScene& scene)
        : scene_(scene), bodies_(scene), request_(request_for(scene.asked)) {}

    void ask(std::size_t frame, MeshAnswer& answer) override {
        bodies_.take_over(frame);
        if (scene_.asked == Asked::Self) {
            ask_itself(answer);
        }
        for (std::uint32_t i = 1; i < scene_.bodies.size(); ++i) {
            fcl::CollisionResultd result;
            Node node;
            connect(node, i, result);
            fcl::detail::collide<double>(&node);
            add_contacts(result, i, answer);
        }
    }

  private:
    using Node = fcl::detail::MeshCollisionTraversalNode<Volume>;

    void connect(Node& node, std::size_t other, fcl::CollisionResultd& result) {
        fcl::Transform3d here = fcl::Transform3d::Identity();
        fcl::Transform3d there = here;
        fcl::detail::initialize(node, bodies_.model(0), here, bodies_.model(other), there, request_,
                                result);
    }

    /// Neighbours meet in what they share; they are told apart afterwards.
    void ask_itself(MeshAnswer& answer) {
        fcl::CollisionResultd result;
        Node node;
        connect(node, 0, result);
        fcl::detail::selfCollide<double>(&node);
        const std::vector<TriangleIndices>& triangles = scene_.bodies[0].triangles;
        for (std::size_t k = 0; k < result.numContacts(); ++k) {
            const fcl::Contactd& contact = result.getContact(k);
            const auto a = static_cast<std::uint32_t>(std::min(contact.b1, contact.b2));
            const auto b = static_cast<std::uint32_t>(std::max(contact.b1, contact.b2));
            if (a != b && !share_a_corner(triangles[a], triangles[b])) {
                answer.pairs.push_back({0, a, b});
            }
        }
    }

    const MeshScene& scene_;
    FclBodies<Volume> bodies_;
    fcl::CollisionRequestd request_;
};

class FclDistances : public MeshPeer {
  public:
    explicit FclDistances(const MeshScene& scene) : scene_(scene), bodies_(scene) {}

    void ask(std::size_t frame, MeshAnswer& answer) override {
        bodies_.take_over(frame);
        fcl::DistanceResultd result;
        fcl::distance(&bodies_.model(0), fcl_pose(scene_.pose(frame, 0)), &bodies_.model(1),
                      fcl_pose(scene_.pose(frame, 1)), request_, result);
        answer.distance = std::max(0.0, result.min_distance); // -1 where they cross
    }

  private:
    const MeshScene& scene_;
    FclBodies<fcl::RSSd> bodies_;
    fcl::DistanceRequestd request_;
};

} // namespace

MeshEntrant fcl_meshes() {
    return {"FCL",
            "FCL " FCL_VERSION
            ", double: trees of oriented boxes where bodies are rigid, of swept rectangles for "
            "distances, of boxes along the axes, refitted or rebuilt, where they change",
            1, [](const MeshScene& scene) -> std::unique_ptr<MeshPeer> {
                if (scene.asked == Asked::Distance) {
                    return std::make_unique<FclDistances>(scene);
                }
                if (scene.change == Change::Poses) {
                    return std::make_unique<FclMoving>(scene);
                }
                return std::make_unique<FclChanging<fcl::AABBd>>(scene);
            }};
}

} // namespace impinge::bench::peers
