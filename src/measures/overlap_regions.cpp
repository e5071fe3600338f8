// SPDX-License-Identifier: Apache-2.0
#include "measures/overlap_regions.hpp"

#include "base/hash.hpp"
#include "base/parallel.hpp"
#include "base/sort_unique.hpp"
#include "math/measures.hpp"
#include "measures/local_depth.hpp"
#include "measures/overlap_curves.hpp"
#include "measures/overlap_mesh.hpp"
#include "mesh/winding.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace impinge::inline v0 {
namespace {

/// One region: a surface around it, and those around holes in it.
struct RegionShells {
    std::vector<std::uint32_t> shells; ///< the outer one first
    double volume = 0;
    double error = 0;
};

Mesh mesh_of(const CutOverlap& cut, const OverlapShell& shell) {
    std::vector<Triangle> triangles;
    for (const Owner owner : {Owner::First, Owner::Second}) {
        append_shell(owner, cut.pair, shell, cut.surface, triangles);
    }
    return mesh_of_triangles(triangles);
}

/// The surface of a shell, added to that of its region.
void append_mesh(const CutOverlap& cut, const OverlapShell& shell, OverlapRegion& region) {
    std::vector<Triangle> triangles;
    std::vector<std::uint32_t> sources;
    append_shell(Owner::First, cut.pair, shell, cut.surface, triangles, &sources);
    const std::size_t of_first = triangles.size();
    append_shell(Owner::Second, cut.pair, shell, cut.surface, triangles, &sources);
    std::vector<std::uint32_t> origins;
    append(region.mesh, mesh_of_triangles(triangles, &origins));
    for (const std::uint32_t origin : origins) {
        region.faces.push_back({(origin < of_first) != cut.pair.swapped, sources[origin]});
    }
}

/// Any point of it.
Vec3d point_of(const CutOverlap& cut, const OverlapShell& shell) {
    if (!shell.pieces.empty()) {
        return cut.surface.loop(cut.surface.pieces[shell.pieces.front()].first_loop).front();
    }
    const std::size_t owner = shell.whole[0].empty() ? 1 : 0;
    return cut.pair.solids.at(owner).mesh.triangle(shell.whole.at(owner).front())[0];
}

std::vector<RegionShells> regions_of(const CutOverlap& cut) {
    const std::vector<OverlapShell>& shells = cut.shells;
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
        const Vec3d point = point_of(cut, shells[hole]);
        RegionShells* holder = nullptr;
        for (RegionShells& region : regions) {
            const OverlapShell& outer = shells[region.shells.front()];
            if (boxes_overlap(outer.box, shells[hole].box) &&
                (holder == nullptr || shells[region.shells.front()].volume.value() <
                                          shells[holder->shells.front()].volume.value())) {
                const Mesh mesh = mesh_of(cut, outer);
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

std::uint64_t id_of(const OverlapRegion& region) {
    Hasher hasher;
    hasher.add(region.volume);
    hasher.add(region.centroid);
    hasher.add(region.box.min);
    hasher.add(region.box.max);
    return hasher.digest();
}

OverlapRegion region_from(const RegionShells& of, const CutOverlap& cut,
                          std::vector<HandOver> hand_overs, const OverlapOptions& options) {
    OverlapRegion region;
    region.volume = of.volume;
    region.volume_error = of.error;
    region.box = cut.shells[of.shells.front()].box;
    const Owner of_a = cut.pair.swapped ? Owner::Second : Owner::First;
    Vec3d moment{};
    for (const std::uint32_t index : of.shells) {
        const OverlapShell& shell = cut.shells[index];
        moment = moment +
                 Vec3d{shell.moment[0].value(), shell.moment[1].value(), shell.moment[2].value()};
        const auto add = [&](Owner owner, double& area, std::vector<std::uint32_t>& triangles) {
            area += shell.area.at(static_cast<std::size_t>(owner)).value();
            const auto more = triangles_of_shell(owner, shell, cut.surface);
            triangles.insert(triangles.end(), more.begin(), more.end());
        };
        add(of_a, region.area_a, region.triangles_a);
        add(other(of_a), region.area_b, region.triangles_b);
        if (options.meshes) {
            append_mesh(cut, shell, region);
        }
    }
    sort_unique(region.triangles_a);
    sort_unique(region.triangles_b);
    const Vec3d centroid = cut.origin + moment * (1 / of.volume);
    region.centroid = min(max(centroid, region.box.min), region.box.max);
    region.curves = closed_curves(std::move(hand_overs));
    region.id = id_of(region);
    return region;
}

/// By region.
std::vector<std::vector<HandOver>> hand_overs_of(std::span<const RegionShells> regions,
                                                 const CutOverlap& cut) {
    std::vector<std::size_t> region_of(cut.shells.size(), regions.size());
    for (std::size_t i = 0; i < regions.size(); ++i) {
        for (const std::uint32_t shell : regions[i].shells) {
            region_of[shell] = i;
        }
    }
    std::vector<std::vector<HandOver>> by_region(regions.size() + 1); // the last: of none
    for (const HandOver& piece : cut.surface.hand_overs) {
        by_region[region_of[piece.shell]].push_back(piece);
    }
    return by_region;
}

/// What may be nearest to points of the regions: no point of a region is farther from the surface
/// of a body than from what that has of the region's own surface, if anything.
Box3 reach_of(Owner owner, const WorldMesh& mesh, std::span<const RegionShells> regions,
              const std::vector<OverlapShell>& shells) {
    Box3 reach;
    for (const RegionShells& region : regions) {
        const OverlapShell& shell = shells[region.shells.front()];
        if (!(shell.area.at(static_cast<std::size_t>(owner)).magnitude() > 0)) {
            return mesh.box;
        }
        const double size = length(shell.box.max - shell.box.min);
        reach = united(reach, grown(shell.box, size));
    }
    return reach;
}

void measure_depths(std::span<const RegionShells> regions, const CutOverlap& cut,
                    const std::array<const WorldMesh*, 2>& depth_to,
                    std::span<OverlapRegion> measured, double harmless, const Context& context) {
    for (const Owner owner : {Owner::First, Owner::Second}) {
        const WorldMesh& mesh = *depth_to.at(static_cast<std::size_t>(other(owner)));
        const SurfaceDistance surface(mesh, reach_of(other(owner), mesh, regions, cut.shells),
                                      context);
        const bool is_a = (owner == Owner::First) != cut.pair.swapped;
        for_each_chunk(context, regions.size(), 1, [&](const Chunk& chunk) {
            std::vector<Triangle> triangles;
            for (const std::uint32_t shell : regions[chunk.begin].shells) {
                append_shell(owner, cut.pair, cut.shells[shell], cut.surface, triangles);
            }
            OverlapRegion& region = measured[chunk.begin];
            (is_a ? region.a_in_b : region.b_in_a) =
                deepest_point(triangles, surface, harmless, context);
        });
    }
}

} // namespace

double depth_of_unlisted(const CutOverlap& cut, const std::array<const WorldMesh*, 2>& depth_to,
                         double harmless, const Context& context) {
    std::vector<RegionShells> unlisted;
    for (std::uint32_t i = 0; i < cut.shells.size(); ++i) {
        if (std::abs(cut.shells[i].volume.value()) <= volume_error(cut.shells[i])) {
            unlisted.push_back({{i}, 0, 0});
        }
    }
    double at_most = 0;
    for (const Owner owner : {Owner::First, Owner::Second}) {
        const WorldMesh& mesh = *depth_to.at(static_cast<std::size_t>(other(owner)));
        std::vector<Triangle> triangles;
        for (const RegionShells& piece : unlisted) {
            append_shell(owner, cut.pair, cut.shells[piece.shells.front()], cut.surface, triangles);
        }
        if (!triangles.empty()) {
            const Box3 reach = reach_of(other(owner), mesh, unlisted, cut.shells);
            const SurfaceDistance surface(mesh, reach, context);
            at_most =
                std::max(at_most, deepest_point(triangles, surface, harmless, context).at_most);
        }
    }
    return at_most;
}

std::vector<OverlapRegion> overlap_regions(const CutOverlap& cut,
                                           const std::array<const WorldMesh*, 2>& depth_to,
                                           const OverlapOptions& options, const Context& context) {
    const std::vector<RegionShells> shells = regions_of(cut);
    std::vector<std::vector<HandOver>> hand_overs = hand_overs_of(shells, cut);
    std::vector<OverlapRegion> regions;
    for (std::size_t i = 0; i < shells.size(); ++i) {
        regions.push_back(region_from(shells[i], cut, std::move(hand_overs[i]), options));
    }
    if (options.depths) {
        measure_depths(shells, cut, depth_to, regions, options.harmless_depth, context);
    }
    std::sort(regions.begin(), regions.end(), [](const OverlapRegion& p, const OverlapRegion& q) {
        return p.volume != q.volume ? p.volume > q.volume : p.centroid < q.centroid;
    });
    return regions;
}

} // namespace impinge::inline v0
