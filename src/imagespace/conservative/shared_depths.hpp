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

/// One interval for every pixel of the view, rows from the bottom.
class SharedDepths {
  public:
    /// Everywhere, at any depth.
    SharedDepths(int width, int height);
    SharedDepths(int width, int height, std::vector<DepthInterval> intervals)
        : width_(width), height_(height), intervals_(std::move(intervals)) {}

    [[nodiscard]] int width() const { return width_; }
    [[nodiscard]] int height() const { return height_; }
    [[nodiscard]] const DepthInterval& at(int x, int y) const {
        return intervals_.empty()
                   ? everything_
                   : intervals_[static_cast<std::size_t>(y) * static_cast<std::size_t>(width_) +
                                static_cast<std::size_t>(x)];
    }

    /// How many pixels have an interval that is not empty.
    [[nodiscard]] std::uint64_t count() const;
    /// For each pixel whether it has; no pixels if all have every depth.
    [[nodiscard]] std::vector<std::uint8_t> open_pixels() const;

  private:
    int width_;
    int height_;
    std::vector<DepthInterval> intervals_;
    DepthInterval everything_;
};

/// Depths are those of region.view. Each body is drawn twice.
Expected<SharedDepths> shared_depths(const SharedTask& task, const SharedRegion& region);

} // namespace impinge::inline v0::imagespace
