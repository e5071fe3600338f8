// SPDX-License-Identifier: Apache-2.0
//
// What a swarm asks of a device: bodies there, and frames, each of which finds the pairs of bodies
// whose boxes overlap and settles most of them by proofs in floats. Nothing here knows OpenGL.
#pragma once

#include "impinge/gpu_swarm.hpp"

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace impinge::inline v0::gpu {

/// Where a verdict stands above the number of the second body of a pair.
inline constexpr unsigned verdict_shift = 29;
inline constexpr std::size_t most_bodies = (std::size_t{1} << verdict_shift) - 1;
/// In place of a verdict: left to the processor.
inline constexpr std::uint32_t verdict_in_doubt = 7;

/// A pair in doubt, with the poses that it was doubted in.
struct DoubtfulBodies {
    std::uint32_t a = 0;
    std::uint32_t b = 0;
    Rigid pose_a;
    Rigid pose_b;
};

/// Pairs of the bodies of one block: numbers that follow each other.
struct PairBlock {
    std::size_t first = 0; ///< in RawSwarm::words, in pairs
    std::size_t count = 0;
};

struct RawSwarm {
    /// Some pose or size is beyond what the device can say: nothing else is told.
    bool beyond_numbers = false;
    /// Two for each pair: the first body; the second one and the verdict. Memory of the device,
    /// until its next frame.
    std::span<const std::uint32_t> words;
    std::vector<PairBlock> blocks; ///< in the order of their bodies
    std::vector<DoubtfulBodies> doubtful;
    SwarmReport report;
};

/// How the bodies of a swarm move by themselves: 16 numbers for each, as the device reads them.
struct MotionNumbers {
    std::vector<double> of_bodies;
    Box3 walls;
};

/// Thread rule: one thread at a time.
class SwarmEngine {
  public:
    virtual ~SwarmEngine() = default;

    /// No frame is under way.
    virtual Status set_bodies(std::span<const Polytope> shapes,
                              std::span<const std::uint32_t> shape_of) = 0;
    virtual Status set_motions(const MotionNumbers& motions) = 0;

    [[nodiscard]] virtual std::size_t slots() const = 0;
    /// Starts a frame in a slot that is free. There are bodies, and a pose for each.
    virtual Status start(std::size_t slot, std::span<const Rigid> poses,
                         const Context& context) = 0;
    /// The same after the next step of their motions.
    virtual Status start_moving(std::size_t slot) = 0;
    /// The same with poses in a buffer of the application.
    virtual Status start_from_buffer(std::size_t slot, unsigned buffer,
                                     std::size_t offset_bytes) = 0;
    /// Waits for the frame, and does it again where a list was too short.
    virtual Expected<RawSwarm> finish(std::size_t slot) = 0;
    /// Of the last frame of a slot. Waits.
    virtual Expected<std::vector<Rigid>> poses(std::size_t slot) = 0;
};

} // namespace impinge::inline v0::gpu
