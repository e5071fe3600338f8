// SPDX-License-Identifier: Apache-2.0
//
// Section 5, extensions #1 and #2: the basic algorithm for solids of any shape. Where the paper
// asks whether a count is odd, the winding number is asked for: it is the same where parts of B do
// not overlap each other, and right where they do. Pixels are left over where A is not pi-convex
// and no winding number tells, and where a counter was full. The numbers are the lines of the
// paper.
#include "imagespace/second_rendering.hpp"

namespace impinge::inline v0::imagespace {

Expected<Findings> depth_parity(const Frame& frame) {
    using raster::Compare;
    const EqualDepths equal = frame.equal_depths;
    Renderings run(frame);
    run.far_map_of_a(sc_zero);                                                  // 010 to 040, SCA
    run.render_b(Faces::Entered, where_test_2(count_up(), equal));              // 050, 060
    run.on_masks(settle_where(Compare::Equal, sc_zero, settled_a));             // 100: SC == 0
    run.on_masks(leave_over_where(Compare::Equal, sc_full));                    // too many to count
    run.render_b(Faces::Left, where_test_2(count_down_to(sc_negative), equal)); // 050, 060
    auto found = run.after_first(first_rendering);                              // 070 to 110
    if (!found) {
        return found.error();
    }
    if (*found) {
        return std::move(**found);
    }
    return second_renderings(run, equal); // 120 to 203
}

} // namespace impinge::inline v0::imagespace
