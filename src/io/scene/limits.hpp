// SPDX-License-Identifier: Apache-2.0
//
// How large a scene may be. Far above what anyone writes, low enough that a hostile file cannot
// keep the machine busy: rules are compared with bodies, patterns with names.
#pragma once

#include <cstddef>
#include <string_view>

namespace impinge::inline v0 {

constexpr std::size_t most_bodies = 100'000;
constexpr std::size_t most_rules = 1'000; ///< of each kind
constexpr std::size_t most_frames = 100'000;
constexpr std::size_t longest_name = 1'000; ///< bytes of names, groups and patterns
constexpr std::size_t longest_path = 4'096;

/// Before a pattern that is meant for groups.
constexpr std::string_view group_prefix = "group:";

} // namespace impinge::inline v0
