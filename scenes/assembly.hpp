// SPDX-License-Identifier: Apache-2.0
//
// What every generator needs: putting meshes together, moving them, and numbers on a dyadic grid.
#pragma once

#include "impinge/mesh.hpp"
#include "impinge/rigid.hpp"

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace impinge::scenes {

/// All parts as one mesh, in order.
Mesh joined(const std::vector<Mesh>& parts);
Mesh moved(Mesh mesh, Vec3d offset);
Mesh posed(Mesh mesh, const Rigid& pose);
/// Every triangle the other way round: solid becomes cavity.
Mesh turned_over(Mesh mesh);
/// Mirrored at the plane z = 0, outward again.
Mesh upside_down(Mesh mesh);

/// The nearest multiple of 2^-20. Sums and differences of such numbers below 2^32 are exact, so a
/// body on this grid can be moved along it without rounding.
inline double on_grid(double value) { return std::nearbyint(value * 0x1p20) * 0x1p-20; }
inline Vec3d on_grid(Vec3d p) { return {on_grid(p.x), on_grid(p.y), on_grid(p.z)}; }

/// How finely a rectangle is cut: `along` times `across` cells of two triangles.
struct GridSize {
    std::uint32_t along = 1;
    std::uint32_t across = 1;
};

/// Cells nearly square for a rectangle `aspect` times as long as wide, with nearly `triangles`
/// triangles (within 10 % from about 60 on), and at least as many cells as `least`.
GridSize grid_size(std::size_t triangles, double aspect, GridSize least);

} // namespace impinge::scenes
