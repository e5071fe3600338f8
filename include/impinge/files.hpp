// SPDX-License-Identifier: Apache-2.0
//
// Reads meshes from files that nobody vouches for, and writes them: STL (binary and ASCII), OBJ,
// PLY, OFF, GLB; glTF and 3MF are read, and with the library impinge::cad (impinge/cad.hpp) STEP,
// IGES and BREP too. Part of the library impinge::io.
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

#include "impinge/context.hpp"
#include "impinge/expected.hpp"
#include "impinge/export.h"
#include "impinge/mesh.hpp"
#include "impinge/predicates.hpp"
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

/// How STEP, IGES and BREP files become triangles, and what reading them may take. Other formats
/// do not look at it.
struct CadOptions {
    /// How far triangles may lie from a curved surface, as a wish: BodyFacts::chord_error says how
    /// far they do. 0: a thousandth of the diagonal of the solid's box.
    double deflection = 0;
    std::optional<LengthUnit> deflection_unit = {}; ///< the file's own if absent
    /// The largest angle between neighbouring triangles along a curve; more than 0, at most 90.
    double angular_deflection_degrees = 12;
    double time_limit_seconds = 120; ///< a file that takes longer is refused
    /// In bytes, of the process that reads; one that needs more is refused. Also the most that
    /// its answer may take.
    std::uint64_t memory_limit = std::uint64_t{4} << 30;

    friend bool operator==(const CadOptions&, const CadOptions&) = default;
};

enum class CadFormat : std::uint8_t { Step, Iges, Brep };

/// "STEP", "IGES", "BREP".
IMPINGE_API const char* to_string(CadFormat format);

struct ReadOptions {
    Weld weld = Weld::AsFormat;
    Split split = Split::AsFormat;
    CadOptions cad = {};

    friend bool operator==(const ReadOptions&, const ReadOptions&) = default;
};

/// Red, green, blue; sRGB.
using VertexColour = std::array<std::uint8_t, 3>;

/// What a file says that a body is.
enum class BodyKind : std::uint8_t {
    Mesh,    ///< the triangles that the file holds
    Solid,   ///< of a CAD file: a solid
    Surface, ///< of a CAD file: faces that bound no solid
};

/// "mesh", "solid", "surface": stable.
IMPINGE_API const char* to_string(BodyKind kind);

/// What a file says of a body beside its triangles.
struct BodyFacts {
    BodyKind kind = BodyKind::Mesh;
    /// Of a CAD file: the part that the body is an instance of ("nut"). Empty elsewhere.
    std::string part = {};
    std::optional<VertexColour> colour = {};
    /// How far the triangles lie from the curved surface that they stand for, measured at many
    /// points of each (docs/cad.md); 0 where triangles are all there is. In the unit of the
    /// coordinates that the body has where this stands.
    double chord_error = 0;

    friend bool operator==(const BodyFacts&, const BodyFacts&) = default;
};

/// A body as a file holds it. Instances share one mesh.
struct FileBody {
    /// As the file has it; empty where it has none, and not always unique. Of a CAD file the path
    /// through its assemblies, unique: "as1/rod-assembly/nut", "as1/rod-assembly/nut#2".
    std::string name;
    std::shared_ptr<const Mesh> mesh;
    /// World = pose applied to the mesh. May mirror or shear where the file says so.
    Rigid pose;
    BodyFacts facts = {};
};

struct FileBodies {
    std::vector<FileBody> bodies; ///< at least one
    /// If the format states one: metres in glTF, any in 3MF, STEP and IGES.
    std::optional<LengthUnit> unit;
    /// Of an OBJ file read as one body: how many objects and groups have faces, at most 1000. Above
    /// 1, Split::Groups would give as many bodies. 0 for everything else.
    std::size_t unsplit_groups = 0;
    /// What could not be made use of, in words: faces of a CAD file that have no triangles.
    std::vector<std::string> remarks = {};
};

/// Reads the bytes of a CAD file; its errors do not name the file. Cancelled, it fails.
using CadReader = Expected<FileBodies> (*)(std::span<const char> bytes, CadFormat format,
                                           const CadOptions& options, const Context& context);

