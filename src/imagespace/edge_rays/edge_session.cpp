// SPDX-License-Identifier: Apache-2.0
#include "imagespace/edge_rays/edge_query.hpp"

#include "base/no_throw.hpp"

namespace impinge::inline v0::imagespace {

struct EdgeRaySession::State {
    EdgeStage stage;
};

EdgeRaySession::EdgeRaySession(std::unique_ptr<State> state) : state_(std::move(state)) {}
EdgeRaySession::EdgeRaySession(EdgeRaySession&& other) noexcept = default;
EdgeRaySession& EdgeRaySession::operator=(EdgeRaySession&& other) noexcept = default;
EdgeRaySession::~EdgeRaySession() = default;

Expected<EdgeRaySession> EdgeRaySession::create(raster::Device& device,
                                                std::span<const Body> bodies,
                                                const EdgeRayOptions& options) {
    return no_throw([&]() -> Expected<EdgeRaySession> {
        if (const Status status = check_options(options); !status) {
            return status.error();
        }
        auto state = std::make_unique<State>(State{EdgeStage(device, bodies, options)});
        if (const Status status = state->stage.scene.hand_over(silent(options.context)); !status) {
            return status.error();
        }
        return EdgeRaySession(std::move(state));
    });
}

Expected<EdgeRays> EdgeRaySession::query(std::span<const Rigid> poses) {
    return no_throw([&]() -> Expected<EdgeRays> { return ask(state_->stage, poses); });
}

} // namespace impinge::inline v0::imagespace
