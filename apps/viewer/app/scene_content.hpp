// SPDX-License-Identifier: Apache-2.0
//
// From the scene and what is known of it to what is drawn: colours, curves, triangles, boxes.
#pragma once

#include "app/session.hpp"
#include "draw/drawn_scene.hpp"

#include <map>

namespace impinge::viewer {

render::Colour colour_of(const Session& session, BodyIndex body);
/// Of the features of the first and of the second body that are closest.
inline constexpr render::Colour feature_a_colour{0, 118, 186, 255};
inline constexpr render::Colour feature_b_colour{0, 148, 92, 255};

/// Lines under what is in a box, a round number apart.
Segments grid_of(const Box3& box);

/// Keeps what it made of an answer as long as that is the newest.
class SceneContent {
  public:
    /// Without the view.
    DrawnScene make(const Session& session);

  private:
    void take_answer(const Session& session);
    void add_measures(const Session& session, DrawnScene& scene) const;
    void add_extras(const Session& session, DrawnScene& scene) const;

    std::shared_ptr<const CheckResult> result_;
    std::shared_ptr<const Segments> curves_ = std::make_shared<Segments>();
    std::map<BodyIndex, std::shared_ptr<const std::vector<std::uint32_t>>> triangles_;
    std::vector<bool> containers_; ///< bodies that hold another one
};

} // namespace impinge::viewer
