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
#include "base/parallel.hpp"
#include "exact/world_mesh.hpp"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <utility>
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

/// Triangles that follow each other in a list, by their places in it.
struct TriangleRun {
    std::size_t begin = 0;
    std::size_t end = 0;
};

/// A mesh seen through the codes of its vertices, run by run.
class QuantisedMesh {
  public:
    enum class Runs : std::uint8_t {
        All,
        NearRegion, ///< those that are not surely outside the region on one side of it
    };
    /// Means nothing once the context is cancelled.
    QuantisedMesh(const WorldMesh& mesh, const Quantiser& quantiser, Runs which,
                  const Context& context);

    [[nodiscard]] std::size_t run_count() const { return runs_.size(); }
    [[nodiscard]] TriangleRun run(std::size_t i) const {
        const std::size_t begin = runs_[i] * triangles_per_run;
        return {begin, std::min(begin + triangles_per_run, triangles_.size())};
    }
    /// Of all triangles of the mesh.
    [[nodiscard]] std::size_t size() const { return triangles_.size(); }
    /// One of those in the runs.
    [[nodiscard]] QuantisedTriangle operator[](std::size_t index) const {
        const Codes p = codes_[triangles_[index][0]];
        const Codes q = codes_[triangles_[index][1]];
        const Codes r = codes_[triangles_[index][2]];
        return {lowest(lowest(p, q), r), highest(highest(p, q), r),
                static_cast<std::uint32_t>(index), 0};
    }

  private:
    void choose_runs(const WorldMesh& mesh, const Box3& region, std::uint8_t* needed,
                     const Context& context);

    KeptArray<Codes> codes_; // of the vertices; those of no triangle in the runs are not set
    std::span<const TriangleIndices> triangles_;
    std::vector<std::uint32_t> runs_; // their numbers in the mesh
};

/// Some triangles of a mesh, run by run.
class QuantisedList {
  public:
    explicit QuantisedList(std::vector<QuantisedTriangle> triangles)
        : triangles_(std::move(triangles)) {}

    [[nodiscard]] std::size_t run_count() const {
        return runs_of(triangles_.size(), triangles_per_run);
    }
    [[nodiscard]] TriangleRun run(std::size_t i) const {
        const std::size_t begin = i * triangles_per_run;
        return {begin, std::min(begin + triangles_per_run, triangles_.size())};
    }
    [[nodiscard]] const QuantisedTriangle& operator[](std::size_t place) const {
        return triangles_[place];
    }

  private:
    std::vector<QuantisedTriangle> triangles_;
};

/// Of the triangles listed those whose boxes reach into the quantiser's region, in their order.
std::vector<QuantisedTriangle> cull(const WorldMesh& mesh, std::span<const std::uint32_t> listed,
                                    const Quantiser& quantiser, const Context& context);

/// The triangles whose boxes reach into the region, in their order in the mesh.
std::vector<QuantisedTriangle> cull(const WorldMesh& mesh, const Box3& region,
                                    const Context& context);

/// For passes over runs of triangles: how many runs make a chunk.
inline std::size_t runs_per_chunk(std::size_t runs) {
    return chunk_size_for(runs * triangles_per_run) / triangles_per_run;
}

} // namespace impinge::inline v0
