// SPDX-License-Identifier: Apache-2.0
//
// Section 4: the basic algorithm. The paper states it for convex bodies; here it is right for any
// solids, because it leaves over the pixels where it could be wrong: those where B is entered more
// than once before A ends, and those where B would be within A if A had no gaps. The numbers are
// the lines of the paper.
#include "imagespace/both_renderings.hpp"

namespace impinge::inline v0::imagespace {

Expected<Findings> depth_minmax(const Frame& frame) {
    constexpr std::uint8_t entered_once = sc_zero + 1;
    Renderings run(frame);
    auto found = first_rendering(run, frame.equal_depths,
                                 leave_over_where(raster::Compare::Less, entered_once)); // 01 to 11
    if (!found) {
        return found.error();
    }
    if (*found) {
        return std::move(**found);
    }
    return second_renderings(run, frame.equal_depths); // 12 to 20
}

} // namespace impinge::inline v0::imagespace
