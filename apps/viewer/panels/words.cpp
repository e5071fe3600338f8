// SPDX-License-Identifier: Apache-2.0
#include "panels/words.hpp"

#include <algorithm>

namespace impinge::viewer {

std::string words_of(std::string name) {
    std::ranges::replace(name, '_', ' ');
    return name;
}

ShortNames short_names(const std::string& first, const std::string& second) {
    const std::size_t slash = first.rfind('/');
    const bool shared =
        slash != std::string::npos && second.starts_with(first.substr(0, slash + 1));
    const std::size_t from = shared ? slash + 1 : 0;
    return {first.substr(from), second.substr(from)};
}

std::string pair_name(const std::string& first, const std::string& second) {
    const ShortNames names = short_names(first, second);
    return names.first + " \u2013 " + names.second;
}

} // namespace impinge::viewer
