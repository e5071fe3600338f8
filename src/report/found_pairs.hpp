// SPDX-License-Identifier: Apache-2.0
//
// What is known of the parts and pairs of an assembly on the way to its report.
#pragma once

#include "impinge/assembly.hpp"
#include "impinge/overlap.hpp"
#include "impinge/report.hpp"
#include "report/pair_rules.hpp"

#include <memory>
#include <span>
#include <vector>

namespace impinge::inline v0::report {

/// The bodies of a query, with what was found out about their meshes.
struct QueryBodies {
    std::vector<Body> bodies;
    std::vector<std::shared_ptr<const Diagnosis>> diagnoses; ///< null if interrupted
};

/// All that the stages of find_clashes() share.
struct Finding {
    const SceneDescription& scene;
    const PlacedScene& placed;
    const FindOptions& options;
    std::vector<ClashRule> rules;
    PairRules pair_rules;
    QueryBodies query = {};
    ClashReport found = {};

    [[nodiscard]] const ReportPart& part(std::size_t i) const { return found.report.parts[i]; }
    [[nodiscard]] std::vector<ReportPart>& parts() { return found.report.parts; }
};

/// A clash with what it looks like.
struct FoundClash {
    Clash clash;
    ClashGeometry geometry;
};

/// Names, keys, boxes and what diagnose() says, of all parts. Stops early when cancelled.
Status find_parts(Finding& finding, const Context& context);

/// The clash of a pair that check_all() lists, if a rule says that it is one; measured. Counts what
/// is within tolerance in `within_tolerance`, one entry for each rule.
Expected<std::vector<FoundClash>> clashes_of_pair(const Finding& finding, const AssemblyPair& pair,
                                                  std::vector<std::uint64_t>& within_tolerance,
                                                  const Context& context);

/// Bodies that should touch others and do not, by the pairs that check_all() lists.
Expected<std::vector<FoundClash>>
missing_contacts(const Finding& finding, const AssemblyCheck& answer, const Context& context);

/// By severity, kind and how bad they are.
bool comes_before(const Clash& a, const Clash& b);

} // namespace impinge::inline v0::report
