// SPDX-License-Identifier: Apache-2.0
//
// A lizard walks through forty balls on a table: the first test of Jang, Jeong and Han 2007. The
// lizard deforms in every step, the balls are pushed away and push each other.
#pragma once

#include "scenes/motion/moving_scene.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace impinge::scenes {

/// A closed mesh of about 2,100 triangles with a skeleton: a spine from head to tail, and an upper
/// and a lower bone in each leg.
class Lizard {
  public:
    Lizard();

    /// As it was made: along x, its head at the larger end, its feet on z = 0.
    [[nodiscard]] const Mesh& mesh() const { return mesh_; }
    /// Vertices of the lizard as it walks along x, its middle at `start` at time 0.
    [[nodiscard]] std::vector<Vec3d> walking(double seconds, Vec3d start) const;
    static constexpr double speed = 1.1; ///< metres a second

  private:
    /// Moved by two bones, by the second one with this weight.
    struct Skin {
        std::uint32_t first = 0;
        std::uint32_t second = 0;
        double weight = 0;
    };

    friend class LizardMaker;
    Mesh mesh_;
    std::vector<Skin> skin_; ///< of each vertex
};

struct CreatureParameters {
    std::size_t balls = 40; ///< of 4,608 triangles each, on places of a grid of 40
    std::uint64_t seed = 1;
};

/// Metres and seconds; z is up. The first body is the table, then four cushions, the creature, and
/// the balls.
class CreatureAmongBalls : public MovingScene {
  public:
    static constexpr std::size_t table = 0;
    static constexpr std::size_t first_cushion = 1;
    static constexpr std::size_t creature = 5;
    static constexpr std::size_t first_ball = 6;
    static constexpr double ball_radius = 0.3;

    static Expected<CreatureAmongBalls> make(const CreatureParameters& parameters = {},
                                             const Context& context = {});

    /// The end of the tail is thinnest.
    [[nodiscard]] PassingLimits limits() const override {
        return {.thinnest = 0.14, .step = 0.04, .depth = 0.05};
    }

  private:
    explicit CreatureAmongBalls(const CreatureParameters& parameters);

    void add_balls(const CreatureParameters& parameters);
    void follow_paths() override;
    void split() override;

    Lizard lizard_;
};

} // namespace impinge::scenes
