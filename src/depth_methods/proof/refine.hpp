// SPDX-License-Identifier: Apache-2.0
//
// The exact verdict about two solids that were looked at: proved where pixels show an overlap, and
// searched for between the pixels where they show none.
#pragma once

#include "depth_methods/session/sight.hpp"
#include "imagespace/pixel_areas.hpp"

#include <span>

namespace impinge::inline v0::imagespace {

struct RefineTask {
    raster::Device& device;
    const Pair& pair; ///< on the device
    /// In the world, of all that the bodies can have in common; one is chosen if it is null.
    const raster::View* view;
    int resolution; ///< of the view that is chosen
    /// Where pixels show an overlap in a view, if they do and floats drew it.
    const raster::View& overlap_view;
    std::span<const PixelPlace> overlapping;
    const Context& context;
};

struct Refined {
    /// The verdict of collide(). `pairs` are those that it rests on: all that collide() finds,
    /// unless some that pixels show prove that the bodies cross, or the bodies are the same.
    Interference interference;
    RefinementReport report;
    unsigned draws = 0;
    /// For each pixel of the view whether depths of both bodies come together; empty if all were
    /// searched, or none, or no view was given.
    std::vector<std::uint8_t> open_pixels;
};

Expected<Refined> refine(const RefineTask& task);

} // namespace impinge::inline v0::imagespace
