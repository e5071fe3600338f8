// SPDX-License-Identifier: Apache-2.0
#include "exact_device/exact_device.hpp"

#include "arguments/verb.hpp"

namespace impinge::cli {
namespace {

/// From so many triangles of all questions together on, --device auto asks a GPU: meshes come from
/// files, so a device must be opened and handed them first. docs/methods/gpu.md has the numbers.
constexpr std::uint64_t least_triangles_of_gpu = 100'000'000;

} // namespace

void add_exact_device_options(Verb& verb, ExactDeviceArguments& arguments) {
    verb.option("--device", &arguments.device, "DEVICE",
                "Who finds the triangles that meet: cpu (default), opengl, or auto, which takes a "
                "GPU if there is one and the meshes are large")
        .suggests("cpu, opengl, auto");
    add_fallback_option(verb, arguments.fallback);
}

Expected<std::unique_ptr<ExactDevice>> ExactDevice::open(const ExactDeviceRequest& request,
                                                         std::uint64_t triangles,
                                                         const Context& context) {
    std::unique_ptr<ExactDevice> made(new ExactDevice(request));
    made->choice_.weigh({triangles, least_triangles_of_gpu, "triangle", "triangles"});
    auto session = made->choice_.open<gpu::Session>(
        [](raster::Device& device) { return gpu::Session::create(device); }, context);
    if (!session) {
        return session.error();
    }
    made->session_ = std::move(*session);
    return made;
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
    if (!session_ || choice_.is_lost()) {
        return std::optional<Interference>();
    }
    const auto mesh_a = mesh_of(a.mesh);
    const auto mesh_b = mesh_of(b.mesh);
    if (!mesh_a || !mesh_b) {
        return choice_.taken(Expected<Interference>(mesh_a ? mesh_b.error() : mesh_a.error()));
    }
    return choice_.taken(session_->collide({*mesh_a, a.pose, a.diagnosis},
                                           {*mesh_b, b.pose, b.diagnosis}, options, context));
}

Expected<std::optional<SelfIntersections>>
ExactDevice::self_intersections(const MeshView& mesh, const SelfIntersectionOptions& options,
                                const Context& context) {
    const std::lock_guard lock(mutex_);
    if (!session_ || choice_.is_lost()) {
        return std::optional<SelfIntersections>();
    }
    const auto id = mesh_of(mesh);
    return id ? choice_.taken(session_->self_intersections(*id, options, context))
              : choice_.taken(Expected<SelfIntersections>(id.error()));
}

} // namespace impinge::cli
