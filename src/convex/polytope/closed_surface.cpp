// SPDX-License-Identifier: Apache-2.0
#include "convex/polytope/convexity.hpp"
#include "mesh/positions.hpp"
#include "mesh/topology.hpp"
#include "mesh/weld.hpp"

#include <algorithm>
#include <string>

namespace impinge::inline v0 {
namespace {

constexpr std::uint32_t no_triangle = 0xFFFFFFFFu;

Error not_closed(const EdgeFaces& edge, std::string reason) {
    return {ErrorCode::InvalidArgument, "the edge of vertices " + std::to_string(edge.smaller) +
                                            " and " + std::to_string(edge.larger) + " " +
                                            std::move(reason)};
}

Error not_a_sphere(std::string reason) {
    return {ErrorCode::InvalidArgument, "the mesh " + std::move(reason)};
}

/// Triangles two of whose corners are one vertex add nothing to a surface.
void take_triangles(const MeshView& mesh, ClosedSurface& surface) {
    const auto welded = welded_triangles(mesh.triangles(), weld_map(surface.positions));
    for (std::size_t index = 0; index < welded.size(); ++index) {
        const auto& [a, b, c] = welded[index];
        if (a != b && b != c && c != a) {
            surface.triangles.push_back(welded[index]);
            surface.number_in_mesh.push_back(static_cast<std::uint32_t>(index));
        }
    }
}

void set_neighbour(ClosedSurface& surface, std::uint32_t triangle, std::uint32_t from,
                   std::uint32_t neighbour) {
    const TriangleIndices& corners = surface.triangles[triangle];
    const auto side = std::find(corners.begin(), corners.end(), from) - corners.begin();
    surface.neighbours[triangle][static_cast<std::size_t>(side)] = neighbour;
}

Status connect(const EdgeTable& edges, ClosedSurface& surface) {
    surface.neighbours.assign(surface.triangles.size(), {no_triangle, no_triangle, no_triangle});
    Status status;
    edges.for_each_edge([&](const EdgeFaces& edge) {
        const FaceCount faces{edge.forward.size(), edge.backward.size()};
        if (!status) {
            return;
        }
        if (is_open(faces)) {
            status = not_closed(edge, "is open");
        } else if (is_non_manifold(faces)) {
            status = not_closed(edge, "has more than two triangles");
        } else if (is_misoriented(faces)) {
            status = not_closed(edge, "has triangles of opposite orientation");
        } else {
            const auto forward = static_cast<std::uint32_t>(edge.forward[0]);
            const auto backward = static_cast<std::uint32_t>(edge.backward[0]);
            set_neighbour(surface, forward, edge.smaller, backward);
            set_neighbour(surface, backward, edge.larger, forward);
        }
    });
    return status;
}

std::size_t used_vertices(const ClosedSurface& surface) {
    std::vector<std::uint8_t> used(surface.positions.size(), 0);
    for (const TriangleIndices& triangle : surface.triangles) {
        for (const std::uint32_t corner : triangle) {
            used[corner] = 1;
        }
    }
    return static_cast<std::size_t>(std::count(used.begin(), used.end(), 1));
}

} // namespace

Expected<ClosedSurface> closed_surface(const MeshView& mesh) {
    if (Status status = validate(mesh); !status) {
        return status.error();
    }
    ClosedSurface surface;
    surface.positions = gather_positions(mesh);
    take_triangles(mesh, surface);
    if (surface.triangles.empty()) {
        return not_a_sphere("has no triangles");
    }
    const EdgeTable edges(surface.triangles, surface.positions.size());
    if (Status status = connect(edges, surface); !status) {
        return status.error();
    }
    if (const std::size_t parts = triangle_components(edges).count; parts > 1) {
        return not_a_sphere("has " + std::to_string(parts) + " parts");
    }
    // Euler: vertices - edges + faces = 2, each triangle having three halves of an edge.
    if (2 * used_vertices(surface) != surface.triangles.size() + 4) {
        return not_a_sphere("has handles, or parts that hang together at a vertex only");
    }
    return surface;
}

} // namespace impinge::inline v0
