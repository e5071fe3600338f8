// SPDX-License-Identifier: Apache-2.0
//
// How far the triangles of a face lie from the surface, and its cut edges from their curves:
// measured at points of each, between which a smooth surface does little more. A plane has no error
// but that of its edges.
#pragma once

#include <TopoDS_Face.hxx>

namespace impinge::cad_reader {

/// Of a face that has triangles.
double chord_error(const TopoDS_Face& face);

} // namespace impinge::cad_reader
