// SPDX-License-Identifier: Apache-2.0
//
// Everything that can be missing, lost, used up or mixed up ends in a sentence.
#include "tests/raster/opengl_fixture.hpp"

#include <epoxy/gl.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <optional>

namespace impinge::tests {
namespace {

using raster::DeviceKind;
using raster::DriverMessages;
using testing::ExitedWithCode;

class OpenGlFaults : public OpenGl {};
IMPINGE_ON_EVERY_OPENGL(OpenGlFaults);

void insert_message(GLenum type, GLenum severity) {
    glDebugMessageInsert(GL_DEBUG_SOURCE_APPLICATION, type, 1, severity, -1, "a made-up fault");
}

Status provoke(raster::opengl::GlContext& context, GLenum type, GLenum severity) {
    return context.run([&]() -> Status {
        insert_message(type, severity);
        return {};
    });
}

TEST_P(OpenGlFaults, ComplaintsOfTheDriverBecomeErrors) {
    const auto device = open(DriverMessages::Errors);
    auto& context = context_of(*device);
    for (const auto& [type, severity] :
         {std::pair{GL_DEBUG_TYPE_ERROR, GL_DEBUG_SEVERITY_LOW},
          std::pair{GL_DEBUG_TYPE_UNDEFINED_BEHAVIOR, GL_DEBUG_SEVERITY_MEDIUM},
          std::pair{GL_DEBUG_TYPE_OTHER, GL_DEBUG_SEVERITY_HIGH}}) {
        const Status fault =
            provoke(context, static_cast<GLenum>(type), static_cast<GLenum>(severity));
        ASSERT_FALSE(fault);
        EXPECT_NE(fault.error().message.find("a made-up fault"), std::string::npos)
            << fault.error().message;
    }
    EXPECT_TRUE(provoke(context, GL_DEBUG_TYPE_PERFORMANCE, GL_DEBUG_SEVERITY_MEDIUM));
    need(device->finish()); // a fault is told once
}

TEST_P(OpenGlFaults, ComplaintsAreIgnoredUnlessAskedFor) {
    const auto device = open(DriverMessages::Ignored);
    EXPECT_TRUE(
        provoke(context_of(*device), GL_DEBUG_TYPE_UNDEFINED_BEHAVIOR, GL_DEBUG_SEVERITY_HIGH));
}

TEST_P(OpenGlFaults, AMistakeInACallIsToldEvenThen) {
    for (const DriverMessages messages : {DriverMessages::Ignored, DriverMessages::Errors}) {
        const auto device = open(messages);
        const Status fault = context_of(*device).run([]() -> Status {
            glEnable(0xFFFF);
            return {};
        });
        ASSERT_FALSE(fault);
        EXPECT_NE(fault.error().message.find("the driver"), std::string::npos)
            << fault.error().message;
        EXPECT_TRUE(device->finish());
    }
}

TEST_P(OpenGlFaults, TooLittleMemoryIsAnError) {
    const auto device = open();
    const Status fault = context_of(*device).run([]() -> Status {
        const raster::opengl::Buffer buffer = raster::opengl::make_buffer();
        glNamedBufferStorage(buffer.get(), GLsizeiptr{1} << 46, nullptr, 0);
        return {};
    });
    if (fault) {
        GTEST_SKIP() << "this driver promises 64 TiB and leaves it at that";
    }
    EXPECT_EQ(fault.error().code, ErrorCode::OutOfMemory) << fault.error().message;
    need(device->finish());
}

TEST_P(OpenGlFaults, ALostDeviceAnswersEveryCallWithThat) {
    const auto device = open();
    const auto geometry = need(device->upload(triangle().view()));
    const auto target = need(device->make_target(8, 8));
    const auto query = need(device->make_query());
    context_of(*device).lose();
    const auto is_lost = [](const auto& answer) {
        return !answer && answer.error().code == ErrorCode::DeviceLost;
    };
    raster::View view;
    view.width = view.height = 8;
    EXPECT_TRUE(is_lost(device->upload(triangle().view())));
    EXPECT_TRUE(is_lost(device->update_positions(*geometry, triangle().view())));
    EXPECT_TRUE(is_lost(device->make_target(8, 8)));
    EXPECT_TRUE(is_lost(device->clear(*target)));
    EXPECT_TRUE(is_lost(device->draw(*target, view, {}, raster::Draw{geometry.get()})));
    EXPECT_TRUE(is_lost(device->cover(*target, 0.5F, {})));
    EXPECT_TRUE(is_lost(device->count(*target, {})));
    EXPECT_TRUE(is_lost(device->collect(*target, {})));
    EXPECT_TRUE(is_lost(device->close_pairs(*target, *target, 1)));
    EXPECT_TRUE(is_lost(device->read_depth(*target)));
    EXPECT_TRUE(is_lost(device->read_stencil(*target)));
    EXPECT_TRUE(is_lost(device->result(*query)));
    EXPECT_TRUE(is_lost(device->finish()));
    // Another one works.
    EXPECT_EQ(half_square(*open(), 6, 1), expected_half(6, 1));
}

TEST_P(OpenGlFaults, ObjectsOfAnotherContextAreRefused) {
    const auto mine = open();
    const auto other = open();
    const auto geometry = need(other->upload(triangle().view()));
    const auto target = need(mine->make_target(8, 8));
    const auto foreign_target = need(other->make_target(8, 8));
    raster::View view;
    view.width = view.height = 8;
    const auto expect_refusal = [](const Status& refused) {
        ASSERT_FALSE(refused);
        EXPECT_NE(refused.error().message.find("another device"), std::string::npos)
            << refused.error().message;
    };
    expect_refusal(mine->draw(*target, view, {}, raster::Draw{geometry.get()}));
    expect_refusal(mine->clear(*foreign_target));
    expect_refusal(mine->copy(*foreign_target, *target, raster::Plane::Depth));
    expect_refusal(mine->update_mesh(*geometry, triangle().view()));
}

TEST_P(OpenGlFaults, AnAdapterThatIsNotThereIsRefused) {
    for (const int index : {-1, 1000}) {
        const auto device = raster::make_device(DeviceKind::OpenGl, {.adapter = index});
        ASSERT_FALSE(device);
        EXPECT_EQ(device.error().code, ErrorCode::InvalidArgument);
        EXPECT_NE(device.error().message.find(std::to_string(index)), std::string::npos);
    }
}

TEST_P(OpenGlFaults, DevicesTellWhatTheyAre) {
    const auto device = open();
    const raster::DeviceInfo& info = device->info();
    EXPECT_EQ(info.kind, DeviceKind::OpenGl);
    EXPECT_FALSE(info.name.empty());
    EXPECT_NE(info.driver.find("EGL"), std::string::npos) << info.driver;
    EXPECT_EQ(info.version.substr(0, 2), "4.");
    EXPECT_GE(info.max_size, 8192);
    EXPECT_LE(info.max_size, 16384);
    EXPECT_TRUE(info.conservative);
    EXPECT_TRUE(device->make_target(info.max_size, 1));
    EXPECT_FALSE(device->make_target(info.max_size + 1, 1));
}

/// Sets a variable for the program that a death test starts anew, and for this one meanwhile.
class Environment {
  public:
    Environment(const char* name, const std::string& value) : name_(name) {
        if (const char* old = std::getenv(name)) {
            old_ = old;
        }
        setenv(name, value.c_str(), 1);
    }
    ~Environment() {
        if (old_) {
            setenv(name_, old_->c_str(), 1);
        } else {
            unsetenv(name_);
        }
    }
    Environment(const Environment&) = delete;
    Environment& operator=(const Environment&) = delete;
    Environment(Environment&&) = delete;
    Environment& operator=(Environment&&) = delete;

