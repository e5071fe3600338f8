// SPDX-License-Identifier: Apache-2.0
//
// Peers take turns at the frames of one scene, are timed, and their answers are held against those
// of the exact engine.
#pragma once

#include "bench/peers/peer.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace impinge::bench::peers {

struct Contestant {
    std::string name;
    std::string configuration;
    std::unique_ptr<Peer> peer;
};

/// All that enter, set up for a scene.
template <typename Scene>
std::vector<Contestant> enter_all(std::span<const Entrant<Scene>> entrants, const Scene& scene) {
    std::vector<Contestant> contestants;
    for (const Entrant<Scene>& entrant : entrants) {
        contestants.push_back({entrant.name, entrant.configuration, entrant.enter(scene)});
    }
    return contestants;
}

struct ContestRules {
    /// Frames that one answers before it is the next one's turn: long enough that caches are its
    /// own again after the first, short enough that whatever else the machine does meets all.
    std::size_t frames_in_a_row = 10;
    std::size_t untimed_frames = 10; ///< the first ones, answered by all
};

/// How one of them did.
struct Standing {
    std::string name;
    std::string configuration;
    std::vector<double> whole_frame{}; ///< milliseconds, one for each timed frame
    /// Time on all processors: more than that on the clock if somebody uses more than one thread,
    /// less if the machine had other things to do.
    std::vector<double> processor{};
    std::vector<double> broad_phase{};
    std::uint64_t candidates = 0; ///< over the timed frames, as all that follows
    std::uint64_t colliding = 0;
    std::uint64_t missed = 0;   ///< pairs that the exact engine says interfere
    std::uint64_t invented = 0; ///< pairs that it says are apart
    std::uint64_t hash = 0;     ///< of the colliding pairs of all frames, in order
};

/// Pairs with the smaller number first, sorted, each once.
std::vector<BodyPair> in_order(std::vector<BodyPair> pairs);

/// Asks all about every frame; `truth` has the interfering pairs of each, in order.
std::vector<Standing> hold_contest(std::span<const Contestant> contestants,
                                   std::span<const std::vector<BodyPair>> truth,
                                   const ContestRules& rules = {});

} // namespace impinge::bench::peers
