// SPDX-License-Identifier: Apache-2.0
#include "impinge/overlap.hpp"

#include "base/enum_names.hpp"
#include "base/no_throw.hpp"
#include "base/parallel.hpp"
#include "base/sort_unique.hpp"
#include "exact/pairs/find_pairs.hpp"
#include "exact/snapshot_data.hpp"
#include "math/measures.hpp"
#include "measures/cut_surfaces.hpp"
#include "measures/inside_triangles.hpp"
#include "measures/local_depth.hpp"
#include "measures/orderless_sum.hpp"
#include "measures/overlap_mesh.hpp"
#include "measures/overlap_pieces.hpp"
#include "mesh/winding.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

namespace impinge::inline v0 {
namespace {

/// Both bodies, in an order that does not depend on which was named first.
struct Pair {
    std::array<Solid, 2> solids;
    bool swapped = false;
    std::vector<std::array<std::uint32_t, 2>> meeting; ///< triangles, by body
    std::array<std::vector<std::uint32_t>, 2> met;     ///< the same of each body, sorted

    [[nodiscard]] const Solid& solid(Owner owner) const {
        return solids[static_cast<std::size_t>(owner)];
    }
};

bool comes_before(const LocalSurface& a, const LocalSurface& b) {
    return a.corners != b.corners ? a.corners < b.corners : a.faces < b.faces;
}

/// By what meets; if that is the same, by everything.
bool comes_before(const Solid& a, std::span<const std::uint32_t> met_a, const Solid& b,
                  std::span<const std::uint32_t> met_b) {
    const LocalSurface of_a = local_surface(a, met_a);
    const LocalSurface of_b = local_surface(b, met_b);
    if (of_a.corners != of_b.corners || of_a.faces != of_b.faces) {
        return comes_before(of_a, of_b);
    }
    if (a.mesh.box != b.mesh.box) {
        return std::pair(a.mesh.box.min, a.mesh.box.max) <
               std::pair(b.mesh.box.min, b.mesh.box.max);
    }
    const auto all_of = [](const Solid& solid) {
        std::vector<std::uint32_t> all(solid.mesh.triangles.size());
        std::iota(all.begin(), all.end(), std::uint32_t{0});
        return local_surface(solid, all);
    };
    return comes_before(all_of(a), all_of(b));
}

Pair pair_from(const Solid& a, const Solid& b, std::span<const TrianglePair> pairs) {
    std::array<std::vector<std::uint32_t>, 2> met;
    for (const TrianglePair& pair : pairs) {
        met[0].push_back(pair.a);
        met[1].push_back(pair.b);
    }
    sort_unique(met[0]);
    sort_unique(met[1]);
    const bool swapped = comes_before(b, met[1], a, met[0]);
    Pair result{swapped ? std::array{b, a} : std::array{a, b}, swapped, {}, {}};
    for (const TrianglePair& pair : pairs) {
        result.meeting.push_back(swapped ? std::array{pair.b, pair.a} : std::array{pair.a, pair.b});
    }
    if (swapped) {
        std::swap(met[0], met[1]);
    }
    result.met = std::move(met);
    return result;
}

CutSurfaces cut_surfaces(const Pair& pair, const Context& context) {
    std::array surfaces{local_surface(pair.solids[0], pair.met[0]),
                        local_surface(pair.solids[1], pair.met[1])};
    constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();
    const auto numbers_of = [&](std::size_t body) {
        std::vector<std::uint32_t> numbers(pair.solids.at(body).mesh.triangles.size(), none);
        const auto& from = surfaces.at(body).triangle;
        for (std::uint32_t face = 0; face < from.size(); ++face) {
            numbers[from[face]] = face;
        }
        return numbers;
    };
    const std::array numbers{numbers_of(0), numbers_of(1)};
    std::vector<std::array<std::uint32_t, 2>> local;
    local.reserve(pair.meeting.size());
    for (const auto& [first, second] : pair.meeting) {
        const std::array faces{numbers[0][first], numbers[1][second]};
        if (faces[0] != none && faces[1] != none) { // faces with two equal corners have no part
            local.push_back(faces);
        }
    }
    return {pair.solids, std::move(surfaces), local, context};
}

/// What a closed surface measures.
struct Shell {
    OrderlessSum volume;
    std::array<OrderlessSum, 3> moment;
    std::array<OrderlessSum, 2> area;
    Box3 box;
    std::vector<std::uint32_t> pieces;
    std::array<std::vector<std::uint32_t>, 2> whole; ///< triangles of the meshes
};

/// Six times the volume between the origin and a triangle, the same for any order of its corners
/// but for the sign.
double six_volumes(Vec3d a, Vec3d b, Vec3d c) {
    double sign = 1;
    const auto order = [&sign](Vec3d& p, Vec3d& q) {
        if (q < p) {
            std::swap(p, q);
            sign = -sign;
        }
    };
    order(a, b);
    order(b, c);
    order(a, b);
    return sign * dot(a, cross(b, c));
}

/// Adds up what pieces of surface measure.
class Measuring {
  public:
    /// The origin is put into the middle of what both have in common: there, least is rounded.
    Measuring(const Pair& pair, const OverlapPieces& pieces, const Box3& common, Vec3d origin)
        : pair_(pair), pieces_(pieces), origin_(origin) {
        const double reach = length(common.max - common.min);
        const double volume = reach * reach * reach;
        Shell empty;
        empty.volume = OrderlessSum(volume);
        empty.moment.fill(OrderlessSum(volume * reach));
        empty.area.fill(OrderlessSum(reach * reach));
        shells_.assign(pieces.shell_count(), empty);
    }

