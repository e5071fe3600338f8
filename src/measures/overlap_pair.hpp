// SPDX-License-Identifier: Apache-2.0
//
// Two solids that overlap, and which of their triangles meet.
#pragma once

#include "impinge/collide.hpp"
#include "measures/cut_surfaces.hpp"
#include "measures/solids.hpp"

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace impinge::inline v0 {

/// In an order that does not depend on which was named first.
struct OverlapPair {
    std::array<Solid, 2> solids;
    bool swapped = false;
    std::vector<std::array<std::uint32_t, 2>> meeting; ///< triangles, by body
    std::array<std::vector<std::uint32_t>, 2> met;     ///< the same of each body, sorted
    std::array<LocalSurface, 2> surfaces;              ///< of these

    [[nodiscard]] const Solid& solid(Owner owner) const {
        return solids[static_cast<std::size_t>(owner)];
    }
    /// A triangle of the mesh, its normal outwards.
    [[nodiscard]] Triangle outward(Owner owner, std::uint32_t triangle) const {
        return outward_triangle(solid(owner), triangle);
    }
};

OverlapPair overlap_pair(const Solid& a, const Solid& b, std::span<const TrianglePair> pairs);

CutSurfaces cut_surfaces(const OverlapPair& pair, const Context& context);

} // namespace impinge::inline v0
