// SPDX-License-Identifier: Apache-2.0
//
// Where things with a name stand in the window, so that scripts can find them.
#pragma once

#include "gizmo/gizmo.hpp"

#include <imgui.h>
#include <map>
#include <optional>
#include <string>

namespace impinge::viewer {

class Landmarks {
  public:
    void clear() { places_.clear(); }
    void set(const std::string& name, ScreenPoint place) { places_[name] = place; }
    /// The middle of what ImGui was last told to show.
    void mark_item(const std::string& name) {
        const ImVec2 low = ImGui::GetItemRectMin();
        const ImVec2 high = ImGui::GetItemRectMax();
        set(name, {(low.x + high.x) / 2.0, (low.y + high.y) / 2.0});
    }
    [[nodiscard]] std::optional<ScreenPoint> find(const std::string& name) const {
        const auto found = places_.find(name);
        return found == places_.end() ? std::nullopt : std::optional(found->second);
    }

  private:
    std::map<std::string, ScreenPoint> places_;
};

} // namespace impinge::viewer
