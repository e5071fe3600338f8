// SPDX-License-Identifier: Apache-2.0
//
// Pictures of a simulation: bodies, those that collide red, boxes and lines between closest
// features; one file for each frame wanted.
#pragma once

#include "impinge/render.hpp"
#include "impinge/world.hpp"

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace impinge::cli {

class Verb;

/// As written on the command line.
struct SimulationPictureOptions {
    std::string folder; ///< empty: no pictures
    std::size_t every = 1;
    bool boxes = false;
    bool features = false;
    bool stereo = false; ///< for the left eye, and beside it for the right one
    std::string size = "1200x900";

    /// Closest features are needed of every pair whose boxes overlap.
    [[nodiscard]] bool wants_closest() const { return !folder.empty() && (boxes || features); }
};

void add_simulation_picture_options(Verb& kind, SimulationPictureOptions& options);
/// Fails on an invalid size, and on options that need --pictures.
Status check_picture_options(const SimulationPictureOptions& options);

/// Draws frames with one renderer and writes them as PNG. The view stays as it was last set.
class SimulationPictures {
  public:
    /// Makes the folder. `shown` are points that the view holds.
    static Expected<SimulationPictures> open(const SimulationPictureOptions& options,
                                             const render::Camera& camera,
                                             std::span<const Vec3d> shown, const Context& context);

    [[nodiscard]] bool wants(std::size_t frame) const { return frame % options_.every == 0; }
    render::Renderer& renderer() { return *renderer_; }
    /// Another view from now on.
    Status look(const render::Camera& camera, std::span<const Vec3d> shown);
    /// Returns the name of the file: FOLDER/frame-0007.png. Empty, and nothing is written, if the
    /// context was cancelled meanwhile.
    Expected<std::string> write(const render::PictureScene& scene, std::size_t frame);

  private:
    SimulationPictures() = default;
    /// Nothing if the context was cancelled.
    Expected<std::optional<render::Picture>> draw(const render::PictureScene& scene,
                                                  const raster::View& view);
    Expected<std::optional<render::Picture>> draw_both_eyes(const render::PictureScene& scene);

    SimulationPictureOptions options_;
    render::RenderOptions render_;
    /// From the eye to what lies in the plane of the picture: both eyes see it in one place.
    double picture_distance_ = 1;
    Context context_;
    std::unique_ptr<raster::Device> device_;
    std::unique_ptr<render::Renderer> renderer_;
};

/// The edges of a box, as segments behind those that are there.
void append_box(const Box3& box, std::vector<render::Segment>& segments);
/// Boxes of bodies: those that overlap another one stand out from the others.
void add_box_lines(render::PictureScene& scene, std::span<const Box3> overlapping,
                   std::span<const Box3> others);
/// From closest point to closest point of each pair that is apart, with a dot at either end.
void add_feature_lines(render::PictureScene& scene, std::span<const WorldPair> pairs);

} // namespace impinge::cli
