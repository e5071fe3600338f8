// SPDX-License-Identifier: Apache-2.0
//
// Sweep and prune: sorted endpoints on three axes from one frame to the next, and what the swaps of
// a frame tell: which pairs of boxes began to overlap and which ceased.
#pragma once

#include "broadphase/sweep/endpoint_list.hpp"

#include <array>

namespace impinge::inline v0 {

/// What became of the boxes since the last update.
struct BoxChanges {
    std::vector<std::uint32_t> movers;   ///< in the lists, with other coordinates than there
    std::vector<std::uint32_t> arrivals; ///< not in the lists yet
    /// Arrivals, boxes that are empty by now, and those that became stationary or ceased to be so.
    std::vector<std::uint32_t> remade;
};

struct SweepUpdate {
    std::vector<BoxPair> begun; ///< sorted, each once
    std::vector<BoxPair> ended;
    std::uint64_t swaps = 0;
};

enum class SweepSort : std::uint8_t { Insertion, Bubble };

/// Lists are kept from build() to drop(). As long as they are kept, every box that changes has to
/// be named by touch().
class SweepAndPrune {
  public:
    [[nodiscard]] bool kept() const { return kept_; }
    void drop();
    /// Sorts from scratch.
    void build(const BatchBoxes& now, const Context& context);

    void touch(std::uint32_t box) { touched_.push_back(box); }
    void touch_all() { all_touched_ = true; }

    [[nodiscard]] BoxChanges changes(const BatchBoxes& now);
    /// Remade boxes are compared with all others, so a build is faster where they are many.
    SweepUpdate update(const BatchBoxes& now, const BoxChanges& changes, SweepSort sort,
                       const Context& context);

    /// Boxes as the lists have them; as many as there are now, after a call of changes().
    [[nodiscard]] BatchBoxes before() const { return {boxes_, mobility_}; }

  private:
    void remember(const BatchBoxes& now, const BoxChanges& changes);

    std::array<EndpointList, 3> lists_{EndpointList(0), EndpointList(1), EndpointList(2)};
    std::vector<Box3> boxes_;
    std::vector<Mobility> mobility_;
    std::vector<std::uint32_t> touched_;
    bool all_touched_ = false;
    bool kept_ = false;
};

} // namespace impinge::inline v0
