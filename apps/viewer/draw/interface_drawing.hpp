// SPDX-License-Identifier: Apache-2.0
//
// Draws what Dear ImGui has laid out. Its own back end looks for libGL, which a machine that draws
// without a window may not have; this one uses what the scene is drawn with.
#pragma once

#include "impinge/expected.hpp"
#include "raster/opengl/gl_names.hpp"

struct ImDrawData;

namespace impinge::viewer {

class InterfaceDrawing {
  public:
    static Expected<InterfaceDrawing> make();

    /// The letters of the present ImGui context, again after its fonts have changed.
    void send_letters();
    /// Into the frame buffer that is bound.
    void draw(const ImDrawData& data);

  private:
    raster::opengl::Program program_;
    raster::opengl::Texture letters_;
    raster::opengl::VertexArray arrays_;
    raster::opengl::Buffer vertices_;
    raster::opengl::Buffer corners_;
};

} // namespace impinge::viewer
