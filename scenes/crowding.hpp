// SPDX-License-Identifier: Apache-2.0
//
// Pairs of bodies that crowd a broad phase: something far away, needles, many scales, plates and
// fans, combs, dust. The pairs that meet grow no faster than the triangles, nor, in all but the
// long tangle, do those that come as near to each other as they are to their nearest.
#pragma once

#include "impinge/mesh.hpp"

#include <cstddef>
#include <span>

namespace impinge::scenes {

struct CrowdedBodies {
    Mesh a;
    Mesh b; ///< without triangles: the question is whether A meets itself
};

struct CrowdedFamily {
    const char* name;
    CrowdedBodies (*make)(std::size_t triangles); ///< of both bodies, about
};

std::span<const CrowdedFamily> crowded_families();

} // namespace impinge::scenes
