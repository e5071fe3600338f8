// SPDX-License-Identifier: Apache-2.0
//
// Layers of edge points soon show at few pixels only: silhouettes, poles of a mesh, stacks of
// bodies. From then on it is enough to draw what touches these pixels. So the number of layers a
// dense mesh needs does not multiply its triangles.
#pragma once

#include "edge_rays/edge_frame.hpp"
#include "edge_rays/look/open_pixels.hpp"

namespace impinge::inline v0::imagespace {

/// Some triangles of a mesh as a mesh of their own that is drawn, to the bit, where the whole mesh
/// would draw them: it is drawn with the same box, which devices place their floats by, and its
/// vertices and edges keep their order.
struct ShownPart {
    Mesh mesh; ///< its last two vertices are the corners of the box of the whole mesh
    std::vector<std::uint32_t> vertices; ///< their numbers in the whole mesh, ascending
};

/// All of a mesh, its vertices welded.
ShownPart whole_part(const MeshView& mesh);

/// What is to be drawn: with two triangles more, of one point each, which show nothing and hold the
/// box.
Mesh with_box(const ShownPart& part);

/// The triangles that touch open pixels when the mesh stands at the pose, with all their edges. If
/// edges are moved, their neighbours too, so that vertices keep their normals.
ShownPart part_at(const ShownPart& part, const Rigid& pose, const OpenPixels& pixels);

class DwindlingBodies {
  public:
    /// All of them, and whole.
    explicit DwindlingBodies(std::span<const EdgeBody> bodies);

    /// Those that are left of a body are drawn by its geometry, which is null if nothing is.
    [[nodiscard]] std::span<const EdgeBody> bodies() const { return bodies_; }
    /// What drawing them costs, in triangles.
    [[nodiscard]] std::size_t cost() const;

    /// Leaves out what does not touch the pixels, as far as that is worth the trouble.
    Status keep(raster::Device& device, const OpenPixels& pixels);

    /// The edge of the whole mesh for one that was drawn.
    Expected<std::uint32_t> whole_edge(std::uint32_t body, std::uint32_t edge);

  private:
    /// On the device. Copies of the bodies share it.
    struct Part {
        ShownPart shown;
        std::unique_ptr<raster::Geometry> geometry;
        std::vector<std::uint32_t> whole_edges; ///< for each of its edges; found if asked for
    };

    [[nodiscard]] std::size_t triangles(std::size_t place) const;
    Status keep(raster::Device& device, std::size_t place, const OpenPixels& pixels);
    Status find_whole_edges(std::size_t place);

    std::vector<EdgeBody> bodies_;
    std::vector<std::shared_ptr<Part>> parts_; ///< of bodies that are not drawn whole
    /// Of the mesh of each body, if asked for.
    std::vector<std::shared_ptr<const std::vector<raster::EdgeIndices>>> edges_;
};

} // namespace impinge::inline v0::imagespace
