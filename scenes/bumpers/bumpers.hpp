// SPDX-License-Identifier: Apache-2.0
//
// Bodies of several shapes fly weightlessly in a closed room and bounce off each other and off its
// walls. Where they meet, and along which normal, edge rays say; how they part, impulses.
#pragma once

#include "scenes/bumpers/edge_ray_contacts.hpp"
#include "scenes/motion/bounce.hpp"
#include "scenes/motion/moving_scene.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>

namespace impinge::scenes {

struct BumperParameters {
    std::size_t bodies = 18;   ///< 1 to 200
    double restitution = 0.95; ///< 0 to 1; at 1 no energy is lost
    double speed = 1;          ///< at the beginning, metres a second; up to 1.5
    std::uint64_t seed = 1;
    EdgeRayChoice edge_rays = {}; ///< a resolution of 64 to 4096
};

/// Metres and seconds, 60 frames a second. The first body is the room, which does not move.
class Bumpers : public MovingScene {
  public:
    static constexpr std::size_t room = 0;

    /// How far its inner walls are from its middle, the origin.
    static Vec3d half_room(std::size_t bodies);

    static Expected<Bumpers> make(const BumperParameters& parameters = {},
                                  const Context& context = {});

    [[nodiscard]] PassingLimits limits() const override {
        return {.thinnest = 0.16, .step = 0.03, .depth = 0.08};
    }
    [[nodiscard]] std::optional<double> pixel_size() const override {
        return edge_rays_->pixel_size();
    }
    /// The momentum that the walls were given included: it stays what it was.
    [[nodiscard]] std::optional<MotionSums> sums() const override;
    [[nodiscard]] std::uint64_t impulses() const { return impulses_; } ///< so far
    [[nodiscard]] const std::vector<imagespace::EdgeContact>& edge_contacts() const {
        return edge_rays_->contacts();
    }

  private:
    Bumpers(const BumperParameters& parameters, std::shared_ptr<EdgeRayContacts> edge_rays);

    double move() override;
    void respond() override;

    BumperParameters parameters_;
    std::shared_ptr<EdgeRayContacts> edge_rays_;
    MotionSums given_to_room_;
    std::uint64_t impulses_ = 0;
};

} // namespace impinge::scenes
