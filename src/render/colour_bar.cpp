// SPDX-License-Identifier: Apache-2.0
#include "impinge/picture.hpp"

#include <algorithm>
#include <cmath>

namespace impinge::inline v0::render {
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
