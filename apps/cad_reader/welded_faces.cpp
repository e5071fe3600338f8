// SPDX-License-Identifier: Apache-2.0
#include "welded_faces.hpp"

#include <BRep_Tool.hxx>
#include <Poly_PolygonOnTriangulation.hxx>
#include <TopExp.hxx>
#include <TopExp_Explorer.hxx>
#include <TopLoc_Location.hxx>
#include <TopoDS.hxx>
#include <TopoDS_Vertex.hxx>

#include <limits>

namespace impinge::cad_reader {
namespace {

constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();

std::vector<int> nodes_of(const TopoDS_Edge& edge, const Handle(Poly_Triangulation) & triangles,
                          const TopLoc_Location& location) {
    std::vector<int> nodes;
    const Handle(Poly_PolygonOnTriangulation) polygon =
        BRep_Tool::PolygonOnTriangulation(edge, triangles, location);
    for (int i = 1; !polygon.IsNull() && i <= polygon->NbNodes(); ++i) {
        nodes.push_back(polygon->Node(i));
    }
    return nodes;
}

std::size_t index_of(int number) { return static_cast<std::size_t>(number) - 1; }

} // namespace

std::uint32_t WeldedFaces::new_vertex(Vec3d position) {
    const auto id = static_cast<std::uint32_t>(positions_.size());
    positions_.push_back(position);
    parent_.push_back(id);
    return id;
}

std::uint32_t WeldedFaces::root(std::uint32_t id) {
    while (parent_[id] != id) {
        id = parent_[id] = parent_[parent_[id]];
    }
    return id;
}

/// The older one stays, so that the result does not depend on who is asked first.
void WeldedFaces::unite(std::uint32_t a, std::uint32_t b) {
    a = root(a);
    b = root(b);
    parent_[std::max(a, b)] = std::min(a, b);
}

std::uint32_t WeldedFaces::vertex_of(const TopoDS_Shape& vertex, Vec3d position) {
    if (vertex.IsNull()) {
        return new_vertex(position);
    }
    const std::size_t at = index_of(vertices_.Add(vertex));
    if (at == id_of_vertex_.size()) {
        id_of_vertex_.push_back(new_vertex(position));
    }
    return id_of_vertex_[at];
}

/// A degenerated edge is a point, at which many nodes lie.
WeldedFaces::Ids& WeldedFaces::ids_along(const TopoDS_Edge& edge, const std::vector<int>& nodes,
                                         const std::vector<Vec3d>& positions) {
    const std::size_t at = index_of(edges_.Add(edge));
    if (at < ids_of_edge_.size()) {
        return ids_of_edge_[at];
    }
    Ids& ids = ids_of_edge_.emplace_back();
    const Vec3d first = positions[index_of(nodes.front())];
    const Vec3d last = positions[index_of(nodes.back())];
    if (BRep_Tool::Degenerated(edge)) {
        ids.assign(nodes.size(), vertex_of(TopExp::FirstVertex(edge), first));
        return ids;
    }
    ids.push_back(vertex_of(TopExp::FirstVertex(edge), first));
    for (std::size_t i = 1; i + 1 < nodes.size(); ++i) {
        ids.push_back(new_vertex(positions[index_of(nodes[i])]));
    }
    ids.push_back(vertex_of(TopExp::LastVertex(edge), last));
    return ids;
}

void WeldedFaces::weld_edge(const TopoDS_Edge& edge, const std::vector<int>& nodes, Ids& ids,
                            const std::vector<Vec3d>& positions) {
    if (nodes.size() < 2) {
        return;
    }
    const Ids& along = ids_along(edge, nodes, positions);
    if (along.size() != nodes.size()) {
        return; // cut differently, which leaves open edges that the diagnosis tells
    }
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        std::uint32_t& id = ids[index_of(nodes[i])];
        if (id == none) {
            id = along[i];
        } else {
            unite(id, along[i]);
        }
    }
}

void WeldedFaces::add(const TopoDS_Face& face) {
    TopLoc_Location location;
    const Handle(Poly_Triangulation) triangles = BRep_Tool::Triangulation(face, location);
    std::vector<Vec3d> positions;
    for (int i = 1; i <= triangles->NbNodes(); ++i) {
        const gp_Pnt p = triangles->Node(i).Transformed(location.Transformation());
        positions.push_back({p.X(), p.Y(), p.Z()});
    }
    Ids ids(positions.size(), none);
    for (TopExp_Explorer at(face, TopAbs_EDGE); at.More(); at.Next()) {
        const TopoDS_Edge& edge = TopoDS::Edge(at.Current());
        weld_edge(edge, nodes_of(edge, triangles, location), ids, positions);
    }
    for (std::size_t i = 0; i < ids.size(); ++i) {
        if (ids[i] == none) {
            ids[i] = new_vertex(positions[i]);
        }
    }
    const bool turned = face.Orientation() == TopAbs_REVERSED;
    for (int i = 1; i <= triangles->NbTriangles(); ++i) {
        int a = 0;
        int b = 0;
        int c = 0;
        triangles->Triangle(i).Get(a, b, c);
        if (turned) {
            std::swap(b, c);
        }
        triangles_.push_back({ids[index_of(a)], ids[index_of(b)], ids[index_of(c)]});
    }
}

Mesh WeldedFaces::take() {
    Mesh mesh;
    Ids new_id(positions_.size(), none);
    for (TriangleIndices triangle : triangles_) {
        for (std::uint32_t& corner : triangle) {
            corner = root(corner);
        }
        const auto [a, b, c] = triangle;
        if (a == b || b == c || c == a) {
            continue;
        }
        for (std::uint32_t& corner : triangle) {
            if (new_id[corner] == none) {
                new_id[corner] = static_cast<std::uint32_t>(mesh.positions.size());
                mesh.positions.push_back(positions_[corner]);
            }
            corner = new_id[corner];
        }
        mesh.triangles.push_back(triangle);
    }
    return mesh;
}

} // namespace impinge::cad_reader