  private:
    const char* name_;
    std::optional<std::string> old_;
};

/// Ends the program: 3 if there is no OpenGL and both ways of asking say so in the same words.
[[noreturn]] void report_absence() {
    const auto device = raster::make_device(DeviceKind::OpenGl);
    if (device) {
        std::_Exit(1);
    }
    std::cerr << device.error().message << '\n';
    for (const raster::DeviceReport& report : raster::list_devices()) {
        if (report.kind == DeviceKind::OpenGl && report.absent != device.error().message) {
            std::_Exit(2);
        }
    }
    std::_Exit(3);
}

TEST(OpenGlAbsence, AMachineWithoutDriverSaysSo) {
    GTEST_FLAG_SET(death_test_style, "threadsafe");
    if (drivers_are_left_alone()) {
        GTEST_SKIP() << "no driver may be opened in this run";
    }
    const Environment nowhere("__EGL_VENDOR_LIBRARY_FILENAMES", "/nonexistent.json");
    EXPECT_EXIT(report_absence(), ExitedWithCode(3), "EGL knows no device");
}

TEST(OpenGlAbsence, AMachineWithoutLibEglSaysSo) {
    if (drivers_are_left_alone()) {
        GTEST_SKIP() << "no driver may be opened in this run";
    }
    // An empty file in the way of the real one, which then cannot be loaded.
    const std::filesystem::path folder =
        std::filesystem::temp_directory_path() / ("impinge_no_egl_" + std::to_string(getpid()));
    std::filesystem::create_directories(folder);
    std::ofstream(folder / "libEGL.so.1").flush();
    GTEST_FLAG_SET(death_test_style, "threadsafe");
    {
        const char* others = std::getenv("LD_LIBRARY_PATH");
        const Environment in_the_way("LD_LIBRARY_PATH", folder.string() +
                                                            (others == nullptr ? "" : ":") +
                                                            (others == nullptr ? "" : others));
        EXPECT_EXIT(report_absence(), ExitedWithCode(3), "libEGL.so.1 is not installed");
    }
    std::filesystem::remove_all(folder);
}

} // namespace
} // namespace impinge::tests
