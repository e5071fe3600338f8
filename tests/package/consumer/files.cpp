// SPDX-License-Identifier: Apache-2.0
//
// Writes a mesh to the file named on the command line, reads it back, and makes a sample through a
// scene. Returns 0 if all of it works.
#include <impinge/files.hpp>
#include <impinge/scene_file.hpp>
#include <impinge/version.hpp>

#include <cstdio>

int main(int, char** argv) {
    const impinge::Mesh written{{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}},
                                {{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {2, 0, 3}}};
    if (const impinge::Status status = impinge::write_mesh(argv[1], written); !status) {
        std::puts(status.error().message.c_str());
        return 2;
    }
    const auto read = impinge::read_mesh(argv[1]);
    const auto scene = impinge::parse_scene(
        R"({"format": "impinge-scene", "format_version": 1,
            "bodies": [{"name": "box", "sample": "boxes-flush"}]})",
        "scene.json");
    if (!read || !scene) {
        std::puts((read ? scene.error() : read.error()).message.c_str());
        return 2;
    }
    const auto placed = impinge::place_scene(*scene, ".");
    if (!placed) {
        std::puts(placed.error().message.c_str());
        return 2;
    }
    std::printf("impinge %s: %zu vertices, %zu bodies\n", impinge::version(),
                read->positions.size(), placed->bodies.size());
    return read->triangles == written.triangles && placed->bodies.size() == 2 ? 0 : 1;
}
