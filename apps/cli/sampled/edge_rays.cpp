// SPDX-License-Identifier: Apache-2.0
#include "sampled/edge_rays.hpp"

#include "input/input.hpp"
#include "output/text.hpp"

#include <algorithm>
#include <cmath>
#include <fmt/core.h>
#include <map>

namespace impinge::cli {
namespace {

using imagespace::EdgeRayAlgorithm;
using imagespace::EdgeRayDecidedBy;
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
    const bool only_looked_at = pair.decided_by == EdgeRayDecidedBy::Rays;
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

const char* to_string(EdgeRayDecidedBy decided_by) {
    switch (decided_by) {
    case EdgeRayDecidedBy::Rays:
        return "rays";
    case EdgeRayDecidedBy::Refinement:
        return "refinement";
    case EdgeRayDecidedBy::Exact:
        break;
    }
    return "exact";
}

const char* to_string(UnsoundBody::Fault fault) {
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

namespace {

constexpr std::size_t most_notes = 10;
constexpr std::size_t most_names = 20;

std::string names_of(std::span<const std::uint32_t> indices, std::span<const LoadedBody> bodies) {
    std::string names;
    for (const std::uint32_t index : indices.first(std::min(indices.size(), most_names))) {
        names += (names.empty() ? "" : ", ") + printable(bodies[index].name);
    }
    return indices.size() > most_names
               ? fmt::format("{} and {} more", names, indices.size() - most_names)
               : names;
}

std::string fault_words(const UnsoundBody& unsound) {
    const std::string rays = counted(unsound.rays, "ray", "rays");
    switch (unsound.fault) {
    case UnsoundBody::Fault::Open:
        return fmt::format("is not closed ({} tell so): nothing is said to lie in it", rays);
    case UnsoundBody::Fault::InsideOut:
        return "is inside out, and was taken as if its faces looked outward";
    case UnsoundBody::Fault::Negative:
        break;
    }
    return fmt::format("has parts that look the wrong way ({} tell so): nothing is said to lie in "
                       "it",
                       rays);
}

} // namespace

std::string edge_points_text(const EdgeRayShare& share) {
    if (!share.points_of_a) {
        return "not counted";
    }
    std::string text;
    if (*share.points_of_a > 0) {
        text = fmt::format("{} of a in b", *share.points_of_a);
    }
    if (*share.points_of_b > 0) {
        text += text.empty() ? "" : ", ";
        text += fmt::format("{} of b in a", *share.points_of_b);
    }
    return text.empty() ? "none" : text;
}

std::string edge_ray_facts(const EdgeRays& rays, std::optional<LengthUnit> unit) {
    const imagespace::EdgeRayWork& work = rays.work;
    if (work.windows == 0) {
        return "nothing had to be drawn: no boxes overlap\n";
    }
    const std::string suffix = unit_suffix(unit);
    const std::string offset = rays.edge_offset == 0
                                   ? ""
                                   : fmt::format(", edges moved {} by up to {:.4g}{}",
                                                 rays.edge_offset > 0 ? "outward" : "inward",
                                                 std::abs(rays.edge_offset), suffix);
    return fmt::format("{}, pixels up to {:.4g}{}, surfaces drawn within {:.2g}{}{}\n"
                       "{} in {}, {} of them behind others\n",
                       counted(work.windows, "window", "windows"), rays.pixel_size, suffix,
                       rays.surface_error, suffix, offset,
                       counted(work.edge_points, "edge point", "edge points"),
                       counted(work.layers, "layer", "layers"), work.hidden_points);
}

std::string penetration_text(const EdgeRays& rays, EdgeRayAlgorithm algorithm,
                             std::span<const LoadedBody> bodies) {
    if (names_pairs(algorithm)) {
        return "";
    }
    if (!rays.interference) {
        return "no edge point lies in another body\n";
    }
    std::string text = "some edge point lies in another body\n";
    if (algorithm != EdgeRayAlgorithm::Detect) {
        text += fmt::format("penetrating: {}\n", names_of(rays.penetrating_bodies, bodies));
    }
    if (names_penetrated(algorithm)) {
        text += fmt::format("penetrated: {}\n", names_of(rays.penetrated_bodies, bodies));
    }
    return text;
}

std::string unsound_notes(const EdgeRays& rays, std::span<const LoadedBody> bodies) {
    std::string notes;
    for (std::size_t i = 0; i < std::min(rays.unsound.size(), most_notes); ++i) {
        const UnsoundBody& unsound = rays.unsound[i];
        notes += fmt::format("note: {} {}\n", printable(bodies[unsound.body].name),
                             fault_words(unsound));
    }
    if (rays.unsound.size() > most_notes) {
        notes += fmt::format("note: {} more have no proper inside (see --json)\n",
                             rays.unsound.size() - most_notes);
    }
    return notes;
}

std::string advice_on_untold(const imagespace::EdgeRayOptions& options) {
    if (!names_pairs(options.algorithm)) {
        return "--algorithm 4 names pairs";
    }
    return options.hidden_points == imagespace::HiddenPoints::Ignored
               ? "without --nearest-only it looks at all edge points"
               : "the exact method always can";
}

} // namespace impinge::cli
