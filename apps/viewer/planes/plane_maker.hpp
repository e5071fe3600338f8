// SPDX-License-Identifier: Apache-2.0
//
// Asks methods and draws passes beside the window's thread, with the functions of `impinge compare`
// and `impinge image`; keeps what it knows of meshes and its device from one request to the next.
#pragma once

#include "check/diagnosed_meshes.hpp"
#include "planes/plane_types.hpp"

namespace impinge::viewer {

/// For one thread.
class PlaneMaker {
  public:
    /// Never null; what goes wrong is in the answer.
    std::shared_ptr<const PlanesAnswer> make(const PlanesRequest& request, const Context& context);

  private:
    using Bodies = std::vector<cli::LoadedBody>;

    Status fill(PlanesAnswer& answer, const PlanesRequest& request, const Context& context);
    Expected<Bodies> bodies_of(const PlanesRequest& request, const Context& context);
    Status look(PlanesAnswer& answer, const PlanesRequest& request, const Bodies& bodies,
                const Context& context);
    Status ask_method(PlanesAnswer& answer, const PlanesRequest& request, const Bodies& bodies,
                      const Context& context);
    Status draw(PlanesAnswer& answer, const Bodies& bodies);

    std::unique_ptr<raster::Device> device_;
    DiagnosedMeshes diagnosed_;
};

} // namespace impinge::viewer
