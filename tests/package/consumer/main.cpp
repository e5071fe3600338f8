// SPDX-License-Identifier: Apache-2.0
//
// Two boxes, flush and one rounding step closer. Returns 0 if the library says so.
#include <impinge/impinge.hpp>

#include <cstdio>
#include <vector>

int main() {
    std::vector<impinge::Vec3d> corners;
    for (int i = 0; i < 8; ++i) {
        corners.push_back({i & 1 ? 1.0 : 0.0, i & 2 ? 1.0 : 0.0, i & 4 ? 1.0 : 0.0});
    }
    const std::vector<impinge::TriangleIndices> triangles{
        {0, 2, 3}, {0, 3, 1}, {4, 5, 7}, {4, 7, 6}, {0, 1, 5}, {0, 5, 4},
        {2, 6, 7}, {2, 7, 3}, {0, 4, 6}, {0, 6, 2}, {1, 3, 7}, {1, 7, 5}};
    const impinge::MeshView box(corners, triangles);
    const auto flush = impinge::collide({box}, {box, impinge::translation({1, 0, 0})});
    const auto closer =
        impinge::collide({box}, {box, impinge::translation({0x1.fffffffffffffp-1, 0, 0})});
    if (!flush || !closer) {
        return 2;
    }
    std::printf("impinge %s: %s, %s\n", impinge::version(), to_string(flush->verdict),
                to_string(closer->verdict));
    return flush->verdict == impinge::Verdict::Touching &&
                   closer->verdict == impinge::Verdict::Crossing
               ? 0
               : 1;
}
