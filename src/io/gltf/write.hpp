// SPDX-License-Identifier: Apache-2.0
//
// GLB: a file of glTF 2.0 in one piece, a node with a name for each body.
#pragma once

#include "impinge/files.hpp"

#include <string>

namespace impinge::inline v0 {

/// Corners are stored as floats, seen from the middle of their mesh, and the nodes put them where
/// they belong: a coordinate is off by at most 2^-24 of the size of its mesh, wherever that stands.
/// In metres if the unit is known. Bodies that share a mesh share it in the file. Indices must be
/// in range, and no mesh empty.
std::string glb_bytes(const FileBodies& bodies);

} // namespace impinge::inline v0
