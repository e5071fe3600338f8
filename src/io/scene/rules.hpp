// SPDX-License-Identifier: Apache-2.0
//
// The rules of a scene, made ready for quick answers about pairs of its bodies.
#pragma once

#include "impinge/scene_file.hpp"

#include <span>
#include <string_view>

namespace impinge::inline v0 {

/// Whether a pattern of a rule means a body: by its group if it begins with "group:", else by its
/// name or by that of the described body that it is part of.
bool is_meant(const SceneDescription& scene, const PlacedBody& body, std::string_view pattern);

/// Throws a ParseFailure whose place is the rule when one of its patterns matches nobody; not if
/// `bodies` are only the first of them.
enum class BodiesAre : std::uint8_t { All, Some };

/// Both: what the rules of the scene say of pairs of these bodies. An answer takes a few machine
/// words for every 64 rules. Keeps nothing of its arguments.
PairWishes compile_rules(const SceneDescription& scene, std::span<const PlacedBody> bodies,
                         BodiesAre bodies_are);
PairTolerances compile_tolerances(const SceneDescription& scene, std::span<const PlacedBody> bodies,
                                  BodiesAre bodies_are);

} // namespace impinge::inline v0
