// SPDX-License-Identifier: Apache-2.0
//
// A BVH of oriented bounding boxes (OBBs), made once for a rigid mesh. Eight children to a node,
// side by side in columns, so that one box is tested against all eight at once.
//
// Triangles are put in an order in which neighbours stay together (k-d splits). Eight in a row make
// a block, eight blocks a node, eight nodes the next: where the children of a box are follows from
// its number, and nothing but boxes is stored.
//
// Coordinates in here are floats in a frame of the mesh's own: (local - centre) * unit, within -1
// and
// 1. Boxes are larger than what they hold by more than all rounding on the way, so they may be
// tested in floats; see `box_slack`.
#pragma once

#include "base/unset_array.hpp"
#include "impinge/context.hpp"
#include "impinge/mesh.hpp"

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace impinge::inline v0::model {

inline constexpr std::size_t lanes = 8;
using Lane8 = std::array<float, lanes>;

/// What every half length is lengthened by. Rounding to floats in the frame costs 2^-24 in each
/// coordinate; projecting on an axis that is a unit vector to 2^-22, with coordinates of at most 2
/// (from the centre of the box), another 2^-20 at most.
inline constexpr float box_slack = 0x1p-19F;

/// Eight oriented boxes, one to a lane.
struct alignas(32) BoxGroup {
    std::array<Lane8, 3> centre;
    std::array<std::array<Lane8, 3>, 3> axis; ///< [which][coordinate], unit vectors
    std::array<Lane8, 3> half;                ///< along each axis
};

/// The corners of eight triangles; lanes without one repeat the block's last.
struct alignas(32) TriangleBlock {
    std::array<std::array<Lane8, 3>, 3> corner; ///< [corner][coordinate]
};

/// A box of the tree: number `index` of the level. Level 0 are the boxes of blocks.
struct BoxName {
    std::uint32_t level = 0;
    std::uint32_t index = 0;
};

/// One oriented box.
struct FloatBox {
    std::array<float, 3> centre{};
    std::array<std::array<float, 3>, 3> axis{};
    std::array<float, 3> half{};

    [[nodiscard]] float size() const { return half[0] + half[1] + half[2]; }
};

/// One triangle.
struct FloatTriangle {
    std::array<std::array<float, 3>, 3> corner{};
};

/// From positions of a mesh to the frame of its tree: (p - centre) * unit.
struct TreeFrame {
    Vec3d centre;
    double unit = 1; ///< a power of two
    /// More than any vertex lies off its float position, in the frame.
    double error = 0;
};

/// Positions and triangles that somebody else keeps.
struct IndexedMesh {
    std::span<const Vec3d> positions;
    std::span<const TriangleIndices> triangles;
};

class ObbTree {
  public:
    using Order = std::shared_ptr<const std::vector<std::uint32_t>>;

    ObbTree() = default;
    /// Of a mesh that is sorted_mesh() by this order; `box` is that of its triangles. It must have
    /// a triangle, and a size between 1e-30 and 1e30 (see fits()). The tree depends on the mesh and
    /// the order alone, not on the number of threads; any order makes a sound tree, that of
    /// order_of() a good one. If the context is cancelled meanwhile, it must not be used.
    ObbTree(const IndexedMesh& sorted, Order order, const Box3& box, const Context& context);

    /// The triangles such that neighbours stay together. For the same meshes.
    static std::vector<std::uint32_t> order_of(std::span<const Vec3d> positions,
                                               std::span<const TriangleIndices> triangles,
                                               const Box3& box, const Context& context);

    /// Whether a tree can be made of a mesh with these positions and this box of its triangles, of
    /// which it has some.
    static bool fits(const Box3& box, std::span<const Vec3d> positions);

    [[nodiscard]] const TreeFrame& frame() const { return frame_; }
    /// Triangles in the order of the blocks: block i holds entries 8 i to 8 i + 7.
    /// Empty without a tree.
    [[nodiscard]] std::span<const std::uint32_t> order() const {
        return order_ ? std::span(*order_) : std::span<const std::uint32_t>();
    }
    [[nodiscard]] const TriangleBlock& block(std::uint32_t index) const { return blocks_[index]; }
    [[nodiscard]] std::size_t triangles_in_block(std::uint32_t index) const {
        return std::min(lanes, order_->size() - std::size_t{index} * lanes);
    }

    /// The one box that holds everything.
    [[nodiscard]] BoxName root() const {
        return {static_cast<std::uint32_t>(levels_.size() - 1), 0};
    }
    /// The children of a box above level 0: the boxes 8 i to 8 i + 7 of the level below.
    [[nodiscard]] const BoxGroup& children(BoxName box) const {
        return levels_[box.level - 1][box.index];
    }
    [[nodiscard]] static BoxName child(BoxName box, std::size_t lane) {
        return {box.level - 1, static_cast<std::uint32_t>(box.index * lanes + lane)};
    }
    [[nodiscard]] FloatBox box(BoxName name) const;
    /// Where it is kept, in lane name.index % lanes.
    [[nodiscard]] const BoxGroup& group_of(BoxName name) const {
        return levels_[name.level][name.index / lanes];
    }
    [[nodiscard]] std::size_t box_count(std::uint32_t level) const {
        const std::size_t triangles_in_box = lanes << (3 * level);
        return (order_->size() + triangles_in_box - 1) / triangles_in_box;
    }
    /// Boxes that together hold everything: 64 at most, and more than 8 if there are as many.
    [[nodiscard]] std::span<const BoxGroup> few_boxes() const {
        return levels_[levels_.size() - std::min<std::size_t>(levels_.size(), 3)];
    }

    /// How much larger the boxes of some 64 triangles are than the triangles in them: their two
    /// longest sides multiplied, by the area. Between 1 and 3 where neighbours are together.
    [[nodiscard]] double looseness() const;

    [[nodiscard]] std::size_t memory_bytes() const;

  private:
    void fill_blocks(const IndexedMesh& sorted, const Context& context);
    [[nodiscard]] std::size_t block_count() const { return (order_->size() + lanes - 1) / lanes; }

    TreeFrame frame_;
    Order order_;
    UnsetArray<TriangleBlock> blocks_;
    std::vector<std::vector<BoxGroup>> levels_;
    double area_ = 0; ///< of all triangles, in the frame
};

Box3 box_of_triangles(std::span<const Vec3d> positions, std::span<const TriangleIndices> triangles,
                      const Context& context);

/// A mesh with its triangles in another order and its vertices in the order of their first use.
struct SortedMesh {
    Mesh mesh;
    std::vector<std::uint32_t> from; ///< which vertex of the original each vertex is
};
SortedMesh sorted_mesh(const IndexedMesh& mesh, std::span<const std::uint32_t> order);

} // namespace impinge::inline v0::model
