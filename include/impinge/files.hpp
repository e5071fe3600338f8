// SPDX-License-Identifier: Apache-2.0
//
// Reads meshes from files that nobody vouches for, and writes them: STL (binary and ASCII), OBJ,
// PLY, OFF; glTF, GLB and 3MF are read. Part of the library impinge::io.
//
//     impinge::Status weld(const char* from, const char* to) {
//         const auto mesh = impinge::read_mesh(from); // of an STL file, equal corners become one
//         return mesh ? impinge::write_mesh(to, *mesh) : impinge::Status(mesh.error());
//     }
//
// Every failure is an Error whose message reads "FILE: PLACE: reason", the place being a line or a
// byte offset. A mesh that is returned has all its indices in range, finite coordinates and at
// least one triangle; nothing in the file was dropped on the way except what the format's parser
// documents as ignored. Memory stays within a small multiple of the file's size. Files are written
// whole or not at all.
//
// Thread rule: safe to call from any number of threads at once.
#pragma once

#include "impinge/standard.hpp"
#ifdef IMPINGE_HAS_CPP20

#include "impinge/expected.hpp"
#include "impinge/export.h"
#include "impinge/mesh.hpp"
#include "impinge/rigid.hpp"
#include "impinge/unit.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace impinge::inline v0 {

/// Which vertices are made one.
enum class Weld : std::uint8_t {
    AsFormat, ///< equal coordinates in STL, which knows no indices; others as stored
    Equal,    ///< equal coordinates in every format
};

/// What becomes a body of its own.
enum class Split : std::uint8_t {
    AsFormat, ///< glTF: each node with a mesh; 3MF: each mesh of each build item; others: the file
    Groups,   ///< OBJ too: each `o` or `g`
};

struct ReadOptions {
    Weld weld = Weld::AsFormat;
    Split split = Split::AsFormat;

    friend bool operator==(const ReadOptions&, const ReadOptions&) = default;
};

/// A body as a file holds it. Instances share one mesh.
struct FileBody {
    std::string name; ///< as the file has it; empty where it has none, and not always unique
    std::shared_ptr<const Mesh> mesh;
    /// World = pose applied to the mesh. May mirror or shear where the file says so.
    Rigid pose;
};

struct FileBodies {
    std::vector<FileBody> bodies;   ///< at least one
    std::optional<LengthUnit> unit; ///< if the format states one: metres in glTF, any in 3MF
    /// Of an OBJ file read as one body: how many objects and groups have faces, at most 1000. Above
    /// 1, Split::Groups would give as many bodies. 0 for everything else.
    std::size_t unsplit_groups = 0;
};

/// The bodies of a file. The format is told from the content first, then from the extension.
IMPINGE_API Expected<FileBodies> read_bodies(const std::filesystem::path& path,
                                             const ReadOptions& options = {});

/// The same for bytes already in memory; `name` stands for the file in messages, gives the
/// extension, and its folder is where a glTF file's buffers are looked for.
IMPINGE_API Expected<FileBodies> parse_bodies(std::span<const char> bytes,
                                              const std::filesystem::path& name,
                                              const ReadOptions& options = {});

/// All bodies of a file as one mesh, poses applied; where a pose mirrors, triangles are turned so
/// that they still face outwards. Fails where a file of few bytes would unfold into a mesh out of
/// all proportion, by instances of instances; read_bodies() holds each mesh once.
IMPINGE_API Expected<Mesh> read_mesh(const std::filesystem::path& path,
                                     const ReadOptions& options = {});
IMPINGE_API Expected<Mesh> parse_mesh(std::span<const char> bytes,
                                      const std::filesystem::path& name,
                                      const ReadOptions& options = {});

/// The format follows the extension: .stl (binary), .obj, .ply (binary), .off. All but STL, which
/// holds floats, read back as the same bits.
IMPINGE_API Status write_mesh(const std::filesystem::path& path, const Mesh& mesh);

/// A number for every vertex, under a name that PLY allows (no white space).
struct VertexValues {
    std::string name;
    std::span<const double> values;
    /// As what it is written. Many programs take a "quality" only as a float.
    Scalar type = Scalar::Float64;
};

/// Red, green, blue.
using VertexColour = std::array<std::uint8_t, 3>;

/// A binary PLY file whose vertices carry further properties, in the given order,
/// and colours, if there are any. MeshLab and CloudCompare show the colours at once, and a value
/// called "quality" as such.
IMPINGE_API Status write_mesh_with_values(const std::filesystem::path& path, const Mesh& mesh,
                                          std::span<const VertexValues> values,
                                          std::span<const VertexColour> colours = {});

} // namespace impinge::inline v0

#endif // IMPINGE_HAS_CPP20
