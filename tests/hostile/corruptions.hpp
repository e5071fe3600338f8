// SPDX-License-Identifier: Apache-2.0
//
// Everything that can happen to the bytes of a file, one harm at a time.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

namespace impinge::tests {

using Visit = std::function<void(const std::string& harmed, const std::string& how)>;

/// All proper beginnings of the file.
inline void each_truncation(const std::string& bytes, const Visit& visit) {
    for (std::size_t size = 0; size < bytes.size(); ++size) {
        visit(bytes.substr(0, size), "cut to " + std::to_string(size) + " bytes");
    }
}

inline void each_flipped_bit(const std::string& whole, const Visit& visit) {
    std::string bytes = whole;
    for (std::size_t bit = 0; bit < 8 * bytes.size(); ++bit) {
        const char mask = static_cast<char>(1U << bit % 8);
        bytes[bit / 8] = static_cast<char>(bytes[bit / 8] ^ mask);
        visit(bytes, "bit " + std::to_string(bit) + " flipped");
        bytes[bit / 8] = static_cast<char>(bytes[bit / 8] ^ mask);
    }
}

/// Any four bytes replaced by the largest numbers, signed and unsigned, in both byte orders: one of
/// these places is a count.
inline void each_enormous_field(const std::string& bytes, const Visit& visit) {
    for (const std::string_view field :
         {std::string_view("\xFF\xFF\xFF\xFF", 4), std::string_view("\xFF\xFF\xFF\x7F", 4),
          std::string_view("\x7F\xFF\xFF\xFF", 4), std::string_view("\x80\0\0\0", 4),
          std::string_view("\0\0\0\x80", 4), std::string_view("\0\0\0\0", 4)}) {
        for (std::size_t at = 0; at + 4 <= bytes.size(); ++at) {
            std::string harmed = bytes;
            harmed.replace(at, 4, field);
            visit(harmed, "four bytes replaced at " + std::to_string(at));
        }
    }
}

/// Every run of digits in the text replaced by numbers that no file should hold.
inline void each_absurd_number(const std::string& text, const Visit& visit) {
    constexpr std::string_view digits = "0123456789";
    for (std::size_t at = text.find_first_of(digits); at != std::string::npos;) {
        const std::size_t end = text.find_first_not_of(digits, at);
        const std::size_t size = (end == std::string::npos ? text.size() : end) - at;
        for (const char* absurd :
             {"-1", "4294967295", "4294967296", "18446744073709551616", "nan", "inf", "-inf",
              "1e300", "-1e308", "1e999", "1e-320", "0.5", ""}) {
            std::string harmed = text;
            harmed.replace(at, size, absurd);
            visit(harmed, "the number at " + std::to_string(at) + " replaced by '" + absurd + "'");
        }
        at = text.find_first_of(digits, at + size);
    }
}

inline void each_appendix(const std::string& bytes, const Visit& visit) {
    const std::string zeros(1000, '\0');
    for (const std::string& more : {std::string("\n"), std::string("x"), zeros,
                                    std::string(1000, '\xFF'), std::string(1000, '\n'), bytes}) {
        visit(bytes + more, "with " + std::to_string(more.size()) + " bytes more");
    }
}

} // namespace impinge::tests
