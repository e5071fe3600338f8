// SPDX-License-Identifier: Apache-2.0
//
// Surfaces as the verdict looks at them: the border of a solid, ready for looking around its edges
// and vertices; its features; connected parts and the rims of holes.
#pragma once

#include "base/buckets.hpp"
#include "base/unset_array.hpp"
#include "exact/world_mesh.hpp"
#include "geometry/feature.hpp"
#include "impinge/context.hpp"
#include "mesh/surroundings.hpp"

#include <algorithm>
#include <compare>
#include <cstdint>
#include <memory>
#include <optional>
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

/// The surface of a solid around some of its triangles: equal vertices are one, normals point
/// outwards. Face i is triangle i of the mesh. Known are the faces that have a corner in common
/// with the triangles named, and around the corners of those named all faces.
class SolidSurface {
  public:
    /// The solid's mesh must outlive the surface. Reads all vertices and triangles once, a few ns
    /// for each and thread; all else is in proportion to what is known. Must not be used once the
    /// context is cancelled.
    SolidSurface(const Solid& solid, std::span<const std::uint32_t> named, const Context& context);

    [[nodiscard]] Vec3d position(std::uint32_t vertex) const { return mesh_.vertices[vertex]; }
    /// Its corners.
    [[nodiscard]] TriangleIndices face(std::uint32_t face) const {
        const auto& [a, b, c] = mesh_.triangles[face];
        return inward_ ? TriangleIndices{welded_[a], welded_[c], welded_[b]}
                       : TriangleIndices{welded_[a], welded_[b], welded_[c]};
    }
    [[nodiscard]] Triangle triangle(std::uint32_t face) const {
        const Triangle t = mesh_.triangle(face);
        return inward_ ? Triangle{{t[0], t[2], t[1]}} : t;
    }
    /// Faces that have the vertex, a corner of a triangle that was named, as a corner, in order.
    [[nodiscard]] std::span<const std::uint32_t> faces_at(std::uint32_t vertex) const {
        return incident_[place_[vertex]];
    }

  private:
    const WorldMesh& mesh_;
    bool inward_;
    // As long as there are vertices, so that looking one up is cheap; most entries are not set.
    UnsetArray<std::uint32_t> welded_; ///< of the corners of known faces
    UnsetArray<std::uint32_t> place_;  ///< in `incident_`, of the corners of those named
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
    const TriangleIndices corners = surface.face(face);
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
    SurfaceParts(const WorldMesh& mesh, std::size_t components, const Context& context);

    /// In the order of their first triangles.
    [[nodiscard]] const std::vector<Part>& list() const { return parts_; }
    [[nodiscard]] std::uint32_t part_of(std::size_t triangle) const {
        return part_of_.empty() ? 0 : part_of_[triangle];
    }

  private:
    std::vector<std::uint32_t> part_of_; ///< empty if all are of one
    std::vector<Part> parts_;
};

/// The same, kept with a mesh that many queries ask about.
std::shared_ptr<const SurfaceParts> parts_of_surface(const WorldMesh& mesh, std::size_t components,
                                                     const Context& context);

/// The boxes of the rims of its holes: open edges, joined where they share an end. Kept in the same
/// way.
std::shared_ptr<const std::vector<Box3>> boxes_of_rims(const WorldMesh& mesh,
                                                       const Context& context);

/// As winding_numbers() and surroundings(). Of a mesh that many queries ask about only what is near
/// the rays is looked at.
std::vector<std::optional<int>> windings_around(std::span<const Vec3d> points,
                                                const WorldMesh& mesh, const Context& context);
std::vector<Surroundings> surroundings_in(const WorldMesh& mesh,
                                          std::span<const WeightedPoint> points,
                                          const Context& context);

} // namespace impinge::inline v0
