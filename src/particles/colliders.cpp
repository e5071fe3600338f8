// SPDX-License-Identifier: Apache-2.0
#include "impinge/colliders.hpp"

#include "base/enum_names.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace impinge::inline v0 {
namespace {

constexpr std::array response_names{"eliminate", "stick", "bounce"};

Box3 box_of_corners(std::initializer_list<Vec3d> corners) {
    Box3 box;
    for (const Vec3d corner : corners) {
        box = extend(box, corner);
    }
    return box;
}

QuadraticForm above(double z) { return {.z = 0.5, .one = -z}; }
QuadraticForm below(double z) { return {.z = -0.5, .one = z}; }

} // namespace

double value(const QuadraticForm& f, Vec3d p) {
    return f.xx * p.x * p.x + f.yy * p.y * p.y + f.zz * p.z * p.z +
           2 * (f.xy * p.x * p.y + f.xz * p.x * p.z + f.yz * p.y * p.z + f.x * p.x + f.y * p.y +
                f.z * p.z) +
           f.one;
}

Vec3d gradient(const QuadraticForm& f, Vec3d p) {
    return Vec3d{f.xx * p.x + f.xy * p.y + f.xz * p.z + f.x,
                 f.xy * p.x + f.yy * p.y + f.yz * p.z + f.y,
                 f.xz * p.x + f.yz * p.y + f.zz * p.z + f.z} *
           2.0;
}

QuadraticForm half_space(Vec3d point, Vec3d normal) {
    return {
        .x = 0.5 * normal.x, .y = 0.5 * normal.y, .z = 0.5 * normal.z, .one = -dot(normal, point)};
}

QuadraticForm moved(const QuadraticForm& f, const Rigid& pose) {
    // p = R q + t with q = Rᵀ (p - t) / scale: Q' = R Q Rᵀ / scale², and so on.
    const std::array<Vec3d, 3> rows{pose.row_x, pose.row_y, pose.row_z};
    const auto times = [&](Vec3d v) {
        return Vec3d{f.xx * v.x + f.xy * v.y + f.xz * v.z, f.xy * v.x + f.yy * v.y + f.yz * v.z,
                     f.xz * v.x + f.yz * v.y + f.zz * v.z};
    };
    const double once = 1 / pose.scale;
    const double twice = once * once;
    const auto square = [&](std::size_t i, std::size_t j) {
        return dot(rows[i], times(rows[j])) * twice;
    };
    QuadraticForm g{.xx = square(0, 0),
                    .yy = square(1, 1),
                    .zz = square(2, 2),
                    .xy = square(0, 1),
                    .xz = square(0, 2),
                    .yz = square(1, 2)};
    const Vec3d linear{f.x, f.y, f.z};
    const Vec3d turned =
        Vec3d{dot(rows[0], linear), dot(rows[1], linear), dot(rows[2], linear)} * once;
    const Vec3d t = pose.translation;
    const Vec3d gt{g.xx * t.x + g.xy * t.y + g.xz * t.z, g.xy * t.x + g.yy * t.y + g.yz * t.z,
                   g.xz * t.x + g.yz * t.y + g.zz * t.z};
    g.x = turned.x - gt.x;
    g.y = turned.y - gt.y;
    g.z = turned.z - gt.z;
    g.one = f.one + dot(gt, t) - 2 * dot(turned, t);
    return g;
}

ImplicitSurface rectangle(Vec3d origin, Vec3d u, Vec3d v) {
    const Vec3d normal = cross(u, v);
    ImplicitSurface surface{.form = half_space(origin, normal)};
    const Vec3d across_u = cross(normal, u); // points along v
    const Vec3d across_v = cross(v, normal); // points along u
    const Vec3d far = origin + u + v;
    surface.bounds = {half_space(origin, across_u), half_space(origin, across_v),
                      half_space(far, -across_u), half_space(far, -across_v)};
    surface.box = box_of_corners({origin, origin + u, origin + v, far});
    return surface;
}

ImplicitSurface disc(Vec3d centre, Vec3d normal, double radius, double hole) {
    ImplicitSurface surface{.form = half_space(centre, normal)};
    const auto ball = [&](double r, double sign) {
        return QuadraticForm{.xx = -sign,
                             .yy = -sign,
                             .zz = -sign,
                             .x = sign * centre.x,
                             .y = sign * centre.y,
                             .z = sign * centre.z,
                             .one = sign * (r * r - dot(centre, centre))};
    };
    surface.bounds.push_back(ball(radius, 1));
    if (hole > 0) {
        surface.bounds.push_back(ball(hole, -1));
    }
    const Vec3d n = normal * (1 / length(normal));
    const auto reach = [&](double along) {
        return radius * std::sqrt(std::max(0.0, 1 - along * along));
    };
    const Vec3d half{reach(n.x), reach(n.y), reach(n.z)};
    surface.box = Box3{centre - half, centre + half};
    return surface;
}

