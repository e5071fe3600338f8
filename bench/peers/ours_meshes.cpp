// SPDX-License-Identifier: Apache-2.0
//
// impinge. Bare meshes: nothing is kept between frames, each frame is asked as if it were the
// first.
//
// Another way to be asked (with structures kept for each body, say) is a class of its own beside
// BareMeshes with the same four functions, and a line in impinge_meshes().
#include "bench/peers/mesh_scene.hpp"
#include "bench/peers/mesh_truth.hpp"
#include "bench/peers/value_or_throw.hpp"

#include "base/hash.hpp"
#include "impinge/distance.hpp"
// Not there in older revisions, with which tools/bench_compare compares.
#if __has_include("impinge/model.hpp")
#include "impinge/model.hpp"
#define IMPINGE_BENCH_MODELS
#endif
#include "impinge/self_intersections.hpp"
#if __has_include("impinge/snapshot.hpp")
#include "impinge/snapshot.hpp"
#define IMPINGE_BENCH_SNAPSHOTS
#endif
#include "impinge/version.hpp"

#include <optional>
#include <utility>

namespace impinge::bench::peers {
namespace {

class BareMeshes {
  public:
    BareMeshes(const MeshScene& scene, Context context)
        : scene_(scene), context_(std::move(context)) {}

    /// Whether a scene can be asked about in this way.
    static bool answers(const MeshScene& scene) { return scene.asked != Asked::Nothing; }

    /// Called before anything is asked about a frame, and timed.
    void take_over(std::size_t frame) { frame_ = frame; }

    [[nodiscard]] Interference collided(std::size_t other, const CollideOptions& options) const {
        return value_or_throw(
            collide(scene_.body(frame_, 0), scene_.body(frame_, other), options, context_));
    }
    [[nodiscard]] SelfIntersections with_itself() const {
        return value_or_throw(self_intersections(scene_.body(frame_, 0).mesh, {}, context_));
    }
    [[nodiscard]] double distance_to(std::size_t other) const {
        return value_or_throw(
                   distance(scene_.body(frame_, 0), scene_.body(frame_, other), context_))
            .distance;
    }

  private:
    const MeshScene& scene_;
    Context context_;
    std::size_t frame_ = 0;
};

#ifdef IMPINGE_BENCH_MODELS
class PreparedModels {
  public:
    PreparedModels(const MeshScene& scene, Context context)
        : scene_(scene), context_(std::move(context)) {
        for (const Mesh& body : scene.bodies) {
            models_.push_back(value_or_throw(Model::prepare(body.view(), context_)));
        }
    }

    static bool answers(const MeshScene& scene) {
        return scene.change == Change::Poses || scene.asked == Asked::Nothing ||
               (scene.change == Change::Positions && scene.asked == Asked::Pairs);
    }

    void take_over(std::size_t frame) {
        frame_ = frame;
        for (std::size_t i = 0; i < models_.size(); ++i) {
            if (scene_.change == Change::Positions) {
                models_[i] =
                    value_or_throw(models_[i].refitted(scene_.positions(frame, i), context_));
            } else if (scene_.is_torn(i)) {
                models_[i] = value_or_throw(Model::prepare(scene_.body(frame, i).mesh, context_));
            }
        }
    }

    [[nodiscard]] Interference collided(std::size_t other, const CollideOptions& options) const {
        return value_or_throw(collide(placed(0), placed(other), options, context_));
    }
    [[nodiscard]] double distance_to(std::size_t other) const {
        return value_or_throw(distance(placed(0), placed(other), context_)).distance;
    }
    /// Nothing is prepared for this question, which no scene of rigid bodies asks.
    [[nodiscard]] SelfIntersections with_itself() const {
        return value_or_throw(self_intersections(models_[0].mesh(), {}, context_));
    }

  private:
    [[nodiscard]] PlacedModel placed(std::size_t body) const {
        return {models_[body], scene_.pose(frame_, body)};
    }

    const MeshScene& scene_;
    Context context_;
    std::vector<Model> models_;
    std::size_t frame_ = 0;
};
#endif

#ifdef IMPINGE_BENCH_SNAPSHOTS
/// One body against many: a snapshot of each is shared by all queries, and kept where the body does
/// not change from frame to frame, as the trees of peers are.
class SharedSnapshots {
  public:
    SharedSnapshots(const MeshScene& scene, Context context)
        : scene_(scene), context_(std::move(context)), snapshots_(scene.bodies.size()) {}

