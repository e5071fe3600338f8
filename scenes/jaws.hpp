// SPDX-License-Identifier: Apache-2.0
//
// Two rows of teeth, open, touching and biting: the case of the dental laboratory. Units are mm; x
// points to the left of the mouth, y to the front, z up.
#pragma once

#include "impinge/mesh.hpp"

#include <cstddef>
#include <cstdint>

namespace impinge::scenes {

enum class Bite : std::uint8_t {
    Open,     ///< 6 mm above the touching position
    Touching, ///< exactly touching: the surfaces meet in at least one point and cross nowhere
    Biting,   ///< 0.25 mm below the touching position and a little to the side and back
};

struct JawOptions {
    Bite bite = Bite::Touching;
    std::size_t triangles = 110000; ///< both jaws together, within 10 %; at least 4,000
    std::uint64_t seed = 1;         ///< varies the teeth
};

struct Jaws {
    Mesh upper;
    Mesh lower;
};

/// Fourteen teeth a jaw, from molar to molar, in gum on a base that is closed at the back. Each jaw
/// is a height over one plane region, hence closed, oriented and free of self-intersections.
///
/// All coordinates are multiples of 2^-20 mm, and both jaws have their vertices at the same places
/// (x, y) and the same diagonals. So the gap is linear over each triangle, its minimum is at a
/// vertex and can be taken away without rounding: touching is exact.
Jaws jaws(const JawOptions& options = {});

} // namespace impinge::scenes
