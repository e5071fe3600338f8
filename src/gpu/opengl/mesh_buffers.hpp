// SPDX-License-Identifier: Apache-2.0
//
// Meshes in buffers of OpenGL: our own, or the application's.
#pragma once

#include "gpu/opengl/frame_words.hpp"
#include "gpu/opengl/gl_room.hpp"

#include <memory>
#include <vector>

namespace impinge::inline v0::gpu::opengl {

using raster::opengl::Buffer;

/// A buffer of ours, given back where its context is current.
class OwnBuffer {
  public:
    explicit OwnBuffer(std::shared_ptr<GlRoom> room) : room_(std::move(room)) {}
    ~OwnBuffer() {
        room_->release([&] { buffer = Buffer(); });
    }
    OwnBuffer(const OwnBuffer&) = delete;
    OwnBuffer& operator=(const OwnBuffer&) = delete;
    OwnBuffer(OwnBuffer&&) = delete;
    OwnBuffer& operator=(OwnBuffer&&) = delete;

    Buffer buffer;
    std::size_t bytes = 0;

  private:
    std::shared_ptr<GlRoom> room_;
};

class GlMesh final : public DeviceMesh {
  public:
    GLuint positions = 0; ///< names, ours or the application's
    GLuint triangles = 0;
    MeshPlace place;
    /// Numbers of what is in the buffers, so that copies know whether they are still right; 0: the
    /// application's, which may change at any time.
    std::uint64_t state_of_positions = 0;
    std::uint64_t state_of_triangles = 0;
    std::shared_ptr<OwnBuffer> own_positions; ///< null if the application's
    std::shared_ptr<OwnBuffer> own_triangles;
};

/// Position buffers that no frame needs any more are filled again, so that nobody waits.
using SparePositions = std::vector<std::shared_ptr<OwnBuffer>>;

// All of these need the context to be current.
Expected<std::shared_ptr<GlMesh>> upload_mesh(const std::shared_ptr<GlRoom>& room,
                                              SparePositions& spare, const MeshView& mesh);
Expected<std::shared_ptr<GlMesh>> upload_positions(const std::shared_ptr<GlRoom>& room,
                                                   SparePositions& spare, const GlMesh& old,
                                                   const MeshView& mesh);
Expected<std::shared_ptr<GlMesh>> attach_mesh(const BufferMesh& mesh);
std::vector<Vec3d> read_positions(const GlMesh& mesh);
std::vector<TriangleIndices> read_triangles(const GlMesh& mesh);

/// Room for so many bytes, or an error: a driver has no other way to say that it lacks the memory
/// than to leave the buffer as small as it was. `what` names what it is for.
Status allocate(Buffer& buffer, std::size_t bytes, GLbitfield flags, const char* what);

} // namespace impinge::inline v0::gpu::opengl
