// SPDX-License-Identifier: Apache-2.0
#include "exact_device/exact_device.hpp"

#include "arguments/verb.hpp"

#include <algorithm>
#include <iterator>

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

Expected<gpu::PlacedMesh> ExactDevice::placed(const Body& body) {
    const auto id = mesh_of(body.mesh);
    return id ? Expected(gpu::PlacedMesh{*id, body.pose, body.diagnosis}) : id.error();
}

Expected<std::optional<Interference>> ExactDevice::collide(const Body& a, const Body& b,
                                                           const CollideOptions& options,
                                                           const Context& context) {
    if (!session_ || choice_.is_lost() || context.cancelled()) {
        return std::optional<Interference>();
    }
    const auto placed_a = placed(a);
    const auto placed_b = placed(b);
    if (!placed_a || !placed_b) {
        return choice_.taken(
            Expected<Interference>(placed_a ? placed_b.error() : placed_a.error()));
    }
    return choice_.taken(session_->collide(*placed_a, *placed_b, options, context));
}

Expected<std::optional<std::vector<Interference>>>
ExactDevice::collide_together(std::span<const Body> bodies, std::span<const BoxPair> pairs,
                              const CollideOptions& options, const Context& context) {
    std::vector<std::uint32_t> used;
    for (const BoxPair& pair : pairs) {
        used.insert(used.end(), {pair.a, pair.b});
    }
    std::sort(used.begin(), used.end());
    used.erase(std::unique(used.begin(), used.end()), used.end());
    const auto place = [&](std::uint32_t body) {
        return static_cast<std::uint32_t>(std::lower_bound(used.begin(), used.end(), body) -
                                          used.begin());
    };
    std::vector<BoxPair> places;
    for (const BoxPair& pair : pairs) {
        places.push_back({place(pair.a), place(pair.b)});
    }
    std::vector<gpu::PlacedMesh> list;
    for (const std::uint32_t body : used) {
        auto one = placed(bodies[body]);
        if (!one) {
            return choice_.taken(Expected<std::vector<Interference>>(one.error()));
        }
        list.push_back(*one);
    }
    auto answers = session_->collide_all(list, places, options, context);
    if (!answers && answers.error().code == ErrorCode::OutOfMemory) {
        return std::optional<std::vector<Interference>>(); // one pair after the other may fit
    }
    return choice_.taken(std::move(answers));
}

Expected<std::vector<std::optional<Interference>>>
ExactDevice::collide_all(std::span<const Body> bodies, std::span<const BoxPair> pairs,
                         const CollideOptions& options, const Context& context) {
    std::vector<std::optional<Interference>> answers;
    answers.reserve(pairs.size());
    if (session_ && !choice_.is_lost() && pairs.size() > 1) {
        auto together = collide_together(bodies, pairs, options, context);
        if (!together) {
            return together.error();
        }
        if (*together) {
            std::move((*together)->begin(), (*together)->end(), std::back_inserter(answers));
            return answers;
        }
    }
    for (const BoxPair& pair : pairs) {
        auto answer = collide(bodies[pair.a], bodies[pair.b], options, context);
        if (!answer) {
            return answer.error();
        }
        answers.push_back(std::move(*answer));
    }
    return answers;
}

Expected<std::optional<SelfIntersections>>
ExactDevice::self_intersections(const MeshView& mesh, const SelfIntersectionOptions& options,
                                const Context& context) {
    if (!session_ || choice_.is_lost()) {
        return std::optional<SelfIntersections>();
    }
    const auto id = mesh_of(mesh);
    return id ? choice_.taken(session_->self_intersections(*id, options, context))
              : choice_.taken(Expected<SelfIntersections>(id.error()));
}

} // namespace impinge::cli
