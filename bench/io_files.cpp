// SPDX-License-Identifier: Apache-2.0
#include "io_files.hpp"

#include "io/byte_order.hpp"
#include "io/number_text.hpp"
#include "io/write_file.hpp"
#include "io/write_mesh.hpp"
#include "io_peers.hpp"
#include "scenes/bumpy_sphere.hpp"

#include <array>
#include <cstdio>
#include <stdexcept>

namespace impinge::bench {
namespace {

namespace fs = std::filesystem;

void put(const fs::path& path, const std::string& content) {
    if (const Status status = write_file(path, content); !status) {
        throw std::runtime_error(status.error().message);
    }
}

Mesh sphere(std::size_t triangles) { return scenes::bumpy_sphere({.triangles = triangles}); }

/// Nine significant digits, as programs that know single precision write them.
void append_float(std::string& out, double value) { append_number(out, static_cast<float>(value)); }

void append_position(std::string& out, Vec3d p, const char* before) {
    for (int axis = 0; axis < 3; ++axis) {
        out += axis == 0 ? before : " ";
        append_float(out, p[axis]);
    }
    out += '\n';
}

void append_face(std::string& out, const TriangleIndices& face, const char* before,
                 std::uint32_t first) {
    out += before;
    for (const std::uint32_t corner : face) {
        out += ' ';
        append_number(out, corner + first);
    }
    out += '\n';
}

void write_stl_binary(const fs::path& path, std::size_t triangles) {
    put(path, stl_bytes(sphere(triangles)));
}

void write_stl_ascii(const fs::path& path, std::size_t triangles) {
    const Mesh mesh = sphere(triangles);
    std::string out = "solid sphere\n";
    std::array<char, 128> line;
    for (const TriangleIndices& face : mesh.triangles) {
        out += "  facet normal  0.00000000E+00  0.00000000E+00  1.00000000E+00\n    outer loop\n";
        for (const std::uint32_t corner : face) {
            const Vec3d p = mesh.positions[corner];
            const int size = std::snprintf(line.data(), line.size(), // NOLINT(*-vararg)
                                           "      vertex % .8E % .8E % .8E\n", p.x, p.y, p.z);
            out.append(line.data(), static_cast<std::size_t>(size));
        }
        out += "    endloop\n  endfacet\n";
    }
    put(path, out + "endsolid sphere\n");
}

std::string ply_header(const char* format, const Mesh& mesh) {
    return std::string("ply\nformat ") + format + " 1.0\nelement vertex " +
           std::to_string(mesh.positions.size()) +
           "\nproperty float x\nproperty float y\nproperty float z\nelement face " +
           std::to_string(mesh.triangles.size()) +
           "\nproperty list uchar int vertex_indices\nend_header\n";
}

void append_floats(std::string& out, const Mesh& mesh) {
    for (const Vec3d& p : mesh.positions) {
        append_little(out, static_cast<float>(p.x));
        append_little(out, static_cast<float>(p.y));
        append_little(out, static_cast<float>(p.z));
    }
}

void write_ply_binary(const fs::path& path, std::size_t triangles) {
    const Mesh mesh = sphere(triangles);
    std::string out = ply_header("binary_little_endian", mesh);
    append_floats(out, mesh);
    for (const TriangleIndices& face : mesh.triangles) {
        append_little(out, std::uint8_t{3});
        for (const std::uint32_t corner : face) {
            append_little(out, corner);
        }
    }
    put(path, out);
}

std::string rows(const Mesh& mesh) {
    std::string out;
    for (const Vec3d& p : mesh.positions) {
        append_position(out, p, "");
    }
    for (const TriangleIndices& face : mesh.triangles) {
        append_face(out, face, "3", 0);
    }
    return out;
}

void write_ply_ascii(const fs::path& path, std::size_t triangles) {
    const Mesh mesh = sphere(triangles);
    put(path, ply_header("ascii", mesh) + rows(mesh));
}

void write_off(const fs::path& path, std::size_t triangles) {
    const Mesh mesh = sphere(triangles);
    put(path, "OFF\n" + std::to_string(mesh.positions.size()) + " " +
                  std::to_string(mesh.triangles.size()) + " 0\n" + rows(mesh));
}

void write_obj(const fs::path& path, std::size_t triangles) {
    const Mesh mesh = sphere(triangles);
    std::string out = "o sphere\n";
    for (const Vec3d& p : mesh.positions) {
        append_position(out, p, "v ");
    }
    for (const TriangleIndices& face : mesh.triangles) {
        append_face(out, face, "f", 1);
    }
    put(path, out);
}

void append_chunk(std::string& out, const char* type, std::string content, char filling) {
    content.resize((content.size() + 3) / 4 * 4, filling);
    append_little(out, static_cast<std::uint32_t>(content.size()));
    out.append(type, 4);
    out += content;
}

std::string glb_json(const Mesh& mesh) {
    const std::string vertices = std::to_string(mesh.positions.size());
    const std::string corners = std::to_string(mesh.triangles.size() * 3);
    const std::string vertex_bytes = std::to_string(mesh.positions.size() * 12);
    const std::string corner_bytes = std::to_string(mesh.triangles.size() * 12);
    return R"({"asset":{"version":"2.0"},"scene":0,"scenes":[{"nodes":[0]}],"nodes":[{"mesh":0}],)"
           R"("meshes":[{"primitives":[{"attributes":{"POSITION":0},"indices":1}]}],)"
           R"("accessors":[{"bufferView":0,"componentType":5126,"type":"VEC3",)"
           R"("min":[-2,-2,-2],"max":[2,2,2],"count":)" +
           vertices + R"(},{"bufferView":1,"componentType":5125,"type":"SCALAR","count":)" +
           corners + R"(}],"bufferViews":[{"buffer":0,"byteLength":)" + vertex_bytes +
           R"(},{"buffer":0,"byteOffset":)" + vertex_bytes + R"(,"byteLength":)" + corner_bytes +
           R"(}],"buffers":[{"byteLength":)" +
           std::to_string(mesh.positions.size() * 12 + mesh.triangles.size() * 12) + "}]}";
}

void write_glb(const fs::path& path, std::size_t triangles) {
    const Mesh mesh = sphere(triangles);
    std::string binary;
    append_floats(binary, mesh);
    for (const TriangleIndices& face : mesh.triangles) {
        for (const std::uint32_t corner : face) {
            append_little(binary, corner);
        }
    }
    std::string chunks;
    append_chunk(chunks, "JSON", glb_json(mesh), ' ');
    append_chunk(chunks, "BIN\0", std::move(binary), '\0');
    std::string out = "glTF";
    append_little(out, std::uint32_t{2});
    append_little(out, static_cast<std::uint32_t>(12 + chunks.size()));
    put(path, out + chunks);
}

#ifdef IMPINGE_BENCH_ASSIMP
void write_3mf(const fs::path& path, std::size_t triangles) {
    const fs::path source = path.string() + ".stl";
    write_stl_binary(source, triangles);
    export_3mf_by_assimp(source, path);
    fs::remove(source);
}
#endif

} // namespace

std::vector<BenchFile> bench_files(const fs::path& folder, std::size_t megabytes) {
    const std::size_t bytes = megabytes * 1000000;
    std::vector<BenchFile> files = {
        {"STL binary", folder / "binary.stl", bytes / 50, write_stl_binary},
        {"STL ASCII", folder / "ascii.stl", bytes / 270, write_stl_ascii},
        {"PLY binary", folder / "binary.ply", bytes / 19, write_ply_binary},
        {"PLY ASCII", folder / "ascii.ply", bytes / 40, write_ply_ascii},
        {"OBJ", folder / "sphere.obj", bytes / 41, write_obj},
        {"OFF", folder / "sphere.off", bytes / 40, write_off},
        {"GLB", folder / "sphere.glb", bytes / 18, write_glb},
    };
#ifdef IMPINGE_BENCH_ASSIMP
    files.push_back({"3MF", folder / "sphere.3mf", bytes / 350, write_3mf});
#endif
    return files;
}

} // namespace impinge::bench
