// SPDX-License-Identifier: Apache-2.0
//
// Stencils packed by a shader are what the driver itself reads, whichever of the two the device
// prefers.
#include "base/random.hpp"
#include "tests/raster/opengl_fixture.hpp"
#include "tests/raster/quads.hpp"

namespace impinge::tests {
namespace {

using raster::opengl::GlTarget;

class OpenGlPacking : public OpenGl {
  protected:
    /// Stencils of many values on either side of 0.
    static std::unique_ptr<raster::Target> varied(raster::Device& device, int width, int height) {
        Random random(static_cast<std::uint64_t>(width) << 32 | static_cast<unsigned>(height));
        const auto anywhere = [&]() -> GridCorner {
            return {random.integer(0, width * 256), random.integer(0, height * 256),
                    static_cast<float>(random.integer(0, 1024)) / 1024};
        };
        std::vector<GridTriangle> triangles;
        for (int i = 0; i < 60; ++i) {
            triangles.push_back({anywhere(), anywhere(), anywhere()});
        }
        const Stage stage(device, {{grid_mesh(triangles)}});
        auto target = need(device.make_target(width, height));
        need(device.clear(*target, {.stencil = std::uint8_t{250}}));
        raster::Pass pass;
        pass.depth_compare = raster::Compare::Always;
        pass.stencil.front.passes = raster::StencilOp::IncrementWrap;
        pass.stencil.back.passes = raster::StencilOp::IncrementWrap;
        need(device.draw(*target, pixel_view(width, height), pass, stage.draws()));
        return target;
    }

    static std::vector<std::uint8_t> read_by_driver(const GlTarget& target) {
        std::vector<std::uint8_t> values(static_cast<std::size_t>(target.width()) *
                                         static_cast<std::size_t>(target.height()));
        glBindFramebuffer(GL_READ_FRAMEBUFFER, target.framebuffer(raster::opengl::no_plane));
        glReadPixels(0, 0, target.width(), target.height(), GL_STENCIL_INDEX, GL_UNSIGNED_BYTE,
                     values.data());
        return values;
    }
};
IMPINGE_ON_EVERY_OPENGL(OpenGlPacking);

/// How often a pixel differs from the one before it.
std::size_t changes(const std::vector<std::uint8_t>& values) {
    std::size_t count = 0;
    for (std::size_t i = 1; i < values.size(); ++i) {
        count += values[i] != values[i - 1] ? 1 : 0;
    }
    return count;
}

TEST_P(OpenGlPacking, MakesWhatTheDriverReads) {
    const auto device = open();
    need(context_of(*device).run([&]() -> Status {
        raster::opengl::Inspector inspector; // one for all, whose buffer grows
        // The last is of two slices, of which neither ends with a whole word.
        for (const auto& [width, height] :
             {std::pair{1, 1}, std::pair{3, 5}, std::pair{7, 1}, std::pair{257, 129},
              std::pair{1, 6}, std::pair{4, 4}, std::pair{4099, 1030}, std::pair{2, 3}}) {
            const auto target = varied(*device, width, height);
            const auto& mine = dynamic_cast<const GlTarget&>(*target);
            const std::vector<std::uint8_t> stencils = read_by_driver(mine);
            EXPECT_TRUE(need(inspector.read_stencil(mine)) == stencils) << width << " x " << height;
            if (width > 4) {
                EXPECT_GT(changes(stencils), width > 7 ? 1000U : 3U);
            }
        }
        return {};
    }));
}

} // namespace
} // namespace impinge::tests
