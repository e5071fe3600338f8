// SPDX-License-Identifier: Apache-2.0
//
// Meshes as impinge sees them, and what is wrong with one.
//
//     bool is_solid(std::span<const impinge::Vec3f> positions,
//                   std::span<const impinge::TriangleIndices> triangles) {
//         const impinge::MeshView mesh(positions, triangles); // nothing is copied
//         const auto diagnosis = impinge::diagnose(mesh);
//         return diagnosis && diagnosis->solid();
//     }
#pragma once

#include "impinge/standard.hpp"
#ifdef IMPINGE_HAS_CPP20

#include "impinge/context.hpp"
#include "impinge/expected.hpp"
#include "impinge/export.h"
#include "impinge/triangle.hpp"
#include "impinge/vec3.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace impinge::inline v0 {

/// Corner indices of one triangle, counter-clockwise seen from outside the solid.
using TriangleIndices = std::array<std::uint32_t, 3>;

enum class Scalar : std::uint8_t { Float32, Float64 };

/// A triangle mesh that lives in the caller's memory: nothing is owned, copied or preprocessed.
/// The caller keeps the arrays alive and unchanged while a query runs; between queries they may
/// change freely. Views are cheap to copy, and const queries on one mesh may run on any number of
/// threads at once.
class MeshView {
  public:
    MeshView() = default;
    MeshView(std::span<const Vec3d> positions, std::span<const TriangleIndices> triangles)
        : MeshView(positions.data(), Scalar::Float64, positions.size(), sizeof(Vec3d), triangles) {}
    MeshView(std::span<const Vec3f> positions, std::span<const TriangleIndices> triangles)
        : MeshView(positions.data(), Scalar::Float32, positions.size(), sizeof(Vec3f), triangles) {}

    /// Interleaved vertices: x, y, z of vertex i start `i * stride_bytes` after `positions`.
    MeshView(const void* positions, Scalar scalar, std::size_t vertex_count,
             std::size_t stride_bytes, std::span<const TriangleIndices> triangles)
        : positions_(static_cast<const std::byte*>(positions)), stride_bytes_(stride_bytes),
          vertex_count_(vertex_count), scalar_(scalar), triangles_(triangles) {}

    [[nodiscard]] std::size_t vertex_count() const { return vertex_count_; }
    [[nodiscard]] std::size_t triangle_count() const { return triangles_.size(); }
    [[nodiscard]] std::span<const TriangleIndices> triangles() const { return triangles_; }

    // The raw array, for loops over all vertices.
    [[nodiscard]] const std::byte* data() const { return positions_; }
    [[nodiscard]] std::size_t stride_bytes() const { return stride_bytes_; }
    [[nodiscard]] Scalar scalar() const { return scalar_; }

    /// The stored position, widened to double without change.
    [[nodiscard]] IMPINGE_API Vec3d position(std::size_t vertex) const;
    [[nodiscard]] IMPINGE_API Triangle triangle(std::size_t index) const;

  private:
    const std::byte* positions_ = nullptr;
    std::size_t stride_bytes_ = 0;
    std::size_t vertex_count_ = 0;
    Scalar scalar_ = Scalar::Float64;
    std::span<const TriangleIndices> triangles_;
};

/// A mesh that owns its arrays; what readers and generators return.
struct Mesh {
    std::vector<Vec3d> positions;
    std::vector<TriangleIndices> triangles;

    [[nodiscard]] MeshView view() const { return {positions, triangles}; }
};

/// Triangles name their vertices, and answers their triangles, in 32 bits.
inline constexpr std::uint64_t largest_mesh_count = std::uint64_t{1} << 32;

/// Whether every index is in range and every coordinate finite. Queries call this themselves; the
/// error names the first offender. Before any memory is read: a mesh has at most
/// largest_mesh_count vertices and as many triangles, and its vertices lie within the address
/// space.
IMPINGE_API Status validate(const MeshView& mesh);

/// What a mesh is. Vertices with equal coordinates count as one vertex, so triangles that do not
/// share indices (an STL file) can still form a solid.
struct Diagnosis {
    std::size_t triangles = 0;
    std::size_t components = 0;         ///< parts connected through edges
    std::size_t degenerate_faces = 0;   ///< corners on one line: no area (allowed in a solid)
    std::size_t duplicate_faces = 0;    ///< further faces with the same three corners, any order
    std::size_t open_edges = 0;         ///< edges of exactly one face
    std::size_t non_manifold_edges = 0; ///< edges of more than two faces
    std::size_t misoriented_edges =
        0; ///< edges run through more often one way than the other, not open
    std::size_t inside_out_components = 0; ///< closed parts whose normals point into their material
    /// Closed parts that bound nothing, because the other parts wind around both of their sides: a
    /// part within the material of another, the wall of a cavity that a third part fills. Allowed
    /// in a solid. Only parts that meet no other are counted: of those that cross or touch others
    /// self_intersections() knows.
    std::size_t redundant_components = 0;
    bool inside_out = false; ///< the whole mesh is a solid with all its normals turned inwards
    bool encloses_volume = false;

    /// Every edge is run through equally often in both directions.
    [[nodiscard]] bool closed() const { return open_edges == 0 && triangles > 0; }
    [[nodiscard]] bool oriented() const { return misoriented_edges == 0; }
    /// Closed, consistently oriented and enclosing a volume: it has an inside. A mesh that is
    /// inside out as a whole is read as the solid its user meant and is still solid.
    [[nodiscard]] bool solid() const {
        return closed() && oriented() && encloses_volume && inside_out_components == 0;
    }

    /// Why it is not a solid, in words ("12 open edges", ...); empty for a solid.
    [[nodiscard]] IMPINGE_API std::vector<std::string> reasons() const;
    /// Everything worth telling, in words, also for a solid (degenerate or duplicate faces, ...).
    [[nodiscard]] IMPINGE_API std::vector<std::string> remarks() const;

    friend bool operator==(const Diagnosis&, const Diagnosis&) = default;
};

/// Examines the mesh; linear in its size apart from a sort. Fails on what validate() refuses.
IMPINGE_API Expected<Diagnosis> diagnose(const MeshView& mesh, const Context& context = {});

} // namespace impinge::inline v0

#endif // IMPINGE_HAS_CPP20
