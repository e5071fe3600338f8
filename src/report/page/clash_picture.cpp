// SPDX-License-Identifier: Apache-2.0
#include "report/page/clash_picture.hpp"

#include "math/sine.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace impinge::inline v0::report {
namespace {

using render::Colour;
using render::PictureScene;

constexpr Colour glass_a{59, 124, 196, 118};
constexpr Colour glass_b{227, 154, 45, 118};
constexpr Colour shared{194, 18, 60, 255};
constexpr Colour curve_colour{110, 0, 28, 255};
constexpr Colour leader_colour{16, 20, 24, 255};
// Of the small pictures that are counted: nothing else in them is of this colour.
constexpr Colour plain{160, 160, 160, 255};
constexpr Colour counted{255, 0, 255, 255};

constexpr int small_width = 96;
constexpr int small_height = 64;
/// An unusual side must show so much more than a usual one.
constexpr double worth_of_use = 0.02;
/// The others are tried only if none of the first shows this many pixels of the contact.
constexpr std::size_t usual_directions = 10;
constexpr double enough_pixels = 40;

bool is_counted(Colour pixel) { return pixel.r > pixel.g + 60 && pixel.b > pixel.g + 60; }

Expected<raster::View> picture_view(const ClashView& view, double radius_of_parts, int width,
                                    int height) {
    const double half = view_angle_degrees / 2 * std::numbers::pi / 180;
    const double distance = view.size * 1.08 / sine_cosine(half).sine;
    const Vec3d direction = view.from * (1 / length(view.from));
    // Both parts lie within this of the target.
    const double reach = 2.1 * radius_of_parts;
    return raster::perspective_view(view.target + direction * distance, view.target,
                                    std::max(distance * 0.02, distance - reach), distance + reach,
                                    width, height, {.vertical_angle_degrees = view_angle_degrees});
}

double radius_of_parts(const Report& report, const Clash& clash) {
    const Box3 box = box_of_parts(report, clash);
    return std::max(length(box.max * 0.5 - box.min * 0.5), 1e-300);
}

/// A hair larger, so that it is seen on the walls that it shares with the parts.
Mesh inflated(const Mesh& mesh, double by) {
    std::vector<Vec3d> normals(mesh.positions.size());
    for (const auto& [a, b, c] : mesh.triangles) {
        const Vec3d& origin = mesh.positions[a];
        const Vec3d normal = cross(mesh.positions[b] - origin, mesh.positions[c] - origin);
        for (const std::uint32_t vertex : {a, b, c}) {
            normals[vertex] = normals[vertex] + normal;
        }
    }
    Mesh out = mesh;
    for (std::size_t i = 0; i < normals.size(); ++i) {
        const double size = length(normals[i]);
        if (size > 0) {
            out.positions[i] = out.positions[i] + normals[i] * (by / size);
        }
    }
    return out;
}

std::vector<render::Segment> segments_of(const std::vector<ContactCurve>& curves) {
    std::vector<render::Segment> out;
    for (const ContactCurve& curve : curves) {
        for (std::size_t i = 1; i < curve.points.size(); ++i) {
            out.push_back({curve.points[i - 1], curve.points[i]});
        }
        if (curve.closed && curve.points.size() > 1) {
            out.push_back({curve.points.back(), curve.points.front()});
        }
    }
    return out;
}

std::size_t counted_pixels(const render::Picture& picture) {
    return static_cast<std::size_t>(
        std::count_if(picture.pixels.begin(), picture.pixels.end(), is_counted));
}

} // namespace

ClashPainter::ClashPainter(const Report& report, const ReportGeometry& geometry,
                           std::shared_ptr<raster::Device> device)
    : report_(report), geometry_(geometry), device_(std::move(device)), renderer_(*device_) {}

Expected<ClashPainter> ClashPainter::open(const Report& report, const ReportGeometry& geometry) {
    // Not a GPU: the same report has the same pictures everywhere.
    auto device = raster::make_device(raster::DeviceKind::Software);
    if (!device) {
        return device.error();
    }
    return ClashPainter(report, geometry, std::move(*device));
}