    std::vector<Shell> shells() {
        for (std::uint32_t i = 0; i < pieces_.pieces().size(); ++i) {
            add_piece(i);
        }
        for (const Owner owner : {Owner::First, Owner::Second}) {
            for (const auto& [triangle, group] : pieces_.whole_triangles(owner)) {
                add_whole(owner, triangle, pieces_.shell_of_group(owner, group));
            }
        }
        return std::move(shells_);
    }

  private:
    void add_piece(std::uint32_t index) {
        const OverlapPiece& piece = pieces_.pieces()[index];
        const CutSurfaces& cut = pieces_.cut();
        Shell& shell = shells_[piece.shell];
        shell.pieces.push_back(index);
        const Triangle face = cut.surface(piece.owner).shape(piece.face);
        const Vec3d normal = cross(face[1] - face[0], face[2] - face[0]);
        const double stretch = length(normal);
        const Vec3d unit = stretch > 0 ? normal * (1 / stretch) : Vec3d{};
        for (std::uint32_t loop = piece.first_loop; loop < piece.end_loop; ++loop) {
            const std::span<const Node> nodes = pieces_.loop(loop);
            for (std::size_t k = 0; k < nodes.size(); ++k) {
                add(shell, piece.owner, face[0], cut.position(nodes[k]),
                    cut.position(nodes[(k + 1) % nodes.size()]), unit);
            }
        }
    }
    void add_whole(Owner owner, std::uint32_t triangle, std::uint32_t number) {
        Shell& shell = shells_[number];
        shell.whole.at(static_cast<std::size_t>(owner)).push_back(triangle);
        const Solid& solid = pair_.solid(owner);
        const Triangle t = solid.mesh.triangle(triangle);
        std::array corners{t[0], t[1], t[2]};
        if (solid.normals == Normals::Inward) {
            std::swap(corners[1], corners[2]);
        }
        std::rotate(corners.begin(), std::min_element(corners.begin(), corners.end()),
                    corners.end());
        const auto& [a, b, c] = corners;
        const Vec3d normal = cross(b - a, c - a);
        const double stretch = length(normal);
        add(shell, owner, a, b, c, stretch > 0 ? normal * (1 / stretch) : Vec3d{});
        shell.box = extend(shell.box, a);
    }
    void add(Shell& shell, Owner owner, Vec3d apex, Vec3d from, Vec3d to, Vec3d unit_normal) {
        const Vec3d a = apex - origin_;
        const Vec3d p = from - origin_;
        const Vec3d q = to - origin_;
        const double volume = six_volumes(a, p, q) / 6;
        const Vec3d middle = (a + p + q) * 0.25;
        shell.volume.add(volume);
        for (int axis = 0; axis < 3; ++axis) {
            shell.moment.at(static_cast<std::size_t>(axis)).add(volume * middle[axis]);
        }
        shell.area.at(static_cast<std::size_t>(owner))
            .add(dot(cross(p - a, q - a), unit_normal) / 2);
        shell.box = extend(extend(shell.box, from), to);
    }

