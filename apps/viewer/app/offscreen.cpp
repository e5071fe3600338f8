// SPDX-License-Identifier: Apache-2.0
#include "app/surface.hpp"
#include "raster/opengl/gl_context.hpp"

#include <condition_variable>
#include <mutex>

namespace impinge::viewer {
namespace {

using raster::opengl::GlContext;

class Offscreen final : public Surface {
  public:
    Offscreen(const SurfaceOptions& options, std::unique_ptr<raster::Hold> held)
        : size_(options.size), scale_(options.scale > 0 ? options.scale : 1),
          held_(std::move(held)) {}

    [[nodiscard]] WindowSize size() const override { return size_; }
    [[nodiscard]] float scale() const override { return scale_; }
    void collect(Viewer& /*viewer*/, double wait_seconds) override {
        std::unique_lock lock(mutex_);
        woken_condition_.wait_for(lock, std::chrono::duration<double>(wait_seconds),
                                  [this] { return woken_; });
        woken_ = false;
    }
    void show(const FrameTarget& /*frame*/) override {}
    void wake() override {
        {
            const std::lock_guard lock(mutex_);
            woken_ = true;
        }
        woken_condition_.notify_one();
    }
    std::string clipboard() override { return clipboard_; }
    void set_clipboard(const std::string& text) override { clipboard_ = text; }

  private:
    WindowSize size_;
    float scale_;
    std::mutex mutex_;
    std::condition_variable woken_condition_;
    bool woken_ = false;
    std::string clipboard_;
    std::unique_ptr<raster::Hold> held_;
};

} // namespace

Expected<std::unique_ptr<Surface>> open_offscreen(const SurfaceOptions& options) {
    const auto adapters = raster::opengl::find_adapters();
    if (!adapters) {
        return adapters.error();
    }
    const auto messages =
        options.debug ? raster::DriverMessages::Errors : raster::DriverMessages::Ignored;
    auto context = GlContext::open(adapters->front(), messages);
    if (!context) {
        return context.error();
    }
    auto held = GlContext::hold(std::move(*context));
    if (!held) {
        return Error{ErrorCode::DeviceLost, "opengl: the context cannot be made current"};
    }
    auto surface = std::make_unique<Offscreen>(options, std::move(held));
    if (options.debug) {
        surface->messages.listen();
    }
    return std::unique_ptr<Surface>(std::move(surface));
}

} // namespace impinge::viewer
