// SPDX-License-Identifier: Apache-2.0
//
// Where in the window two bodies can meet at all, found by the device: depth intervals of both
// bodies at every pixel, by conservative coverage.
#pragma once

#include "imagespace/conservative/shared_region.hpp"

#include <vector>

namespace impinge::inline v0::imagespace {

/// Depths between which whatever both bodies have in common at a pixel lies; empty if first > last.
struct DepthInterval {
    double first = 0;
    double last = 1;

    [[nodiscard]] bool empty() const { return !(first <= last); }
};

/// An interval for every square of `side` x `side` pixels of the view, rows from the bottom.
class SharedDepths {
  public:
    /// Everywhere, at any depth.
    SharedDepths(int width, int height);
    SharedDepths(int width, int height, int side, std::vector<DepthInterval> intervals)
        : width_(width), height_(height), side_(side), intervals_(std::move(intervals)) {}

    [[nodiscard]] int width() const { return width_; }
    [[nodiscard]] int height() const { return height_; }
    /// How many pixels have the same interval, along a side; a power of two.
    [[nodiscard]] int side() const { return side_; }
    /// Of a pixel.
    [[nodiscard]] const DepthInterval& at(int x, int y) const {
        const auto columns = static_cast<std::size_t>((width_ + side_ - 1) / side_);
        return intervals_.empty() ? everything_
                                  : intervals_[static_cast<std::size_t>(y / side_) * columns +
                                               static_cast<std::size_t>(x / side_)];
    }

    /// How many pixels have an interval that is not empty.
    [[nodiscard]] std::uint64_t count() const;
    /// For each pixel whether it has; no pixels if all have every depth.
    [[nodiscard]] std::vector<std::uint8_t> open_pixels() const;

  private:
    int width_;
    int height_;
    int side_ = 1;
    std::vector<DepthInterval> intervals_;
    DepthInterval everything_;
};

/// Depths are those of region.view. Each body is drawn twice, in squares of `side` pixels, a power
/// of two.
Expected<SharedDepths> shared_depths(const SharedTask& task, const SharedRegion& region, int side);

} // namespace impinge::inline v0::imagespace
