// SPDX-License-Identifier: Apache-2.0
#include "io/write_mesh.hpp"

#include "base/no_throw.hpp"
#include "io/byte_order.hpp"
#include "io/mesh_format.hpp"
#include "io/ply_header.hpp"
#include "io/text_output.hpp"
#include "io/write_file.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <set>

namespace impinge::inline v0 {
namespace {

void append_floats(std::string& out, Vec3d p) {
    append_little(out, static_cast<float>(p.x));
    append_little(out, static_cast<float>(p.y));
    append_little(out, static_cast<float>(p.z));
}

/// Zero where there is none, or where it lies beyond the range of double.
Vec3d unit_normal(const Mesh& mesh, const TriangleIndices& triangle) {
    const Vec3d a = mesh.positions[triangle[0]];
    const Vec3d normal = cross(mesh.positions[triangle[1]] - a, mesh.positions[triangle[2]] - a);
    const double size = length(normal);
    return size > 0 && std::isfinite(size) ? normal * (1 / size) : Vec3d{};
}

void append_position_line(std::string& out, Vec3d position) {
    append_number(out, position.x);
    out += ' ';
    append_number(out, position.y);
    out += ' ';
    append_number(out, position.z);
    out += '\n';
}

void append_corners_line(std::string& out, const TriangleIndices& triangle, std::uint64_t first) {
    for (const std::uint32_t corner : triangle) {
        out += ' ';
        append_number(out, first + corner);
    }
    out += '\n';
}

bool fits_float(Vec3d p) {
    constexpr double largest = std::numeric_limits<float>::max();
    return std::abs(p.x) <= largest && std::abs(p.y) <= largest && std::abs(p.z) <= largest;
}

bool is_written(MeshFormat format) {
    return format == MeshFormat::StlBinary || format == MeshFormat::Obj ||
           format == MeshFormat::Ply || format == MeshFormat::Off;
}

Error refused(const std::filesystem::path& path, const std::string& reason,
              ErrorCode code = ErrorCode::InvalidArgument) {
    return {code, path.string() + ": cannot be written: " + reason};
}

constexpr std::array<std::string_view, 3> ply_colour_names{"red", "green", "blue"};

std::string ply_text_header(const Mesh& mesh, std::span<const VertexValues> values,
                            std::span<const VertexColour> colours) {
    // Most programs know int indices only; uint is used where int would not do.
    const bool large = mesh.positions.size() > std::numeric_limits<std::int32_t>::max();
    std::string out = "ply\nformat binary_little_endian 1.0\ncomment written by impinge\n"
                      "element vertex " +
                      std::to_string(mesh.positions.size()) + "\n";
    for (const std::string_view axis : ply_axis_names) {
        out += "property double " + std::string(axis) + "\n";
    }
    for (const VertexValues& column : values) {
        out += column.type == Scalar::Float32 ? "property float " : "property double ";
        out += column.name + "\n";
    }
    if (!colours.empty()) {
        for (const std::string_view name : ply_colour_names) {
            out += "property uchar " + std::string(name) + "\n";
        }
    }
    return out + "element face " + std::to_string(mesh.triangles.size()) +
           "\nproperty list uchar " + (large ? "uint" : "int") + " vertex_indices\nend_header\n";
}

bool is_ply_name(std::string_view name) {
    return !name.empty() &&
           std::all_of(name.begin(), name.end(), [](char c) { return c > ' ' && c < 0x7f; });
}

/// What is wrong with the values, if anything.
std::optional<std::string> complaint(const Mesh& mesh, std::span<const VertexValues> values,
                                     std::span<const VertexColour> colours) {
    std::set<std::string_view> taken(ply_axis_names.begin(), ply_axis_names.end());
    if (!colours.empty()) {
        taken.insert(ply_colour_names.begin(), ply_colour_names.end());
        if (colours.size() != mesh.positions.size()) {
            return "there are " + std::to_string(colours.size()) + " colours for " +
                   std::to_string(mesh.positions.size()) + " vertices";
        }
    }
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

bool survives_as_stl(const Mesh& mesh) {
    const auto is_float = [](double value) {
        if (std::abs(value) > std::numeric_limits<float>::max()) {
            return false;
        }
        // Volatile, because gcc 12 loses the rounding of double to float and back where it packs
        // neighbouring conversions into one vector.
        const volatile auto narrowed = static_cast<float>(value);
        return static_cast<double>(narrowed) == value;
    };
    return std::all_of(mesh.positions.begin(), mesh.positions.end(),
                       [&](Vec3d p) { return is_float(p.x) && is_float(p.y) && is_float(p.z); });
}

std::string stl_bytes(const Mesh& mesh) {
    std::string out = "binary STL written by impinge";
    out.reserve(stl_header_bytes + mesh.triangles.size() * stl_triangle_bytes);
    out.resize(stl_count_offset, ' ');
    append_little(out, static_cast<std::uint32_t>(mesh.triangles.size()));
    for (const TriangleIndices& triangle : mesh.triangles) {
        append_floats(out, unit_normal(mesh, triangle));
        for (const std::uint32_t corner : triangle) {
            append_floats(out, mesh.positions[corner]);
        }
        append_little(out, std::uint16_t{0});
    }
    return out;
}

std::string obj_bytes(const Mesh& mesh) {
    std::string out = "# written by impinge\n";
    for (const Vec3d& position : mesh.positions) {
        out += "v ";
        append_position_line(out, position);
    }
    for (const TriangleIndices& triangle : mesh.triangles) {
        out += 'f';
        append_corners_line(out, triangle, 1);
    }
    return out;
}

std::string off_bytes(const Mesh& mesh) {
    std::string out = "OFF\n# written by impinge\n" + std::to_string(mesh.positions.size()) + " " +
                      std::to_string(mesh.triangles.size()) + " 0\n";
    for (const Vec3d& position : mesh.positions) {
        append_position_line(out, position);
    }
    for (const TriangleIndices& triangle : mesh.triangles) {
        out += '3';
        append_corners_line(out, triangle, 0);
    }
    return out;
}

std::string ply_bytes(const Mesh& mesh, std::span<const VertexValues> values,
                      std::span<const VertexColour> colours) {
    std::string out = ply_text_header(mesh, values, colours);
    out.reserve(out.size() + mesh.positions.size() * (27 + 8 * values.size()) +
                mesh.triangles.size() * 13);
    for (std::size_t i = 0; i < mesh.positions.size(); ++i) {
        append_little(out, mesh.positions[i].x);
        append_little(out, mesh.positions[i].y);
        append_little(out, mesh.positions[i].z);
        for (const VertexValues& column : values) {
            if (column.type == Scalar::Float32) {
                append_little(out, static_cast<float>(column.values[i]));
            } else {
                append_little(out, column.values[i]);
            }
        }
        if (!colours.empty()) {
            for (const std::uint8_t part : colours[i]) {
                append_little(out, part);
            }
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

Status write_mesh(const std::filesystem::path& path, const Mesh& mesh) {
    return no_throw([&]() -> Status {
        const auto format = format_of_name(path);
        if (!format || !is_written(*format)) {
            return Error{ErrorCode::Unsupported,
                         path.string() + ": the name must end in .stl, .obj, .ply or .off"};
        }
        if (const Status invalid = validate(mesh.view()); !invalid) {
            return refused(path, invalid.error().message);
        }
        if (format == MeshFormat::Ply) {
            return write_file(path, ply_bytes(mesh));
        }
        if (format == MeshFormat::Obj) {
            return write_file(path, obj_bytes(mesh));
        }
        if (format == MeshFormat::Off) {
            return write_file(path, off_bytes(mesh));
        }
        if (!std::all_of(mesh.positions.begin(), mesh.positions.end(), fits_float)) {
            return refused(path, "a coordinate is too large for STL, which holds single precision");
        }
        if (mesh.triangles.size() > std::numeric_limits<std::uint32_t>::max()) {
            return refused(path, "more triangles than STL can count");
        }
        return write_file(path, stl_bytes(mesh));
    });
}

Status write_mesh_with_values(const std::filesystem::path& path, const Mesh& mesh,
                              std::span<const VertexValues> values,
                              std::span<const VertexColour> colours) {
    return no_throw([&]() -> Status {
        if (format_of_name(path) != MeshFormat::Ply) {
            return refused(path, "a name for values must end in .ply", ErrorCode::Unsupported);
        }
        if (const Status invalid = validate(mesh.view()); !invalid) {
            return refused(path, invalid.error().message);
        }
        if (const auto reason = complaint(mesh, values, colours)) {
            return refused(path, *reason);
        }
        return write_file(path, ply_bytes(mesh, values, colours));
    });
}

} // namespace impinge::inline v0
