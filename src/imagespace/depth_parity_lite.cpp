// SPDX-License-Identifier: Apache-2.0
//
// Section 5, extensions #1' and #2': three mask planes. The paper has SA, SO (B covers the pixel)
// and SP (the parity of SC); here the latter two are a counter of two bits, because parity does not
// tell where B winds around itself. Every pixel is left over in which neither end of A lies in B,
// unless all of B is behind A; and those where B is entered three times or more before A ends. The
// numbers are the lines of the paper.
#include "imagespace/renderings.hpp"

namespace impinge::inline v0::imagespace {
namespace {

/// The other bits are set all the time, so that the two end where a counter of two bits does.
constexpr std::uint8_t lite_zero = 0x3C;
constexpr std::uint8_t lite_full = sc_full;
static_assert((lite_zero & a_absent) != 0);

/// Of pixels that are settled.
PixelCase settled_before(std::uint8_t masks) {
    const std::uint8_t sc = masks & mask_sc;
    return masks == a_absent                  ? PixelCase::Empty
           : masks == settled_a               ? PixelCase::A
           : sc > lite_zero && sc < lite_full ? PixelCase::BC
                                              : PixelCase::LeftOver;
}

std::optional<PixelCase> first_rendering(std::uint8_t masks) {
    if ((masks & mask_sa) == 0) { // 080
        return settled_before(masks);
    }
    return (masks & mask_sc) > lite_zero ? std::optional(PixelCase::BC) : std::nullopt; // 090, 100
}

std::optional<PixelCase> second_rendering(std::uint8_t masks) {
    if ((masks & mask_sa) == 0) {
        return settled_before(masks);
    }
    return (masks & mask_sc) > lite_zero ? PixelCase::E : PixelCase::LeftOver; // 180 to 191
}

} // namespace

Expected<Findings> depth_parity_lite(const Frame& frame) {
    using raster::Compare;
    const EqualDepths equal = frame.equal_depths;
    Renderings run(frame);
    run.far_map_of_a(lite_zero);                                              // 010 to 040
    run.render_b(Faces::Entered, where_test_2(count_up(), equal));            // 060
    run.on_masks(settle_where(Compare::Equal, lite_zero, settled_a));         // 080
    run.on_masks(leave_over_where(Compare::Equal, lite_full));                // too many to count
    run.render_b(Faces::Left, where_test_2(count_down_to(lite_zero), equal)); // 060
    auto found = run.after_first(first_rendering);                            // 070 to 110
    if (!found) {
        return found.error();
    }
    if (*found) {
        return std::move(**found);
    }
    run.on_masks(leave_over_where(Compare::Less, lite_zero)); // 120: as BC, by its SC
    run.near_map_of_a();                                      // 130 to 150
    run.render_b(Faces::Entered, where_test_3(count_up_from(lite_zero), equal)); // 160, 170
    run.render_b(Faces::Left, where_test_3(count_down_to(lite_zero), equal));    // 160, 170
    return run.at_the_end(second_rendering);                                     // 180 to 200
}

} // namespace impinge::inline v0::imagespace
