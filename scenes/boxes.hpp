// SPDX-License-Identifier: Apache-2.0
//
// Axis-parallel boxes: the shape that meets its like flush, aligned and in every other exact way.
#pragma once

#include "impinge/mesh.hpp"

#include <cstddef>
#include <string_view>

namespace impinge::scenes {

/// A box with outward normals, its faces cut into grids so that it has nearly the wanted number of
/// triangles (within 10 % from 200 on; never fewer than 12). The outermost coordinates are those
/// given, bit for bit.
Mesh box(Vec3d low, Vec3d high, std::size_t triangles = 12);

/// How two boxes of a pair lie to each other.
enum class BoxRelation {
    Apart,      ///< a gap of half a unit
    Flush,      ///< faces of different size in one plane, overlapping
    EdgeToEdge, ///< sharing part of an edge
    Corner,     ///< sharing one corner
    Aligned,    ///< walls with two pairs of faces in common planes, overlapping by half a unit
    Inside,     ///< one within the other, nowhere touching
    InsideFlush ///< one within the other, on its floor
};

struct BoxPair {
    Mesh a;
    Mesh b;
};

/// `triangles` for both boxes together.
BoxPair box_pair(BoxRelation relation, std::size_t triangles = 24);

} // namespace impinge::scenes
