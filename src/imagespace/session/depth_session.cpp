// SPDX-License-Identifier: Apache-2.0
#include "imagespace/session/sampled_query.hpp"

#include "base/no_throw.hpp"

namespace impinge::inline v0::imagespace {

struct DepthSession::State {
    SampledQuery query;
};

DepthSession::DepthSession(std::unique_ptr<State> state) : state_(std::move(state)) {}
DepthSession::DepthSession(DepthSession&& other) noexcept = default;
DepthSession& DepthSession::operator=(DepthSession&& other) noexcept = default;
DepthSession::~DepthSession() = default;

Expected<DepthSession> DepthSession::create(raster::Device& device, const Body& a, const Body& b,
                                            const SampledOptions& options) {
    return no_throw([&]() -> Expected<DepthSession> {
        auto query = SampledQuery::create(device, a, b, options, Lifetime::Session);
        if (!query) {
            return query.error();
        }
        return DepthSession(std::make_unique<State>(State{std::move(*query)}));
    });
}

Expected<Sampled> DepthSession::query(const Rigid& pose_a, const Rigid& pose_b) {
    return no_throw([&]() -> Expected<Sampled> { return state_->query.ask(pose_a, pose_b); });
}

} // namespace impinge::inline v0::imagespace
