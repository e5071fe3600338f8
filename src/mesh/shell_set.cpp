// SPDX-License-Identifier: Apache-2.0
#include "mesh/shell_set.hpp"

#include "mesh/winding.hpp"

#include <algorithm>

namespace impinge::inline v0 {
namespace {

/// The points of a shell in the order they are tried: corners of its faces, then centres of them.
Vec3d trial_point(const Shells& shells, std::uint32_t shell, std::size_t trial,
                  std::span<const Vec3d> positions) {
    const auto& own = shells.triangles_of[shell];
    if (trial < 3 * own.size()) {
        return positions[shells.triangles[own[trial / 3]][trial % 3]];
    }
    const auto& [a, b, c] = shells.triangles[own[trial - 3 * own.size()]];
    constexpr double third = 1.0 / 3.0; // thirds first: the sum of three corners might overflow
    return positions[a] * third + positions[b] * third + positions[c] * third;
}

} // namespace

Shells collect_shells(std::span<const TriangleIndices> triangles, const Components& components,
                      std::span<const std::uint8_t> balanced, std::span<const Sign> signs) {
    constexpr std::uint32_t none = 0xFFFFFFFFu;
    Shells shells;
    std::vector<std::uint32_t> shell_of(components.count, none);
    for (std::size_t component = 0; component < components.count; ++component) {
        if (balanced[component] != 0 && signs[component] != 0) {
            shell_of[component] = static_cast<std::uint32_t>(shells.signs.size());
            shells.signs.push_back(signs[component]);
            shells.component.push_back(static_cast<std::uint32_t>(component));
        }
    }
    shells.triangles_of.resize(shells.signs.size());
    for (std::size_t index = 0; index < triangles.size(); ++index) {
        const std::uint32_t shell = shell_of[components.of_triangle[index]];
        if (shell != none) {
            shells.triangles_of[shell].push_back(
                static_cast<std::uint32_t>(shells.triangles.size()));
            shells.triangles.push_back(triangles[index]);
            shells.of_triangle.push_back(shell);
        }
    }
    return shells;
}

/// Almost always the first corner answers; each further pass over the mesh tries eight times as
/// many points per shell.
std::vector<int> windings_of_others(const Shells& shells, std::vector<std::uint32_t> open,
                                    std::span<const Vec3d> positions) {
    std::vector<int> windings(shells.signs.size(), 0);
    std::size_t first = 0;
    for (std::size_t tried = 1; !open.empty(); first += tried, tried *= 8) {
        std::vector<PartPoint> points;
        for (const std::uint32_t shell : open) {
            const std::size_t end = std::min(first + tried, 4 * shells.triangles_of[shell].size());
            for (std::size_t trial = first; trial < end; ++trial) {
                points.push_back({trial_point(shells, shell, trial, positions), shell});
            }
        }
        const auto found =
            winding_numbers_of_other_parts(points, positions, shells.triangles, shells.of_triangle);
        std::vector<std::uint8_t> answered(shells.signs.size(), 0);
        for (std::size_t i = 0; i < points.size(); ++i) {
            if (found[i] && answered[points[i].part] == 0) {
                answered[points[i].part] = 1;
                windings[points[i].part] = *found[i];
            }
        }
        std::erase_if(open, [&](std::uint32_t shell) {
            return answered[shell] != 0 || first + tried >= 4 * shells.triangles_of[shell].size();
        });
    }
    return windings;
}

} // namespace impinge::inline v0
