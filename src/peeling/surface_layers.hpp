// SPDX-License-Identifier: Apache-2.0
//
// Sections 3 and 4 of the paper on the device: layers of two bodies in turn, each deeper than the
// last, and the ids of surfaces that come close to each other there. Many regions are looked at
// together, side by side in one target (an atlas): the device is waited for as often as for one.
#pragma once

#include "base/stopwatch.hpp"
#include "peeling/peeling_region.hpp"

#include <array>
#include <span>
#include <vector>

namespace impinge::inline v0::imagespace {

/// How many layers fit three targets with two layers each.
inline constexpr unsigned layers_per_stage = 6;

constexpr unsigned stages_of(unsigned layers) {
    return (layers + layers_per_stage - 1) / layers_per_stage;
}

/// Ids of A and of B, sorted, each pair once. Of a body and itself, in no order.
struct LayerPairs {
    std::vector<raster::IdPair> ids;
    unsigned layers = 0;
    unsigned draws = 0; ///< how often a body was drawn
};

/// What is drawn into, and what counts it; kept for the next look.
class LayerTargets {
  public:
    /// At least so large, with so many queries. What is there already serves, unless it is far
    /// larger.
    Status need(raster::Device& device, int width, int height, std::size_t queries);
    [[nodiscard]] raster::Target& layer(unsigned number) const { return *targets_[number % 2]; }
    [[nodiscard]] raster::Target& before() const { return *targets_[2]; }
    [[nodiscard]] raster::Query& query(std::size_t region) const { return *queries_[region]; }

  private:
    std::array<std::unique_ptr<raster::Target>, 3> targets_;
    std::vector<std::unique_ptr<raster::Query>> queries_;
};

struct PeelingTask {
    raster::Device& device;
    const WorldBody& a;
    const WorldBody& b; ///< the same object as `a` for a body and itself
    const PeelingOptions& options;
    const Context& context;
    PeelingReport& report;           ///< receives what it took
    LayerTargets* targets = nullptr; ///< only drawing needs them

    [[nodiscard]] bool one_body() const { return &a == &b; }
};

/// A region in the atlas.
struct RegionLook {
    const WorldBody* a = nullptr;
    const WorldBody* b = nullptr; ///< the same as `a` for a body and itself
    const SharedRegion* region = nullptr;
    double epsilon = 0;           ///< in world units
    raster::PixelArea place = {}; ///< as large as the region's view

    [[nodiscard]] bool one_body() const { return a == b; }
};

/// All regions together.
struct AtlasLook {
    raster::Device& device;
    const PeelingOptions& options;
    const Context& context;
    LayerTargets& targets;
    std::array<int, 2> size{};  ///< of the atlas
    PeelingTimes& milliseconds; ///< what it took, of all regions together
};

/// Of each region. Fewer if the context is cancelled.
Expected<std::vector<LayerPairs>> close_surfaces(const AtlasLook& atlas,
                                                 std::span<const RegionLook> regions);

/// Of one region, which has a target of its own. `epsilon` is in world units.
Expected<LayerPairs> close_surfaces(const PeelingTask& task, const SharedRegion& region,
                                    double epsilon);

/// The largest distance along the view at which surfaces count as close: see the public header.
double close_distance(const SharedRegion& region, double steepest_slope);

} // namespace impinge::inline v0::imagespace