    const Pair& pair_;
    const OverlapPieces& pieces_;
    Vec3d origin_;
    std::vector<Shell> shells_;
};

/// What rounding may have done: each point was moved by half a step of its coordinates, and each
/// product by a few steps of its size.
double volume_error(const Shell& shell) {
    const Vec3d reach = max(max(shell.box.max, -shell.box.min), max(-shell.box.max, shell.box.min));
    const double step = 0x1p-52 * std::max({reach.x, reach.y, reach.z});
    return 4 * step * (shell.area[0].magnitude() + shell.area[1].magnitude()) +
           0x1p-48 * shell.volume.magnitude();
}

/// One region: a surface around it, and those around holes in it.
struct RegionShells {
    std::vector<std::uint32_t> shells; ///< the outer one first
    double volume = 0;
    double error = 0;
};

/// What one body has of the surface of a shell.
void append_surface(Owner owner, const Pair& pair, const Shell& shell, const OverlapPieces& pieces,
                    std::vector<Triangle>& triangles) {
    for (const std::uint32_t piece : shell.pieces) {
        if (pieces.pieces()[piece].owner == owner) {
            append_triangles(pieces, piece, triangles);
        }
    }
    const Solid& solid = pair.solid(owner);
    for (const std::uint32_t triangle : shell.whole.at(static_cast<std::size_t>(owner))) {
        const Triangle t = solid.mesh.triangle(triangle);
        triangles.push_back(solid.normals == Normals::Inward ? Triangle{{t[0], t[2], t[1]}} : t);
    }
}

/// The surface of a shell.
Mesh mesh_of(const Pair& pair, const Shell& shell, const OverlapPieces& pieces) {
    std::vector<Triangle> triangles;
    for (const Owner owner : {Owner::First, Owner::Second}) {
        append_surface(owner, pair, shell, pieces, triangles);
    }
    return mesh_of_triangles(triangles);
}

/// Any point of it.
Vec3d point_of(const Pair& pair, const Shell& shell, const OverlapPieces& pieces) {
    if (!shell.pieces.empty()) {
        const OverlapPiece& piece = pieces.pieces()[shell.pieces.front()];
        return pieces.cut().position(pieces.loop(piece.first_loop).front());
    }
    const std::size_t owner = shell.whole[0].empty() ? 1 : 0;
    return pair.solids.at(owner).mesh.triangle(shell.whole.at(owner).front())[0];
}

std::vector<RegionShells> regions_of(const Pair& pair, const std::vector<Shell>& shells,
                                     const OverlapPieces& pieces) {
    std::vector<RegionShells> regions;
    std::vector<std::uint32_t> holes;
    for (std::uint32_t i = 0; i < shells.size(); ++i) {
        const double volume = shells[i].volume.value();
        const double error = volume_error(shells[i]);
        if (volume > error) {
            regions.push_back({{i}, volume, error});
        } else if (volume < -error) {
            holes.push_back(i);
        }
    }
    for (const std::uint32_t hole : holes) {
        const Vec3d point = point_of(pair, shells[hole], pieces);
        RegionShells* holder = nullptr;
        for (RegionShells& region : regions) {
            const Shell& outer = shells[region.shells.front()];
            if (boxes_overlap(outer.box, shells[hole].box) &&
                (holder == nullptr || shells[region.shells.front()].volume.value() <
                                          shells[holder->shells.front()].volume.value())) {
                const Mesh mesh = mesh_of(pair, outer, pieces);
                const auto winding = winding_number(point, mesh.positions, mesh.triangles);
                holder = winding && *winding > 0 ? &region : holder;
            }
        }
        if (holder != nullptr) {
            holder->shells.push_back(hole);
            holder->volume += shells[hole].volume.value();
            holder->error += volume_error(shells[hole]);
        }
    }
    return regions;
}

/// The triangles of one body that bound a shell, each once.
std::vector<std::uint32_t> triangles_of(Owner owner, const Shell& shell,
                                        const OverlapPieces& pieces) {
    std::vector<std::uint32_t> triangles = shell.whole.at(static_cast<std::size_t>(owner));
    for (const std::uint32_t index : shell.pieces) {
        const OverlapPiece& piece = pieces.pieces()[index];
        if (piece.owner == owner) {
            triangles.push_back(pieces.cut().surface(owner).triangle[piece.face]);
        }
    }
    sort_unique(triangles);
    return triangles;
}

/// Whether the surface of the body is its border where it bounds a region: what lies before it is
/// not in the body, what lies behind it is. Asked at one face of each shell, since none of them
/// crosses another.
bool is_border(Owner owner, const Solid& solid, const OverlapPieces& pieces,
               const std::vector<Shell>& shells, const Context& context) {
    std::vector<WeightedPoint> samples;
    std::vector<Triangle> sampled;
    std::vector<std::uint32_t> all;
    for (const Shell& shell : shells) {
        const std::vector<std::uint32_t> triangles = triangles_of(owner, shell, pieces);
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

OverlapRegion region_from(const RegionShells& of, const Pair& pair,
                          const std::vector<Shell>& shells, const OverlapPieces& pieces,
                          Vec3d origin, const OverlapOptions& options) {
    OverlapRegion region;
    region.volume = of.volume;
    region.volume_error = of.error;
    region.box = shells[of.shells.front()].box;
    const Owner of_a = pair.swapped ? Owner::Second : Owner::First;
    Vec3d moment{};
    for (const std::uint32_t index : of.shells) {
        const Shell& shell = shells[index];
        moment = moment +
                 Vec3d{shell.moment[0].value(), shell.moment[1].value(), shell.moment[2].value()};
        const auto add = [&](Owner owner, double& area, std::vector<std::uint32_t>& triangles) {
            area += shell.area.at(static_cast<std::size_t>(owner)).value();
            const std::vector<std::uint32_t> more = triangles_of(owner, shell, pieces);
            triangles.insert(triangles.end(), more.begin(), more.end());
        };
        add(of_a, region.area_a, region.triangles_a);
        add(other(of_a), region.area_b, region.triangles_b);
        if (options.meshes) {
            append(region.mesh, mesh_of(pair, shell, pieces));
        }
    }
    sort_unique(region.triangles_a);
    sort_unique(region.triangles_b);
    const Vec3d centroid = origin + moment * (1 / of.volume);
    region.centroid = min(max(centroid, region.box.min), region.box.max);
    return region;
}

/// What may be nearest to points of the regions: no point of a region is farther from the surface
/// of a body than from what that has of the region's own surface, if anything.
Box3 reach_of(Owner owner, const WorldMesh& mesh, std::span<const RegionShells> regions,
              const std::vector<Shell>& shells) {
    Box3 reach;
    for (const RegionShells& region : regions) {
        const Shell& shell = shells[region.shells.front()];
        if (!(shell.area.at(static_cast<std::size_t>(owner)).magnitude() > 0)) {
            return mesh.box;
        }
        const double size = length(shell.box.max - shell.box.min);
        reach = united(reach, grown(shell.box, size));
    }
    return reach;
}

void measure_depths(const Pair& pair, std::span<const RegionShells> regions,
                    const std::vector<Shell>& shells, const OverlapPieces& pieces,
                    std::span<OverlapRegion> measured, double harmless, const Context& context) {
    for (const Owner owner : {Owner::First, Owner::Second}) {
        const WorldMesh& mesh = pair.solid(other(owner)).mesh;
        const SurfaceDistance surface(mesh, reach_of(other(owner), mesh, regions, shells), context);
        const bool is_a = (owner == Owner::First) != pair.swapped;
        for_each_chunk(context, regions.size(), 1, [&](const Chunk& chunk) {
            std::vector<Triangle> triangles;
            for (const std::uint32_t shell : regions[chunk.begin].shells) {
                append_surface(owner, pair, shells[shell], pieces, triangles);
            }
            OverlapRegion& region = measured[chunk.begin];
            (is_a ? region.a_in_b : region.b_in_a) =
                deepest_point(triangles, surface, harmless, context);
        });
    }
}

Overlap not_solid(const MeshSolidity& a, const MeshSolidity& b) {
    Overlap overlap;
    overlap.measurable = Measurable::NotSolid;
    for (const auto& [name, solidity] : {std::pair{"body A: ", &a}, std::pair{"body B: ", &b}}) {
        for (const std::string& reason : solidity->reasons) {
            overlap.reasons.push_back(name + reason);
        }
    }
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

Solid solid_from(const SnapshotData& snapshot, const MeshSolidity& solidity) {
    return {snapshot.mesh(), solidity.inside_out ? Normals::Inward : Normals::Outward,
            solidity.components};
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
    const Pair pair = pair_from(solid_from(a, solidity_a), solid_from(b, solidity_b), found.pairs);
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
    const OverlapPieces pieces(cut, inside);
    const std::vector<Shell> shells = Measuring(pair, pieces, common, origin).shells();
    for (const Owner owner : {Owner::First, Owner::Second}) {
        if (!is_border(owner, pair.solid(owner), pieces, shells, context)) {
            return context.cancelled() ? cancelled_overlap() : overlaps_itself();
        }
    }
    const std::vector<RegionShells> regions = regions_of(pair, shells, pieces);
    for (const RegionShells& region : regions) {
        result.regions.push_back(region_from(region, pair, shells, pieces, origin, options));
    }
    if (options.depths) {
        measure_depths(pair, regions, shells, pieces, result.regions, options.harmless_depth,
                       context);
    }
    std::sort(result.regions.begin(), result.regions.end(),
              [](const OverlapRegion& p, const OverlapRegion& q) {
                  return p.volume != q.volume ? p.volume > q.volume : p.centroid < q.centroid;
              });
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
