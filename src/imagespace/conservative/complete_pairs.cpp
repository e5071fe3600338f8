// SPDX-License-Identifier: Apache-2.0
#include "imagespace/conservative/complete_pairs.hpp"

#include "base/stopwatch.hpp"
#include "imagespace/conservative/shared_cells.hpp"

namespace impinge::inline v0::imagespace {
namespace {

/// How many triangles reach into what both boxes have in common: if none does, no body lies in the
/// other.
std::uint64_t triangles_in_region(const WorldMesh& a, const WorldMesh& b) {
    const Box3 common = intersection(a.box, b.box);
    std::uint64_t count = 0;
    for (const WorldMesh* mesh : {&a, &b}) {
        for (std::size_t i = 0; i < mesh->triangles.size() && !is_empty(common); ++i) {
            Box3 box;
            for (const Vec3d& corner : mesh->triangle(i).corners) {
                box = extend(box, corner);
            }
            count += boxes_overlap(box, common) ? 1 : 0;
        }
    }
    return count;
}

} // namespace

Expected<WorldBody> placed_body(const Body& body, const BodyName& name,
                                const raster::Geometry* geometry, const Box3& own_box,
                                const Context& context) {
    auto snapshot = take_snapshot(body, name, Queries::One, context);
    if (!snapshot) {
        return snapshot.error();
    }
    return WorldBody{std::move(*snapshot), geometry, own_box};
}

Expected<SharedDepths> open_depths(const SharedTask& task, const SharedRegion& region) {
    const bool ask_device = region.drawable && !task.one_body() && task.device.info().conservative;
    return ask_device ? shared_depths(task, region)
                      : Expected(SharedDepths(region.view.width, region.view.height));
}

Expected<std::vector<Candidate>> conservative_candidates(const SharedTask& task,
                                                         const SharedRegion& region) {
    const auto open = open_depths(task, region);
    if (!open) {
        return open.error();
    }
    Stopwatch watch;
    auto candidates = shared_cells(task, region, *open);
    task.cost.searching += watch.lap();
    return candidates;
}

FoundPairs prove_all(const WorldBody& a, const WorldBody& b, std::span<const Candidate> candidates,
                     const Context& context) {
    FoundPairs found = prove_candidates(a.world(), b.world(), candidates, context);
    found.counters.triangles_in_region = triangles_in_region(a.world(), b.world());
    return found;
}

} // namespace impinge::inline v0::imagespace
