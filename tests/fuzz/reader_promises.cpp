// SPDX-License-Identifier: Apache-2.0
#include "tests/fuzz/reader_promises.hpp"

#include "base/hash.hpp"
#include "io/write_mesh.hpp"
#include "tests/fuzz/require.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <set>

namespace impinge::fuzz {
namespace {

// A triangle of 12 bytes can stand in one byte of a PLY polygon, and while an array grows there are
// two of it. A node of a glTF file, a dozen bytes of text, becomes an object of hundreds.
constexpr std::size_t most_memory_per_byte = 600;
constexpr std::size_t most_memory_for_any = std::size_t{8} << 20;

std::span<const char> chars_of(Input input) {
    // NOLINTNEXTLINE(cppcoreguidelines-pro-type-reinterpret-cast): bytes are bytes
    return {reinterpret_cast<const char*>(input.data()), input.size()};
}

ReadOptions options_for(Input input) {
    Hasher hasher;
    for (const std::uint8_t byte : input) {
        hasher.add(std::uint64_t{byte});
    }
    const std::uint64_t digest = hasher.digest();
    return {.weld = (digest & 1) == 0 ? Weld::AsFormat : Weld::Equal,
            .split = (digest & 2) == 0 ? Split::AsFormat : Split::Groups};
}

bool same_bits(const Mesh& a, const Mesh& b) {
    return a.triangles == b.triangles && a.positions.size() == b.positions.size() &&
           std::memcmp(a.positions.data(), b.positions.data(),
                       a.positions.size() * sizeof(Vec3d)) == 0;
}

/// The same triangles at the same places, whatever the indices.
bool same_places(const Mesh& a, const Mesh& b) {
    if (a.triangles.size() != b.triangles.size()) {
        return false;
    }
    for (std::size_t i = 0; i < a.triangles.size(); ++i) {
        if (a.view().triangle(i).corners != b.view().triangle(i).corners) {
            return false;
        }
    }
    return true;
}

void check_mesh(const Mesh& mesh) {
    require(!mesh.triangles.empty(), "a mesh that was read has triangles");
    for (const TriangleIndices& triangle : mesh.triangles) {
        require(std::all_of(triangle.begin(), triangle.end(),
                            [&](std::uint32_t v) { return v < mesh.positions.size(); }),
                "every index of a mesh that was read is in range");
    }
    require(std::all_of(mesh.positions.begin(), mesh.positions.end(), is_finite),
            "every coordinate of a mesh that was read is finite");
    const auto diagnosis = diagnose(mesh.view());
    require(diagnosis.has_value() && diagnosis->triangles == mesh.triangles.size(),
            "a mesh that was read can be diagnosed");
}

bool has_equal_positions(const Mesh& mesh) {
    return std::set<Vec3d>(mesh.positions.begin(), mesh.positions.end()).size() !=
           mesh.positions.size();
}

bool is_finite_pose(const Rigid& pose) {
    return is_finite(pose.row_x) && is_finite(pose.row_y) && is_finite(pose.row_z) &&
           is_finite(pose.translation) && std::isfinite(pose.scale);
}

/// parse_mesh() is the sum of what parse_bodies() gave, or says why that sum cannot be.
void check_sum(const Expected<Mesh>& sum, const Expected<FileBodies>& parts,
               const std::filesystem::path& name) {
    if (!sum) {
        check_message(sum.error(), name);
        require(!parts || sum.error().code != ErrorCode::FileMalformed,
                "a file whose bodies can be read is not malformed");
        return;
    }
    require(parts.has_value(), "a file that reads as one mesh reads as bodies");
    check_mesh(*sum);
    std::size_t triangles = 0;
    for (const FileBody& body : parts->bodies) {
        triangles += body.mesh->triangles.size();
    }
    require(sum->triangles.size() == triangles, "the sum of the bodies has all their triangles");
    check_round_trips(*sum);
}

/// Texture coordinates are those of all triangles or of none, and change nothing else.
void check_mapped(Input input, const std::filesystem::path& name, Weld weld) {
    const auto plain = parse_mesh(chars_of(input), name, {.weld = weld});
    const tests::HeapWatch watch;
    const auto mapped = parse_mapped_mesh(chars_of(input), name, {.weld = weld});
    check_memory(watch, input.size());
    if (!mapped) {
        check_message(mapped.error(), name);
        return;
    }
    require(plain.has_value() && same_bits(*plain, mapped->mesh),
            "a mesh is the same with and without its texture coordinates");
    require(
        mapped->mapped_triangles <= plain->triangles.size() &&
            mapped->uv.size() ==
                (mapped->mapped_triangles == plain->triangles.size() ? plain->triangles.size() : 0),
        "all triangles have texture coordinates, or none has");
    for (const TriangleUv& corners : mapped->uv) {
        require(std::all_of(corners.begin(), corners.end(),
                            [](Vec2d at) { return std::isfinite(at.x) && std::isfinite(at.y); }),
                "texture coordinates are finite");
    }
}

} // namespace

Input bytes_of(std::string_view text) {
    // NOLINTNEXTLINE(cppcoreguidelines-pro-type-reinterpret-cast): as above
    return {reinterpret_cast<const std::uint8_t*>(text.data()), text.size()};
}

void check_memory(const tests::HeapWatch& watch, std::size_t file_bytes) {
    require(watch.peak_bytes() <= most_memory_for_any + most_memory_per_byte * file_bytes,
            "memory stays within a small multiple of the file");
}

void check_message(const Error& error, const std::filesystem::path& name) {
    const std::string start = name.string() + ": ";
    require(error.message.starts_with(start), "an error begins with the name of the file");
    require(error.message.size() > start.size(), "an error gives a reason");
    require(error.message.size() < start.size() + 1000, "an error is short");
    require(std::none_of(error.message.begin(), error.message.end(),
                         [](char c) { return (c >= 0 && c < 0x20) || c == 0x7F; }),
            "an error is one printable line");
}

void check_bodies(const FileBodies& read, const ReadOptions& options) {
    require(!read.bodies.empty(), "a file that was read has bodies");
    std::set<const Mesh*> seen;
    for (const FileBody& body : read.bodies) {
        require(body.mesh != nullptr, "a body has a mesh");
        require(is_finite_pose(body.pose), "the pose of a body that was read is finite");
        if (seen.insert(body.mesh.get()).second) {
            check_mesh(*body.mesh);
            require(options.weld == Weld::AsFormat || !has_equal_positions(*body.mesh),
                    "welded vertices are all different");
        }
    }
}

void check_round_trips(const Mesh& mesh) {
    for (const auto& [name, bytes] :
         {std::pair{"back.ply", ply_bytes(mesh)}, std::pair{"back.obj", obj_bytes(mesh)},
          std::pair{"back.off", off_bytes(mesh)}}) {
        const auto back = parse_mesh({bytes.data(), bytes.size()}, name);
        require(back.has_value(), "what was written can be read");
        require(same_bits(*back, mesh), "PLY, OBJ and OFF read back as the same bits");
    }
    if (survives_as_stl(mesh)) {
        const std::string bytes = stl_bytes(mesh);
        const auto back = parse_mesh({bytes.data(), bytes.size()}, "back.stl");
        require(back.has_value(), "STL that was written can be read");
        require(same_places(*back, mesh), "STL reads back as the same triangles");
    }
}

void check_reader(Input input, const std::filesystem::path& name) {
    const ReadOptions options = options_for(input);
    const tests::HeapWatch watch;
    const auto bodies = parse_bodies(chars_of(input), name, options);
    check_memory(watch, input.size());
    if (bodies) {
        check_bodies(*bodies, options);
    } else {
        check_message(bodies.error(), name);
    }
    check_sum(parse_mesh(chars_of(input), name, options), bodies, name);
    check_mapped(input, name, options.weld);
}

} // namespace impinge::fuzz
