// SPDX-License-Identifier: Apache-2.0
//
// A picture in a pane: as large as there is room, told which of its pixels the mouse is over.
#pragma once

#include "impinge/picture.hpp"
#include "panels/panels.hpp"
#include "raster/opengl/gl_names.hpp"

#include <cstdint>
#include <optional>
#include <string>

namespace impinge::viewer {

/// From the upper left corner of the picture.
struct ImagePixel {
    int x = 0;
    int y = 0;

    friend bool operator==(const ImagePixel&, const ImagePixel&) = default;
};

/// What pixels are: measurements stay squares when they are magnified, letters and bars become
/// smooth.
enum class PixelsAre : std::uint8_t { Measured, Drawn };

class PaneImage {
  public:
    PaneImage() = default;
    explicit PaneImage(PixelsAre pixels) : pixels_(pixels) {}

    /// Another picture; sent to the device when it is shown next.
    void set(render::Picture picture);
    [[nodiscard]] bool empty() const { return picture_.pixels.empty(); }
    [[nodiscard]] const render::Picture& picture() const { return picture_; }

    /// In the middle of the width that is left, as high as `most_height` at most, its sides as they
    /// are. Scripts find it as "@NAME", and its pixels with place_of(). What the mouse is over.
    /// With the OpenGL context of the window current.
    std::optional<ImagePixel> show(PanelContext& context, const std::string& name,
                                   float most_height);
    /// For those who lay it out themselves; null without a picture. With the context current.
    ImTextureID texture();
    /// Where the middle of a pixel stands in the window, since show().
    [[nodiscard]] ImVec2 place_of(ImagePixel pixel) const;
    /// A ring around a pixel that is pointed at.
    void ring(ImagePixel pixel, float scale) const;

  private:
    void send();

    PixelsAre pixels_ = PixelsAre::Measured;
    render::Picture picture_;
    raster::opengl::Texture texture_;
    bool sent_ = false;
    ImVec2 corner_;
    float magnification_ = 1;
};

} // namespace impinge::viewer
