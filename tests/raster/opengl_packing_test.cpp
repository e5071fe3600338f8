// SPDX-License-Identifier: Apache-2.0
//
// What shaders find in a target is what the driver reads from it, whichever of the two the device
// prefers.
#include "base/random.hpp"
#include "tests/raster/close_planes.hpp"
#include "tests/raster/opengl_fixture.hpp"

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

TEST_P(OpenGlPacking, ShadersCountAndCollectWhatIsThere) {
    const auto device = open();
    for (const auto& [width, height] : {std::pair{1, 1}, std::pair{257, 129}, std::pair{600, 3}}) {
        const auto target = varied(*device, width, height);
        // Ids on the right half.
        const Stage half(*device, {{quad_mesh({{width / 2, 0, width, height, 0.5F}}), {}, 7}});
        need(device->draw(*target, pixel_view(width, height),
                          {.depth_compare = raster::Compare::Always,
                           .depth_write = false,
                           .ids = {raster::IdSource::Body, raster::IdSource::Triangle}},
                          half.draws()));
        const std::vector<float> depths = need(device->read_depth(*target));
        const std::vector<std::uint8_t> stencils = need(device->read_stencil(*target));
        const std::array ids{need(device->read_ids(*target, 0)),
                             need(device->read_ids(*target, 1))};
        const raster::PixelTest test{
            .compare = raster::Compare::Less, .reference = 252, .with_id_0 = true};
        std::vector<raster::Pixel> expected;
        std::array<std::uint64_t, 256> histogram{};
        for (std::size_t i = 0; i < stencils.size(); ++i) {
            ++histogram[stencils[i]];
            if (252 < stencils[i] && ids[0][i] != raster::no_id) {
                const auto stride = static_cast<std::size_t>(width);
                expected.push_back({static_cast<std::uint32_t>(i % stride),
                                    static_cast<std::uint32_t>(i / stride), depths[i], stencils[i],
                                    ids[0][i], ids[1][i]});
            }
        }
        need(context_of(*device).run([&]() -> Status {
            raster::opengl::Inspector inspector;
            const auto& mine = dynamic_cast<const GlTarget&>(*target);
            EXPECT_EQ(need(inspector.count(mine, test)), expected.size());
            EXPECT_TRUE(need(inspector.collect(mine, test)) == expected) << mine.width();
            EXPECT_TRUE(need(inspector.stencil_histogram(mine)) == histogram) << mine.width();
            return {};
        }));
        if (width > 1) {
            EXPECT_GT(expected.size(), 20U);
            EXPECT_LT(expected.size(), stencils.size() / 2);
        }
    }
}

TEST_P(OpenGlPacking, ShadersFindWhatIsClose) {
    const auto device = open();
    // The last is of two slices.
    struct Size {
        int width;
        int height;
    };
    for (const Size size : {Size{1, 1}, Size{257, 129}, Size{600, 3}, Size{4099, 1030}}) {
        const ClosePlanes scene(*device, size.width, size.height);
        const auto expected = scene.close(0.2F);
        // All of it, nothing, and all of it again: rows that do not begin at the left come below.
        const raster::PixelArea all{0, 0, size.width, size.height};
        const std::array<raster::CloseArea, 3> areas{{{all, 0.2F}, {all, -1.0F}, {all, 0.2F}}};
        need(context_of(*device).run([&]() -> Status {
            raster::opengl::Inspector inspector;
            for (int i = 0; i < 2; ++i) { // with buffers of before
                const auto lists = need(
                    inspector.close_pairs(dynamic_cast<const GlTarget&>(scene.one()),
                                          dynamic_cast<const GlTarget&>(scene.other()), areas));
                EXPECT_TRUE(lists[0] == expected) << size.width << " x " << size.height;
                EXPECT_TRUE(lists[1].empty());
                EXPECT_TRUE(lists[2] == expected) << size.width << " x " << size.height;
            }
            return {};
        }));
        if (size.width > 1) {
            EXPECT_GT(expected.size(), scene.pixel_count() / 20);
            EXPECT_LT(expected.size(), scene.pixel_count() / 2);
        }
    }
}

TEST_P(OpenGlPacking, ShadersFindWhatIsCloseInParts) {
    const auto device = open();
    const ClosePlanes scene(*device, 300, 90);
    const std::array<raster::CloseArea, 4> areas{{{{0, 0, 300, 90}, 0.2F},
                                                  {{17, 5, 100, 30}, 0.2F},
                                                  {{299, 89, 1, 1}, 0.2F},
                                                  {{64, 40, 236, 50}, 0.05F}}};
    // The device's own way, which for Mesa is the processor's.
    const auto expected = need(device->close_pairs(scene.one(), scene.other(), areas));
    EXPECT_EQ(expected[0], scene.close(0.2F));
    EXPECT_GT(expected[1].size(), 100U);
    EXPECT_GT(expected[3].size(), 100U);
    need(context_of(*device).run([&]() -> Status {
        raster::opengl::Inspector inspector;
        EXPECT_EQ(need(inspector.close_pairs(dynamic_cast<const GlTarget&>(scene.one()),
                                             dynamic_cast<const GlTarget&>(scene.other()), areas)),
                  expected);
        return {};
    }));
}

} // namespace
} // namespace impinge::tests
