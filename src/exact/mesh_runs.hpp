// SPDX-License-Identifier: Apache-2.0
//
// Runs: vertices, or triangles, that follow each other in their arrays. Most meshes list together
// what lies together, so a run has a small box, and a question about a region of space can leave
// out whole runs without reading them. Found out while a mesh is placed, in the passes that check
// it. A mesh in no order has runs as large as itself, of which none is left out.
#pragma once

#include "base/kept_memory.hpp"
#include "impinge/mesh.hpp"

#include <cstdint>
#include <span>

namespace impinge::inline v0 {

inline constexpr std::size_t vertices_per_run = 32;
inline constexpr std::size_t triangles_per_run = 64;

/// Indices from `first` to `last`, both included.
struct IndexSpan {
    std::uint32_t first;
    std::uint32_t last;

    [[nodiscard]] bool holds(std::uint32_t index) const {
        return index - first <= last - first; // wraps around below first
    }
};

/// Every corner of a run of triangles is in one of the two spans; where there is but one, they are
/// the same. Two, because rows of a grid or a ring of faces have their corners in two rows.
struct RunCorners {
    IndexSpan low;
    IndexSpan high;
};

struct MeshRuns {
    KeptArray<Box3> boxes;         ///< of the vertices of each run
    KeptArray<RunCorners> corners; ///< of the triangles of each run

    [[nodiscard]] bool are_known() const { return corners != nullptr; }
};

constexpr std::size_t runs_of(std::size_t count, std::size_t per_run) {
    return (count + per_run - 1) / per_run;
}

/// Writes the boxes of the runs of these vertices; says whether all are finite (if not, boxes mean
/// nothing).
bool box_runs(std::span<const Vec3d> vertices, Box3* boxes);

/// Writes the corners of the runs of these triangles.
void span_runs(std::span<const TriangleIndices> triangles, RunCorners* corners);

} // namespace impinge::inline v0
