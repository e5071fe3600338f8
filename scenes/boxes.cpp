// SPDX-License-Identifier: Apache-2.0
#include "scenes/boxes.hpp"

#include "scenes/brick_solid.hpp"

#include <array>
#include <cmath>
#include <cstdint>

namespace impinge::scenes {
namespace {

using Cells = std::array<std::uint32_t, 3>;

std::size_t triangle_count(const Cells& n) {
    return 4 * (std::size_t{n[0]} * n[1] + std::size_t{n[1]} * n[2] + std::size_t{n[2]} * n[0]);
}

/// The nearly cubic division with the count nearest to the wanted one.
Cells divide(std::size_t triangles) {
    const auto middle =
        static_cast<std::uint32_t>(std::sqrt(static_cast<double>(triangles) / 12.0));
    const std::uint32_t first = middle > 2 ? middle - 2 : 1;
    const auto miss = [&](const Cells& cells) {
        const auto count = static_cast<double>(triangle_count(cells));
        return std::abs(count - static_cast<double>(triangles));
    };
    Cells best{first, first, first};
    for (std::uint32_t x = first; x <= middle + 2; ++x) {
        for (std::uint32_t y = x; y <= middle + 2; ++y) {
            for (std::uint32_t z = y; z <= middle + 2; ++z) {
                if (miss({x, y, z}) < miss(best)) {
                    best = {x, y, z};
                }
            }
        }
    }
    return best;
}

} // namespace

Mesh box(Vec3d low, Vec3d high, std::size_t triangles) {
    const Cells pieces = divide(triangles);
    Lattice lattice{.planes = {}, .pieces = {}, .filled = {1}};
    for (int axis = 0; axis < 3; ++axis) {
        const auto k = static_cast<std::size_t>(axis);
        lattice.planes[k] = {low[axis], high[axis]};
        lattice.pieces[k] = {pieces[k]};
    }
    return surface_of(lattice);
}

BoxPair box_pair(BoxRelation relation, std::size_t triangles) {
    const auto pair = [half = triangles / 2](Vec3d low_a, Vec3d high_a, Vec3d low_b, Vec3d high_b) {
        return BoxPair{box(low_a, high_a, half), box(low_b, high_b, half)};
    };
    switch (relation) {
    case BoxRelation::Apart:
        return pair({0, 0, 0}, {2, 2, 2}, {2.5, 0, 0}, {4, 2, 2});
    case BoxRelation::Flush:
        return pair({0, 0, 0}, {4, 4, 2}, {1, 1, 2}, {3, 6, 3});
    case BoxRelation::EdgeToEdge:
        return pair({0, 0, 0}, {2, 2, 2}, {2, 1, 2}, {4, 3, 4});
    case BoxRelation::Corner:
        return pair({0, 0, 0}, {2, 2, 2}, {2, 2, 2}, {4, 3, 5});
    case BoxRelation::Aligned:
        return pair({0, 0, 0}, {8, 1, 4}, {7.5, 0, 0}, {12, 1, 4});
    case BoxRelation::Inside:
        return pair({0, 0, 0}, {4, 4, 4}, {1, 1, 1}, {2, 3, 2});
    case BoxRelation::InsideFlush:
        break;
    }
    return pair({0, 0, 0}, {4, 4, 4}, {1, 1, 0}, {2, 3, 2});
}

} // namespace impinge::scenes
