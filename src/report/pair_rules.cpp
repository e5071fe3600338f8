// SPDX-License-Identifier: Apache-2.0
#include "report/pair_rules.hpp"

#include "io/scene/fields.hpp"
#include "io/scene/rules.hpp"
#include "io/text_cursor.hpp"

#include <algorithm>

namespace impinge::inline v0::report {
namespace {

constexpr std::size_t clash_kind_count = 5;

std::string name_or(const std::string& name, const std::string& otherwise) {
    return name.empty() ? otherwise : name;
}

std::vector<bool> meant_by(const SceneDescription& scene, std::span<const PlacedBody> bodies,
                           const std::string& pattern) {
    std::vector<bool> meant;
    meant.reserve(bodies.size());
    for (const PlacedBody& body : bodies) {
        meant.push_back(is_meant(scene, body, pattern));
    }
    return meant;
}

bool any_of(const std::vector<bool>& side) {
    return std::find(side.begin(), side.end(), true) != side.end();
}

void set_sides(RuleTable& table, std::size_t rule, const RuleSides& sides) {
    for (std::size_t body = 0; body < sides.a.size(); ++body) {
        if (sides.a[body]) {
            table.first_side().set(body, rule);
        }
        if (sides.b[body]) {
            table.second_side().set(body, rule);
        }
    }
}

} // namespace

std::vector<ClashRule> usual_rules() {
    return {{.name = "interference", .kind = ClashKind::Hard},
            {.name = "one in the other", .kind = ClashKind::Containment},
            {.name = "there twice", .kind = ClashKind::Duplicate}};
}

std::vector<ClashRule> all_rules(const SceneDescription& scene, std::span<const ClashRule> more) {
    std::vector<ClashRule> rules;
    for (const ClashRule& usual : usual_rules()) {
        const bool asked = std::any_of(more.begin(), more.end(), [&](const ClashRule& rule) {
            return rule.kind == usual.kind;
        });
        if (scene.rules.empty() && !asked) {
            rules.push_back(usual);
        }
    }
    for (const ClearanceRule& clearance : scene.clearances) {
        rules.push_back({.name = "clearance",
                         .kind = ClashKind::Clearance,
                         .severity = Severity::Warning,
                         .between = clearance.between,
                         .limit = clearance.distance});
    }
    rules.insert(rules.end(), scene.rules.begin(), scene.rules.end());
    rules.insert(rules.end(), more.begin(), more.end());
    for (std::size_t i = 0; i < rules.size(); ++i) {
        rules[i].name = name_or(rules[i].name, std::string(to_string(rules[i].kind)) + " " +
                                                   std::to_string(i + 1));
    }
    return rules;
}

PairRules::PairRules(const SceneDescription& scene, std::span<const PlacedBody> bodies,
                     std::span<const ClashRule> rules)
    : rules_(rules), ignored_(bodies.size(), scene.pairs.size()), pairs_(scene.pairs) {
    std::vector<std::vector<std::uint32_t>> of_kind(clash_kind_count);
    for (std::uint32_t i = 0; i < rules.size(); ++i) {
        sides_.push_back({meant_by(scene, bodies, rules[i].between.a),
                          meant_by(scene, bodies, rules[i].between.b)});
        auto& list = rules[i].kind == ClashKind::Contact
                         ? contacts_
                         : of_kind[static_cast<std::size_t>(rules[i].kind)];
        list.push_back(i);
    }
    for (std::vector<std::uint32_t>& list : of_kind) {
        RuleTable table(bodies.size(), list.size());
        for (std::size_t i = 0; i < list.size(); ++i) {
            set_sides(table, i, sides_[list[i]]);
        }
        kinds_.push_back({std::move(table), std::move(list)});
    }
    for (std::size_t i = 0; i < pairs_.size(); ++i) {
        set_sides(ignored_, i,
                  {meant_by(scene, bodies, pairs_[i].between.a),
                   meant_by(scene, bodies, pairs_[i].between.b)});
    }
}

std::optional<std::uint32_t> PairRules::deciding(ClashKind kind, std::size_t a,
                                                 std::size_t b) const {
    const Kind& rules = kinds_[static_cast<std::size_t>(kind)];
    const auto found = rules.table.last_match(a, b);
    return found ? std::optional(rules.rules[*found]) : std::nullopt;
}

std::optional<std::uint32_t> PairRules::contact(std::size_t a, std::size_t b) const {
    std::optional<std::uint32_t> found;
    for (const std::uint32_t rule : contacts_) {
        const RuleSides& sides = sides_[rule];
        const bool means = (sides.a[a] && sides.b[b]) || (sides.a[b] && sides.b[a]);
        if (means && (!found || rules_[rule].limit > rules_[*found].limit)) {
            found = rule;
        }
    }
    return found;
}

std::string PairRules::mistyped(std::size_t rule) const {
    const PairPattern& between = rules_[rule].between;
    const bool first = any_of(sides_[rule].a);
    if (first && any_of(sides_[rule].b)) {
        return {};
    }
    const std::string& pattern = first ? between.b : between.a;
    return in_quotes(pattern, 100) + " means no " +
           (pattern.starts_with(group_prefix) ? "group" : "body");
}

std::string PairRules::ignored_because(std::size_t a, std::size_t b) const {
    const auto found = ignored_.last_match(a, b);
    return found && !pairs_[*found].check ? pairs_[*found].reason : "";
}

} // namespace impinge::inline v0::report
