// SPDX-License-Identifier: Apache-2.0
//
// Bullet: the trees and the triangle test of its GImpact, taken by themselves so that every pair is
// kept (its contact manifolds hold four points), and without margin, which would invent pairs.
#include "bench/peers/bullet_pose.hpp"
#include "bench/peers/mesh_scene.hpp"

#include <BulletCollision/Gimpact/btGImpactBvh.h>
#include <BulletCollision/Gimpact/btTriangleShapeEx.h>
#include <LinearMath/btTransform.h>

namespace impinge::bench::peers {
namespace {

using Positions = btAlignedObjectArray<btVector3>;

Positions bullet_positions(std::span<const Vec3d> positions) {
    Positions rounded;
    rounded.reserve(static_cast<int>(positions.size()));
    for (const Vec3d& p : positions) {
        rounded.push_back(bullet_vector(p));
    }
    return rounded;
}

/// The triangles of a body where they are in the frame that is asked about.
class BulletTriangles : public btPrimitiveManagerBase {
  public:
    const Positions* positions = nullptr;
    std::span<const TriangleIndices> triangles;

    // NOLINTBEGIN(readability-identifier-naming): Bullet's names
    [[nodiscard]] bool is_trimesh() const override { return true; }
    [[nodiscard]] int get_primitive_count() const override {
        return static_cast<int>(triangles.size());
    }
    void get_primitive_box(int index, btAABB& box) const override {
        const TriangleIndices& t = triangles[static_cast<std::size_t>(index)];
        box.calc_from_triangle(corner(t[0]), corner(t[1]), corner(t[2]));
    }
    void get_primitive_triangle(int index, btPrimitiveTriangle& triangle) const override {
        const TriangleIndices& t = triangles[static_cast<std::size_t>(index)];
        for (std::size_t i = 0; i < 3; ++i) {
            triangle.m_vertices[i] = corner(t[i]);
        }
        triangle.m_margin = 0;
    }
    // NOLINTEND(readability-identifier-naming)

  private:
    [[nodiscard]] const btVector3& corner(std::uint32_t index) const {
        return (*positions)[static_cast<int>(index)];
    }
};

/// With trees of float boxes: those of 16 bits, which its shapes have, take a third longer and
/// cannot be refitted beyond the box they were built in.
class BulletMeshes : public MeshPeer {
  public:
    explicit BulletMeshes(const MeshScene& scene)
        : scene_(scene), triangles_(scene.bodies.size()), trees_(scene.bodies.size()) {
        for (const Mesh& mesh : scene.bodies) {
            positions_.push_back(bullet_positions(mesh.positions));
        }
        for (const auto& frame : scene.deformed) {
            std::vector<Positions>& bodies = deformed_.emplace_back();
            for (const std::vector<Vec3d>& positions : frame) {
                bodies.push_back(bullet_positions(positions));
            }
        }
        for (const Mesh& mesh : scene.torn) {
            torn_.push_back(bullet_positions(mesh.positions));
        }
        for (std::size_t i = 0; i < trees_.size(); ++i) {
            triangles_[i].positions = &positions_[i];
            triangles_[i].triangles = scene.bodies[i].triangles;
            trees_[i].setPrimitiveManager(&triangles_[i]);
            trees_[i].buildSet();
        }
    }

    void ask(std::size_t frame, MeshAnswer& answer) override {
        take_over(frame);
        if (scene_.asked == Asked::Self) {
            ask_itself(answer);
        }
        for (std::uint32_t i = 1; i < trees_.size(); ++i) {
            ask_about(frame, i, answer);
        }
    }

  private:
    void take_over(std::size_t frame) {
        if (scene_.change == Change::Positions) {
            for (std::size_t i = 0; i < trees_.size(); ++i) {
                triangles_[i].positions = &deformed_[frame][i];
                trees_[i].update();
            }
        } else if (scene_.change == Change::Triangles) {
            triangles_[0].positions = &torn_[frame];
            triangles_[0].triangles = scene_.torn[frame].triangles;
            trees_[0].buildSet();
        }
    }

    void ask_about(std::size_t frame, std::uint32_t other, MeshAnswer& answer) {
        const btTransform first_pose = bullet_transform(scene_.pose(frame, 0));
        const btTransform other_pose = bullet_transform(scene_.pose(frame, other));
        candidates_.resizeNoInitialize(0);
        btGImpactBvh::find_collision(trees_.data(), first_pose, &trees_[other], other_pose,
                                     candidates_);
        const bool one = scene_.asked == Asked::Meet || scene_.asked == Asked::Solids;
        for (int i = 0; i < candidates_.size() && !(one && answer.meet); ++i) {
            const GIM_PAIR& pair = candidates_[i];
            if (triangles_meet(triangles_[0], pair.m_index1, first_pose, triangles_[other],
                               pair.m_index2, other_pose)) {
                answer.meet = true;
                answer.pairs.push_back({other, static_cast<std::uint32_t>(pair.m_index1),
                                        static_cast<std::uint32_t>(pair.m_index2)});
            }
        }
    }

    void ask_itself(MeshAnswer& answer) {
        const btTransform here = btTransform::getIdentity();
        candidates_.resizeNoInitialize(0);
        btGImpactBvh::find_collision(trees_.data(), here, trees_.data(), here, candidates_);
        const std::span<const TriangleIndices> triangles = triangles_[0].triangles;
        for (int i = 0; i < candidates_.size(); ++i) {
            const auto a = static_cast<std::uint32_t>(candidates_[i].m_index1);
            const auto b = static_cast<std::uint32_t>(candidates_[i].m_index2);
            if (a < b && !share_a_corner(triangles[a], triangles[b]) &&
                triangles_meet(triangles_[0], candidates_[i].m_index1, here, triangles_[0],
                               candidates_[i].m_index2, here)) {
                answer.pairs.push_back({0, a, b});
            }
        }
    }

    static bool triangles_meet(const BulletTriangles& first, int a, const btTransform& first_pose,
                               const BulletTriangles& other, int b, const btTransform& other_pose) {
        btPrimitiveTriangle s;
        btPrimitiveTriangle t;
        first.get_primitive_triangle(a, s);
        other.get_primitive_triangle(b, t);
        s.applyTransform(first_pose);
        t.applyTransform(other_pose);
        s.buildTriPlane();
        t.buildTriPlane();
        GIM_TRIANGLE_CONTACT contact;
        return s.overlap_test_conservative(t) && s.find_triangle_collision_clip_method(t, contact);
    }

    const MeshScene& scene_;
    std::vector<Positions> positions_;
    std::vector<std::vector<Positions>> deformed_;
    std::vector<Positions> torn_;
    std::vector<BulletTriangles> triangles_;
    std::vector<btGImpactBvh> trees_;
    btPairSet candidates_;
};

} // namespace

MeshEntrant bullet_meshes() {
    return {
        "Bullet",
        "Bullet " + std::to_string(btGetVersion() / 100) + "." +
            std::to_string(btGetVersion() % 100) +
            ", float: trees and triangle test of GImpact without margin, refitted or built anew "
            "where bodies change",
        1, [](const MeshScene& scene) -> std::unique_ptr<MeshPeer> {
            return scene.asked == Asked::Distance ? nullptr : std::make_unique<BulletMeshes>(scene);
        }};
}

} // namespace impinge::bench::peers
