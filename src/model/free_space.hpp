// SPDX-License-Identifier: Apache-2.0
//
// Where a surface is not: a coarse grid of cubic cells over the frame of its tree. A cell that no
// triangle reaches is free. Free cells that share a side have the same winding number, so one ray
// tells it for all that hang together, and a distance transform tells of each cell how far away the
// nearest one that is not free lies at least.
//
// So a point in a free cell needs no ray, a point beside the surface only a short one, and a ball
// that is smaller than the distance of its centre neither triangles nor boxes.
#pragma once

#include "model/obb_tree.hpp"

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace impinge::inline v0::model {

/// In the frame of a tree.
struct Ball {
    Vec3d centre;
    double radius = 0;
};

class FreeSpace {
  public:
    /// Of the surface of a tree. `part_winding(point)` is asked for a point of the frame in each
    /// part of the free space inside the box of the surface; of open surfaces the answers mean
    /// nothing. `orientation` is 1, or -1 if the solid is where winding numbers are negative.
    template <typename PartWinding>
    FreeSpace(const ObbTree& tree, int orientation, PartWinding part_winding)
        : orientation_(orientation) {
        find_ball(tree);
        mark_cells(tree);
        find_gaps();
        for (const Vec3d& inside : find_parts()) {
            windings_.push_back(part_winding(inside));
        }
        find_samples();
    }

    /// What is known of a place.
    struct Place {
        bool free = false;
        bool inside = false; ///< of the solid, if it is free
        int winding = 0;     ///< the same
        /// No triangle is nearer, in the frame; squared.
        double squared_distance = 0;
    };
    [[nodiscard]] Place at(Vec3d point) const;

    /// On which side of the surface a place surely is.
    enum class Side : std::uint8_t { Unknown, Inside, Outside };
    [[nodiscard]] Side side_of(Vec3d point) const;

    /// Places are right for points that are off by less than this, in the frame.
    [[nodiscard]] double margin() const { return margin_in_cells * side_; }
    [[nodiscard]] double side_of_cell() const { return side_; }

    /// A ball around all corners.
    [[nodiscard]] const Ball& whole() const { return whole_; }
    static constexpr std::size_t most_samples = 64;
    /// Points inside the solid, spread over it and mostly near its surface.
    [[nodiscard]] std::span<const Vec3d> samples() const { return samples_; }

    [[nodiscard]] std::size_t memory_bytes() const;

  private:
    static constexpr double margin_in_cells = 0x1p-9;
    static constexpr std::uint8_t taken = 0; ///< as the part of a cell: not free, or not known
    static constexpr std::uint8_t outside = 1;

    void find_ball(const ObbTree& tree);
    void mark_cells(const ObbTree& tree);
    void mark_triangle(const FloatTriangle& t, std::size_t& looks_left);
    void find_gaps();
    /// Returns a point of each part but the outside.
    std::vector<Vec3d> find_parts();
    void fill_part(std::size_t first, std::uint8_t part, std::vector<std::uint32_t>& stack);
    void find_samples();
    [[nodiscard]] std::size_t cell_count() const { return parts_.size(); }
    [[nodiscard]] Vec3d middle_of(std::size_t cell) const;
    struct Found {
        std::size_t cell;
        double aside; ///< how far the point is from the grid, in cells, squared
    };
    [[nodiscard]] Found find(Vec3d point) const;

    Vec3d low_;
    double side_ = 1;
    double per_cell_ = 1; ///< 1 / side_
    std::array<int, 3> counts_{};
    std::vector<std::uint8_t> parts_; ///< of each cell, x first
    std::vector<std::int16_t> gaps_;  ///< to the nearest cell that is taken, in cells, squared
    std::vector<int> windings_;       ///< of parts
    int orientation_;
    Ball whole_;
    std::vector<Vec3d> samples_;
};

} // namespace impinge::inline v0::model
