// SPDX-License-Identifier: Apache-2.0
//
// The shapes of colliders in files of particles.
#pragma once

#include "io/scene/fields.hpp"
#include "io/scene/particle_file.hpp"
#include "io/text_cursor.hpp"

#include <array>
#include <string>
#include <string_view>
#include <utility>

namespace impinge::inline v0 {

// All of them throw a ParseFailure that names the field.

DescribedShape shape_of(const PlacedValue& value);
std::vector<DescribedBound> bounds_of(const PlacedValue& value);

double positive_of(const PlacedValue& value);
/// From `least` to `most`, both included.
double number_between(const PlacedValue& value, double least, double most);
/// Not all zero.
Vec3d direction_from(const PlacedValue& value);

/// What the word stands for.
template <typename Value, std::size_t N>
Value word_of(const PlacedValue& value,
              const std::array<std::pair<std::string_view, Value>, N>& words) {
    const std::string text = text_of(value, longest_name);
    std::string known;
    for (const auto& [word, meaning] : words) {
        if (text == word) {
            return meaning;
        }
        known += (known.empty() ? "" : ", ") + std::string(word);
    }
    value.fail(in_quotes(text) + " is none of " + known);
}

} // namespace impinge::inline v0
