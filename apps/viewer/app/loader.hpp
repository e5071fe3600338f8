// SPDX-License-Identifier: Apache-2.0
//
// Reads files beside the window's thread, one wish at a time.
#pragma once

#include "base/no_throw.hpp"
#include "scene/document.hpp"

#include <functional>
#include <future>
#include <optional>

namespace impinge::viewer {

enum class LoadInto : std::uint8_t {
    NewScene, ///< what was there goes
    Beside,   ///< what is there stays
};

struct Loaded {
    LoadInto into = LoadInto::NewScene;
    Expected<OpenedScene> scene;
};

class Loader {
  public:
    Loader(unsigned threads, std::function<void()> wake)
        : threads_(threads), wake_(std::move(wake)) {}
    ~Loader() { context_.cancel(); }
    Loader(const Loader&) = delete;
    Loader& operator=(const Loader&) = delete;
    Loader(Loader&&) = delete;
    Loader& operator=(Loader&&) = delete;

    // Not while it is busy.
    void start(SceneDescription scene, std::filesystem::path folder, LoadInto into) {
        begin(into, [scene = std::move(scene),
                     folder = std::move(folder)](const Context& context) mutable {
            return open_scene(std::move(scene), std::move(folder), context);
        });
    }
    void start(std::filesystem::path scene_file) {
        begin(LoadInto::NewScene,
              [file = std::move(scene_file)](const Context& context) -> Expected<OpenedScene> {
                  auto scene = read_scene(file);
                  return scene ? open_scene(std::move(*scene), file.parent_path(), context)
                               : scene.error();
              });
    }
    [[nodiscard]] bool busy() const { return future_.valid(); }
    /// What has been read, once.
    std::optional<Loaded> take() {
        if (!future_.valid() ||
            future_.wait_for(std::chrono::seconds(0)) != std::future_status::ready) {
            return {};
        }
        return Loaded{into_, future_.get()};
    }

  private:
    template <typename Read> void begin(LoadInto into, Read read) {
        into_ = into;
        context_ = Context(threads_);
        future_ = std::async(std::launch::async,
                             [read = std::move(read), wake = wake_, context = context_]() mutable {
                                 auto opened = no_throw([&] { return read(context); });
                                 wake();
                                 return opened;
                             });
    }

    unsigned threads_;
    std::function<void()> wake_;
    LoadInto into_ = LoadInto::NewScene;
    Context context_;
    std::future<Expected<OpenedScene>> future_;
};

} // namespace impinge::viewer
