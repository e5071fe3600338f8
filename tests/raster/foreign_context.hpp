// SPDX-License-Identifier: Apache-2.0
//
// A context of somebody else in the same process.
#pragma once

#include "raster/opengl/egl_adapter.hpp"

#include <array>

namespace impinge::tests {

/// Current on this thread as long as it lives; without a context if the driver has no such version.
class ForeignContext {
  public:
    explicit ForeignContext(const raster::opengl::EglAdapter& adapter, EGLint major = 3,
                            EGLint minor = 3)
        : display_(adapter.display) {
        eglInitialize(display_, nullptr, nullptr);
        eglBindAPI(EGL_OPENGL_API);
        const std::array<EGLint, 5> version{EGL_CONTEXT_MAJOR_VERSION, major,
                                            EGL_CONTEXT_MINOR_VERSION, minor, EGL_NONE};
        context_ = eglCreateContext(display_, EGL_NO_CONFIG_KHR, EGL_NO_CONTEXT, version.data());
        eglMakeCurrent(display_, EGL_NO_SURFACE, EGL_NO_SURFACE, context_);
    }
    ~ForeignContext() {
        eglMakeCurrent(display_, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
        eglDestroyContext(display_, context_);
    }
    ForeignContext(const ForeignContext&) = delete;
    ForeignContext& operator=(const ForeignContext&) = delete;
    ForeignContext(ForeignContext&&) = delete;
    ForeignContext& operator=(ForeignContext&&) = delete;

    [[nodiscard]] EGLContext get() const { return context_; }

  private:
    EGLDisplay display_;
    EGLContext context_ = EGL_NO_CONTEXT;
};

} // namespace impinge::tests
