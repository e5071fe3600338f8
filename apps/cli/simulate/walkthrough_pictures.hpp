// SPDX-License-Identifier: Apache-2.0
//
// Pictures of the walkthrough: what collides is red, the parts of the hand one by one.
#pragma once

#include "simulate/simulate_pictures.hpp"
#include "simulate/walkthrough_kitchen.hpp"

#include <map>

namespace impinge::cli {

enum class Viewpoint : std::uint8_t {
    Room,     ///< the whole kitchen, from the front and above
    WithHand, ///< near the hand, and moves with it
};

class WalkthroughPictures {
  public:
    static Expected<WalkthroughPictures> open(const WalkthroughKitchen& kitchen,
                                              const SimulationPictureOptions& options,
                                              Viewpoint viewpoint, const Context& context);

    [[nodiscard]] bool wants(std::size_t frame) const { return pictures_.wants(frame); }

    /// What one frame shows.
    struct Content {
        std::set<std::uint32_t> colliding_bodies; ///< by their number in the world
        std::set<PartId> colliding_parts;
        std::vector<WorldPair> near_pairs; ///< with closest points
    };
    /// Returns the name of the file.
    Expected<std::string> write(const WalkthroughKitchen& kitchen, const Content& content,
                                std::size_t frame);

  private:
    WalkthroughPictures(SimulationPictures pictures, SimulationPictureOptions options,
                        Viewpoint viewpoint)
        : pictures_(std::move(pictures)), options_(std::move(options)), viewpoint_(viewpoint) {}

    Status make_shapes(const WalkthroughKitchen& kitchen);

    SimulationPictures pictures_;
    SimulationPictureOptions options_;
    Viewpoint viewpoint_;
    std::vector<std::shared_ptr<render::Shape>> bodies_;
    std::map<PartId, std::shared_ptr<render::Shape>> hand_;
};

} // namespace impinge::cli
