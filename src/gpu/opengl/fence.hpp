// SPDX-License-Identifier: Apache-2.0
//
// When the device is done with a frame.
#pragma once

#include "impinge/expected.hpp"

#include <epoxy/gl.h>

#include <chrono>
#include <utility>

namespace impinge::inline v0::gpu::opengl {

class Fence {
  public:
    Fence() = default;
    explicit Fence(GLsync name) : name_(name) {}
    ~Fence() {
        if (name_ != nullptr) {
            glDeleteSync(name_);
        }
    }
    Fence(Fence&& other) noexcept : name_(std::exchange(other.name_, nullptr)) {}
    Fence& operator=(Fence&& other) noexcept {
        std::swap(name_, other.name_);
        return *this;
    }
    Fence(const Fence&) = delete;
    Fence& operator=(const Fence&) = delete;

    /// Whether it has been passed within so many nanoseconds.
    [[nodiscard]] Expected<bool> passed(GLuint64 nanoseconds) const {
        const GLenum answer = glClientWaitSync(name_, GL_SYNC_FLUSH_COMMANDS_BIT, nanoseconds);
        if (answer == GL_WAIT_FAILED) {
            return Error{ErrorCode::DeviceLost,
                         "opengl: the driver cannot say whether a frame is done"};
        }
        return answer != GL_TIMEOUT_EXPIRED;
    }
    [[nodiscard]] Status wait() const {
        // Drivers take tens of microseconds to wake who sleeps.
        constexpr auto awake = std::chrono::milliseconds(1);
        const auto begin = std::chrono::steady_clock::now();
        while (std::chrono::steady_clock::now() - begin < awake) {
            const auto done = passed(0);
            if (!done || *done) {
                return done ? Status() : done.error();
            }
        }
        constexpr GLuint64 second = 1'000'000'000;
        for (;;) {
            const auto done = passed(second);
            if (!done || *done) {
                return done ? Status() : done.error();
            }
            if (glGetGraphicsResetStatus() != GL_NO_ERROR) {
                return Error{ErrorCode::DeviceLost,
                             "opengl: the device was lost (the GPU was reset)"};
            }
        }
    }

  private:
    GLsync name_ = nullptr;
};

} // namespace impinge::inline v0::gpu::opengl
