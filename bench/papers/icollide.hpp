// SPDX-License-Identifier: Apache-2.0
//
// The experiments of section 6 of Cohen, Lin, Manocha and Ponamgi 1995: one parameter of the swarm
// varies, the others stay as they are by default.
#pragma once

#include "bench/peers/moving_bodies.hpp"
#include "bench/peers/standing_json.hpp"
#include "impinge/world.hpp"
#include "scenes/moving_polytopes.hpp"

#include <string>
#include <vector>

namespace impinge::bench {

/// One graph: what varies, and through which values.
struct Graph {
    std::string name;
    std::string axis;
    std::vector<double> values;
    void (*set)(scenes::SwarmParameters& parameters, double value);
};

/// Those of the paper; one over the translation, which it names but does not show; and one over the
/// faces of bodies that move little, up to many, which is where the walk should gain.
std::vector<Graph> icollide_graphs();

/// A world of one kind, and how long the stages of its frames took.
class StagedWorld : public peers::Peer {
  public:
    StagedWorld(const peers::MovingBodies& scene, const WorldOptions& options);

    void ask(std::size_t frame, peers::Answer& answer) override;
    /// Medians from the given frame on.
    [[nodiscard]] Json to_json(std::size_t first_frame) const;

  private:
    struct Stages {
        WorldTimes milliseconds;
        std::uint64_t swaps = 0;
        std::uint64_t settled_by_features = 0;
    };

    const peers::MovingBodies& scene_;
    World world_;
    std::vector<BodyId> ids_;
    std::vector<Stages> frames_;
    BroadPhaseMethod last_method_ = BroadPhaseMethod::BruteForce;
};

/// A way to ask: a line in each graph.
struct Variant {
    std::string name;
    WorldOptions options;
};

/// Sweep and prune with the boxes of the paper, then what World does by default; verdicts by the
/// linear program, and by the walk to the closest features.
std::vector<Variant> icollide_variants();

} // namespace impinge::bench
