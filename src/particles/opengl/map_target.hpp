// SPDX-License-Identifier: Apache-2.0
//
// All maps side by side in one frame buffer: who and what by the depth test, sums by blending.
#pragma once

#include "impinge/impact_map.hpp"
#include "raster/opengl/gl_names.hpp"

#include <array>
#include <vector>

namespace impinge::inline v0::particles::opengl {

/// Needs its context to be current.
class MapTarget {
  public:
    static Expected<MapTarget> make(const ImpactMaps& maps, int largest_side);

    [[nodiscard]] GLuint width() const { return width_; }
    [[nodiscard]] GLuint height() const { return height_; }

    /// Draws of the program of maps follow, or of that of sums.
    void clear_depth(ImpactRule rule) const;
    void begin(ImpactRule rule) const;
    void begin_sums() const;
    void read(ImpactMaps& maps) const;

  private:
    struct Corner {
        int x = 0;
        int y = 0;
    };
    MapTarget() = default;
    void make_textures(const ImpactMaps& maps);
    void use(GLuint framebuffer) const;

    GLuint width_ = 1;
    GLuint height_ = 1;
    std::vector<Corner> corners_; ///< of each map
    raster::opengl::Texture who_;
    raster::opengl::Texture what_;
    raster::opengl::Texture sums_;
    raster::opengl::Texture depth_;
    raster::opengl::Framebuffer picks_;
    raster::opengl::Framebuffer adds_;
    raster::opengl::Buffer charts_;
};

} // namespace impinge::inline v0::particles::opengl
