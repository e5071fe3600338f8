// SPDX-License-Identifier: Apache-2.0
//
// The functions of the public header: single queries and sessions.
#include "impinge/peeling.hpp"

#include "base/no_throw.hpp"
#include "imagespace/solid_body.hpp"
#include "peeling/peeling_query.hpp"

#include <array>

namespace impinge::inline v0::imagespace {

Expected<PeeledPairs> surface_peeling(raster::Device& device, const Body& a, const Body& b,
                                      const PeelingOptions& options, const Context& context) {
    return no_throw([&]() -> Expected<PeeledPairs> {
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
        return peel_pair(device, *on_device_a, a, *on_device_b, b, options, context);
    });
}

Expected<PeeledSelfPairs> self_peeling(raster::Device& device, const Body& body,
                                       const PeelingOptions& options, const Context& context) {
    return no_throw([&]() -> Expected<PeeledSelfPairs> {
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

    DeviceMesh& of(Which which) { return meshes[which == Which::A ? 0 : 1]; }
    static BodyName name(Which which) { return which == Which::A ? body_a() : body_b(); }
};

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
        return PeelingSession(std::make_unique<State>(
            State{device, options, {std::move(*on_device_a), std::move(*on_device_b)}}));
    });
}

Status PeelingSession::update_positions(Which which, const MeshView& mesh) {
    return no_throw([&]() -> Status {
        DeviceMesh& mine = state_->of(which);
        if (Status status = state_->device.update_positions(*mine.geometry, mesh); !status) {
            return about(State::name(which), status.error());
        }
        mine.mesh = mesh;
        mine.box = box_of(mesh);
        return {};
    });
}

Status PeelingSession::update_mesh(Which which, const MeshView& mesh) {
    return no_throw([&]() -> Status {
        DeviceMesh& mine = state_->of(which);
        if (Status status = state_->device.update_mesh(*mine.geometry, mesh); !status) {
            return about(State::name(which), status.error());
        }
        mine.mesh = mesh;
        mine.box = box_of(mesh);
        return {};
    });
}

Expected<PeeledPairs> PeelingSession::query(const Rigid& pose_a, const Rigid& pose_b,
                                            const Context& context) {
    return no_throw([&]() -> Expected<PeeledPairs> {
        const DeviceMesh& a = state_->of(Which::A);
        const DeviceMesh& b = state_->of(Which::B);
        return peel_pair(state_->device, a, {a.mesh, pose_a}, b, {b.mesh, pose_b}, state_->options,
                         context);
    });
}

} // namespace impinge::inline v0::imagespace
