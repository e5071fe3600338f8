// SPDX-License-Identifier: Apache-2.0
//
// The crossings of two bodies as corners of the curves in which their surfaces meet. Between two
// neighbours the curve runs straight, in one triangle of each body.
#pragma once

#include "edge_rays/response/surface_edges.hpp"
#include "impinge/edge_rays.hpp"

#include <span>
#include <vector>

namespace impinge::inline v0::imagespace {

/// From one crossing to the next: A's surface within B lies to the left, seen from outside A.
struct CurvePiece {
    std::uint32_t from = 0; ///< indices of crossings
    std::uint32_t to = 0;
    std::uint32_t triangle_a = 0;
    std::uint32_t triangle_b = 0;
};

struct CrossingCurve {
    std::vector<std::uint32_t> crossings; ///< ascending
    std::vector<CurvePiece> pieces;
    bool closed = true;
};

/// A triangle of each body, in which a curve comes in by a crossing that is known and goes out by
/// one that is not.
struct OpenEnd {
    std::uint32_t triangle_a = 0;
    std::uint32_t triangle_b = 0;
};

struct TracedCurves {
    std::vector<CrossingCurve> curves; ///< closed ones by their first crossings, then all open ones
    std::vector<OpenEnd> open;
};

/// `crossings` are those of bodies `a` and `b` and no others.
TracedCurves trace_curves(std::span<const EdgeCrossing> crossings, std::uint32_t a,
                          const SurfaceEdges& surface_a, const SurfaceEdges& surface_b);

} // namespace impinge::inline v0::imagespace
