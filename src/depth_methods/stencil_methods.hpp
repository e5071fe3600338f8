// SPDX-License-Identifier: Apache-2.0
//
// The depth and stencil methods of sections 4 and 5 of Myszkowski, Okunev and Kunii (1995). They
// settle the pixels they can and leave over the rest.
#pragma once

#include "depth_methods/renderings.hpp"

namespace impinge::inline v0::imagespace {

/// Section 4: the basic algorithm. The paper states it for convex bodies; here it is right for any
/// solids, because it leaves over the pixels where it could be wrong: those where B is entered more
/// than once before A ends, and those where B would be within A if A had no gaps.
Expected<Findings> depth_minmax(const Frame& frame);

/// Section 5, extensions #1 and #2: the basic algorithm for solids of any shape. Where the paper
/// asks whether a count is odd, the winding number is asked for: it is the same where parts of B do
/// not overlap each other, and right where they do. Pixels are left over where A is not pi-convex
/// and no winding number tells, and where a counter was full.
Expected<Findings> depth_parity(const Frame& frame);

/// Section 5, extensions #1' and #2': three mask planes. The paper has SA, SO (B covers the pixel)
/// and SP (the parity of SC); here the latter two are a counter of two bits, because parity does
/// not tell where B winds around itself. Every pixel is left over in which neither end of A lies in
/// B, unless all of B is behind A; and those where B is entered three times or more before A ends.
Expected<Findings> depth_parity_lite(const Frame& frame);

} // namespace impinge::inline v0::imagespace
