// SPDX-License-Identifier: Apache-2.0
//
// Bodies of a window drawn as edges or as faces, and the edge points of a window, layer after layer
// (depth peeling), in the frame buffer of the thesis.
#pragma once

#include "edge_rays/algorithms/edge_passes.hpp"
#include "edge_rays/edge_frame.hpp"

namespace impinge::inline v0::imagespace {

/// Where to and how.
struct EdgeDraw {
    raster::Target& target;
    raster::Pass pass;
    const raster::Target* reference = nullptr;
    /// For each body drawn (entries may be null), none, or one for all.
    std::span<raster::Query* const> queries = {};
};

/// In the order of the bodies, moved outward by the frame's offset.
Status draw_edges(const EdgeFrame& frame, std::span<const EdgeBody> bodies, const EdgeDraw& draw);

/// All but open bodies, as if they looked outward. In their order, but for inside-out ones, which
/// come last.
Status draw_faces(const EdgeFrame& frame, std::span<const EdgeBody> bodies, const EdgeDraw& draw);

/// At a pixel points are ordered by depth, then by body; each (depth, body) has one turn. So points
/// hidden behind others (figure 4.11) are looked at, too.
class EdgeLayers {
  public:
    explicit EdgeLayers(const EdgeFrame& frame);

    /// Pass #1: the next layer. If it holds no points, no layer after it does.
    Status draw_edges();
    /// Passes #2 and #3: the bodies around every point of the layer.
    Status count_faces();
    /// Section 4.5.2, the early out: an occlusion query tells whether any count is not zero, before
    /// anything is read.
    Status query_counts();

    [[nodiscard]] const EdgeFrame& frame() const { return frame_; }
    [[nodiscard]] unsigned drawn() const { return drawn_; } ///< layers that held points
    [[nodiscard]] unsigned layer() const { return drawn_ - 1; }
    [[nodiscard]] std::uint64_t points() const { return points_; } ///< in this layer
    /// Whether something may lie in something: false only if the query said so.
    [[nodiscard]] bool anything_counted() const { return points_ > 0 && anything_counted_; }

    /// Whether a point cannot lie in more bodies than the stencil plane can count.
    [[nodiscard]] bool counts_fit() const { return counts_fit_; }
    /// Whether a body may take off what another adds: one winds the wrong way round somewhere.
    [[nodiscard]] bool counts_may_cancel() const { return counts_may_cancel_; }
    /// Whether a point lies in as many bodies as are counted, or fewer, but in some.
    [[nodiscard]] bool counts_tell() const { return counts_fit_ && !counts_may_cancel_; }

    [[nodiscard]] raster::Target& buffer() const { return *buffer_; }
    [[nodiscard]] raster::Target& found() const { return *found_; }
    /// A pass over faces that leaves out what is not to be held against edge points.
    [[nodiscard]] raster::Pass without_own_body(const raster::Pass& pass) const;

    /// Id plane 1 of `found`, and `single` with the depths of this layer, for pass #5 and after.
    Expected<raster::Target*> prepare_single();

    /// Bodies of which some edge point was drawn, ascending indices.
    [[nodiscard]] std::vector<std::uint32_t> seen() const;

  private:
    Status clear_buffers();
    Status draw_points(std::span<raster::Query* const> queries);
    Status note_seen();
    Expected<raster::Target*> target(std::size_t which) const;

    const EdgeFrame& frame_;
    bool counts_fit_ = true;
    bool counts_may_cancel_ = false;
    raster::Target* buffer_ = nullptr;
    raster::Target* before_ = nullptr; ///< the layer before
    raster::Target* found_ = nullptr;
    unsigned drawn_ = 0;
    std::uint64_t points_ = 0;
    bool anything_counted_ = true;
    /// For each body, null once one of its points was seen.
    std::vector<raster::Query*> unseen_;
    std::size_t unseen_count_ = 0;
};

} // namespace impinge::inline v0::imagespace
