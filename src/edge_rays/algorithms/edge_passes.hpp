// SPDX-License-Identifier: Apache-2.0
//
// The rendering passes of chapter 4, by their numbers there, and what the planes mean.
//
// buffer  the frame buffer of the thesis: depth of the edge points of one layer (1 where there is
//         none), their bodies and edges in the id planes; the stencil plane counts the bodies a
//         point lies in, up from in_none
// found   id plane 0: the bodies of the edge points; id plane 1: for each point the last body it
//         was found to lie in, 0 at first, no_id where there is no edge point
// single  the depth of the buffer again; bodies are counted one by one in the stencil plane, and id
//         plane 1 receives those that hold a point
//
// Bodies are named by name_of_body().
#pragma once

#include "impinge/edge_rays.hpp"

#include <utility>

namespace impinge::inline v0::imagespace {

/// The stencil value of points that lie in no body. It stands in the middle, so that bit 7 tells
/// positive counts from negative ones.
inline constexpr std::uint8_t in_none = 0x7F;
inline constexpr std::uint8_t in_some = 0x80;
/// The largest count that cannot be taken for a negative one.
inline constexpr std::size_t most_counted = 0xFF - in_none;

/// Bodies a point lies in, by its stencil value; negative where some body is badly made.
constexpr int count_of(std::uint8_t stencil) { return int{stencil} - int{in_none}; }

/// Edge points that lie in some body.
inline constexpr raster::PixelTest in_some_body{
    .compare = raster::Compare::NotEqual, .reference = in_none, .mask = in_some, .with_id_0 = true};
/// Edge points before which more faces look away than towards the eye.
inline constexpr raster::PixelTest counted_negative{
    .compare = raster::Compare::Greater, .reference = in_none, .with_id_0 = true};
inline constexpr raster::PixelTest any_edge_point{.with_id_0 = true};

constexpr raster::Stencil same_for_both_sides(raster::Stencil stencil, raster::StencilOps ops) {
    stencil.front = ops;
    stencil.back = ops;
    return stencil;
}

/// Pass 1: the edge points behind the layer before, which is the reference; the nearest stay.
/// Points outside the range of depths lie at 0 or 1, and so do not pass.
constexpr raster::Pass edges_behind() {
    return {.primitive = raster::Primitive::Edges,
            .ids = {raster::IdSource::Body, raster::IdSource::Edge},
            .reference_compare = raster::Compare::Greater};
}

/// Pass 1, to be drawn first: the edge points at the very depth of the layer before, if they belong
/// to a later body. Bodies are drawn in their order, and a point does not replace one of equal
/// depth: so every body that has a point there gets its turn.
constexpr raster::Pass edges_of_later_bodies() {
    raster::Pass pass = edges_behind();
    pass.reference_compare = raster::Compare::Equal;
    pass.reference_ids[0] = raster::Compare::Greater;
    return pass;
}

/// Passes 2 and 3 in one, and 5 and 6: what lies before the edge points counts, front faces up,
/// back faces down. It wraps on the way, so that only what remains must fit.
constexpr raster::Pass count_faces_before() {
    raster::Pass pass{.depth_write = false};
    pass.stencil.front.passes = raster::StencilOp::IncrementWrap;
    pass.stencil.back.passes = raster::StencilOp::DecrementWrap;
    return pass;
}

/// Without rays: everything counts, whatever its depth. What remains at a pixel is zero for closed
/// bodies.
constexpr raster::Pass count_all_faces() {
    raster::Pass pass = count_faces_before();
    pass.depth_compare = raster::Compare::Always;
    return pass;
}

/// Front and back exchanged, for bodies whose faces all look inward.
constexpr raster::Pass turned(raster::Pass pass) {
    std::swap(pass.stencil.front, pass.stencil.back);
    return pass;
}

/// With `found` as the reference: the faces of a body leave its own edges alone.
constexpr raster::Pass of_other_bodies(raster::Pass pass) {
    pass.reference_ids[0] = raster::Compare::NotEqual;
    return pass;
}

/// With `found` as the reference: only bodies after the one found last, and only at edge points.
constexpr raster::Pass not_found_before(raster::Pass pass) {
    pass.reference_ids[1] = raster::Compare::Greater;
    return pass;
}

/// Section 4.5.2, with `found` as the reference: passes at edge points with any count but zero.
/// Changes nothing.
constexpr raster::Pass edges_with_counts() {
    return {.primitive = raster::Primitive::Edges,
            .depth_compare = raster::Compare::Equal,
            .depth_write = false,
            .stencil = {.compare = raster::Compare::NotEqual, .reference = in_none},
            .reference_ids = {raster::Compare::Equal, raster::Compare::Always}};
}

/// Pass 4, with `found` as the reference: passes at the edge points that lie in some body, and
/// resets their count, so that each passes once, whatever the number of edges through it.
constexpr raster::Pass edges_in_some_body() {
    raster::Pass pass = edges_with_counts();
    pass.stencil.read_mask = in_some;
    pass.stencil = same_for_both_sides(pass.stencil, {.passes = raster::StencilOp::Replace});
    return pass;
}

/// Pass 7: the faces that were counted again. The first at a point the body holds passes; all reset
/// the count for the next body.
constexpr raster::Pass faces_around_points() {
    raster::Pass pass{.depth_write = false,
                      .ids = {raster::IdSource::None, raster::IdSource::Body}};
    pass.stencil = {
        .compare = raster::Compare::NotEqual, .reference = in_none, .read_mask = in_some};
    pass.stencil = same_for_both_sides(pass.stencil, {.stencil_fails = raster::StencilOp::Replace,
                                                      .passes = raster::StencilOp::Replace});
    return pass;
}

/// Pass 7 for badly made bodies: the first at a point with a negative count passes.
constexpr raster::Pass faces_at_negative_counts() {
    raster::Pass pass{.depth_write = false};
    pass.stencil = {.compare = raster::Compare::Greater, .reference = in_none};
    pass.stencil = same_for_both_sides(pass.stencil, {.passes = raster::StencilOp::Replace});
    return pass;
}

/// To cover `found` with depth 1 and body 0, the buffer being the reference: marks edge points in
/// id plane 1.
constexpr raster::Pass mark_edge_points() {
    return {.depth_compare = raster::Compare::Always,
            .depth_write = false,
            .ids = {raster::IdSource::None, raster::IdSource::Body},
            .reference_compare = raster::Compare::Greater};
}

} // namespace impinge::inline v0::imagespace
