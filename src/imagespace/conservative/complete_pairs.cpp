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

constexpr std::size_t sampled_triangles = 256;
/// What bodies are seen in has at least so many squares along its longer side.
constexpr int least_squares = 64;

/// How many pixels a triangle of the region covers along its longer side, in the mean of some.
double pixels_of_a_triangle(const WorldMesh& mesh, const SharedRegion& region) {
    const std::size_t step = mesh.triangles.size() / sampled_triangles + 1;
    double sum = 0;
    std::size_t count = 0;
    for (std::size_t i = 0; i < mesh.triangles.size(); i += step) {
        const Triangle triangle = mesh.triangle(i);
        Box3 seen;
        Box3 box;
        for (const Vec3d& corner : triangle.corners) {
            box = extend(box, corner);
            seen = extend(seen, to_window(region.view, corner));
        }
        if (boxes_overlap(box, region.box)) {
            const Vec3d size = extent(seen);
            sum += std::min(std::max(size.x, size.y), 1.0 * region.view.width);
            ++count;
        }
    }
    return count == 0 ? 1 : sum / static_cast<double>(count);
}

/// Depths are asked of the device in squares no larger than triangles are: smaller ones cost more
/// to draw, and close hardly more of the window.
int pixels_of_a_square(const SharedTask& task, const SharedRegion& region) {
    const double triangle = std::min(pixels_of_a_triangle(task.a.world(), region),
                                     pixels_of_a_triangle(task.b.world(), region));
    const int longer = std::max(region.view.width, region.view.height);
    int side = 1;
    while (2 * side <= triangle && 2 * side * least_squares <= longer) {
        side *= 2;
    }
    return side;
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
    return ask_device ? shared_depths(task, region, pixels_of_a_square(task, region))
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
