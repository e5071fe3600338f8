// SPDX-License-Identifier: Apache-2.0
//
// The volume of what two meshes have in common, by another library.
#pragma once

#include "impinge/mesh.hpp"

#include <optional>

namespace impinge::bench {

/// By CGAL's corefinement with exact predicates and rounded constructions, from its own mesh to the
/// volume of the intersection; nothing if it does not take the bodies.
std::optional<double> common_volume_by_cgal(const Mesh& a, const Mesh& b);

} // namespace impinge::bench
