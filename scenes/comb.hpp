// SPDX-License-Identifier: Apache-2.0
//
// Bodies with a known number of layers along z: combs of parallel plates, plates without a back,
// and pairs that reach into each other without contact. The bodies methods of image space are
// measured on: how much work they make is known in advance.
#pragma once

#include "impinge/mesh.hpp"

#include <cstddef>

namespace impinge::scenes {

/// Plates across z, from z = 0 up, joined by a back at low x unless it is 0 thick.
struct Comb {
    int plates = 3;
    double plate_thickness = 0.5;
    double gap = 0.5;            ///< between neighbouring plates
    double length = 4;           ///< of the plates along x, from x = 0 on
    double width = 4;            ///< along y, from y = 0 on
    double back_thickness = 0.5; ///< the back lies at negative x
    std::size_t triangles = 0;   ///< as for union_of_bricks
};

/// A ray along z meets 2 * plates layers, 2 in the back. Without a back every plate is a body of
/// its own.
Mesh comb(const Comb& shape = {});

struct CombPair {
    Mesh a;
    Mesh b;
};

/// Two combs of `plates` plates each whose plates alternate along z and nowhere touch: ABAB...
/// Every pixel in which plates of both are seen needs the order of all its layers. `triangles` is
/// for both together.
CombPair interlocked_combs(int plates, std::size_t triangles = 0);

/// A convex plate within a gap of a comb of three plates: two layers against six, four of which lie
/// on the side with less of the comb. The plate has slightly more of the triangles.
CombPair plate_in_comb(std::size_t triangles = 0);

/// Two bodies that show two layers everywhere along z. Each has one arm above and one below the
/// other's, so that neither is in front.
CombPair crossed_hooks(std::size_t triangles = 0);

} // namespace impinge::scenes
