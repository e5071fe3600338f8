// SPDX-License-Identifier: Apache-2.0
//
// Where frames go and events come from: a window, or nothing but memory. Opening one makes its
// OpenGL context current on the calling thread.
#pragma once

#include "app/viewer.hpp"
#include "draw/gl_messages.hpp"

#include <memory>
#include <string>

namespace impinge::viewer {

struct SurfaceOptions {
    WindowSize size{1280, 800};
    bool debug = false; ///< listen to the driver
    float scale = 0;    ///< 0: that of the display
};

class Surface {
  public:
    Surface() = default;
    virtual ~Surface() = default;
    Surface(const Surface&) = delete;
    Surface& operator=(const Surface&) = delete;
    Surface(Surface&&) = delete;
    Surface& operator=(Surface&&) = delete;

    [[nodiscard]] virtual WindowSize size() const = 0;
    [[nodiscard]] virtual float scale() const = 0;
    /// Posts what has happened; waits so long for something to happen, or for wake().
    virtual void collect(Viewer& viewer, double wait_seconds) = 0;
    virtual void show(const FrameTarget& frame) = 0;
    /// From any thread.
    virtual void wake() = 0;
    virtual std::string clipboard() = 0;
    virtual void set_clipboard(const std::string& text) = 0;

    GlMessages messages;
};

/// A window on the desktop, through GLFW.
Expected<std::unique_ptr<Surface>> open_window(const SurfaceOptions& options);
/// No window: EGL on a GPU, or on Mesa.
Expected<std::unique_ptr<Surface>> open_offscreen(const SurfaceOptions& options);

} // namespace impinge::viewer
