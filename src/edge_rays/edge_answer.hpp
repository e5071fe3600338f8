// SPDX-License-Identifier: Apache-2.0
//
// What the windows showed, put together: points, pairs, bodies.
#pragma once

#include "edge_rays/edge_scene.hpp"

#include <map>

namespace impinge::inline v0::imagespace {

class EdgeAnswer {
  public:
    /// The pairs whose boxes overlap, sorted.
    EdgeAnswer(EdgeScene& scene, std::span<const BoxPair> pairs, EdgeRayAlgorithm algorithm);

    void add_open(std::span<const UnsoundBody> bodies);
    void add_turned(std::uint32_t body);
    /// What was seen through the window of a frame.
    Status add(const EdgeFrame& frame, const EdgeFindings& findings);
    [[nodiscard]] bool is_open(std::uint32_t body) const { return bodies_[body].open; }

    /// Whether the place where the two may meet is so small against the bodies in its window that
    /// the floats that are drawn say nothing about it.
    [[nodiscard]] bool is_beyond_floats(const EdgeRayPair& pair) const;

    /// Once all windows are added: says what is known of pairs that were not found.
    void judge_rest();
    /// Once all pairs have their last verdict.
    EdgeRays finish();

    EdgeRays rays = {};

  private:
    struct BodyState {
        bool seen = false;
        bool open = false;
        bool negative = false;
        bool hidden_left = false; ///< in a window that shows it there are points not looked at
        bool may_cancel = false;  ///< in a window that shows it counts may have cancelled out
        bool unnamed = false;     ///< in such a window something was found, and not who with whom
        bool penetrating = false;
        bool penetrated = false;
        double pixel_size = 0;
        double largest_body = 0; ///< in windows that show it
    };

    /// Null if the boxes do not overlap, which proves the two apart: a point that says otherwise
    /// lies up to half a pixel beside its edge.
    EdgeRayPair* pair_of(std::uint32_t a, std::uint32_t b);
    Status add_point(const EdgeFrame& frame, const EdgeSample& sample,
                     std::span<const std::uint32_t> penetrated);
    static void name_pair(const EdgeFrame& frame, EdgeRayPair& pair);
    /// Of the only two bodies of the window, if there are so many.
    EdgeRayPair* only_pair(const EdgeFrame& frame);
    void note_bodies(const EdgeFrame& frame, const EdgeFindings& findings);
    Status note_negative(std::span<const UnsoundBody> negative, const Context& context);
    std::vector<std::uint32_t> penetrated_by(const EdgeFrame& frame, const EdgeSample& sample);
    [[nodiscard]] bool may_interfere(const BodyState& a, const BodyState& b) const;
    [[nodiscard]] bool could_be_missed(const EdgeRayPair& pair) const;
    [[nodiscard]] bool is_settled(const EdgeRayPair& pair) const;

    EdgeScene& scene_;
    EdgeRayAlgorithm algorithm_;
    std::vector<BodyState> bodies_;
    std::map<std::uint32_t, std::uint64_t> negative_rays_; ///< of each body
};

} // namespace impinge::inline v0::imagespace
