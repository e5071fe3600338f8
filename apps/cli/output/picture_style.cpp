// SPDX-License-Identifier: Apache-2.0
#include "output/picture_style.hpp"

#include "image/image_planes.hpp"

#include <algorithm>
#include <array>

namespace impinge::cli {
namespace {

using render::Colour;

constexpr std::array<Colour, 8> calm{{{118, 152, 188, 255},
                                      {198, 187, 160, 255},
                                      {138, 172, 146, 255},
                                      {158, 146, 182, 255},
                                      {104, 168, 174, 255},
                                      {186, 160, 168, 255},
                                      {128, 140, 156, 255},
                                      {178, 196, 208, 255}}};
constexpr std::array<Colour, 4> ambers{
    {{236, 178, 70, 255}, {247, 214, 140, 255}, {206, 144, 44, 255}, {240, 196, 104, 255}}};
constexpr std::array<Colour, 4> reds{
    {{208, 82, 74, 255}, {242, 172, 152, 255}, {172, 66, 84, 255}, {230, 128, 104, 255}}};

} // namespace

Colour calm_colour(std::size_t number) { return calm[number % calm.size()]; }
Colour amber_colour(std::size_t number) { return ambers[number % ambers.size()]; }
Colour red_colour(std::size_t number) { return reds[number % reds.size()]; }

void add_bright_lines(render::PictureScene& scene, std::vector<render::Segment> segments,
                      Colour colour, double hidden_opacity) {
    if (segments.empty()) {
        return;
    }
    scene.lines.push_back({.segments = segments,
                           .colour = {60, 14, 20, 190},
                           .width_pixels = 4,
                           .hidden_opacity = hidden_opacity});
    scene.lines.push_back({.segments = std::move(segments),
                           .colour = colour,
                           .width_pixels = 2,
                           .hidden_opacity = hidden_opacity});
}

namespace {

using render::Picture;
using render::PixelSize;

constexpr int least_page_width = 620;

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
    render::draw_text(page, {page_margin, static_cast<double>(y)}, text,
                      {.size = size, .colour = colour});
    return y + render::text_size(text, size).height;
}

} // namespace

Picture explained(const PaintedPlane& painted, const Caption& caption) {
    const int longer_side = std::max(painted.picture.width, painted.picture.height);
    const Picture picture = render::magnified(painted.picture, least_picture_side / longer_side);
    const PixelSize legend = legend_room(painted, picture);
    const int width =
        std::max(2 * page_margin + picture.width + page_gap + legend.width, least_page_width);
    const int text_width = width - 2 * page_margin;
    const std::string title = render::shortened(caption.title, page_title_size, text_width);
    const std::string explanation = wrapped(caption.explanation, page_text_size, text_width);
    const std::string facts = wrapped(caption.facts, page_text_size, text_width);
    const int caption_height = render::text_size(title, page_title_size).height +
                               render::text_size(explanation, page_text_size).height +
                               render::text_size(facts, page_text_size).height;
    const int top = page_margin + caption_height + page_margin / 2;
    Picture page(width, top + std::max(picture.height, legend.height) + page_margin, render::white);

    int y = draw_paragraph(page, page_margin, title, page_title_size, page_title_colour);
    y = draw_paragraph(page, y, explanation, page_text_size, page_text_colour);
    draw_paragraph(page, y, facts, page_text_size, page_text_colour);
    render::paste(page, picture, page_margin, top);
    render::frame_rectangle(page, {page_margin - 1, top - 1, picture.width + 2, picture.height + 2},
                            page_text_colour);
    const int legend_x = page_margin + picture.width + page_gap;
    if (painted.bar) {
        render::draw_colour_bar(page, legend_x, top, bar_height(picture), *painted.bar);
    } else {
        render::draw_legend(page, legend_x, top, fitted(painted.legend, picture));
    }
    return page;
}

} // namespace impinge::cli
