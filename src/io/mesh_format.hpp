// SPDX-License-Identifier: Apache-2.0
//
// Which format a file has: by what it holds if that tells, by its name otherwise.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>

namespace impinge::inline v0 {

enum class MeshFormat : std::uint8_t { StlBinary, StlAscii, Obj, Ply, Off, Gltf, Glb, ThreeMf };

/// From the extension, in any case: .stl (taken as binary), .obj, .ply, .off, .gltf, .glb, .3mf.
std::optional<MeshFormat> format_of_name(const std::filesystem::path& path);

/// From the bytes, then from the name. A name that says STL and bytes that say PLY make a PLY file;
/// binary STL is recognised by its size even if its header begins with the word "solid".
std::optional<MeshFormat> detect_format(std::span<const char> bytes,
                                        const std::filesystem::path& path);

} // namespace impinge::inline v0
