// SPDX-License-Identifier: Apache-2.0
//
// Surfaces as the verdict looks at them: the border of a solid, ready for looking around its edges
// and vertices; its features; connected parts and the rims of holes.
#pragma once

#include "base/buckets.hpp"
#include "exact/world_mesh.hpp"
#include "geometry/feature.hpp"

#include <algorithm>
#include <compare>
#include <cstdint>
#include <span>
#include <vector>

namespace impinge::inline v0 {

/// Which way the normals of the given mesh point; those of the surface always point outwards.
enum class Normals : std::uint8_t { Outward, Inward };

/// A closed, consistently oriented mesh.
struct Solid {
    const WorldMesh& mesh;
    Normals normals = Normals::Outward;
    std::size_t components = 0; ///< of its surface, from its diagnosis; 0 if not known
};

/// The surface of a solid: equal vertices are one, normals point outwards. Face i is triangle i of
/// the mesh.
class SolidSurface {
  public:
    /// The solid's mesh must outlive the surface.
    explicit SolidSurface(const Solid& solid);

    [[nodiscard]] std::span<const Vec3d> vertices() const { return vertices_; }
    [[nodiscard]] std::span<const TriangleIndices> faces() const { return faces_; }
    [[nodiscard]] Triangle triangle(std::uint32_t face) const {
        const TriangleIndices& f = faces_[face];
        return {{vertices_[f[0]], vertices_[f[1]], vertices_[f[2]]}};
    }
    /// Faces that have the vertex as a corner.
    [[nodiscard]] std::span<const std::uint32_t> faces_at(std::uint32_t vertex) const {
        return incident_[vertex];
    }

  private:
    std::span<const Vec3d> vertices_;
    std::vector<TriangleIndices> faces_;
    Buckets<std::uint32_t> incident_;
};

enum class SurfaceFeatureKind : std::uint8_t { Face, Edge, Vertex };

/// A face, an edge or a vertex of a SolidSurface, named so that every triangle that shares it gives
/// it the same name.
struct SurfaceFeature {
    SurfaceFeatureKind kind = SurfaceFeatureKind::Face;
    std::uint32_t first = 0;  ///< face number, or vertex number
    std::uint32_t second = 0; ///< the other (larger) vertex of an edge, else equal to first

    friend auto operator<=>(const SurfaceFeature&, const SurfaceFeature&) = default;
};

inline SurfaceFeature name_feature(const SolidSurface& surface, std::uint32_t face,
                                   Feature feature) {
    const TriangleIndices& corners = surface.faces()[face];
    if (feature == Feature::Face) {
        return {SurfaceFeatureKind::Face, face, face};
    }
    const auto corner = static_cast<std::size_t>(corner_of(feature));
    if (is_vertex(feature)) {
        return {SurfaceFeatureKind::Vertex, corners[corner], corners[corner]};
    }
    const auto [low, high] = std::minmax(corners[corner], corners[(corner + 1) % 3]);
    return {SurfaceFeatureKind::Edge, low, high};
}

/// The connected parts of a surface with their boxes.
class SurfaceParts {
  public:
    struct Part {
        Box3 box;
        std::uint32_t first_triangle = 0;
    };

    /// `components`: how many there are if that is known, so that 1 costs next to nothing; else 0.
    SurfaceParts(const WorldMesh& mesh, std::size_t components);

    /// In the order of their first triangles.
    [[nodiscard]] const std::vector<Part>& list() const { return parts_; }
    [[nodiscard]] std::uint32_t part_of(std::size_t triangle) const {
        return part_of_.empty() ? 0 : part_of_[triangle];
    }

  private:
    std::vector<std::uint32_t> part_of_; ///< empty if all are of one
    std::vector<Part> parts_;
};

/// The boxes of the rims of its holes: open edges, joined where they share an end.
std::vector<Box3> boxes_of_rims(const WorldMesh& mesh);

} // namespace impinge::inline v0
