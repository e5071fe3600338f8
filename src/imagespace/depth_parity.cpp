// SPDX-License-Identifier: Apache-2.0
//
// Section 5, extensions #1 and #2: the basic algorithm for solids of any shape. Where the paper
// asks whether a count is odd, the winding number is asked for: it is the same where parts of B do
// not overlap each other, and right where they do. Pixels are left over where A is not pi-convex
// and no winding number tells, and where a counter was full. The numbers are the lines of the
// paper.
#include "imagespace/both_renderings.hpp"

namespace impinge::inline v0::imagespace {

Expected<Findings> depth_parity(const Frame& frame) {
    Renderings run(frame);
    auto found = first_rendering(run, frame.equal_depths,
                                 leave_over_where(raster::Compare::Equal, sc_full)); // 010 to 110
    if (!found) {
        return found.error();
    }
    if (*found) {
        return std::move(**found);
    }
    return second_renderings(run, frame.equal_depths); // 120 to 203
}

} // namespace impinge::inline v0::imagespace
