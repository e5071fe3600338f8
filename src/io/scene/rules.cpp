// SPDX-License-Identifier: Apache-2.0
#include "io/scene/rules.hpp"

#include "io/parse_failure.hpp"
#include "io/scene/fields.hpp"
#include "io/scene/names.hpp"
#include "io/scene/rule_table.hpp"
#include "io/text_cursor.hpp"

#include <algorithm>

namespace impinge::inline v0 {
namespace {

struct CompiledRules {
    RuleTable pairs;
    std::vector<bool> check;
    RuleTable clearances;
    std::vector<double> distance;

    [[nodiscard]] PairWish wish(std::size_t a, std::size_t b) const {
        PairWish wish;
        if (const auto rule = pairs.last_match(a, b)) {
            wish.check = check[*rule];
        }
        if (const auto rule = clearances.last_match(a, b)) {
            wish.clearance = distance[*rule];
        }
        return wish;
    }
};

/// The bodies of a scene as patterns see them.
class RuleMatcher {
  public:
    RuleMatcher(const SceneDescription& scene, std::span<const PlacedBody> bodies,
                BodiesAre bodies_are)
        : scene_(scene), bodies_(bodies), bodies_are_(bodies_are) {}

    template <typename Rule>
    RuleTable table(const std::vector<Rule>& rules, std::string_view list) const {
        RuleTable table(bodies_.size(), rules.size());
        for (std::size_t i = 0; i < rules.size(); ++i) {
            const bool found_first = mark(rules[i].between.a, i, table.first_side());
            const bool found_second = mark(rules[i].between.b, i, table.second_side());
            if (bodies_are_ == BodiesAre::All && !(found_first && found_second)) {
                fail(found_first ? rules[i].between.b : rules[i].between.a,
                     std::string(list) + "[" + std::to_string(i) + "].between");
            }
        }
        return table;
    }

  private:
    bool mark(std::string_view pattern, std::size_t rule, SideBits& side) const {
        bool found = false;
        for (std::size_t body = 0; body < bodies_.size(); ++body) {
            if (is_meant(scene_, bodies_[body], pattern)) {
                side.set(body, rule);
                found = true;
            }
        }
        return found;
    }

    [[noreturn]] static void fail(std::string_view pattern, std::string place) {
        const bool group = pattern.starts_with(group_prefix);
        throw ParseFailure{ErrorCode::InvalidArgument, std::move(place),
                           in_quotes(pattern) + " matches no " + (group ? "group" : "body")};
    }

    const SceneDescription& scene_;
    std::span<const PlacedBody> bodies_;
    BodiesAre bodies_are_;
};

} // namespace

bool is_meant(const SceneDescription& scene, const PlacedBody& body, std::string_view pattern) {
    if (pattern.starts_with(group_prefix)) {
        pattern.remove_prefix(group_prefix.size());
        return !body.group.empty() && matches_pattern(pattern, body.group);
    }
    return matches_pattern(pattern, body.name) ||
           matches_pattern(pattern, scene.bodies[body.described].name);
}

PairWishes compile_rules(const SceneDescription& scene, std::span<const PlacedBody> bodies,
                         BodiesAre bodies_are) {
    const RuleMatcher matcher(scene, bodies, bodies_are);
    CompiledRules rules{
        matcher.table(scene.pairs, "pairs"), {}, matcher.table(scene.clearances, "clearances"), {}};
    PairWishes wishes;
    for (const PairRule& rule : scene.pairs) {
        rules.check.push_back(rule.check);
    }
    for (const ClearanceRule& rule : scene.clearances) {
        rules.distance.push_back(rule.distance);
        wishes.largest_clearance = std::max(wishes.largest_clearance, rule.distance);
    }
    if (!scene.pairs.empty() || !scene.clearances.empty()) {
        wishes.of = [shared = std::make_shared<const CompiledRules>(std::move(rules))](
                        std::uint32_t a, std::uint32_t b) { return shared->wish(a, b); };
    }
    return wishes;
}

PairTolerances compile_tolerances(const SceneDescription& scene, std::span<const PlacedBody> bodies,
                                  BodiesAre bodies_are) {
    if (scene.tolerances.empty()) {
        return {};
    }
    const RuleMatcher matcher(scene, bodies, bodies_are);
    std::vector<double> depths;
    for (const ToleranceRule& rule : scene.tolerances) {
        depths.push_back(rule.depth);
    }
    const auto rules =
        std::make_shared<const RuleTable>(matcher.table(scene.tolerances, "tolerances"));
    return [rules, depths = std::move(depths)](std::uint32_t a, std::uint32_t b) {
        const auto rule = rules->last_match(a, b);
        return rule ? std::optional(depths[*rule]) : std::nullopt;
    };
}

} // namespace impinge::inline v0
