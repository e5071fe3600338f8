// SPDX-License-Identifier: Apache-2.0
//
// Proof by the exact engine of overlaps that pixels show.
#pragma once

#include "imagespace/pixel_areas.hpp"
#include "impinge/collide.hpp"

#include <optional>
#include <span>
#include <vector>

namespace impinge::inline v0::imagespace {

/// Some triangles of a body as a body of their own, for the exact engine.
struct MeshPart {
    Mesh mesh;                            ///< only the vertices that are used
    std::vector<std::uint32_t> triangles; ///< their numbers in the whole mesh, ascending
};

/// The triangles may come in any order and more than once.
MeshPart part_of(const MeshView& whole, std::vector<std::uint32_t> triangles);

/// A body that may be a part of another.
struct BodyPart {
    Body body;
    std::span<const std::uint32_t> triangles; ///< their numbers in the whole; none if it is whole
};
inline BodyPart placed(const MeshPart& part, const Rigid& pose) {
    return {{part.mesh.view(), pose}, part.triangles};
}

/// How the parts meet, with every triangle pair, numbered as in the whole bodies. The vertices are
/// placed by the same operations as those of the whole bodies, so that every pair is, bit for bit,
/// one that collide() finds there.
Expected<Interference> collide_parts(const BodyPart& a, const BodyPart& b, const Context& context);

/// How the triangles at those pixels (at 64 of them, spread evenly, if there are more) and at their
/// neighbours meet, if some cross: a few of the pairs that collide() finds, rarely all. Nothing if
/// none does, or if those are most of the triangles anyway.
Expected<std::optional<Interference>> crossing_at(const Body& a, const Body& b,
                                                  const raster::View& view,
                                                  std::span<const PixelPlace> overlapping,
                                                  const Context& context);

/// The exact answer about two bodies that overlap at some pixels (of the target: see View::shown).
///
/// If triangles cross there, that is the proof: the verdict is Crossing, and `pairs` are those of
/// crossing_at(). Else the whole bodies are asked about, and the answer is that of collide() with
/// Detail::Pairs: nested bodies, and overlaps that rounding invented, are told apart there.
Expected<Interference> confirm(const Body& a, const Body& b, const raster::View& view,
                               std::span<const PixelPlace> overlapping, const Context& context);

} // namespace impinge::inline v0::imagespace
