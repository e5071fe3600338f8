// SPDX-License-Identifier: Apache-2.0
#include "base/no_throw.hpp"
#include "impinge/raster.hpp"
#include "mesh/positions.hpp"
#include "mesh/topology.hpp"
#include "mesh/weld.hpp"

namespace impinge::inline v0::raster {

Expected<std::vector<EdgeIndices>> unique_edges(const MeshView& mesh) {
    return no_throw([&]() -> Expected<std::vector<EdgeIndices>> {
        if (const Status status = impinge::validate(mesh); !status) {
            return status.error();
        }
        const std::vector<TriangleIndices> welded =
            welded_triangles(mesh.triangles(), weld_map(gather_positions(mesh)));
        const EdgeTable table(welded, mesh.vertex_count());
        std::vector<EdgeIndices> edges;
        edges.reserve(mesh.triangle_count() * 3 / 2);
        table.for_each_edge([&](const EdgeFaces& edge) {
            if (edge.smaller != edge.larger) {
                edges.push_back({edge.smaller, edge.larger});
            }
        });
        return edges;
    });
}

} // namespace impinge::inline v0::raster
