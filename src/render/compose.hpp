// SPDX-License-Identifier: Apache-2.0
//
// Layers of samples, one behind the other, become the pixels of a picture, with lines where one
// thing ends in front of another.
#pragma once

#include "impinge/context.hpp"
#include "impinge/view.hpp"
#include "render/layers.hpp"
#include "render/pixel_shader.hpp"

#include <vector>

namespace impinge::inline v0::render {

/// Where one thing ends in front of another.
class Outline {
  public:
    /// The layer needs its depths and must outlive the outline; the view is that of the layer.
    Outline(const Layer& layer, const raster::View& view, int samples);

    /// Whether a sample lies at the border of its body, or where the body folds over itself, on the
    /// nearer side.
    [[nodiscard]] bool contains(int x, int y) const;

  private:
    [[nodiscard]] bool ends_towards(int x, int y, int step_x, int step_y) const;

    const Layer& layer_;
    int step_;         ///< in samples: about two thirds of a pixel
    float depth_jump_; ///< a fold is at least so deep
};

/// Pixels, rows from the top.
struct PixelPlane {
    int width = 0;
    int height = 0;
    std::vector<Veil> veils;

    [[nodiscard]] Veil& at(int x, int y) {
        return veils[static_cast<std::size_t>(y) * static_cast<std::size_t>(width) +
                     static_cast<std::size_t>(x)];
    }
};

/// Puts what a layer shows behind what its samples have in front so far.
void put_behind(std::vector<Veil>& front, const Layer& layer, const PixelShader& shader,
                const Context& context);

struct Backdrop {
    Veil top;
    Veil bottom;
};

/// The pixels: the mean over their samples of what is in front (nothing, if empty), the opaque
/// layer behind it, and the backdrop behind that. Outlines are darkened by `outline`, 0 to 1.
struct LastLayer {
    const Layer& layer;
    const Outline& outline;
    float outline_strength = 0;
};
PixelPlane resolve(const std::vector<Veil>& front, const LastLayer& last, const PixelShader& shader,
                   const Backdrop& backdrop, const Context& context);

/// The backdrop alone.
PixelPlane backdrop_plane(int width, int height, const Backdrop& backdrop);

Picture to_picture(const PixelPlane& plane);

} // namespace impinge::inline v0::render
