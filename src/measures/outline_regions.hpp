// SPDX-License-Identifier: Apache-2.0
//
// From outlines in a plane to polygons: the arrangement of directed segments, of which those edges
// are kept that have the region on one side only.
//
// Segments are cut where they meet. Whether and where is decided by exact signs, and the places are
// rounded correctly: that is monotone, so places along a segment keep their order, equal places get
// equal bits, and a coordinate strictly between two rounded places lies strictly between the places
// themselves. What lies on both sides of an edge is therefore counted exactly, along a line through
// such a coordinate, over segments as they were given. Rounding can only merge places, which leaves
// as many edges that come as that go: loops close.
#pragma once

#include "impinge/slice.hpp"
#include "measures/plane_section.hpp"

#include <span>
#include <vector>

namespace impinge::inline v0 {

/// Where the outlines wind around at least once; of two sets, where both do.
std::vector<SlicePolygon> region_within(std::span<const SectionSegment> outlines);
std::vector<SlicePolygon> region_within_both(std::span<const SectionSegment> first,
                                             std::span<const SectionSegment> second);

/// Segments joined where they have an end in common.
std::vector<SliceCurve> joined_curves(std::span<const SectionSegment> segments);

} // namespace impinge::inline v0
