// SPDX-License-Identifier: Apache-2.0
//
// Binary PLY: coordinates and values as doubles, so that they read back as the same bits.
#include "base/no_throw.hpp"
#include "io/byte_order.hpp"
#include "io/mesh_format.hpp"
#include "io/ply_layout.hpp"
#include "io/write_file.hpp"
#include "io/write_mesh.hpp"

#include <algorithm>
#include <limits>
#include <optional>
#include <set>

namespace impinge::inline v0 {
namespace {

std::string header(const Mesh& mesh, std::span<const VertexValues> values) {
    // Most programs know int indices only; uint is used where int would not do.
    const bool large = mesh.positions.size() > std::numeric_limits<std::int32_t>::max();
    std::string out = "ply\nformat binary_little_endian 1.0\ncomment written by impinge\n"
                      "element vertex " +
                      std::to_string(mesh.positions.size()) + "\n";
    for (const std::string_view axis : ply_axis_names) {
        out += "property double " + std::string(axis) + "\n";
    }
    for (const VertexValues& column : values) {
        out += "property double " + column.name + "\n";
    }
    return out + "element face " + std::to_string(mesh.triangles.size()) +
           "\nproperty list uchar " + (large ? "uint" : "int") + " vertex_indices\nend_header\n";
}

bool is_ply_name(std::string_view name) {
    return !name.empty() &&
           std::all_of(name.begin(), name.end(), [](char c) { return c > ' ' && c < 0x7f; });
}

/// What is wrong with the values, if anything.
std::optional<std::string> complaint(const Mesh& mesh, std::span<const VertexValues> values) {
    std::set<std::string_view> taken(ply_axis_names.begin(), ply_axis_names.end());
    for (const VertexValues& column : values) {
        if (!is_ply_name(column.name)) {
            return "'" + column.name + "' cannot be the name of a property";
        }
        if (!taken.insert(column.name).second) {
            return "there are two properties '" + column.name + "'";
        }
        if (column.values.size() != mesh.positions.size()) {
            return "'" + column.name + "' has " + std::to_string(column.values.size()) +
                   " values for " + std::to_string(mesh.positions.size()) + " vertices";
        }
    }
    return std::nullopt;
}

} // namespace

std::string ply_bytes(const Mesh& mesh, std::span<const VertexValues> values) {
    std::string out = header(mesh, values);
    out.reserve(out.size() + mesh.positions.size() * (24 + 8 * values.size()) +
                mesh.triangles.size() * 13);
    for (std::size_t i = 0; i < mesh.positions.size(); ++i) {
        append_little(out, mesh.positions[i].x);
        append_little(out, mesh.positions[i].y);
        append_little(out, mesh.positions[i].z);
        for (const VertexValues& column : values) {
            append_little(out, column.values[i]);
        }
    }
    for (const TriangleIndices& triangle : mesh.triangles) {
        append_little(out, std::uint8_t{3});
        for (const std::uint32_t corner : triangle) {
            append_little(out, corner);
        }
    }
    return out;
}

Status write_mesh_with_values(const std::filesystem::path& path, const Mesh& mesh,
                              std::span<const VertexValues> values) {
    return no_throw([&]() -> Status {
        const auto refused = [&](ErrorCode code, const std::string& reason) {
            return Error{code, path.string() + ": cannot be written: " + reason};
        };
        if (format_of_name(path) != MeshFormat::Ply) {
            return refused(ErrorCode::Unsupported, "a name for values must end in .ply");
        }
        if (const Status invalid = validate(mesh.view()); !invalid) {
            return refused(ErrorCode::InvalidArgument, invalid.error().message);
        }
        if (const auto reason = complaint(mesh, values)) {
            return refused(ErrorCode::InvalidArgument, *reason);
        }
        return write_file(path, ply_bytes(mesh, values));
    });
}

} // namespace impinge::inline v0
