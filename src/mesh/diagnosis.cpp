// SPDX-License-Identifier: Apache-2.0
#include "base/no_throw.hpp"
#include "impinge/mesh.hpp"
#include "mesh/examined_mesh.hpp"

namespace impinge::inline v0 {

Expected<Diagnosis> diagnose(const MeshView& mesh, const Context& context) {
    return no_throw([&]() -> Expected<Diagnosis> {
        if (Status status = validate(mesh); !status) {
            return status.error();
        }
        const ExaminedMesh examined = examine_mesh(mesh);
        return Diagnosis{
            .triangles = examined.triangles.size(),
            .components = examined.components.count,
            .degenerate_faces = degenerate_faces(examined, context.threads()).size(),
            .duplicate_faces = count_duplicates(examined.triangles, examined.positions.size()),
            .open_edges = examined.edge_census.open,
            .non_manifold_edges = examined.edge_census.non_manifold,
            .misoriented_edges = examined.edge_census.misoriented,
            .inside_out_components = examined.shells.inside_out.size(),
            .redundant_components = examined.shells.redundant.size(),
            .inside_out = examined.shells.all_inside_out,
            .encloses_volume = examined.shells.encloses_volume,
        };
    });
}

} // namespace impinge::inline v0
