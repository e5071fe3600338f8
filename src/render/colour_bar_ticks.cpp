// SPDX-License-Identifier: Apache-2.0
//
// Ticks are whole multiples of a decimal step and are kept as such: a tick's text is made of the
// digits of an integer, and its value is what that text says.
#include "impinge/picture.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>

namespace impinge::inline v0::render {
namespace {

/// factor * 10^exponent
struct Step {
    int factor = 1;
    int exponent = 0;
};

Step next_larger(Step step) {
    switch (step.factor) {
    case 1:
        return {2, step.exponent};
    case 2:
        return {5, step.exponent};
    default:
        return {1, step.exponent + 1};
    }
}

/// The double nearest to number * 10^exponent.
double decimal(std::int64_t number, int exponent) {
    const std::string text = std::to_string(number) + "e" + std::to_string(exponent);
    double value = 0;
    std::from_chars(text.data(), text.data() + text.size(), value);
    return value;
}

/// The numbers whose multiples of the step lie in the range; first > last if none does.
struct Multiples {
    std::int64_t first = 0;
    std::int64_t last = -1;
};

Multiples multiples_between(double min, double max, Step step) {
    const double size = decimal(step.factor, step.exponent);
    const auto value = [step](std::int64_t i) { return decimal(i * step.factor, step.exponent); };
    // The quotients are rounded, so the ends may be one too far in or out.
    auto first = static_cast<std::int64_t>(std::ceil(min / size)) - 1;
    while (value(first) < min) {
        ++first;
    }
    auto last = static_cast<std::int64_t>(std::floor(max / size)) + 1;
    while (value(last) > max) {
        --last;
    }
    return {first, last};
}

/// "-12.50" from -1250 with two decimals.
std::string with_point(std::int64_t number, int decimals) {
    std::string digits = std::to_string(number < 0 ? -number : number);
    const auto behind = static_cast<std::size_t>(decimals);
    if (behind > 0) {
        if (digits.size() <= behind) {
            digits.insert(0, behind + 1 - digits.size(), '0');
        }
        digits.insert(digits.size() - behind, 1, '.');
    }
    return (number < 0 ? "-" : "") + digits;
}

int digits_of(std::int64_t number) {
    return static_cast<int>(std::to_string(number < 0 ? -number : number).size());
}

/// As plain digits if that is short, else with the power of ten of the largest tick.
std::string tick_text(std::int64_t number, std::int64_t largest, int exponent) {
    constexpr int most_zeros = 6;
    constexpr int most_decimals = 6;
    if (number == 0) {
        return "0";
    }
    const int leading = digits_of(largest) - 1 + exponent;
    if (exponent >= 0 && leading <= most_zeros) {
        return std::to_string(number) + std::string(static_cast<std::size_t>(exponent), '0');
    }
    if (exponent < 0 && -exponent <= most_decimals && leading <= most_zeros) {
        return with_point(number, -exponent);
    }
    return with_point(number, leading - exponent) + "e" + std::to_string(leading);
}

} // namespace

std::vector<Tick> round_ticks(double min, double max, int most) {
    const double range = max - min;
    if (!std::isfinite(min) || !std::isfinite(max) || !(range > 0) || !std::isfinite(range)) {
        return {};
    }
    // Beyond this the ends differ in too few digits for a step between them.
    const double magnitude = std::max(std::abs(min), std::abs(max));
    if (magnitude / range > 1e12 || range < 1e-290) {
        return {};
    }
    const int wanted = std::max(most, 2);
    Step step{1, static_cast<int>(std::floor(std::log10(range / wanted))) - 1};
    Multiples found = multiples_between(min, max, step);
    while (found.last - found.first >= wanted) {
        step = next_larger(step);
        found = multiples_between(min, max, step);
    }
    const std::int64_t largest =
        std::max(std::abs(found.first), std::abs(found.last)) * step.factor;
    std::vector<Tick> ticks;
    for (std::int64_t i = found.first; i <= found.last; ++i) {
        const std::int64_t number = i * step.factor;
        ticks.push_back(
            {decimal(number, step.exponent), tick_text(number, largest, step.exponent)});
    }
    return ticks;
}

} // namespace impinge::inline v0::render
