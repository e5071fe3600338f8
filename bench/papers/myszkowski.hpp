// SPDX-License-Identifier: Apache-2.0
//
// What bench/papers/myszkowski_bench measures: the experiments of section 8 of Myszkowski, Okunev
// and Kunii (1995), on one device, beside the exact engine and FCL in the same run.
#pragma once

#include "bench/papers/paper_run.hpp"
#include "impinge/depth_methods.hpp"

#include <memory>
#include <string>
#include <vector>

namespace impinge::bench {

/// Two solids with what is known of them.
struct SolidPair {
    std::string scene;
    Mesh a;
    Mesh b;
    Diagnosis diagnosis_a;
    Diagnosis diagnosis_b;

    SolidPair(std::string name, Mesh first, Mesh second);
    [[nodiscard]] std::size_t triangles() const { return a.triangles.size() + b.triangles.size(); }
    [[nodiscard]] Body body_a(const Rigid& pose = {}) const {
        return {a.view(), pose, &diagnosis_a};
    }
    [[nodiscard]] Body body_b(const Rigid& pose = {}) const {
        return {b.view(), pose, &diagnosis_b};
    }
};

/// A pair in one position, and how it is to be looked at.
struct Experiment {
    std::string part; ///< "table1", "teeth", "triangles" or "resolution"
    std::string name; ///< of the figure or position; unique within the part and size
    std::shared_ptr<const SolidPair> pair;
    Rigid pose_b = {};
    Vec3d direction;
    imagespace::Method method = imagespace::Method::Cascade;
    int resolution = 512;
};

/// How often, and with whom.
struct Plan {
    int repetitions = 5;
    double size = 1; ///< fraction of the triangles, for a quick look
    std::vector<std::string> parts;

    [[nodiscard]] bool wants(const std::string& part) const;
    [[nodiscard]] std::size_t triangles(double full) const {
        return static_cast<std::size_t>(full * size);
    }
};

/// Every experiment of the parts wanted, smallest first.
std::vector<Experiment> experiments(const Plan& plan);

/// Medians of all that is timed and what was found; fails if repetitions differ in the latter.
Expected<Json> measure(raster::Device& device, const Experiment& experiment, const Plan& plan);

/// The jaws moving from open to closed, frame after frame, in one DepthSession.
struct Frames {
    Json json;
    double ratio = 0; ///< slowest frame to fastest colliding one, with the session
};
/// Seen along the direction that is chosen for them, and then along others.
Expected<std::vector<Frames>> measure_frames(raster::Device& device, const Plan& plan);

/// How many overlaps are missed and invented, by the number of planes of projection, over random
/// pairs; `seeds` of each kind and depth.
Expected<Json> measure_planes(raster::Device& device, const Plan& plan);

/// What was found: equal for every repetition on one device. The hash is of all the rest.
Json found(const imagespace::Sampled& sampled);

} // namespace impinge::bench
