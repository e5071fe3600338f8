// SPDX-License-Identifier: Apache-2.0
#include "io/text_cursor.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <fast_float/fast_float.h>

namespace impinge::inline v0 {

void TextCursor::skip_blanks() {
    while (!at_end()) {
        if (is_whitespace(*here_) && *here_ != '\n' && *here_ != '\r') {
            ++here_;
        } else if (*here_ == '\\' && remaining() > 1 && here_[1] == '\n') {
            here_ += 2;
        } else if (*here_ == '\\' && remaining() > 2 && here_[1] == '\r' && here_[2] == '\n') {
            here_ += 3;
        } else {
            break;
        }
    }
}

void TextCursor::skip_line() {
    const void* line_end = at_end() ? nullptr : std::memchr(here_, '\n', remaining());
    here_ = line_end == nullptr ? end_ : static_cast<const char*>(line_end) + 1;
}

std::string_view TextCursor::line() {
    const char* start = here_;
    while (!at_line_end()) {
        ++here_;
    }
    return {start, static_cast<std::size_t>(here_ - start)};
}

std::string_view TextCursor::word() {
    const char* start = here_;
    while (!at_end() && !is_whitespace(*here_)) {
        ++here_;
    }
    return {start, static_cast<std::size_t>(here_ - start)};
}

double TextCursor::number() {
    const char* start = here_;
    if (remaining() > 1 && *here_ == '+' && here_[1] != '-') {
        ++here_;
    }
    double value = 0;
    const auto parsed = fast_float::from_chars(here_, end_, value);
    // The parsed end is compared first: on failure it is where the text began.
    if (parsed.ptr == here_ || (parsed.ptr != end_ && !is_whitespace(*parsed.ptr))) {
        here_ = start;
        const std::string_view text = word();
        fail_from(start,
                  text.empty() ? "a number is missing" : in_quotes(text) + " is not a number",
                  ErrorCode::FileMalformed);
    }
    here_ = parsed.ptr;
    if (!std::isfinite(value)) {
        here_ = start;
        fail_from(start, in_quotes(word()) + " is not a finite number", ErrorCode::NonFinite);
    }
    return value;
}

std::int64_t TextCursor::integer() {
    const char* start = here_;
    const bool negative = peek() == '-';
    if (negative || peek() == '+') {
        ++here_;
    }
    const char* digits = here_;
    std::int64_t value = 0;
    while (!at_end() && *here_ >= '0' && *here_ <= '9' && here_ - digits < 18) {
        value = value * 10 + (*here_ - '0');
        ++here_;
    }
    const bool too_long = !at_end() && *here_ >= '0' && *here_ <= '9';
    if (here_ == digits || too_long) {
        here_ = start;
        const std::string_view text = word();
        fail_from(start,
                  text.empty() ? "a whole number is missing"
                               : in_quotes(text) + " is not a whole number in range",
                  ErrorCode::FileMalformed);
    }
    return negative ? -value : value;
}

void TextCursor::fail_from(const char* place, std::string reason, ErrorCode code) const {
    const auto line = 1 + std::count(begin_, place, '\n');
    throw ParseFailure{code,
                       "line " + std::to_string(line),
                       std::move(reason),
                       {ErrorPlace::Kind::Line, static_cast<std::uint64_t>(line)}};
}

std::string in_quotes(std::string_view word, std::size_t longest) {
    std::string text(word.substr(0, longest));
    for (char& c : text) {
        if (c < 0x20 || c > 0x7e) {
            c = '?';
        }
    }
    return "'" + text + (word.size() > longest ? "...'" : "'");
}

std::string word_or_end(std::string_view word) {
    return word.empty() ? "the end of the file" : in_quotes(word);
}

} // namespace impinge::inline v0
