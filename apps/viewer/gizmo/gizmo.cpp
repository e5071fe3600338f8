// SPDX-License-Identifier: Apache-2.0
#include "gizmo/gizmo.hpp"

#include "scene/pose_numbers.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

namespace impinge::viewer {
namespace {

constexpr double plane_from = 0.28; ///< of the length of an arrow
constexpr double plane_to = 0.5;
constexpr int ring_points = 64;
constexpr double pi = std::numbers::pi;

Vec3d unit(Vec3d v) {
    const double size = length(v);
    return size > 0 ? v * (1 / size) : v;
}

std::size_t axis_of(Handle handle) { return static_cast<std::size_t>(handle) % 3; }
bool moves_along(Handle handle) { return handle <= Handle::MoveZ; }
bool turns(Handle handle) { return handle >= Handle::TurnX && handle <= Handle::TurnZ; }

Handle handle_of(Handle first, std::size_t axis) {
    return static_cast<Handle>(static_cast<std::size_t>(first) + axis);
}

/// The length of an arrow in the world.
double arrow_length(const GizmoPlace& place) {
    const raster::View& view = place.view;
    const double high = (view.max_y - view.min_y) / view.height;
    const double depth = dot(view.axis_z, place.centre - view.eye);
    return place.size_pixels * high *
           (view.projection == raster::Projection::Perspective ? depth : 1);
}

bool before_eye(const GizmoPlace& place) {
    return place.view.projection == raster::Projection::Orthographic ||
           dot(place.view.axis_z, place.centre - place.view.eye) > 0;
}

/// From the gizmo to the eye.
Vec3d to_eye(const GizmoPlace& place) {
    return place.view.projection == raster::Projection::Perspective
               ? unit(place.view.eye - place.centre)
               : -place.view.axis_z;
}

/// An axis that is seen from its end, or a plane seen along itself, cannot be dragged well.
bool usable(const GizmoPlace& place, Handle handle) {
    const double facing = std::abs(dot(unit(place.axes[axis_of(handle)]), to_eye(place)));
    if (moves_along(handle)) {
        return facing < 0.985;
    }
    return turns(handle) || facing > 0.12;
}

HandleLine arrow(const GizmoPlace& place, std::size_t axis) {
    const Vec3d tip = place.centre + place.axes[axis] * arrow_length(place);
    return {handle_of(Handle::MoveX, axis),
            {to_screen(place.view, place.centre), to_screen(place.view, tip)},
            false};
}

HandleLine square(const GizmoPlace& place, std::size_t axis) {
    const Vec3d u = place.axes[(axis + 1) % 3] * arrow_length(place);
    const Vec3d v = place.axes[(axis + 2) % 3] * arrow_length(place);
    const auto corner = [&](double a, double b) {
        return to_screen(place.view, place.centre + u * a + v * b);
    };
    return {handle_of(Handle::PlaneX, axis),
            {corner(plane_from, plane_from), corner(plane_to, plane_from),
             corner(plane_to, plane_to), corner(plane_from, plane_to)},
            true};
}

/// The half of it that faces the eye.
HandleLine ring(const GizmoPlace& place, std::size_t axis) {
    const Vec3d normal = unit(place.axes[axis]);
    const Vec3d facing = to_eye(place);
    Vec3d first = facing - normal * dot(facing, normal);
    first = length(first) > 1e-3 ? unit(first) : unit(place.axes[(axis + 1) % 3]);
    const Vec3d second = cross(normal, first);
    const double radius = arrow_length(place);
    const bool whole = std::abs(dot(normal, facing)) > 0.94;
    const double half = whole ? pi : pi / 2;
    HandleLine out{handle_of(Handle::TurnX, axis), {}, false};
    for (int i = 0; i <= ring_points; ++i) {
        const double angle = -half + 2 * half * i / ring_points;
        out.points.push_back(to_screen(
            place.view,
            place.centre + (first * std::cos(angle) + second * std::sin(angle)) * radius));
    }
    return out;
}

double distance_to_segment(ScreenPoint p, ScreenPoint a, ScreenPoint b) {
    const double dx = b.x - a.x;
    const double dy = b.y - a.y;
    const double squared = dx * dx + dy * dy;
    const double t =
        squared > 0 ? std::clamp(((p.x - a.x) * dx + (p.y - a.y) * dy) / squared, 0.0, 1.0) : 0;
    return std::hypot(p.x - a.x - t * dx, p.y - a.y - t * dy);
}

bool inside(ScreenPoint p, const std::vector<ScreenPoint>& area) {
    bool in = false;
    for (std::size_t i = 0, j = area.size() - 1; i < area.size(); j = i++) {
        if ((area[i].y > p.y) != (area[j].y > p.y) &&
            p.x <
                (area[j].x - area[i].x) * (p.y - area[i].y) / (area[j].y - area[i].y) + area[i].x) {
            in = !in;
        }
    }
    return in;
}

/// An arrow before an area wins if it is nearer than that.
constexpr double area_behind = 4;

double distance_to(const HandleLine& line, ScreenPoint at) {
    if (line.closed) {
        return inside(at, line.points) ? area_behind : std::numeric_limits<double>::infinity();
    }
    double least = std::numeric_limits<double>::infinity();
    for (std::size_t i = 1; i < line.points.size(); ++i) {
        least = std::min(least, distance_to_segment(at, line.points[i - 1], line.points[i]));
    }
    return least;
}

double snapped(double value, double step) {
    return step > 0 ? std::round(value / step) * step : value;
}

} // namespace

PickRay ray_through(const raster::View& view, ScreenPoint at) {
    const double x = view.min_x + (view.max_x - view.min_x) * at.x / view.width;
    const double y = view.min_y + (view.max_y - view.min_y) * (1 - at.y / view.height);
    if (view.projection == raster::Projection::Perspective) {
        return {view.eye, unit(view.axis_x * x + view.axis_y * y + view.axis_z)};
    }
    return {view.eye + view.axis_x * x + view.axis_y * y, view.axis_z};
}

ScreenPoint to_screen(const raster::View& view, Vec3d world) {
    const render::PixelPoint point = render::to_picture(view, world);
    return {point.x, point.y};
}

std::optional<Handle> handle_from_string(std::string_view name) {
    constexpr std::array<std::string_view, 10> names{"x",  "y",      "z",      "yz",     "xz",
                                                     "xy", "turn-x", "turn-y", "turn-z", "screen"};
    const auto found = std::ranges::find(names, name);
    if (found == names.end()) {
        return {};
    }
    return static_cast<Handle>(found - names.begin());
}

std::vector<HandleLine> handle_lines(const GizmoPlace& place, GizmoMode mode) {
    std::vector<HandleLine> lines;
    if (!before_eye(place)) {
        return lines;
    }
    const auto add = [&](HandleLine line) {
        if (usable(place, line.handle)) {
            lines.push_back(std::move(line));
        }
    };
    for (std::size_t axis = 0; axis < 3; ++axis) {
        if (mode == GizmoMode::Turn) {
            add(ring(place, axis));
        } else {
            add(square(place, axis));
        }
    }
    for (std::size_t axis = 0; axis < 3 && mode == GizmoMode::Move; ++axis) {
        add(arrow(place, axis));
    }
    return lines;
}

std::optional<Handle> handle_at(const GizmoPlace& place, GizmoMode mode, ScreenPoint at,
                                double reach_pixels) {
    std::optional<Handle> nearest;
    double least = reach_pixels;
    for (const HandleLine& line : handle_lines(place, mode)) {
        const double distance = distance_to(line, at);
        if (distance < least) {
            least = distance;
            nearest = line.handle;
        }
    }
    return nearest;
}

std::optional<ScreenPoint> grip_of(const GizmoPlace& place, GizmoMode mode, Handle handle) {
    for (const HandleLine& line : handle_lines(place, mode)) {
        if (line.handle != handle) {
            continue;
        }
        if (moves_along(handle)) {
            const auto& [from, to] = std::pair(line.points[0], line.points[1]);
            return ScreenPoint{from.x * 0.2 + to.x * 0.8, from.y * 0.2 + to.y * 0.8};
        }
        if (turns(handle)) {
            return line.points[line.points.size() / 2];
        }
        return ScreenPoint{(line.points[0].x + line.points[2].x) / 2,
                           (line.points[0].y + line.points[2].y) / 2};
    }
    return {};
}

GizmoDrag::GizmoDrag(const GizmoPlace& place, Handle handle, ScreenPoint start, const Rigid& pose)
    : place_(place), handle_(handle), start_pose_(pose), last_(pose) {
    start_point_ = point_at(start);
    start_angle_ = turns(handle) ? angle_at(start) : std::nullopt;
}

Vec3d GizmoDrag::plane_normal() const {
    if (handle_ == Handle::Screen) {
        return place_.view.axis_z;
    }
    const Vec3d axis = unit(place_.axes[axis_of(handle_)]);
    if (!moves_along(handle_)) {
        return axis;
    }
    // The plane through the axis that faces the eye most.
    const Vec3d facing = to_eye(place_);
    return unit(facing - axis * dot(facing, axis));
}

std::optional<Vec3d> GizmoDrag::point_at(ScreenPoint at) const {
    const PickRay ray = ray_through(place_.view, at);
    const Vec3d normal = plane_normal();
    const double slope = dot(ray.direction, normal);
    if (std::abs(slope) < 1e-3) {
        return {};
    }
    const double t = dot(place_.centre - ray.origin, normal) / slope;
    if (t <= 0 && place_.view.projection == raster::Projection::Perspective) {
        return {};
    }
    return ray.origin + ray.direction * t;
}

std::optional<double> GizmoDrag::angle_at(ScreenPoint at) const {
    const Vec3d axis = unit(place_.axes[axis_of(handle_)]);
    const Vec3d first = unit(place_.axes[(axis_of(handle_) + 1) % 3]);
    const Vec3d second = cross(axis, first);
    if (std::abs(dot(axis, to_eye(place_))) < 0.2) {
        // Seen along its plane: as if the mouse rolled a wheel.
        const ScreenPoint middle = to_screen(place_.view, place_.centre);
        const ScreenPoint tip = to_screen(place_.view, place_.centre + axis * arrow_length(place_));
        const double size = std::max(1.0, std::hypot(tip.x - middle.x, tip.y - middle.y));
        const double along =
            ((at.x - middle.x) * (tip.y - middle.y) - (at.y - middle.y) * (tip.x - middle.x)) /
            size;
        return -along / place_.size_pixels;
    }
    const auto point = point_at(at);
    if (!point) {
        return {};
    }
    const Vec3d from = *point - place_.centre;
    return std::atan2(dot(from, second), dot(from, first));
}

Rigid GizmoDrag::pose_at(ScreenPoint at, const Snapping& snapping) {
    if (turns(handle_)) {
        const auto angle = angle_at(at);
        if (angle && start_angle_) {
            const double turn =
                snapped(std::remainder(*angle - *start_angle_, 2 * pi), snapping.angle_radians);
            amount_ = turn * 180 / pi;
            last_ = turned(start_pose_, place_.centre, place_.axes[axis_of(handle_)], turn);
        }
        return last_;
    }
    const auto point = point_at(at);
    if (!point || !start_point_) {
        return last_;
    }
    Vec3d offset = *point - *start_point_;
    if (moves_along(handle_)) {
        const Vec3d axis = unit(place_.axes[axis_of(handle_)]);
        amount_ = snapped(dot(offset, axis), snapping.length);
        offset = axis * amount_;
    } else {
        offset = {snapped(offset.x, snapping.length), snapped(offset.y, snapping.length),
                  snapped(offset.z, snapping.length)};
        amount_ = length(offset);
    }
    last_ = moved(start_pose_, offset);
    return last_;
}

} // namespace impinge::viewer
