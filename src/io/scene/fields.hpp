// SPDX-License-Identifier: Apache-2.0
//
// Takes the fields of a JSON object by name and type; whatever is not as it should be is thrown as
// a ParseFailure that says where ("bodies[2].pose") and what would be right.
#pragma once

#include "impinge/unit.hpp"
#include "impinge/vec3.hpp"
#include "io/json_tree.hpp"

#include <array>
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace impinge::inline v0 {

/// A value and the way to it from the root.
struct PlacedValue {
    JsonValue value;
    std::string place;

    [[noreturn]] void fail(std::string reason) const;
};

/// An object whose fields are all known and there once.
class Fields {
  public:
    /// `known` must outlive this object.
    Fields(const PlacedValue& object, std::span<const std::string_view> known);

    [[nodiscard]] bool has(std::string_view name) const { return find(name).has_value(); }
    [[nodiscard]] std::optional<PlacedValue> find(std::string_view name) const;
    [[nodiscard]] PlacedValue need(std::string_view name) const;
    /// Fails in the name of the object as a whole.
    [[noreturn]] void fail(std::string reason) const { object_.fail(std::move(reason)); }

  private:
    PlacedValue object_;
    std::span<const std::string_view> known_;
    std::vector<std::optional<JsonValue>> values_; // in the order of `known_`
};

/// What is wrong with a text that people will read and terminals will show, or "".
std::string text_defect(std::string_view text, std::size_t longest);

/// A text without control characters, not empty.
std::string text_of(const PlacedValue& value, std::size_t longest);
double number_of(const PlacedValue& value);
bool truth_of(const PlacedValue& value);
/// A whole number, not negative; 1e3 is one.
std::uint64_t whole_of(const PlacedValue& value);
Vec3d vector_of(const PlacedValue& value);
/// Nothing if it is anything else; the caller knows what to say.
std::optional<std::array<double, 4>> four_numbers_in(JsonValue list);
std::vector<PlacedValue> items_of(const PlacedValue& list, std::size_t most);

/// "NAME" in the list that differs least from a mistyped word, or "" if none is near.
std::string_view nearest_word(std::string_view word, std::span<const std::string_view> known);

// What the JSON files that people write for impinge have in common: how they begin, and fields that
// occur in several places.

/// The fields format and format_version. Throws a ParseFailure like everything here.
void check_format(const Fields& document, std::string_view format);
/// The same, and $schema.
void check_head(const Fields& document, std::string_view format);

/// What the text says of itself in its field `format`; empty if it does not, or is no JSON object.
std::string stated_format(std::string_view text);

/// The field `unit`, if it is there.
std::optional<LengthUnit> unit_in(const Fields& fields);

/// Empty if it is not there.
std::string optional_text(const Fields& fields, std::string_view name, std::size_t longest);

// How large a scene may be. Far above what anyone writes, low enough that a hostile file cannot
// keep the machine busy: rules are compared with bodies, patterns with names.
constexpr std::size_t most_bodies = 100'000;
constexpr std::size_t most_rules = 1'000; ///< of each kind
constexpr std::size_t most_frames = 100'000;
constexpr std::size_t longest_name = 1'000; ///< bytes of names, groups and patterns
constexpr std::size_t longest_path = 4'096;

/// Before a pattern that is meant for groups.
constexpr std::string_view group_prefix = "group:";

} // namespace impinge::inline v0
