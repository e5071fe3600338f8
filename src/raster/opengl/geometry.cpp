// SPDX-License-Identifier: Apache-2.0
#include "raster/opengl/geometry.hpp"

#include <limits>

namespace impinge::inline v0::raster::opengl {
namespace {

/// Gives the buffer new memory each time: draws under way keep the old one, so nobody waits.
template <typename T> void send(const Buffer& buffer, const std::vector<T>& values, GLenum usage) {
    glNamedBufferData(buffer.get(), static_cast<GLsizeiptr>(values.size() * sizeof(T)),
                      values.data(), usage);
}

Status check_counts(const LocalMesh& local) {
    // Corners of triangles, and six vertices for every edge, are counted in OpenGL's own integers.
    constexpr auto most = static_cast<std::size_t>(std::numeric_limits<GLsizei>::max());
    if (local.triangles.size() > most / 3 || local.edges.size() > most / 6) {
        return Error{ErrorCode::Unsupported, "opengl: the mesh has too many triangles"};
    }
    return {};
}

} // namespace

GlGeometry::~GlGeometry() {
    context_->release([&] { objects_.reset(); });
}

void GlGeometry::make_objects() {
    objects_.emplace();
    const GLuint arrays = objects_->arrays.get();
    glVertexArrayVertexBuffer(arrays, 0, objects_->positions.get(), 0, sizeof(Vec3f));
    glVertexArrayAttribFormat(arrays, 0, 3, GL_FLOAT, GL_FALSE, 0);
    glVertexArrayAttribBinding(arrays, 0, 0);
    glEnableVertexArrayAttrib(arrays, 0);
    glVertexArrayElementBuffer(arrays, objects_->triangles.get());
}

void GlGeometry::send_positions() {
    box_ = {};
    for (const Vec3f& p : local_.positions) {
        box_ = extend(box_, Vec3d{p.x, p.y, p.z});
    }
    send(objects_->positions, local_.positions, GL_DYNAMIC_DRAW);
    send(objects_->normals, local_.normals, GL_DYNAMIC_DRAW);
}

Status GlGeometry::set_mesh(const MeshView& mesh) {
    Expected<LocalMesh> local = local_mesh(mesh, parts_);
    if (!local) {
        return local.error();
    }
    if (Status status = check_counts(*local); !status) {
        return status;
    }
    local_ = std::move(*local);
    if (!objects_) {
        make_objects();
    }
    send_positions();
    send(objects_->triangles, local_.triangles, GL_STATIC_DRAW);
    send(objects_->edges, local_.edges, GL_STATIC_DRAW);
    return {};
}

Status GlGeometry::set_positions(const MeshView& mesh) {
    if (Status status = replace_positions(local_, mesh); !status) {
        return status;
    }
    send_positions();
    return {};
}

void GlGeometry::bind() const {
    glBindVertexArray(objects_->arrays.get());
    if (has_edges()) {
        glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 0, objects_->positions.get());
        glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 1, objects_->normals.get());
        glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 2, objects_->edges.get());
    }
}

void GlGeometry::draw_triangles() const {
    if (!local_.triangles.empty()) {
        glDrawElements(GL_TRIANGLES, static_cast<GLsizei>(local_.triangles.size() * 3),
                       GL_UNSIGNED_INT, nullptr);
    }
}

void GlGeometry::draw_edges() const {
    if (!local_.edges.empty()) {
        glDrawArrays(GL_TRIANGLES, 0, static_cast<GLsizei>(local_.edges.size() * 6));
    }
}

} // namespace impinge::inline v0::raster::opengl
