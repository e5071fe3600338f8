// SPDX-License-Identifier: Apache-2.0
//
// A cloth that falls onto a box: vertices change in every frame, and later triangles, too. There is
// no structure to rebuild or refit, so nothing is lost by that.
#include "box.hpp"

#include <impinge/collide.hpp>
#include <impinge/self_intersections.hpp>

#include <cmath>
#include <cstdint>
#include <cstdio>

namespace {

constexpr std::uint32_t side = 20;

impinge::Mesh cloth() {
    impinge::Mesh mesh;
    for (std::uint32_t i = 0; i < side * side; ++i) {
        mesh.positions.push_back({0.1 * (i % side) - 1, 0.1 * (i / side) - 1, 0});
    }
    for (std::uint32_t y = 0; y + 1 < side; ++y) {
        for (std::uint32_t x = 0; x + 1 < side; ++x) {
            const std::uint32_t corner = y * side + x;
            mesh.triangles.push_back({corner, corner + 1, corner + side});
            mesh.triangles.push_back({corner + 1, corner + side + 1, corner + side});
        }
    }
    return mesh;
}

} // namespace

int main() {
    const impinge::Mesh below = box({-0.5, -0.5, -1}, {0.5, 0.5, -0.5});
    impinge::Mesh falling = cloth();
    // A cloth is meant as a surface: nothing can lie inside it.
    const impinge::CollideOptions options{.detail = impinge::Detail::Pairs,
                                          .open_meshes = impinge::OpenMeshes::Surfaces};
    for (int frame = 0; frame < 8; ++frame) {
        for (impinge::Vec3d& position : falling.positions) {
            position.z -= 0.1 + 0.01 * std::sin(5 * position.x + frame);
        }
        if (frame == 6) {
            falling.triangles.pop_back(); // it tears
        }
        const auto found = impinge::collide({falling.view()}, {below.view()}, options);
        const auto folds = impinge::self_intersections(falling.view());
        if (!found || !folds) {
            std::fprintf(stderr, "%s\n", (found ? folds.error() : found.error()).message.c_str());
            return 2;
        }
        std::printf("frame %d: %s, %zu pairs of triangles, %zu folds\n", frame,
                    to_string(found->verdict), found->pairs.size(), folds->pairs.size());
    }
    return 0;
}
