// SPDX-License-Identifier: Apache-2.0
//
// The numbers are the lines of section 5 of the paper (those of section 4 with a zero appended).
#include "depth_methods/stencil_methods.hpp"

#include "depth_methods/renderings.hpp"

namespace impinge::inline v0::imagespace {
namespace {

/// Where counting down ends in the first rendering: B is left more often than it is entered.
constexpr std::uint8_t sc_negative = sc_zero - 1;

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

/// While only what is entered was counted.
std::optional<PixelCase> not_entered(std::uint8_t masks) {
    if ((masks & mask_sa) == 0) {
        return PixelCase::Empty;
    }
    return (masks & mask_sc) == sc_zero ? std::optional(PixelCase::A) : std::nullopt;
}

std::optional<PixelCase> at_last(std::uint8_t masks) {
    return after_counting(masks).value_or(PixelCase::LeftOver);
}

/// SC1 is in the masks where they are open.
std::optional<PixelCase> after_first_rendering(std::uint8_t masks) {
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

/// Up to line 110: SC1, at A's end. The pass leaves over pixels in which B is entered too often to
/// be counted. Nothing if a second rendering has to follow.
Expected<std::optional<Findings>> first_rendering(Renderings& run, EqualDepths equal,
                                                  const raster::Pass& too_many) {
    using raster::Compare;
    run.far_map_of_a(sc_zero);                                     // 010 to 040, SCA
    run.render_b(Faces::Entered, where_test_2(count_up(), equal)); // 050, 060
    auto behind = run.after_first(not_entered);                    // 100: SC == 0 everywhere
    if (!behind || *behind) {
        return behind;
    }
    run.on_masks(settle_where(Compare::Equal, sc_zero, settled_a));             // 100: SC == 0
    run.on_masks(too_many);                                                     // 100
    run.render_b(Faces::Left, where_test_2(count_down_to(sc_negative), equal)); // 050, 060
    return run.after_first(after_first_rendering);                              // 070 to 110
}

/// From line 120 on: pixels with SC1 == 0 are looked at again, from A's beginning.
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

/// What minmax and parity have in common: all but what is too often.
Expected<Findings> one_or_two_renderings(const Frame& frame, const raster::Pass& too_many) {
    Renderings run(frame);
    auto found = first_rendering(run, frame.equal_depths, too_many); // 010 to 110
    if (!found) {
        return found.error();
    }
    if (*found) {
        return std::move(**found);
    }
    return second_renderings(run, frame.equal_depths); // 120 to 203
}

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

std::optional<PixelCase> lite_first_rendering(std::uint8_t masks) {
    if ((masks & mask_sa) == 0) { // 080
        return settled_before(masks);
    }
    return (masks & mask_sc) > lite_zero ? std::optional(PixelCase::BC) : std::nullopt; // 090, 100
}

std::optional<PixelCase> lite_second_rendering(std::uint8_t masks) {
    if ((masks & mask_sa) == 0) {
        return settled_before(masks);
    }
    return (masks & mask_sc) > lite_zero ? PixelCase::E : PixelCase::LeftOver; // 180 to 191
}

} // namespace

Expected<Findings> depth_minmax(const Frame& frame) {
    constexpr std::uint8_t entered_once = sc_zero + 1;
    return one_or_two_renderings(frame, leave_over_where(raster::Compare::Less, entered_once));
}

Expected<Findings> depth_parity(const Frame& frame) {
    return one_or_two_renderings(frame, leave_over_where(raster::Compare::Equal, sc_full));
}

Expected<Findings> depth_parity_lite(const Frame& frame) {
    using raster::Compare;
    const EqualDepths equal = frame.equal_depths;
    Renderings run(frame);
    run.far_map_of_a(lite_zero);                                              // 010 to 040
    run.render_b(Faces::Entered, where_test_2(count_up(), equal));            // 060
    run.on_masks(settle_where(Compare::Equal, lite_zero, settled_a));         // 080
    run.on_masks(leave_over_where(Compare::Equal, lite_full));                // too many to count
    run.render_b(Faces::Left, where_test_2(count_down_to(lite_zero), equal)); // 060
    auto found = run.after_first(lite_first_rendering);                       // 070 to 110
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
    return run.at_the_end(lite_second_rendering);                                // 180 to 200
}

} // namespace impinge::inline v0::imagespace
