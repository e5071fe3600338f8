// SPDX-License-Identifier: Apache-2.0
//
// The exact engine on a GPU, with the meshes of a scene on it from one request to the next.
#pragma once

#include "check/check_types.hpp"
#include "impinge/gpu.hpp"
#include "methods/method_run.hpp"

#include <map>

namespace impinge::viewer {

/// For one thread.
class GpuExact {
  public:
    explicit GpuExact(gpu::Session session) : session_(std::move(session)) {}

    /// On a device that outlives it, or why not.
    static Expected<GpuExact> on(raster::Device& device);

    /// Hands meshes to the device that it does not have yet, and forgets all others.
    Status hold(std::span<const CheckedBody> bodies);
    /// About two of these.
    Expected<MethodVerdict> ask(const CheckedBody& a, const CheckedBody& b, OpenMeshes open_meshes,
                                const Context& context);

  private:
    gpu::Session session_;
    std::map<std::shared_ptr<const Mesh>, gpu::MeshId> meshes_;
};

} // namespace impinge::viewer
