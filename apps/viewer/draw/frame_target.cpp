// SPDX-License-Identifier: Apache-2.0
#include "draw/frame_target.hpp"

#include "draw/uniforms.hpp"

#include <algorithm>

namespace impinge::viewer {
namespace {

using raster::opengl::Framebuffer;
using raster::opengl::make_framebuffer;
using raster::opengl::Texture;

Texture make_many(GLenum format, int width, int height, int samples) {
    GLuint name = 0;
    glCreateTextures(GL_TEXTURE_2D_MULTISAMPLE, 1, &name);
    glTextureStorage2DMultisample(name, samples, format, width, height, GL_TRUE);
    return Texture(name);
}

} // namespace

bool FrameTarget::resize(int width, int height, int samples) {
    if (width == width_ && height == height_ && samples == samples_) {
        return false;
    }
    GLint most = 1;
    glGetIntegerv(GL_MAX_SAMPLES, &most);
    width_ = width;
    height_ = height;
    samples_ = samples;
    const int used = std::clamp(samples, 1, static_cast<int>(most));
    many_colours_ = make_many(GL_RGBA8, width, height, used);
    many_depths_ = make_many(GL_DEPTH32F_STENCIL8, width, height, used);
    scene_colours_ = make_texture(GL_RGBA8, width, height);
    frame_colours_ = make_texture(GL_RGBA8, width, height);
    many_ = make_framebuffer();
    scene_ = make_framebuffer();
    frame_ = make_framebuffer();
    glNamedFramebufferTexture(many_.get(), GL_COLOR_ATTACHMENT0, many_colours_.get(), 0);
    glNamedFramebufferTexture(many_.get(), GL_DEPTH_STENCIL_ATTACHMENT, many_depths_.get(), 0);
    glNamedFramebufferTexture(scene_.get(), GL_COLOR_ATTACHMENT0, scene_colours_.get(), 0);
    glNamedFramebufferTexture(frame_.get(), GL_COLOR_ATTACHMENT0, frame_colours_.get(), 0);
    return true;
}

void FrameTarget::begin_scene() const {
    glBindFramebuffer(GL_FRAMEBUFFER, many_.get());
    glDisable(GL_SCISSOR_TEST);
    glClearColor(0.93F, 0.94F, 0.95F, 1);
    glClear(GL_COLOR_BUFFER_BIT);
}

void FrameTarget::end_scene() const {
    glBlitNamedFramebuffer(many_.get(), scene_.get(), 0, 0, width_, height_, 0, 0, width_, height_,
                           GL_COLOR_BUFFER_BIT, GL_NEAREST);
}

void FrameTarget::begin_interface() const {
    glBlitNamedFramebuffer(scene_.get(), frame_.get(), 0, 0, width_, height_, 0, 0, width_, height_,
                           GL_COLOR_BUFFER_BIT, GL_NEAREST);
    glBindFramebuffer(GL_FRAMEBUFFER, frame_.get());
}

void FrameTarget::show() const {
    // Mesa asks for the size of a window where its viewport is set.
    glBindFramebuffer(GL_FRAMEBUFFER, 0);
    glViewport(0, 0, width_, height_);
    glBlitNamedFramebuffer(frame_.get(), 0, 0, 0, width_, height_, 0, 0, width_, height_,
                           GL_COLOR_BUFFER_BIT, GL_NEAREST);
}

render::Picture FrameTarget::read() const {
    render::Picture picture(width_, height_, render::white);
    std::vector<render::Colour> rows(picture.pixels.size());
    glBindFramebuffer(GL_READ_FRAMEBUFFER, frame_.get());
    glPixelStorei(GL_PACK_ALIGNMENT, 1);
    glReadPixels(0, 0, width_, height_, GL_RGBA, GL_UNSIGNED_BYTE, rows.data());
    for (int y = 0; y < height_; ++y) {
        for (int x = 0; x < width_; ++x) {
            render::Colour colour =
                rows[static_cast<std::size_t>(height_ - 1 - y) * static_cast<std::size_t>(width_) +
                     static_cast<std::size_t>(x)];
            colour.a = 255;
            picture.at(x, y) = colour;
        }
    }
    return picture;
}

} // namespace impinge::viewer
