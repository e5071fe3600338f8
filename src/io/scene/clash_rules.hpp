// SPDX-License-Identifier: Apache-2.0
//
// Rules of a scene file: who they mean, and what counts as a clash.
#pragma once

#include "impinge/clash_rule.hpp"
#include "io/scene/fields.hpp"

namespace impinge::inline v0 {

/// The field `between`: two patterns, or one, which stands for that and any other.
PairPattern between_of(const Fields& rule);

ClashRule clash_rule_of(const PlacedValue& value);

/// The field that holds the limit of rules of this kind, empty if they have none.
std::string_view limit_field(ClashKind kind);

} // namespace impinge::inline v0
