// SPDX-License-Identifier: Apache-2.0
//
// The bytes of mesh files, which write_mesh() puts into files.
#pragma once

#include "impinge/files.hpp"

#include <span>
#include <string>

namespace impinge::inline v0 {

/// Whether every coordinate is a float already, so that binary STL would not round it.
bool survives_as_stl(const Mesh& mesh);

// Indices must be in range, and there must be one value for each vertex.
std::string stl_bytes(const Mesh& mesh);
std::string obj_bytes(const Mesh& mesh);
std::string off_bytes(const Mesh& mesh);
/// Binary; coordinates and values as doubles, so that they read back as the same bits.
std::string ply_bytes(const Mesh& mesh, std::span<const VertexValues> values = {},
                      std::span<const VertexColour> colours = {});

} // namespace impinge::inline v0
