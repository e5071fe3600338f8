// SPDX-License-Identifier: Apache-2.0
//
// All panes of the window and where they stand: a column on the right in which those that are open
// are stacked, with edges to drag, and strips below the scene.
#pragma once

#include "panels/pane.hpp"

#include <memory>
#include <vector>

namespace impinge::viewer {

class Panes {
  public:
    void add(std::unique_ptr<Pane> pane);
    [[nodiscard]] const std::vector<std::unique_ptr<Pane>>& all() const { return panes_; }
    [[nodiscard]] Pane* find(Command command) const;
    [[nodiscard]] Pane* find(std::string_view word) const;
    /// False if no pane has this command.
    bool toggle(Command command) const;

    bool update(Session& session) const;
    [[nodiscard]] bool busy() const;
    [[nodiscard]] bool animates() const;
    bool handle(const Event& event, const raster::View& view) const;
    void add_to_scene(const Session& session, DrawnScene& scene) const;
    /// Another number whenever what open panes add to the scene may have changed.
    [[nodiscard]] std::uint64_t look() const;
    void draw_over(const SceneOverlay& overlay) const;
    /// "WORD.FACT"
    [[nodiscard]] std::optional<std::string> fact(std::string_view name) const;

    /// What the panes leave of the place beside the side panel.
    [[nodiscard]] SceneArea left_of_panes(SceneArea area, float scale) const;
    /// Lays out all that are open, in the place that left_of_panes() was given.
    void show(PanelContext& context, const SceneArea& area);

  private:
    struct Column {
        float width = 420;         ///< at scale 1, as wished; a narrow window has less
        std::vector<float> shares; ///< of the height, one for each pane
    };
    [[nodiscard]] std::vector<std::size_t> open_in(PanePlace place) const;
    [[nodiscard]] float column_width(float available, float scale) const;
    [[nodiscard]] float strip_height(float scale) const;
    void show_column(PanelContext& context, const SceneArea& column);
    void show_strips(PanelContext& context, const SceneArea& strips);
    static void show_pane(PanelContext& context, Pane& pane, const SceneArea& place);
    void drag_width(PanelContext& context, const SceneArea& column, float available);
    void drag_edge(PanelContext& context, std::size_t above, std::size_t below, float y,
                   const SceneArea& column, float shares);

    std::vector<std::unique_ptr<Pane>> panes_;
    Column column_;
};

} // namespace impinge::viewer
