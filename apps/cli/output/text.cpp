// SPDX-License-Identifier: Apache-2.0
#include "output/text.hpp"

#include <algorithm>
#include <cstdlib>
#include <fmt/core.h>
#include <string_view>
#include <unistd.h>

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

namespace {

std::string_view environment(const char* name) {
    const char* value = std::getenv(name);
    return value == nullptr ? "" : value;
}

const char* colour_code(Verdict verdict) {
    switch (verdict) {
    case Verdict::Apart:
        return "\x1b[32m";
    case Verdict::Touching:
        return "\x1b[33m";
    default:
        return "\x1b[31m";
    }
}

} // namespace

bool colour_wanted() {
    static const bool wanted = isatty(STDOUT_FILENO) != 0 && environment("NO_COLOR").empty() &&
                               environment("TERM") != "dumb";
    return wanted;
}

std::string coloured(std::string text, Verdict verdict) {
    return colour_wanted() ? colour_code(verdict) + std::move(text) + "\x1b[0m" : text;
}

std::string printable(std::string_view text) {
    std::string out(text);
    for (char& c : out) {
        const auto code = static_cast<unsigned char>(c);
        c = code < 0x20 || code == 0x7F ? '?' : c;
    }
    return out;
}

std::string in_lines(std::string_view text, std::size_t line_length) {
    std::string out;
    std::size_t length = 0;
    std::size_t begin = 0;
    while (begin < text.size()) {
        const std::size_t end = std::min(text.find(' ', begin), text.size());
        const std::size_t word = end - begin;
        if (length > 0 && length + 1 + word > line_length) {
            out += '\n';
            length = 0;
        } else if (length > 0) {
            out += ' ';
            ++length;
        }
        out.append(text, begin, word);
        length += word;
        begin = end + 1;
    }
    return out;
}

std::string counted(std::size_t count, std::string_view one, std::string_view many) {
    return fmt::format("{} {}", count, count == 1 ? one : many);
}

std::string unit_suffix(std::optional<LengthUnit> unit) {
    return unit ? std::string(" ") + to_string(*unit) : "";
}

int decimals_for(double largest) {
    constexpr int digits = 4;
    constexpr int most = 9;
    if (!(largest > 0) || !std::isfinite(largest)) {
        return 0;
    }
    const int before_point = static_cast<int>(std::floor(std::log10(largest))) + 1;
    return std::clamp(digits - before_point, 0, most);
}

std::string fixed_text(double number, int decimals) {
    const std::string text = fmt::format("{:.{}f}", number, decimals);
    const bool vanished = number > 0 && text.find_first_of("123456789") == std::string::npos;
    return vanished ? fmt::format("<{:.{}f}", std::pow(10, -decimals), decimals) : text;
}

std::string direction_text(Vec3d direction) {
    const auto rounded = [](double x) { return std::round(x * 1000) / 1000 + 0.0; };
    return point_text({rounded(direction.x), rounded(direction.y), rounded(direction.z)});
}

std::string point_text(Vec3d p) { return fmt::format("({:.6g}, {:.6g}, {:.6g})", p.x, p.y, p.z); }

} // namespace impinge::cli
