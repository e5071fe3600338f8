// SPDX-License-Identifier: Apache-2.0
//
// A cloth in a frame, and forty thorny bodies that fall on it and tear it: the second test of Jang,
// Jeong and Han 2007. Where it tears, vertices are doubled and triangles added.
#pragma once

#include "scenes/motion/moving_scene.hpp"
#include "scenes/motion/sheet.hpp"

#include <cstddef>
#include <cstdint>

namespace impinge::scenes {

struct TornClothParameters {
    std::size_t triangles = 1600; ///< of the cloth when it is whole; met within 10 %, from 400 on
    std::size_t bodies = 40;      ///< that fall, of 2,048 triangles each
    /// Length of a thread by that at rest, of a cloth of 1,600 triangles. In a finer cloth threads
    /// stand more, so that it tears under the same load.
    double tears_at = 1.2;
    std::uint64_t seed = 1;
};

/// Metres and seconds; z is up. The first body is the ground, the second the frame, the third the
/// cloth; the others fall.
class TornCloth : public MovingScene {
  public:
    static constexpr std::size_t ground = 0;
    static constexpr std::size_t frame_of_wood = 1;
    static constexpr std::size_t cloth = 2;
    static constexpr std::size_t first_falling = 3;

    static Expected<TornCloth> make(const TornClothParameters& parameters = {},
                                    const Context& context = {});

    /// Edges that were cut.
    [[nodiscard]] std::uint64_t splits() const override { return tears_; }
    /// Thorny bodies are thinnest at their cores.
    [[nodiscard]] PassingLimits limits() const override {
        return {.thinnest = 0.216, .step = 0.04, .depth = 0.12};
    }

  private:
    explicit TornCloth(const TornClothParameters& parameters);

    void add_cloth(const TornClothParameters& parameters);
    void add_falling(const TornClothParameters& parameters);
    void hold(double step_seconds) override { sheet_.hold(bodies_[cloth], step_seconds); }
    void split() override { tears_ += sheet_.tear(bodies_[cloth]); }

    Sheet sheet_;
    std::uint64_t tears_ = 0;
};

} // namespace impinge::scenes
