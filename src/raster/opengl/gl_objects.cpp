// SPDX-License-Identifier: Apache-2.0
#include "raster/opengl/gl_objects.hpp"

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

namespace {

void set_nearest(const Texture& texture) {
    glTextureParameteri(texture.get(), GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    glTextureParameteri(texture.get(), GL_TEXTURE_MAG_FILTER, GL_NEAREST);
}

Texture make_texture(GLenum format, int width, int height) {
    GLuint name = 0;
    glCreateTextures(GL_TEXTURE_2D, 1, &name);
    Texture texture(name);
    glTextureStorage2D(name, 1, format, width, height);
    set_nearest(texture);
    return texture;
}

Texture make_stencil_view(const Texture& depth_stencil) {
    GLuint name = 0;
    glGenTextures(1, &name); // a view needs a name that has not been used yet
    Texture view(name);
    glTextureView(name, GL_TEXTURE_2D, depth_stencil.get(), GL_DEPTH32F_STENCIL8, 0, 1, 0, 1);
    glTextureParameteri(name, GL_DEPTH_STENCIL_TEXTURE_MODE, GL_STENCIL_INDEX);
    set_nearest(view);
    return view;
}

} // namespace

GlTarget::~GlTarget() {
    context_->release([&] { objects_.reset(); });
}

void GlTarget::make_textures() {
    objects_.emplace();
    objects_->depth_stencil = make_texture(GL_DEPTH32F_STENCIL8, width_, height_);
    objects_->ids = {make_texture(GL_R32UI, width_, height_),
                     make_texture(GL_R32UI, width_, height_)};
}

Status GlTarget::make_framebuffers() {
    for (PlaneMask mask = no_plane; mask <= both_planes; ++mask) {
        Framebuffer framebuffer = make_framebuffer();
        const GLuint name = framebuffer.get();
        glNamedFramebufferTexture(name, GL_DEPTH_STENCIL_ATTACHMENT, depth_texture(), 0);
        std::array<GLenum, 2> outputs{GL_NONE, GL_NONE};
        GLenum readable = GL_NONE;
        for (unsigned plane = 0; plane < 2; ++plane) {
            if ((mask >> plane & 1U) != 0) {
                outputs[plane] = GL_COLOR_ATTACHMENT0 + plane;
                readable = readable == GL_NONE ? outputs[plane] : readable;
                glNamedFramebufferTexture(name, outputs[plane], id_texture(plane), 0);
            }
        }
        glNamedFramebufferDrawBuffers(name, 2, outputs.data());
        glNamedFramebufferReadBuffer(name, readable);
        const GLenum state = glCheckNamedFramebufferStatus(name, GL_DRAW_FRAMEBUFFER);
        if (state != GL_FRAMEBUFFER_COMPLETE) {
            return Error{ErrorCode::Unsupported, "opengl: the driver cannot draw into a target (" +
                                                     std::to_string(state) + ")"};
        }
        objects_->framebuffers[mask] = std::move(framebuffer);
    }
    return {};
}

Status GlTarget::allocate() {
    make_textures();
    // Asked at once: a frame buffer made of nothing would only be called incomplete.
    if (const Status fault = context_->take_fault(); !fault) {
        if (fault.error().code == ErrorCode::OutOfMemory) {
            return Error{ErrorCode::OutOfMemory,
                         "target: " + std::to_string(width_) + " x " + std::to_string(height_) +
                             " pixels are more than the driver of " +
                             to_string(DeviceKind::OpenGl) + " has memory for"};
        }
        return fault;
    }
    objects_->stencil_view = make_stencil_view(objects_->depth_stencil);
    return make_framebuffers();
}

GlQuery::~GlQuery() {
    context_->release([&] { objects_.clear(); });
}

void GlQuery::begin() {
    if (open_ == objects_.size()) {
        GLuint name = 0;
        glCreateQueries(target_, 1, &name);
        objects_.emplace_back(name);
    }
    glBeginQuery(target_, objects_[open_].get());
    ++open_;
}

bool GlQuery::is_available() const {
    // They end in the order in which they began.
    if (open_ == 0) {
        return true;
    }
    GLuint available = GL_FALSE;
    glGetQueryObjectuiv(objects_[open_ - 1].get(), GL_QUERY_RESULT_AVAILABLE, &available);
    return available != GL_FALSE;
}

std::uint64_t GlQuery::sum() {
    for (std::size_t i = 0; i < open_; ++i) {
        GLuint64 value = 0;
        glGetQueryObjectui64v(objects_[i].get(), GL_QUERY_RESULT, &value);
        sum_ += value;
    }
    open_ = 0;
    return sum_;
}

void GlQuery::reset() {
    open_ = 0;
    sum_ = 0;
}

void QueryRun::change_to(GlQuery* next) {
    if (next == current_) {
        return;
    }
    if (current_ != nullptr) {
        current_->end();
    }
    current_ = next;
    if (current_ != nullptr) {
        current_->begin();
    }
}

} // namespace impinge::inline v0::raster::opengl
