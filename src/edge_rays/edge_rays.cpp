// SPDX-License-Identifier: Apache-2.0
//
// The road of a query: boxes, clusters, windows, pairs, places.
#include "impinge/edge_rays.hpp"
#include "base/no_throw.hpp"
#include "base/stopwatch.hpp"
#include "edge_rays/crossings/edge_crossings.hpp"
#include "edge_rays/edge_query.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <string>

namespace impinge::inline v0::imagespace {
namespace {

constexpr int largest_resolution = 1 << 16;

std::vector<NamedEdge> named_edges(const EdgeRays& rays) {
    std::vector<NamedEdge> edges;
    for (const EdgePoint& point : rays.points) {
        for (const std::uint32_t body : rays.penetrated_by(point)) {
            edges.push_back({point.body, point.edge, point.corners, body});
        }
    }
    std::ranges::sort(edges);
    edges.erase(std::unique(edges.begin(), edges.end()), edges.end());
    return edges;
}

Status localise(EdgeQuery& query) {
    EdgeRays& rays = query.answer.rays;
    if (query.options.localisation == Localisation::None || query.context.cancelled()) {
        return {};
    }
    auto crossings = edge_crossings(query.scene.bodies(), named_edges(rays), silent(query.context));
    if (!crossings) {
        return crossings.error();
    }
    rays.crossings = std::move(*crossings);
    return {};
}

} // namespace

Status check_options(const EdgeRayOptions& options) {
    if (options.resolution < 1 || options.resolution > largest_resolution) {
        return invalid("resolution: " + std::to_string(options.resolution) +
                       " is not between 1 and " + std::to_string(largest_resolution));
    }
    if (options.precision && !(*options.precision > 0 && std::isfinite(*options.precision))) {
        return invalid("precision: must be positive and finite");
    }
    if (options.direction && (!is_finite(*options.direction) || *options.direction == Vec3d{})) {
        return invalid("direction: must be finite and not zero");
    }
    if (options.edge_offset && !std::isfinite(*options.edge_offset)) {
        return invalid("edge offset: must be finite");
    }
    if (options.localisation == Localisation::Crossings &&
        options.algorithm != EdgeRayAlgorithm::IdentifyBoth) {
        return invalid("localisation: only algorithm 4 names the bodies that edges pass into");
    }
    return {};
}

Expected<EdgeRays> ask(EdgeStage& stage, std::span<const Rigid> poses, const Context& context) {
    Stopwatch watch;
    EdgeScene& scene = stage.scene;
    if (const Status status = scene.place(poses, silent(context)); !status) {
        return status.error();
    }
    const std::vector<BoxPair> pairs = box_pairs(scene.boxes(), 0, silent(context));
    EdgeAnswer answer(scene, pairs, stage.options.algorithm);
    EdgeQuery query{stage.device, stage.options, scene, stage.targets, answer, context};

    Status status =
        look_at_clusters(query, edge_clusters(scene.boxes(), pairs, stage.options.windows));
    answer.rays.partial = answer.rays.partial || context.cancelled();
    answer.judge_rest();
    status = status ? decide_pairs(query) : status;
    status = status ? localise(query) : status;
    if (!status) {
        return status.error();
    }
    answer.rays.partial = answer.rays.partial || context.cancelled();
    EdgeRays rays = answer.finish();
    rays.milliseconds = watch.lap();
    context.report(1);
    return rays;
}

Expected<EdgeRays> edge_rays(raster::Device& device, std::span<const Body> bodies,
                             const EdgeRayOptions& options, const Context& context) {
    return no_throw([&]() -> Expected<EdgeRays> {
        Stopwatch watch;
        const auto held = device.hold();
        if (const Status status = check_options(options); !status) {
            return status.error();
        }
        std::vector<Rigid> poses;
        poses.reserve(bodies.size());
        std::ranges::transform(bodies, std::back_inserter(poses), &Body::pose);
        EdgeStage stage(device, bodies, options);
        auto rays = ask(stage, poses, context);
        if (rays) {
            rays->milliseconds = watch.lap();
        }
        return rays;
    });
}

struct EdgeRaySession::State {
    EdgeStage stage;
};

EdgeRaySession::EdgeRaySession(std::unique_ptr<State> state) : state_(std::move(state)) {}
EdgeRaySession::EdgeRaySession(EdgeRaySession&& other) noexcept = default;
EdgeRaySession& EdgeRaySession::operator=(EdgeRaySession&& other) noexcept = default;
EdgeRaySession::~EdgeRaySession() = default;

Expected<EdgeRaySession> EdgeRaySession::create(raster::Device& device,
                                                std::span<const Body> bodies,
                                                const EdgeRayOptions& options,
                                                const Context& context) {
    return no_throw([&]() -> Expected<EdgeRaySession> {
        if (const Status status = check_options(options); !status) {
            return status.error();
        }
        const auto held = device.hold();
        auto state = std::make_unique<State>(State{EdgeStage(device, bodies, options)});
        if (const Status status = state->stage.scene.hand_over(silent(context)); !status) {
            return status.error();
        }
        return EdgeRaySession(std::move(state));
    });
}

Status EdgeRaySession::update_positions(std::size_t body, const Body& changed,
                                        const Context& context) {
    return no_throw([&]() -> Status {
        const auto held = state_->stage.device.hold();
        return state_->stage.scene.replace(body, changed, EdgeScene::Replaced::Positions,
                                           silent(context));
    });
}

Status EdgeRaySession::update_mesh(std::size_t body, const Body& changed, const Context& context) {
    return no_throw([&]() -> Status {
        const auto held = state_->stage.device.hold();
        return state_->stage.scene.replace(body, changed, EdgeScene::Replaced::Mesh,
                                           silent(context));
    });
}

Expected<EdgeRays> EdgeRaySession::query(std::span<const Rigid> poses, const Context& context) {
    return no_throw([&]() -> Expected<EdgeRays> {
        const auto held = state_->stage.device.hold();
        return ask(state_->stage, poses, context);
    });
}

} // namespace impinge::inline v0::imagespace
