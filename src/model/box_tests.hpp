// SPDX-License-Identifier: Apache-2.0
//
// Eight oriented boxes, or eight triangles, against one thing at once, in floats. Every test errs
// on one side: what it says is apart is apart by more than rounding, given boxes made by ObbTree.
#pragma once

#include "model/obb_tree.hpp"

#include <cstdint>

namespace impinge::inline v0::model {

/// For each box of the group how far it is from the box, which is given in the same frame: the
/// largest gap along the six axes of the two (SAT without the nine axes across edges, which seldom
/// part boxes that these do not). Not above the distance; negative where they overlap along all
/// six. Bit i: that of lane i is at most `limit`.
std::uint32_t gaps(const BoxGroup& group, const FloatBox& box, float limit, Lane8& out);

/// The same with one axis more, from centre to centre: worth its square root where boxes are well
/// apart and their distance counts.
std::uint32_t distances(const BoxGroup& group, const FloatBox& box, float limit, Lane8& out);

/// Bit i: along none of the axes of the one box alone is the gap to the box of lane i larger than
/// `margin`. So it is near the box around that one that has its axes.
std::uint32_t near_along(const BoxGroup& group, const FloatBox& box, float margin);

/// Bit i: the box of lane i may meet the segment from middle - half to middle + half. `slack`
/// widens the boxes.
std::uint32_t meeting_segment(const BoxGroup& group, const std::array<float, 3>& middle,
                              const std::array<float, 3>& half, float slack);

/// Upper bounds of the products of the boxes' points with a direction. Bit i: that of lane i is at
/// least `limit`.
std::uint32_t supports(const BoxGroup& group, const std::array<float, 3>& direction, float limit,
                       Lane8& out);

/// Bit i: triangle i of the block may reach into the box, widened by `slack`.
std::uint32_t reaching_box(const TriangleBlock& block, const FloatBox& box, float slack);

/// An affine map in floats.
struct FloatMap {
    std::array<std::array<float, 3>, 3> rows{};
    std::array<float, 3> offset{};
};

/// A rotation or reflection, a scale and an offset in floats, for boxes.
struct FloatBoxMap {
    using Column = std::array<float, 4>; ///< the last is 0
    std::array<Column, 3> turn{};
    Column offset{};
    float ratio = 1;
};

/// The box of a lane, mapped.
FloatBox mapped_box(const FloatBoxMap& map, const BoxGroup& group, std::size_t lane);

/// The triangles of the block, mapped.
void map_block(const TriangleBlock& block, const FloatMap& map, TriangleBlock& out);

/// Triangle `lane` of the block.
FloatTriangle triangle_of(const TriangleBlock& block, std::size_t lane);

/// For the triangles of the one block that `which` names: bit i of out[lane] says that triangle i
/// of the other block may meet it, as far as AABBs and the planes of both tell. `origin` is a point
/// near them, and `slack` more than any corner is off.
void meeting_blocks(const TriangleBlock& ones, std::uint32_t which, const TriangleBlock& others,
                    const std::array<float, 3>& origin, float slack,
                    std::array<std::uint32_t, lanes>& out);

/// For each triangle of the block the least product of its corners with a direction.
void distances_along(const TriangleBlock& block, const std::array<float, 3>& direction, Lane8& out);
/// The largest. Bit i: that of triangle i is at least `limit`.
std::uint32_t farthest_along(const TriangleBlock& block, const std::array<float, 3>& direction,
                             float limit, Lane8& out);

/// Not above the distance of each triangle of the block to the AABB from `low` to `high`, squared.
/// Bit i: that of triangle i is at most `limit`.
std::uint32_t squared_gaps(const TriangleBlock& block, const std::array<float, 3>& low,
                           const std::array<float, 3>& high, float limit, Lane8& out);

/// The smallest and the largest products of the corners of some blocks with three directions.
struct Extents {
    std::array<float, 3> low;
    std::array<float, 3> high;
};
Extents extents(std::span<const TriangleBlock> blocks,
                const std::array<std::array<float, 3>, 3>& directions);

/// The same of the points of some boxes.
Extents extents(std::span<const BoxGroup> groups,
                const std::array<std::array<float, 3>, 3>& directions);

/// Whether one of the corners of some blocks has products with three directions between those of
/// `bounds`.
bool some_corner_within(std::span<const TriangleBlock> blocks,
                        const std::array<std::array<float, 3>, 3>& directions,
                        const Extents& bounds);

/// Sums over the eight triangles of a block.
struct BlockSums {
    std::array<float, 3> origin;  ///< a corner of the block, from which corners are counted
    float area;                   ///< twice that of the triangles
    std::array<float, 3> normal;  ///< of the normals, as long as twice the areas
    std::array<float, 3> sum;     ///< of the corners
    std::array<float, 6> squares; ///< of their products xx, yy, zz, xy, yz, zx
};
BlockSums sums_of(const TriangleBlock& block);

} // namespace impinge::inline v0::model
