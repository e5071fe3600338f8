// SPDX-License-Identifier: Apache-2.0
//
// What bench/papers/cinder_bench measures: section 4.7.3 of Knott's thesis (2003), on one device,
// beside the exact engine and FCL in the same run.
#pragma once

#include "bench/papers/cinder_scenes.hpp"
#include "bench/papers/paper_run.hpp"
#include "bench/papers/timed_device.hpp"
#include "impinge/edge_rays.hpp"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace impinge::bench {

enum class Engine : std::uint8_t { EdgeRays, Exact, Fcl };

/// What edge rays find on the device when they are asked.
enum class Residence : std::uint8_t {
    None,    ///< edge_rays(): nothing, and nothing is kept
    Session, ///< an EdgeRaySession, made before the clock runs: the bodies, as in the thesis
};

/// A way to ask about a scene.
struct Variant {
    std::string name;
    Engine engine = Engine::EdgeRays;
    imagespace::EdgeRayOptions options = {};
    Residence residence = Residence::None;
    Reading reading = Reading::Collected;
    // An earlier variant of the case that must give the same answer, or name the same bodies where
    // this one names no pairs.
    std::string same_answer_as = {};
    std::string same_bodies_as = {};
};

/// One size of one experiment: every trial has the same bodies in other places.
struct Case {
    std::string part; ///< "bodies", "triangles", "table-4.1", "table-4.2" or "dense"
    std::string name; ///< unique within the part
    TrialScene scene;
    std::vector<Variant> variants;
};

/// How often, and for how long.
struct Plan {
    int trials = 100;
    double seconds = 2;    ///< after which a variant of a case gets no further trials,
    int fewest_trials = 3; ///< unless it had fewer than these
    double patience = 5;   ///< and took less than so many times as long for them
    double size = 1;       ///< fraction of the largest sizes, for a quick look
    std::vector<std::string> parts = {};

    [[nodiscard]] bool wants(const std::string& part) const;
};

/// Every case of the parts wanted, smallest first. What a case holds is made when its turn comes.
std::vector<std::function<Case()>> cases(const Plan& plan);

/// All that was timed and found. Fails if two variants differ where they must not.
Expected<Json> measure(raster::Device& device, const Case& one, const Plan& plan);

} // namespace impinge::bench
