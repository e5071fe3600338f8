// SPDX-License-Identifier: Apache-2.0
//
// Pairs of bodies that crowd a broad phase: something far away, needles, many scales, plates and
// fans, combs, dust. In all but the tangle, the pairs that meet grow no faster than the triangles.
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
