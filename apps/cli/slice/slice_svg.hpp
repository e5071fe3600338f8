// SPDX-License-Identifier: Apache-2.0
//
// A slice as a drawing: SVG, which browsers and drawing programs show.
#pragma once

#include "impinge/slice.hpp"

#include <cstdint>
#include <string>

namespace impinge::cli {

/// What the window shows: both bodies whole, or the overlap with its surroundings.
enum class SliceWindow : std::uint8_t { Whole, Overlap };

struct SliceDrawing {
    std::string name_a;
    std::string name_b;
    std::string unit; ///< of the coordinates; empty if none is known
    SliceWindow window = SliceWindow::Whole;
};

std::string slice_svg(const Slice& slice, const SliceDrawing& drawing);

} // namespace impinge::cli
