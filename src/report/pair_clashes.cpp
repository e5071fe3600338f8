// SPDX-License-Identifier: Apache-2.0
//
// From the answer about a pair to its clash. A pair is told once, by the kind that says most:
// duplicate, containment, hard; clearance if it is none of these.
#include "report/clash_ids.hpp"
#include "report/found_pairs.hpp"

#include <algorithm>
#include <limits>

namespace impinge::inline v0::report {
namespace {

/// The two bodies in the order of their keys.
struct OrderedPair {
    std::uint32_t a;
    std::uint32_t b;
    bool swapped;
};

OrderedPair in_order(const Finding& finding, const AssemblyPair& pair) {
    const bool swapped = finding.part(pair.b).key < finding.part(pair.a).key;
    return swapped ? OrderedPair{pair.b, pair.a, true} : OrderedPair{pair.a, pair.b, false};
}

bool lies_inside(Verdict verdict) {
    return verdict == Verdict::AInsideB || verdict == Verdict::BInsideA;
}

bool interferes(Verdict verdict) {
    return verdict == Verdict::Crossing || verdict == Verdict::Same || lies_inside(verdict);
}

/// The rule that tells bodies that interfere, and as what.
std::optional<std::uint32_t> interference_rule(const Finding& finding, const AssemblyPair& pair) {
    const Verdict verdict = pair.interference.verdict;
    std::optional<std::uint32_t> rule;
    if (verdict == Verdict::Same) {
        rule = finding.pair_rules.deciding(ClashKind::Duplicate, pair.a, pair.b);
    } else if (lies_inside(verdict)) {
        rule = finding.pair_rules.deciding(ClashKind::Containment, pair.a, pair.b);
    }
    return rule || !interferes(verdict)
               ? rule
               : finding.pair_rules.deciding(ClashKind::Hard, pair.a, pair.b);
}

Clash clash_of(const Finding& finding, const AssemblyPair& pair, std::uint32_t rule) {
    const OrderedPair ordered = in_order(finding, pair);
    Clash clash;
    clash.rule = rule;
    clash.kind = finding.rules[rule].kind;
    clash.severity = finding.rules[rule].severity;
    clash.a = ordered.a;
    clash.b = ordered.b;
    clash.id = clash_id(clash.kind, finding.part(clash.a).key, finding.part(clash.b).key);
    clash.verdict =
        ordered.swapped ? mirrored(pair.interference.verdict) : pair.interference.verdict;
    clash.compared = pair.interference.compared;
    return clash;
}

ClashRegion region_of(const OverlapRegion& from) {
    const bool deeper_in_b = from.a_in_b.depth >= from.b_in_a.depth;
    const RegionDepth& deepest = deeper_in_b ? from.a_in_b : from.b_in_a;
    ClashRegion region;
    region.volume = from.volume;
    region.volume_error = from.volume_error;
    region.area_a = from.area_a;
    region.area_b = from.area_b;
    region.depth = deepest.depth;
    region.depth_at_most = std::max(from.a_in_b.at_most, from.b_in_a.at_most);
    region.deepest_point = deepest.point;
    region.surface_point = deepest.surface_point;
    region.centroid = from.centroid;
    region.box = from.box;
    return region;
}

Vec3d unit_or_zero(Vec3d v) {
    const double size = length(v);
    return size > 0 ? v * (1 / size) : Vec3d{};
}

/// Where the deepest of all regions is, and which way out.
void take_deepest(Clash& clash, const std::vector<OverlapRegion>& regions) {
    const RegionDepth* deepest = nullptr;
    bool of_a = true;
    for (const OverlapRegion& region : regions) {
        for (const RegionDepth* depth : {&region.a_in_b, &region.b_in_a}) {
            if (deepest == nullptr || depth->depth > deepest->depth) {
                deepest = depth;
                of_a = depth == &region.a_in_b;
            }
        }
    }
    if (deepest == nullptr) {
        return;
    }
    clash.point = deepest->point;
    clash.point_a = of_a ? deepest->point : deepest->surface_point;
    clash.point_b = of_a ? deepest->surface_point : deepest->point;
    clash.normal = unit_or_zero(clash.point_a - clash.point_b);
}

/// Returns how deep no point of the overlap lies, pieces too thin to be listed among them.
double take_overlap(FoundClash& found, Overlap overlap) {
    constexpr double unknown = std::numeric_limits<double>::infinity();
    Clash& clash = found.clash;
    if (overlap.partial) {
        clash.unmeasured = "interrupted";
        return unknown;
    }
    if (overlap.measurable != Measurable::Yes) {
        for (const std::string& reason : overlap.reasons) {
            clash.unmeasured += (clash.unmeasured.empty() ? "" : "; ") + reason;
        }
        return unknown;
    }
    clash.depth = 0;
    clash.depth_at_most = 0;
    clash.volume = overlap.volume;
    clash.area = overlap.area_a + overlap.area_b;
    for (OverlapRegion& from : overlap.regions) {
        const ClashRegion region = region_of(from);
        clash.depth = std::max(*clash.depth, region.depth);
        clash.depth_at_most = std::max(*clash.depth_at_most, region.depth_at_most);
        clash.box = united(clash.box, region.box);
        clash.regions.push_back(region);
        found.geometry.regions.push_back(std::move(from.mesh));
    }
    take_deepest(clash, overlap.regions);
    return std::max(*clash.depth_at_most, overlap.unlisted_at_most);
}

void take_nearest(Clash& clash, const Distance& nearest, bool swapped) {
    clash.point_a = swapped ? nearest.point_b : nearest.point_a;
    clash.point_b = swapped ? nearest.point_a : nearest.point_b;
    clash.point = (clash.point_a + clash.point_b) * 0.5;
    clash.normal = unit_or_zero(clash.point_b - clash.point_a);
    clash.box = extend(extend(clash.box, clash.point_a), clash.point_b);
}

/// Where bodies meet whose overlap has no region that could be shown.
Status take_any_place(const Finding& finding, Clash& clash, const Context& context) {
    if (!is_empty(clash.box)) {
        return {};
    }
    if (context.cancelled()) { // somewhere in both boxes
        clash.box = intersection(finding.part(clash.a).box, finding.part(clash.b).box);
        clash.point = clash.box.min * 0.5 + clash.box.max * 0.5;
        clash.point_a = clash.point;
        clash.point_b = clash.point;
        return {};
    }
    const auto nearest =
        distance(finding.query.bodies[clash.a], finding.query.bodies[clash.b], context);
    if (!nearest) {
        return nearest.error();
    }
    take_nearest(clash, *nearest, false);
    return {};
}

double tolerance_of(const Finding& finding, const AssemblyPair& pair, const ClashRule& rule) {
    const PairTolerances& of_scene = finding.placed.tolerances;
    const double stated = of_scene ? of_scene(pair.a, pair.b).value_or(0) : 0;
    return rule.kind == ClashKind::Hard ? std::max(rule.limit, stated) : 0;
}

/// Of bodies that are equal or lie in each other, depths of surfaces say little.
bool is_excused(const Clash& clash, double at_most, double limit) {
    return limit > 0 && clash.verdict == Verdict::Crossing && clash.compared == Compared::Solids &&
           at_most <= limit;
}

/// Measured; or nothing if the overlap is within tolerance.
Expected<std::optional<FoundClash>> hard_clash(const Finding& finding, const AssemblyPair& pair,
                                               std::uint32_t rule, const Context& context) {
    FoundClash found{clash_of(finding, pair, rule), {}};
    Clash& clash = found.clash;
    const double tolerance = tolerance_of(finding, pair, finding.rules[rule]);
    const double facets = finding.part(clash.a).chord_error + finding.part(clash.b).chord_error;
    auto measured = overlap(finding.query.bodies[clash.a], finding.query.bodies[clash.b],
                            {.depths = true,
                             .harmless_depth = std::max(tolerance, facets),
                             .meshes = finding.options.geometry},
                            context);
    if (!measured) {
        return measured.error();
    }
    const double at_most = take_overlap(found, std::move(*measured));
    if (is_excused(clash, at_most, tolerance)) {
        return std::optional<FoundClash>();
    }
    if (clash.kind == ClashKind::Hard && is_excused(clash, at_most, facets)) {
        clash.within_facet_error = true;
        clash.severity = Severity::Note;
    }
    if (Status status = take_any_place(finding, clash, context); !status) {
        return status.error();
    }
    if (finding.options.geometry) {
        found.geometry.curves = pair.interference.curves;
    }
    return std::optional(std::move(found));
}

/// Nearer than wanted. What is exactly as near as wanted is near enough.
std::optional<FoundClash> clearance_clash(const Finding& finding, const AssemblyPair& pair) {
    const auto rule = finding.pair_rules.deciding(ClashKind::Clearance, pair.a, pair.b);
    if (!rule || !pair.nearest || pair.nearest->partial) {
        return std::nullopt;
    }
    const ClashRule& asked = finding.rules[*rule];
    const double distance = pair.nearest->distance;
    if (distance >= asked.limit || (distance == 0 && !asked.touching_counts)) {
        return std::nullopt;
    }
    FoundClash found{clash_of(finding, pair, *rule), {}};
    found.clash.distance = distance;
    take_nearest(found.clash, *pair.nearest, in_order(finding, pair).swapped);
    if (finding.options.geometry) {
        found.geometry.curves = pair.interference.curves;
    }
    return found;
}

double badness(const Clash& clash) {
    switch (clash.kind) {
    case ClashKind::Clearance:
        return -clash.distance.value_or(0);
    case ClashKind::Contact:
        return clash.distance.value_or(0);
    case ClashKind::Hard:
    case ClashKind::Containment:
    case ClashKind::Duplicate:
        break;
    }
    return clash.depth.value_or(-1);
}

} // namespace

Expected<std::vector<FoundClash>> clashes_of_pair(const Finding& finding, const AssemblyPair& pair,
                                                  std::vector<std::uint64_t>& within_tolerance,
                                                  const Context& context) {
    std::vector<FoundClash> clashes;
    if (const auto rule = interference_rule(finding, pair)) {
        auto found = hard_clash(finding, pair, *rule, context);
        if (!found) {
            return found.error();
        }
        if (*found) {
            clashes.push_back(std::move(**found));
            return clashes;
        }
        ++within_tolerance[*rule];
    }
    if (auto found = clearance_clash(finding, pair)) {
        clashes.push_back(std::move(*found));
    }
    return clashes;
}

bool comes_before(const Clash& a, const Clash& b) {
    if (a.severity != b.severity) {
        return a.severity > b.severity;
    }
    if (a.kind != b.kind) {
        return a.kind < b.kind;
    }
    if (badness(a) != badness(b)) {
        return badness(a) > badness(b);
    }
    return a.id < b.id;
}

} // namespace impinge::inline v0::report
