// SPDX-License-Identifier: Apache-2.0
//
// What the JSON files that people write for impinge have in common: how they begin, and fields that
// occur in several places.
#pragma once

#include "impinge/unit.hpp"
#include "io/scene/fields.hpp"

namespace impinge::inline v0 {

/// $schema, format and format_version. Throws a ParseFailure like everything here.
void check_head(const Fields& document, std::string_view format);

/// The field `unit`, if it is there.
std::optional<LengthUnit> unit_in(const Fields& fields);

/// Empty if it is not there.
std::string optional_text(const Fields& fields, std::string_view name, std::size_t longest);

} // namespace impinge::inline v0
