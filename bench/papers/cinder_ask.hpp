// SPDX-License-Identifier: Apache-2.0
//
// One question to one engine about one scene, and what it answered.
#pragma once

#include "bench/papers/cinder.hpp"

#ifdef IMPINGE_BENCH_FCL
#include "bench/fcl_model.hpp"
#endif

#include <map>
#include <memory>

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

/// An EdgeRaySession with the device it runs on.
class ResidentBodies {
  public:
    static Expected<std::unique_ptr<ResidentBodies>>
    create(raster::Device& device, const Variant& variant, std::span<const Body> bodies);

    Expected<imagespace::EdgeRays> query(std::span<const Rigid> poses) {
        return session_->query(poses);
    }
    [[nodiscard]] TimedDevice& device() { return device_; }
    [[nodiscard]] double create_milliseconds() const { return create_milliseconds_; }

  private:
    ResidentBodies(raster::Device& device, Reading reading) : device_(device, reading) {}

    TimedDevice device_;
    std::optional<imagespace::EdgeRaySession> session_; ///< there once it is created
    double create_milliseconds_ = 0;
};

/// All engines there are, for the bodies of one stock.
class Engines {
  public:
    Engines(raster::Device& device, const Stock& stock);

    Expected<Answer> ask(const Variant& variant, std::span<const Body> bodies);
    /// To build FCL's trees of triangles, which no answer of FCL counts; 0 without FCL.
    [[nodiscard]] double fcl_build_milliseconds() const { return fcl_build_milliseconds_; }
    /// To make the session of a variant, which no answer of it counts; 0 without a session.
    [[nodiscard]] double session_milliseconds(const Variant& variant) const;

  private:
    Expected<Answer> ask_edge_rays(const Variant& variant, std::span<const Body> bodies) const;
    Expected<Answer> ask_session(const Variant& variant, std::span<const Body> bodies);
    [[nodiscard]] Answer ask_fcl(std::span<const Body> bodies) const;

    raster::Device& device_;
    double fcl_build_milliseconds_ = 0;
    std::map<std::string, std::unique_ptr<ResidentBodies>> residents_; ///< by variant
#ifdef IMPINGE_BENCH_FCL
    std::vector<std::shared_ptr<FclModel>> fcl_model_of_body_;
#endif
};

} // namespace impinge::bench
