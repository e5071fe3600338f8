// SPDX-License-Identifier: Apache-2.0
//
// The four planes as textures.
#pragma once

#include "raster/opengl/gl_context.hpp"
#include "raster/opengl/gl_names.hpp"

#include <array>
#include <optional>

namespace impinge::inline v0::raster::opengl {

/// Which id planes a frame buffer writes, one bit for each.
using PlaneMask = unsigned;
inline constexpr PlaneMask no_plane = 0;
inline constexpr PlaneMask both_planes = 3;

class GlTarget final : public Target {
  public:
    GlTarget(std::shared_ptr<GlContext> context, int width, int height)
        : context_(std::move(context)), width_(width), height_(height) {}
    ~GlTarget() override;
    GlTarget(const GlTarget&) = delete;
    GlTarget& operator=(const GlTarget&) = delete;
    GlTarget(GlTarget&&) = delete;
    GlTarget& operator=(GlTarget&&) = delete;

    [[nodiscard]] int width() const override { return width_; }
    [[nodiscard]] int height() const override { return height_; }
    [[nodiscard]] const GlContext* context() const { return context_.get(); }

    // All of these need the context to be current.
    Status allocate();
    /// Depth, stencil and only the id planes of the mask, so that the others cannot change.
    [[nodiscard]] GLuint framebuffer(PlaneMask mask) const {
        return objects_->framebuffers[mask].get();
    }
    [[nodiscard]] GLuint depth_texture() const { return objects_->depth_stencil.get(); }
    /// The same memory, read as stencil.
    [[nodiscard]] GLuint stencil_texture() const { return objects_->stencil_view.get(); }
    [[nodiscard]] GLuint id_texture(std::size_t plane) const { return objects_->ids[plane].get(); }

  private:
    struct Objects {
        Texture depth_stencil;
        Texture stencil_view;
        std::array<Texture, 2> ids;
        std::array<Framebuffer, 4> framebuffers;
    };

    void make_textures();
    Status make_framebuffers();

    std::shared_ptr<GlContext> context_;
    int width_;
    int height_;
    std::optional<Objects> objects_;
};

} // namespace impinge::inline v0::raster::opengl
