// SPDX-License-Identifier: Apache-2.0
//
// Rows of text with aligned columns.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace impinge::cli {

enum class Align : std::uint8_t { Left, Right };

struct Column {
    std::string title;
    Align align = Align::Left;
};

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
