// SPDX-License-Identifier: Apache-2.0
//
// Reads meshes from files that nobody vouches for: STL (binary and ASCII), OBJ and PLY.
//
// Every failure is an Error whose message reads "FILE: PLACE: reason", the place being a line or a
// byte offset. A mesh that is returned has all its indices in range, finite coordinates and at
// least one triangle; nothing in the file was dropped on the way except what the format's parser
// documents as ignored. Memory stays within a small multiple of the file's size.
//
// Thread rule: safe to call from any number of threads at once.
#pragma once

#include "impinge/expected.hpp"
#include "impinge/mesh.hpp"

#include <filesystem>
#include <span>

namespace impinge {

/// The file as one mesh. The format is told from the content first, then from the extension.
Expected<Mesh> read_mesh(const std::filesystem::path& path);

/// The same for bytes already in memory; `name` stands for the file in messages and gives the
/// extension.
Expected<Mesh> parse_mesh(std::span<const char> bytes, const std::filesystem::path& name);

} // namespace impinge
