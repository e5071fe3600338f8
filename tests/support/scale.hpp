// SPDX-License-Identifier: Apache-2.0
//
// How many random cases a test runs. The environment variable IMPINGE_TEST_SCALE multiplies the
// full count: 0.05 keeps a sanitizer run short, 10 makes a long one. Unset means 1.
#pragma once

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstddef>
#include <cstdlib>
#include <stdexcept>
#include <string_view>
#include <system_error>

namespace impinge::tests {

/// Throws on anything but a positive number: a mistyped scale must not pass as a full run.
inline double parse_scale(std::string_view text) {
    double scale = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), scale);
    if (error != std::errc{} || end != text.data() + text.size() || !std::isfinite(scale) ||
        scale <= 0) {
        throw std::invalid_argument("IMPINGE_TEST_SCALE is not a positive number");
    }
    return scale;
}

/// At least 32 cases are left (or all, if there are fewer), so that asserted hit rates keep a
/// meaning in a short run.
inline std::size_t scaled_by(double scale, std::size_t full_count) {
    const auto count = static_cast<std::size_t>(static_cast<double>(full_count) * scale);
    return std::max(count, std::min<std::size_t>(full_count, 32));
}

inline std::size_t scaled(std::size_t full_count) {
    const char* text = std::getenv("IMPINGE_TEST_SCALE");
    return text == nullptr ? full_count : scaled_by(parse_scale(text), full_count);
}

/// Whether this run has all its cases: only then are the shares of rare outcomes asserted.
inline bool is_full_run() { return scaled(1'000'000) >= 1'000'000; }

} // namespace impinge::tests
