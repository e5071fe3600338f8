// SPDX-License-Identifier: Apache-2.0
//
// Meshes and curves as a page carries them.
#pragma once

#include "impinge/collide.hpp"
#include "impinge/mesh.hpp"
#include "report/page/packed_numbers.hpp"

#include <nlohmann/json.hpp>
#include <vector>

namespace impinge::inline v0::report {

nlohmann::ordered_json json_point(Vec3d point);

/// Appends the mesh and returns what a reader must know of it. Vertices that no triangle has are
/// left out.
nlohmann::ordered_json pack_mesh(PackedNumbers& out, const Mesh& mesh);

/// The same for curves; closed ones end with their first point.
nlohmann::ordered_json pack_curves(PackedNumbers& out, const std::vector<ContactCurve>& curves);

} // namespace impinge::inline v0::report
