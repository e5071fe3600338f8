// SPDX-License-Identifier: Apache-2.0
//
// Where something lies along an axis of a view.
#pragma once

#include <algorithm>
#include <limits>

namespace impinge::inline v0::raster {

/// An interval, empty by default.
struct Range {
    double min = std::numeric_limits<double>::infinity();
    double max = -std::numeric_limits<double>::infinity();

    void include(double value) {
        min = std::min(min, value);
        max = std::max(max, value);
    }
    [[nodiscard]] double size() const { return max - min; }
    [[nodiscard]] double middle() const { return min / 2 + max / 2; }
};

/// What both hold; turned round (its size is negative) if that is nothing.
inline Range common(const Range& a, const Range& b) {
    return {std::max(a.min, b.min), std::min(a.max, b.max)};
}

/// Of this size around the same middle.
inline Range resized(const Range& range, double size) {
    return {range.middle() - size / 2, range.middle() + size / 2};
}

} // namespace impinge::inline v0::raster
