// SPDX-License-Identifier: Apache-2.0
#include "base/no_throw.hpp"
#include "convex/polytope/assemble_polytope.hpp"
#include "convex/polytope/convexity.hpp"
#include "convex/polytope/polytope_faces.hpp"
#include "convex/polytope_data.hpp"

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

} // namespace impinge::inline v0
