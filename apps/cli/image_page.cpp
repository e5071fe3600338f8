// SPDX-License-Identifier: Apache-2.0
//
// The page around a painted plane.
#include "image_paint.hpp"

#include <algorithm>

namespace impinge::cli {
namespace {

using render::Colour;
using render::Picture;
using render::PixelSize;

constexpr int margin = 20;
constexpr int gap = 24; ///< between the picture and its legend
constexpr int least_picture_side = 512;
constexpr int least_page_width = 620;
constexpr int title_size = 18;
constexpr int text_size = 13;
constexpr Colour title_colour{20, 24, 30};
constexpr Colour text_colour{84, 90, 100};

/// Broken between words so that no line is wider; words that are too wide are cut.
std::string wrapped(std::string_view text, int size, int max_width) {
    std::string out;
    std::string line;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find(' '), text.size());
        const std::string word = render::shortened(text.substr(0, end), size, max_width);
        text.remove_prefix(std::min(end + 1, text.size()));
        std::string longer = line;
        longer += line.empty() ? "" : " ";
        longer += word;
        if (render::text_size(longer, size).width <= max_width) {
            line = std::move(longer);
            continue;
        }
        out += line + "\n";
        line = word;
    }
    return out + line;
}

/// A low picture still gets a bar with room for numbers.
int bar_height(const Picture& picture) { return std::max(picture.height, 240); }

/// With as many rows as stand beside the picture, and some even beside a low one.
render::Legend fitted(render::Legend legend, const Picture& picture) {
    const int room = std::max(picture.height, 280);
    while (legend.max_rows > 1 && render::legend_size(legend).height > room) {
        --legend.max_rows;
    }
    return legend;
}

PixelSize legend_room(const PaintedPlane& painted, const Picture& picture) {
    return painted.bar ? render::colour_bar_size(*painted.bar, bar_height(picture))
                       : render::legend_size(fitted(painted.legend, picture));
}

/// Draws the text and returns where the next one may begin.
int draw_paragraph(Picture& page, int y, const std::string& text, int size, Colour colour) {
    render::draw_text(page, {margin, static_cast<double>(y)}, text,
                      {.size = size, .colour = colour});
    return y + render::text_size(text, size).height;
}

} // namespace

Picture explained(const PaintedPlane& painted, const Caption& caption) {
    const int longer_side = std::max(painted.picture.width, painted.picture.height);
    const Picture picture = render::magnified(painted.picture, least_picture_side / longer_side);
    const PixelSize legend = legend_room(painted, picture);
    const int width = std::max(2 * margin + picture.width + gap + legend.width, least_page_width);
    const int text_width = width - 2 * margin;
    const std::string title = render::shortened(caption.title, title_size, text_width);
    const std::string explanation = wrapped(caption.explanation, text_size, text_width);
    const std::string facts = wrapped(caption.facts, text_size, text_width);
    const int caption_height = render::text_size(title, title_size).height +
                               render::text_size(explanation, text_size).height +
                               render::text_size(facts, text_size).height;
    const int top = margin + caption_height + margin / 2;
    Picture page(width, top + std::max(picture.height, legend.height) + margin, render::white);

    int y = draw_paragraph(page, margin, title, title_size, title_colour);
    y = draw_paragraph(page, y, explanation, text_size, text_colour);
    draw_paragraph(page, y, facts, text_size, text_colour);
    render::paste(page, picture, margin, top);
    render::frame_rectangle(page, {margin - 1, top - 1, picture.width + 2, picture.height + 2},
                            text_colour);
    const int legend_x = margin + picture.width + gap;
    if (painted.bar) {
        render::draw_colour_bar(page, legend_x, top, bar_height(picture), *painted.bar);
    } else {
        render::draw_legend(page, legend_x, top, fitted(painted.legend, picture));
    }
    return page;
}

} // namespace impinge::cli
