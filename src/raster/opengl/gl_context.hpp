// SPDX-License-Identifier: Apache-2.0
//
// One OpenGL context. Everything a device made holds on to it, so that it is destroyed with the
// last of them.
#pragma once

#include "impinge/raster.hpp"
#include "raster/opengl/egl_adapter.hpp"

#include <epoxy/gl.h>

#include <memory>
#include <new>
#include <stdexcept>
#include <string>
#include <thread>
#include <type_traits>

namespace impinge::inline v0::raster::opengl {

/// Makes a context current on the calling thread, and what was current before when it goes. Does
/// nothing where the context is current already. A thread that is not the context's own and had
/// none is left as if it had never called EGL: libglvnd frees what it keeps of threads when a
/// process ends, and once more for workers of a thread pool that end at the same moment.
class Current {
  public:
    Current(EGLDisplay display, EGLContext context, std::thread::id own_thread);
    ~Current();
    Current(const Current&) = delete;
    Current& operator=(const Current&) = delete;
    Current(Current&&) = delete;
    Current& operator=(Current&&) = delete;

    [[nodiscard]] bool worked() const { return worked_; }

  private:
    EGLDisplay display_;
    bool on_own_thread_;
    EGLenum previous_api_;
    EGLDisplay previous_display_ = EGL_NO_DISPLAY;
    EGLContext previous_context_ = EGL_NO_CONTEXT;
    EGLSurface previous_draw_ = EGL_NO_SURFACE;
    EGLSurface previous_read_ = EGL_NO_SURFACE;
    bool switched_ = true;
    bool worked_ = true;
};

class GlContext {
  public:
    static Expected<std::shared_ptr<GlContext>> open(const EglAdapter& adapter,
                                                     DriverMessages messages);
    ~GlContext();
    GlContext(const GlContext&) = delete;
    GlContext& operator=(const GlContext&) = delete;
    GlContext(GlContext&&) = delete;
    GlContext& operator=(GlContext&&) = delete;

    [[nodiscard]] const EglAdapter& adapter() const { return adapter_; }

    /// Runs `body` with the context current. Its answer is an Expected or a Status; if the driver
    /// found fault with what it did, the fault becomes the answer.
    template <typename Body> std::invoke_result_t<Body> run(Body&& body) {
        try {
            if (lost_) {
                return lost_error();
            }
            const Current current(adapter_.display, context_, own_thread_);
            if (!current.worked()) {
                return not_current();
            }
            auto answer = body();
            if (Status fault = take_fault(); !fault) {
                return fault.error();
            }
            return answer;
        } catch (const std::bad_alloc&) {
            return out_of_memory();
        } catch (const std::length_error&) {
            return out_of_memory();
        }
    }

    /// For destructors: nobody is left to hear of a fault.
    template <typename Body> void release(Body&& body) {
        const Current current(adapter_.display, context_, own_thread_);
        if (current.worked()) {
            body();
        }
    }

    /// Keeps the context current on the calling thread. Null if it cannot be.
    static std::unique_ptr<Hold> hold(std::shared_ptr<GlContext> context);

    /// What the driver complained about since the last time. Current contexts only.
    Status take_fault();
    /// Every call fails from now on.
    void lose() { lost_ = true; }

  private:
    GlContext(const EglAdapter& adapter, EGLContext context)
        : adapter_(adapter), context_(context) {}

    void listen();
    Error not_current();
    static Error lost_error();
    static Error out_of_memory();
    static void GLAPIENTRY hear(GLenum source, GLenum type, GLuint id, GLenum severity,
                                GLsizei length, const GLchar* text, const void* context);

    EglAdapter adapter_;
    EGLContext context_;
    std::thread::id own_thread_ = std::this_thread::get_id(); ///< which opened it
    std::string complaint_; ///< the first of the driver, if listened to
    bool lost_ = false;
};

} // namespace impinge::inline v0::raster::opengl
