// SPDX-License-Identifier: Apache-2.0
//
// The functions of the public header: single queries and sessions.
#include "impinge/peeling.hpp"

#include "base/no_throw.hpp"
#include "imagespace/solid_body.hpp"
#include "mesh/positions.hpp"
#include "peeling/proof_queue.hpp"

#include <array>

namespace impinge::inline v0::imagespace {

Expected<PeeledPairs> surface_peeling(raster::Device& device, const Body& a, const Body& b,
                                      const PeelingOptions& options, const Context& context) {
    return no_throw([&]() -> Expected<PeeledPairs> {
        const auto held = device.hold();
        if (const Status status = check_peeling_options(options, device); !status) {
            return status.error();
        }
        auto on_device_a = put_on_device(device, a.mesh, body_a());
        if (!on_device_a) {
            return on_device_a.error();
        }
        auto on_device_b = put_on_device(device, b.mesh, body_b());
        if (!on_device_b) {
            return on_device_b.error();
        }
        LayerTargets targets;
        return peel_pair(device, targets, *on_device_a, a, *on_device_b, b, options, context);
    });
}

Expected<PeeledSelfPairs> self_peeling(raster::Device& device, const Body& body,
                                       const PeelingOptions& options, const Context& context) {
    return no_throw([&]() -> Expected<PeeledSelfPairs> {
        const auto held = device.hold();
        if (const Status status = check_peeling_options(options, device); !status) {
            return status.error();
        }
        auto on_device = put_on_device(device, body.mesh, {"body"});
        if (!on_device) {
            return on_device.error();
        }
        return peel_self(device, *on_device, body, options, context);
    });
}

struct PeelingSession::State {
    raster::Device& device;
    PeelingOptions options;
    std::array<DeviceMesh, 2> meshes;
    LayerTargets targets = {};
    // For frames in flight. Copies are made when first needed, and dropped when the mesh changes.
    std::array<MeshCopy, 2> copies = {};
    std::uint64_t next_frame = 0;
    std::unique_ptr<ProofQueue> queue = nullptr;

    static std::size_t place(Which which) { return which == Which::A ? 0 : 1; }
    DeviceMesh& of(Which which) { return meshes[place(which)]; }
    const MeshCopy& copy_of(Which which);
    void replace(Which which, const MeshView& mesh);
    static BodyName name(Which which) { return which == Which::A ? body_a() : body_b(); }
};

const MeshCopy& PeelingSession::State::copy_of(Which which) {
    MeshCopy& copy = copies[place(which)];
    const MeshView& mesh = of(which).mesh;
    if (!copy.positions) {
        copy.positions = std::make_shared<const std::vector<Vec3d>>(gather_positions(mesh));
    }
    if (!copy.triangles) {
        copy.triangles = std::make_shared<const std::vector<TriangleIndices>>(
            mesh.triangles().begin(), mesh.triangles().end());
    }
    return copy;
}

void PeelingSession::State::replace(Which which, const MeshView& mesh) {
    DeviceMesh& mine = of(which);
    mine.mesh = mesh;
    mine.box = box_of(mesh);
    copies[place(which)].positions.reset();
}

PeelingSession::PeelingSession(std::unique_ptr<State> state) : state_(std::move(state)) {}
PeelingSession::PeelingSession(PeelingSession&& other) noexcept = default;
PeelingSession& PeelingSession::operator=(PeelingSession&& other) noexcept = default;
PeelingSession::~PeelingSession() = default;

Expected<PeelingSession> PeelingSession::create(raster::Device& device, const MeshView& a,
                                                const MeshView& b, const PeelingOptions& options) {
    return no_throw([&]() -> Expected<PeelingSession> {
        if (const Status status = check_peeling_options(options, device); !status) {
            return status.error();
        }
        auto on_device_a = put_on_device(device, a, body_a());
        if (!on_device_a) {
            return on_device_a.error();
        }
        auto on_device_b = put_on_device(device, b, body_b());
        if (!on_device_b) {
            return on_device_b.error();
        }
        auto state = std::make_unique<State>(
            State{device, options, {std::move(*on_device_a), std::move(*on_device_b)}});
        return PeelingSession(std::move(state));
    });
}

Status PeelingSession::update_positions(Which which, const MeshView& mesh) {
    return no_throw([&]() -> Status {
        DeviceMesh& mine = state_->of(which);
        if (Status status = state_->device.update_positions(*mine.geometry, mesh); !status) {
            return about(State::name(which), status.error());
        }
        state_->replace(which, mesh);
        return {};
    });
}

Status PeelingSession::update_mesh(Which which, const MeshView& mesh) {
    return no_throw([&]() -> Status {
        DeviceMesh& mine = state_->of(which);
        if (Status status = state_->device.update_mesh(*mine.geometry, mesh); !status) {
            return about(State::name(which), status.error());
        }
        state_->replace(which, mesh);
        state_->copies[State::place(which)].triangles.reset();
        return {};
    });
}

Expected<PeeledPairs> PeelingSession::query(const Rigid& pose_a, const Rigid& pose_b,
                                            const Context& context) {
    return no_throw([&]() -> Expected<PeeledPairs> {
        const auto held = state_->device.hold();
        const DeviceMesh& a = state_->of(Which::A);
        const DeviceMesh& b = state_->of(Which::B);
        return peel_pair(state_->device, state_->targets, a, {a.mesh, pose_a}, b, {b.mesh, pose_b},
                         state_->options, context);
    });
}

Expected<std::uint64_t> PeelingSession::submit(const Rigid& pose_a, const Rigid& pose_b,
                                               const Context& context) {
    return no_throw([&]() -> Expected<std::uint64_t> {
        State& state = *state_;
        Context silent = context;
        silent.set_progress({});
        const MeshCopy copy_a = state.copy_of(Which::A);
        const MeshCopy copy_b = state.copy_of(Which::B);
        const Body a{copy_a.view(), pose_a};
        const Body b{copy_b.view(), pose_b};
        const auto held = state.device.hold();
        auto drawn = draw_pair(state.device, state.targets, state.of(Which::A), a,
                               state.of(Which::B), b, state.options, silent);
        if (!drawn) {
            return drawn.error();
        }
        if (!state.queue) {
            state.queue = std::make_unique<ProofQueue>(state.device);
        }
        state.queue->push({state.next_frame, copy_a, copy_b, state.options, std::move(silent),
                           std::move(*drawn)});
        return state.next_frame++;
    });
}

std::optional<PeeledFrame> PeelingSession::poll() {
    return state_->queue ? state_->queue->poll() : std::nullopt;
}

std::optional<PeeledFrame> PeelingSession::wait() {
    return state_->queue ? state_->queue->wait() : std::nullopt;
}

std::size_t PeelingSession::frames_in_flight() const {
    return state_->queue ? state_->queue->in_flight() : 0;
}

} // namespace impinge::inline v0::imagespace
