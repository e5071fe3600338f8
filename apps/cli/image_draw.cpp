// SPDX-License-Identifier: Apache-2.0
#include "image_draw.hpp"

#include "impinge/render.hpp"

#include <map>
#include <memory>

namespace impinge::cli {
namespace {

/// The corners of all triangles where they stand.
std::vector<Vec3d> points_of(std::span<const LoadedBody> bodies) {
    std::vector<Vec3d> points;
    for (const LoadedBody& body : bodies) {
        std::vector<bool> used(body.mesh->positions.size());
        for (const TriangleIndices& triangle : body.mesh->triangles) {
            for (const std::uint32_t corner : triangle) {
                if (!used[corner]) {
                    used[corner] = true;
                    points.push_back(apply(body.pose, body.mesh->positions[corner]));
                }
            }
        }
    }
    return points;
}

Expected<raster::View> view_of(const ImageRequest& request, std::span<const LoadedBody> bodies) {
    const std::vector<Vec3d> points = points_of(bodies);
    const auto [width, height] = request.size;
    return request.projection == raster::Projection::Orthographic
               ? raster::orthographic_view(request.direction, points, width, height)
               : render::frame_points(
                     {.projection = request.projection, .from = -request.direction}, points, width,
                     height);
}

/// The bodies on a device; the draws point to the geometries.
struct UploadedBodies {
    std::map<const Mesh*, std::unique_ptr<raster::Geometry>> geometries;
    std::vector<raster::Draw> draws;
};

Expected<UploadedBodies> upload(raster::Device& device, std::span<const LoadedBody> bodies,
                                raster::Parts parts) {
    UploadedBodies uploaded;
    for (const LoadedBody& body : bodies) {
        auto& geometry = uploaded.geometries[body.mesh.get()];
        if (!geometry) {
            auto made = device.upload(body.mesh->view(), parts);
            if (!made) {
                return Error{made.error().code, body.file + ": " + made.error().message};
            }
            geometry = std::move(*made);
        }
        uploaded.draws.push_back({.geometry = geometry.get(),
                                  .pose = body.pose,
                                  .body = static_cast<std::uint32_t>(uploaded.draws.size())});
    }
    return uploaded;
}

} // namespace

Expected<Planes> draw_planes(const ImageRequest& request, ImageReport& report,
                             const Context& context) {
    auto device = raster::make_device(request.device, {}, context);
    if (!device) {
        return device.error();
    }
    report.device = (*device)->info();
    auto view = view_of(request, report.bodies);
    if (!view) {
        return view.error();
    }
    report.view = *view;
    auto bodies = upload(**device, report.bodies, request.pass->parts);
    if (!bodies) {
        return bodies.error();
    }
    auto target = request.pass->draw({**device, *view, bodies->draws});
    if (!target) {
        return target.error();
    }
    return read_planes(**device, **target, *view, request.pass->stencil);
}

} // namespace impinge::cli
