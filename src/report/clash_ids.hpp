// SPDX-License-Identifier: Apache-2.0
//
// Identifiers that follow from what a thing is, so that every run finds the same ones.
#pragma once

#include "impinge/clash_rule.hpp"

#include <initializer_list>
#include <string>
#include <string_view>

namespace impinge::inline v0::report {

/// 16 hexadecimal digits, a digest of the texts in their order.
std::string id_of(std::initializer_list<std::string_view> texts);

/// Of a pair of parts, named by their keys in any order. There is one clash of a kind between two
/// parts, however rules are called and whatever they allow.
std::string clash_id(ClashKind kind, std::string_view key_a, std::string_view key_b);

/// Of a part that touches nothing that `others` (a pattern) means.
std::string contact_id(std::string_view key, std::string_view others);

/// A UUID of version 8 (RFC 9562: made by rules of one's own) for the text, in small letters.
std::string uuid_of(std::string_view text);

} // namespace impinge::inline v0::report
