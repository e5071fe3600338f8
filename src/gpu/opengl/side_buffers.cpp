// SPDX-License-Identifier: Apache-2.0
#include "gpu/opengl/side_buffers.hpp"

#include "gpu/opengl/stages.hpp"
#include "raster/opengl/program.hpp"

#include <algorithm>
#include <limits>

namespace impinge::inline v0::gpu::opengl {
namespace {

const GlMesh& gl(const FrameBody& body) { return static_cast<const GlMesh&>(*body.mesh); }

/// From the first number to the last, strides between.
std::size_t position_bytes(const GlMesh& mesh) {
    const std::size_t position = 3 * word_bytes * (mesh.scalar == Scalar::Float32 ? 1 : 2);
    return mesh.vertex_count == 0
               ? 0
               : word_bytes * mesh.place.position_stride * (mesh.vertex_count - 1) + position;
}

void copy_words(GLuint from, std::size_t first, GLuint to, std::size_t at, std::size_t bytes) {
    if (bytes > 0) {
        glCopyNamedBufferSubData(from, to, static_cast<GLintptr>(word_bytes * first),
                                 static_cast<GLintptr>(word_bytes * at),
                                 static_cast<GLsizeiptr>(bytes));
    }
}

Expected<std::shared_ptr<OwnBuffer>> own_buffer(const std::shared_ptr<GlRoom>& room,
                                                std::size_t bytes, const char* what) {
    auto made = std::make_shared<OwnBuffer>(room);
    made->bytes = std::max(bytes, word_bytes);
    Status status = allocate(made->buffer, made->bytes, 0, what);
    return status ? Expected(std::move(made)) : status.error();
}

} // namespace

bool SideBuffers::is_laid_out(const FrameSide& side) const {
    return std::equal(side.bodies().begin(), side.bodies().end(), laid_.begin(), laid_.end(),
                      [](const FrameBody& body, const Laid& laid) {
                          const GlMesh& mesh = gl(body);
                          return mesh.state_of_triangles == laid.triangles &&
                                 position_bytes(mesh) == laid.position_bytes &&
                                 mesh.place.position_stride == laid.place.position_stride;
                      });
}

/// Corners are numbers of vertices of the side.
Status SideBuffers::number_corners(GlRoom& room, const FrameSide& side) const {
    const auto program = room.program(
        "exact lay out", [] { return raster::opengl::link_compute_program(lay_out_stage); });
    if (!program) {
        return program.error();
    }
    std::vector<std::uint32_t> ends;
    std::size_t vertices = 0;
    for (std::size_t i = 0; i < side.size(); ++i) {
        ends.push_back(static_cast<std::uint32_t>(3 * side.end_triangle(i)));
        ends.push_back(static_cast<std::uint32_t>(vertices));
        vertices += side.body(i).mesh->vertex_count;
    }
    const Buffer bodies = raster::opengl::make_buffer();
    glNamedBufferStorage(bodies.get(), static_cast<GLsizeiptr>(word_bytes * ends.size()),
                         ends.data(), 0);
    const std::array buffers{together_->triangles, bodies.get()};
    glBindBuffersBase(GL_SHADER_STORAGE_BUFFER, 0, buffers.size(), buffers.data());
    glUseProgram((*program)->get());
    glDispatchCompute(1024, 1, 1);
    glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);
    return {};
}

Status SideBuffers::lay_out(const std::shared_ptr<GlRoom>& room, const FrameSide& side) {
    laid_.clear(); // nothing is, until all is
    std::vector<Laid> laid;
    std::size_t words = 0;
    for (const FrameBody& body : side.bodies()) {
        const GlMesh& mesh = gl(body);
        laid.push_back(
            {.triangles = mesh.state_of_triangles,
             .positions = 0,
             .position_bytes = position_bytes(mesh),
             .place = {static_cast<std::uint32_t>(words), mesh.place.position_stride, 0}});
        words += laid.back().position_bytes / word_bytes;
    }
    constexpr std::size_t most = std::numeric_limits<std::uint32_t>::max();
    if (words > most || 3 * side.triangle_count() > most) {
        return Error{ErrorCode::OutOfMemory,
                     "opengl: the meshes of a list are more than a buffer can hold"};
    }
    together_ = std::make_shared<GlMesh>();
    auto positions = own_buffer(room, word_bytes * words, "the positions of a list of meshes");
    if (!positions) {
        return positions.error();
    }
    auto triangles = own_buffer(room, sizeof(TriangleIndices) * side.triangle_count(),
                                "the triangles of a list of meshes");
    if (!triangles) {
        return triangles.error();
    }
    together_->positions = (*positions)->buffer.get();
    together_->triangles = (*triangles)->buffer.get();
    together_->own_positions = std::move(*positions);
    together_->own_triangles = std::move(*triangles);
    together_->vertex_count = side.vertex_count();
    together_->triangle_count = side.triangle_count();
    for (std::size_t i = 0; i < side.size(); ++i) {
        const GlMesh& mesh = gl(side.body(i));
        copy_words(mesh.triangles, mesh.place.first_corner, together_->triangles,
                   3 * side.first_triangle(i), sizeof(TriangleIndices) * mesh.triangle_count);
    }
    Status status = number_corners(*room, side);
    laid_ = status ? std::move(laid) : std::vector<Laid>();
    return status;
}

void SideBuffers::copy_positions(const FrameSide& side) {
    for (std::size_t i = 0; i < side.size(); ++i) {
        const GlMesh& mesh = gl(side.body(i));
        Laid& laid = laid_[i];
        if (mesh.state_of_positions == 0 || mesh.state_of_positions != laid.positions) {
            copy_words(mesh.positions, mesh.place.first_position, together_->positions,
                       laid.place.first_position, laid.position_bytes);
            laid.positions = mesh.state_of_positions;
        }
    }
}

Status SideBuffers::bring(const std::shared_ptr<GlRoom>& room, const FrameSide& side) {
    if (side.size() == 1) {
        mesh_ = std::static_pointer_cast<const GlMesh>(side.body(0).mesh);
        places_ = {mesh_->place};
        return {};
    }
    glMemoryBarrier(GL_BUFFER_UPDATE_BARRIER_BIT); // what the application's shaders wrote
    if (!is_laid_out(side)) {
        if (Status status = lay_out(room, side); !status) {
            return status;
        }
    }
    copy_positions(side);
    places_.clear();
    for (const Laid& laid : laid_) {
        places_.push_back(laid.place);
    }
    mesh_ = together_;
    return {};
}

} // namespace impinge::inline v0::gpu::opengl
