// SPDX-License-Identifier: Apache-2.0
//
// The steps of which the methods of sections 4 and 5 consist, and the looks at the masks between
// them.
#pragma once

#include "base/stopwatch.hpp"
#include "depth_methods/findings.hpp"
#include "depth_methods/frame.hpp"
#include "depth_methods/masks.hpp"

#include <optional>

namespace impinge::inline v0::imagespace {

/// The number of a body's surfaces at every pixel, into DepthMaps::b.
Status count_surfaces_of(const Frame& frame, const Side& side);

/// Whether A is pi-convex or absent at every pixel, of maps that have ZmaxA.
Expected<bool> is_a_pi_convex(const Frame& frame);
/// Whether B has two surfaces or none at every pixel; it is drawn for it.
Expected<bool> is_b_pi_convex(const Frame& frame);

/// After a failure, or once the query is cancelled, steps do nothing; the next look says so.
class Renderings {
  public:
    explicit Renderings(const Frame& frame) : frame_(frame) {}

    /// ZmaxA with SA set and SC as it is to begin: drawn, or taken from an earlier query.
    void far_map_of_a(std::uint8_t sc_begin);
    /// ZminA: drawn, or taken from an earlier query.
    void near_map_of_a();
    /// Against ZmaxA, and ZminA as the reference if the pass asks for it.
    void render_b(Faces faces, const raster::Pass& pass);
    void on_masks(const raster::Pass& pass);
    /// Settles the pixels in which B begins within A.
    void first_surfaces_of_b();

    /// Looks at the masks after a rendering, unless looks are deferred. Nothing if a further one
    /// has to follow.
    Expected<std::optional<Findings>> after_first(Meaning meaning);
    Expected<std::optional<Findings>> after_second(Meaning meaning);
    /// Looks at the masks for the last time.
    Expected<Findings> at_the_end(Meaning meaning);

  private:
    enum class Phase : std::uint8_t { First, Second };

    [[nodiscard]] bool stopped();
    void note(Status status);
    void draw(raster::Target& target, const raster::Pass& pass, const Side& side, Faces faces,
              const raster::Target* reference = nullptr);
    void draw_far_map();
    void lap(double& phase);
    Expected<Histogram> look(Phase phase);
    Expected<std::optional<Findings>> unless_open(Meaning meaning, Phase phase);
    Expected<Findings> conclude(const Histogram& histogram, Meaning meaning, Phase phase);
    std::vector<std::uint8_t> read_masks(const raster::Target& target);
    std::vector<std::uint8_t> read_layers(const Side& side);
    Expected<Findings> read_cases(Findings findings, Meaning meaning);

    const Frame& frame_;
    Status status_;
    bool cancelled_ = false; ///< some step was left out
    Stopwatch watch_;
};

} // namespace impinge::inline v0::imagespace
