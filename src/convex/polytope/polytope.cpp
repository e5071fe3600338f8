// SPDX-License-Identifier: Apache-2.0
//
// The public type: from a mesh, from the hull of points, and the promises of its data.
#include "base/no_throw.hpp"
#include "convex/polytope/building.hpp"
#include "convex/polytope_data.hpp"

#include <algorithm>
#include <string>

namespace impinge::inline v0 {
namespace {

/// Beyond these, squares and cubes of lengths leave the range of doubles.
constexpr double largest_size = 1e90;
constexpr double smallest_size = 1e-90;

Status check_size(const PolytopeData& polytope) {
    if (polytope.reach <= largest_size && polytope.radius >= smallest_size) {
        return {};
    }
    return Error{ErrorCode::InvalidArgument,
                 "a polytope must lie within 1e90 of the origin and be no smaller than 1e-90"};
}

} // namespace

Expected<Polytope> Polytope::from_mesh(const MeshView& mesh) {
    return no_throw([&]() -> Expected<Polytope> {
        Expected<ClosedSurface> surface = closed_surface(mesh);
        if (!surface) {
            return surface.error();
        }
        if (Status status = flip_caps(*surface); !status) {
            return status.error();
        }
        if (Status status = check_convex(*surface); !status) {
            return status.error();
        }
        auto data = std::make_shared<PolytopeData>(assemble_polytope(polytope_faces(*surface)));
        if (Status status = check_size(*data); !status) {
            return status.error();
        }
        return Polytope(std::move(data));
    });
}

std::size_t Polytope::vertex_count() const { return data_->vertices.size(); }
std::size_t Polytope::edge_count() const { return data_->edges.size(); }
std::size_t Polytope::face_count() const { return data_->planes.size(); }
std::span<const Vec3d> Polytope::vertices() const { return data_->vertices; }

std::array<std::uint32_t, 2> Polytope::edge(std::uint32_t index) const {
    return {data_->edges[index].tail, data_->edges[index].head};
}

std::span<const std::uint32_t> Polytope::face(std::uint32_t index) const {
    const std::uint32_t begin = data_->face_first[index];
    return std::span(data_->face_corners).subspan(begin, data_->face_first[index + 1] - begin);
}

Vec3d Polytope::face_normal(std::uint32_t index) const { return data_->planes[index].normal; }
Vec3d Polytope::centre() const { return data_->centre; }
double Polytope::radius() const { return data_->radius; }
double Polytope::volume() const { return data_->volume; }
MeshView Polytope::mesh() const { return {data_->vertices, data_->triangles}; }

Expected<Polytope> Polytope::hull_of(std::span<const Vec3d> points) {
    return no_throw([&]() -> Expected<Polytope> {
        const MeshView cloud(points, std::span<const TriangleIndices>{});
        if (Status status = validate(cloud); !status) {
            return status.error();
        }
        Expected<std::vector<TriangleIndices>> triangles = exact_hull(points);
        if (!triangles) {
            return triangles.error();
        }
        return from_mesh(MeshView(points, *triangles));
    });
}

namespace {

Status broken(const std::string& promise, std::size_t index) {
    return Error{ErrorCode::InvalidArgument, promise + ", broken at " + std::to_string(index)};
}

Status check_sizes(const PolytopeData& p) {
    const std::size_t halves = 2 * p.edges.size();
    const bool counts_fit = p.vertex_first.size() == p.vertices.size() + 1 &&
                            p.face_first.size() == p.planes.size() + 1 &&
                            p.vertex_edges.size() == halves &&
                            p.vertex_neighbours.size() == halves && p.face_edges.size() == halves &&
                            p.face_corners.size() == halves && p.face_sides.size() == halves &&
                            p.edge_vectors.size() == p.edges.size();
    if (!counts_fit) {
        return broken("arrays have the sizes of what they describe", 0);
    }
    if (p.vertices.size() + p.planes.size() != p.edges.size() + 2) {
        return broken("vertices - edges + faces = 2", p.edges.size());
    }
    return {};
}

Status check_faces(const PolytopeData& p) {
    for (std::uint32_t face = 0; face < p.planes.size(); ++face) {
        const std::uint32_t begin = p.face_first[face];
        const std::uint32_t end = p.face_first[face + 1];
        if (end < begin + 3) {
            return broken("a face has three corners", face);
        }
        for (std::uint32_t i = begin; i < end; ++i) {
            const PolytopeEdge& edge = p.edges[p.face_edges[i]];
            const std::uint32_t from = p.face_corners[i];
            const std::uint32_t to = p.face_corners[i + 1 == end ? begin : i + 1];
            const bool on_left =
                edge.tail == from && edge.head == to && edge.left == face && edge.left_side == i;
            const bool on_right =
                edge.head == from && edge.tail == to && edge.right == face && edge.right_side == i;
            if (!on_left && !on_right) {
                return broken("the edges of a face run around it", face);
            }
        }
    }
    return {};
}

/// Going on counter-clockwise, two edges have the face between them: left of the first as seen from
/// the vertex, right of the second.
Status check_vertices(const PolytopeData& p) {
    for (std::uint32_t vertex = 0; vertex < p.vertices.size(); ++vertex) {
        const std::uint32_t begin = p.vertex_first[vertex];
        const std::uint32_t end = p.vertex_first[vertex + 1];
        if (end < begin + 3) {
            return broken("a vertex has three edges", vertex);
        }
        for (std::uint32_t i = begin; i < end; ++i) {
            const PolytopeEdge& edge = p.edges[p.vertex_edges[i]];
            const PolytopeEdge& next = p.edges[p.vertex_edges[i + 1 == end ? begin : i + 1]];
            const bool leaves = edge.tail == vertex && edge.head == p.vertex_neighbours[i];
            const bool arrives = edge.head == vertex && edge.tail == p.vertex_neighbours[i];
            if (!leaves && !arrives) {
                return broken("a vertex knows its edges", vertex);
            }
            if ((leaves ? edge.left : edge.right) !=
                (next.tail == vertex ? next.right : next.left)) {
                return broken("edges turn counter-clockwise around a vertex", vertex);
            }
        }
    }
    return {};
}

bool columns_hold(const PointColumns& columns, std::size_t index, Vec3d point) {
    return columns.x[index] == point.x && columns.y[index] == point.y &&
           columns.z[index] == point.z;
}

bool padded(const PointColumns& columns, std::size_t count) {
    return columns.count == count && columns.x.size() >= count &&
           columns.x.size() < count + PointColumns::lanes &&
           columns.x.size() % PointColumns::lanes == 0 && columns.y.size() == columns.x.size() &&
           columns.z.size() == columns.x.size();
}

Status check_columns(const PolytopeData& p) {
    if (!padded(p.vertex_columns, p.vertices.size()) ||
        !padded(p.normal_columns, p.planes.size()) ||
        p.plane_offsets.size() != p.normal_columns.x.size()) {
        return broken("columns are padded", 0);
    }
    for (std::size_t i = 0; i < p.vertex_columns.x.size(); ++i) {
        if (!columns_hold(p.vertex_columns, i, p.vertices[std::min(i, p.vertices.size() - 1)])) {
            return broken("columns repeat the vertices", i);
        }
    }
    for (std::size_t i = 0; i < p.normal_columns.x.size(); ++i) {
        const FacePlane& plane = p.planes[std::min(i, p.planes.size() - 1)];
        if (!columns_hold(p.normal_columns, i, plane.normal) ||
            p.plane_offsets[i] != plane.offset) {
            return broken("columns repeat the planes", i);
        }
    }
    return {};
}

} // namespace

Status validate(const PolytopeData& polytope) {
    for (const auto check : {check_sizes, check_faces, check_vertices, check_columns}) {
        if (Status status = check(polytope); !status) {
            return status;
        }
    }
    return {};
}

} // namespace impinge::inline v0
