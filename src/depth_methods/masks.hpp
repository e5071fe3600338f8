// SPDX-License-Identifier: Apache-2.0
//
// The pixel masks of sections 4 and 5, and the passes that work on them.
//
// ZmaxA, ZminA  depth planes of A: its farthest and nearest surface at every pixel
// SA            the pixel is covered by A, and not settled yet
// SCA           A has exactly two surfaces at the pixel, and is entered at the nearer one: it is
//               pi-convex there
// SC            counts surfaces of B. The paper counts all of them and asks whether there are many
//               even or odd ones; here those through which the ray enters B count up and those
//               through which it leaves count down, so that SC is a winding number: right also
//               where B winds around itself. It begins at sc_zero; 63 and 0 are the ends, where it
//               stays
// SC1, SC2      SC at A's end (test (2), against ZmaxA) and at its beginning (test (3), against
//               ZminA). The second rendering counts what lies between the two, down from SC1
//
// SA is bit 7 of the stencil plane of one target, SCA bit 6, SC the rest. What is known of A itself
// is kept in the stencil plane of another target while A's maps are kept: the a_... bits.
//
// A surface of A that is not what its place says (the farthest one is not left, the nearest one not
// entered, or both are at that depth) proves nothing about A: its depth is replaced by 1 or 0, and
// the rows of the table that begin with "just before A ends" or "just after A begins" then do not
// apply.
#pragma once

#include "depth_methods/frame.hpp"
#include "imagespace/mask_passes.hpp"

