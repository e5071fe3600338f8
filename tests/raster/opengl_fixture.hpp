// SPDX-License-Identifier: Apache-2.0
//
// For what only the OpenGL device can get wrong: contexts, threads, drivers.
#pragma once

#include "raster/opengl/gl_device.hpp"
#include "tests/raster/devices.hpp"

#include <gtest/gtest.h>

#include <memory>
#include <vector>

namespace impinge::tests {

inline std::vector<DeviceChoice> opengl_choices() {
    std::vector<DeviceChoice> choices = device_choices();
    std::erase_if(choices, [](const DeviceChoice& choice) {
        return choice.kind != raster::DeviceKind::OpenGl;
    });
    return choices;
}

class OpenGl : public EveryDevice {
  protected:
    [[nodiscard]] int adapter() const { return GetParam().adapter; }

    [[nodiscard]] std::unique_ptr<raster::Device>
    open(raster::DriverMessages messages = raster::DriverMessages::Errors) const {
        return need(raster::make_device(raster::DeviceKind::OpenGl,
                                        {.driver_messages = messages, .adapter = adapter()}));
    }

    static raster::opengl::GlContext& context_of(raster::Device& device) {
        return dynamic_cast<raster::opengl::GlDevice&>(device).context();
    }

    /// A triangle that covers the lower left half of a square window, with `body` as its name.
    static std::vector<std::uint32_t> half_square(raster::Device& device, int size,
                                                  std::uint32_t body) {
        const auto geometry = need(device.upload(triangle().view()));
        const auto target = need(device.make_target(size, size));
        need(device.clear(*target));
        draw_triangle(device, *geometry, *target, body);
        return need(device.read_ids(*target, 0));
    }

    static void draw_triangle(raster::Device& device, const raster::Geometry& geometry,
                              raster::Target& target, std::uint32_t body) {
        raster::View view;
        view.width = target.width();
        view.height = target.height();
        raster::Pass pass;
        pass.ids[0] = raster::IdSource::Body;
        need(device.draw(target, view, pass, raster::Draw{.geometry = &geometry, .body = body}));
    }

    static Mesh triangle() {
        return {{{-1.1, -1.1, -0.5}, {0.99, -1.1, -0.5}, {-1.1, 0.99, -0.5}}, {{0, 1, 2}}};
    }

    /// What half_square() leaves, by counting.
    static std::vector<std::uint32_t> expected_half(int size, std::uint32_t body) {
        std::vector<std::uint32_t> ids;
        for (int y = 0; y < size; ++y) {
            for (int x = 0; x < size; ++x) {
                const double across = (x + 0.5 + y + 0.5) / size * 2 - 2;
                ids.push_back(across < -0.11 ? body : raster::no_id);
            }
        }
        return ids;
    }
};

} // namespace impinge::tests

// Without instances where the environment asks for another kind of device.
// NOLINTNEXTLINE(cppcoreguidelines-macro-usage): GoogleTest knows no other way.
#define IMPINGE_ON_EVERY_OPENGL(Suite)                                                             \
    GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(Suite);                                          \
    INSTANTIATE_TEST_SUITE_P(Devices, Suite, testing::ValuesIn(impinge::tests::opengl_choices()),  \
                             impinge::tests::device_label)
