// SPDX-License-Identifier: Apache-2.0
//
// impinge once more: two rigid meshes in a World, moved and asked about step after step. It
// prepares them on its own.
#include "bench/peers/mesh_scene.hpp"
#include "bench/peers/value_or_throw.hpp"

#include "base/hash.hpp"
#include "exact/result_hash.hpp"
#include "impinge/version.hpp"
#include "impinge/world.hpp"

namespace impinge::bench::peers {
namespace {

class WorldMeshes : public MeshPeer {
  public:
    explicit WorldMeshes(const MeshScene& scene)
        : scene_(scene), world_({.margin = scene.asked == Asked::Distance ? reach : 0,
                                 .open_meshes = OpenMeshes::Surfaces}) {
        for (const Mesh& body : scene.bodies) {
            ids_.push_back(value_or_throw(world_.add(body)));
        }
        // Enough for it to see that preparing them pays.
        constexpr std::size_t first_frames = 32;
        for (std::size_t i = 0; i < first_frames; ++i) {
            MeshAnswer ignored;
            ask(i % scene.frame_count(), ignored);
        }
    }

    void ask(std::size_t frame, MeshAnswer& answer) override {
        for (std::size_t i = 0; i < ids_.size(); ++i) {
            if (const Status status = world_.move(ids_[i], scene_.pose(frame, i)); !status) {
                throw std::runtime_error(status.error().message);
            }
        }
        const WorldStep step = value_or_throw(world_.step(context_));
        Interference apart;
        std::uint64_t said = hash_of(apart);
        for (const WorldPair& pair : step.pairs) {
            answer.meet |= pair.interferes();
            answer.distance = pair.distance.value_or(answer.distance);
            said = pair.interferes() ? pair.interference->hash : said;
        }
        if (scene_.asked != Asked::Distance) {
            Hasher hasher;
            hasher.add(said);
            answer.proved_digest = hasher.digest();
        }
    }

  private:
    static constexpr double reach = 2; ///< farther than bodies ever are in these scenes

    const MeshScene& scene_;
    Context context_{1};
    World world_;
    std::vector<BodyId> ids_;
};

} // namespace

MeshEntrant impinge_world_meshes() {
    return {"impinge World", "impinge " IMPINGE_VERSION_STRING ", exact: bodies of a World", 1,
            [](const MeshScene& scene) -> std::unique_ptr<MeshPeer> {
                const bool answers =
                    scene.change == Change::Poses && scene.bodies.size() == 2 &&
                    (scene.asked == Asked::Solids || scene.asked == Asked::Distance);
                return answers ? std::make_unique<WorldMeshes>(scene) : nullptr;
            }};
}

} // namespace impinge::bench::peers
