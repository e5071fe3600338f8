// SPDX-License-Identifier: Apache-2.0
#include "impinge/self_intersections.hpp"

#include "base/stopwatch.hpp"
#include "exact/curves.hpp"
#include "exact/find_pairs.hpp"
#include "exact/result_hash.hpp"
#include "geometry/plane_sides.hpp"
#include "geometry/triangle_contact.hpp"

#include <algorithm>
#include <array>

namespace impinge {
namespace {

/// Different corners that two triangles have in common, by coordinates.
struct CommonCorners {
    std::array<Vec3d, 3> points;
    std::size_t count = 0;

    [[nodiscard]] bool holds(Vec3d p) const {
        return std::find(points.begin(), points.begin() + static_cast<std::ptrdiff_t>(count), p) !=
               points.begin() + static_cast<std::ptrdiff_t>(count);
    }
};

CommonCorners common_corners(const Triangle& s, const Triangle& t) {
    CommonCorners common;
    for (const Vec3d& p : s.corners) {
        const bool shared = std::find(t.corners.begin(), t.corners.end(), p) != t.corners.end();
        if (shared && !common.holds(p)) {
            common.points[common.count++] = p;
        }
    }
    return common;
}

/// The everyday neighbours: a triangle that leaves the plane of the other at their common corner or
/// edge, all of the rest on one side, meets it nowhere else.
bool leaves_plane(const Triangle& plane, const Triangle& other, std::size_t common) {
    const auto sides = plane_sides(plane, other);
    const auto on_side = [&](Sign side) { return std::count(sides.begin(), sides.end(), side); };
    const auto rest = static_cast<std::ptrdiff_t>(3 - common);
    return on_side(1) == rest || on_side(-1) == rest;
}

/// Whether the contact is no more than the common corner or edge.
bool only_shared(const TriangleContact& contact, const CommonCorners& common) {
    const auto points = contact.points();
    return common.count < 3 && points.size() == common.count &&
           std::all_of(points.begin(), points.end(),
                       [&](const ContactPoint& point) { return common.holds(point.position); });
}

PairKind classify_in_one_mesh(const Triangle& s, const Triangle& t) {
    const CommonCorners common = common_corners(s, t);
    if (common.count == 0) {
        return classify_triangles(s, t);
    }
    if (common.count < 3 &&
        (leaves_plane(s, t, common.count) || leaves_plane(t, s, common.count))) {
        return PairKind::Apart;
    }
    const TriangleContact contact = triangle_contact(s, t);
    return only_shared(contact, common) ? PairKind::Apart : contact.kind;
}

std::vector<IndexedBox> boxes_of(const WorldMesh& mesh) {
    std::vector<IndexedBox> boxes(mesh.triangles.size());
    for (std::size_t i = 0; i < boxes.size(); ++i) {
        boxes[i] = {box_of(mesh.triangle(i)), static_cast<std::uint32_t>(i)};
    }
    return boxes;
}

FoundPairs find_self_pairs(const WorldMesh& mesh, Stop stop, const Context& context) {
    FoundPairs found;
    if (context.cancelled()) {
        return found;
    }
    const Prover prover = [&](std::uint32_t s, std::uint32_t t) {
        return s < t ? classify_in_one_mesh(mesh.triangle(s), mesh.triangle(t)) : PairKind::Apart;
    };
    const std::vector<IndexedBox> boxes = boxes_of(mesh);
    match_and_prove(boxes, boxes, prover, stop, context, found);
    return found;
}

} // namespace

Expected<SelfIntersections> self_intersections(const MeshView& mesh,
                                               const SelfIntersectionOptions& options) {
    const Context& context = options.context;
    Stopwatch total;
    const auto world = to_world({mesh}, "mesh", context);
    if (!world) {
        return world.error();
    }
    const double world_ms = total.lap();
    const Stop stop = options.detail == Detail::Verdict ? Stop::AtFirstPair : Stop::Never;
    FoundPairs found = find_self_pairs(*world, stop, context);
    if (stop == Stop::AtFirstPair && !found.pairs.empty()) {
        found.pairs.resize(1);
    }

    SelfIntersections result;
    result.pairs = std::move(found.pairs);
    for (const TrianglePair& pair : result.pairs) {
        ++(pair.kind == PairKind::Crossing ? result.crossing_pairs : result.touching_pairs);
    }
    Stopwatch watch;
    if (options.detail == Detail::Curves && !context.cancelled()) {
        result.segments = contact_segments(*world, *world, result.pairs, context);
        result.curves = chain_curves(result.segments);
    }
    result.partial = context.cancelled();
    result.hash = hash_of(result);
    result.counters = found.counters;
    result.milliseconds = found.milliseconds;
    result.milliseconds.curves = watch.lap();
    result.milliseconds.world = world_ms;
    result.milliseconds.total = world_ms + total.lap();
    return result;
}

} // namespace impinge
