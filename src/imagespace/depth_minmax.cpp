// SPDX-License-Identifier: Apache-2.0
//
// Section 4: the basic algorithm. The paper states it for convex bodies; here it is right for any
// solids, because it leaves over the pixels where it could be wrong: those where more than two
// surfaces of B passed test (2), and those where B would be within A if A had no gaps. The numbers
// are the lines of the paper.
#include "imagespace/renderings.hpp"

namespace impinge::inline v0::imagespace {
namespace {

constexpr std::uint8_t two_passes = mask_sa | 2;

std::optional<PixelCase> first_rendering(std::uint8_t masks, std::uint8_t /*surfaces_of_a*/) {
    if ((masks & mask_sa) == 0) {
        return PixelCase::Empty;
    }
    switch (masks & mask_sc) { // 08
    case 0:
        return PixelCase::A;
    case 1:
        return PixelCase::BC; // 09
    case 2:
        return std::nullopt; // 10
    default:
        return PixelCase::LeftOver;
    }
}

std::optional<PixelCase> second_rendering(std::uint8_t masks, std::uint8_t surfaces_of_a) {
    if ((masks & mask_sa) == 0) { // settled before line 12
        return masks == 0                   ? PixelCase::Empty
               : masks == settled_without_b ? PixelCase::A
               : masks == 1                 ? PixelCase::BC
                                            : PixelCase::LeftOver;
    }
    const std::uint8_t sc1_minus_sc2 = masks & mask_sc; // 18
    if (sc1_minus_sc2 == 0) {                           // 20: two passes again
        return PixelCase::F;
    }
    if (sc1_minus_sc2 % 2 == 1) { // 19: one pass
        return PixelCase::E;
    }
    return surfaces_of_a == 2 ? PixelCase::D : PixelCase::LeftOver; // 19: none
}

} // namespace

Expected<Findings> depth_minmax(const Frame& frame) {
    using raster::StencilOp;
    Renderings run(frame);
    run.far_map_of_a();                                                            // 01 to 04
    run.render_b(where_test_2(frame.equal_depths, StencilOp::Increment, mask_sc)); // 05, 06
    auto found = run.after_first(first_rendering);                                 // 07 to 11
    if (!found) {
        return found.error();
    }
    if (*found) {
        return std::move(**found);
    }
    run.on_masks(settle_without_b());                                               // 12
    run.on_masks(clear_sa_where(raster::Compare::NotEqual, two_passes, all_masks)); // 12
    run.near_map_of_a();                                                            // 13 to 15
    run.render_b_against_near_map(
        where_test_3(frame.equal_depths, StencilOp::Decrement, mask_sc)); // 16, 17
    return run.at_the_end(second_rendering);                              // 18 to 20
}

} // namespace impinge::inline v0::imagespace
