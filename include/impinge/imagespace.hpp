// SPDX-License-Identifier: Apache-2.0
//
// Queries that are answered by the pixels of a frame buffer (image space), and what their options
// have in common. Whether two solids overlap: impinge/depth_methods.hpp. Who penetrates whom among
// many: impinge/edge_rays.hpp. Which triangles of two surfaces meet: impinge/peeling.hpp. How much
// room is left between two: impinge/clearance.hpp.
//
//     impinge::imagespace::ProjectionOptions from_above() {
//         return {.direction = impinge::Vec3d{0, 0, -1}};
//     }
#pragma once

#include "impinge/standard.hpp"
#ifdef IMPINGE_HAS_CPP20

#include "impinge/vec3.hpp"

#include <cstdint>
#include <optional>

namespace impinge::inline v0::imagespace {

/// One of the two bodies of a session.
enum class WhichBody : std::uint8_t { A, B };

/// Whether an overlap that pixels show is to be proved by the exact engine.
enum class Confirmation : std::uint8_t { None, Exact };

/// Which way two bodies are looked at (the plane of projection).
struct ProjectionOptions {
    /// Look along this direction of the world. By default one is chosen (section 7 of
    /// Myszkowski, Okunev and Kunii, 1995).
    std::optional<Vec3d> direction = {};
    /// Turn the view to the normals of the triangles in the collision zone, found by a first look.
    enum class Refinement : std::uint8_t { None, ItemBuffer } refinement = Refinement::None;
    /// The most directions that are looked along when those normals vary; 1 to 3.
    int most_planes = 1;
    /// Look along so many directions, 1 to 49: those that the options above say, then others spread
    /// evenly, the first of which are at right angles to the first one and to each other. An
    /// overlap in any of them counts, so with more of them none is missed that was not missed
    /// before. Up to 14 degrees around each of several planes nothing more is looked along; there
    /// may then be fewer than 49 directions in all.
    int directions = 1;
};

} // namespace impinge::inline v0::imagespace

#endif // IMPINGE_HAS_CPP20
