// SPDX-License-Identifier: Apache-2.0
//
// Asks a method about all pairs of a scene beside the window's thread, as `impinge check --method`
// does, and the exact engine about the same. Keeps devices, what diagnose() said, and the meshes on
// a GPU from one request to the next; the methods keep nothing, as with `impinge compare`.
#pragma once

#include "check/diagnosed_meshes.hpp"
#include "methods/gpu_exact.hpp"
#include "methods/method_run.hpp"

#include <map>
#include <optional>

namespace impinge::viewer {

/// For one thread, which is also to destroy it.
class MethodRunner {
  public:
    /// Never null; what goes wrong is in it.
    std::shared_ptr<const MethodRun> run(const MethodRequest& request, const Context& context);

  private:
    Status fill(MethodRun& run, const MethodRequest& request, const Context& context);
    Status ask(MethodRun& run, const MethodRequest& request, const Context& context);
    void ask_processor(MethodRun& run, const MethodRequest& request, const Context& context);
    Status ask_gpu(MethodRun& run, const MethodRequest& request, raster::Device& device,
                   const Context& context);
    Status ask_all_at_once(MethodRun& run, const MethodRequest& request, raster::Device& device,
                           const Context& context);
    Status compare(MethodRun& run, const MethodRequest& request, const Context& context);
    [[nodiscard]] Expected<Interference> exact_answer(const MethodRequest& request,
                                                      PairOfBodies pair, Detail detail,
                                                      const Context& context) const;
    /// The device, opened if it was not yet, or why it is not there.
    Expected<raster::Device*> device(raster::DeviceKind kind, const Context& context);
    /// As the methods of the command line want it.
    [[nodiscard]] cli::LoadedBody loaded(const MethodRequest& request, BodyIndex body) const;

    DiagnosedMeshes diagnosed_;
    std::map<raster::DeviceKind, std::unique_ptr<raster::Device>> devices_;
    std::optional<GpuExact> gpu_; ///< on one of them
};

} // namespace impinge::viewer
