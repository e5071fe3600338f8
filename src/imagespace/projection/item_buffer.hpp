// SPDX-License-Identifier: Apache-2.0
//
// The item buffer: each triangle drawn with its own number, so that every pixel tells which one is
// seen there.
#pragma once

#include "imagespace/frame.hpp"

namespace impinge::inline v0::imagespace {

/// Which end of a body along the rays.
enum class End : std::uint8_t { Nearest, Farthest };

/// Of one body: the triangle seen in every pixel (raster::no_id where there is none), and its
/// depth.
struct Items {
    std::vector<std::uint32_t> triangles;
    std::vector<float> depths;
};

/// The four ends of two bodies.
struct Ends {
    Items nearest_a;
    Items farthest_a;
    Items nearest_b;
    Items farthest_b;
};

Expected<Ends> draw_ends(raster::Device& device, const raster::View& view, const Side& a,
                         const Side& b);

} // namespace impinge::inline v0::imagespace
