// SPDX-License-Identifier: Apache-2.0
#include "impinge/overlap.hpp"

#include "base/enum_names.hpp"
#include "base/no_throw.hpp"
#include "base/sort_unique.hpp"
#include "exact/pairs/find_pairs.hpp"
#include "measures/inside_triangles.hpp"
#include "measures/overlap_pair.hpp"
#include "measures/overlap_pieces.hpp"
#include "measures/overlap_regions.hpp"
#include "measures/overlap_shells.hpp"
#include "measures/solids.hpp"
#include "mesh/surroundings.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace impinge::inline v0 {
namespace {

/// Whether the surface of the body is its border where it bounds a region: what lies before it is
/// not in the body, what lies behind it is. Asked at one face of each shell, since none of them
/// crosses another.
bool is_border(Owner owner, const Solid& solid, const OverlapSurface& surface,
               const std::vector<OverlapShell>& shells, const Context& context) {
    std::vector<WeightedPoint> samples;
    std::vector<Triangle> sampled;
    std::vector<std::uint32_t> all;
    for (const OverlapShell& shell : shells) {
        const std::vector<std::uint32_t> triangles = triangles_of_shell(owner, shell, surface);
        all.insert(all.end(), triangles.begin(), triangles.end());
        const auto sample =
            std::find_if(triangles.begin(), triangles.end(), [&](std::uint32_t triangle) {
                return !is_degenerate(solid.mesh.triangle(triangle));
            });
        if (sample != triangles.end()) {
            const Triangle t = solid.mesh.triangle(*sample);
            sampled.push_back(t);
            samples.push_back(
                WeightedPoint::between(midpoint(WeightedPoint(t[0]), WeightedPoint(t[1])),
                                       ExactNumber(2), WeightedPoint(t[2]), ExactNumber(1)));
        }
    }
    if (samples.empty()) {
        return true;
    }
    sort_unique(all);
    const FoundPairs own = find_own_pairs(solid.mesh, all, Stop::AtFirstCrossing, context);
    if (std::any_of(own.pairs.begin(), own.pairs.end(),
                    [](const TrianglePair& pair) { return pair.kind == PairKind::Crossing; })) {
        return false;
    }
    const int outward = solid.normals == Normals::Outward ? 1 : -1;
    const std::vector<Surroundings> around = surroundings_in(solid.mesh, samples, context);
    for (std::size_t i = 0; i < samples.size(); ++i) {
        const int expected = side_of_neighbour(sampled[i]) * outward > 0 ? 0 : 1;
        if (around[i].holding.size() == 1 && outward * around[i].winding != expected) {
            return false;
        }
    }
    return true;
}

Overlap not_solid(const MeshSolidity& a, const MeshSolidity& b) {
    Overlap overlap;
    overlap.measurable = Measurable::NotSolid;
    overlap.reasons = reasons_not_solid(a, b);
    return overlap;
}

Overlap cancelled_overlap() {
    Overlap overlap;
    overlap.partial = true;
    return overlap;
}

Overlap overlaps_itself() {
    Overlap overlap;
    overlap.measurable = Measurable::OverlapsItself;
    overlap.reasons = {"a body overlaps itself where the bodies overlap"};
    return overlap;
}

Overlap overlap_of(const SnapshotData& a, const SnapshotData& b, const OverlapOptions& options,
                   const Context& context) {
    Overlap result;
    if (!boxes_overlap(a.mesh().box, b.mesh().box)) {
        return result;
    }
    const MeshSolidity solidity_a = a.solidity(context);
    const MeshSolidity solidity_b = b.solidity(context);
    if (context.cancelled()) {
        return cancelled_overlap();
    }
    if (!solidity_a.solid || !solidity_b.solid) {
        return not_solid(solidity_a, solidity_b);
    }
    const FoundPairs found = find_pairs(a.mesh(), b.mesh(), Stop::Never, context);
    const OverlapPair pair =
        overlap_pair(solid_from(a, solidity_a), solid_from(b, solidity_b), found.pairs);
    const CutSurfaces cut = cut_surfaces(pair, context);
    if (context.cancelled()) {
        return cancelled_overlap();
    }
    if (!cut.is_plain()) {
        return overlaps_itself();
    }
    const std::array inside{
        inside_triangles(Owner::First, cut, pair.solids[0], pair.met[0], pair.solids[1], context),
        inside_triangles(Owner::Second, cut, pair.solids[1], pair.met[1], pair.solids[0], context)};
    const Box3 common{max(a.mesh().box.min, b.mesh().box.min),
                      min(a.mesh().box.max, b.mesh().box.max)};
    const Vec3d origin = common.min * 0.5 + common.max * 0.5;
    const OverlapSurface surface = OverlapPieces(cut, inside).surface();
    const std::vector<OverlapShell> shells = measure_shells(pair, surface, common, origin);
    for (const Owner owner : {Owner::First, Owner::Second}) {
        if (!is_border(owner, pair.solid(owner), surface, shells, context)) {
            return context.cancelled() ? cancelled_overlap() : overlaps_itself();
        }
    }
    result.regions =
        overlap_regions({pair, surface, shells, origin},
                        {&pair.solids[0].mesh, &pair.solids[1].mesh}, options, context);
    for (const OverlapRegion& region : result.regions) {
        result.volume += region.volume;
        result.area_a += region.area_a;
        result.area_b += region.area_b;
    }
    return context.cancelled() ? cancelled_overlap() : result;
}

} // namespace

Expected<Overlap> overlap(const Body& a, const Body& b, const OverlapOptions& options,
                          const Context& context) {
    return no_throw([&]() -> Expected<Overlap> {
        auto world = to_world(a, b, context);
        if (!world) {
            return world.error();
        }
        const SnapshotData of_a(a, std::move(world->a), Queries::One);
        const SnapshotData of_b(b, std::move(world->b), Queries::One);
        return overlap_of(of_a, of_b, options, context);
    });
}

const char* to_string(Measurable measurable) {
    constexpr std::array names{"yes", "not_solid", "overlaps_itself"};
    return name_in(names, measurable);
}

} // namespace impinge::inline v0
