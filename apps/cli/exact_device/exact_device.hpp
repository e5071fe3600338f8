// SPDX-License-Identifier: Apache-2.0
//
// Where the exact method looks for triangles that meet: on the processor, or on a device with
// OpenGL (impinge/gpu.hpp). Answers are the same, bit for bit.
#pragma once

#include "impinge/gpu.hpp"

#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <tuple>

namespace impinge::cli {

class Verb;

/// As written; empty where the user wrote nothing.
struct ExactDeviceArguments {
    std::string device = {};
    bool fallback = false;
};

enum class ExactPlace : std::uint8_t { Cpu, OpenGl, Auto };

struct ExactDeviceRequest {
    ExactPlace place = ExactPlace::Cpu;
    /// Where the device is missing, lost or out of memory, the processor stands in.
    bool fallback = false;
};

void add_exact_device_options(Verb& verb, ExactDeviceArguments& arguments);
/// The second of them, for verbs that have a --device of their own.
void add_fallback_option(Verb& verb, bool& fallback);

Expected<ExactDeviceRequest> understand_exact_device(const ExactDeviceArguments& arguments);

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

    /// Who was asked, and why: "opengl, NAME" or "cpu (auto: ...)". Empty if nobody had to choose.
    [[nodiscard]] std::string reason() const;
    [[nodiscard]] bool was_asked() const { return answers_ > 0; }

  private:
    using Key = std::tuple<const void*, std::size_t, const void*, std::size_t>;

    explicit ExactDevice(const ExactDeviceRequest& request) : request_(request) {}
    Status open_session(const Context& context);
    Expected<gpu::MeshId> mesh_of(const MeshView& mesh);
    /// Whether the processor may stand in for a device that said so.
    bool excuses(const Error& error);
    /// What the device says, or nothing if it could not and the processor stands in.
    template <typename Answer> Expected<std::optional<Answer>> taken(Expected<Answer> answer);

    ExactDeviceRequest request_;
    std::mutex mutex_;
    std::unique_ptr<raster::Device> device_; ///< outlives the session
    std::optional<gpu::Session> session_;
    std::map<Key, gpu::MeshId> meshes_;
    bool lost_ = false;
    std::size_t answers_ = 0;
    std::string why_not_; ///< why the processor was asked, in part at least
};

/// "device: ...\n" for people; empty if nobody had to choose.
std::string device_line(const std::string& reason);

} // namespace impinge::cli
