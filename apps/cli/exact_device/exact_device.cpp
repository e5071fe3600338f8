// SPDX-License-Identifier: Apache-2.0
#include "exact_device/exact_device.hpp"

#include "arguments/values.hpp"
#include "arguments/verb.hpp"
#include "output/text.hpp"

#include <algorithm>
#include <fmt/core.h>

namespace impinge::cli {
namespace {

/// From so many triangles of all questions together on, --device auto asks a GPU: meshes come from
/// files, so a device must be opened and handed them first. docs/methods/gpu.md has the numbers.
constexpr std::uint64_t least_triangles_of_gpu = 100'000'000;

/// What is no fault of the question.
bool is_of_device(const Error& error) {
    return error.code == ErrorCode::DeviceLost || error.code == ErrorCode::OutOfMemory ||
           error.code == ErrorCode::Unsupported;
}

} // namespace

void add_fallback_option(Verb& verb, bool& fallback) {
    verb.flag("--fallback", &fallback,
              "Where the device is missing, lost or out of memory, the processor stands in, and "
              "that is said; without it, it is an error");
}

void add_exact_device_options(Verb& verb, ExactDeviceArguments& arguments) {
    verb.option("--device", &arguments.device, "DEVICE",
                "Who finds the triangles that meet: cpu (default), opengl, or auto, which takes a "
                "GPU if there is one and the meshes are large")
        .suggests("cpu, opengl, auto");
    add_fallback_option(verb, arguments.fallback);
}

Expected<ExactDeviceRequest> understand_exact_device(const ExactDeviceArguments& arguments) {
    ExactDeviceRequest request{.fallback = arguments.fallback};
    if (arguments.device == "opengl") {
        request.place = ExactPlace::OpenGl;
    } else if (arguments.device == "auto") {
        request.place = ExactPlace::Auto;
    } else if (!arguments.device.empty() && arguments.device != "cpu") {
        return unknown_name("--device", arguments.device,
                            "cpu, opengl, auto, which the exact method runs on");
    }
    if (request.fallback && request.place == ExactPlace::Cpu) {
        return usage_error("--fallback: only with --device opengl or auto of the exact method");
    }
    return request;
}

Expected<std::unique_ptr<ExactDevice>> ExactDevice::open(const ExactDeviceRequest& request,
                                                         std::uint64_t triangles,
                                                         const Context& context) {
    std::unique_ptr<ExactDevice> made(new ExactDevice(request));
    if (request.place == ExactPlace::Cpu) {
        return made;
    }
    if (request.place == ExactPlace::Auto && triangles < least_triangles_of_gpu) {
        made->why_not_ =
            fmt::format("auto: {} to look at, and a GPU pays from {} on",
                        counted(triangles, "triangle", "triangles"), least_triangles_of_gpu);
        return made;
    }
    if (const Status status = made->open_session(context); !status) {
        made->session_.reset();
        if (!made->excuses(status.error())) {
            return status.error();
        }
    }
    return made;
}

Status ExactDevice::open_session(const Context& context) {
    auto device = raster::make_device(raster::DeviceKind::OpenGl, {}, context);
    if (!device) {
        return device.error();
    }
    device_ = std::move(*device);
    if (request_.place == ExactPlace::Auto && device_->info().on_processor) {
        return Error{ErrorCode::Unsupported,
                     fmt::format("auto: no GPU, {} works on the processor", device_->info().name)};
    }
    auto session = gpu::Session::create(*device_);
    if (!session) {
        return session.error();
    }
    session_.emplace(std::move(*session));
    return {};
}

bool ExactDevice::excuses(const Error& error) {
    const bool may_stand_in = request_.fallback || request_.place == ExactPlace::Auto;
    if (!may_stand_in || !is_of_device(error)) {
        return false;
    }
    why_not_ = why_not_.empty() ? error.message : why_not_;
    // What is too much for its memory may be one question alone.
    lost_ = lost_ || error.code != ErrorCode::OutOfMemory;
    return true;
}

template <typename Answer>
Expected<std::optional<Answer>> ExactDevice::taken(Expected<Answer> answer) {
    if (answer) {
        ++answers_;
        return std::optional<Answer>(std::move(*answer));
    }
    return excuses(answer.error()) ? Expected(std::optional<Answer>()) : answer.error();
}

Expected<gpu::MeshId> ExactDevice::mesh_of(const MeshView& mesh) {
    const Key key{mesh.data(), mesh.vertex_count(), mesh.triangles().data(), mesh.triangle_count()};
    const auto known = meshes_.find(key);
    if (known != meshes_.end()) {
        return known->second;
    }
    auto id = session_->add(mesh);
    if (id) {
        meshes_.emplace(key, *id);
    }
    return id;
}

Expected<std::optional<Interference>> ExactDevice::collide(const Body& a, const Body& b,
                                                           const CollideOptions& options,
                                                           const Context& context) {
    const std::lock_guard lock(mutex_);
    if (!session_ || lost_) {
        return std::optional<Interference>();
    }
    const auto mesh_a = mesh_of(a.mesh);
    const auto mesh_b = mesh_of(b.mesh);
    if (!mesh_a || !mesh_b) {
        return taken(Expected<Interference>(mesh_a ? mesh_b.error() : mesh_a.error()));
    }
    return taken(session_->collide({*mesh_a, a.pose, a.diagnosis}, {*mesh_b, b.pose, b.diagnosis},
                                   options, context));
}

Expected<std::optional<SelfIntersections>>
ExactDevice::self_intersections(const MeshView& mesh, const SelfIntersectionOptions& options,
                                const Context& context) {
    const std::lock_guard lock(mutex_);
    if (!session_ || lost_) {
        return std::optional<SelfIntersections>();
    }
    const auto id = mesh_of(mesh);
    return id ? taken(session_->self_intersections(*id, options, context))
              : taken(Expected<SelfIntersections>(id.error()));
}

std::string ExactDevice::reason() const {
    if (request_.place == ExactPlace::Cpu) {
        return "";
    }
    std::string instead = why_not_.empty() ? "" : fmt::format("cpu ({})", why_not_);
    if (!session_ || (answers_ == 0 && !instead.empty())) {
        return instead;
    }
    return fmt::format("opengl, {}{}", printable(device_->info().name),
                       instead.empty() ? "" : ", and in part " + instead);
}

std::string device_line(const std::string& reason) {
    return reason.empty() ? "" : fmt::format("device: {}\n", reason);
}

} // namespace impinge::cli
