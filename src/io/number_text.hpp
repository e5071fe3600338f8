// SPDX-License-Identifier: Apache-2.0
//
// Numbers as text: the shortest that reads back as the same bits, the same in every locale.
#pragma once

#include <array>
#include <charconv>
#include <string>

namespace impinge::inline v0 {

template <typename Number> void append_number(std::string& out, Number number) {
    std::array<char, 32> text;
    const auto end = std::to_chars(text.data(), text.data() + text.size(), number).ptr;
    out.append(text.data(), end);
}

} // namespace impinge::inline v0