    static bool answers(const MeshScene& scene) {
        return scene.change == Change::Triangles && scene.bodies.size() > 2;
    }

    void take_over(std::size_t frame) {
        for (std::size_t i = 0; i < snapshots_.size(); ++i) {
            if (!snapshots_[i] || scene_.is_torn(i)) {
                snapshots_[i] = value_or_throw(Snapshot::take(scene_.body(frame, i), context_));
            }
        }
    }

    [[nodiscard]] Interference collided(std::size_t other, const CollideOptions& options) const {
        return value_or_throw(collide(*snapshots_[0], *snapshots_[other], options, context_));
    }
    [[nodiscard]] double distance_to(std::size_t other) const {
        return value_or_throw(distance(*snapshots_[0], *snapshots_[other], context_)).distance;
    }
    /// Nothing is shared by the one question there is.
    [[nodiscard]] SelfIntersections with_itself() const {
        return value_or_throw(self_intersections(scene_.body(0, 0).mesh, {}, context_));
    }

  private:
    const MeshScene& scene_;
    Context context_;
    std::vector<std::optional<Snapshot>> snapshots_;
};
#endif

/// Asks one of the ways above what the scene asks.
template <typename Way> class ImpingeMeshes : public MeshPeer {
  public:
    ImpingeMeshes(const MeshScene& scene, const Context& context)
        : scene_(scene), way_(scene, context) {}

    void ask(std::size_t frame, MeshAnswer& answer) override {
        way_.take_over(frame);
        if (scene_.asked == Asked::Distance) {
            answer.distance = way_.distance_to(1);
            return;
        }
        Hasher said;
        if (scene_.asked == Asked::Self) {
            const SelfIntersections found = way_.with_itself();
            add_self_pairs(scene_, found.pairs, answer.pairs);
            said.add(found.hash);
        }
        for (std::uint32_t other = 1; other < scene_.bodies.size(); ++other) {
            said.add(collide_with(other, answer));
        }
        answer.proved_digest = said.digest();
    }

  private:
    std::uint64_t collide_with(std::uint32_t other, MeshAnswer& answer) {
        const bool all = scene_.asked == Asked::Pairs;
        const Interference found =
            way_.collided(other, {.detail = all ? Detail::Pairs : Detail::Verdict,
                                  .open_meshes = OpenMeshes::Surfaces});
        const bool inside =
            found.verdict == Verdict::AInsideB || found.verdict == Verdict::BInsideA;
        // Asked about surfaces: a body that floats within another does not meet it.
        const bool met =
            found.verdict != Verdict::Apart && !(inside && (scene_.asked == Asked::Meet || all));
        answer.meet |= met;
        answer.pairs.reserve(answer.pairs.size() + found.pairs.size());
        for (const TrianglePair& pair : found.pairs) {
            answer.pairs.push_back({other, pair.a, pair.b});
        }
        return found.hash;
    }

    const MeshScene& scene_;
    Way way_;
};

/// On one thread and on two.
template <typename Way>
void add_entrants(const std::string& name, const std::string& configuration,
                  std::vector<MeshEntrant>& entrants) {
    const auto enter = [](const MeshScene& scene,
                          const Context& context) -> std::unique_ptr<MeshPeer> {
        return Way::answers(scene) ? std::make_unique<ImpingeMeshes<Way>>(scene, context) : nullptr;
    };
    const std::string version = "impinge " IMPINGE_VERSION_STRING ", exact: ";
    entrants.push_back({name, version + configuration, 1,
                        [=](const MeshScene& scene) { return enter(scene, Context(1)); }});
    // All threads that the contest allows: the pool stays awake from one call to the next.
    entrants.push_back({name + " on 2 threads", "the same", 2,
                        [=](const MeshScene& scene) { return enter(scene, Context()); }});
}

} // namespace

std::vector<MeshEntrant> impinge_meshes() {
    std::vector<MeshEntrant> entrants;
    add_entrants<BareMeshes>(
        "impinge", "collide(), self_intersections() and distance() on bare meshes", entrants);
#ifdef IMPINGE_BENCH_MODELS
    add_entrants<PreparedModels>("impinge prepared",
                                 "collide() and distance() on models, refitted where bodies deform",
                                 entrants);
#endif
#ifdef IMPINGE_BENCH_SNAPSHOTS
    add_entrants<SharedSnapshots>("impinge shared", "collide() on snapshots", entrants);
#endif
    return entrants;
}

} // namespace impinge::bench::peers
