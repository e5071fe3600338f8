// SPDX-License-Identifier: Apache-2.0
#include "image/draw_planes.hpp"

#include <map>
#include <memory>

namespace impinge::cli {
namespace {

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
                return about(body, made.error());
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

Expected<Planes> draw_planes(raster::Device& device, const NamedPass& pass,
                             const raster::View& view, std::span<const LoadedBody> bodies) {
    auto uploaded = upload(device, bodies, pass.parts);
    if (!uploaded) {
        return uploaded.error();
    }
    auto target = pass.draw({device, view, uploaded->draws});
    if (!target) {
        return target.error();
    }
    return read_planes(device, **target, view, pass.stencil);
}

} // namespace impinge::cli
