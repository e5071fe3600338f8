// SPDX-License-Identifier: Apache-2.0
#include "impinge/picture.hpp"

#include <algorithm>

namespace impinge::inline v0::render {
namespace {

struct Row {
    Colour colour; ///< transparent: no swatch
    std::string text;
};

/// A swatch is a square of this side.
int swatch_side(int line) { return line * 3 / 4; }
int text_indent(int line) { return swatch_side(line) + line / 2; }
int row_height(int line) { return line + line / 4; }
int line_of(const Legend& legend) { return text_size("", legend.text_size).height; }

std::vector<Row> rows_of(const Legend& legend) {
    const auto most = static_cast<std::size_t>(std::max(legend.max_rows, 1));
    const std::size_t count = legend.entries.size();
    const std::size_t shown = count <= most ? count : most - 1;
    const int room = legend.max_width - text_indent(line_of(legend));
    std::vector<Row> rows;
    for (std::size_t i = 0; i < shown; ++i) {
        const LegendEntry& entry = legend.entries[i];
        rows.push_back({entry.colour, shortened(entry.text, legend.text_size, room)});
    }
    if (shown < count) {
        rows.push_back({transparent, "and " + std::to_string(count - shown) + " more"});
    }
    return rows;
}

std::string title_of(const Legend& legend) {
    return shortened(legend.title, legend.text_size, legend.max_width);
}

int title_height(const Legend& legend) {
    return legend.title.empty() ? 0 : line_of(legend) + line_of(legend) / 2;
}

} // namespace

PixelSize legend_size(const Legend& legend) {
    const int line = line_of(legend);
    const std::vector<Row> rows = rows_of(legend);
    int width = text_size(title_of(legend), legend.text_size).width;
    for (const Row& row : rows) {
        width = std::max(width, text_indent(line) + text_size(row.text, legend.text_size).width);
    }
    return {width, title_height(legend) + static_cast<int>(rows.size()) * row_height(line)};
}

void draw_legend(Picture& picture, int x, int y, const Legend& legend) {
    const int line = line_of(legend);
    TextStyle style{.size = legend.text_size, .colour = legend.colour};
    draw_text(picture, {static_cast<double>(x), static_cast<double>(y)}, title_of(legend), style);
    style.anchor_y = AnchorY::Middle;
    int top = y + title_height(legend);
    for (const Row& row : rows_of(legend)) {
        const int side = swatch_side(line);
        const int middle = top + row_height(line) / 2;
        if (row.colour.a > 0) {
            const Rectangle swatch{x, middle - side / 2, side, side};
            fill_rectangle(picture, swatch, row.colour);
            frame_rectangle(picture, swatch, faded(legend.colour, 0.4));
        }
        draw_text(picture,
                  {static_cast<double>(x + text_indent(line)), static_cast<double>(middle)},
                  row.text, style);
        top += row_height(line);
    }
}

} // namespace impinge::inline v0::render
