// SPDX-License-Identifier: Apache-2.0
#include "mesh/shells.hpp"

#include "mesh/shell_set.hpp"
#include "mesh/volume.hpp"

#include <algorithm>

namespace impinge::inline v0 {
namespace {

/// The components that do not lie in the material of the others as their sign would have it, where
/// `turn` is +1 for the mesh as it is and -1 for the mesh with every triangle turned over.
std::vector<std::uint32_t> unburied(const Shells& shells, int turn,
                                    std::span<const Vec3d> positions) {
    const Sign sign = -turn;
    const auto with_sign = std::count(shells.signs.begin(), shells.signs.end(), sign);
    std::vector<int> windings(shells.signs.size(), 0);
    if (with_sign > 0 && shells.signs.size() > 1) {
        std::vector<std::uint32_t> asked;
        for (std::uint32_t shell = 0; shell < shells.signs.size(); ++shell) {
            if (shells.signs[shell] == sign) {
                asked.push_back(shell);
            }
        }
        windings = windings_of_others(shells, std::move(asked), positions);
    }
    std::vector<std::uint32_t> found;
    for (std::size_t shell = 0; shell < shells.signs.size(); ++shell) {
        if (shells.signs[shell] == sign && turn * windings[shell] < 1) {
            found.push_back(shells.component[shell]);
        }
    }
    return found;
}

} // namespace

ShellCensus examine_shells(std::span<const Vec3d> positions,
                           std::span<const TriangleIndices> triangles, const Components& components,
                           std::span<const std::uint8_t> balanced) {
    const std::vector<Sign> signs = volume_signs(positions, triangles, components);
    std::size_t volumes = 0;
    std::size_t negative = 0;
    for (std::size_t component = 0; component < components.count; ++component) {
        if (balanced[component] != 0) {
            volumes += signs[component] != 0 ? 1 : 0;
            negative += signs[component] < 0 ? 1 : 0;
        }
    }
    ShellCensus census{.inside_out = {}, .redundant = {}, .encloses_volume = volumes > 0};
    if (negative == 0 && volumes < 2) {
        return census;
    }
    const Shells shells = collect_shells(triangles, components, balanced, signs);
    if (negative > 0) {
        census.inside_out = unburied(shells, 1, positions);
    }
    if (!census.inside_out.empty() && unburied(shells, -1, positions).empty()) {
        census.inside_out.clear();
        census.all_inside_out = true;
    }
    if (census.inside_out.empty()) {
        census.redundant = redundant_shells(shells, census.all_inside_out ? -1 : 1, positions);
    }
    return census;
}

} // namespace impinge::inline v0
