// SPDX-License-Identifier: Apache-2.0
//
// Solids put together from axis-parallel bricks: combs, hooks, plates, boxes. Their faces can be
// cut as finely as a benchmark asks for without changing the shape.
#pragma once

#include "impinge/mesh.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace impinge::scenes {

/// Cells between parallel planes. Each interval between neighbouring planes is cut into pieces for
/// the faces along it.
struct Lattice {
    std::array<std::vector<double>, 3> planes;        ///< across each axis, ascending
    std::array<std::vector<std::uint32_t>, 3> pieces; ///< one for each interval
    std::vector<std::uint8_t> filled;                 ///< by x, y, z; z runs fastest

    [[nodiscard]] std::uint32_t cells(std::size_t axis) const {
        return static_cast<std::uint32_t>(planes[axis].size() - 1);
    }
};

/// The surface of the filled cells, welded, outward. A solid unless cells meet in no more than an
/// edge or a corner.
Mesh surface_of(const Lattice& lattice);

/// The union of closed boxes as one solid, which may meet in faces or overlap. All their
/// coordinates are kept bit for bit. `triangles` is met within 10 % from about 60 for each face on;
/// a solid is never coarser than its faces.
Mesh union_of_bricks(std::span<const Box3> bricks, std::size_t triangles = 0);

} // namespace impinge::scenes
