// SPDX-License-Identifier: Apache-2.0
#include "sampled_edge_rays.hpp"

#include <algorithm>
#include <map>

namespace impinge::cli {
namespace {

using imagespace::DecidedBy;
using imagespace::EdgeRayAlgorithm;
using imagespace::EdgeRays;
using imagespace::UnsoundBody;

/// Two algorithms only know that there are some, two do not know in which body they lie unless a
/// window shows no other.
bool counts_points(EdgeRayAlgorithm algorithm, const imagespace::EdgeRayPair& pair) {
    switch (algorithm) {
    case EdgeRayAlgorithm::IdentifyBoth:
        return true;
    case EdgeRayAlgorithm::IdentifyPenetrating:
    case EdgeRayAlgorithm::IdentifyWithoutStencil:
        return pair.settled;
    default:
        return false;
    }
}

MethodAnswer answer_about(const imagespace::EdgeRayPair& pair, const EdgeRays& rays,
                          EdgeRayAlgorithm algorithm) {
    MethodAnswer answer;
    answer.interference = pair.interference;
    answer.settled = pair.settled;
    answer.edge_rays = EdgeRayShare{.decided_by = pair.decided_by};
    if (counts_points(algorithm, pair)) {
        answer.edge_rays->points_of_a = pair.points_of_a;
        answer.edge_rays->points_of_b = pair.points_of_b;
    }
    const bool only_looked_at = pair.decided_by == DecidedBy::Rays;
    answer.interference.partial |=
        rays.partial && only_looked_at && pair.interference.verdict == Verdict::Apart;
    return answer;
}

/// The edges of a body as edge rays number them, made once for each body.
class NumberedEdges {
  public:
    explicit NumberedEdges(std::span<const Body> bodies) : bodies_(bodies) {}

    Expected<raster::EdgeIndices> corners_of(std::uint32_t body, std::uint32_t edge) {
        auto known = edges_.find(body);
        if (known == edges_.end()) {
            auto edges = raster::unique_edges(bodies_[body].mesh);
            if (!edges) {
                return edges.error();
            }
            known = edges_.emplace(body, std::move(*edges)).first;
        }
        return known->second[edge];
    }

  private:
    std::span<const Body> bodies_;
    std::map<std::uint32_t, std::vector<raster::EdgeIndices>> edges_;
};

} // namespace

bool names_pairs(EdgeRayAlgorithm algorithm) { return algorithm == EdgeRayAlgorithm::IdentifyBoth; }

bool names_penetrated(EdgeRayAlgorithm algorithm) {
    return names_pairs(algorithm) || algorithm == EdgeRayAlgorithm::IdentifyByQueries;
}

const char* name_of(DecidedBy decided_by) {
    switch (decided_by) {
    case DecidedBy::Rays:
        return "rays";
    case DecidedBy::Refinement:
        return "refinement";
    case DecidedBy::Exact:
        break;
    }
    return "exact";
}

const char* name_of(UnsoundBody::Fault fault) {
    switch (fault) {
    case UnsoundBody::Fault::Open:
        return "open";
    case UnsoundBody::Fault::InsideOut:
        return "inside_out";
    case UnsoundBody::Fault::Negative:
        break;
    }
    return "negative";
}

Expected<std::vector<MethodAnswer>> answers_about_pairs(const EdgeRays& rays,
                                                        EdgeRayAlgorithm algorithm,
                                                        std::span<const Body> bodies) {
    std::vector<MethodAnswer> answers;
    answers.reserve(rays.pairs.size());
    for (const imagespace::EdgeRayPair& pair : rays.pairs) {
        answers.push_back(answer_about(pair, rays, algorithm));
    }
    NumberedEdges edges(bodies);
    for (const imagespace::EdgeCrossing& crossing : rays.crossings) {
        const auto [a, b] = std::minmax(crossing.body, crossing.penetrated);
        const auto pair = std::lower_bound(
            rays.pairs.begin(), rays.pairs.end(), std::pair(a, b),
            [](const auto& left, const auto& right) { return std::pair(left.a, left.b) < right; });
        if (pair == rays.pairs.end() || pair->a != a || pair->b != b) {
            continue;
        }
        const auto corners = edges.corners_of(crossing.body, crossing.edge);
        if (!corners) {
            return corners.error();
        }
        answers[static_cast<std::size_t>(pair - rays.pairs.begin())].edge_rays->crossings.push_back(
            {crossing, *corners});
    }
    for (MethodAnswer& answer : answers) {
        answer.interference.hash = hash_of(answer);
    }
    return answers;
}

} // namespace impinge::cli
