// SPDX-License-Identifier: Apache-2.0
//
// Layers of edge points soon show at few pixels only: silhouettes, poles of a mesh, stacks of
// bodies. From then on it is enough to draw what touches these pixels. So the number of layers a
// dense mesh needs does not multiply its triangles.
#pragma once

#include "imagespace/edge_rays/edge_frame.hpp"
#include "imagespace/edge_rays/look/shown_part.hpp"

namespace impinge::inline v0::imagespace {

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
