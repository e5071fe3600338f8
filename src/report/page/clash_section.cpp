// SPDX-License-Identifier: Apache-2.0
#include "report/page/clash_section.hpp"

#include "impinge/slice.hpp"
#include "report/page/clash_view.hpp"
#include "report/page/drawn_mesh.hpp"

#include <algorithm>
#include <cmath>

namespace impinge::inline v0::report {
namespace {

using Json = nlohmann::ordered_json;

constexpr double shape_of_window = 1.5; ///< width by height

/// Across the axis that the way out is most across; of two, the one with the longer clash along it,
/// so that the short sides of the clash are in the section.
int axis_across(const Clash& clash) {
    const Vec3d size = is_empty(clash.box) ? Vec3d{} : extent(clash.box);
    int best = 0;
    for (int axis = 1; axis < 3; ++axis) {
        const double gain = std::abs(clash.normal[best]) - std::abs(clash.normal[axis]);
        if (gain > 1e-3 || (gain > -1e-3 && size[axis] > size[best])) {
            best = axis;
        }
    }
    return best;
}

struct SectionWindow {
    double min_x = 0;
    double min_y = 0;
    double width = 1;
    double height = 1;

    [[nodiscard]] std::uint16_t step_x(double x) const { return step((x - min_x) / width); }
    [[nodiscard]] std::uint16_t step_y(double y) const { return step((y - min_y) / height); }
    static std::uint16_t step(double share) {
        return static_cast<std::uint16_t>(std::round(std::clamp(share, 0.0, 1.0) * 65535));
    }
};

/// So near that the depth is seen, however long the clash is.
SectionWindow window_around(const Report& report, const Clash& clash, const SliceAxes& axes) {
    const Box3 parts = box_of_parts(report, clash);
    const double largest = std::max(length(parts.max * 0.5 - parts.min * 0.5), 1e-300);
    const double size = is_empty(clash.box) ? 0 : length(extent(clash.box)) / 2;
    const double measure = clash.depth.value_or(clash.distance.value_or(0));
    const double wished = std::max({6 * measure, 0.15 * size, 0.01 * largest});
    const double half = std::clamp(wished, 0.01 * largest, largest);
    const double x = dot(axes.x, clash.point);
    const double y = dot(axes.y, clash.point);
    return {x - half * shape_of_window, y - half, 2 * half * shape_of_window, 2 * half};
}

/// A closed outline cut by one side of the window (Sutherland and Hodgman). Where it leaves the
/// window it runs along the side.
template <typename Inside, typename Crossing>
SliceLoop cut_side(const SliceLoop& loop, Inside inside, Crossing crossing) {
    SliceLoop out;
    for (std::size_t i = 0; i < loop.size(); ++i) {
        const Vec2d from = loop[i];
        const Vec2d to = loop[(i + 1) % loop.size()];
        if (inside(from)) {
            out.push_back(from);
        }
        if (inside(from) != inside(to)) {
            out.push_back(crossing(from, to));
        }
    }
    return out;
}

SliceLoop cut_to(const SectionWindow& window, SliceLoop loop) {
    const auto at_x = [](double x) {
        return [x](Vec2d a, Vec2d b) {
            return Vec2d{x, a.y + (b.y - a.y) * ((x - a.x) / (b.x - a.x))};
        };
    };
    const auto at_y = [](double y) {
        return [y](Vec2d a, Vec2d b) {
            return Vec2d{a.x + (b.x - a.x) * ((y - a.y) / (b.y - a.y)), y};
        };
    };
    const double max_x = window.min_x + window.width;
    const double max_y = window.min_y + window.height;
    loop = cut_side(
        loop, [&](Vec2d p) { return p.x >= window.min_x; }, at_x(window.min_x));
    loop = cut_side(
        loop, [&](Vec2d p) { return p.x <= max_x; }, at_x(max_x));
    loop = cut_side(
        loop, [&](Vec2d p) { return p.y >= window.min_y; }, at_y(window.min_y));
    return cut_side(
        loop, [&](Vec2d p) { return p.y <= max_y; }, at_y(max_y));
}

/// Outlines in steps of the window, and how long each is.
struct PackedOutlines {
    std::vector<std::uint16_t> x;
    std::vector<std::uint16_t> y;

    /// Points that fall on the last one are left out.
    std::size_t add(const SectionWindow& window, const std::vector<Vec2d>& points) {
        const std::size_t first = x.size();
        for (const Vec2d& point : points) {
            const std::uint16_t step_x = window.step_x(point.x);
            const std::uint16_t step_y = window.step_y(point.y);
            if (x.size() == first || x.back() != step_x || y.back() != step_y) {
                x.push_back(step_x);
                y.push_back(step_y);
            }
        }
        return x.size() - first;
    }

    Json add_polygons(const SectionWindow& window, const SliceSection& section) {
        Json lengths = Json::array();
        const auto add_loop = [&](const SliceLoop& loop) {
            const SliceLoop seen = cut_to(window, loop);
            if (seen.size() > 2) {
                lengths.push_back(add(window, seen));
            }
        };
        for (const SlicePolygon& polygon : section.polygons) {
            add_loop(polygon.outline);
            std::for_each(polygon.holes.begin(), polygon.holes.end(), add_loop);
        }
        return lengths;
    }

    /// Open curves are not cut: what lies outside falls on the sides of the window.
    Json add_curves(const SectionWindow& window, const SliceSection& section) {
        Json lengths = Json::array();
        for (const SliceCurve& curve : section.curves) {
            std::vector<Vec2d> points = curve.points;
            if (curve.closed && !points.empty()) {
                points.push_back(points.front());
            }
            lengths.push_back(add(window, points));
        }
        return lengths;
    }
};

Body body_of(const ReportGeometry& geometry, std::uint32_t part) {
    return {geometry.parts[part].mesh->view(), geometry.parts[part].pose};
}

} // namespace

Json pack_section(PackedNumbers& out, const Report& report, const ReportGeometry& geometry,
                  std::size_t index, const Context& context) {
    const Clash& clash = report.clashes[index];
    if (clash.b == no_part || context.cancelled()) {
        return nullptr;
    }
    const int axis = axis_across(clash);
    SlicePlane plane{clash.point, {0, 0, 0}};
    plane.normal[axis] = 1;
    const auto cut = slice(body_of(geometry, clash.a), body_of(geometry, clash.b), plane, context);
    if (!cut || cut->partial) {
        return nullptr;
    }
    const SectionWindow window = window_around(report, clash, cut->axes);
    PackedOutlines outlines;
    Json head{{"axis", std::string(1, "xyz"[axis])},
              {"place", clash.point[axis]},
              {"normal", json_point(plane.normal)},
              {"width", window.width}};
    head["a"] = outlines.add_polygons(window, cut->a);
    head["b"] = outlines.add_polygons(window, cut->b);
    head["overlap"] = outlines.add_polygons(window, cut->overlap);
    head["open_a"] = outlines.add_curves(window, cut->a);
    head["open_b"] = outlines.add_curves(window, cut->b);
    out.add_steps(outlines.x);
    out.add_steps(outlines.y);
    return head;
}

} // namespace impinge::inline v0::report
