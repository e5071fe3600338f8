// SPDX-License-Identifier: Apache-2.0
//
// Colour bars. Ticks are whole multiples of a decimal step and are kept as such: a tick's text is
// made of the digits of an integer, and its value is what that text says.
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

namespace {

constexpr int tick_length = 5;
constexpr int gap = 5; ///< between tick and text, title and bar

/// Where the parts go, from the top left corner of the whole.
struct Layout {
    std::string title;
    std::vector<Tick> ticks;
    int line = 0; ///< height of a line of text
    int bar_top = 0;
    int bar_width = 0;
    int bar_height = 0;
    int text_width = 0; ///< of the widest number
    int width = 0;
};

Layout layout_of(const ColourBar& bar, int height) {
    Layout layout;
    layout.title = bar.title;
    if (!bar.unit.empty()) {
        layout.title += (layout.title.empty() ? "[" : " [") + bar.unit + "]";
    }
    layout.line = text_size("", bar.text_size).height;
    // Numbers at the very ends reach half a line beyond the bar.
    layout.bar_top = layout.title.empty()
                         ? layout.line / 2
                         : text_size(layout.title, bar.text_size).height + gap + layout.line / 2;
    layout.bar_height = std::max(height - layout.bar_top - layout.line / 2, 1);
    layout.bar_width = layout.line;
    layout.ticks = round_ticks(bar.min, bar.max, layout.bar_height / (2 * layout.line) + 1);
    for (const Tick& tick : layout.ticks) {
        layout.text_width = std::max(layout.text_width, text_size(tick.text, bar.text_size).width);
    }
    const int below_title = layout.bar_width + tick_length + gap + layout.text_width;
    layout.width = std::max(text_size(layout.title, bar.text_size).width, below_title);
    return layout;
}

} // namespace

PixelSize colour_bar_size(const ColourBar& bar, int height) {
    return {layout_of(bar, height).width, height};
}

void draw_colour_bar(Picture& picture, int x, int y, int height, const ColourBar& bar) {
    const Layout layout = layout_of(bar, height);
    const TextStyle text{.size = bar.text_size, .colour = bar.colour};
    draw_text(picture, {static_cast<double>(x), static_cast<double>(y)}, layout.title, text);
    const Rectangle frame{x, y + layout.bar_top, layout.bar_width, layout.bar_height};
    for (int row = 0; row < frame.height; ++row) {
        const double t = 1 - (row + 0.5) / frame.height;
        fill_rectangle(picture, {frame.x, frame.y + row, frame.width, 1}, map_colour(bar.map, t));
    }
    frame_rectangle(picture, frame, bar.colour);
    TextStyle number = text;
    number.anchor_x = AnchorX::Right;
    number.anchor_y = AnchorY::Middle;
    const int tick_x = x + layout.bar_width;
    for (const Tick& tick : layout.ticks) {
        const double t = (tick.value - bar.min) / (bar.max - bar.min);
        const int row = static_cast<int>(std::floor((1 - t) * (frame.height - 1) + 0.5));
        fill_rectangle(picture, {tick_x, frame.y + row, tick_length, 1}, bar.colour);
        draw_text(picture,
                  {static_cast<double>(tick_x + tick_length + gap + layout.text_width),
                   frame.y + row + 0.5},
                  tick.text, number);
    }
}

} // namespace impinge::inline v0::render
