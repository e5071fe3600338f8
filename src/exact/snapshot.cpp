// SPDX-License-Identifier: Apache-2.0
#include "impinge/snapshot.hpp"

#include "base/no_throw.hpp"
#include "exact/collide.hpp"
#include "exact/distance/distance_search.hpp"
#include "exact/shared_facts.hpp"
#include "exact/snapshot_data.hpp"
#include "mesh/vector_area.hpp"

#include <limits>

namespace impinge::inline v0 {

SnapshotData::SnapshotData(const Body& body, WorldMesh mesh, Queries queries)
    : body_(body), mesh_(std::move(mesh)) {
    if (queries != Queries::One) {
        mesh_.shared = std::make_unique<const SharedFacts>(queries == Queries::Many ? 1 : 0);
    }
}

MeshSolidity SnapshotData::solidity(const Context& context) const {
    return *solidity_.get(context, [&] { return solidity_of_valid(body_.mesh, context); });
}

bool SnapshotData::surely_unbalanced(const Context& context) const {
    if (const Answer known = unbalanced_.load(std::memory_order_relaxed);
        known != Answer::NotAsked) {
        return known == Answer::Yes;
    }
    const bool found = impinge::surely_unbalanced(mesh_.vertices, mesh_.triangles, context);
    if (!context.cancelled()) {
        unbalanced_.store(found ? Answer::Yes : Answer::No, std::memory_order_relaxed);
    }
    return found;
}

Expected<std::shared_ptr<const SnapshotData>>
take_snapshot(const Body& body, const BodyName& name, Queries queries, const Context& context) {
    auto world = to_world(body, name, context);
    if (!world) {
        return world.error();
    }
    return std::make_shared<const SnapshotData>(body, std::move(*world), queries);
}

Expected<Snapshot> Snapshot::take(const Body& body, const Context& context) {
    return no_throw([&]() -> Expected<Snapshot> {
        const Context uninterrupted(context.threads());
        auto data = take_snapshot(body, {"body"}, Queries::Many, uninterrupted);
        if (!data) {
            return data.error();
        }
        return Snapshot(std::move(*data));
    });
}

const Box3& Snapshot::box() const { return data_->mesh().box; }

Expected<Interference> collide(const Snapshot& a, const Snapshot& b, const CollideOptions& options,
                               const Context& context) {
    return collide_sharing(a.data(), b.data(), options, context, {});
}

Expected<Distance> distance(const Snapshot& a, const Snapshot& b, const Context& context) {
    return no_throw([&]() -> Expected<Distance> {
        constexpr double any = std::numeric_limits<double>::infinity();
        return nearest_within(a.data().mesh(), b.data().mesh(), any, context);
    });
}

Expected<Clearance> within(const Snapshot& a, const Snapshot& b, double clearance,
                           const Context& context) {
    return within_sharing(a.data(), b.data(), clearance, context);
}

} // namespace impinge::inline v0
