// SPDX-License-Identifier: Apache-2.0
//
// Measures clearances beside the window's thread, with the functions that `impinge map` uses; keeps
// what it knows of meshes and its device from one request to the next.
#pragma once

#include "check/diagnosed_meshes.hpp"
#include "clearance/clearance_types.hpp"
#include "impinge/raster.hpp"

namespace impinge::viewer {

/// For one thread.
class ClearanceMeter {
  public:
    /// Never null; what goes wrong is in the answer.
    std::shared_ptr<const ClearanceAnswer> measure(const ClearanceRequest& request,
                                                   const Context& context);

  private:
    using Bodies = std::array<Body, 2>;

    Status fill(ClearanceAnswer& answer, const ClearanceRequest& request, const Context& context);
    Expected<Bodies> bodies_of(const ClearanceRequest& request, const Context& context);
    Status measure_map(ClearanceAnswer& answer, const Bodies& bodies,
                       const ClearanceRequest& request, const Context& context);
    Status measure_motion(ClearanceAnswer& answer, const Bodies& bodies,
                          const ClearanceRequest& request, const Context& context);
    static Status measure_closest(ClearanceAnswer& answer, const Bodies& bodies,
                                  const ClearanceRequest& request, const Context& context);

    std::unique_ptr<raster::Device> device_;
    DiagnosedMeshes diagnosed_;
};

/// The way of a ray through a pixel of a map, from the left and from the bottom: where it is in
/// both bodies, or in the gap between them. Empty where not both bodies are.
struct ProbedPlace {
    Vec3d from;
    Vec3d to;
};
std::optional<ProbedPlace> probe(const imagespace::ClearanceMap& map, const ProbeRays& rays, int x,
                                 int y);
ProbeRays probe_rays(const imagespace::ClearanceMap& map,
                     const std::array<imagespace::RayBody, 2>& bodies);
/// Both bodies of a frame as they stand to each other, A where it is in the first frame.
std::array<imagespace::RayBody, 2> standing_in(const MotionMap& motion, std::size_t frame);

} // namespace impinge::viewer
