// SPDX-License-Identifier: Apache-2.0
//
// Points from which every cell around a line in a facet can be seen: the line is cut wherever
// another facet passes through it, and the middle of each piece is taken.
#pragma once

#include "exact/verdict/cells/facets.hpp"
#include "mesh/surroundings.hpp"

namespace impinge::inline v0 {

/// The facets that hold `at` all hold the piece of the line from `from` to `to`.
struct CellSample {
    WeightedPoint at;
    WeightedPoint from;
    WeightedPoint to;
};

/// One sample for each piece of the line. Its ends may be equal: then there is none.
std::vector<CellSample> samples_along(const Facets& facets, const FacetLine& line);

/// The sample of the piece at the beginning of the line, whose ends must be different.
CellSample first_sample(const Facets& facets, const FacetLine& line);

/// A line across the facet.
FacetLine line_across(const Facets& facets, FacetId facet);

/// How often each surface, as its triangles are oriented, winds around a cell.
struct CellWindings {
    int a = 0;
    int b = 0;
};

/// A half plane in which a facet leaves the line of a sample.
struct CellWall {
    FacetId facet = 0;
    /// +1 if going round counter-clockwise, looking against the line, goes through the facet along
    /// its normal.
    Sign turn = 0;
    std::size_t before = 0; ///< the cell before it; the next one comes after it
};

/// The cells around the sample, as sectors around its line: the facets that hold the line leave it
/// in half planes, and from one half plane to the next neither winding number changes. Cells and
/// walls come counter-clockwise; the last cell is the first one again.
struct CellsAround {
    std::vector<CellWindings> cells;
    std::vector<CellWall> walls;
};

/// `around_a` and `around_b` are the surroundings of the sample's point in the two meshes.
CellsAround cells_and_walls(const Facets& facets, const CellSample& sample,
                            const Surroundings& around_a, const Surroundings& around_b);

/// The cells alone.
std::vector<CellWindings> cells_around(const Facets& facets, const CellSample& sample,
                                       const Surroundings& around_a, const Surroundings& around_b);

} // namespace impinge::inline v0
