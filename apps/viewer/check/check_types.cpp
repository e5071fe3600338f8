// SPDX-License-Identifier: Apache-2.0
#include "check/check_types.hpp"

#include <algorithm>

namespace impinge::viewer {

const char* to_string(BodyState state) {
    switch (state) {
    case BodyState::Unchecked:
        return "unchecked";
    case BodyState::Clear:
        return "clear";
    case BodyState::Touching:
        return "touching";
    case BodyState::Undecided:
        return "undecided";
    case BodyState::Interfering:
        return "interfering";
    }
    return "";
}

BodyState state_of_pair(const PairFinding& pair) {
    if (pair.interferes()) {
        return BodyState::Interfering;
    }
    if (!pair.decided()) {
        return BodyState::Undecided;
    }
    return pair.verdict == Verdict::Touching ? BodyState::Touching : BodyState::Clear;
}

const PairFinding* CheckResult::find(PairOfBodies pair) const {
    const auto found = std::ranges::find_if(pairs, [&](const PairFinding& finding) {
        return PairOfBodies(finding.a, finding.b) == pair;
    });
    return found == pairs.end() ? nullptr : &*found;
}

BodyState CheckResult::worst() const {
    return states.empty() ? BodyState::Unchecked : *std::ranges::max_element(states);
}

} // namespace impinge::viewer
