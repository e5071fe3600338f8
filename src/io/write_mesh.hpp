// SPDX-License-Identifier: Apache-2.0
//
// Writes meshes as binary STL, OBJ or PLY. Files appear whole or not at all (see write_file.hpp).
#pragma once

#include "impinge/expected.hpp"
#include "impinge/mesh.hpp"

#include <filesystem>
#include <string>

namespace impinge {

/// The format follows the extension: .stl (binary), .obj, .ply (binary, little-endian, doubles).
/// Reading an .obj or .ply file back gives the same mesh bit for bit. Binary STL stores every
/// corner in single precision and knows no vertex indices; see survives_as_stl().
/// Fails on a mesh that validate() refuses.
Status write_mesh(const std::filesystem::path& path, const Mesh& mesh);

/// Whether every coordinate is a float already, so that binary STL would not round it.
bool survives_as_stl(const Mesh& mesh);

/// The bytes of such files, for callers that send them elsewhere. Indices must be in range.
std::string stl_bytes(const Mesh& mesh);
std::string obj_bytes(const Mesh& mesh);
std::string ply_bytes(const Mesh& mesh);

} // namespace impinge
