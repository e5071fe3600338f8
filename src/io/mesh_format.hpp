// SPDX-License-Identifier: Apache-2.0
//
// The formats of mesh files: which one a file has (by what it holds if that tells, by its name
// otherwise), and a parser for each.
#pragma once

#include "impinge/files.hpp"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <limits>
#include <map>
#include <optional>
#include <span>
#include <vector>

namespace impinge::inline v0 {

enum class MeshFormat : std::uint8_t {
    StlBinary,
    StlAscii,
    Obj,
    Ply,
    Off,
    Gltf,
    Glb,
    ThreeMf,
    Step,
    Iges,
    Brep
};

/// From the extension, in any case: .stl (taken as binary), .obj, .ply, .off, .gltf, .glb, .3mf,
/// .step, .stp, .iges, .igs, .brep, .brp.
std::optional<MeshFormat> format_of_name(const std::filesystem::path& path);

/// From the bytes, then from the name. A name that says STL and bytes that say PLY make a PLY file;
/// binary STL is recognised by its size even if its header begins with the word "solid".
std::optional<MeshFormat> detect_format(std::span<const char> bytes,
                                        const std::filesystem::path& path);

// Where things lie in a binary STL file; shared by its detection, its reader and its writer.
constexpr std::size_t stl_count_offset = 80;
constexpr std::size_t stl_header_bytes = 84;
constexpr std::size_t stl_triangle_bytes = 50;

// One parser per format, each in the file of its name: all the bytes of a file in, a mesh or bodies
// out, or a ParseFailure thrown. What they return has its indices in range, finite coordinates and
// at least one triangle a mesh. No parser reserves memory for a count that the bytes present could
// not hold.

/// Texture coordinates of all triangles, for those who ask for them; of what a file says nothing
/// about they are NaN.
using MeshUv = std::vector<TriangleUv>;
inline constexpr double no_uv_number = std::numeric_limits<double>::quiet_NaN();
inline constexpr Vec2d no_uv{no_uv_number, no_uv_number};

struct ObjMesh {
    Mesh mesh;
    std::size_t groups = 0; ///< names of `o` and `g` that have faces; see obj.cpp
};

/// Corners are welded where their coordinates are equal; stored normals are ignored.
Mesh parse_stl_binary(std::span<const char> bytes);
/// As binary STL. Several solids in one file become one mesh.
Mesh parse_stl_ascii(std::span<const char> text);
/// Vertices and faces as stored; polygons become fans about their first corner. Normals,
/// materials, lines and points are ignored, texture coordinates if `uv` is null; groups are only
/// counted.
ObjMesh parse_obj(std::span<const char> text, MeshUv* uv = nullptr);
/// The same with each name of `o` and `g` a body; see obj.cpp.
FileBodies parse_obj_groups(std::span<const char> text);
/// Elements `vertex` (x, y, z) and `face` (vertex_indices) of all three encodings; polygons become
/// fans about their first corner, everything else is skipped. Coordinates written as text are read
/// as doubles, whatever type the header declares.
Mesh parse_ply(std::span<const char> bytes, MeshUv* uv = nullptr);
/// Vertices and faces as stored; polygons become fans about their first corner. Normals, texture
/// coordinates and colours are skipped.
Mesh parse_off(std::span<const char> text);
/// glTF and GLB. Buffers that lie in files of their own are looked for in the folder of `name`.
FileBodies parse_gltf(std::span<const char> bytes, const std::filesystem::path& name,
                      std::map<const Mesh*, MeshUv>* uv = nullptr);
/// STEP, IGES and BREP: what the reader makes of them that set_cad_reader() was given.
FileBodies parse_cad(std::span<const char> bytes, CadFormat format, const CadOptions& options,
                     const Context& context);
/// What the build places. Coordinates are read as doubles; see io/threemf.
FileBodies parse_3mf(std::span<const char> bytes);

} // namespace impinge::inline v0
