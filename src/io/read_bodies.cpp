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

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <map>
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

bool is_mapped(const TriangleUv& corners) {
    return std::none_of(corners.begin(), corners.end(),
                        [](Vec2d place) { return std::isnan(place.x) || std::isnan(place.y); });
}

/// Without texture coordinates in the formats that have none, or whose are not looked for.
MeshUv parse_with_uv(std::span<const char> bytes, const std::filesystem::path& name,
                     const ReadOptions& options, const Context& context, Mesh& mesh) {
    MeshUv uv;
    switch (known_format(bytes, name)) {
    case MeshFormat::Obj:
        mesh = parse_obj(bytes, &uv).mesh;
        break;
    case MeshFormat::Ply:
        mesh = parse_ply(bytes, &uv);
        break;
    case MeshFormat::Gltf:
    case MeshFormat::Glb: {
        std::map<const Mesh*, MeshUv> of_meshes;
        const FileBodies bodies = parse_gltf(bytes, name, &of_meshes);
        mesh = join_bodies(bodies);
        uv = join_uv(bodies, of_meshes);
        break;
    }
    default:
        mesh = as_mesh(parse(bytes, name, options, context), {.weld = Weld::AsFormat});
    }
    return uv;
}

MappedMesh as_mapped(std::span<const char> bytes, const std::filesystem::path& name,
                     const ReadOptions& options, const Context& context) {
    MappedMesh mapped;
    mapped.uv = parse_with_uv(bytes, name, options, context, mapped.mesh);
    check_size(mapped.mesh);
    if (options.weld == Weld::Equal) {
        mapped.mesh = welded(mapped.mesh);
    }
    mapped.mapped_triangles =
        static_cast<std::size_t>(std::count_if(mapped.uv.begin(), mapped.uv.end(), is_mapped));
    if (mapped.mapped_triangles < mapped.mesh.triangles.size()) {
        mapped.uv.clear();
    }
    return mapped;
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

Expected<MappedMesh> parse_mapped_mesh(std::span<const char> bytes,
                                       const std::filesystem::path& name,
                                       const ReadOptions& options, const Context& context) {
    return no_throw([&]() -> Expected<MappedMesh> {
        return or_error<MappedMesh>(name, [&] { return as_mapped(bytes, name, options, context); });
    });
}

namespace {

template <typename T>
Expected<T> read(const std::filesystem::path& path, const ReadOptions& options,
                 const Context& context,
                 Expected<T> (*parse)(std::span<const char>, const std::filesystem::path&,
                                      const ReadOptions&, const Context&)) {
    return no_throw([&]() -> Expected<T> {
        const auto bytes = read_file_bytes(path);
        if (!bytes) {
            return bytes.error();
        }
        return parse(bytes->view(), path, options, context);
    });
}

} // namespace

Expected<FileBodies> read_bodies(const std::filesystem::path& path, const ReadOptions& options,
                                 const Context& context) {
    return read(path, options, context, parse_bodies);
}

Expected<Mesh> read_mesh(const std::filesystem::path& path, const ReadOptions& options,
                         const Context& context) {
    return read(path, options, context, parse_mesh);
}

Expected<MappedMesh> read_mapped_mesh(const std::filesystem::path& path, const ReadOptions& options,
                                      const Context& context) {
    return read(path, options, context, parse_mapped_mesh);
}

} // namespace impinge::inline v0
