// SPDX-License-Identifier: Apache-2.0
//
// The functions of the public header: names of methods, single queries, sessions.
#include "impinge/depth_methods.hpp"

#include "base/no_throw.hpp"
#include "depth_methods/session/sampled_query.hpp"

namespace impinge::inline v0::imagespace {
namespace {

constexpr std::array all_methods{Method::DepthMinmax, Method::DepthParity, Method::DepthParityLite,
                                 Method::LayerOrder, Method::Cascade};

} // namespace

const char* to_string(Method method) {
    switch (method) {
    case Method::DepthMinmax:
        return "depth-minmax";
    case Method::DepthParity:
        return "depth-parity";
    case Method::DepthParityLite:
        return "depth-parity-lite";
    case Method::LayerOrder:
        return "layer-order";
    case Method::Cascade:
        return "cascade";
    }
    return "unknown";
}

std::optional<Method> method_from_string(std::string_view name) {
    for (const Method method : all_methods) {
        if (name == to_string(method)) {
            return method;
        }
    }
    return std::nullopt;
}

Expected<Sampled> sampled_collide(raster::Device& device, const Body& a, const Body& b,
                                  const SampledOptions& options, const Context& context) {
    return no_throw([&]() -> Expected<Sampled> {
        const auto held = device.hold();
        auto query = SampledQuery::create(device, a, b, options, Lifetime::OneQuery, context);
        if (!query) {
            return query.error();
        }
        return query->ask(a.pose, b.pose, context);
    });
}

struct DepthSession::State {
    SampledQuery query;
};

DepthSession::DepthSession(std::unique_ptr<State> state) : state_(std::move(state)) {}
DepthSession::DepthSession(DepthSession&& other) noexcept = default;
DepthSession& DepthSession::operator=(DepthSession&& other) noexcept = default;
DepthSession::~DepthSession() = default;

Expected<DepthSession> DepthSession::create(raster::Device& device, const Body& a, const Body& b,
                                            const SampledOptions& options, const Context& context) {
    return no_throw([&]() -> Expected<DepthSession> {
        const auto held = device.hold();
        auto query = SampledQuery::create(device, a, b, options, Lifetime::Session, context);
        if (!query) {
            return query.error();
        }
        return DepthSession(std::make_unique<State>(State{std::move(*query)}));
    });
}

Status DepthSession::update_positions(Which which, const Body& body, const Context& context) {
    return no_throw([&]() -> Status {
        const auto held = state_->query.device().hold();
        return state_->query.replace(which, body, Replaced::Positions, context);
    });
}

Status DepthSession::update_mesh(Which which, const Body& body, const Context& context) {
    return no_throw([&]() -> Status {
        const auto held = state_->query.device().hold();
        return state_->query.replace(which, body, Replaced::Mesh, context);
    });
}

Expected<Sampled> DepthSession::query(const Rigid& pose_a, const Rigid& pose_b,
                                      const Context& context) {
    return no_throw([&]() -> Expected<Sampled> {
        const auto held = state_->query.device().hold();
        return state_->query.ask(pose_a, pose_b, context);
    });
}

} // namespace impinge::inline v0::imagespace
