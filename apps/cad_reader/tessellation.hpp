// SPDX-License-Identifier: Apache-2.0
//
// A solid, or faces, as triangles.
#pragma once

#include "impinge/files.hpp"

#include <TopoDS_Shape.hxx>

#include <cstddef>

namespace impinge::cad_reader {

struct Fineness {
    double deflection = 0; ///< in the unit of the shape; 0: from its size
    double angle_radians = 0;
};

struct Tessellation {
    Mesh mesh;
    double chord_error = 0;
    std::size_t faces = 0;
    std::size_t faces_without_triangles = 0;
};

/// The shape has no location. Triangles face outwards; those of a solid enclose a positive volume.
Tessellation tessellate(const TopoDS_Shape& shape, BodyKind kind, const Fineness& fineness);

} // namespace impinge::cad_reader
