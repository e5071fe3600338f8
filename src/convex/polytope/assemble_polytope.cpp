// SPDX-License-Identifier: Apache-2.0
//
// From faces to a half-edge structure with everything the queries read beside it: neighbours,
// columns for vector loops, a table of extreme vertices by direction.
#include "convex/polytope/building.hpp"

#include "math/measures.hpp"

#include <algorithm>
#include <cmath>

namespace impinge::inline v0 {
namespace {

/// A half of an edge is known by its place in face_corners: it runs from that corner to the next
/// one of the face.
struct HalfEdge {
    std::uint32_t smaller = 0;
    std::uint32_t larger = 0;
    std::uint32_t place = 0;
    std::uint32_t face = 0;

    friend auto operator<=>(const HalfEdge&, const HalfEdge&) = default;
};

std::uint32_t next_around_face(const PolytopeData& polytope, std::uint32_t face,
                               std::uint32_t place) {
    return place + 1 == polytope.face_first[face + 1] ? polytope.face_first[face] : place + 1;
}

std::uint32_t previous_around_face(const PolytopeData& polytope, std::uint32_t face,
                                   std::uint32_t place) {
    return (place == polytope.face_first[face] ? polytope.face_first[face + 1] : place) - 1;
}

/// The two halves of each edge side by side, edges in the order of their vertices.
std::vector<HalfEdge> sorted_half_edges(const PolytopeData& polytope) {
    std::vector<HalfEdge> halves;
    halves.reserve(polytope.face_corners.size());
    for (std::uint32_t face = 0; face + 1 < polytope.face_first.size(); ++face) {
        for (std::uint32_t i = polytope.face_first[face]; i < polytope.face_first[face + 1]; ++i) {
            const std::uint32_t from = polytope.face_corners[i];
            const std::uint32_t to = polytope.face_corners[next_around_face(polytope, face, i)];
            halves.push_back({std::min(from, to), std::max(from, to), i, face});
        }
    }
    std::sort(halves.begin(), halves.end());
    return halves;
}

/// Edges turn counter-clockwise around a vertex: behind the half that leaves it comes, across the
/// face on its left, the one that arrives there.
void connect_vertices(PolytopeData& polytope, const std::vector<HalfEdge>& halves) {
    const std::size_t vertex_count = polytope.vertices.size();
    std::vector<HalfEdge> leaving(vertex_count);
    std::vector<std::uint32_t> twin(halves.size()); // as an index of halves, by place
    for (std::uint32_t i = 0; i < halves.size(); ++i) {
        twin[halves[i].place] = i ^ 1u;
        leaving[polytope.face_corners[halves[i].place]] = halves[i];
    }
    polytope.vertex_first.assign(1, 0);
    for (std::uint32_t vertex = 0; vertex < vertex_count; ++vertex) {
        const HalfEdge start = leaving[vertex];
        HalfEdge at = start;
        do {
            polytope.vertex_edges.push_back(polytope.face_edges[at.place]);
            polytope.vertex_neighbours.push_back(at.smaller == vertex ? at.larger : at.smaller);
            at = halves[twin[previous_around_face(polytope, at.face, at.place)]];
        } while (at != start);
        polytope.vertex_first.push_back(static_cast<std::uint32_t>(polytope.vertex_edges.size()));
    }
}

} // namespace

void connect_features(PolytopeData& polytope) {
    const std::vector<HalfEdge> halves = sorted_half_edges(polytope);
    polytope.face_edges.resize(halves.size());
    for (std::uint32_t i = 0; i < halves.size(); i += 2) {
        const bool rises = polytope.face_corners[halves[i].place] == halves[i].smaller;
        polytope.face_edges[halves[i].place] = i / 2;
        polytope.face_edges[halves[i + 1].place] = i / 2;
        const HalfEdge& left = halves[rises ? i : i + 1];
        const HalfEdge& right = halves[rises ? i + 1 : i];
        polytope.edges.push_back(
            {left.smaller, left.larger, left.face, right.face, left.place, right.place});
    }
    connect_vertices(polytope, halves);
}

// --- directions --------------------------------------------------------------------------------
//
// Directions are points of a cube, whose faces are cut into cells: +x, -x, +y, -y, +z, -z, each
// with rows along the axis after its own and columns along the one after that.

namespace {

constexpr int cells = PolytopeData::direction_cells;

/// Which cell a coordinate of -1 .. 1 falls into; NaN into the first.
int cell_of(double coordinate) {
    const double place = (coordinate + 1) * (0.5 * cells);
    return place > 0 ? static_cast<int>(std::min(place, cells - 1.0)) : 0;
}

double middle_of(int cell) { return (2 * cell + 1.0) / cells - 1; }

int largest_axis(Vec3d v) {
    const Vec3d size = absolute(v);
    if (size.x >= size.y && size.x >= size.z) {
        return 0;
    }
    return size.y >= size.z ? 1 : 2;
}

std::uint32_t extreme_vertex(const PolytopeData& polytope, Vec3d direction) {
    const auto highest = std::max_element(
        polytope.vertices.begin(), polytope.vertices.end(),
        [&](const Vec3d& a, const Vec3d& b) { return dot(a, direction) < dot(b, direction); });
    return static_cast<std::uint32_t>(highest - polytope.vertices.begin());
}

} // namespace

std::uint32_t vertex_towards(const PolytopeData& polytope, Vec3d direction) {
    const int axis = largest_axis(direction);
    const double size = std::abs(direction[axis]);
    const int row = cell_of(direction[(axis + 1) % 3] / size);
    const int column = cell_of(direction[(axis + 2) % 3] / size);
    const int side = 2 * axis + (direction[axis] < 0 ? 1 : 0);
    const int place = (side * cells + row) * cells + column;
    return polytope.vertex_towards[static_cast<std::size_t>(place)];
}

void fill_direction_table(PolytopeData& polytope) {
    for (int side = 0; side < 6; ++side) {
        for (int row = 0; row < cells; ++row) {
            for (int column = 0; column < cells; ++column) {
                const int axis = side / 2;
                Vec3d direction;
                direction[axis] = side % 2 == 0 ? 1 : -1;
                direction[(axis + 1) % 3] = middle_of(row);
                direction[(axis + 2) % 3] = middle_of(column);
                polytope.vertex_towards.push_back(extreme_vertex(polytope, direction));
            }
        }
    }
}

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
