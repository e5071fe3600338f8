// SPDX-License-Identifier: Apache-2.0
#include "check/measures.hpp"

#include "check/ask_pairs.hpp"
#include "measures/facet_error.hpp"
#include "measures/separation.hpp"

#include <algorithm>
#include <map>

namespace impinge::cli {
namespace {

/// Deepest of both bodies in a region.
const RegionDepth& deeper_of(const OverlapRegion& region) {
    return region.b_in_a.depth > region.a_in_b.depth ? region.b_in_a : region.a_in_b;
}

/// Of every mesh that takes part in an overlap, once.
class FacetsOfBodies {
  public:
    FacetsOfBodies(std::span<const LoadedBody> bodies, std::span<const PairMeasure> measures,
                   const Context& context)
        : bodies_(bodies) {
        for (const PairMeasure& measure : measures) {
            for (const std::uint32_t body : {measure.a, measure.b}) {
                known_.try_emplace(bodies[body].mesh.get());
            }
        }
        std::vector<const Mesh*> meshes;
        std::vector<std::uint64_t> weights;
        for (const auto& [mesh, errors] : known_) {
            meshes.push_back(mesh);
            weights.push_back(mesh->triangles.size());
        }
        for_each_weighted(context, weights, [&](std::size_t i, const Context&) {
            known_.at(meshes[i]).emplace(meshes[i]->view());
        });
    }
    [[nodiscard]] double at(std::uint32_t body, std::span<const std::uint32_t> triangles) const {
        const BodyFacts& facts = bodies_[body].facts;
        if (facts.kind != BodyKind::Mesh) {
            return facts.chord_error;
        }
        const Rigid& pose = bodies_[body].pose;
        const double stretch =
            pose.scale * std::max({length(pose.row_x), length(pose.row_y), length(pose.row_z)});
        const auto& errors = known_.at(bodies_[body].mesh.get());
        return errors ? errors->at(triangles) * stretch : 0;
    }

  private:
    std::span<const LoadedBody> bodies_;
    std::map<const Mesh*, std::optional<FacetErrors>> known_;
};

double chord_errors(const AssemblyPair& pair, const Measuring& wanted) {
    return wanted.chord_errors ? wanted.chord_errors(pair.a, pair.b).value_or(0) : 0;
}

bool is_to_measure(const AssemblyPair& pair, const Measuring& wanted) {
    const Verdict verdict = pair.interference.verdict;
    return verdict != Verdict::Apart && verdict != Verdict::Touching &&
           (wanted.everything || wanted.tolerance_of(pair) ||
            (verdict == Verdict::Crossing && chord_errors(pair, wanted) > 0));
}

Status measure_pair(std::span<const LoadedBody> bodies, const Measuring& wanted,
                    const AssemblyPair& pair, PairMeasure& measure, const Context& context) {
    const Body a = bodies[pair.a].body();
    const Body b = bodies[pair.b].body();
    const double harmless =
        std::max(wanted.tolerance_of(pair).value_or(0), chord_errors(pair, wanted));
    auto found = overlap(
        a, b, {.depths = true, .harmless_depth = harmless, .meshes = wanted.meshes}, context);
    if (!found) {
        return found.error();
    }
    measure.overlap = std::move(*found);
    if (!wanted.everything || !wanted.way_out) {
        return {};
    }
    auto way_out = wanted.direction ? separation_along(a, b, *wanted.direction, context)
                                    : minimum_separation_of(a, b, measure.overlap, {}, context);
    if (!way_out) {
        return way_out.error();
    }
    if (!way_out->partial) {
        measure.way_out = *way_out;
    }
    return {};
}

} // namespace

std::optional<double> Measuring::tolerance_of(const AssemblyPair& pair) const {
    const auto of_rule = rules ? rules(pair.a, pair.b) : std::nullopt;
    return of_rule ? of_rule : tolerance;
}

const RegionDepth* PairMeasure::deepest() const {
    const RegionDepth* deepest = nullptr;
    for (const OverlapRegion& region : overlap.regions) {
        const RegionDepth& depth = deeper_of(region);
        deepest = deepest == nullptr || depth.depth > deepest->depth ? &depth : deepest;
    }
    return deepest;
}

double PairMeasure::at_most() const {
    double at_most = 0;
    for (const OverlapRegion& region : overlap.regions) {
        at_most = std::max({at_most, region.a_in_b.at_most, region.b_in_a.at_most});
    }
    return at_most;
}

double PairMeasure::largest_facets() const {
    return facets.empty() ? 0 : *std::max_element(facets.begin(), facets.end());
}

bool PairMeasure::explained_by_facets() const {
    const RegionDepth* found = deepest();
    return known() && found != nullptr && found->depth <= largest_facets();
}

PairTolerances chord_errors_of(std::span<const LoadedBody> bodies) {
    std::vector<double> errors;
    for (const LoadedBody& body : bodies) {
        errors.push_back(body.facts.chord_error);
    }
    if (std::all_of(errors.begin(), errors.end(), [](double error) { return error == 0; })) {
        return {};
    }
    return [errors = std::move(errors)](std::uint32_t a, std::uint32_t b) {
        const double both = errors[a] + errors[b];
        return both > 0 ? std::optional(both) : std::nullopt;
    };
}

Expected<std::vector<PairMeasure>> measure_pairs(std::span<const LoadedBody> bodies,
                                                 std::span<const AssemblyPair> pairs,
                                                 const Measuring& wanted, const Context& context) {
    auto found = ask_pairs<PairMeasure>(
        bodies, pairs, [&](const AssemblyPair& pair) { return is_to_measure(pair, wanted); },
        [&](const AssemblyPair& pair, PairMeasure& measure, const Context& part) {
            return measure_pair(bodies, wanted, pair, measure, part);
        },
        context);
    if (!found) {
        return found;
    }
    std::vector<PairMeasure>& measures = *found;
    std::erase_if(measures, [](const PairMeasure& measure) { return measure.overlap.partial; });
    const FacetsOfBodies facets(bodies, measures, context);
    for (PairMeasure& measure : measures) {
        for (const OverlapRegion& region : measure.overlap.regions) {
            measure.facets.push_back(facets.at(measure.a, region.triangles_a) +
                                     facets.at(measure.b, region.triangles_b));
        }
    }
    return found;
}

Expected<std::vector<PairContact>> find_contacts(std::span<const LoadedBody> bodies,
                                                 std::span<const AssemblyPair> pairs,
                                                 const Context& context) {
    return ask_pairs<PairContact>(
        bodies, pairs,
        [](const AssemblyPair& pair) { return pair.interference.verdict == Verdict::Touching; },
        [&](const AssemblyPair& pair, PairContact& contact, const Context& part) -> Status {
            auto found = contact_patches(bodies[pair.a].body(), bodies[pair.b].body(), part);
            if (!found) {
                return found.error();
            }
            contact.found = std::move(*found);
            return {};
        },
        context);
}

bool is_no_deeper(const PairMeasure& measure, double tolerance) {
    return measure.known() && tolerance > 0 &&
           std::max(measure.at_most(), measure.overlap.unlisted_at_most) <= tolerance;
}

} // namespace impinge::cli
