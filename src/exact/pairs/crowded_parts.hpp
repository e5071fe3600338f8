// SPDX-License-Identifier: Apache-2.0
//
// What helps where halving does not separate boxes (match_parts.hpp): new codes, the directions at
// a common corner, cuts askew to the axes.
#pragma once

#include "exact/pairs/match_parts.hpp"

#include <optional>

namespace impinge::inline v0 {

/// Whether codes of its own would divide the part more finely.
bool codes_are_coarse(const Part& part, const Frame& frame);

/// The boxes of a part with codes of their own: of what the triangles have where both lists are.
/// Those that have nothing there are left out.
Region renewed(const Meshes& meshes, const Part& part, const Frame& frame, const Context& context);

/// Whether new codes tell more than the old ones. Not so where coordinates end that doubles can
/// tell apart.
bool is_much_smaller(const Frame& frame, const Frame& than);

/// The same for each eighth of the place where both lists are. What two triangles have in common
/// lies in one of them; pairs that come near each other in several are found several times.
std::vector<Region> octants(const Meshes& meshes, const Part& part, const Frame& frame,
                            const Context& context);

// --- fans ----------------------------------------------------------------------------------------

/// A point that is a corner of many of the triangles, if there is one.
std::optional<Vec3d> common_corner(const Meshes& meshes, const BoxLists& boxes);

inline bool has_corner(const Triangle& triangle, Vec3d p) {
    return triangle.corners[0] == p || triangle.corners[1] == p || triangle.corners[2] == p;
}

/// Triangles that all have this corner, with the boxes of the directions in which they leave it.
/// Two that have more in common than the corner have a direction in common.
Region renewed_directions(const Meshes& meshes, const Part& part, Vec3d corner,
                          const Context& context);

// --- cuts askew to the axes ----------------------------------------------------------------------

struct AskewCut {
    Vec3d origin;
    Vec3d direction;
    double at = 0;   ///< along the direction, from the origin
    double work = 2; ///< what is left of the work, about

    /// Bit 0: the triangle reaches below the cut; bit 1: above, or lies on it.
    [[nodiscard]] unsigned sides(const Triangle& triangle) const;
};

/// The best cut along the normal of one of the triangles, or across its longest edge in its plane.
std::optional<AskewCut> cut_along_normal(const Meshes& meshes, const BoxLists& boxes);

} // namespace impinge::inline v0
