// SPDX-License-Identifier: Apache-2.0
//
// A ball is thrown at a vase, which breaks where it is hit: one body becomes many. Shards are cut
// out of the vase along the edges of its triangles, so that they fit each other exactly.
#pragma once

#include "scenes/motion/moving_scene.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace impinge::scenes {

/// A surface with a thickness: every vertex has a place outside and one inside.
struct Shell {
    std::vector<Vec3d> outside;
    std::vector<Vec3d> inside;
    std::vector<TriangleIndices> triangles; ///< of both
};

/// On z = 0, around the z axis, open above.
Shell vase(std::uint32_t rings, std::uint32_t sectors, double thickness);

/// The closed solid of some triangles of a shell: both sides, and walls along the border. Walls of
/// two solids that meet along an edge are the same two triangles, turned over.
Mesh solid_of(const Shell& shell, const std::vector<std::uint32_t>& triangles);

/// Triangles of a shell in connected shards: those nearest to each of `pieces` random points,
/// which lie the denser the nearer they are to `impact`; none is smaller than 24 triangles.
std::vector<std::vector<std::uint32_t>> shards_of(const Shell& shell, Vec3d impact,
                                                  std::size_t pieces, std::uint64_t seed);

struct ShatterParameters {
    std::size_t pieces = 40;
    double speed = 5; ///< of the ball, metres a second; up to 6
    std::uint64_t seed = 1;
};

/// Metres and seconds, 120 frames a second; z is up. The first body is the ground, the second the
/// ball, then the vase or its shards.
class ShatteringVase : public MovingScene {
  public:
    static constexpr std::size_t ground = 0;
    static constexpr std::size_t ball = 1;
    static constexpr std::size_t first_of_vase = 2;
    static constexpr double thickness = 0.075;

    static Expected<ShatteringVase> make(const ShatterParameters& parameters = {},
                                         const Context& context = {});

    /// Shards that the vase broke into; 0 before.
    [[nodiscard]] std::uint64_t splits() const override {
        return broken_ ? bodies_.size() - first_of_vase : 0;
    }
    [[nodiscard]] PassingLimits limits() const override {
        return {.thinnest = thickness, .step = 0.012, .depth = 0.05};
    }

  private:
    explicit ShatteringVase(const ShatterParameters& parameters);

    void split() override;
    void break_at(Vec3d impact);

    ShatterParameters parameters_;
    Shell shell_;
    bool broken_ = false;
};

} // namespace impinge::scenes
