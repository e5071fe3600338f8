// SPDX-License-Identifier: Apache-2.0
//
// Proof by the exact engine: of overlaps that pixels show, and of thin spikes that pixels miss.
#pragma once

#include "imagespace/frame.hpp"

#include <span>

namespace impinge::inline v0::imagespace {

/// The exact answer about two bodies that overlap at some pixels (of the target: see View::shown).
///
/// If the triangles at those pixels (at 64 of them, spread evenly, if there are more) and at their
/// neighbours cross, that is the proof: the verdict is Crossing, and `pairs` holds the pairs among
/// these triangles only, numbered as in the whole bodies: some of those collide() finds, rarely
/// all. Else, and if that would be most of the triangles anyway, the whole bodies are asked about,
/// and the answer is that of collide() with Detail::Pairs: nested bodies, and overlaps that
/// rounding invented, are told apart there.
Expected<Interference> confirm(const Body& a, const Body& b, const raster::View& view,
                               std::span<const PixelPlace> overlapping, const Context& context);

/// The thin spikes of a mesh at a pixel size (in units of the mesh): patches of triangles connected
/// through edges, at least four pixels long, spike by spike in the order of their first triangles.
/// A triangle belongs to a spike if the body behind it is thinner than two pixels:
/// - straight behind its middle (fins, plates, needles and prisms of any triangulation), or
/// - in every direction across, four pixels from one of its corners (tips of needles, also blunt
///   ones, whose long triangles reach far into thicker parts), or
/// - at an edge of less than 28 degrees (blades: two pixels thick at four pixels from the edge).
/// So do the neighbours that close the end of a needle or the rim of a sheet.
/// About four short rays through a tree of boxes for every triangle.
std::vector<std::vector<std::uint32_t>> thin_spikes(const MeshView& mesh, double pixel_size,
                                                    const Context& context = {});

struct Spiked {
    const Body& body;
    std::span<const std::vector<std::uint32_t>> spikes; ///< those of the mesh
    const raster::Geometry* geometry = nullptr; ///< the mesh on the device; made if not given
};

/// Whether a spike of one body reaches into the other. Each spike is put into a box a pixel wider
/// than itself, which is drawn against the nearest and farthest depths of the other body, with
/// conservative coverage: spikes whose boxes do not meet the other body's depths are apart from it.
/// The exact engine decides about the triangles of the others. Nothing if no spike crosses.
///
/// The answer is exact: Crossing with the pairs of spikes that cross the other body, or, where
/// their triangles only touch it or a spike is a closed shell of its own, the answer about the
/// whole bodies if they overlap. An open spike that lies within the other body without crossing it
/// needs no proof: what it is connected to either crosses the other body where it is thick enough
/// for the pixels, or lies within it too, which the pixels see as well.
Expected<std::optional<Interference>> spike_contacts(raster::Device& device,
                                                     const raster::View& view, const Spiked& a,
                                                     const Spiked& b, const Context& context);

} // namespace impinge::inline v0::imagespace
