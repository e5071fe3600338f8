// SPDX-License-Identifier: Apache-2.0
#include "base/enum_names.hpp"
#include "base/random.hpp"
#include "math/principal_axes.hpp"
#include "math/sine.hpp"
#include "particles/blend_meeting.hpp"
#include "particles/meeting.hpp"

#include "impinge/impact_map.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

namespace impinge::inline v0 {
namespace {

using particles::is_plane;

constexpr std::array chart_names{"plane", "sphere", "cylinder", "atlas", "given"};

Box3 some_box(const Collider& collider) {
    if (const auto* blend = std::get_if<Blend>(&collider.shape)) {
        return particles::box_of(*blend);
    }
    // Without a box: what is near the origin.
    return std::get<ImplicitSurface>(collider.shape).box.value_or(Box3{{-1, -1, -1}, {1, 1, 1}});
}

/// A chart that projects the box along w.
Chart plane_chart(const Box3& box, Vec3d u, Vec3d v, Vec3d w) {
    std::array<double, 2> low{};
    std::array<double, 2> high{};
    for (int corner = 0; corner < 8; ++corner) {
        const auto pick = [&](int axis) {
            return ((corner >> axis) & 1) != 0 ? box.max[axis] : box.min[axis];
        };
        const Vec3d p{pick(0), pick(1), pick(2)};
        const std::array<double, 2> at{dot(p, u), dot(p, v)};
        for (std::size_t i = 0; i < 2; ++i) {
            low[i] = corner == 0 ? at[i] : std::min(low[i], at[i]);
            high[i] = corner == 0 ? at[i] : std::max(high[i], at[i]);
        }
    }
    const double width = std::max(high[0] - low[0], 1e-300);
    const double height = std::max(high[1] - low[1], 1e-300);
    return {.kind = ChartKind::Plane,
            .origin = u * low[0] + v * low[1],
            .u = u * (1 / width),
            .v = v * (1 / height),
            .w = w,
            .aspect = width / height};
}

Chart sphere_chart(const Box3& box, const std::array<Vec3d, 3>& axes) {
    return {.kind = ChartKind::Sphere,
            .origin = (box.min + box.max) * 0.5,
            .u = axes[0],
            .v = axes[1],
            .w = axes[2]};
}

Chart cylinder_chart(const Box3& box, Vec3d u, Vec3d v, Vec3d w) {
    const Chart along = plane_chart(box, w, u, v);
    const Vec3d middle = (box.min + box.max) * 0.5;
    const double height = 1 / length(along.u);
    const double around =
        std::numbers::pi * 0.5 * (1 / length(along.v) + 1 / length(plane_chart(box, v, w, u).u));
    const double low = dot(along.origin, w); // where the height begins
    return {.kind = ChartKind::Cylinder,
            .origin = middle + w * (low - dot(middle, w)),
            .u = u,
            .v = v,
            .w = w * (1 / height),
            .aspect = around / height};
}

struct SurfacePoint {
    Vec3d at;
    Vec3d normal;
};

/// Where lines through the box meet the surface.
std::vector<SurfacePoint> sampled(const Collider& collider, const Box3& box) {
    std::vector<SurfacePoint> points;
    Random random(1);
    for (int line = 0; line < 400; ++line) {
        const Vec3d from = random.in_box(box.min, box.max);
        const Vec3d to = random.in_box(box.min, box.max);
        const particles::Flight flight{from - (to - from) * 2.0, to - from, {}, 5};
        Vec3d at;
        Vec3d normal;
        if (const auto* blend = std::get_if<Blend>(&collider.shape)) {
            const auto time = first_meeting(flight, *blend);
            if (!time) {
                continue;
            }
            at = position_at(flight, *time);
            normal = particles::gradient(*blend, at);
        } else {
            const auto& surface = std::get<ImplicitSurface>(collider.shape);
            const auto time = first_meeting(flight, surface);
            if (!time) {
                continue;
            }
            at = position_at(flight, *time);
            normal = gradient(surface.form, at);
        }
        const double size = length(normal);
        if (size > 0) {
            points.push_back({at, normal * (1 / size)});
        }
    }
    return points;
}

/// The least area that a piece of surface gets, as a share of what it would get if all were spread
/// evenly; 0 if the chart lays far places on each other.
double goodness(const Chart& chart, const Collider& collider,
                const std::vector<SurfacePoint>& points, double size) {
    const double step = size * 1e-5;
    double least = std::numeric_limits<double>::infinity();
    std::vector<Vec2d> places;
    for (const SurfacePoint& point : points) {
        const Vec3d n = point.normal;
        const Vec3d side = cross(n, std::fabs(n.x) < 0.6 ? Vec3d{1, 0, 0} : Vec3d{0, 1, 0});
        const Vec3d a = side * (step / length(side));
        const Vec3d b = cross(n, a);
        const Vec2d p = place_on(chart, collider, point.at);
        const Vec2d pa = place_on(chart, collider, point.at + a);
        const Vec2d pb = place_on(chart, collider, point.at + b);
        const double area = std::fabs((pa.x - p.x) * (pb.y - p.y) - (pa.y - p.y) * (pb.x - p.x));
        if (area < 0.1) { // not across a cut
            least = std::min(least, area / (step * step));
        }
        places.push_back(p);
    }
    for (std::size_t i = 0; i < places.size(); ++i) {
        for (std::size_t k = i + 1; k < places.size(); ++k) {
            const bool near = std::fabs(places[i].x - places[k].x) < 0.01 &&
                              std::fabs(places[i].y - places[k].y) < 0.01;
            if (near && length(points[i].at - points[k].at) > 0.2 * size) {
                return 0;
            }
        }
    }
    return least;
}

Chart best_chart(const Collider& collider) {
    const Box3 box = some_box(collider);
    std::array<Vec3d, 3> axes{Vec3d{1, 0, 0}, Vec3d{0, 1, 0}, Vec3d{0, 0, 1}};
    if (const auto* surface = std::get_if<ImplicitSurface>(&collider.shape)) {
        const QuadraticForm& f = surface->form;
        const PrincipalAxes found = principal_axes({f.xx, f.yy, f.zz, f.xy, f.yz, f.xz});
        axes = found.axes;
        axes[2] = cross(axes[0], axes[1]);
    }
    const Chart ball = sphere_chart(box, axes);
    const std::vector<SurfacePoint> points = sampled(collider, box);
    if (points.size() < 8) {
        return ball;
    }
    std::vector<Chart> charts{ball};
    for (std::size_t i = 0; i < 3; ++i) {
        const Vec3d u = axes[i];
        const Vec3d v = axes[(i + 1) % 3];
        const Vec3d w = axes[(i + 2) % 3];
        charts.push_back(plane_chart(box, u, v, w));
        charts.push_back(cylinder_chart(box, u, v, w));
    }
    const double size = length(extent(box));
    Chart best = ball;
    double best_goodness = 0;
    for (const Chart& chart : charts) {
        const double good = goodness(chart, collider, points, size);
        if (good > best_goodness * (1 + 1e-9)) {
            best = chart;
            best_goodness = good;
        }
    }
    return best;
}

Vec2d in_unit_square(double x, double y) {
    return {std::clamp(x, 0.0, 1.0), std::clamp(y, 0.0, 1.0)};
}

/// The angle of (x, y) from -pi to pi.
double turned_by(double x, double y) {
    if (x == 0 && y == 0) {
        return 0;
    }
    return std::copysign(angle_of({std::fabs(y), x}), y);
}

/// A direction on the octahedron whose upper half is the inner diamond of the square.
Vec2d unfolded(Vec3d d) {
    const double sum = std::fabs(d.x) + std::fabs(d.y) + std::fabs(d.z);
    if (!(sum > 0)) {
        return {0.5, 0.5};
    }
    double x = d.x / sum;
    double y = d.y / sum;
    if (d.z < 0) {
        const double folded_x = std::copysign(1 - std::fabs(y), x);
        y = std::copysign(1 - std::fabs(x), y);
        x = folded_x;
    }
    return in_unit_square(0.5 + 0.5 * x, 0.5 + 0.5 * y);
}

/// The shares of the second and third corner of a triangle in a point of it.
Vec2d shares_in(const Mesh& mesh, Vec3d p, std::uint32_t triangle) {
    const TriangleIndices& corners = mesh.triangles[triangle];
    const Vec3d a = mesh.positions[corners[0]];
    const Vec3d ab = mesh.positions[corners[1]] - a;
    const Vec3d ac = mesh.positions[corners[2]] - a;
    const Vec3d normal = cross(ab, ac);
    const double size = squared_length(normal);
    if (!(size > 0)) {
        return {1.0 / 3, 1.0 / 3};
    }
    const double s = std::clamp(dot(cross(p - a, ac), normal) / size, 0.0, 1.0);
    return {s, std::clamp(dot(cross(ab, p - a), normal) / size, 0.0, 1.0 - s)};
}

Vec2d place_in_atlas(const Chart& chart, Vec2d shares, std::uint32_t triangle) {
    const std::uint32_t cell = triangle / 2;
    const bool upper = triangle % 2 == 1;
    const double width = 1.0 / chart.columns;
    return in_unit_square((cell % chart.columns + (upper ? 1 - shares.x : shares.x)) * width,
                          (cell / chart.columns + (upper ? 1 - shares.y : shares.y)) * width);
}

Vec2d place_given(const std::array<Vec2d, 3>& corners, Vec2d shares) {
    const double first = 1 - shares.x - shares.y;
    const auto mixed = [&](double a, double b, double c) {
        return first * a + shares.x * b + shares.y * c;
    };
    return in_unit_square(mixed(corners[0].x, corners[1].x, corners[2].x),
                          mixed(corners[0].y, corners[1].y, corners[2].y));
}

} // namespace

const char* to_string(ChartKind kind) { return name_in(chart_names, kind); }

Chart chart_of(const Collider& collider) {
    if (!collider.uv.empty()) {
        return {.kind = ChartKind::Given};
    }
    if (const auto* mesh = std::get_if<Mesh>(&collider.shape)) {
        const double cells = std::ceil(static_cast<double>(mesh->triangles.size()) / 2);
        Chart chart{.kind = ChartKind::Atlas};
        chart.columns = static_cast<std::uint32_t>(std::max(1.0, std::ceil(std::sqrt(cells))));
        return chart;
    }
    const auto* surface = std::get_if<ImplicitSurface>(&collider.shape);
    if (surface == nullptr || !is_plane(surface->form)) {
        return best_chart(collider);
    }
    const Vec3d normal = gradient(surface->form, {});
    Vec3d u;
    if (surface->outline) {
        u = surface->outline->u;
    } else if (!surface->bounds.empty() && is_plane(surface->bounds.front())) {
        u = cross(gradient(surface->bounds.front(), {}), normal); // along the first edge
    } else {
        u = cross(std::fabs(normal.x) < 0.6 * length(normal) ? Vec3d{1, 0, 0} : Vec3d{0, 1, 0},
                  normal);
    }
    u = u * (1 / length(u));
    const Vec3d w = normal * (1 / length(normal));
    return plane_chart(some_box(collider), u, cross(w, u), w);
}

Vec2d place_on(const Chart& chart, const Collider& collider, Vec3d point, std::uint32_t triangle) {
    if (const auto* mesh = std::get_if<Mesh>(&collider.shape)) {
        const Vec2d shares = shares_in(*mesh, point, triangle);
        return chart.kind == ChartKind::Given ? place_given(collider.uv[triangle], shares)
                                              : place_in_atlas(chart, shares, triangle);
    }
    const Vec3d from = point - chart.origin;
    const Vec3d at{dot(from, chart.u), dot(from, chart.v), dot(from, chart.w)};
    switch (chart.kind) {
    case ChartKind::Sphere:
        return unfolded(at);
    case ChartKind::Cylinder:
        return in_unit_square(0.5 + turned_by(at.x, at.y) / (2 * std::numbers::pi), at.z);
    default:
        return in_unit_square(at.x, at.y);
    }
}

} // namespace impinge::inline v0
