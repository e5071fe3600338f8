// SPDX-License-Identifier: Apache-2.0
//
// What lies of a surface wholly in another body, and meets it nowhere.
#pragma once

#include "exact/verdict/surface.hpp"
#include "measures/cut_surfaces.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace impinge::inline v0 {

struct InsideTriangle {
    std::uint32_t triangle = 0; ///< of the mesh
    std::uint32_t group = 0;    ///< triangles that hang together have the same
};

/// The triangles of one body in the other, beyond those that meet it.
struct InsideTriangles {
    std::vector<InsideTriangle> list;
    std::uint32_t group_count = 0;
    /// The group around each corner of the cut surface that lies inside; of others it means
    /// nothing. A group may have no triangles.
    std::vector<std::uint32_t> group_at_corner;
};

/// `met`: the triangles that meet the other body, sorted; the surface is theirs. Means nothing once
/// the context is cancelled.
InsideTriangles inside_triangles(Owner owner, const CutSurfaces& cut, const Solid& solid,
                                 std::span<const std::uint32_t> met, const Solid& foreign,
                                 const Context& context);

} // namespace impinge::inline v0
