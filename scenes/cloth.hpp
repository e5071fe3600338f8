// SPDX-License-Identifier: Apache-2.0
//
// Open sheets: a pile of folds, near to itself or through itself.
#pragma once

#include "impinge/mesh.hpp"

#include <cstddef>
#include <cstdint>

namespace impinge::scenes {

struct FoldedCloth {
    std::size_t triangles = 50000; ///< met within 10 %; at least 1,000
    int folds = 6;
    double width = 4;     ///< from fold to fold, along x
    double spacing = 0.5; ///< from layer to layer, along z
    double depth = 6;     ///< along y
    /// How far each fold swells over its neighbours: 0 for plain waves, up to 2 without contact,
    /// from 2.5 on the sheet passes through itself.
    double swelling = 1.6;
    double wrinkles = 0.02; ///< height of seeded wrinkles
    std::uint64_t seed = 1;
};

/// One connected sheet with a border: closed nowhere, oriented everywhere.
Mesh folded_cloth(const FoldedCloth& shape = {});

} // namespace impinge::scenes
