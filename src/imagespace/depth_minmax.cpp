// SPDX-License-Identifier: Apache-2.0
//
// Section 4: the basic algorithm. The paper states it for convex bodies; here it is right for any
// solids, because it leaves over the pixels where it could be wrong: those where B is entered more
// than once before A ends, and those where B would be within A if A had no gaps. The numbers are
// the lines of the paper.
#include "imagespace/second_rendering.hpp"

namespace impinge::inline v0::imagespace {
namespace {

constexpr std::uint8_t entered_once = sc_zero + 1;

} // namespace

Expected<Findings> depth_minmax(const Frame& frame) {
    using raster::Compare;
    const EqualDepths equal = frame.equal_depths;
    Renderings run(frame);
    run.far_map_of_a(sc_zero);                                                  // 01 to 04
    run.render_b(Faces::Entered, where_test_2(count_up(), equal));              // 05, 06
    run.on_masks(settle_where(Compare::Equal, sc_zero, settled_a));             // 08: no passes
    run.on_masks(leave_over_where(Compare::Less, entered_once));                // 08: more than two
    run.render_b(Faces::Left, where_test_2(count_down_to(sc_negative), equal)); // 05, 06
    auto found = run.after_first(first_rendering);                              // 07 to 11
    if (!found) {
        return found.error();
    }
    if (*found) {
        return std::move(**found);
    }
    return second_renderings(run, equal); // 12 to 20
}

} // namespace impinge::inline v0::imagespace
