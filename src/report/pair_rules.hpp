// SPDX-License-Identifier: Apache-2.0
//
// Which rules are asked, and which of them decides a pair.
#pragma once

#include "impinge/clash_rule.hpp"
#include "impinge/report.hpp"
#include "impinge/scene_file.hpp"
#include "io/scene/rule_table.hpp"

#include <array>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace impinge::inline v0::report {

/// What is asked if nobody says anything: no two interiors may overlap; what lies in another, or is
/// there twice, is told apart.
std::vector<ClashRule> usual_rules();

/// Those of the scene, clearances of the scene among them, then `more`. If the scene has no rules,
/// the usual ones come first, without the kinds that `more` has.
std::vector<ClashRule> all_rules(const SceneDescription& scene, std::span<const ClashRule> more);

/// Who a rule means.
struct RuleSides {
    std::vector<bool> a;
    std::vector<bool> b;
};

class PairRules {
  public:
    PairRules(const SceneDescription& scene, std::span<const PlacedBody> bodies,
              std::span<const ClashRule> rules);

    /// Of rules of this kind, which are about pairs: all but Contact.
    [[nodiscard]] std::optional<std::uint32_t> deciding(ClashKind kind, std::size_t a,
                                                        std::size_t b) const;
    /// A Contact rule that means the pair, with the largest limit; the first of several.
    [[nodiscard]] std::optional<std::uint32_t> contact(std::size_t a, std::size_t b) const;
    [[nodiscard]] const RuleSides& sides(std::size_t rule) const { return sides_[rule]; }
    /// Why the rule means nothing, if a pattern of it means nobody.
    [[nodiscard]] std::string mistyped(std::size_t rule) const;

    /// Why a pair is left out, if it is and somebody said why.
    [[nodiscard]] std::string ignored_because(std::size_t a, std::size_t b) const;

  private:
    struct Kind {
        RuleTable table;
        std::vector<std::uint32_t> rules; ///< of the table, as indices into all
    };

    std::span<const ClashRule> rules_;
    std::vector<RuleSides> sides_;
    std::vector<Kind> kinds_; ///< as ClashKind; that of Contact is empty
    std::vector<std::uint32_t> contacts_;
    RuleTable ignored_;
    std::vector<PairRule> pairs_;
};

} // namespace impinge::inline v0::report
