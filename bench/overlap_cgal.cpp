// SPDX-License-Identifier: Apache-2.0
#include "bench/overlap_peer.hpp"

#include <CGAL/Exact_predicates_inexact_constructions_kernel.h>
#include <CGAL/Polygon_mesh_processing/corefinement.h>
#include <CGAL/Polygon_mesh_processing/measure.h>
#include <CGAL/Surface_mesh.h>

#include <exception>
#include <vector>

namespace impinge::bench {
namespace {

using Kernel = CGAL::Exact_predicates_inexact_constructions_kernel;
using SurfaceMesh = CGAL::Surface_mesh<Kernel::Point_3>;

std::optional<SurfaceMesh> surface_mesh(const Mesh& mesh) {
    SurfaceMesh result;
    std::vector<SurfaceMesh::Vertex_index> vertices;
    for (const Vec3d p : mesh.positions) {
        vertices.push_back(result.add_vertex({p.x, p.y, p.z}));
    }
    for (const auto& [a, b, c] : mesh.triangles) {
        if (result.add_face(vertices[a], vertices[b], vertices[c]) == SurfaceMesh::null_face()) {
            return std::nullopt;
        }
    }
    return result;
}

} // namespace

std::optional<double> common_volume_by_cgal(const Mesh& a, const Mesh& b) {
    auto first = surface_mesh(a);
    auto second = surface_mesh(b);
    SurfaceMesh common;
    try {
        if (!first || !second ||
            !CGAL::Polygon_mesh_processing::corefine_and_compute_intersection(*first, *second,
                                                                              common)) {
            return std::nullopt;
        }
    } catch (const std::exception&) {
        return std::nullopt;
    }
    return CGAL::to_double(CGAL::Polygon_mesh_processing::volume(common));
}

} // namespace impinge::bench
