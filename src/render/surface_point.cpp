// SPDX-License-Identifier: Apache-2.0
#include "render/surface_point.hpp"

#include <algorithm>
#include <array>

namespace impinge::inline v0::render {

void Shape::set_normals() {
    if (options.shading == Shading::Smooth) {
        normals = corner_normals(positions, triangles, options.crease_degrees);
    }
}

void append_world_points(const PictureBody& body, std::vector<Vec3d>& points) {
    const Shape& shape = *body.shape;
    std::vector<std::uint8_t> used(shape.positions.size(), 0);
    for (const TriangleIndices& triangle : shape.triangles) {
        for (const std::uint32_t vertex : triangle) {
            used[vertex] = 1;
        }
    }
    for (std::size_t vertex = 0; vertex < used.size(); ++vertex) {
        if (used[vertex] != 0) {
            points.push_back(apply(body.pose, shape.positions[vertex]));
        }
    }
}

namespace {

Vec3d unit_or(Vec3d v, Vec3d otherwise) {
    const double size = length(v);
    return size > 0 && std::isfinite(size) ? v * (1 / size) : otherwise;
}

Vec3d rotated(const Rigid& pose, Vec3d v) {
    return {dot(pose.row_x, v), dot(pose.row_y, v), dot(pose.row_z, v)};
}

Vec3d widened(Vec3f v) { return {v.x, v.y, v.z}; }

using Weights = std::array<double, 3>;

Vec3d mixed_normal(const Weights& w, const CornerNormals& normals) {
    return widened(normals[0]) * w[0] + widened(normals[1]) * w[1] + widened(normals[2]) * w[2];
}

Light3 mixed_light(const Weights& w, Light3 a, Light3 b, Light3 c) {
    return a * static_cast<float>(w[0]) + b * static_cast<float>(w[1]) +
           c * static_cast<float>(w[2]);
}

/// Where a line meets the triangle's plane, moved into the triangle if it misses it.
Weights weights_where_met(Vec3d start, Vec3d direction, const std::array<Vec3d, 3>& corners) {
    const Vec3d first = corners[1] - corners[0];
    const Vec3d second = corners[2] - corners[0];
    const Vec3d across = cross(direction, second);
    const double volume = dot(first, across);
    const Vec3d from_corner = start - corners[0];
    double u = dot(from_corner, across) / volume;
    double v = dot(direction, cross(from_corner, first)) / volume;
    if (!std::isfinite(u) || !std::isfinite(v)) {
        return {1.0 / 3, 1.0 / 3, 1.0 / 3}; // seen along its plane
    }
    u = std::clamp(u, 0.0, 1.0);
    v = std::clamp(v, 0.0, 1.0);
    const double sum = std::max(u + v, 1.0);
    return {1 - (u + v) / sum, u / sum, v / sum};
}

} // namespace

Surfaces::Surfaces(std::span<const PictureBody> bodies, const raster::View& view) : view_(view) {
    bodies_.reserve(bodies.size());
    for (const PictureBody& body : bodies) {
        const Rigid& pose = body.pose;
        const bool mirrored = dot(cross(pose.row_x, pose.row_y), pose.row_z) < 0;
        bodies_.push_back({.shape = body.shape.get(),
                           .pose = pose,
                           .paint = body.paint,
                           .colour = to_light(body.paint.colour),
                           .back = to_light(body.paint.back.value_or(body.paint.colour)),
                           .opacity = static_cast<float>(body.paint.colour.a) / 255,
                           .side = mirrored ? -1.0 : 1.0});
    }
}

Surfaces::Ray Surfaces::ray(double x, double y) const {
    const Vec3d beside =
        view_.axis_x * (view_.min_x + x * (view_.max_x - view_.min_x) / view_.width) +
        view_.axis_y * (view_.min_y + y * (view_.max_y - view_.min_y) / view_.height);
    return view_.projection == raster::Projection::Orthographic ? Ray{beside, view_.axis_z}
                                                                : Ray{{}, beside + view_.axis_z};
}

SurfacePoint Surfaces::at(SurfaceId surface, double x, double y) const {
    const Painted& body = bodies_[surface.body];
    const TriangleIndices& triangle = body.shape->triangles[surface.triangle];
    std::array<Vec3d, 3> corners;
    for (std::size_t i = 0; i < 3; ++i) {
        corners[i] = apply(body.pose, body.shape->positions[triangle[i]]) - view_.eye;
    }
    const auto [start, direction] = ray(x, y);
    const Weights weights = weights_where_met(start, direction, corners);

    SurfacePoint point;
    point.opacity = body.opacity;
    point.position =
        view_.eye + corners[0] * weights[0] + corners[1] * weights[1] + corners[2] * weights[2];
    point.to_eye = unit_or(-direction, -view_.axis_z);
    const Vec3d flat =
        unit_or(cross(corners[1] - corners[0], corners[2] - corners[0]) * body.side, point.to_eye);
    const bool front = dot(flat, point.to_eye) >= 0;
    Vec3d normal = flat;
    if (!body.shape->normals.empty()) {
        normal = unit_or(
            rotated(body.pose, mixed_normal(weights, body.shape->normals[surface.triangle])), flat);
    }
    normal = front ? normal : -normal;
    // Where a smooth surface turns away, its mean normals may already look past the eye.
    const double towards = dot(normal, point.to_eye);
    point.normal = towards >= 0 ? normal : unit_or(normal - point.to_eye * towards, point.to_eye);
    point.colour = colour(body, surface.triangle, weights, front ? Side::Front : Side::Back);
    return point;
}

Light3 Surfaces::colour(const Painted& body, std::uint32_t triangle, const Weights& weights,
                        Side side) {
    if (side == Side::Back && body.paint.back) {
        return body.back;
    }
    if (!body.paint.face_colours.empty()) {
        return to_light(body.paint.face_colours[triangle]);
    }
    if (!body.paint.vertex_colours.empty()) {
        const TriangleIndices& corners = body.shape->triangles[triangle];
        const auto& colours = body.paint.vertex_colours;
        return mixed_light(weights, to_light(colours[corners[0]]), to_light(colours[corners[1]]),
                           to_light(colours[corners[2]]));
    }
    return body.colour;
}

} // namespace impinge::inline v0::render
