// SPDX-License-Identifier: Apache-2.0
//
// Where a frame is put together, whether a window shows it or not: the scene with several samples
// a pixel, kept for frames in which it does not change, and the interface on top of it.
#pragma once

#include "impinge/picture.hpp"
#include "raster/opengl/gl_names.hpp"

namespace impinge::viewer {

class FrameTarget {
  public:
    /// Once the size is another one, all is made anew and whatever was drawn is lost.
    /// Returns whether it was.
    bool resize(int width, int height, int samples);

    void begin_scene() const;
    void end_scene() const;
    /// Binds the frame with the scene as it is; the interface is drawn next.
    void begin_interface() const;
    /// Into the window of the context that is current.
    void show() const;
    [[nodiscard]] render::Picture read() const;

    [[nodiscard]] int width() const { return width_; }
    [[nodiscard]] int height() const { return height_; }

  private:
    int width_ = 0;
    int height_ = 0;
    int samples_ = 0;
    raster::opengl::Texture many_colours_;
    raster::opengl::Texture many_depths_;
    raster::opengl::Texture scene_colours_;
    raster::opengl::Texture frame_colours_;
    raster::opengl::Framebuffer many_;
    raster::opengl::Framebuffer scene_;
    raster::opengl::Framebuffer frame_;
};

} // namespace impinge::viewer
