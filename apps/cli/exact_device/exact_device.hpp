// SPDX-License-Identifier: Apache-2.0
//
// Where the exact method looks for triangles that meet: on the processor, or on a device with
// OpenGL (impinge/gpu.hpp). Answers are the same, bit for bit.
#pragma once

#include "exact_device/device_choice.hpp"
#include "impinge/gpu.hpp"

#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <tuple>
#include <vector>

namespace impinge::cli {

void add_exact_device_options(Verb& verb, ExactDeviceArguments& arguments);

/// Thread rule: one thread at a time.
class ExactDevice {
  public:
    /// Opens the device if it was asked for by name, or if Auto finds a GPU and so many triangles,
    /// of all questions together, are worth it.
    static Expected<std::unique_ptr<ExactDevice>>
    open(const ExactDeviceRequest& request, std::uint64_t triangles, const Context& context);

    /// Whether there is one to be asked.
    [[nodiscard]] bool is_open() const { return session_.has_value(); }

    /// What collide() says of each pair, in their order; nothing where the processor is to be
    /// asked. Triangles of all of them are found in one frame, or pair after pair if that is too
    /// much for the memory of the device. Meshes are known by where they are in memory, and must
    /// stay there, as they are, as long as this lives.
    Expected<std::vector<std::optional<Interference>>> collide_all(std::span<const Body> bodies,
                                                                   std::span<const BoxPair> pairs,
                                                                   const CollideOptions& options,
                                                                   const Context& context);
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
    Expected<gpu::PlacedMesh> placed(const Body& body);
    /// Nothing if the processor or each pair alone is to be asked.
    Expected<std::optional<std::vector<Interference>>>
    collide_together(std::span<const Body> bodies, std::span<const BoxPair> pairs,
                     const CollideOptions& options, const Context& context);
    Expected<std::optional<Interference>>
    collide(const Body& a, const Body& b, const CollideOptions& options, const Context& context);

    DeviceChoice choice_; ///< outlives the session
    std::optional<gpu::Session> session_;
    std::map<Key, gpu::MeshId> meshes_;
};

} // namespace impinge::cli
