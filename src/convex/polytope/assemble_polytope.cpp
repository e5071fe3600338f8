// SPDX-License-Identifier: Apache-2.0
#include "convex/polytope/assemble_polytope.hpp"

#include <algorithm>
#include <cmath>

namespace impinge::inline v0 {
namespace {

void pad(std::vector<double>& column) {
    while (column.size() % PointColumns::lanes != 0) {
        column.push_back(column.back());
    }
}

void append(PointColumns& columns, Vec3d point) {
    columns.x.push_back(point.x);
    columns.y.push_back(point.y);
    columns.z.push_back(point.z);
    ++columns.count;
}

void pad(PointColumns& columns) {
    pad(columns.x);
    pad(columns.y);
    pad(columns.z);
}

} // namespace

void fill_columns(PolytopeData& polytope) {
    for (const Vec3d& vertex : polytope.vertices) {
        append(polytope.vertex_columns, vertex);
    }
    for (const FacePlane& plane : polytope.planes) {
        append(polytope.normal_columns, plane.normal);
        polytope.plane_offsets.push_back(plane.offset);
    }
    pad(polytope.vertex_columns);
    pad(polytope.normal_columns);
    pad(polytope.plane_offsets);
}

PolytopeData assemble_polytope(PolytopeFaces faces) {
    PolytopeData polytope;
    polytope.vertices = std::move(faces.vertices);
    polytope.face_first = std::move(faces.first);
    polytope.face_corners = std::move(faces.corners);
    polytope.triangles = std::move(faces.triangles);
    connect_features(polytope);
    lay_planes(polytope);
    measure_polytope(polytope);
    fill_columns(polytope);
    fill_direction_table(polytope);
    return polytope;
}

} // namespace impinge::inline v0
