// SPDX-License-Identifier: Apache-2.0
#include "tessellation.hpp"

#include "chord_error.hpp"
#include "welded_faces.hpp"

#include <BRepBndLib.hxx>
#include <BRepMesh_IncrementalMesh.hxx>
#include <BRep_Tool.hxx>
#include <Bnd_Box.hxx>
#include <IMeshTools_Parameters.hxx>
#include <TopExp_Explorer.hxx>
#include <TopLoc_Location.hxx>
#include <TopoDS.hxx>

#include <algorithm>
#include <cmath>

namespace impinge::cad_reader {
namespace {

/// Of the diagonal of a solid's box.
constexpr double default_share = 0.001;

double deflection_for(const TopoDS_Shape& shape, const Fineness& fineness) {
    if (fineness.deflection > 0) {
        return fineness.deflection;
    }
    Bnd_Box box;
    BRepBndLib::Add(shape, box);
    const double diagonal = box.IsVoid() ? 0 : std::sqrt(box.SquareExtent());
    return diagonal > 0 && std::isfinite(diagonal) ? diagonal * default_share : 1;
}

void cut_into_triangles(const TopoDS_Shape& shape, const Fineness& fineness) {
    IMeshTools_Parameters parameters;
    parameters.Deflection = deflection_for(shape, fineness);
    parameters.Angle = fineness.angle_radians;
    parameters.AllowQualityDecrease = true; // what was cut before, for a neighbour, does not count
    const BRepMesh_IncrementalMesh meshing(shape, parameters);
}

/// Six times the volume, measured from a vertex so that far away from the origin nothing is lost.
double signed_volume(const Mesh& mesh) {
    double sum = 0;
    for (const auto& [a, b, c] : mesh.triangles) {
        const Vec3d origin = mesh.positions.front();
        sum += dot(mesh.positions[a] - origin,
                   cross(mesh.positions[b] - origin, mesh.positions[c] - origin));
    }
    return sum;
}

void turn(Mesh& mesh) {
    for (TriangleIndices& triangle : mesh.triangles) {
        std::swap(triangle[1], triangle[2]);
    }
}

} // namespace

Tessellation tessellate(const TopoDS_Shape& shape, BodyKind kind, const Fineness& fineness) {
    cut_into_triangles(shape, fineness);
    Tessellation result;
    WeldedFaces faces;
    for (TopExp_Explorer at(shape, TopAbs_FACE); at.More(); at.Next()) {
        const TopoDS_Face& face = TopoDS::Face(at.Current());
        ++result.faces;
        TopLoc_Location location;
        const auto triangles = BRep_Tool::Triangulation(face, location);
        if (triangles.IsNull() || triangles->NbTriangles() == 0) {
            ++result.faces_without_triangles;
            continue;
        }
        faces.add(face);
        result.chord_error = std::max(result.chord_error, chord_error(face));
    }
    result.mesh = faces.take();
    if (kind == BodyKind::Solid && !result.mesh.triangles.empty() &&
        signed_volume(result.mesh) < 0) {
        turn(result.mesh);
    }
    return result;
}

} // namespace impinge::cad_reader
