// SPDX-License-Identifier: Apache-2.0
//
// Is a frame of moving polytopes what brute force says? For `simulate --verify`, benchmarks and
// tests.
#pragma once

#include "impinge/world.hpp"
#include "scenes/moving_polytopes.hpp"

#include <cstdint>
#include <span>

namespace impinge::scenes {

/// A frame, and the swarm and the world it is of. `ids` are the bodies of the swarm in its order,
/// in a world that holds nothing else and has this margin.
struct CheckedFrame {
    const MovingPolytopes& swarm;
    /// Null if a device found the frame: its boxes are not known, and may hold more than those of
    /// all vertices, which stand in. So there may be more candidates than of these.
    const World* world;
    const WorldStep& step;
    std::span<const BodyId> ids;
    double margin = 0;
};

/// What was compared, and how often it differed.
struct FrameCheck {
    std::uint64_t box_pairs = 0;   ///< that overlap, by comparing every box with every other
    std::uint64_t exact_pairs = 0; ///< asked of collide(): all whose vertices' boxes overlap
    // Differences; all 0 if the frame is right.
    std::uint64_t candidates = 0; ///< more or fewer than box_pairs
    std::uint64_t boxes = 0;      ///< that do not hold their body
    std::uint64_t verdicts = 0;   ///< other than that of collide()
    std::uint64_t distances = 0;  ///< other than that of distance(), for pairs within the margin

    [[nodiscard]] std::uint64_t differences() const {
        return candidates + boxes + verdicts + distances;
    }
};

/// Compares every box of the world, if there is one, with every other one, computes the boxes of
/// all vertices, and asks collide() and distance() about each pair of these that overlap. With a
/// margin all boxes are grown by half of it first. Stops early if cancelled. Time grows with the
/// square of the number of bodies.
Expected<FrameCheck> check_frame(const CheckedFrame& frame, const Context& context = {});

} // namespace impinge::scenes
