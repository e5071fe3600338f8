// SPDX-License-Identifier: Apache-2.0
#include "slice/slice_svg.hpp"

#include "output/text.hpp"

#include <algorithm>
#include <cmath>
#include <fmt/core.h>

namespace impinge::cli {
namespace {

// Pixels.
constexpr double margin = 24;
constexpr double top = 76;
constexpr double bottom = 64;
constexpr double most_width = 860;
constexpr double most_height = 640;
constexpr double legend_width = 300;

struct Bounds {
    double min_x = HUGE_VAL;
    double min_y = HUGE_VAL;
    double max_x = -HUGE_VAL;
    double max_y = -HUGE_VAL;

    void add(Vec2d p) {
        min_x = std::min(min_x, p.x);
        min_y = std::min(min_y, p.y);
        max_x = std::max(max_x, p.x);
        max_y = std::max(max_y, p.y);
    }
    void add(const SliceSection& section) {
        for (const SlicePolygon& polygon : section.polygons) {
            std::for_each(polygon.outline.begin(), polygon.outline.end(),
                          [this](Vec2d p) { add(p); });
        }
        for (const SliceCurve& curve : section.curves) {
            std::for_each(curve.points.begin(), curve.points.end(), [this](Vec2d p) { add(p); });
        }
    }
    [[nodiscard]] bool empty() const { return !(min_x <= max_x); }
    [[nodiscard]] Bounds widened(double by) const {
        return {min_x - by, min_y - by, max_x + by, max_y + by};
    }
    [[nodiscard]] double size() const { return std::max(max_x - min_x, max_y - min_y); }
};

Bounds bounds_of(const Slice& slice, SliceWindow window) {
    Bounds whole;
    whole.add(slice.a);
    whole.add(slice.b);
    Bounds overlap;
    overlap.add(slice.overlap);
    if (window == SliceWindow::Overlap && !overlap.empty()) {
        return overlap.widened(overlap.size() * 0.5);
    }
    if (whole.empty()) {
        return {0, 0, 1, 1};
    }
    return whole.widened(whole.size() > 0 ? whole.size() * 0.04 : 1);
}

/// From the plane to pixels, in which y goes down.
struct Window {
    Bounds bounds;
    double scale = 1; ///< pixels for one unit of length

