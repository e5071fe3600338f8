// SPDX-License-Identifier: Apache-2.0
//
// Bodies on a device, looked at through one window.
#pragma once

#include "edge_rays/look/edge_look.hpp"
#include "tests/raster/devices.hpp"

namespace impinge::tests {

class EdgeWindow {
  public:
    EdgeWindow(raster::Device& device, std::vector<Mesh> meshes, const raster::View& view)
        : meshes_(std::move(meshes)), targets_(device), frame{.device = device,
                                                              .view = view,
                                                              .bodies = {},
                                                              .targets = targets_,
                                                              .work = work} {
        for (const Mesh& mesh : meshes_) {
            geometries_.push_back(
                need(device.upload(mesh.view(), raster::Parts::TrianglesAndEdges)));
            Box3 box;
            for (const Vec3d& position : mesh.positions) {
                box = extend(box, position);
            }
            bodies.push_back({.geometry = geometries_.back().get(),
                              .mesh = mesh.view(),
                              .pose = {},
                              .box = box,
                              .index = static_cast<std::uint32_t>(bodies.size())});
        }
        frame.bodies = bodies;
    }
    EdgeWindow(const EdgeWindow&) = delete;
    EdgeWindow& operator=(const EdgeWindow&) = delete;

    imagespace::EdgeFindings
    look(imagespace::EdgeRayAlgorithm algorithm = imagespace::EdgeRayAlgorithm::IdentifyBoth) {
        work = {};
        return need(imagespace::look_at(frame, algorithm));
    }

  private:
    std::vector<Mesh> meshes_;
    std::vector<std::unique_ptr<raster::Geometry>> geometries_;
    imagespace::EdgeTargets targets_;

  public:
    imagespace::EdgeRayWork work;
    std::vector<imagespace::EdgeBody> bodies;
    imagespace::EdgeFrame frame;
};

} // namespace impinge::tests
