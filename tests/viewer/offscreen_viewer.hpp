// SPDX-License-Identifier: Apache-2.0
//
// A viewer that draws into memory, for tests that look into it; those of what a person sees are
// scripts (view_program.py).
#pragma once

#include "app/surface.hpp"
#include "impinge/scene_file.hpp"
#include "tests/viewer/box_mesh.hpp"

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fmt/core.h>
#include <gtest/gtest.h>
#include <string>

namespace impinge::viewer {

class OffscreenViewer : public testing::Test {
  protected:
    OffscreenViewer() {
        std::string name = (std::filesystem::temp_directory_path() / "impinge-XXXXXX").string();
        folder_ = mkdtemp(name.data());
        EXPECT_TRUE(write_mesh(folder_ / "box.ply", box_mesh({0, 0, 0}, {1, 1, 1})));
        auto opened = open_offscreen({.size = {660, 440}, .debug = true});
        EXPECT_TRUE(opened) << opened.error().message;
        surface = std::move(*opened);
        ViewerSetup setup;
        setup.threads = 1;
        setup.samples = 1;
        setup.wake = [this] { surface->wake(); };
        auto made = Viewer::make(std::move(setup));
        EXPECT_TRUE(made) << made.error().message;
        viewer = std::move(*made);
    }
    ~OffscreenViewer() override {
        viewer.reset(); // while its context is there
        EXPECT_TRUE(surface->messages.faults().empty());
        surface.reset();
        std::filesystem::remove_all(folder_);
    }
    OffscreenViewer(const OffscreenViewer&) = delete;
    OffscreenViewer& operator=(const OffscreenViewer&) = delete;
    OffscreenViewer(OffscreenViewer&&) = delete;
    OffscreenViewer& operator=(OffscreenViewer&&) = delete;

    Session& session() { return viewer->session(); }
    [[nodiscard]] SceneDescription described(const std::string& bodies) const {
        const auto scene = parse_scene(
            R"({"format": "impinge-scene", "format_version": 1, "bodies": [)" + bodies + "]}",
            folder_ / "scene.json");
        EXPECT_TRUE(scene) << scene.error().message;
        return *scene;
    }
    void open(const std::string& bodies) {
        session().open(described(bodies), folder_);
        settle();
    }
    /// Boxes "b0", "b1", ... along x, so far from one to the next.
    void open_row(int boxes, double step) {
        std::string bodies;
        for (int i = 0; i < boxes; ++i) {
            bodies += fmt::format(
                R"({}{{"name": "b{}", "file": "box.ply", "pose": {{"translation": [{}, 0, 0]}}}})",
                i == 0 ? "" : ", ", i, step * i);
        }
        open(bodies);
    }
    void frame() {
        while (viewer->prepare(size)) {
        }
        viewer->draw();
    }
    /// Until nothing is being found out any more; panels answer a frame late.
    void settle() {
        const auto begin = std::chrono::steady_clock::now();
        for (int quiet = 0; quiet < 3; ++quiet) {
            frame();
            if (!viewer->idle()) {
                surface->collect(*viewer, 0.002);
                quiet = -1;
            }
            ASSERT_LT(std::chrono::steady_clock::now() - begin, std::chrono::minutes(5));
        }
    }
    void button(Event::Kind kind, ScreenPoint at) {
        viewer->post({.kind = Event::Kind::Move, .x = at.x, .y = at.y});
        viewer->post({.kind = kind, .x = at.x, .y = at.y});
    }

    WindowSize size{660, 440};
    std::unique_ptr<Surface> surface;
    std::unique_ptr<Viewer> viewer;

  private:
    std::filesystem::path folder_;
};

} // namespace impinge::viewer
