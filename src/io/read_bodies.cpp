// SPDX-License-Identifier: Apache-2.0
//
// From a file to its bodies: tells the format, calls its parser, and turns what the parser throws
// into an Error that names the file.
#include "impinge/files.hpp"

#include "base/enum_names.hpp"
#include "base/no_throw.hpp"
#include "io/file_bytes.hpp"
#include "io/join_bodies.hpp"
#include "io/mesh_format.hpp"
#include "io/parse_failure.hpp"

#include <array>
#include <limits>
#include <variant>

namespace impinge::inline v0 {
namespace {

/// Formats that know one mesh are not wrapped into bodies, from which it could not be taken back.
using Parsed = std::variant<Mesh, ObjMesh, FileBodies>;

MeshFormat known_format(std::span<const char> bytes, const std::filesystem::path& name) {
    if (bytes.empty()) {
        fail_whole("is empty");
    }
    const auto format = detect_format(bytes, name);
    if (!format) {
        fail_whole("is neither STL, OBJ, PLY, OFF, glTF, 3MF, STEP, IGES nor BREP, by its content "
                   "or its name",
                   ErrorCode::Unsupported);
    }
    return *format;
}

Parsed parse(std::span<const char> bytes, const std::filesystem::path& name,
             const ReadOptions& options, const Context& context) {
    switch (known_format(bytes, name)) {
    case MeshFormat::StlBinary:
        return parse_stl_binary(bytes);
    case MeshFormat::StlAscii:
        return parse_stl_ascii(bytes);
    case MeshFormat::Obj:
        if (options.split == Split::Groups) {
            return parse_obj_groups(bytes);
        }
        return parse_obj(bytes);
    case MeshFormat::Ply:
        return parse_ply(bytes);
    case MeshFormat::Off:
        return parse_off(bytes);
    case MeshFormat::Gltf:
    case MeshFormat::Glb:
        return parse_gltf(bytes, name);
    case MeshFormat::Step:
        return parse_cad(bytes, CadFormat::Step, options.cad, context);
    case MeshFormat::Iges:
        return parse_cad(bytes, CadFormat::Iges, options.cad, context);
    case MeshFormat::Brep:
        return parse_cad(bytes, CadFormat::Brep, options.cad, context);
    case MeshFormat::ThreeMf:
        break;
    }
    return parse_3mf(bytes);
}

void check_size(const Mesh& mesh) {
    if (mesh.triangles.size() > std::numeric_limits<std::uint32_t>::max()) {
        fail_whole("has more than 4294967295 triangles", ErrorCode::Unsupported);
    }
}

/// Null if the format knows bodies.
Mesh* single_mesh(Parsed& parsed) {
    auto* obj = std::get_if<ObjMesh>(&parsed);
    return obj != nullptr ? &obj->mesh : std::get_if<Mesh>(&parsed);
}

FileBodies as_bodies(Parsed parsed, const ReadOptions& options) {
    FileBodies bodies;
    if (auto* many = std::get_if<FileBodies>(&parsed)) {
        bodies = std::move(*many);
    } else {
        if (const auto* obj = std::get_if<ObjMesh>(&parsed)) {
            bodies.unsplit_groups = obj->groups;
        }
        bodies.bodies.push_back(
            {{}, std::make_shared<const Mesh>(std::move(*single_mesh(parsed))), {}});
    }
    for (const FileBody& body : bodies.bodies) {
        check_size(*body.mesh);
    }
    if (options.weld == Weld::Equal) {
        weld_bodies(bodies);
    }
    return bodies;
}

Mesh as_mesh(Parsed parsed, const ReadOptions& options) {
    Mesh* one = single_mesh(parsed);
    Mesh mesh = one != nullptr ? std::move(*one) : join_bodies(std::get<FileBodies>(parsed));
    check_size(mesh);
    if (options.weld == Weld::Equal) {
        return welded(mesh);
    }
    return mesh;
}

/// What `make` makes of the parsed file, or why there is nothing.
template <typename T>
Expected<T> parse_as(std::span<const char> bytes, const std::filesystem::path& name,
                     const ReadOptions& options, const Context& context,
                     T (*make)(Parsed, const ReadOptions&)) {
    return or_error<T>(name, [&] { return make(parse(bytes, name, options, context), options); });
}

} // namespace

const char* to_string(BodyKind kind) {
    constexpr std::array names = {"mesh", "solid", "surface"};
    return name_in(names, kind);
}

Expected<FileBodies> parse_bodies(std::span<const char> bytes, const std::filesystem::path& name,
                                  const ReadOptions& options, const Context& context) {
    return no_throw([&]() -> Expected<FileBodies> {
        return parse_as<FileBodies>(bytes, name, options, context, as_bodies);
    });
}

Expected<Mesh> parse_mesh(std::span<const char> bytes, const std::filesystem::path& name,
                          const ReadOptions& options, const Context& context) {
    return no_throw(
        [&]() -> Expected<Mesh> { return parse_as<Mesh>(bytes, name, options, context, as_mesh); });
}

Expected<FileBodies> read_bodies(const std::filesystem::path& path, const ReadOptions& options,
                                 const Context& context) {
    return no_throw([&]() -> Expected<FileBodies> {
        const auto bytes = read_file_bytes(path);
        if (!bytes) {
            return bytes.error();
        }
        return parse_bodies(bytes->view(), path, options, context);
    });
}

Expected<Mesh> read_mesh(const std::filesystem::path& path, const ReadOptions& options,
                         const Context& context) {
    return no_throw([&]() -> Expected<Mesh> {
        const auto bytes = read_file_bytes(path);
        if (!bytes) {
            return bytes.error();
        }
        return parse_mesh(bytes->view(), path, options, context);
    });
}

} // namespace impinge::inline v0
