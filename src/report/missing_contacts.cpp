// SPDX-License-Identifier: Apache-2.0
//
// Parts that float: of each body that should touch others, the nearest of these.
#include "exact/distance/distance_search.hpp"
#include "report/clash_ids.hpp"
#include "report/found_pairs.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace impinge::inline v0::report {
namespace {

/// Whether the answer about a pair shows contact: the surfaces come within the limit, or meet.
bool shows_contact(const AssemblyPair& pair, double limit) {
    return pair.interference.verdict != Verdict::Apart ||
           (pair.nearest && !pair.nearest->partial && pair.nearest->distance <= limit);
}

struct NearestBody {
    std::uint32_t body = no_part;
    Distance between;
};

/// The nearest of the candidates, whose boxes tell which need not be asked.
Expected<NearestBody> nearest_to(const Finding& finding, std::uint32_t body,
                                 std::vector<std::uint32_t> candidates, const Context& context) {
    const auto gap = [&](std::uint32_t other) {
        return std::sqrt(squared_distance(finding.part(body).box, finding.part(other).box));
    };
    std::sort(candidates.begin(), candidates.end(), [&](std::uint32_t a, std::uint32_t b) {
        return std::pair(gap(a), finding.part(a).key) < std::pair(gap(b), finding.part(b).key);
    });
    NearestBody nearest;
    nearest.between.distance = std::numeric_limits<double>::infinity();
    for (const std::uint32_t other : candidates) {
        if (gap(other) > nearest.between.distance * (1 + 1e-12) || context.cancelled()) {
            break;
        }
        const auto found =
            distance(finding.query.bodies[body], finding.query.bodies[other], context);
        if (!found) {
            return found.error();
        }
        if (found->distance < nearest.between.distance) {
            nearest = {other, *found};
        }
    }
    return nearest;
}

Clash floating(const Finding& finding, std::uint32_t rule, std::uint32_t body,
               const NearestBody& nearest) {
    Clash clash;
    clash.rule = rule;
    clash.kind = ClashKind::Contact;
    clash.severity = finding.rules[rule].severity;
    clash.a = body;
    clash.b = nearest.body;
    clash.id = contact_id(finding.part(body).key, finding.rules[rule].between.b);
    const Box3& box = finding.part(body).box;
    clash.point = (box.min + box.max) * 0.5;
    clash.box = box;
    if (nearest.body != no_part) {
        clash.distance = nearest.between.distance;
        clash.point_a = nearest.between.point_a;
        clash.point_b = nearest.between.point_b;
        clash.point = (clash.point_a + clash.point_b) * 0.5;
        const double gap = length(clash.point_b - clash.point_a);
        clash.normal = gap > 0 ? (clash.point_b - clash.point_a) * (1 / gap) : Vec3d{};
        clash.box = extend(extend(Box3{}, clash.point_a), clash.point_b);
        const double facets =
            finding.part(body).chord_error + finding.part(nearest.body).chord_error;
        if (facets > 0 && nearest.between.distance <= finding.rules[rule].limit + facets) {
            clash.within_facet_error = true;
            clash.severity = Severity::Note;
        }
    }
    return clash;
}

/// Of one rule.
struct ContactSearch {
    const Finding& finding;
    std::uint32_t rule;
    const AssemblyCheck& answer;

    /// Which bodies have what they need.
    [[nodiscard]] std::vector<bool> touching() const {
        const RuleSides& sides = finding.pair_rules.sides(rule);
        std::vector<bool> found(finding.query.bodies.size());
        for (const AssemblyPair& pair : answer.pairs) {
            if (shows_contact(pair, finding.rules[rule].limit)) {
                found[pair.a] = found[pair.a] || (sides.a[pair.a] && sides.b[pair.b]);
                found[pair.b] = found[pair.b] || (sides.a[pair.b] && sides.b[pair.a]);
            }
        }
        return found;
    }

    [[nodiscard]] std::vector<std::uint32_t> candidates_for(std::uint32_t body) const {
        std::vector<std::uint32_t> candidates;
        for (std::uint32_t other = 0; other < finding.query.bodies.size(); ++other) {
            if (other != body && finding.pair_rules.sides(rule).b[other]) {
                candidates.push_back(other);
            }
        }
        return candidates;
    }
};

} // namespace

Expected<std::vector<FoundClash>>
missing_contacts(const Finding& finding, const AssemblyCheck& answer, const Context& context) {
    std::vector<FoundClash> clashes;
    for (std::uint32_t rule = 0; rule < finding.rules.size(); ++rule) {
        if (finding.rules[rule].kind != ClashKind::Contact) {
            continue;
        }
        const ContactSearch search{finding, rule, answer};
        const std::vector<bool> touching = search.touching();
        for (std::uint32_t body = 0; body < touching.size(); ++body) {
            if (touching[body] || !finding.pair_rules.sides(rule).a[body] || context.cancelled()) {
                continue;
            }
            const auto nearest = nearest_to(finding, body, search.candidates_for(body), context);
            if (!nearest) {
                return nearest.error();
            }
            if (!context.cancelled()) {
                clashes.push_back({floating(finding, rule, body, *nearest), {}});
            }
        }
    }
    return clashes;
}

} // namespace impinge::inline v0::report
