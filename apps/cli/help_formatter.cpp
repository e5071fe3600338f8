// SPDX-License-Identifier: Apache-2.0
#include "help_formatter.hpp"

namespace impinge::cli {
namespace {

/// Beside the column of names, 100 in all.
constexpr std::size_t line_length = 70;

std::string in_lines(const std::string& text) {
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

bool takes_any_number(const CLI::Option* option) {
    return option->get_items_expected_max() >= CLI::detail::expected_max_vector_size;
}

} // namespace

std::string HelpFormatter::make_option_usage(const CLI::Option* option) const {
    const std::string name = option->get_name(true) + (takes_any_number(option) ? "..." : "");
    return option->get_required() ? name : "[" + name + "]";
}

std::string HelpFormatter::make_option_opts(const CLI::Option* option) const {
    std::string out;
    if (option->get_type_size() != 0 && !option->get_type_name().empty()) {
        out += " " + option->get_type_name();
        out += option->get_default_str().empty() ? "" : "=" + option->get_default_str();
    }
    return out;
}

std::string HelpFormatter::make_option_desc(const CLI::Option* option) const {
    return in_lines(option->get_description());
}

} // namespace impinge::cli
