// SPDX-License-Identifier: Apache-2.0
//
// The cells around a line, as sectors: the facets that hold the line leave it in half planes, and
// from one half plane to the next neither winding number changes.
#pragma once

#include "exact/cells/cell_samples.hpp"
#include "mesh/surroundings.hpp"

namespace impinge::inline v0 {

/// How often each surface, as its triangles are oriented, winds around a cell.
struct CellWindings {
    int a = 0;
    int b = 0;
};

/// The cells around the sample, `around_a` and `around_b` being the surroundings of its point in
/// the two meshes.
std::vector<CellWindings> cells_around(const Facets& facets, const CellSample& sample,
                                       const Surroundings& around_a, const Surroundings& around_b);

} // namespace impinge::inline v0
