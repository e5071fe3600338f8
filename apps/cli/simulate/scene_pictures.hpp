// SPDX-License-Identifier: Apache-2.0
//
// Pictures of a MovingScene: bodies in their own colours, with what meets at this moment marked.
#pragma once

#include "scenes/motion/moving_scene.hpp"
#include "simulate/simulate_pictures.hpp"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace impinge::cli {

/// How a kind of scene looks.
struct SceneLook {
    render::Camera camera;
    std::vector<Vec3d> shown; ///< points that the view holds
    /// By the body and its number.
    std::function<render::Paint(const scenes::SceneBody& body, std::size_t number)> paint;
    std::function<render::ShapeOptions(const scenes::SceneBody& body)> shading;
    /// Of triangles that meet those of another body; without one they look like the others.
    std::function<std::optional<render::Colour>(const scenes::SceneBody& body)> meeting;
    /// What is drawn besides the bodies; nothing if it is empty.
    std::function<std::vector<render::Lines>(const scenes::MovingScene& scene)> lines = {};
};

class ScenePictures {
  public:
    static Expected<ScenePictures> open(const SimulationPictureOptions& options, SceneLook look,
                                        const Context& context);

    [[nodiscard]] bool wants(std::size_t frame) const { return pictures_.wants(frame); }
    /// Returns the name of the file, as SimulationPictures does.
    Expected<std::string> write(const scenes::MovingScene& scene, std::size_t frame);

  private:
    ScenePictures(SimulationPictures pictures, SceneLook look)
        : pictures_(std::move(pictures)), look_(std::move(look)) {}

    Expected<std::shared_ptr<render::Shape>> shape_of(const scenes::SceneBody& body,
                                                      std::size_t number);

    /// Kept from picture to picture as long as a body keeps its mesh.
    struct KeptShape {
        std::string name;
        std::size_t triangles = 0;
        std::shared_ptr<render::Shape> shape;
    };

    SimulationPictures pictures_;
    SceneLook look_;
    std::vector<KeptShape> kept_;
};

} // namespace impinge::cli
