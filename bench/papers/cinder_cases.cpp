// SPDX-License-Identifier: Apache-2.0
//
// The experiments of section 4.7.3, and the two that go beyond it: the same scenes looked at in
// full, and meshes a hundred times denser than the thesis could handle.
#include "bench/papers/cinder.hpp"

#include <algorithm>
#include <array>

namespace impinge::bench {
namespace {

using imagespace::EarlyExit;
using imagespace::EdgeRayAlgorithm;
using imagespace::EdgeRayOptions;
using imagespace::HiddenPoints;
using imagespace::Windows;

constexpr int thesis_window = 256;

/// One window for all bodies, and only the nearest edge point of each pixel.
EdgeRayOptions as_in_thesis(EdgeRayAlgorithm algorithm, int resolution = thesis_window,
                            EarlyExit early_exit = EarlyExit::ByQuery) {
    return {.algorithm = algorithm,
            .resolution = resolution,
            .direction = Vec3d{0, 1, 0},
            .windows = Windows::WholeScene,
            .hidden_points = HiddenPoints::Ignored,
            .early_exit = early_exit};
}

/// The thesis times from the first command on, with the models on the device.
Variant resident(Variant variant) {
    variant.residence = Residence::Session;
    return variant;
}

void add_peers(std::vector<Variant>& variants) {
    variants.push_back({.name = "exact", .engine = Engine::Exact});
#ifdef IMPINGE_BENCH_FCL
    variants.push_back({.name = "FCL", .engine = Engine::Fcl});
#endif
}

/// The peers first: what they found is what the others are compared with.
std::vector<Variant> thesis_and(const EdgeRayOptions& in_full) {
    std::vector<Variant> variants;
    add_peers(variants);
    variants.push_back(
        resident({.name = "algorithm 4", .options = as_in_thesis(EdgeRayAlgorithm::IdentifyBoth)}));
    variants.push_back(resident({.name = "algorithm 5",
                                 .options = as_in_thesis(EdgeRayAlgorithm::IdentifyByQueries),
                                 .same_bodies_as = "algorithm 4"}));
    variants.push_back({.name = "in full", .options = in_full});
    return variants;
}

Case boxes_case(std::size_t count) {
    return {"bodies", std::to_string(count), scattered_boxes(count),
            thesis_and({.precision = 1.0 / 64})};
}

Case balls_case(std::size_t triangles) {
    return {"triangles", std::to_string(triangles), clustered_balls(4, triangles),
            thesis_and({.resolution = thesis_window})};
}

/// The room has the shape of the window, 640 x 480 or 256 x 256 pixels, one of them left free on
/// every side.
Case pixel_case(int resolution) {
    const Vec3d room{resolution == 640 ? 4.02 : 3.0, 3, 3};
    const EdgeRayOptions both = as_in_thesis(EdgeRayAlgorithm::IdentifyBoth, resolution);
    Case one{"table-4.1", std::to_string(resolution), mixed_bodies(3614, room), {}};
    add_peers(one.variants);
    one.variants.push_back(
        resident({.name = "read pixels", .options = both, .reading = Reading::WholePlanes}));
    one.variants.push_back(
        resident({.name = "collect pixels", .options = both, .same_answer_as = "read pixels"}));
    one.variants.push_back(
        resident({.name = "occlusion query",
                  .options = as_in_thesis(EdgeRayAlgorithm::IdentifyByQueries, resolution),
                  .same_bodies_as = "read pixels"}));
    return one;
}

Case early_exit_case(std::size_t triangles, Meeting meeting) {
    const char* word = meeting == Meeting::Crossing ? " interfering" : " apart";
    Case one{"table-4.2", std::to_string(triangles) + word, linked_rings(triangles, meeting), {}};
    add_peers(one.variants);
    for (const auto& [name, algorithm] :
         {std::pair{"algorithm 4", EdgeRayAlgorithm::IdentifyBoth},
          std::pair{"algorithm 5", EdgeRayAlgorithm::IdentifyByQueries}}) {
        one.variants.push_back(resident({.name = name, .options = as_in_thesis(algorithm)}));
        one.variants.push_back(
            resident({.name = name + std::string(", no early exit"),
                      .options = as_in_thesis(algorithm, thesis_window, EarlyExit::None),
                      .same_answer_as = name}));
    }
    return one;
}

Case dense_case(std::size_t triangles) {
    Case one{"dense", std::to_string(triangles), clustered_balls(2, triangles), {}};
    add_peers(one.variants);
    one.variants.push_back(
        {.name = "algorithm 4", .options = as_in_thesis(EdgeRayAlgorithm::IdentifyBoth)});
    for (const int resolution : {256, 512, 1024}) {
        one.variants.push_back({.name = "in full, " + std::to_string(resolution),
                                .options = {.resolution = resolution}});
    }
    return one;
}

class CaseList {
  public:
    explicit CaseList(const Plan& plan) : plan_(plan) {}

    void add(const std::string& part, double size, std::function<Case()> make) {
        if (plan_.wants(part) && size <= plan_.size) {
            all_.push_back(std::move(make));
        }
    }
    std::vector<std::function<Case()>> take() { return std::move(all_); }

  private:
    const Plan& plan_;
    std::vector<std::function<Case()>> all_;
};

} // namespace

bool Plan::wants(const std::string& part) const {
    return parts.empty() || std::find(parts.begin(), parts.end(), part) != parts.end();
}

std::vector<std::function<Case()>> cases(const Plan& plan) {
    CaseList list(plan);
    for (const std::size_t count : {10U, 32U, 100U, 316U, 1000U, 3162U, 10000U}) {
        list.add("bodies", static_cast<double>(count) / 10e3, [=] { return boxes_case(count); });
    }
    for (const std::size_t count : {1000U, 3162U, 10000U, 31623U, 100000U, 316228U, 1000000U}) {
        list.add("triangles", static_cast<double>(count) / 1e6, [=] { return balls_case(count); });
    }
    for (const int resolution : {256, 640}) {
        list.add("table-4.1", 0, [=] { return pixel_case(resolution); });
    }
    for (const std::size_t triangles : {606U, 1076U, 1734U, 2580U}) {
        for (const Meeting meeting : {Meeting::Crossing, Meeting::Apart}) {
            list.add("table-4.2", 0, [=] { return early_exit_case(triangles, meeting); });
        }
    }
    list.add("dense", 1, [] { return dense_case(1000000); });
    return list.take();
}

} // namespace impinge::bench
