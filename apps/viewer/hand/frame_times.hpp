// SPDX-License-Identifier: Apache-2.0
//
// What frames of the walkthrough took, and how that goes with the number of bodies and of pairs
// that collide.
#pragma once

#include <cstddef>
#include <vector>

namespace impinge::viewer {

struct FrameTime {
    std::size_t bodies = 0;
    std::size_t colliding = 0; ///< pairs
    double drawing_ms = 0;     ///< of the frame drawn last before
    double collision_ms = 0;
};

/// The middle one of all frames with so many bodies, or pairs.
struct TimeAtCount {
    std::size_t count = 0;
    double drawing_ms = 0;
    double collision_ms = 0;
};

enum class CountOf { Bodies, CollidingPairs };

class FrameTimes {
  public:
    static constexpr std::size_t most = 4096; ///< older ones are forgotten

    void add(const FrameTime& time);
    void clear() { times_.clear(); }
    [[nodiscard]] const std::vector<FrameTime>& all() const { return times_; }
    /// By ascending counts. Counts are put together so that there are at most `points` of them.
    [[nodiscard]] std::vector<TimeAtCount> over(CountOf what, std::size_t points = 64) const;

  private:
    std::vector<FrameTime> times_;
};

} // namespace impinge::viewer
