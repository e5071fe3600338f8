// SPDX-License-Identifier: Apache-2.0
#include "raster/opengl/target.hpp"

namespace impinge::inline v0::raster::opengl {
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
    if (Status fault = context_->take_fault(); !fault) {
        if (fault.error().code == ErrorCode::OutOfMemory) {
            fault.error().message = "target: " + std::to_string(width_) + " x " +
                                    std::to_string(height_) +
                                    " pixels are more than the driver of " +
                                    name_of(DeviceKind::OpenGl) + " has memory for";
        }
        return fault;
    }
    objects_->stencil_view = make_stencil_view(objects_->depth_stencil);
    return make_framebuffers();
}

} // namespace impinge::inline v0::raster::opengl