ImplicitSurface polygon(Outline outline) {
    ImplicitSurface surface{.form = half_space(outline.origin, cross(outline.u, outline.v))};
    Box3 box;
    for (const auto& loop : outline.loops) {
        for (const Vec2d corner : loop) {
            box = extend(box, outline.origin + outline.u * corner.x + outline.v * corner.y);
        }
    }
    surface.box = box;
    surface.outline = std::move(outline);
    return surface;
}

ImplicitSurface ellipsoid(Vec3d radii) {
    return {.form = {.xx = 1 / (radii.x * radii.x),
                     .yy = 1 / (radii.y * radii.y),
                     .zz = 1 / (radii.z * radii.z),
                     .one = -1},
            .bounds = {},
            .box = Box3{-radii, radii}};
}

ImplicitSurface cylinder(double radius_x, double radius_y, double low, double high) {
    return {.form = {.xx = 1 / (radius_x * radius_x), .yy = 1 / (radius_y * radius_y), .one = -1},
            .bounds = {above(low), below(high)},
            .box = Box3{{-radius_x, -radius_y, low}, {radius_x, radius_y, high}}};
}

ImplicitSurface cone(double radius_x, double radius_y, double low, double high) {
    const double widest = std::max(std::fabs(low), std::fabs(high));
    return {.form = {.xx = 1 / (radius_x * radius_x), .yy = 1 / (radius_y * radius_y), .zz = -1},
            .bounds = {above(low), below(high)},
            .box = Box3{{-radius_x * widest, -radius_y * widest, low},
                        {radius_x * widest, radius_y * widest, high}}};
}

ImplicitSurface paraboloid(double radius_x, double radius_y, double high) {
    const double widest = std::sqrt(high);
    return {.form = {.xx = 1 / (radius_x * radius_x), .yy = 1 / (radius_y * radius_y), .z = -0.5},
            .bounds = {below(high)},
            .box = Box3{{-radius_x * widest, -radius_y * widest, 0},
                        {radius_x * widest, radius_y * widest, high}}};
}

ImplicitSurface saddle(double radius_x, double radius_y, double half_x, double half_y) {
    const auto squared = [](double of) { return of * of; };
    return {.form = {.xx = 1 / squared(radius_x), .yy = -1 / squared(radius_y), .z = -0.5},
            .bounds = {{.xx = -1, .one = squared(half_x)}, {.yy = -1, .one = squared(half_y)}},
            .box = Box3{{-half_x, -half_y, -squared(half_y / radius_y)},
                        {half_x, half_y, squared(half_x / radius_x)}}};
}

ImplicitSurface hyperboloid(Vec3d radii, int sheets, double low, double high) {
    const double highest = std::max(std::fabs(low), std::fabs(high)) / radii.z;
    const double inside = highest * highest + (sheets == 1 ? 1 : -1);
    const double widest = std::sqrt(std::max(inside, 0.0));
    return {.form = {.xx = 1 / (radii.x * radii.x),
                     .yy = 1 / (radii.y * radii.y),
                     .zz = -1 / (radii.z * radii.z),
                     .one = sheets == 1 ? -1.0 : 1.0},
            .bounds = {above(low), below(high)},
            .box = Box3{{-radii.x * widest, -radii.y * widest, low},
                        {radii.x * widest, radii.y * widest, high}}};
}

ImplicitSurface moved(const ImplicitSurface& surface, const Rigid& pose) {
    ImplicitSurface result{.form = moved(surface.form, pose)};
    for (const QuadraticForm& bound : surface.bounds) {
        result.bounds.push_back(moved(bound, pose));
    }
    if (surface.outline) {
        Outline outline = *surface.outline;
        const Vec3d origin = apply(pose, outline.origin);
        outline.u = apply(pose, outline.origin + outline.u) - origin;
        outline.v = apply(pose, outline.origin + outline.v) - origin;
        outline.origin = origin;
        result.outline = std::move(outline);
    }
    if (surface.box && !is_empty(*surface.box)) {
        Box3 box;
        for (int corner = 0; corner < 8; ++corner) {
            const auto pick = [&](int axis) {
                return ((corner >> axis) & 1) != 0 ? surface.box->max[axis]
                                                   : surface.box->min[axis];
            };
            box = extend(box, apply(pose, {pick(0), pick(1), pick(2)}));
        }
        result.box = box;
    }
    return result;
}

const char* to_string(Response response) { return name_in(response_names, response); }

std::optional<Response> response_from_string(std::string_view name) {
    for (const Response response : {Response::Eliminate, Response::Stick, Response::Bounce}) {
        if (name == to_string(response)) {
            return response;
        }
    }
    return std::nullopt;
}

} // namespace impinge::inline v0
