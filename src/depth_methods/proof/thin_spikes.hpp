// SPDX-License-Identifier: Apache-2.0
//
// The parts of a mesh that are too thin to be seen by pixels of a given size.
#pragma once

#include "impinge/mesh.hpp"

#include <vector>

namespace impinge::inline v0::imagespace {

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

} // namespace impinge::inline v0::imagespace
