// SPDX-License-Identifier: Apache-2.0
//
// First stage of the broad phase: quantised coordinates. A region of space, at first the common
// part of the two bodies' AABBs, becomes a grid of 16-bit integers. Every vertex is turned once
// into three codes, its coordinates on that grid; from then on triangles are compared by their
// boxes in codes. Where codes are too coarse, a smaller region gets codes of its own
// (match_parts.hpp).
//
// The code is a non-decreasing function of the coordinate, also after rounding, so boxes that
// overlap in space overlap in codes: nothing that meets is ever lost, whatever the scale.
#pragma once

#include "base/kept_memory.hpp"
#include "exact/world_mesh.hpp"

#include <bit>
#include <cstdint>
#include <vector>

namespace impinge::inline v0 {

/// Quantised coordinates, four lanes to a register: x, y, z and one that is always 0. The
/// compiler's vector type turns each function below into one or two instructions on every processor
/// we know; what it computes is what a loop over the lanes would.
using Code = std::int16_t;
using Codes __attribute__((vector_size(8))) = Code;

constexpr Code below_region = -32768;
constexpr Code above_region = 32767;
constexpr Codes lowest_codes{below_region, below_region, below_region, 0};
constexpr Codes highest_codes{above_region, above_region, above_region, 0};

inline Codes lowest(Codes a, Codes b) { return a < b ? a : b; }
inline Codes highest(Codes a, Codes b) { return a > b ? a : b; }
/// Whether a <= b holds in every lane.
inline bool all_at_most(Codes a, Codes b) { return std::bit_cast<std::uint64_t>(a > b) == 0; }

/// Number of a cell of 2^shift codes, counted from 0.
constexpr int cell_of(Code code, int shift) { return (code - below_region) >> shift; }

/// The box of a triangle in codes, and its index. Nothing is set by default: long arrays of it are
/// made to be written.
struct QuantisedTriangle {
    Codes low;
    Codes high;
    std::uint32_t index;
    /// One bit for each cut on the way to the part of space in which this copy stands: set if the
    /// box stands on the lower side of the cut, too. Two triangles with a common bit meet there, so
    /// that each pair is found in one part only.
    std::uint32_t earlier;
};

/// Whether the triangle's box reaches into the region.
inline bool reaches_region(const QuantisedTriangle& t) {
    constexpr Codes lowest_inside{below_region + 1, below_region + 1, below_region + 1, 0};
    constexpr Codes highest_inside{above_region - 1, above_region - 1, above_region - 1, 0};
    return all_at_most(lowest_inside, t.high) && all_at_most(t.low, highest_inside);
}

/// A region of space and the codes of points in it.
class Quantiser {
  public:
    Quantiser() = default;
    explicit Quantiser(const Box3& region);

    [[nodiscard]] const Box3& region() const { return region_; }
    /// Whether all points of the region have one code along the axis.
    [[nodiscard]] bool is_flat(int axis) const { return scale_[axis] == 0; }
    [[nodiscard]] Codes operator()(Vec3d p) const;
    void operator()(std::span<const Vec3d> points, Codes* codes) const;
    /// For the corners of each of the triangles listed; every three codes make one triangle.
    void operator()(const WorldMesh& mesh, std::span<const std::uint32_t> listed,
                    Codes* codes) const;
    /// Contains every point whose codes lie between these two, both included, and the region holds.
    [[nodiscard]] Box3 box_of_codes(Codes low, Codes high) const;

  private:
    Box3 region_;
    Vec3d scale_;
};

/// A mesh seen through the codes of its vertices.
class QuantisedMesh {
  public:
    QuantisedMesh(const WorldMesh& mesh, const Quantiser& quantiser, const Context& context);

    [[nodiscard]] std::size_t size() const { return triangles_.size(); }
    [[nodiscard]] QuantisedTriangle operator[](std::size_t index) const {
        const Codes p = codes_[triangles_[index][0]];
        const Codes q = codes_[triangles_[index][1]];
        const Codes r = codes_[triangles_[index][2]];
        return {lowest(lowest(p, q), r), highest(highest(p, q), r),
                static_cast<std::uint32_t>(index), 0};
    }

  private:
    KeptArray<Codes> codes_; // of the vertices
    std::span<const TriangleIndices> triangles_;
};

/// Of the triangles listed those whose boxes reach into the quantiser's region, in their order.
std::vector<QuantisedTriangle> cull(const WorldMesh& mesh, std::span<const std::uint32_t> listed,
                                    const Quantiser& quantiser, const Context& context);

/// The triangles whose boxes reach into the region, in their order in the mesh.
std::vector<QuantisedTriangle> cull(const WorldMesh& mesh, const Box3& region,
                                    const Context& context);

} // namespace impinge::inline v0
