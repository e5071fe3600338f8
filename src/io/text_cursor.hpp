// SPDX-License-Identifier: Apache-2.0
//
// Walks through text with a pointer: words and numbers without copies, the same in every locale.
// Lines are not counted on the way; a failure counts them when it happens.
#pragma once

#include "io/parse_failure.hpp"

#include <cstdint>
#include <span>
#include <string_view>

namespace impinge::inline v0 {

class TextCursor {
  public:
    explicit TextCursor(std::span<const char> text)
        : begin_(text.data()), here_(text.data()), end_(text.data() + text.size()) {}

    [[nodiscard]] bool at_end() const { return here_ == end_; }
    [[nodiscard]] bool at_line_end() const { return at_end() || *here_ == '\n' || *here_ == '\r'; }
    /// The next character, or a line end when there is none.
    [[nodiscard]] char peek() const { return at_end() ? '\n' : *here_; }
    [[nodiscard]] std::size_t offset() const { return static_cast<std::size_t>(here_ - begin_); }
    [[nodiscard]] std::size_t remaining() const { return static_cast<std::size_t>(end_ - here_); }

    void advance() { ++here_; }
    void jump(std::size_t offset) { here_ = begin_ + offset; }
    /// White space within a line; a backslash before a line end joins the two lines, as OBJ has it.
    void skip_blanks();
    /// Spaces, tabs and line ends.
    void skip_whitespace() {
        while (!at_end() && is_whitespace(*here_)) {
            ++here_;
        }
    }
    /// To the start of the next line.
    void skip_line();
    /// What is left of the line; the cursor goes to its end.
    std::string_view line();
    /// Whatever stands before the next whitespace; empty when the cursor is at one.
    std::string_view word();

    /// A decimal number, which whitespace or the end must follow. Fails unless it is finite; what
    /// lies beneath the smallest double becomes zero.
    double number();
    /// A whole number of at most 18 digits; anything may follow it.
    std::int64_t integer();

    [[noreturn]] void fail(std::string reason, ErrorCode code = ErrorCode::FileMalformed) const {
        fail_from(here_, std::move(reason), code);
    }

    static bool is_whitespace(char c) {
        return c == ' ' || c == '\n' || c == '\t' || c == '\r' || c == '\f' || c == '\v';
    }

  private:
    [[noreturn]] void fail_from(const char* place, std::string reason, ErrorCode code) const;

    const char* begin_;
    const char* here_;
    const char* end_;
};

/// For messages: the start of a word, with anything unprintable replaced.
std::string in_quotes(std::string_view word, std::size_t longest = 24);
/// For errors about a word that is not what should be there: the word in quotes, or that there is
/// none.
std::string word_or_end(std::string_view word);

} // namespace impinge::inline v0
