// SPDX-License-Identifier: Apache-2.0
//
// Section 5, extensions #1' and #2': three mask planes instead of a counter, for which B is drawn
// once more, and every pixel is left over where no parity tells. The numbers are the lines of the
// paper.
#include "imagespace/renderings.hpp"

namespace impinge::inline v0::imagespace {
namespace {

constexpr std::uint8_t so_and_sp = mask_so | mask_sp;

std::optional<PixelCase> first_rendering(std::uint8_t masks, std::uint8_t /*surfaces_of_a*/) {
    if ((masks & mask_sa) == 0 || (masks & mask_so) == 0) { // 080
        return PixelCase::Empty;
    }
    return (masks & mask_sp) != 0 ? std::optional(PixelCase::BC) : std::nullopt; // 090, 100
}

std::optional<PixelCase> second_rendering(std::uint8_t masks, std::uint8_t /*surfaces_of_a*/) {
    if ((masks & mask_sa) == 0) { // settled before line 120
        return (masks & so_and_sp) == so_and_sp ? PixelCase::BC : PixelCase::Empty;
    }
    return (masks & mask_sp) != 0 ? PixelCase::E : PixelCase::LeftOver; // 180 to 191
}

} // namespace

Expected<Findings> depth_parity_lite(const Frame& frame) {
    using raster::StencilOp;
    Renderings run(frame);
    run.far_map_of_a();                                                         // 010 to 040
    run.render_b(set_so());                                                     // 060, (1)
    run.render_b(where_test_2(frame.equal_depths, StencilOp::Invert, mask_sp)); // 060, (2)
    auto found = run.after_first(first_rendering);                              // 070 to 110
    if (!found) {
        return found.error();
    }
    if (*found) {
        return std::move(**found);
    }
    run.on_masks(clear_sa_where(raster::Compare::NotEqual, mask_sa | mask_so,
                                mask_sa | so_and_sp)); // 120
    run.near_map_of_a();                               // 130 to 150
    run.render_b_against_near_map(
        where_test_3(frame.equal_depths, StencilOp::Invert, mask_sp)); // 160, 170
    return run.at_the_end(second_rendering);                           // 180 to 200
}

} // namespace impinge::inline v0::imagespace