    [[nodiscard]] double x(double of) const { return margin + (of - bounds.min_x) * scale; }
    [[nodiscard]] double y(double of) const { return top + (bounds.max_y - of) * scale; }
    [[nodiscard]] double width() const { return (bounds.max_x - bounds.min_x) * scale; }
    [[nodiscard]] double height() const { return (bounds.max_y - bounds.min_y) * scale; }
};

Window window_on(const Bounds& bounds) {
    Window window{bounds, 1};
    window.scale = std::min(most_width / (bounds.max_x - bounds.min_x),
                            most_height / (bounds.max_y - bounds.min_y));
    return window;
}

std::string escaped(const std::string& text) {
    std::string out;
    for (const char c : printable(text)) {
        switch (c) {
        case '&':
            out += "&amp;";
            break;
        case '<':
            out += "&lt;";
            break;
        case '>':
            out += "&gt;";
            break;
        case '"':
            out += "&quot;";
            break;
        default:
            out += c;
        }
    }
    return out;
}

template <typename Points>
std::string path_of(const Points& points, const Window& window, bool closed) {
    std::string out;
    for (std::size_t i = 0; i < points.size(); ++i) {
        out += fmt::format("{}{:.2f} {:.2f}", i == 0 ? "M" : "L", window.x(points[i].x),
                           window.y(points[i].y));
    }
    return out + (closed ? "Z" : "");
}

/// All polygons as one path, holes left out by the rule.
std::string section_path(const SliceSection& section, const Window& window,
                         const std::string& style) {
    std::string path;
    for (const SlicePolygon& polygon : section.polygons) {
        path += path_of(polygon.outline, window, true);
        for (const SliceLoop& hole : polygon.holes) {
            path += path_of(hole, window, true);
        }
    }
    std::string out;
    if (!path.empty()) {
        out += fmt::format("<path fill-rule=\"evenodd\" class=\"{}\" d=\"{}\"/>\n", style, path);
    }
    for (const SliceCurve& curve : section.curves) {
        out += fmt::format("<path class=\"{} line\" d=\"{}\"/>\n", style,
                           path_of(curve.points, window, curve.closed));
    }
    return out;
}

/// The largest of 1, 2, 5, 10 ... that is not above.
double round_below(double value) {
    const double power = std::pow(10, std::floor(std::log10(value)));
    const double digits = value / power;
    return power * (digits >= 5 ? 5 : digits >= 2 ? 2 : 1);
}

std::string scale_bar(const Window& window, const std::string& unit) {
    const double length = round_below(window.width() * 0.35 / window.scale);
    const double pixels = length * window.scale;
    const double y = top + window.height() + 22;
    std::string out = fmt::format("<path class=\"scale\" d=\"M{0:.2f} {1:.2f}V{2:.2f}H{3:.2f}V"
                                  "{1:.2f}\"/>\n",
                                  margin, y - 6, y, margin + pixels);
    out += fmt::format("<text x=\"{:.2f}\" y=\"{:.2f}\">{:g}{}</text>\n", margin, y + 18, length,
                       unit.empty() ? "" : " " + unit);
    return out;
}

std::string legend_entry(double x, double y, const std::string& style, const std::string& name,
                         const std::string& value) {
    return fmt::format("<rect class=\"{}\" x=\"{:.2f}\" y=\"{:.2f}\" width=\"22\" height=\"16\"/>"
                       "\n<text x=\"{:.2f}\" y=\"{:.2f}\">{}</text>\n"
                       "<text class=\"small\" x=\"{:.2f}\" y=\"{:.2f}\">{}</text>\n",
                       style, x, y, x + 32, y + 13, escaped(name), x + 32, y + 31, escaped(value));
}

std::string area_text(const SliceSection& section, bool solid, const std::string& unit) {
    if (!solid) {
        return "not a solid: no area";
    }
    return fmt::format("area {:.6g}{}", section.area, unit.empty() ? "" : " " + unit + "\u00b2");
}

std::string legend(const Slice& slice, const SliceDrawing& drawing, double x) {
    const std::string& unit = drawing.unit;
    return legend_entry(x, top, "a", drawing.name_a, area_text(slice.a, slice.solid_a, unit)) +
           legend_entry(x, top + 48, "b", drawing.name_b, area_text(slice.b, slice.solid_b, unit)) +
           legend_entry(x, top + 96, "both", "overlap",
                        area_text(slice.overlap, slice.solid_a && slice.solid_b, unit));
}

// Fills that differ in lightness, too; the overlap is hatched, for prints without colour.
constexpr const char* style_sheet = R"svg(<style>
text { font: 15px sans-serif; fill: #222 }
.title { font-size: 19px }
.small { font-size: 13px; fill: #555 }
.a { fill: #4a86c5; fill-opacity: 0.5; stroke: #1d4f86; stroke-width: 1.2 }
.b { fill: #f0b64a; fill-opacity: 0.6; stroke: #8a5a00; stroke-width: 1.2 }
.both { fill: url(#hatch); stroke: #8c1020; stroke-width: 1.4 }
.line { fill: none; stroke-width: 2 }
.scale { fill: none; stroke: #222; stroke-width: 2 }
.frame { fill: #fff; stroke: #bbb }
</style>
<defs>
<pattern id="hatch" width="7" height="7" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
<rect width="7" height="7" fill="#e24a5a"/><rect width="2" height="7" fill="#8c1020"/>
</pattern>
)svg";

} // namespace

std::string slice_svg(const Slice& slice, const SliceDrawing& drawing) {
    const Window window = window_on(bounds_of(slice, drawing.window));
    const double legend_x = margin + window.width() + 28;
    const double width = std::max(legend_x + legend_width, 640.0);
    const double height = top + std::max(window.height(), 150.0) + bottom;
    std::string out = fmt::format("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0:.0f}\" "
                                  "height=\"{1:.0f}\" viewBox=\"0 0 {0:.0f} {1:.0f}\">\n",
                                  width, height);
    const std::string frame =
        fmt::format("x=\"{:.2f}\" y=\"{:.2f}\" width=\"{:.2f}\" height=\"{:.2f}\"/>", margin, top,
                    window.width(), window.height());
    out += style_sheet;
    out += "<clipPath id=\"window\"><rect " + frame + "</clipPath>\n</defs>\n";
    out += fmt::format("<title>section of {} and {}</title>\n", escaped(drawing.name_a),
                       escaped(drawing.name_b));
    out += "<rect width=\"100%\" height=\"100%\" fill=\"#fbfbfa\"/>\n<rect class=\"frame\" " +
           frame + "\n";
    out += fmt::format("<text class=\"title\" x=\"{}\" y=\"32\">section of {} and {}</text>\n",
                       margin, escaped(drawing.name_a), escaped(drawing.name_b));
    out += fmt::format("<text class=\"small\" x=\"{}\" y=\"54\">through {}, normal {}; right is "
                       "{}, up is {}</text>\n",
                       margin, point_text(slice.plane.point), point_text(slice.plane.normal),
                       point_text(slice.axes.x), point_text(slice.axes.y));
    out += "<g clip-path=\"url(#window)\">\n";
    out += section_path(slice.a, window, "a") + section_path(slice.b, window, "b") +
           section_path(slice.overlap, window, "both");
    out += "</g>\n";
    out += scale_bar(window, drawing.unit) + legend(slice, drawing, legend_x);
    return out + "</svg>\n";
}

} // namespace impinge::cli
