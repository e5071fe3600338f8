// SPDX-License-Identifier: Apache-2.0
#include "impinge/unit.hpp"

#include <array>
#include <cstddef>

namespace impinge::inline v0 {
namespace {

struct UnitFacts {
    const char* symbol;
    std::array<std::string_view, 5> names;
    double micrometres; ///< a whole number, so that a quotient of two is rounded once
};

constexpr std::array<UnitFacts, 6> facts_of_units{{
    {"um", {"micrometre", "micrometer", "micrometres", "micrometers", "micron"}, 1},
    {"mm", {"millimetre", "millimeter", "millimetres", "millimeters"}, 1000},
    {"cm", {"centimetre", "centimeter", "centimetres", "centimeters"}, 10000},
    {"m", {"metre", "meter", "metres", "meters"}, 1000000},
    {"in", {"inch", "inches"}, 25400},
    {"ft", {"foot", "feet"}, 304800},
}};

const UnitFacts& facts_of(LengthUnit unit) {
    return facts_of_units[static_cast<std::size_t>(unit)];
}

bool is_called(const UnitFacts& unit, std::string_view text) {
    for (const std::string_view name : unit.names) {
        if (!name.empty() && name == text) {
            return true;
        }
    }
    return text == unit.symbol;
}

} // namespace

const char* to_string(LengthUnit unit) { return facts_of(unit).symbol; }

std::optional<LengthUnit> length_unit_from_string(std::string_view text) {
    for (std::size_t i = 0; i < facts_of_units.size(); ++i) {
        if (is_called(facts_of_units[i], text)) {
            return static_cast<LengthUnit>(i);
        }
    }
    return std::nullopt;
}

double conversion(LengthUnit from, LengthUnit to) {
    return facts_of(from).micrometres / facts_of(to).micrometres;
}

} // namespace impinge::inline v0
