// SPDX-License-Identifier: Apache-2.0
#include "chord_error.hpp"

#include "measures/oriented_surface.hpp"

#include <BRepAdaptor_Curve.hxx>
#include <BRepAdaptor_Surface.hxx>
#include <BRep_Tool.hxx>
#include <Poly_PolygonOnTriangulation.hxx>
#include <Poly_Triangulation.hxx>
#include <Standard_Failure.hxx>
#include <TopExp_Explorer.hxx>
#include <TopLoc_Location.hxx>
#include <TopoDS.hxx>
#include <TopoDS_Edge.hxx>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <set>
#include <vector>

namespace impinge::cad_reader {
namespace {

/// Steps along each side of a triangle, and along each piece of an edge: with an even number the
/// middles are among the points, where the chord of an arc is farthest from it.
constexpr int steps = 6;

Vec3d vector_of(const gp_Pnt& p) { return {p.X(), p.Y(), p.Z()}; }

double distance_to(const Triangle& triangle, const gp_Pnt& point) {
    return std::sqrt(closest_on_triangle(triangle, vector_of(point)).squared);
}

/// The triangles of one face, with places on its surface.
struct FaceTriangles {
    explicit FaceTriangles(const TopoDS_Face& face)
        : triangulation(BRep_Tool::Triangulation(face, location)) {}

    [[nodiscard]] Vec3d node(int number) const {
        return vector_of(triangulation->Node(number).Transformed(location.Transformation()));
    }

    TopLoc_Location location;
    Handle(Poly_Triangulation) triangulation;
};

/// The nodes at which a face shrinks to a point, as at the pole of a sphere.
std::set<int> pole_nodes(const TopoDS_Face& face, const FaceTriangles& triangles) {
    std::set<int> nodes;
    for (TopExp_Explorer at(face, TopAbs_EDGE); at.More(); at.Next()) {
        const TopoDS_Edge& edge = TopoDS::Edge(at.Current());
        const Handle(Poly_PolygonOnTriangulation) polygon =
            BRep_Tool::PolygonOnTriangulation(edge, triangles.triangulation, triangles.location);
        if (!polygon.IsNull() && BRep_Tool::Degenerated(edge)) {
            for (int i = 1; i <= polygon->NbNodes(); ++i) {
                nodes.insert(polygon->Node(i));
            }
        }
    }
    return nodes;
}

/// The triangles of a face, held against its surface. A triangle stands for the part of the surface
/// that its corners enclose in the plane of parameters; but not at a pole, which is a line there,
/// so that triangles with two corners on it are none in space: their part belongs to the
/// neighbours.
class SurfaceError {
  public:
    SurfaceError(const TopoDS_Face& face, const FaceTriangles& triangles)
        : surface_(face, false), triangles_(triangles), mesh_(*triangles.triangulation),
          poles_(pole_nodes(face, triangles)) {}

    double largest() {
        if (surface_.GetType() == GeomAbs_Plane || !mesh_.HasUVNodes()) {
            return 0;
        }
        for (int i = 1; i <= mesh_.NbTriangles(); ++i) {
            if (is_at_pole(corners_of(i))) {
                at_poles_.push_back(flat(corners_of(i)));
            }
        }
        double error = 0;
        for (int i = 1; i <= mesh_.NbTriangles(); ++i) {
            error = std::max(error, error_of(corners_of(i)));
        }
        return error;
    }

  private:
    using Corners = std::array<int, 3>;

    [[nodiscard]] Corners corners_of(int triangle) const {
        Corners n{};
        mesh_.Triangle(triangle).Get(n[0], n[1], n[2]);
        return n;
    }
    [[nodiscard]] Triangle flat(const Corners& n) const {
        return {triangles_.node(n[0]), triangles_.node(n[1]), triangles_.node(n[2])};
    }
    [[nodiscard]] bool is_at_pole(const Corners& n) const {
        return std::any_of(n.begin(), n.end(), [&](int node) { return poles_.contains(node); });
    }
    [[nodiscard]] double error_of(const Corners& n) const {
        const std::vector<Triangle> own = {flat(n)};
        const std::vector<Triangle>& near = is_at_pole(n) ? at_poles_ : own;
        const std::array places = {mesh_.UVNode(n[0]), mesh_.UVNode(n[1]), mesh_.UVNode(n[2])};
        double error = 0;
        for (int a = 0; a <= steps; ++a) {
            for (int b = 0; a + b <= steps; ++b) {
                const gp_XY place =
                    (places[0].XY() * a + places[1].XY() * b + places[2].XY() * (steps - a - b)) /
                    steps;
                error = std::max(error, distance_from(near, surface_.Value(place.X(), place.Y())));
            }
        }
        return error;
    }
    static double distance_from(const std::vector<Triangle>& near, const gp_Pnt& point) {
        double nearest = std::numeric_limits<double>::infinity();
        for (const Triangle& triangle : near) {
            nearest = std::min(nearest, distance_to(triangle, point));
        }
        return nearest;
    }

    BRepAdaptor_Surface surface_;
    const FaceTriangles& triangles_;
    const Poly_Triangulation& mesh_;
    std::set<int> poles_;
    std::vector<Triangle> at_poles_;
};

double edge_error(const TopoDS_Edge& edge, const TopoDS_Face& face,
                  const FaceTriangles& triangles) {
    const Handle(Poly_PolygonOnTriangulation) polygon =
        BRep_Tool::PolygonOnTriangulation(edge, triangles.triangulation, triangles.location);
    if (polygon.IsNull() || !polygon->HasParameters() || BRep_Tool::Degenerated(edge)) {
        return 0;
    }
    const BRepAdaptor_Curve curve(edge, face);
    double error = 0;
    for (int i = 1; i < polygon->NbNodes(); ++i) {
        const Vec3d from = triangles.node(polygon->Node(i));
        const Vec3d to = triangles.node(polygon->Node(i + 1));
        const double begin = polygon->Parameter(i);
        const double end = polygon->Parameter(i + 1);
        for (int step = 1; step < steps; ++step) {
            const double at = begin + (end - begin) * step / steps;
            error = std::max(error, distance_to({from, to, to}, curve.Value(at)));
        }
    }
    return error;
}

} // namespace

double chord_error(const TopoDS_Face& face) {
    const FaceTriangles triangles(face);
    double error = SurfaceError(face, triangles).largest();
    for (TopExp_Explorer at(face, TopAbs_EDGE); at.More(); at.Next()) {
        error = std::max(error, edge_error(TopoDS::Edge(at.Current()), face, triangles));
    }
    return error;
}

} // namespace impinge::cad_reader
