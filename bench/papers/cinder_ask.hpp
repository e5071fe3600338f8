// SPDX-License-Identifier: Apache-2.0
//
// One question to one engine about one scene, and what it answered.
#pragma once

#include "bench/papers/cinder.hpp"

#ifdef IMPINGE_BENCH_FCL
#include "bench/fcl_assembly.hpp"
#endif

namespace impinge::bench {

using PairList = std::vector<std::array<std::uint32_t, 2>>;

struct Answer {
    double milliseconds = 0;
    std::uint64_t hash = 0;
    std::uint64_t pair_count = 0;
    PairList pairs = {}; ///< interfering ones, sorted; FCL and queries do not tell them
    // The rest is of edge rays only.
    std::vector<std::uint32_t> penetrating = {};
    std::vector<std::uint32_t> penetrated = {};
    DevicePhases phases = {};
    imagespace::EdgeRayWork work = {};
    std::array<int, 2> window{}; ///< the first one, in pixels
    double pixel_size = 0;
};

/// All engines there are, for the bodies of one stock.
class Engines {
  public:
    Engines(raster::Device& device, const Stock& stock);

    Expected<Answer> ask(const Variant& variant, std::span<const Body> bodies) const;
    /// To build FCL's trees of triangles, which no answer of FCL counts; 0 without FCL.
    [[nodiscard]] double fcl_build_milliseconds() const { return fcl_build_milliseconds_; }

  private:
    Expected<Answer> ask_edge_rays(const Variant& variant, std::span<const Body> bodies) const;
    [[nodiscard]] Answer ask_fcl(std::span<const Body> bodies) const;

    raster::Device& device_;
    double fcl_build_milliseconds_ = 0;
#ifdef IMPINGE_BENCH_FCL
    std::vector<std::shared_ptr<FclModel>> fcl_model_of_body_;
#endif
};

} // namespace impinge::bench
