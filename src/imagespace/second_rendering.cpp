// SPDX-License-Identifier: Apache-2.0
#include "imagespace/second_rendering.hpp"

namespace impinge::inline v0::imagespace {
namespace {

/// SC2 is what was counted down from zero.
std::optional<PixelCase> after_counting(std::uint8_t masks) {
    const std::uint8_t sc = masks & mask_sc;
    if ((masks & mask_sa) == 0) {
        return masks == a_absent     ? PixelCase::Empty
               : masks == settled_a  ? PixelCase::A
               : masks == settled_bc ? PixelCase::BC
               : masks == settled_d  ? PixelCase::D
               : sc == settled_f     ? PixelCase::F
                                     : PixelCase::LeftOver;
    }
    if (sc > 0 && sc < sc_zero) { // 190: SC2 > 0
        return PixelCase::E;
    }
    if (sc == sc_zero && (masks & mask_sca) != 0) { // 192
        return std::nullopt;
    }
    return PixelCase::LeftOver; // 193; or SC2 < 0, or too many to count
}

std::optional<PixelCase> at_last(std::uint8_t masks) {
    return after_counting(masks).value_or(PixelCase::LeftOver);
}

} // namespace

std::optional<PixelCase> first_rendering(std::uint8_t masks) {
    const std::uint8_t sc = masks & mask_sc;
    if ((masks & mask_sa) == 0) { // 080
        return masks == a_absent    ? PixelCase::Empty
               : masks == settled_a ? PixelCase::A
                                    : PixelCase::LeftOver;
    }
    if (sc > sc_zero) { // 090
        return PixelCase::BC;
    }
    return sc == sc_zero ? std::nullopt : std::optional(PixelCase::LeftOver); // 100
}

Expected<Findings> second_renderings(Renderings& run, EqualDepths equal) {
    using raster::Compare;
    run.on_masks(settle_where(Compare::Less, sc_zero, settled_bc)); // 120: SC1 > 0
    run.on_masks(leave_over_where(Compare::Equal, sc_negative));    // 120: SC1 < 0
    run.near_map_of_a();                                            // 130 to 150
    run.render_b(Faces::Left, between(count_down_to(0), equal));    // 160, 170
    // Not left between A's ends, and not inside at the far one: nowhere inside. 191
    run.on_masks(settle_where(Compare::Equal, sc_zero, settled_f | mask_sca));
    run.render_b(Faces::Entered, between(count_up_from(1), equal)); // 160, 170
    auto found = run.after_second(after_counting);                  // 180 to 203
    if (!found) {
        return found.error();
    }
    if (*found) {
        return std::move(**found);
    }
    run.first_surfaces_of_b(); // 192: unless B winds the wrong way round there
    return run.at_the_end(at_last);
}

} // namespace impinge::inline v0::imagespace
