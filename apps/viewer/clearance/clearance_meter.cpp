// SPDX-License-Identifier: Apache-2.0
#include "clearance/clearance_meter.hpp"

#include "base/no_throw.hpp"
#include "clearance/clearance_look.hpp"
#include "clearance/motion_map.hpp"
#include "clearance/ray_clearance.hpp"
#include "draw/drawn_scene.hpp"
#include "output/stopwatch.hpp"

#include <algorithm>
#include <cmath>

namespace impinge::viewer {
namespace {

using imagespace::RayPiece;

/// From vertices of a mesh to those of its shape, of which several may be one of the mesh.
template <typename Value>
std::shared_ptr<const std::vector<float>> on_shape(const Mesh& mesh, const ShapeData& shape,
                                                   const Value& value) {
    auto out = std::make_shared<std::vector<float>>(shape.vertices.size(), Drape::no_value);
    for (std::size_t i = 0; i < mesh.triangles.size(); ++i) {
        for (std::size_t k = 0; k < 3; ++k) {
            const auto number = static_cast<float>(value(mesh.triangles[i][k]));
            if (std::isfinite(number)) {
                (*out)[shape.corners[3 * i + k]] = number;
            }
        }
    }
    return out;
}

std::array<imagespace::RayBody, 2> ray_bodies(const std::array<Body, 2>& bodies) {
    std::array<imagespace::RayBody, 2> out;
    for (std::size_t i = 0; i < 2; ++i) {
        const Body& body = bodies.at(i);
        out.at(i) = {body.mesh, body.pose, imagespace::facing_of(*body.diagnosis, body.pose)};
    }
    return out;
}

double diagonal(const ClearanceRequest& request) {
    Box3 box;
    for (const CheckedBody& body : request.bodies) {
        box = united(box, placed_box(body.box, body.pose));
    }
    return length(extent(box));
}

} // namespace

std::shared_ptr<const ClearanceAnswer> ClearanceMeter::measure(const ClearanceRequest& request,
                                                               const Context& context) {
    const cli::Stopwatch watch;
    auto answer = std::make_shared<ClearanceAnswer>();
    answer->revision = request.revision;
    answer->pair = request.pair;
    if (const Status status = no_throw([&] { return fill(*answer, request, context); }); !status) {
        answer->error = status.error();
    }
    answer->total_ms = watch.milliseconds();
    return answer;
}

Expected<ClearanceMeter::Bodies> ClearanceMeter::bodies_of(const ClearanceRequest& request,
                                                           const Context& context) {
    if (Status status = diagnosed_.look_at(request.bodies, context); !status) {
        return status.error();
    }
    Bodies bodies;
    for (std::size_t i = 0; i < 2; ++i) {
        const CheckedBody& body = request.bodies.at(i);
        bodies.at(i) = {body.mesh->view(), body.pose, diagnosed_.of(body).get()};
    }
    return bodies;
}

Status ClearanceMeter::fill(ClearanceAnswer& answer, const ClearanceRequest& request,
                            const Context& context) {
    const auto bodies = bodies_of(request, context);
    if (!bodies) {
        return bodies.error();
    }
    const bool open =
        std::ranges::any_of(*bodies, [](const Body& body) { return !body.diagnosis->solid(); });
    if (open && !request.motion.empty()) {
        return Error{ErrorCode::InvalidArgument,
                     "a whole motion is measured along a view, which needs solids"};
    }
    if (open || request.wanted == Measured::ClosestPoints) {
        answer.measured = Measured::ClosestPoints;
        return measure_closest(answer, *bodies, request, context);
    }
    if (!device_) {
        auto device = raster::make_device(raster::DeviceKind::Software, {}, context);
        if (!device) {
            return device.error();
        }
        device_ = std::move(*device);
    }
    return request.motion.empty() ? measure_map(answer, *bodies, request, context)
                                  : measure_motion(answer, *bodies, request, context);
}

Status ClearanceMeter::measure_map(ClearanceAnswer& answer, const Bodies& bodies,
                                   const ClearanceRequest& request, const Context& context) {
    const cli::Stopwatch watch;
    auto map = imagespace::clearance_map(*device_, bodies[0], bodies[1], request.options, context);
    if (!map || context.cancelled()) {
        return map ? Status() : map.error();
    }
    answer.map_ms = watch.milliseconds();
    answer.map = std::make_shared<const imagespace::ClearanceMap>(std::move(*map));
    answer.rays = std::make_shared<const ProbeRays>(probe_rays(*answer.map, ray_bodies(bodies)));
    for (std::size_t i = 0; i < 2 && request.draped; ++i) {
        const auto values =
            imagespace::vertex_clearance(bodies.at(i), bodies.at(1 - i), answer.map->view, context);
        if (!values || values->partial) {
            return values ? Status() : values.error();
        }
        answer.draped.at(i) =
            on_shape(*request.bodies.at(i).mesh, *request.shapes.at(i),
                     [&](std::uint32_t vertex) { return values->values[vertex]; });
    }
    return {};
}

Status ClearanceMeter::measure_motion(ClearanceAnswer& answer, const Bodies& bodies,
                                      const ClearanceRequest& request, const Context& context) {
    const cli::Stopwatch watch;
    auto map = motion_map(*device_, bodies, request.motion, request.options, context);
    if (!map) {
        return map.error();
    }
    answer.map_ms = watch.milliseconds();
    answer.map = std::make_shared<const imagespace::ClearanceMap>(std::move(map->map));
    answer.motion = std::move(map->motion);
    Bodies first = bodies;
    first[0].pose = request.motion.front().a;
    first[1].pose = request.motion.front().b;
    answer.motion->bodies = ray_bodies(first);
    answer.motion->meshes = {request.bodies[0].mesh, request.bodies[1].mesh};
    const auto middle = [&](std::size_t i) {
        return apply(first.at(i).pose,
                     (request.bodies.at(i).box.min + request.bodies.at(i).box.max) * 0.5);
    };
    if (request.draped && !context.cancelled()) { // what faces B on A, which the map is glued to
        const std::vector<float> values = values_on_a(*answer.map, first[0], middle(1) - middle(0));
        answer.draped[0] = on_shape(*request.bodies[0].mesh, *request.shapes[0],
                                    [&](std::uint32_t vertex) { return values[vertex]; });
    }
    return {};
}

Status ClearanceMeter::measure_closest(ClearanceAnswer& answer, const Bodies& bodies,
                                       const ClearanceRequest& request, const Context& context) {
    const cli::Stopwatch watch;
    answer.size = diagonal(request);
    answer.contact = request.contact > 0 ? request.contact : suitable_contact(answer.size);
    const std::array<double, 1> thresholds{answer.contact};
    for (std::size_t i = 0; i < 2; ++i) {
        if (bodies.at(i).mesh.triangle_count() == 0) {
            return Error{ErrorCode::InvalidArgument, "a body without triangles has no surface"};
        }
        const auto distances = signed_distances(bodies.at(i), bodies.at(1 - i), context);
        if (!distances || distances->partial) {
            return distances ? Status() : distances.error();
        }
        const auto nearness = measure_nearness(bodies.at(i), *distances, thresholds, context);
        if (!nearness) {
            return nearness.error();
        }
        answer.nearness.at(i) = nearness->whole;
        answer.draped.at(i) =
            on_shape(*request.bodies.at(i).mesh, *request.shapes.at(i), [&](std::uint32_t vertex) {
                return distances->at_border[vertex] != 0 ? std::nan("") : distances->values[vertex];
            });
    }
    answer.map_ms = watch.milliseconds();
    return {};
}

ProbeRays probe_rays(const imagespace::ClearanceMap& map,
                     const std::array<imagespace::RayBody, 2>& bodies) {
    const imagespace::RayRegion region = imagespace::window_of(map.view);
    return {imagespace::ViewRays(map.view, bodies[0], region),
            imagespace::ViewRays(map.view, bodies[1], region)};
}

std::array<imagespace::RayBody, 2> standing_in(const MotionMap& motion, std::size_t frame) {
    const PairPoses& poses = motion.poses[frame];
    std::array<imagespace::RayBody, 2> out = motion.bodies;
    out[1].pose = compose(out[0].pose, compose(inverse(poses.a), poses.b));
    return out;
}

std::optional<ProbedPlace> probe(const imagespace::ClearanceMap& map, const ProbeRays& rays, int x,
                                 int y) {
    const Vec2d pixel{x + 0.5, y + 0.5};
    imagespace::PieceFinder find_a(rays.a);
    imagespace::PieceFinder find_b(rays.b);
    const auto a = find_a.at(pixel);
    const auto b = find_b.at(pixel);
    const imagespace::RayClearance found = imagespace::ray_clearance(a, b);
    if (std::isnan(found.clearance)) {
        return {};
    }
    double begin = found.at - found.clearance / 2;
    double end = found.at + found.clearance / 2;
    for (const RayPiece& in_a : a) { // of several stretches in both, the one that was chosen
        for (const RayPiece& in_b : b) {
            const double from = std::max(in_a.begin, in_b.begin);
            const double to = std::min(in_a.end, in_b.end);
            if (found.clearance < 0 && from <= found.at && found.at <= to) {
                begin = from;
                end = to;
            }
        }
    }
    const double deep = map.view.far - map.view.near;
    const auto place = [&](double depth) {
        return raster::to_world(map.view, {pixel.x, pixel.y, (depth - map.view.near) / deep});
    };
    return ProbedPlace{place(begin), place(end)};
}

} // namespace impinge::viewer
