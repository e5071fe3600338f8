// SPDX-License-Identifier: Apache-2.0
//
// The meshes of a side one after the other in the buffers of one, so that a stage reads all bodies
// as it reads one.
#pragma once

#include "gpu/opengl/mesh_buffers.hpp"

namespace impinge::inline v0::gpu::opengl {

/// Kept from frame to frame: triangles are laid out when the meshes are others than before or in
/// another order, positions copied when they have changed. A mesh that is alone stays where it is.
class SideBuffers {
  public:
    /// For a frame that is asked for now. With the context current.
    Status bring(const std::shared_ptr<GlRoom>& room, const FrameSide& side);

    [[nodiscard]] const GlMesh& mesh() const { return *mesh_; }
    [[nodiscard]] const MeshPlaces& places() const { return places_; } ///< of each body

  private:
    struct Laid {
        std::uint64_t triangles = 0; ///< states, as in GlMesh
        std::uint64_t positions = 0;
        std::size_t position_bytes = 0;
        MeshPlace place;
    };

    [[nodiscard]] bool is_laid_out(const FrameSide& side) const;
    Status lay_out(const std::shared_ptr<GlRoom>& room, const FrameSide& side);
    Status number_corners(GlRoom& room, const FrameSide& side) const;
    void copy_positions(const FrameSide& side);

    std::shared_ptr<const GlMesh> mesh_;
    std::shared_ptr<GlMesh> together_; ///< of many
    std::vector<Laid> laid_;
    MeshPlaces places_;
};

} // namespace impinge::inline v0::gpu::opengl
