// SPDX-License-Identifier: Apache-2.0
//
// Pictures of particles: colliders with the marks that impacts left on them, and each particle as a
// small body.
#pragma once

#include "impinge/render.hpp"
#include "scenes/particles/particle_scene.hpp"

#include <deque>
#include <memory>
#include <span>
#include <vector>

namespace impinge::cli {

struct ParticlePictureOptions {
    int width = 960;
    int height = 720;
    int samples = 2;
    bool splats = true;
    std::size_t most_splats = 8000; ///< of more, the oldest are not shown
};

class ParticlePictures {
  public:
    /// The scene must outlive the pictures.
    static Expected<ParticlePictures> open(const scenes::ParticleScene& scene,
                                           const ParticlePictureOptions& options,
                                           const Context& context);

    /// Marks that are seen from now on.
    void add_impacts(std::span<const Impact> impacts);
    /// With particles as they are at that time. A picture that was cancelled is partial.
    Expected<render::Frame> draw(double time, std::span<const ParticleState> states);

  private:
    explicit ParticlePictures(const scenes::ParticleScene& scene) : scene_(&scene) {}

    /// A mark on a collider, which takes it along.
    struct Splat {
        Vec3d position; ///< as if the collider stood at time 0
        Vec3d normal;
        double radius = 0;
        double time = 0;
        std::uint32_t collider = 0;
        std::uint32_t seed = 0;
    };

    /// Triangles with a colour each.
    struct Painted {
        Mesh mesh;
        std::vector<render::Colour> colours;
    };

    Status make_shapes();
    Status set_view(const ParticlePictureOptions& options);
    void append(Painted& marks, const Splat& splat, double time) const;
    [[nodiscard]] Painted marks_at(double time) const;
    void append(Painted& painted, std::size_t number, std::uint32_t particle,
                const ParticleState& state) const;
    [[nodiscard]] Painted bodies_at(std::span<const ParticleState> states) const;
    Status add_painted(render::PictureScene& picture, const Painted& painted);

    const scenes::ParticleScene* scene_;
    ParticlePictureOptions options_;
    render::RenderOptions render_;
    Context context_;
    std::unique_ptr<raster::Device> device_;
    std::unique_ptr<render::Renderer> renderer_;
    std::vector<std::shared_ptr<render::Shape>> colliders_;
    std::vector<std::shared_ptr<render::Shape>> props_;
    std::deque<Splat> splats_;
};

} // namespace impinge::cli
