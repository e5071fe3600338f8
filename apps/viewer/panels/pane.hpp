// SPDX-License-Identifier: Apache-2.0
//
// A pane beside the scene: something with a name, a key and a switch that has a place in the column
// on the right or in the strip below. It may also add to what is drawn of the scene, and work on a
// thread of its own, whose results it takes in update().
#pragma once

#include "app/commands.hpp"
#include "draw/drawn_scene.hpp"
#include "panels/panels.hpp"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace impinge::viewer {

enum class PanePlace : std::uint8_t {
    Column, ///< on the right, one below the other
    Strip,  ///< below the scene, of a fixed height
    Hidden, ///< only what it adds to the scene
};

/// What is laid over the scene: lines and letters at places of the scene.
struct SceneOverlay {
    ImDrawList& list; ///< clipped to the scene
    const Session& session;
    const SceneArea& area;
    const raster::View& view;
    const Fonts& fonts;
    float scale = 1;

    [[nodiscard]] ImVec2 at(Vec3d world) const {
        const ScreenPoint point = to_screen(view, world);
        return {area.x + static_cast<float>(point.x), area.y + static_cast<float>(point.y)};
    }
};

class Pane {
  public:
    Pane() = default;
    virtual ~Pane() = default;
    Pane(const Pane&) = delete;
    Pane& operator=(const Pane&) = delete;
    Pane(Pane&&) = delete;
    Pane& operator=(Pane&&) = delete;

    /// Opens and closes it; its name in menus, its key and its help stand in the table of commands.
    [[nodiscard]] virtual Command command() const = 0;
    /// One word, for scripts: "@pane.WORD", "expect fact WORD.FACT ...".
    [[nodiscard]] virtual const char* word() const = 0;
    [[nodiscard]] virtual PanePlace place() const { return PanePlace::Column; }
    /// Of a strip, in pixels at scale 1; in the column, the share of its height until it is
    /// dragged.
    [[nodiscard]] virtual float height() const { return 1; }

    /// Lays out what is in it, below its title; the width is ImGui's content region. On the thread
    /// of the window, with its OpenGL context current.
    virtual void show(PanelContext& context) = 0;

    /// Before every frame, open or not: takes what a thread has found and asks for what is missing.
    /// Whether there is something new to be seen.
    virtual bool update(Session& /*session*/) { return false; }
    /// Whether something is being done whose result will be seen; `wait idle` waits for it.
    [[nodiscard]] virtual bool busy() const { return false; }
    /// Whether frame is to follow frame, without events.
    [[nodiscard]] virtual bool animates() const { return false; }
    /// Sees events before the scene does, unless they are for a panel; places are those of the
    /// view. Whether the scene is not to see it any more.
    virtual bool handle(const Event& /*event*/, const raster::View& /*view*/) { return false; }

    /// Only of panes that are open: bodies and lines in the scene. Another number from look()
    /// whenever they are other ones.
    virtual void add_to_scene(const Session& /*session*/, DrawnScene& /*scene*/) {}
    [[nodiscard]] virtual std::uint64_t look() const { return 0; }
    virtual void draw_over(const SceneOverlay& /*overlay*/) {}

    /// What `expect fact` asks about.
    [[nodiscard]] virtual std::optional<std::string> fact(std::string_view /*name*/) const {
        return {};
    }

    /// What a line of a script tells it to do, "tell WORD ..."; empty if it takes no orders.
    virtual std::optional<Status> obey(std::span<const std::string> /*words*/) { return {}; }

    /// Writes what it shows, in the format that the name ends in; empty if it has nothing to write.
    [[nodiscard]] virtual std::optional<Status> save(const std::filesystem::path& /*file*/) const {
        return {};
    }

    [[nodiscard]] bool is_open() const { return open_; }
    virtual void set_open(bool open) { open_ = open; }

  private:
    bool open_ = false;
};

} // namespace impinge::viewer
