// SPDX-License-Identifier: Apache-2.0
//
// Whole answers of a session: pairs of the device, judged by the exact engine.
#include "gpu/verdicts.hpp"
#include "base/no_throw.hpp"
#include "exact/collide.hpp"
#include "gpu/proof.hpp"
#include "gpu/session_state.hpp"

namespace impinge::inline v0::gpu {
namespace {

/// Pairs by frames of a session, for queries of the exact engine.
class FramePairs {
  public:
    FramePairs(FrameQueue& frames, FrameRequest request)
        : frames_(frames), request_(std::move(request)) {}

    FoundPairs find(Stop stop, const Context& context) {
        request_.stop = stop;
        auto pairs = frames_.answer(request_, context);
        if (!pairs) {
            failure = pairs.error(); // the answer, whatever is made of no pairs
            return {};
        }
        report = pairs->report;
        return as_found(std::move(*pairs));
    }

    std::optional<Error> failure;
    FrameReport report;

  private:
    FrameQueue& frames_;
    FrameRequest request_;
};

PairSource source_of(FramePairs& pairs) {
    return [&pairs](const WorldMesh& a, const WorldMesh& b, Stop stop, const Context& context) {
        FoundPairs found = pairs.find(stop, context);
        count_region(found, a, b, context);
        return found;
    };
}

} // namespace

void count_region(FoundPairs& found, const WorldMesh& a, const WorldMesh& b,
                  const Context& context) {
    std::uint64_t& in_region = found.counters.triangles_in_region;
    if (!found.pairs.empty()) {
        in_region = std::max<std::uint64_t>(1, in_region);
        return;
    }
    const Box3 common = intersection(a.box, b.box);
    in_region = is_empty(common) ? 0 : cull(a, common, context).size();
    if (in_region == 0 && !is_empty(common)) {
        in_region = cull(b, common, context).size();
    }
}

Expected<MeshSolidity> solidity_of_kept(KeptMesh& kept, const MeshView& mesh,
                                        const Context& context) {
    KnownMesh& known = kept.known;
    if (known.solidity) {
        return *known.solidity;
    }
    auto topology = known.topology;
    if (!topology) {
        topology =
            std::make_shared<const IndexTopology>(mesh.triangles(), mesh.vertex_count(), context);
    }
    MeshSolidity solidity = solidity_of_valid(mesh, *topology, context);
    if (!context.cancelled()) {
        known.topology = std::move(topology);
        known.solidity = solidity;
    }
    return solidity;
}

Status Session::State::know(KeptMesh& mesh) const {
    KnownMesh& known = mesh.known;
    if (!known.triangles) {
        auto triangles = engine->triangles_of(*mesh.device);
        if (!triangles) {
            return triangles.error();
        }
        known.triangles =
            std::make_shared<const std::vector<TriangleIndices>>(std::move(*triangles));
    }
    if (!known.positions) {
        auto positions = engine->positions_of(*mesh.device);
        if (!positions) {
            return positions.error();
        }
        known.positions = std::make_shared<const std::vector<Vec3d>>(std::move(*positions));
    }
    return {};
}

Expected<Interference> Session::collide(const PlacedMesh& a, const PlacedMesh& b,
                                        const CollideOptions& options, const Context& context) {
    return no_throw([&]() -> Expected<Interference> {
        auto request = state_->request(a, b);
        if (!request) {
            return request.error();
        }
        KeptMesh& mesh_a = **state_->find(a.mesh);
        KeptMesh& mesh_b = **state_->find(b.mesh);
        for (KeptMesh* mesh : {&mesh_a, &mesh_b}) {
            if (Status status = state_->know(*mesh); !status) {
                return status.error();
            }
        }
        const Body body_a{MeshView(*mesh_a.known.positions, *mesh_a.known.triangles), a.pose,
                          a.diagnosis};
        const Body body_b{MeshView(*mesh_b.known.positions, *mesh_b.known.triangles), b.pose,
                          b.diagnosis};
        FramePairs pairs(state_->frames, std::move(*request));
        QuerySources sources{.solidity =
                                 [&](const MeshView& mesh, const Context& inner) {
                                     const bool is_a =
                                         mesh.triangles().data() == mesh_a.known.triangles->data();
                                     return solidity_of_kept(is_a ? mesh_a : mesh_b, mesh, inner);
                                 },
                             .pairs = source_of(pairs)};
        auto answer = collide_sharing(body_a, body_b, options, context, sources);
        state_->last_report = pairs.report;
        return pairs.failure ? *pairs.failure : std::move(answer);
    });
}

Expected<Interference> Session::collide(const Body& a, const Body& b, const CollideOptions& options,
                                        const Context& context) {
    return no_throw([&]() -> Expected<Interference> {
        std::optional<FramePairs> pairs;
        const auto found = [&](const WorldMesh& in_a, const WorldMesh& in_b, Stop stop,
                               const Context& inner) -> FoundPairs {
            return source_of(*pairs)(in_a, in_b, stop, inner);
        };
        // What is wrong with a body is said by the exact engine, before the device sees it.
        if (const Status status = validate(a.mesh); !status) {
            return impinge::collide(a, b, options, context);
        }
        if (const Status status = validate(b.mesh); !status) {
            return impinge::collide(a, b, options, context);
        }
        auto device_a = state_->engine->upload(a.mesh);
        if (!device_a) {
            return device_a.error();
        }
        auto device_b = state_->engine->upload(b.mesh);
        if (!device_b) {
            return device_b.error();
        }
        pairs.emplace(state_->frames,
                      FrameRequest{.a = FrameSide({{std::move(*device_a), a.pose}}),
                                   .b = FrameSide({{std::move(*device_b), b.pose}})});
        auto answer = collide_sharing(a, b, options, context, {.solidity = {}, .pairs = found});
        state_->last_report = pairs->report;
        return pairs->failure ? *pairs->failure : std::move(answer);
    });
}

Expected<SelfIntersections> Session::self_intersections(MeshId id,
                                                        const SelfIntersectionOptions& options,
                                                        const Context& context) {
    return no_throw([&]() -> Expected<SelfIntersections> {
        const auto mesh = state_->find(id);
        auto request = state_->request_of_one(id);
        if (!mesh || !request) {
            return mesh ? request.error() : mesh.error();
        }
        if (Status status = state_->know(**mesh); !status) {
            return status.error();
        }
        FramePairs pairs(state_->frames, std::move(*request));
        const KnownMesh& known = (*mesh)->known;
        auto answer = self_intersections_sharing(
            MeshView(*known.positions, *known.triangles), options, context,
            [&](const WorldMesh&, Stop stop, const Context& inner) {
                return pairs.find(stop, inner);
            });
        state_->last_report = pairs.report;
        return pairs.failure ? *pairs.failure : std::move(answer);
    });
}

} // namespace impinge::inline v0::gpu
