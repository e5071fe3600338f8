// SPDX-License-Identifier: Apache-2.0
#include "impinge/overlap.hpp"

#include "base/enum_names.hpp"
#include "base/no_throw.hpp"
#include "base/sort_unique.hpp"
#include "exact/pairs/find_pairs.hpp"
#include "geometry/triangle_contact.hpp"
#include "measures/inside_triangles.hpp"
#include "measures/overlap_mesh.hpp"
#include "measures/overlap_pair.hpp"
#include "measures/overlap_pieces.hpp"
#include "measures/overlap_regions.hpp"
#include "measures/overlap_sharing.hpp"
#include "measures/overlap_shells.hpp"
#include "measures/solids.hpp"
#include "measures/wound_surface.hpp"
#include "mesh/along_ray.hpp"
#include "mesh/surroundings.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

namespace impinge::inline v0 {
namespace {

/// Whether two triangles of one body cross or lie flush on each other.
bool overlap_each_other(const WorldMesh& mesh, const TrianglePair& pair) {
    const Triangle s = mesh.triangle(pair.a);
    const Triangle t = mesh.triangle(pair.b);
    return pair.kind == PairKind::Crossing ||
           (!is_degenerate(s) && !is_degenerate(t) && all_zero(plane_sides(s, t)) &&
            coplanar_areas_overlap(s, t));
}

/// As surroundings_in(), of points near each other: few triangles lie in the way of their rays.
/// Those that hold a point are only counted rightly.
std::vector<Surroundings> surroundings_along_rays(const WorldMesh& mesh,
                                                  std::span<const WeightedPoint> points,
                                                  const Context& context) {
    Box3 box;
    for (const WeightedPoint& point : points) {
        box = united(box, point.box());
    }
    std::vector<TriangleIndices> near;
    for (const std::uint32_t triangle :
         triangles_along_ray(box, mesh.vertices, mesh.triangles, context)) {
        near.push_back(mesh.triangles[triangle]);
    }
    return surroundings(points, mesh.vertices, near, context);
}

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
    if (std::any_of(own.pairs.begin(), own.pairs.end(), [&](const TrianglePair& pair) {
            return overlap_each_other(solid.mesh, pair);
        })) {
        return false;
    }
    const int outward = solid.normals == Normals::Outward ? 1 : -1;
    const std::vector<Surroundings> around = surroundings_along_rays(solid.mesh, samples, context);
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
    overlap.reasons = {"a body overlaps itself where the bodies overlap, in places nearer to each "
                       "other than coordinates are exact"};
    return overlap;
}

struct MeasuredSurface {
    OverlapSurface surface;
    std::vector<OverlapShell> shells;
};

Overlap overlap_from(const CutOverlap& cut, const std::array<const WorldMesh*, 2>& depth_to,
                     const OverlapOptions& options, const Context& context) {
    Overlap overlap;
    overlap.regions = overlap_regions(cut, depth_to, options, context);
    if (options.depths && options.harmless_depth > 0) {
        overlap.unlisted_at_most =
            depth_of_unlisted(cut, depth_to, options.harmless_depth, context);
    }
    return overlap;
}

/// Around what both solids have in common, if neither overlaps itself there: cut with one body
/// shifted.
std::optional<MeasuredSurface> plain_surface(const OverlapPair& pair, const OverlapSpace& space,
                                             const Context& context) {
    const CutSurfaces cut = cut_surfaces(pair, context);
    if (context.cancelled() || !cut.is_plain()) {
        return std::nullopt;
    }
    const std::array inside{
        inside_triangles(Owner::First, cut, pair.solids[0], pair.met[0], pair.solids[1], context),
        inside_triangles(Owner::Second, cut, pair.solids[1], pair.met[1], pair.solids[0], context)};
    MeasuredSurface plain{OverlapPieces(cut, inside).surface(), {}};
    plain.shells = measure_shells(pair, plain.surface, space);
    for (const Owner owner : {Owner::First, Owner::Second}) {
        if (!is_border(owner, pair.solid(owner), plain.surface, plain.shells, context)) {
            return std::nullopt;
        }
    }
    return plain;
}

/// The border of what a solid fills, as a mesh of its own.
struct BorderMesh {
    Mesh mesh;
    WorldMesh world;
};

std::optional<BorderMesh> border_mesh(Owner owner, const OverlapPair& pair, const Facets& facets,
                                      const Context& context) {
    const auto surface = wound_surface(
        pair, facets, owner == Owner::First ? Filled::First : Filled::Second, context);
    if (!surface) {
        return std::nullopt;
    }
    std::vector<Triangle> triangles;
    for (const CutPiece& piece : surface->pieces) {
        append_triangles(*surface, piece, triangles);
    }
    for (const WholeTriangle& whole : surface->whole.at(static_cast<std::size_t>(owner))) {
        triangles.push_back(pair.outward(owner, whole.triangle));
    }
    BorderMesh border{mesh_of_triangles(triangles), {}};
    border.world.vertices = border.mesh.positions;
    border.world.triangles = border.mesh.triangles;
    for (const Vec3d& p : border.mesh.positions) {
        border.world.box = extend(border.world.box, p);
    }
    return border;
}

/// The same of bodies that overlap themselves. Fails, by saying why it is not measurable, if the
/// cut surface is torn.
Overlap measured_by_winding(const OverlapPair& pair, const OverlapSpace& space,
                            const OverlapOptions& options, const Context& context) {
    std::vector<TrianglePair> pairs;
    for (const auto& [first, second] : pair.meeting) {
        pairs.push_back({first, second});
    }
    const Facets facets(pair.solids[0].mesh, pair.solids[1].mesh, pairs, context);
    if (context.cancelled()) {
        return cancelled_overlap();
    }
    const auto surface = wound_surface(pair, facets, Filled::Both, context);
    std::array<std::optional<BorderMesh>, 2> borders;
    for (const Owner owner : {Owner::First, Owner::Second}) {
        if (surface && options.depths) {
            auto& border = borders.at(static_cast<std::size_t>(owner));
            border = border_mesh(owner, pair, facets, context);
            if (!border) {
                return context.cancelled() ? cancelled_overlap() : overlaps_itself();
            }
        }
    }
    if (!surface) {
        return context.cancelled() ? cancelled_overlap() : overlaps_itself();
    }
    const std::vector<OverlapShell> shells = measure_shells(pair, *surface, space);
    const auto depth_to = [&](std::size_t owner) {
        return borders.at(owner) ? &borders.at(owner)->world : &pair.solids.at(owner).mesh;
    };
    return overlap_from({pair, *surface, shells, space.origin}, {depth_to(0), depth_to(1)}, options,
                        context);
}

Overlap measured(const OverlapPair& pair, const OverlapSpace& space, const OverlapOptions& options,
                 const Context& context) {
    const auto plain = plain_surface(pair, space, context);
    if (context.cancelled()) {
        return cancelled_overlap();
    }
    if (!plain) {
        return measured_by_winding(pair, space, options, context);
    }
    return overlap_from({pair, plain->surface, plain->shells, space.origin},
                        {&pair.solids[0].mesh, &pair.solids[1].mesh}, options, context);
}

Overlap overlap_of(const SnapshotData& a, const SnapshotData& b, const OverlapOptions& options,
                   const OverlapKnown& known, const Context& context) {
    Overlap result;
    if (!boxes_overlap(a.mesh().box, b.mesh().box)) {
        return result;
    }
    const MeshSolidity solidity_a =
        known.solidity_a != nullptr ? *known.solidity_a : solidity_of_body(a, context);
    const MeshSolidity solidity_b =
        known.solidity_b != nullptr ? *known.solidity_b : solidity_of_body(b, context);
    if (context.cancelled()) {
        return cancelled_overlap();
    }
    if (!solidity_a.solid || !solidity_b.solid) {
        return not_solid(solidity_a, solidity_b);
    }
    const FoundPairs found = known.pairs != nullptr
                                 ? FoundPairs{}
                                 : find_pairs(a.mesh(), b.mesh(), Stop::Never, context);
    const OverlapPair pair = overlap_pair(solid_from(a, solidity_a), solid_from(b, solidity_b),
                                          known.pairs != nullptr ? *known.pairs : found.pairs);
    const Box3 common{max(a.mesh().box.min, b.mesh().box.min),
                      min(a.mesh().box.max, b.mesh().box.max)};
    result = measured(pair, {common, common.min * 0.5 + common.max * 0.5}, options, context);
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
        return overlap_of(of_a, of_b, options, {}, context);
    });
}

Expected<Overlap> overlap_sharing(const SnapshotData& a, const SnapshotData& b,
                                  const OverlapOptions& options, const OverlapKnown& known,
                                  const Context& context) {
    return no_throw(
        [&]() -> Expected<Overlap> { return overlap_of(a, b, options, known, context); });
}

const char* to_string(Measurable measurable) {
    constexpr std::array names{"yes", "not_solid", "overlaps_itself"};
    return name_in(names, measurable);
}

} // namespace impinge::inline v0
