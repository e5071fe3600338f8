// SPDX-License-Identifier: Apache-2.0
//
// Two small bodies drawn from the bytes of an input: soups that share corners, and closed boxes and
// tetrahedra, with coordinates where arithmetic is hard: on small grids, one rounding step apart,
// beneath the normal numbers, near the largest, or of any bits at all.
#pragma once

#include "impinge/collide.hpp"
#include "tests/fuzz/byte_source.hpp"

namespace impinge::fuzz {

struct SmallBody {
    Mesh mesh;
    Rigid pose;

    [[nodiscard]] Body body() const { return {mesh.view(), pose}; }
};

/// At most 40 triangles. Indices may be out of range and coordinates not finite.
SmallBody draw_body(ByteSource& source);

} // namespace impinge::fuzz
