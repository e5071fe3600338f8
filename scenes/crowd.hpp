// SPDX-License-Identifier: Apache-2.0
//
// Many solids of all kinds scattered in a cube: boxes, polytopes, hollow balls (some with a body in
// their cavity) and knots, turned any way.
#pragma once

#include "scenes/catalogue.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace impinge::scenes {

struct Crowd {
    std::size_t bodies = 500;
    /// Of all bodies; shared out by kind, and no body gets coarser than its shape allows. A hundred
    /// for each body is what the shapes are made for.
    std::size_t triangles = 50'000;
    /// Of the cube, for each body. Bodies are between 0.4 and 1.7 wide.
    double space = 6;
    std::uint64_t seed = 1;
};

/// Bodies are named by kind and number: box-1, polytope-2, ... The first ten hold all kinds.
std::vector<NamedBody> crowd(const Crowd& shape = {});

} // namespace impinge::scenes
