// SPDX-License-Identifier: Apache-2.0
//
// Words, numbers and tables for people.
#pragma once

#include "impinge/collide.hpp"
#include "impinge/unit.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace impinge::cli {

/// Without control characters: names come from files, and must not drive the terminal.
std::string printable(std::string_view text);

/// The words of a text in lines of at most so many characters, where words allow it.
std::string in_lines(std::string_view text, std::size_t line_length);

/// "1 pair", "2 pairs", "0 bodies"; the plural of body is given.
std::string counted(std::size_t count, std::string_view one, std::string_view many);

/// " mm", or nothing when no unit is known: to be put behind a number.
std::string unit_suffix(std::optional<LengthUnit> unit);

/// How many decimals give the largest of some numbers four digits, and none more than 9.
int decimals_for(double largest);
/// With so many decimals, so that a column of them is aligned at the point; "<0.001" for what is
/// positive and would be all zeros.
std::string fixed_text(double number, int decimals);

/// A direction with three decimals: "(1, 0, -0.707)".
std::string direction_text(Vec3d direction);

/// "(1, -2, 0.5)"
std::string point_text(Vec3d point);

/// The names with commas between them, of what has a `name`.
template <typename Named> std::string listed_names(const Named& all) {
    std::string names;
    for (const auto& one : all) {
        names += names.empty() ? "" : ", ";
        names += one.name;
    }
    return names;
}

/// Whether standard output is a terminal that takes colour: NO_COLOR is unset or empty, and TERM is
/// not "dumb".
bool colour_wanted();

/// The text in the colour of the verdict (red: they interfere, yellow: they touch, green: apart),
/// or as it is.
std::string coloured(std::string text, Verdict verdict);

enum class Align : std::uint8_t { Left, Right };

struct Column {
    std::string title;
    Align align = Align::Left;
};

/// Rows of text with aligned columns.
class TextTable {
  public:
    explicit TextTable(std::vector<Column> columns) : columns_(std::move(columns)) {}

    /// One cell per column.
    void add(std::vector<std::string> row) { rows_.push_back(std::move(row)); }
    /// The titles, then the rows; every line ends with a line feed and without blanks.
    [[nodiscard]] std::string text() const;

  private:
    std::vector<Column> columns_;
    std::vector<std::vector<std::string>> rows_;
};

} // namespace impinge::cli