namespace impinge::inline v0::imagespace {

inline constexpr std::uint8_t mask_sa = 0x80;
inline constexpr std::uint8_t mask_sca = 0x40;
inline constexpr std::uint8_t mask_sc = 0x3F;
inline constexpr std::uint8_t open_and_sc = mask_sa | mask_sc;
inline constexpr std::uint8_t sc_zero = 0x1F;
inline constexpr std::uint8_t sc_full = 0x3F;

// What is known of A: how many times it is entered, counted down from a_absent to 0.
inline constexpr std::uint8_t a_absent = 0x04;       ///< A is not here; also of settled pixels
inline constexpr std::uint8_t a_entered_once = 0x03; ///< among the lowest three bits
inline constexpr std::uint8_t a_count = 0x07;
inline constexpr std::uint8_t a_first_entered = 0x20; ///< at ZminA it is entered, and only that
inline constexpr std::uint8_t a_pi_convex = mask_sca;
inline constexpr std::uint8_t a_last_left = 0x80; ///< at ZmaxA it is left, and only that

// What pixels hold once their SA is cleared, beside a_absent. Anything else was left over.
inline constexpr std::uint8_t settled_a = 0;
inline constexpr std::uint8_t settled_bc = 0x20;
inline constexpr std::uint8_t settled_d = mask_sca;
inline constexpr std::uint8_t settled_f = sc_zero; ///< with or without SCA

/// ZB < ZmaxA, or the paper's ZB <= ZmaxA.
constexpr raster::Compare test_2(EqualDepths equal) {
    return equal == EqualDepths::Apart ? raster::Compare::Less : raster::Compare::LessEqual;
}

/// ZB <= ZminA, or the paper's ZB < ZminA.
constexpr raster::Compare test_3(EqualDepths equal) {
    return equal == EqualDepths::Apart ? raster::Compare::LessEqual : raster::Compare::Less;
}

constexpr raster::Compare not_test_3(EqualDepths equal) {
    return equal == EqualDepths::Apart ? raster::Compare::Greater : raster::Compare::GreaterEqual;
}

// The maps of A. Each is drawn by one side and then by the other, so that the second one passes
// only where it alone is the farthest or nearest.

/// ZmaxA of what is entered, which counts.
constexpr raster::Pass far_map_of_entered() {
    raster::Pass pass = mask_pass({.does = raster::StencilOp::Decrement});
    pass.depth_compare = raster::Compare::Greater;
    pass.depth_write = true;
    pass.stencil.front.depth_fails = raster::StencilOp::Decrement;
    pass.stencil.back.depth_fails = raster::StencilOp::Decrement;
    return pass;
}

/// ZmaxA of what is left.
constexpr raster::Pass far_map_of_left() {
    raster::Pass pass = mask_pass(
        {.reference = a_last_left, .write = a_last_left, .does = raster::StencilOp::Replace});
    pass.depth_compare = raster::Compare::Greater;
    pass.depth_write = true;
    return pass;
}

/// SCA: entered once, and left farther away.
constexpr raster::Pass find_pi_convex() {
    return mask_pass({.compare = raster::Compare::Equal,
                      .reference = a_last_left | a_pi_convex | a_entered_once,
                      .read = a_last_left | a_count,
                      .write = a_pi_convex,
                      .does = raster::StencilOp::Replace});
}

/// ZminA of what is left.
constexpr raster::Pass near_map_of_left() { return {}; }

/// ZminA of what is entered.
constexpr raster::Pass near_map_of_entered() {
    raster::Pass pass = mask_pass({.reference = a_first_entered,
                                   .write = a_first_entered,
                                   .does = raster::StencilOp::Replace});
    pass.depth_compare = raster::Compare::Less;
    pass.depth_write = true;
    return pass;
}

/// Another depth where A is covered and not known to be this.
constexpr raster::Pass replace_depth_unless(std::uint8_t known) {
    raster::Pass pass = mask_pass(
        {.compare = raster::Compare::Equal, .read = static_cast<std::uint8_t>(known | a_absent)});
    pass.depth_write = true;
    return pass;
}

/// What is known of A becomes SA and a beginning for SC wherever A is; SCA stays.
constexpr raster::Pass begin_counting(std::uint8_t sc) {
    return mask_pass({.compare = raster::Compare::NotEqual,
                      .reference = static_cast<std::uint8_t>(mask_sa | sc | a_absent),
                      .read = a_absent,
                      .write = open_and_sc,
                      .does = raster::StencilOp::Replace});
}
static_assert((sc_zero & a_absent) != 0, "what begin_counting() writes must differ there");

// The counts of B. Depths settle where: A is at depth 0 where it is not, and nothing lies before.

/// Up to sc_full, where it stays.
constexpr raster::Pass count_up() {
    return mask_pass({.compare = raster::Compare::NotEqual,
                      .reference = sc_full,
                      .read = sc_full,
                      .does = raster::StencilOp::Increment});
}

/// Up, for pixels that are open and whose count is not below `least`.
constexpr raster::Pass count_up_from(std::uint8_t least) {
    return mask_pass({.compare = raster::Compare::Less,
                      .reference = static_cast<std::uint8_t>((mask_sa | least) - 1),
                      .read = open_and_sc,
                      .does = raster::StencilOp::Increment});
}

/// Down to `least`, for pixels that are open.
constexpr raster::Pass count_down_to(std::uint8_t least) {
    return mask_pass({.compare = raster::Compare::Less,
                      .reference = static_cast<std::uint8_t>(mask_sa | least),
                      .read = open_and_sc,
                      .does = raster::StencilOp::Decrement});
}

/// RenderObjectB, line 03: only what passes test (2).
constexpr raster::Pass where_test_2(raster::Pass pass, EqualDepths equal) {
    pass.depth_compare = test_2(equal);
    return pass;
}

/// Only what passes test (3). ZminA is the depth of the reference target.
constexpr raster::Pass where_test_3(raster::Pass pass, EqualDepths equal) {
    pass.reference_compare = test_3(equal);
    return pass;
}

/// Only what passes test (2) and not test (3): from A's beginning to its end.
constexpr raster::Pass between(raster::Pass pass, EqualDepths equal) {
    pass.depth_compare = test_2(equal);
    pass.reference_compare = not_test_3(equal);
    return pass;
}

/// Takes open pixels whose SC compares so, `sc compare SC`, out: what remains of the masks are the
/// bits to keep.
constexpr raster::Pass settle_where(raster::Compare compare, std::uint8_t sc, std::uint8_t keep) {
    return mask_pass({.compare = compare,
                      .reference = static_cast<std::uint8_t>(mask_sa | sc),
                      .read = open_and_sc,
                      .write = static_cast<std::uint8_t>(~keep),
                      .does = raster::StencilOp::Zero});
}

/// The same, as left over.
constexpr raster::Pass leave_over_where(raster::Compare compare, std::uint8_t sc) {
    return settle_where(compare, sc, static_cast<std::uint8_t>(~mask_sa));
}

// Whether the first surface of B behind A's beginning is entered, in a target of their own.

constexpr raster::Pass first_left(EqualDepths equal) {
    raster::Pass pass;
    pass.reference_compare = not_test_3(equal);
    return pass;
}

/// Settles pixels where A is pi-convex, SC2 is zero and something of B is entered before anything
/// is left.
constexpr raster::Pass entered_first(EqualDepths equal) {
    raster::Pass pass = mask_pass({.compare = raster::Compare::Equal,
                                   .reference = mask_sa | mask_sca | sc_zero,
                                   .write = static_cast<std::uint8_t>(~settled_d),
                                   .does = raster::StencilOp::Zero});
    pass.depth_compare = raster::Compare::Less;
    pass.reference_compare = not_test_3(equal);
    return pass;
}

} // namespace impinge::inline v0::imagespace
