// SPDX-License-Identifier: Apache-2.0
#include "io/scene/fields.hpp"

#include "io/parse_failure.hpp"
#include "io/text_cursor.hpp"

#include <algorithm>
#include <numeric>

namespace impinge::inline v0 {
namespace {

std::string joined_place(const std::string& place, std::string_view field) {
    return place.empty() ? std::string(field) : place + "." + std::string(field);
}

/// How many characters must be changed, added or dropped to make one word of the other.
std::size_t edits_between(std::string_view a, std::string_view b) {
    std::vector<std::size_t> row(b.size() + 1);
    std::iota(row.begin(), row.end(), 0);
    for (std::size_t i = 0; i < a.size(); ++i) {
        std::size_t diagonal = std::exchange(row[0], i + 1);
        for (std::size_t j = 0; j < b.size(); ++j) {
            const std::size_t changed = diagonal + (a[i] == b[j] ? 0 : 1);
            diagonal = row[j + 1];
            row[j + 1] = std::min({changed, row[j] + 1, diagonal + 1});
        }
    }
    return row.back();
}

std::string unknown_field(std::string_view name, std::span<const std::string_view> known) {
    const std::string_view near = nearest_word(name, known);
    return "unknown field " + in_quotes(name) +
           (near.empty() ? "" : "; did you mean " + in_quotes(near) + "?");
}

/// The numbers of a list of exactly N, or nothing.
template <std::size_t N> std::optional<std::array<double, N>> numbers_in(JsonValue list) {
    std::array<double, N> numbers{};
    if (list.kind() != JsonKind::List) {
        return std::nullopt;
    }
    std::size_t count = 0;
    bool all_numbers = true;
    list.for_each_child([&](JsonValue item) {
        all_numbers = all_numbers && item.is_number() && count < N;
        if (all_numbers) {
            numbers[count] = item.number();
        }
        ++count;
    });
    return all_numbers && count == N ? std::optional(numbers) : std::nullopt;
}

} // namespace

void PlacedValue::fail(std::string reason) const {
    throw ParseFailure{ErrorCode::FileMalformed, place, std::move(reason)};
}

Fields::Fields(const PlacedValue& object, std::span<const std::string_view> known)
    : object_(object), known_(known), values_(known.size()) {
    if (object.value.kind() != JsonKind::Object) {
        object.fail("must be an object: { ... }");
    }
    std::optional<std::size_t> field;
    object.value.for_each_child([&](JsonValue child) {
        if (field) {
            values_[*field] = child;
            field.reset();
            return;
        }
        const auto found = std::find(known.begin(), known.end(), child.text());
        if (found == known.end()) {
            object.fail(unknown_field(child.text(), known));
        }
        field = static_cast<std::size_t>(found - known.begin());
        if (values_[*field]) {
            object.fail("field " + in_quotes(child.text()) + " is there twice");
        }
    });
}

std::optional<PlacedValue> Fields::find(std::string_view name) const {
    const auto found = std::find(known_.begin(), known_.end(), name);
    const auto& value = values_[static_cast<std::size_t>(found - known_.begin())];
    if (!value) {
        return std::nullopt;
    }
    return PlacedValue{*value, joined_place(object_.place, name)};
}

PlacedValue Fields::need(std::string_view name) const {
    if (auto found = find(name)) {
        return *std::move(found);
    }
    fail("field " + in_quotes(name) + " is missing");
}

std::string text_defect(std::string_view text, std::size_t longest) {
    if (text.empty()) {
        return "must not be empty";
    }
    if (text.size() > longest) {
        return "is longer than " + std::to_string(longest) + " bytes";
    }
    const auto is_control = [](char c) { return (c >= 0 && c < 0x20) || c == 0x7f; };
    if (std::any_of(text.begin(), text.end(), is_control)) {
        return "holds a control character";
    }
    return {};
}

std::string text_of(const PlacedValue& value, std::size_t longest) {
    if (value.value.kind() != JsonKind::Text) {
        value.fail("must be a text in quotes");
    }
    const std::string_view text = value.value.text();
    if (std::string defect = text_defect(text, longest); !defect.empty()) {
        value.fail(std::move(defect));
    }
    return std::string(text);
}

double number_of(const PlacedValue& value) {
    if (!value.value.is_number()) {
        value.fail("must be a number");
    }
    return value.value.number();
}

bool truth_of(const PlacedValue& value) {
    const JsonKind kind = value.value.kind();
    if (kind != JsonKind::True && kind != JsonKind::False) {
        value.fail("must be true or false");
    }
    return kind == JsonKind::True;
}

std::uint64_t whole_of(const PlacedValue& value) {
    if (value.value.kind() == JsonKind::Whole) {
        return value.value.whole();
    }
    const double number = value.value.is_number() ? value.value.number() : -1;
    constexpr double exact_up_to = 0x1p53;
    if (!(number >= 0 && number <= exact_up_to) || number != std::floor(number)) {
        value.fail("must be a whole number, not negative and below 2^64");
    }
    return static_cast<std::uint64_t>(number);
}

Vec3d vector_of(const PlacedValue& value) {
    const auto numbers = numbers_in<3>(value.value);
    if (!numbers) {
        value.fail("needs 3 numbers: [x, y, z]");
    }
    return {(*numbers)[0], (*numbers)[1], (*numbers)[2]};
}

std::optional<std::array<double, 4>> four_numbers_in(JsonValue list) { return numbers_in<4>(list); }

std::vector<PlacedValue> items_of(const PlacedValue& list, std::size_t most) {
    if (list.value.kind() != JsonKind::List) {
        list.fail("must be a list: [ ... ]");
    }
    std::vector<PlacedValue> items;
    list.value.for_each_child([&](JsonValue item) {
        if (items.size() == most) {
            list.fail("has more than " + std::to_string(most) + " entries");
        }
        items.push_back({item, list.place + "[" + std::to_string(items.size()) + "]"});
    });
    return items;
}

std::string_view nearest_word(std::string_view word, std::span<const std::string_view> known) {
    constexpr std::size_t longest = 64; // comparing longer ones would only take time
    std::string_view nearest;
    std::size_t fewest = 3;
    for (const std::string_view candidate : known) {
        const std::size_t edits = word.size() > longest ? fewest : edits_between(word, candidate);
        if (edits < fewest && edits < candidate.size()) {
            fewest = edits;
            nearest = candidate;
        }
    }
    return nearest;
}

void check_format(const Fields& document, std::string_view format) {
    const PlacedValue stated = document.need("format");
    if (text_of(stated, longest_name) != format) {
        stated.fail("must be " + in_quotes(format));
    }
    const PlacedValue version = document.need("format_version");
    if (whole_of(version) != 1) {
        version.fail("only 1 is known to this version of impinge");
    }
}

void check_head(const Fields& document, std::string_view format) {
    check_format(document, format);
    if (const auto schema = document.find("$schema")) {
        text_of(*schema, longest_path);
    }
}

std::string stated_format(std::string_view text) {
    try {
        const JsonTree tree = parse_json(text);
        const JsonValue root = tree.root();
        const auto format = root.kind() == JsonKind::Object ? root.member("format") : std::nullopt;
        return format && format->kind() == JsonKind::Text ? std::string(format->text()) : "";
    } catch (const ParseFailure&) {
        return ""; // whoever reads it will say what is wrong
    }
}

std::optional<LengthUnit> unit_in(const Fields& fields) {
    const auto value = fields.find("unit");
    if (!value) {
        return std::nullopt;
    }
    const std::string text = text_of(*value, longest_name);
    const auto unit = length_unit_from_string(text);
    if (!unit) {
        value->fail(in_quotes(text) + " is not a unit; there are um, mm, cm, m, in and ft");
    }
    return unit;
}

std::string optional_text(const Fields& fields, std::string_view name, std::size_t longest) {
    const auto value = fields.find(name);
    return value ? text_of(*value, longest) : std::string();
}

} // namespace impinge::inline v0
