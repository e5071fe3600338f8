// SPDX-License-Identifier: Apache-2.0
//
// What the hand touches: a World with all bodies of the scene and the parts of the hand, asked
// again whenever something has moved. Bodies that are convex are polytopes in it.
#pragma once

#include "check/check_types.hpp"
#include "impinge/world.hpp"

#include <map>
#include <memory>
#include <set>
#include <vector>

namespace impinge::viewer {

struct PlacedPart {
    std::shared_ptr<const Mesh> mesh;
    Rigid pose; ///< in the world
};

struct HandQuestion {
    std::uint64_t serial = 0;
    std::vector<CheckedBody> bodies; ///< of the scene
    PairWishes wishes;               ///< pairs of them that are no question do not collide
    OpenMeshes open_meshes = OpenMeshes::UnfinishedSolids;
    std::vector<PlacedPart> parts;           ///< of a hand that is no body of the scene
    std::optional<BodyIndex> hand_body = {}; ///< or which body it is
};

struct HandFinding {
    std::uint64_t serial = 0; ///< of the question
    std::vector<bool> touched_parts;
    std::set<BodyIndex> touched;  ///< by the hand
    std::set<BodyIndex> crossing; ///< bodies that overlap others
    std::size_t bodies = 0;       ///< in the world, with the parts of the hand
    std::size_t colliding = 0;    ///< pairs that have a point in common, touching ones too
    std::size_t candidates = 0;   ///< pairs whose boxes overlap
    std::size_t asked_exact = 0;
    double milliseconds = 0;
    bool rebuilt = false; ///< bodies came or went, which took part of the time
    std::optional<Error> error;
};

class HandWorld {
  public:
    HandFinding ask(const HandQuestion& question, const Context& context);

  private:
    struct Slot {
        std::shared_ptr<const Mesh> mesh; ///< null: not in the world
        Rigid pose;
        BodyId id;
    };

    Status fill(HandFinding& finding, const HandQuestion& question, const Context& context);
    Status place(std::vector<Slot>& slots, std::size_t number, const PlacedPart& part,
                 const PairFilter& filter, bool& rebuilt);
    Expected<BodyId> add(const std::shared_ptr<const Mesh>& mesh, const BodyOptions& options);
    Status place_all(const HandQuestion& question, bool& rebuilt);
    Status remove(Slot& slot);
    void forget_unused();
    void sort_out(const HandQuestion& question, const WorldStep& step, HandFinding& finding) const;

    OpenMeshes open_meshes_ = OpenMeshes::UnfinishedSolids;
    World world_{WorldOptions{}};
    std::vector<Slot> bodies_;
    std::vector<Slot> parts_;
    /// Of meshes that are convex; none for others.
    std::map<std::shared_ptr<const Mesh>, std::optional<Polytope>> polytopes_;
};

} // namespace impinge::viewer
