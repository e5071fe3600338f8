// SPDX-License-Identifier: Apache-2.0
#include "planes/plane_maker.hpp"

#include "base/no_throw.hpp"
#include "output/stopwatch.hpp"
#include "output/text.hpp"

#include <fmt/core.h>

namespace impinge::viewer {
namespace {

cli::SampledRequest sampled_request(const PlanesRequest& request) {
    cli::SampledRequest out;
    out.method = request.settings.method;
    out.options.resolution = request.settings.resolution;
    out.options.extent = imagespace::Extent::AllPixels;
    out.options.projection.direction = request.direction;
    out.edge_rays.resolution = request.settings.resolution;
    out.edge_rays.direction = request.direction;
    return out;
}

std::string verdict_text(const cli::MethodAnswer& answer) {
    std::string out =
        answer.could_not_tell() ? "could not tell" : to_string(answer.interference.verdict);
    if (answer.overlapping_pixels > 0) {
        out += ", at " + cli::counted(answer.overlapping_pixels, "pixel", "pixels");
    }
    return out;
}

std::string verdict_text(const imagespace::EdgeRays& rays) {
    std::size_t meet = 0;
    for (const imagespace::EdgeRayPair& pair : rays.pairs) {
        meet += imagespace::interiors_overlap(pair.interference.verdict) ? 1 : 0;
    }
    return fmt::format("{} of {} overlap", meet,
                       cli::counted(rays.pairs.size(), "near pair", "near pairs"));
}

/// Each in the window alone, rays meet it wherever it is along them.
std::vector<imagespace::ViewRays> rays_through(const raster::View& view,
                                               std::span<const cli::LoadedBody> bodies) {
    std::vector<imagespace::ViewRays> out;
    for (const cli::LoadedBody& body : bodies) {
        out.emplace_back(view,
                         imagespace::RayBody{body.mesh->view(), body.pose,
                                             imagespace::facing_of(*body.diagnosis, body.pose)},
                         imagespace::window_of(view));
    }
    return out;
}

Error looked_at_nothing(const cli::NamedMethod& method) {
    return {ErrorCode::InvalidArgument,
            fmt::format("{} looked at nothing: the boxes of the bodies do not meet", method.name)};
}

} // namespace

std::shared_ptr<const PlanesAnswer> PlaneMaker::make(const PlanesRequest& request,
                                                     const Context& context) {
    const cli::Stopwatch watch;
    auto answer = std::make_shared<PlanesAnswer>();
    answer->settings = request.settings;
    answer->bodies = request.names;
    if (const Status status = no_throw([&] { return fill(*answer, request, context); }); !status) {
        answer->error = status.error();
    }
    answer->milliseconds = watch.milliseconds();
    return answer;
}

Expected<PlaneMaker::Bodies> PlaneMaker::bodies_of(const PlanesRequest& request,
                                                   const Context& context) {
    if (Status status = diagnosed_.look_at(request.bodies, context); !status) {
        return status.error();
    }
    Bodies out;
    for (std::size_t i = 0; i < request.bodies.size(); ++i) {
        out.push_back(diagnosed_.loaded(request.bodies[i], request.names[i].name));
    }
    return out;
}

Status PlaneMaker::fill(PlanesAnswer& answer, const PlanesRequest& request,
                        const Context& context) {
    const auto bodies = bodies_of(request, context);
    if (!bodies) {
        return bodies.error();
    }
    if (!device_) {
        auto device =
            raster::make_device(raster::DeviceKind::Software, {}, Context(context.threads()));
        if (!device) {
            return device.error();
        }
        device_ = std::move(*device);
    }
    if (Status status = look(answer, request, *bodies, context); !status || context.cancelled()) {
        return status;
    }
    if (!map_of(request.settings.shown)) {
        if (Status status = draw(answer, *bodies); !status) {
            return status;
        }
    }
    answer.rays = rays_through(answer.view, *bodies);
    return {};
}

/// Finds the view, and asks the method if there is one.
Status PlaneMaker::look(PlanesAnswer& answer, const PlanesRequest& request, const Bodies& bodies,
                        const Context& context) {
    if (request.settings.method != nullptr) {
        return ask_method(answer, request, bodies, context);
    }
    const int size = request.settings.resolution;
    auto view = raster::orthographic_view(request.direction.value_or(cli::image_direction),
                                          cli::points_of(bodies), size, size);
    if (!view) {
        return view.error();
    }
    answer.view = *view;
    return {};
}

Status PlaneMaker::ask_method(PlanesAnswer& answer, const PlanesRequest& request,
                              const Bodies& bodies, const Context& context) {
    const cli::NamedMethod& method = *request.settings.method;
    const cli::SampledRequest asked = sampled_request(request);
    std::vector<raster::View> views;
    if (method.looks_at_all_bodies()) {
        auto found = cli::ask_edge_rays(bodies, asked, *device_, context);
        if (!found) {
            return found.error();
        }
        answer.verdict = verdict_text(found->rays);
        views = std::move(found->rays.views);
    } else {
        auto found = cli::ask_pair(bodies[0], bodies[1], asked, *device_, context);
        if (!found) {
            return found.error();
        }
        answer.verdict = verdict_text(*found);
        views = std::move(found->views);
        answer.map = std::move(found->map);
    }
    if (context.cancelled()) {
        return {};
    }
    if (views.empty() || (has_map(&method) && !answer.map)) {
        return looked_at_nothing(method);
    }
    answer.view = answer.map ? answer.map->view : views.front();
    answer.view.shown = {};
    answer.windows = views.size();
    return {};
}

Status PlaneMaker::draw(PlanesAnswer& answer, const Bodies& bodies) {
    const PlanesOf of = answer.settings.of;
    const bool one = of != PlanesOf::All && bodies.size() > 1;
    const std::size_t first = one && of == PlanesOf::Second ? 1 : 0;
    const auto drawn = std::span(bodies).subspan(first, one ? 1 : bodies.size() - first);
    auto planes = cli::draw_planes(*device_, *answer.settings.pass, answer.view, drawn);
    if (!planes) {
        return planes.error();
    }
    for (std::uint32_t& body : planes->ids) {
        body += body == raster::no_id ? 0 : static_cast<std::uint32_t>(first);
    }
    answer.planes = std::move(*planes);
    return {};
}

} // namespace impinge::viewer
