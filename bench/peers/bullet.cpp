// SPDX-License-Identifier: Apache-2.0
//
// Bullet: its dynamic trees of boxes, and GJK on hulls without margin, stopped before the depth is
// looked for.
#include "bench/peers/bullet_pose.hpp"
#include "bench/peers/moving_bodies.hpp"
#include "bench/timed.hpp"

#include <BulletCollision/BroadphaseCollision/btDbvtBroadphase.h>
#include <BulletCollision/CollisionShapes/btConvexHullShape.h>
#include <BulletCollision/NarrowPhaseCollision/btGjkEpa3.h>
#include <LinearMath/btAabbUtil2.h>

#include <memory>

namespace impinge::bench::peers {
namespace {

/// A hull as Bullet's GJK template asks for it.
struct GjkHull {
    const btConvexHullShape* shape;
    // NOLINTNEXTLINE(readability-identifier-naming): Bullet's name
    [[nodiscard]] btVector3 getLocalSupportWithMargin(const btVector3& direction) const {
        return shape->localGetSupportingVertexWithoutMargin(direction);
    }
};

struct BulletBody {
    btConvexHullShape* shape = nullptr;
    btTransform pose;
    btBroadphaseProxy* proxy = nullptr;
};

bool overlap(const BulletBody& a, const BulletBody& b) {
    const GjkHull hull_a{a.shape};
    const GjkHull hull_b{b.shape};
    MinkowskiDiff<GjkHull> difference(hull_a, hull_b);
    difference.m_toshape1 = b.pose.getBasis().transposeTimes(a.pose.getBasis());
    difference.m_toshape0 = a.pose.inverseTimes(b.pose);
    difference.EnableMargin(false);
    GJK<GjkHull> gjk(hull_a, hull_b);
    const btVector3 guess = difference.m_toshape0.getOrigin();
    return gjk.Evaluate(difference, -guess) == eGjkInside;
}

class BulletBodies : public Peer {
  public:
    explicit BulletBodies(const MovingBodies& scene) : scene_(scene) {
        for (const Mesh& mesh : scene.shapes) {
            shapes_.push_back(std::make_unique<btConvexHullShape>());
            for (const Vec3d& p : mesh.positions) {
                shapes_.back()->addPoint(bullet_vector(p), false);
            }
            shapes_.back()->setMargin(0);
            shapes_.back()->recalcLocalAabb();
        }
        // All pairs in one pass over the tree rather than a search for each body: a third faster.
        broad_phase_.m_deferedcollide = true;
        bodies_.resize(scene.shape_of.size());
        for (std::size_t i = 0; i < bodies_.size(); ++i) {
            BulletBody& body = bodies_[i];
            body.shape = shapes_[scene.shape_of[i]].get();
            btVector3 low;
            btVector3 high;
            body.shape->getAabb(bullet_transform(scene.frames[0][i]), low, high);
            body.proxy = broad_phase_.createProxy(low, high, CONVEX_HULL_SHAPE_PROXYTYPE, &body,
                                                  btBroadphaseProxy::DefaultFilter,
                                                  btBroadphaseProxy::AllFilter, nullptr);
        }
    }
    ~BulletBodies() override {
        for (const BulletBody& body : bodies_) {
            broad_phase_.destroyProxy(body.proxy, nullptr);
        }
    }

    void ask(std::size_t frame, Answer& answer) override {
        answer.broad_phase_milliseconds = timed([&] { find_candidates(frame); });
        answer.candidates = candidates_.size();
        for (const auto& [a, b] : candidates_) {
            if (overlap(*a, *b)) {
                answer.colliding.emplace_back(number_of(a), number_of(b));
            }
        }
    }

  private:
    using Pair = std::pair<const BulletBody*, const BulletBody*>;

    void find_candidates(std::size_t frame) {
        for (std::size_t i = 0; i < bodies_.size(); ++i) {
            BulletBody& body = bodies_[i];
            body.pose = bullet_transform(scene_.frames[frame][i]);
            btVector3 low;
            btVector3 high;
            body.shape->getAabb(body.pose, low, high);
            broad_phase_.setAabb(body.proxy, low, high, nullptr);
        }
        broad_phase_.calculateOverlappingPairs(nullptr);
        candidates_.clear();
        const btBroadphasePairArray& pairs =
            broad_phase_.getOverlappingPairCache()->getOverlappingPairArray();
        for (int i = 0; i < pairs.size(); ++i) {
            const btBroadphaseProxy& p = *pairs[i].m_pProxy0;
            const btBroadphaseProxy& q = *pairs[i].m_pProxy1;
            // The pairs kept are of boxes with room to move.
            if (TestAabbAgainstAabb2(p.m_aabbMin, p.m_aabbMax, q.m_aabbMin, q.m_aabbMax)) {
                candidates_.emplace_back(static_cast<const BulletBody*>(p.m_clientObject),
                                         static_cast<const BulletBody*>(q.m_clientObject));
            }
        }
    }
    std::uint32_t number_of(const BulletBody* body) const {
        return static_cast<std::uint32_t>(body - bodies_.data());
    }

    const MovingBodies& scene_;
    std::vector<std::unique_ptr<btConvexHullShape>> shapes_;
    std::vector<BulletBody> bodies_;
    btDbvtBroadphase broad_phase_;
    std::vector<Pair> candidates_;
};

} // namespace

Entrant<MovingBodies> bullet_moving_bodies() {
    return {"Bullet",
            "Bullet " + std::to_string(btGetVersion() / 100) + "." +
                std::to_string(btGetVersion() % 100) +
                ", float: dynamic tree of boxes, collided in one pass; hulls without margin by GJK",
            [](const MovingBodies& scene) { return std::make_unique<BulletBodies>(scene); }};
}

} // namespace impinge::bench::peers
