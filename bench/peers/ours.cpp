// SPDX-License-Identifier: Apache-2.0
//
// impinge: a World as it is by default.
#include "bench/peers/moving_bodies.hpp"
#include "bench/peers/world_bodies.hpp"
#include "bench/timed.hpp"

#include "impinge/version.hpp"

namespace impinge::bench::peers {
namespace {

class ImpingeBodies : public Peer {
  public:
    explicit ImpingeBodies(const MovingBodies& scene)
        : scene_(scene), ids_(add_bodies(world_, scene)) {}

    void ask(std::size_t frame, Answer& answer) override {
        const double moving = timed([&] { move_bodies(world_, ids_, scene_.frames[frame]); });
        take_over(value_or_throw(world_.step(Context(1))), answer);
        answer.broad_phase_milliseconds += moving;
    }

  private:
    const MovingBodies& scene_;
    World world_;
    std::vector<BodyId> ids_;
};

} // namespace

Entrant<MovingBodies> impinge_moving_bodies() {
    return {"impinge", "impinge " IMPINGE_VERSION_STRING ", double: World with its defaults",
            [](const MovingBodies& scene) { return std::make_unique<ImpingeBodies>(scene); }};
}

} // namespace impinge::bench::peers
