// SPDX-License-Identifier: Apache-2.0
//
// Spur gears with involute flanks, alone and as a meshing pair.
#pragma once

#include "impinge/mesh.hpp"

#include <cstddef>

namespace impinge::scenes {

struct Gear {
    int teeth = 24;         ///< 12 or more
    double module = 1;      ///< pitch diameter divided by teeth; the unit of all other sizes here
    double width = 6;       ///< along z, from 0 up
    double bore_radius = 4; ///< must stay below the root of the teeth
    double backlash = 0.08; ///< how much thinner a tooth is than its gap, along the pitch circle
    std::size_t triangles = 10000; ///< met within 10 %; at least 48 for each tooth
};

/// Around the z axis, the middle of a tooth on the +x axis. The pressure angle is 20 degrees.
Mesh gear(const Gear& shape = {});

struct GearPair {
    Mesh driver;
    Mesh driven;
};

/// Two gears in mesh, the second on the +x axis of the first with a gap opposite the tooth. At the
/// proper distance (`closer` = 0) they clear each other by about half the backlash on both flanks;
/// each module of `closer` takes away a third of a module, so from about 0.15 on finely cut gears
/// interfere. `triangles` is for both together.
GearPair meshing_gears(const Gear& shape, int driven_teeth, double closer);

} // namespace impinge::scenes
