// SPDX-License-Identifier: Apache-2.0
//
// Triangles dealt to ranges of vertices, so that what meets at a vertex can be looked at range by
// range: in parallel, and within the cache however the triangles are ordered.
#pragma once

#include "base/parallel.hpp"
#include "base/unset_array.hpp"
#include "impinge/mesh.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace impinge::inline v0 {

/// A range gets the triangles with an edge whose smaller end lies in it, which are those with one
/// of their two smaller corners in it. A triangle is in one range or in two, and in one only
/// almost always where neighbours have near numbers.
class VertexRanges {
  public:
    /// Reads the triangles twice, about 2 ns for each, and keeps 4 to 8 bytes for each; nothing
    /// of either if all vertices make one range. The triangles must outlive it. Means nothing once
    /// the context is cancelled.
    VertexRanges(std::span<const TriangleIndices> triangles, std::size_t vertex_count,
                 const Context& context);

    [[nodiscard]] std::size_t size() const { return range_count_; }
    [[nodiscard]] std::uint32_t first_vertex(std::size_t range) const {
        return static_cast<std::uint32_t>(range << shift_);
    }
    [[nodiscard]] std::uint32_t vertex_count(std::size_t range) const {
        return static_cast<std::uint32_t>(
            std::min(std::size_t{1} << shift_, vertex_count_ - (range << shift_)));
    }
    [[nodiscard]] std::span<const TriangleIndices> triangles() const { return triangles_; }

    /// Calls visit(index) for every triangle of the range, in increasing order.
    template <typename Visit> void for_each_triangle(std::size_t range, Visit visit) const {
        if (range_count_ == 1) {
            for (std::size_t index = 0; index < triangles_.size(); ++index) {
                visit(static_cast<std::uint32_t>(index));
            }
            return;
        }
        for (std::size_t at = starts_[range]; at < starts_[range + 1]; ++at) {
            visit(dealt_[at]);
        }
    }
    [[nodiscard]] std::size_t triangle_count(std::size_t range) const {
        return range_count_ == 1 ? triangles_.size() : starts_[range + 1] - starts_[range];
    }

  private:
    template <typename Put> void deal(const Chunk& chunk, Put put) const;

    std::span<const TriangleIndices> triangles_;
    std::size_t vertex_count_;
    unsigned shift_;
    std::size_t range_count_;
    std::vector<std::size_t> starts_; ///< of each range in `dealt_`
    UnsetArray<std::uint32_t> dealt_;
};

} // namespace impinge::inline v0
