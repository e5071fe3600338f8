// SPDX-License-Identifier: Apache-2.0
//
// Many contexts, on many threads, among those of others.
#include "tests/raster/foreign_context.hpp"
#include "tests/raster/opengl_fixture.hpp"
#include "tests/support/resident_bytes.hpp"
#include "tests/support/scale.hpp"

#include <epoxy/egl.h>
#include <epoxy/gl.h>

#include <array>
#include <filesystem>
#include <latch>
#include <thread>

namespace impinge::tests {
namespace {

using raster::Device;
using raster::opengl::EglAdapter;
using raster::opengl::find_adapters;

class OpenGlContexts : public OpenGl {
  protected:
    [[nodiscard]] EglAdapter egl_adapter() const {
        return need(find_adapters()).at(static_cast<std::size_t>(adapter()));
    }
};
IMPINGE_ON_EVERY_OPENGL(OpenGlContexts);

std::ptrdiff_t open_files() {
    return std::distance(std::filesystem::directory_iterator("/proc/self/fd"),
                         std::filesystem::directory_iterator());
}

TEST_P(OpenGlContexts, AThousandComeAndGoWithoutALeak) {
    const std::size_t cycles = scaled(1000);
    const std::size_t warm_up = cycles / 5;
    std::size_t memory = 0;
    std::ptrdiff_t files = 0;
    for (std::size_t i = 0; i < cycles; ++i) {
        if (i == warm_up) {
            memory = resident_bytes();
            files = open_files();
        }
        const auto device = open(raster::DriverMessages::Ignored);
        const auto target = need(device->make_target(16, 16));
        need(device->clear(*target, {.stencil = std::uint8_t{7}}));
        ASSERT_EQ(need(device->read_stencil(*target))[255], 7U);
    }
    EXPECT_EQ(open_files(), files);
    if (is_full_run()) { // sanitizers keep freed memory, and run fewer cycles
        EXPECT_LT(resident_bytes(), memory + (std::size_t{8} << 20));
    }
}

TEST_P(OpenGlContexts, DrawingDevicesComeAndGo) {
    for (std::uint32_t i = 0; i < 8; ++i) {
        EXPECT_EQ(half_square(*open(), 24, i), expected_half(24, i));
    }
}

TEST_P(OpenGlContexts, ADeviceMayMoveToAnotherThreadAndBack) {
    const auto device = open();
    const auto geometry = need(device->upload(triangle().view()));
    std::unique_ptr<raster::Target> target;
    std::thread([&] {
        target = need(device->make_target(20, 20));
        need(device->clear(*target));
        draw_triangle(*device, *geometry, *target, 3);
    }).join();
    EXPECT_EQ(need(device->read_ids(*target, 0)), expected_half(20, 3));
    std::thread([&] { target.reset(); }).join();
    EXPECT_EQ(half_square(*device, 9, 4), expected_half(9, 4));
}

TEST_P(OpenGlContexts, DevicesWorkOnTheirThreadsAtTheSameTime) {
    std::array<std::vector<std::uint32_t>, 2> seen;
    {
        std::vector<std::jthread> threads;
        for (std::uint32_t i = 0; i < 2; ++i) {
            threads.emplace_back([&, i] {
                const auto device = open();
                for (std::uint32_t round = 0; round < 20; ++round) {
                    seen.at(i) = half_square(*device, 32, 100 * i + round);
                }
            });
        }
    }
    EXPECT_EQ(seen[0], expected_half(32, 19));
    EXPECT_EQ(seen[1], expected_half(32, 119));
}

TEST_P(OpenGlContexts, TwoDevicesTakeTurns) {
    const auto first = open();
    const auto second = open(raster::DriverMessages::Ignored);
    const std::array<Device*, 2> devices{first.get(), second.get()};
    std::array<std::unique_ptr<raster::Geometry>, 2> geometries;
    std::array<std::unique_ptr<raster::Target>, 2> targets;
    for (std::size_t i = 0; i < 2; ++i) {
        geometries.at(i) = need(devices.at(i)->upload(triangle().view()));
        targets.at(i) = need(devices.at(i)->make_target(16, 16));
        need(devices.at(i)->clear(*targets.at(i)));
    }
    for (std::size_t i = 0; i < 2; ++i) {
        draw_triangle(*devices.at(i), *geometries.at(i), *targets.at(i),
                      static_cast<std::uint32_t>(i));
    }
    for (std::size_t i = 0; i < 2; ++i) {
        EXPECT_EQ(need(devices.at(i)->read_ids(*targets.at(i), 0)),
                  expected_half(16, static_cast<std::uint32_t>(i)));
    }
}

TEST_P(OpenGlContexts, WhatADeviceMadeMayOutliveIt) {
    auto device = open();
    const auto geometry = need(device->upload(triangle().view()));
    const auto target = need(device->make_target(8, 8));
    const auto query = need(device->make_query());
    device.reset();
    EXPECT_EQ(target->width(), 8);
    EXPECT_EQ(half_square(*open(), 8, 1), expected_half(8, 1));
}

TEST_P(OpenGlContexts, AContextOfOthersStaysCurrentAndUntouched) {
    const ForeignContext foreign(egl_adapter());
    ASSERT_NE(foreign.get(), EGL_NO_CONTEXT);
    glClearColor(0.25F, 0.5F, 0.75F, 1);
    {
        const auto device = open();
        EXPECT_EQ(eglGetCurrentContext(), foreign.get());
        EXPECT_EQ(half_square(*device, 12, 5), expected_half(12, 5));
        EXPECT_EQ(eglGetCurrentContext(), foreign.get());
        EXPECT_FALSE(device->make_target(-1, 1)) << "refusals restore it too";
        EXPECT_EQ(eglGetCurrentContext(), foreign.get());
    }
    // The device is gone and did not take the display with it.
    EXPECT_EQ(eglGetCurrentContext(), foreign.get());
    std::array<float, 4> colour{};
    glGetFloatv(GL_COLOR_CLEAR_VALUE, colour.data());
    EXPECT_EQ(colour, (std::array<float, 4>{0.25F, 0.5F, 0.75F, 1}));
    EXPECT_EQ(glGetError(), static_cast<GLenum>(GL_NO_ERROR));
}

TEST_P(OpenGlContexts, NothingIsCurrentAfterwardsWhereNothingWasBefore) {
    const auto device = open();
    eglBindAPI(EGL_OPENGL_ES_API);
    EXPECT_EQ(half_square(*device, 4, 2), expected_half(4, 2));
    EXPECT_EQ(eglQueryAPI(), static_cast<EGLenum>(EGL_OPENGL_ES_API));
    eglBindAPI(EGL_OPENGL_API);
    EXPECT_EQ(eglGetCurrentContext(), EGL_NO_CONTEXT);
}

TEST_P(OpenGlContexts, AHeldContextStaysCurrentUntilItIsLetGo) {
    const ForeignContext foreign(egl_adapter());
    const auto device = open();
    const auto other = open(raster::DriverMessages::Ignored);
    auto held = device->hold();
    ASSERT_NE(held, nullptr);
    const EGLContext ours = eglGetCurrentContext();
    EXPECT_NE(ours, foreign.get());
    EXPECT_EQ(half_square(*device, 12, 5), expected_half(12, 5));
    EXPECT_EQ(eglGetCurrentContext(), ours) << "not given back between calls";
    EXPECT_EQ(half_square(*other, 9, 6), expected_half(9, 6)) << "another device may come between";
    EXPECT_EQ(eglGetCurrentContext(), ours);
    {
        const auto inner = device->hold();
        EXPECT_EQ(half_square(*device, 7, 1), expected_half(7, 1));
    }
    EXPECT_EQ(eglGetCurrentContext(), ours);
    EXPECT_FALSE(device->make_target(-1, 1));
    EXPECT_EQ(eglGetCurrentContext(), ours);
    held.reset();
    EXPECT_EQ(eglGetCurrentContext(), foreign.get());
    EXPECT_EQ(half_square(*device, 12, 8), expected_half(12, 8));
}

TEST_P(OpenGlContexts, AHeldDeviceIsBusyForOtherThreads) {
    const auto device = open();
    auto held = device->hold();
    std::thread([&] {
        EXPECT_EQ(device->hold(), nullptr);
        const Status status = device->finish();
        ASSERT_FALSE(status);
        EXPECT_NE(status.error().message.find("another thread"), std::string::npos);
    }).join();
    held.reset();
    std::thread([&] {
        const auto there = device->hold();
        EXPECT_NE(there, nullptr);
        EXPECT_EQ(half_square(*device, 8, 1), expected_half(8, 1));
    }).join();
    EXPECT_EQ(half_square(*device, 8, 2), expected_half(8, 2));
}

TEST_P(OpenGlContexts, AHoldMayOutliveItsDevice) {
    auto device = open();
    auto held = device->hold();
    device.reset();
    held.reset();
    EXPECT_EQ(eglGetCurrentContext(), EGL_NO_CONTEXT);
}

TEST_P(OpenGlContexts, ADeviceBusyOnAnotherThreadSaysSo) {
    const auto device = open();
    std::latch busy(1);
    std::latch asked(1);
    std::jthread other([&] {
        need(context_of(*device).run([&]() -> Status {
            busy.count_down();
            asked.wait();
            return {};
        }));
    });
    busy.wait();
    const Status status = device->finish();
    asked.count_down();
    other.join();
    ASSERT_FALSE(status);
    EXPECT_EQ(status.error().code, ErrorCode::InvalidArgument);
    EXPECT_NE(status.error().message.find("another thread"), std::string::npos)
        << status.error().message;
    need(device->finish());
}

} // namespace
} // namespace impinge::tests
