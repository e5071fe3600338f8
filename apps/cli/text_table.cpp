// SPDX-License-Identifier: Apache-2.0
#include "text_table.hpp"

#include <algorithm>

namespace impinge::cli {
namespace {

/// Characters on the screen, taking one per UTF-8 sequence and none for a colour.
std::size_t width(const std::string& text) {
    std::size_t count = 0;
    bool in_colour = false;
    for (const char c : text) {
        if (in_colour || c == '\x1b') {
            in_colour = c != 'm';
        } else if ((static_cast<unsigned char>(c) & 0xC0u) != 0x80u) {
            ++count;
        }
    }
    return count;
}

} // namespace

std::string TextTable::text() const {
    std::vector<std::string> titles;
    std::vector<std::size_t> widths;
    for (std::size_t i = 0; i < columns_.size(); ++i) {
        titles.push_back(columns_[i].title);
        widths.push_back(width(columns_[i].title));
        for (const auto& row : rows_) {
            widths[i] = std::max(widths[i], width(row[i]));
        }
    }
    std::string out;
    const auto append = [&](const std::vector<std::string>& row) {
        for (std::size_t i = 0; i < row.size(); ++i) {
            const std::string padding(widths[i] - width(row[i]), ' ');
            out += columns_[i].align == Align::Right ? padding + row[i] : row[i] + padding;
            out += i + 1 < row.size() ? "  " : "";
        }
        out.erase(out.find_last_not_of(' ') + 1);
        out += '\n';
    };
    append(titles);
    std::for_each(rows_.begin(), rows_.end(), append);
    return out;
}

} // namespace impinge::cli