Expected<std::shared_ptr<render::Shape>> ClashPainter::shape_of(std::uint32_t part) {
    const Mesh* mesh = geometry_.parts[part].mesh.get();
    auto& known = shapes_[mesh];
    if (!known) {
        auto made = renderer_.make_shape(mesh->view());
        if (!made) {
            return made.error();
        }
        known = std::move(*made);
    }
    return known;
}

Expected<PictureScene> ClashPainter::scene_of(std::size_t index, Colour colour_a, Colour colour_b,
                                              double inflation) {
    const Clash& clash = report_.clashes[index];
    PictureScene scene;
    for (const auto& [part, colour] :
         {std::pair{clash.a, colour_a}, std::pair{clash.b, colour_b}}) {
        if (part == no_part) {
            continue;
        }
        auto shape = shape_of(part);
        if (!shape) {
            return shape.error();
        }
        scene.bodies.push_back({*shape, geometry_.parts[part].pose, {.colour = colour}});
    }
    const ClashGeometry& drawn = geometry_.clashes[index];
    for (const Mesh& region : drawn.regions) {
        auto shape = renderer_.make_shape(inflated(region, inflation).view());
        if (!shape) {
            return shape.error();
        }
        scene.bodies.push_back({*shape, {}, {.colour = shared}});
    }
    scene.lines.push_back({.segments = segments_of(drawn.curves), .colour = curve_colour});
    if (clash.b != no_part && clash.point_a != clash.point_b) {
        scene.lines.push_back({.segments = {{clash.point_a, clash.point_b}},
                               .colour = leader_colour,
                               .width_pixels = 2.5,
                               .hidden_opacity = 0.8});
    }
    return scene;
}

Expected<ClashView> ClashPainter::choose_view(std::size_t index) {
    const Clash& clash = report_.clashes[index];
    ClashView view = view_around(report_, clash);
    auto scene = scene_of(index, plain, plain, 0);
    if (!scene) {
        return scene.error();
    }
    for (std::size_t i = clash.b == no_part ? 1 : 2; i < scene->bodies.size(); ++i) {
        scene->bodies[i].paint.colour = counted;
    }
    for (render::Lines& lines : scene->lines) {
        lines.colour = counted;
        lines.hidden_opacity = 0;
    }
    const double reach = radius_of_parts(report_, clash);
    double best = -1;
    double use = 0;
    Vec3d chosen = view.from;
    const std::vector<Vec3d>& directions = view_directions();
    for (std::size_t i = 0; i < directions.size(); ++i) {
        if (i >= usual_directions && best >= enough_pixels) {
            break;
        }
        const Vec3d& direction = directions[i];
        view.from = direction;
        const auto from_here = picture_view(view, reach, small_width, small_height);
        if (!from_here) {
            return from_here.error();
        }
        const auto frame = renderer_.render(*scene, {.width = small_width,
                                                     .height = small_height,
                                                     .view = *from_here,
                                                     .light = {.occlusion = 0, .shadow = 0},
                                                     .samples = 1,
                                                     .outline = 0});
        if (!frame) {
            return frame.error();
        }
        const double seen = static_cast<double>(counted_pixels(frame->picture)) * (1 - use);
        if (seen > best) {
            best = seen;
            chosen = direction;
        }
        use += worth_of_use;
    }
    view.from = chosen;
    return view;
}

Expected<render::Picture> ClashPainter::paint(std::size_t index, const ClashView& view, int width,
                                              int height) {
    // A third of a pixel.
    auto scene = scene_of(index, glass_a, glass_b, view.size * 0.67 / height);
    if (!scene) {
        return scene.error();
    }
    for (render::Lines& lines : scene->lines) {
        lines.hidden_opacity = std::max(lines.hidden_opacity, 0.5);
    }
    const auto from_here =
        picture_view(view, radius_of_parts(report_, report_.clashes[index]), width, height);
    if (!from_here) {
        return from_here.error();
    }
    auto frame = renderer_.render(*scene, {.width = width,
                                           .height = height,
                                           .view = *from_here,
                                           .light = {.occlusion = 0, .shadow = 0},
                                           .samples = 2,
                                           .max_layers = 6});
    if (!frame) {
        return frame.error();
    }
    return std::move(frame->picture);
}

} // namespace impinge::inline v0::report
