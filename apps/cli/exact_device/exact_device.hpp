// SPDX-License-Identifier: Apache-2.0
//
// Where the exact method looks for triangles that meet: on the processor, or on a device with
// OpenGL (impinge/gpu.hpp). Answers are the same, bit for bit.
#pragma once

#include "exact_device/device_choice.hpp"
#include "impinge/gpu.hpp"

#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <tuple>

namespace impinge::cli {

void add_exact_device_options(Verb& verb, ExactDeviceArguments& arguments);

/// Thread rule: from any thread; one question is answered at a time. Nobody may ask from inside the
/// thread pool with a context of more than one thread: a waiting thread could be handed the work it
/// waits for.
class ExactDevice {
  public:
    /// Opens the device if it was asked for by name, or if Auto finds a GPU and so many triangles,
    /// of all questions together, are worth it.
    static Expected<std::unique_ptr<ExactDevice>>
    open(const ExactDeviceRequest& request, std::uint64_t triangles, const Context& context);

    /// Whether there is one to be asked.
    [[nodiscard]] bool is_open() const { return session_.has_value(); }

    /// What collide() says; nothing if the processor is to be asked. Meshes are known by where they
    /// are in memory, and must stay there, as they are, as long as this lives.
    Expected<std::optional<Interference>>
    collide(const Body& a, const Body& b, const CollideOptions& options, const Context& context);
    /// What self_intersections() says, likewise.
    Expected<std::optional<SelfIntersections>>
    self_intersections(const MeshView& mesh, const SelfIntersectionOptions& options,
                       const Context& context);

    /// As DeviceChoice has them.
    [[nodiscard]] std::string reason() const { return choice_.reason(); }
    [[nodiscard]] bool was_asked() const { return choice_.was_asked(); }

  private:
    using Key = std::tuple<const void*, std::size_t, const void*, std::size_t>;

    explicit ExactDevice(const ExactDeviceRequest& request) : choice_(request) {}
    Expected<gpu::MeshId> mesh_of(const MeshView& mesh);

    std::mutex mutex_;
    DeviceChoice choice_; ///< outlives the session
    std::optional<gpu::Session> session_;
    std::map<Key, gpu::MeshId> meshes_;
};

} // namespace impinge::cli
