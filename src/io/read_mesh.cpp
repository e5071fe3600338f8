// SPDX-License-Identifier: Apache-2.0
#include "io/read_mesh.hpp"

#include "io/file_bytes.hpp"
#include "io/mesh_format.hpp"
#include "io/parse_failure.hpp"
#include "io/parsers.hpp"

#include <limits>
#include <new>

namespace impinge {
namespace {

Mesh parse(MeshFormat format, std::span<const char> bytes) {
    switch (format) {
    case MeshFormat::StlBinary:
        return parse_stl_binary(bytes);
    case MeshFormat::StlAscii:
        return parse_stl_ascii(bytes);
    case MeshFormat::Obj:
        return parse_obj(bytes);
    case MeshFormat::Ply:
        break;
    }
    return parse_ply(bytes);
}

Error described(const ParseFailure& failure, const std::filesystem::path& name) {
    const std::string place = failure.place.empty() ? "" : failure.place + ": ";
    return {failure.code, name.string() + ": " + place + failure.reason};
}

} // namespace

Expected<Mesh> parse_mesh(std::span<const char> bytes, const std::filesystem::path& name) {
    try {
        if (bytes.empty()) {
            fail_whole("is empty");
        }
        const auto format = detect_format(bytes, name);
        if (!format) {
            fail_whole("is neither STL, OBJ nor PLY, by its content or its name",
                       ErrorCode::Unsupported);
        }
        Mesh mesh = parse(*format, bytes);
        if (mesh.triangles.size() > std::numeric_limits<std::uint32_t>::max()) {
            fail_whole("has more than 4294967295 triangles", ErrorCode::Unsupported);
        }
        return mesh;
    } catch (const ParseFailure& failure) {
        return described(failure, name);
    } catch (const std::bad_alloc&) {
        return Error{ErrorCode::FileUnreadable, name.string() + ": not enough memory to read it"};
    }
}

Expected<Mesh> read_mesh(const std::filesystem::path& path) {
    const auto bytes = read_file_bytes(path);
    if (!bytes) {
        return bytes.error();
    }
    return parse_mesh(bytes->view(), path);
}

} // namespace impinge
