// SPDX-License-Identifier: Apache-2.0
//
// Five teeth of one side of the mouth, each closed below by its root: two upper molars against the
// lower molars and the premolar before them. Units are mm; x points to the back of the mouth, y to
// the cheek, z up.
#pragma once

#include "impinge/mesh.hpp"
#include "impinge/rigid.hpp"

#include <array>
#include <cstddef>
#include <cstdint>

namespace impinge::scenes {

struct TeethOptions {
    std::size_t triangles = 110000; ///< all teeth together, within 10 %; at least 1,000
    std::uint64_t seed = 1;         ///< varies the teeth
};

/// Held about 0.2 mm apart.
struct Teeth {
    Mesh upper; ///< two teeth
    Mesh lower; ///< three
};

/// Each tooth is the space between two heights over one plan, hence closed, oriented and free of
/// self-intersections; neighbours leave a gap.
Teeth five_teeth(const TeethOptions& options = {});

/// The pose of the lower teeth when the mouth has closed so far: 0 is open, 1 a deep bite. They
/// turn about the joint of the jaw, stand as five_teeth() made them at 0.75 and meet the upper ones
/// at about 0.8.
Rigid closing_pose(double closed);

/// A position of the lower teeth and a direction to look along, which together decide how much work
/// the bite makes for methods that look along rays.
struct TeethStage {
    const char* name;
    Rigid lower;
    Vec3d direction;
};

/// Of five_teeth() with its default options:
///  - "open": apart, the upper teeth behind the lower ones in every pixel;
///  - "contact": just crossing, seen where the upper teeth begin before the lower ones end;
///  - "bite": the same crossing along the row: only the order of all layers shows it;
///  - "interlocked": apart along the row: cusps lie between cusps.
std::array<TeethStage, 4> teeth_stages();

} // namespace impinge::scenes