/// Who reads CAD files from now on, in the whole process; null for nobody, which is how it begins.
/// enable_cad() of impinge/cad.hpp calls this.
IMPINGE_API void set_cad_reader(CadReader reader) noexcept;

/// The bodies of a file. The format is told from the content first, then from the extension. The
/// context can end the reading of a CAD file, with an error.
IMPINGE_API Expected<FileBodies> read_bodies(const std::filesystem::path& path,
                                             const ReadOptions& options = {},
                                             const Context& context = {});

/// The same for bytes already in memory; `name` stands for the file in messages, gives the
/// extension, and its folder is where a glTF file's buffers are looked for.
IMPINGE_API Expected<FileBodies> parse_bodies(std::span<const char> bytes,
                                              const std::filesystem::path& name,
                                              const ReadOptions& options = {},
                                              const Context& context = {});

/// All bodies of a file as one mesh, poses applied; where a pose mirrors, triangles are turned so
/// that they still face outwards. Fails where a file of few bytes would unfold into a mesh out of
/// all proportion, by instances of instances; read_bodies() holds each mesh once.
IMPINGE_API Expected<Mesh> read_mesh(const std::filesystem::path& path,
                                     const ReadOptions& options = {}, const Context& context = {});
IMPINGE_API Expected<Mesh> parse_mesh(std::span<const char> bytes,
                                      const std::filesystem::path& name,
                                      const ReadOptions& options = {}, const Context& context = {});

/// Where the corners of a triangle lie in a picture: (0, 0) is its lower left corner, (1, 1) its
/// upper right one. A place may be outside, where the picture is repeated.
using TriangleUv = std::array<Vec2d, 3>;

struct MappedMesh {
    Mesh mesh;
    /// One entry for each triangle, or none: if the file does not say it for all of them.
    std::vector<TriangleUv> uv;
    std::size_t mapped_triangles = 0; ///< for which it says it
};

/// As read_mesh() without splitting, with the texture coordinates of OBJ (vt), glTF (TEXCOORD_0,
/// turned upside down: there the origin is the upper left corner) and PLY (of vertices: s and t, u
/// and v, texture_u and texture_v, or texture_s and texture_t; of faces: texcoord). In other
/// formats they are not looked for.
IMPINGE_API Expected<MappedMesh> read_mapped_mesh(const std::filesystem::path& path,
                                                  const ReadOptions& options = {},
                                                  const Context& context = {});
IMPINGE_API Expected<MappedMesh> parse_mapped_mesh(std::span<const char> bytes,
                                                   const std::filesystem::path& name,
                                                   const ReadOptions& options = {},
                                                   const Context& context = {});

/// The format follows the extension: .stl (binary), .obj, .ply (binary), .off. All but STL, which
/// holds floats, read back as the same bits.
IMPINGE_API Status write_mesh(const std::filesystem::path& path, const Mesh& mesh);

/// Several bodies, poses applied:
///  - FILE.glb: glTF in one piece, each body a node of its name; in metres if their unit is known.
///    Corners are floats about the middle of their mesh: off by at most 2^-24 of its size;
///  - FILE.ply, .stl, .obj, .off: all as one mesh, as write_mesh() writes it;
///  - a folder, or a name without extension, which becomes one: NAME.ply for each body. Names must
///    then be names of files, and each there once.
/// Fails on no bodies, and on bodies without triangles.
IMPINGE_API Status write_bodies(const std::filesystem::path& path, const FileBodies& bodies);

/// A number for every vertex, under a name that PLY allows (no white space).
struct VertexValues {
    std::string name;
    std::span<const double> values;
    /// As what it is written. Many programs take a "quality" only as a float.
    Scalar type = Scalar::Float64;
};

/// A binary PLY file whose vertices carry further properties, in the given order,
/// and colours, if there are any. MeshLab and CloudCompare show the colours at once, and a value
/// called "quality" as such.
IMPINGE_API Status write_mesh_with_values(const std::filesystem::path& path, const Mesh& mesh,
                                          std::span<const VertexValues> values,
                                          std::span<const VertexColour> colours = {});

} // namespace impinge::inline v0

#endif // IMPINGE_HAS_CPP20
