// SPDX-License-Identifier: Apache-2.0
//
// Pairs that the command line says not to look at: --ignore PATTERN[:PATTERN].
#pragma once

#include "impinge/scene_file.hpp"

#include <span>
#include <string>

namespace impinge::cli {

/// What stands on both sides of the colon; `*` where there is none. The colon of a pattern for
/// groups, "group:fixed", belongs to the pattern.
Expected<PairPattern> ignored_pair(const std::string& text);

/// Pairs that a rule means are not looked at, whatever the scene file says of them. A pattern that
/// means nobody is an error, as in a scene file: a mistyped one must not change silently what is
/// checked. Not so if not all bodies could be read.
Status ignore_pairs(std::span<const std::string> rules, const SceneDescription& described,
                    PlacedScene& placed, const Context& context);

} // namespace impinge::cli
