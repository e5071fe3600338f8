// SPDX-License-Identifier: Apache-2.0
//
// The triangles of faces, joined along the edges that the faces share: two faces have the same
// edge, not edges that lie near each other, and OpenCASCADE cuts it into the same pieces for both.
#pragma once

#include "impinge/mesh.hpp"

#include <Poly_Triangulation.hxx>
#include <TopTools_IndexedMapOfShape.hxx>
#include <TopoDS_Edge.hxx>
#include <TopoDS_Face.hxx>

#include <vector>

namespace impinge::cad_reader {

class WeldedFaces {
  public:
    /// The triangles of a face that has some.
    void add(const TopoDS_Face& face);
    /// Triangles that shrank to less than three vertices, at the pole of a sphere, are left out.
    Mesh take();

  private:
    using Ids = std::vector<std::uint32_t>;

    std::uint32_t new_vertex(Vec3d position);
    std::uint32_t root(std::uint32_t id);
    void unite(std::uint32_t a, std::uint32_t b);
    std::uint32_t vertex_of(const TopoDS_Shape& vertex, Vec3d position);
    void weld_edge(const TopoDS_Edge& edge, const std::vector<int>& nodes, Ids& ids,
                   const std::vector<Vec3d>& positions);
    Ids& ids_along(const TopoDS_Edge& edge, const std::vector<int>& nodes,
                   const std::vector<Vec3d>& positions);

    TopTools_IndexedMapOfShape vertices_;
    TopTools_IndexedMapOfShape edges_;
    Ids id_of_vertex_;             ///< by the number in vertices_
    std::vector<Ids> ids_of_edge_; ///< by the number in edges_
    std::vector<Vec3d> positions_;
    Ids parent_;
    std::vector<TriangleIndices> triangles_;
};

} // namespace impinge::cad_reader
