// SPDX-License-Identifier: Apache-2.0
#include "io/scene/head.hpp"

#include "io/scene/limits.hpp"
#include "io/text_cursor.hpp"

namespace impinge::inline v0 {

void check_head(const Fields& document, std::string_view format) {
    const PlacedValue stated = document.need("format");
    if (text_of(stated, longest_name) != format) {
        stated.fail("must be " + in_quotes(format));
    }
    const PlacedValue version = document.need("format_version");
    if (whole_of(version) != 1) {
        version.fail("only 1 is known to this version of impinge");
    }
    if (const auto schema = document.find("$schema")) {
        text_of(*schema, longest_path);
    }
}

std::optional<LengthUnit> unit_in(const Fields& fields) {
    const auto value = fields.find("unit");
    if (!value) {
        return std::nullopt;
    }
    const std::string text = text_of(*value, longest_name);
    const auto unit = unit_from_text(text);
    if (!unit) {
        value->fail(in_quotes(text) + " is no unit; there are um, mm, cm, m, in and ft");
    }
    return unit;
}

std::string optional_text(const Fields& fields, std::string_view name, std::size_t longest) {
    const auto value = fields.find(name);
    return value ? text_of(*value, longest) : std::string();
}

} // namespace impinge::inline v0
