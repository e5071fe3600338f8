// SPDX-License-Identifier: Apache-2.0
//
// Section 5, extensions #1 and #2: the basic algorithm for solids of any shape. Pixels are left
// over where A is not pi-convex and no parity tells, and where a counter was full. The numbers are
// the lines of the paper.
#include "imagespace/renderings.hpp"

namespace impinge::inline v0::imagespace {
namespace {

constexpr bool is_odd(std::uint8_t count) { return count % 2 == 1; }

std::optional<PixelCase> first_rendering(std::uint8_t masks, std::uint8_t /*surfaces_of_a*/) {
    const std::uint8_t sc = masks & mask_sc;
    if ((masks & mask_sa) == 0) { // 080
        return PixelCase::Empty;
    }
    if (sc == sc_full) { // odd by accident
        return PixelCase::LeftOver;
    }
    if (is_odd(sc)) { // 090
        return PixelCase::BC;
    }
    return sc > 0 ? std::nullopt : std::optional(PixelCase::A); // 100
}

std::optional<PixelCase> second_rendering(std::uint8_t masks, std::uint8_t surfaces_of_a) {
    if ((masks & mask_sa) == 0) { // settled before line 120
        return masks == 0                   ? PixelCase::Empty
               : masks == settled_without_b ? PixelCase::A
               : masks == sc_full           ? PixelCase::LeftOver
                                            : PixelCase::BC;
    }
    const std::uint8_t sc1_minus_sc2 = masks & mask_sc; // 180
    if (is_odd(sc1_minus_sc2)) {                        // 190, SC1 being even
        return PixelCase::E;
    }
    if (sc1_minus_sc2 == 0) { // 191
        return PixelCase::F;
    }
    return surfaces_of_a == 2 ? PixelCase::D : PixelCase::LeftOver; // 192, 193
}

} // namespace

Expected<Findings> depth_parity(const Frame& frame) {
    using raster::StencilOp;
    Renderings run(frame);
    run.far_map_of_a(); // 010 to 040, SCA
    run.render_b(where_test_2(frame.equal_depths, StencilOp::Increment, mask_sc)); // 050, 060
    auto found = run.after_first(first_rendering);                                 // 070 to 110
    if (!found) {
        return found.error();
    }
    if (*found) {
        return std::move(**found);
    }
    run.on_masks(settle_without_b());                                               // 120: SC == 0
    run.on_masks(clear_sa_where(raster::Compare::Equal, mask_sa | 1, mask_sa | 1)); // 120: SC odd
    run.near_map_of_a();                                                            // 130 to 150
    run.render_b_against_near_map(
        where_test_3(frame.equal_depths, StencilOp::Decrement, mask_sc)); // 160, 170
    return run.at_the_end(second_rendering);                              // 180 to 203
}

} // namespace impinge::inline v0::imagespace
