// SPDX-License-Identifier: Apache-2.0
//
// An algorithm at work on a window: layer after layer of edge points, with ever less to draw, until
// none is left.
#pragma once

#include "edge_rays/algorithms/edge_algorithms.hpp"
#include "edge_rays/look/dwindling_bodies.hpp"
#include "imagespace/pixel_areas.hpp"

namespace impinge::inline v0::imagespace {

class EdgeLook {
  public:
    EdgeLook(const EdgeFrame& frame, EdgeRayAlgorithm algorithm);

    [[nodiscard]] bool counts_fit() const { return layers_.counts_fit(); }
    [[nodiscard]] bool counts_may_cancel() const { return layers_.counts_may_cancel(); }
    Status run();
    EdgeFindings findings() &&;

  private:
    /// What is left of a look, at an area of its window.
    EdgeLook(const EdgeLook& whole, EdgeTargets& targets, const raster::PixelArea& area);

    Status look_at_layer();
    /// Whether there are more layers than edges: some come again and again.
    [[nodiscard]] bool runs_in_circles() const;
    Status look_for_hidden();
    void note_points() const;
    Status name_whole_edges(std::size_t first_sample);
    [[nodiscard]] bool is_told() const;

    /// Whether less needs to be drawn for the next layers.
    [[nodiscard]] bool worth_narrowing() const;
    /// Leaves out what is done with. True if areas were looked at instead of the window, and
    /// nothing is left to do.
    Expected<bool> narrow();
    Status look_at_area(const CompactArea& area, std::span<const raster::Pixel> open);

    EdgeRayAlgorithm algorithm_;
    EdgeFrame frame_; ///< the caller's, with the bodies that are left
    DwindlingBodies bodies_;
    EdgeLayers layers_;
    EdgeFindings findings_;
    unsigned done_before_ = 0;      ///< layers that were looked at in a larger window
    std::uint64_t points_then_ = 0; ///< in the layer when less was drawn the last time
};

/// Runs an algorithm on every layer of edge points of the window.
Expected<EdgeFindings> look_at(const EdgeFrame& frame, EdgeRayAlgorithm algorithm);

} // namespace impinge::inline v0::imagespace
