// SPDX-License-Identifier: Apache-2.0
#include "impinge/contact_patches.hpp"

#include "base/no_throw.hpp"
#include "base/sort_unique.hpp"
#include "exact/pairs/find_pairs.hpp"
#include "geometry/triangle_contact.hpp"
#include "measures/flush_walls.hpp"
#include "measures/solids.hpp"
#include "measures/touching_lines.hpp"

#include <algorithm>
#include <utility>

namespace impinge::inline v0 {
namespace {

/// Whether triangles of the solid that lie flush on the other body are on its border: those that
/// cross others of their body, or have a second wall on them, need not be; and what is before them
/// is not in the body, what is behind them is.
bool walls_are_border(const Solid& solid, std::vector<std::uint32_t> walls,
                      const Context& context) {
    sort_unique(walls);
    const FoundPairs own = find_own_pairs(solid.mesh, walls, Stop::Never, context);
    for (const TrianglePair& pair : own.pairs) {
        const Triangle s = solid.mesh.triangle(pair.a);
        const Triangle t = solid.mesh.triangle(pair.b);
        if (pair.kind == PairKind::Crossing ||
            (!is_degenerate(s) && !is_degenerate(t) && all_zero(plane_sides(s, t)) &&
             coplanar_areas_overlap(s, t))) {
            return false;
        }
    }
    std::vector<WeightedPoint> middles;
    for (const std::uint32_t wall : walls) {
        const Triangle t = solid.mesh.triangle(wall);
        middles.push_back(WeightedPoint::between(midpoint(WeightedPoint(t[0]), WeightedPoint(t[1])),
                                                 ExactNumber(2), WeightedPoint(t[2]),
                                                 ExactNumber(1)));
    }
    const int outward = solid.normals == Normals::Outward ? 1 : -1;
    const std::vector<Surroundings> around = surroundings_in(solid.mesh, middles, context);
    for (std::size_t i = 0; i < walls.size(); ++i) {
        const int before = side_of_neighbour(solid.mesh.triangle(walls[i])) * outward > 0 ? 0 : 1;
        if (outward * around[i].winding != before) {
            return false;
        }
    }
    return true;
}

/// Of bodies that touch, every wall that lies flush on the other body is border: what is before it
/// is the other body.
bool walls_are_border(const Solid& a, const Solid& b, std::span<const CoplanarPair> pairs,
                      const Context& context) {
    std::vector<std::uint32_t> of_a;
    std::vector<std::uint32_t> of_b;
    for (const CoplanarPair& pair : pairs) {
        const Triangle s = outward_triangle(a, pair.a);
        const Triangle t = outward_triangle(b, pair.b);
        if (normals_agree(s, t) < 0 && coplanar_areas_overlap(s, t)) {
            of_a.push_back(pair.a);
            of_b.push_back(pair.b);
        }
    }
    return walls_are_border(a, std::move(of_a), context) &&
           walls_are_border(b, std::move(of_b), context);
}

ContactPatches patches_between(const SnapshotData& a, const SnapshotData& b,
                               const Interference& meeting, const Context& context) {
    ContactPatches result;
    result.verdict = meeting.verdict;
    if (meeting.verdict != Verdict::Touching && meeting.verdict != Verdict::Crossing) {
        return result;
    }
    const MeshSolidity solidity_a = solidity_of_body(a, context);
    const MeshSolidity solidity_b = solidity_of_body(b, context);
    if (!solidity_a.solid || !solidity_b.solid) {
        result.measurable = Measurable::NotSolid;
        result.reasons = reasons_not_solid(solidity_a, solidity_b);
        return result;
    }
    const Solid of_a = solid_from(a, solidity_a);
    const Solid of_b = solid_from(b, solidity_b);
    const auto coplanar = coplanar_pairs(of_a.mesh, of_b.mesh, meeting.pairs);
    if (meeting.verdict == Verdict::Crossing && !walls_are_border(of_a, of_b, coplanar, context)) {
        result.measurable = Measurable::OverlapsItself;
        result.reasons = {"a body overlaps itself where walls lie flush on each other"};
        return result;
    }
    result.patches = flush_patches(of_a, of_b, coplanar);
    for (const ContactPatch& patch : result.patches) {
        result.area += patch.area;
    }
    if (meeting.verdict == Verdict::Touching) {
        TouchingPlaces places = touching_places(of_a, of_b, meeting.pairs, coplanar, context);
        result.edges = std::move(places.edges);
        result.points = std::move(places.points);
    }
    return result;
}

} // namespace

Expected<ContactPatches> contact_patches(const Body& a, const Body& b, const Context& context) {
    return no_throw([&]() -> Expected<ContactPatches> {
        auto meeting = collide(a, b, {.detail = Detail::Pairs}, context);
        if (!meeting) {
            return meeting.error();
        }
        auto world = to_world(a, b, context);
        if (!world) {
            return world.error();
        }
        const SnapshotData of_a(a, std::move(world->a), Queries::One);
        const SnapshotData of_b(b, std::move(world->b), Queries::One);
        ContactPatches result;
        if (!meeting->partial) {
            result = patches_between(of_a, of_b, *meeting, context);
        }
        if (context.cancelled()) {
            result = {};
            result.partial = true;
        }
        return result;
    });
}

} // namespace impinge::inline v0
