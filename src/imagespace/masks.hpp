// SPDX-License-Identifier: Apache-2.0
//
// The pixel masks of sections 4 and 5, and the passes that work on them.
//
// ZmaxA, ZminA  depth planes of A: its farthest and nearest surface at every pixel
// SA            the pixel is covered by A; in the second rendering, it is also still open
// SC            how many surfaces of B passed the depth test at the pixel; 127 is as many or more,
//               since a counter that is full stays full
// SC1, SC2      SC after the first rendering (test (2), against ZmaxA) and after the second (test
//               (3), against ZminA)
// SCA           A has exactly two surfaces at the pixel: it is pi-convex there
// SO, SP        in the place of SC where mask planes are scarce: B covers the pixel; the parity of
//               SC
//
// All but SCA live in the stencil plane of one target, bit 7 being SA and bits 0 to 6 SC (or bit 1
// SO and bit 0 SP). The second rendering counts down from SC1, so that the plane then holds SC1 -
// SC2. SCA is kept as the number of A's surfaces in the stencil plane of another target; it does
// not change while A's maps are kept.
#pragma once

#include "impinge/imagespace.hpp"

namespace impinge::inline v0::imagespace {

inline constexpr std::uint8_t mask_sa = 0x80;
inline constexpr std::uint8_t mask_sc = 0x7F;
inline constexpr std::uint8_t sc_full = 0x7F;
inline constexpr std::uint8_t mask_so = 0x02;
inline constexpr std::uint8_t mask_sp = 0x01;
inline constexpr std::uint8_t all_masks = 0xFF;

/// What settled pixels hold instead of SC == 0 once their SA is cleared, so that they differ from
/// pixels A does not cover.
inline constexpr std::uint8_t settled_without_b = 0x02;

/// ZB < ZmaxA, or the paper's ZB <= ZmaxA.
constexpr raster::Compare test_2(EqualDepths equal) {
    return equal == EqualDepths::Apart ? raster::Compare::Less : raster::Compare::LessEqual;
}

/// ZB <= ZminA, or the paper's ZB < ZminA.
constexpr raster::Compare test_3(EqualDepths equal) {
    return equal == EqualDepths::Apart ? raster::Compare::LessEqual : raster::Compare::Less;
}

/// Which pixels a pass works on, and what it writes there.
struct MaskOperation {
    raster::Compare compare = raster::Compare::Always;
    std::uint8_t reference = 0;
    std::uint8_t read = all_masks;
    std::uint8_t write = all_masks;
    raster::StencilOp does = raster::StencilOp::Keep;
};

/// Fragments that pass do the operation, whichever way they face.
constexpr raster::Stencil stencil(const MaskOperation& operation) {
    const raster::StencilOps ops{.passes = operation.does};
    return {.compare = operation.compare,
            .reference = operation.reference,
            .read_mask = operation.read,
            .write_mask = operation.write,
            .front = ops,
            .back = ops};
}

/// Leaves depths as they are; to be drawn or to cover all pixels.
constexpr raster::Pass mask_pass(const MaskOperation& operation) {
    return {.depth_compare = raster::Compare::Always,
            .depth_write = false,
            .stencil = stencil(operation)};
}

/// Every surface counts, up to 255.
constexpr raster::Pass count_surfaces() {
    return mask_pass({.does = raster::StencilOp::Increment});
}

/// ZmaxA, and the number of A's surfaces.
constexpr raster::Pass far_map_of_a() {
    raster::Pass pass = count_surfaces();
    pass.depth_compare = raster::Compare::Greater;
    pass.depth_write = true;
    pass.stencil.front.depth_fails = raster::StencilOp::Increment;
    pass.stencil.back.depth_fails = raster::StencilOp::Increment;
    return pass;
}

/// ZminA.
constexpr raster::Pass near_map_of_a() { return {}; }

/// Any number of surfaces becomes SA == 1, SC == 0; 128 of them look like that already.
constexpr raster::Pass surfaces_to_sa() {
    return mask_pass({.compare = raster::Compare::Less,
                      .reference = mask_sa,
                      .read = mask_sc,
                      .does = raster::StencilOp::Replace});
}

/// RenderObjectB, line 03: for pixels where SA == 1 does something when test (2) passes.
constexpr raster::Pass where_test_2(EqualDepths equal, raster::StencilOp does, std::uint8_t write) {
    raster::Pass pass = mask_pass({.compare = raster::Compare::Equal,
                                   .reference = mask_sa,
                                   .read = mask_sa,
                                   .write = write,
                                   .does = does});
    pass.depth_compare = test_2(equal);
    return pass;
}

/// The same with test (3). ZminA is the depth of the reference target.
constexpr raster::Pass where_test_3(EqualDepths equal, raster::StencilOp does, std::uint8_t write) {
    raster::Pass pass = where_test_2(equal, does, write);
    pass.depth_compare = raster::Compare::Always;
    pass.reference_compare = test_3(equal);
    return pass;
}

/// Sets SO for pixels where SA == 1.
constexpr raster::Pass set_so() {
    return mask_pass({.compare = raster::Compare::Equal,
                      .reference = mask_sa | mask_so,
                      .read = mask_sa,
                      .write = mask_so,
                      .does = raster::StencilOp::Replace});
}

/// Clears SA where (masks & read) compares so with the reference.
constexpr raster::Pass clear_sa_where(raster::Compare compare, std::uint8_t reference,
                                      std::uint8_t read) {
    return mask_pass({.compare = compare,
                      .reference = reference,
                      .read = read,
                      .write = mask_sa,
                      .does = raster::StencilOp::Zero});
}

/// SA == 1, SC == 0 becomes settled_without_b.
constexpr raster::Pass settle_without_b() {
    return mask_pass({.compare = raster::Compare::Equal,
                      .reference = mask_sa,
                      .write = mask_sa | settled_without_b,
                      .does = raster::StencilOp::Invert});
}

} // namespace impinge::inline v0::imagespace
