// SPDX-License-Identifier: Apache-2.0
#include "measures/wound_surface.hpp"

#include "base/disjoint_sets.hpp"
#include "base/parallel.hpp"
#include "base/sort_unique.hpp"
#include "exact/verdict/cells/cell_samples.hpp"
#include "geometry/bvh.hpp"
#include "geometry/triangle_contact.hpp"
#include "measures/face_loops.hpp"
#include "measures/joined_shells.hpp"
#include "mesh/topology.hpp"
#include "mesh/weld.hpp"

#include <algorithm>
#include <array>
#include <compare>
#include <iterator>
#include <tuple>
#include <utility>

namespace impinge::inline v0 {
namespace {

constexpr std::size_t samples_per_chunk = 64;

/// A directed piece of the border of what is meant of a facet, which is to its left seen from
/// outside.
struct RimOfFacet {
    FacetId facet = 0;
    Vec3d from;
    Vec3d to;

    friend auto operator<=>(const RimOfFacet&, const RimOfFacet&) = default;
};

/// What is found around one sample.
struct FoundRims {
    std::vector<RimOfFacet> rims;
    std::vector<HandOver> hand_overs;
};

/// Facets that nothing meets, in connected pieces: all of a piece bounds what is meant, or nothing.
struct FreeFacets {
    std::vector<std::uint8_t> is_free; ///< by facet
    std::vector<std::vector<FacetId>> pieces;
};

/// With the facets at it; of facets that have an area, of the bodies that are meant.
struct WoundEdge {
    std::array<Vec3d, 2> ends;
    std::vector<FacetId> facets;
};

std::vector<WoundEdge> edges_of_facets(const WorldMesh& mesh, FacetId first,
                                       const Context& context) {
    const auto welded = welded_triangles(mesh.triangles, weld_map(mesh.vertices, context), context);
    std::vector<TriangleIndices> corners;
    std::vector<FacetId> facet_of;
    for (std::uint32_t i = 0; i < welded.size(); ++i) {
        if (!is_degenerate(mesh.triangle(i))) {
            corners.push_back(welded[i]);
            facet_of.push_back(first + i);
        }
    }
    std::vector<WoundEdge> edges;
    const EdgeTable table(corners, mesh.vertices.size());
    table.for_each_edge([&](const EdgeFaces& edge) {
        WoundEdge found{{mesh.vertices[edge.smaller], mesh.vertices[edge.larger]}, {}};
        for (const auto& side : {edge.forward, edge.backward}) {
            for (const std::uint64_t entry : side) {
                found.facets.push_back(facet_of[static_cast<std::uint32_t>(entry)]);
            }
        }
        edges.push_back(std::move(found));
    });
    return edges;
}

class WoundCut {
  public:
    WoundCut(const OverlapPair& pair, const Facets& facets, Filled filled, const Context& context)
        : pair_(pair), facets_(facets), filled_(filled), context_(context) {
        const Box3& first = pair.solids[0].mesh.box;
        const Box3& second = pair.solids[1].mesh.box;
        box_ = filled == Filled::First ? first
               : filled == Filled::Second
                   ? second
                   : Box3{max(first.min, second.min), min(first.max, second.max)};
        find_free_facets();
    }

    [[nodiscard]] std::optional<OverlapSurface> surface() {
        const FoundRims found = rims();
        const std::vector<FacetId> whole = whole_facets();
        if (context_.cancelled()) {
            return std::nullopt;
        }
        OverlapSurface surface;
        add_pieces(found.rims, surface);
        if (is_torn_) {
            return std::nullopt;
        }
        for (const FacetId facet : whole) {
            surface.whole.at(place_of_owner(owner(facet))).push_back({triangle_of(facet), 0});
        }
        surface.hand_overs = found.hand_overs;
        return join_shells(pair_, surface) ? std::optional(std::move(surface)) : std::nullopt;
    }

  private:
    static std::size_t place_of_owner(Owner owner) { return static_cast<std::size_t>(owner); }
    [[nodiscard]] Owner owner(FacetId facet) const {
        return facets_.is_of_a(facet) ? Owner::First : Owner::Second;
    }
    [[nodiscard]] std::uint32_t triangle_of(FacetId facet) const {
        return facet - (facets_.is_of_a(facet) ? facets_.of_a(0) : facets_.of_b(0));
    }
    [[nodiscard]] int outward(Owner owner) const {
        return pair_.solid(owner).normals == Normals::Outward ? 1 : -1;
    }
    [[nodiscard]] bool is_meant(Owner owner) const {
        return filled_ == Filled::Both || (filled_ == Filled::First) == (owner == Owner::First);
    }
    [[nodiscard]] bool reaches_box(FacetId facet) const {
        return boxes_overlap(box_of(facets_.triangle(facet)), box_);
    }

    void find_free_facets();
    [[nodiscard]] std::vector<FacetLine> lines() const;
    [[nodiscard]] FoundRims rims() const;
    [[nodiscard]] bool is_within(Owner owner, const CellWindings& cell) const {
        const int winding = owner == Owner::First ? cell.a : cell.b;
        return winding * outward(owner) > 0;
    }
    [[nodiscard]] bool is_filled(const CellWindings& cell) const {
        return (!is_meant(Owner::First) || is_within(Owner::First, cell)) &&
               (!is_meant(Owner::Second) || is_within(Owner::Second, cell));
    }
    [[nodiscard]] FacetId bearer(std::span<const CellWall> walls, const CellWindings& before,
                                 const CellWindings& after) const;
    void add_rims(const CellSample& sample, const CellsAround& around, FoundRims& found) const;
    template <typename Visit>
    void visit_samples(const std::vector<CellSample>& samples, Visit visit) const;
    [[nodiscard]] std::vector<FacetId> whole_facets() const;
    void add_pieces(std::span<const RimOfFacet> rims, OverlapSurface& surface);
    void add_pieces_of(FacetId facet, std::span<const RimOfFacet> rims, OverlapSurface& surface);

    const OverlapPair& pair_;
    const Facets& facets_;
    Filled filled_;
    Box3 box_; ///< holds what is meant
    const Context& context_;
    FreeFacets free_;
    std::vector<FacetLine> edges_; ///< of facets that are not free
    bool is_torn_ = false;
};

void WoundCut::find_free_facets() {
    std::vector<WoundEdge> edges;
    for (const Owner owner : {Owner::First, Owner::Second}) {
        if (is_meant(owner)) {
            const FacetId first = owner == Owner::First ? facets_.of_a(0) : facets_.of_b(0);
            auto more = edges_of_facets(pair_.solid(owner).mesh, first, context_);
            edges.insert(edges.end(), std::make_move_iterator(more.begin()),
                         std::make_move_iterator(more.end()));
        }
    }
    free_.is_free.assign(facets_.size(), 0);
    for (const WoundEdge& edge : edges) {
        for (const FacetId facet : edge.facets) {
            free_.is_free[facet] = facets_.met_by(facet).empty() ? 1 : 0;
        }
    }
    for (const WoundEdge& edge : edges) {
        for (const FacetId facet : edge.facets) {
            if (edge.facets.size() != 2) {
                free_.is_free[facet] = 0;
            }
        }
    }
    DisjointSets sets(facets_.size());
    for (const WoundEdge& edge : edges) {
        const auto cut = std::find_if(edge.facets.begin(), edge.facets.end(),
                                      [&](FacetId facet) { return free_.is_free[facet] == 0; });
        if (cut == edge.facets.end()) {
            sets.unite(edge.facets[0], edge.facets[1]);
        } else if (boxes_overlap(extend(extend(Box3{}, edge.ends[0]), edge.ends[1]), box_)) {
            edges_.push_back({*cut, WeightedPoint(edge.ends[0]), WeightedPoint(edge.ends[1])});
        }
    }
    std::vector<std::size_t> piece_of(facets_.size());
    for (FacetId facet = 0; facet < facets_.size(); ++facet) { // a root comes before its members
        if (free_.is_free[facet] != 0) {
            const FacetId root = sets.root(facet);
            if (root == facet) {
                piece_of[facet] = free_.pieces.size();
                free_.pieces.emplace_back();
            }
            free_.pieces[piece_of[root]].push_back(facet);
        }
    }
}

/// Of facets that reach into the box: edges of those that are not free, and where they cross.
std::vector<FacetLine> WoundCut::lines() const {
    std::vector<FacetLine> lines = edges_;
    for (FacetId facet = 0; facet < facets_.size(); ++facet) {
        if (!is_meant(owner(facet)) || !reaches_box(facet)) {
            continue;
        }
        for (const FacetId other : facets_.met_by(facet)) {
            if (other < facet || !is_meant(owner(other)) || !reaches_box(other)) {
                continue;
            }
            const Triangle s = facets_.triangle(facet);
            const Triangle t = facets_.triangle(other);
            const TriangleContact contact = triangle_contact(s, t, Positions::Omitted);
            const auto corners = contact.points();
            if (corners.size() == 2 && contact.carrier_a == Feature::Face &&
                contact.carrier_b == Feature::Face) {
                // What cuts it meets both.
                const bool first = facets_.met_by(facet).size() <= facets_.met_by(other).size();
                lines.push_back({first ? facet : other, contact_corner(s, t, corners[0]),
                                 contact_corner(s, t, corners[1])});
            }
        }
    }
    return lines;
}

/// Calls visit(sample, cells around it, chunk) for all samples, by many threads.
template <typename Visit>
void WoundCut::visit_samples(const std::vector<CellSample>& samples, Visit visit) const {
    std::vector<WeightedPoint> points;
    points.reserve(samples.size());
    for (const CellSample& sample : samples) {
        points.push_back(sample.at);
    }
    const auto around = [&](Owner owner) {
        const WorldMesh& mesh = pair_.solid(owner).mesh;
        return is_meant(owner)
                   ? SurroundingsFinder(mesh.vertices, mesh.triangles).around(points, context_)
                   : std::vector<Surroundings>(points.size());
    };
    const std::vector<Surroundings> around_a = around(Owner::First);
    const std::vector<Surroundings> around_b = around(Owner::Second);
    for_each_chunk(context_, samples.size(), samples_per_chunk, [&](const Chunk& chunk) {
        for (std::size_t i = chunk.begin; i < chunk.end; ++i) {
            visit(i, cells_and_walls(facets_, samples[i], around_a[i], around_b[i]), chunk.index);
        }
    });
}

/// Which of the facets in one half plane bears the border there: one whose normal points out of
/// what is meant, of a body that ends there, the first if both do; of several the one with the
/// lowest corners.
FacetId WoundCut::bearer(std::span<const CellWall> walls, const CellWindings& before,
                         const CellWindings& after) const {
    const bool first_ends =
        is_meant(Owner::First) && is_within(Owner::First, before) != is_within(Owner::First, after);
    const Owner of = first_ends ? Owner::First : Owner::Second;
    const int way = is_filled(before) ? 1 : -1;
    const auto name_of = [&](FacetId facet) {
        std::array<Vec3d, 3> corners = facets_.triangle(facet).corners;
        std::sort(corners.begin(), corners.end());
        return std::pair(corners, facet);
    };
    std::optional<FacetId> best;
    for (const CellWall& wall : walls) {
        if (owner(wall.facet) == of && wall.turn * outward(of) == way &&
            (!best || name_of(wall.facet) < name_of(*best))) {
            best = wall.facet;
        }
    }
    return best.value_or(walls.front().facet);
}

void WoundCut::add_rims(const CellSample& sample, const CellsAround& around,
                        FoundRims& found) const {
    const Vec3d from = sample.from.position();
    const Vec3d to = sample.to.position();
    if (from == to) {
        return;
    }
    int forth_of_first = 0;
    for (std::size_t i = 0; i < around.walls.size();) {
        const std::size_t begin = i;
        const std::size_t cell = around.walls[i].before;
        while (i < around.walls.size() && around.walls[i].before == cell) {
            ++i;
        }
        const CellWindings& before = around.cells[cell];
        const CellWindings& after = around.cells[cell + 1];
        if (is_filled(before) == is_filled(after)) {
            continue;
        }
        const FacetId facet =
            bearer(std::span(around.walls).subspan(begin, i - begin), before, after);
        const bool forth = is_filled(before);
        if (owner(facet) == Owner::First) {
            forth_of_first += forth ? 1 : -1;
        }
        if (free_.is_free[facet] == 0) {
            found.rims.push_back(forth ? RimOfFacet{facet, from, to} : RimOfFacet{facet, to, from});
        }
    }
    if (forth_of_first != 0 && filled_ == Filled::Both) {
        found.hand_overs.push_back(forth_of_first > 0 ? HandOver{from, to, 0}
                                                      : HandOver{to, from, 0});
    }
}

/// Each once, though pieces of lines that lie on each other come several times.
FoundRims WoundCut::rims() const {
    const std::vector<FacetLine> cut = lines();
    const std::vector<CellSample> samples =
        gather_chunks<CellSample>(context_, cut.size(), 1, [&](const Chunk& chunk) {
            return samples_along(facets_, cut[chunk.begin]);
        });
    std::vector<FoundRims> parts(chunk_count(samples.size(), samples_per_chunk));
    visit_samples(samples, [&](std::size_t i, const CellsAround& around, std::size_t chunk) {
        add_rims(samples[i], around, parts[chunk]);
    });
    FoundRims found;
    for (const FoundRims& part : parts) {
        found.rims.insert(found.rims.end(), part.rims.begin(), part.rims.end());
        found.hand_overs.insert(found.hand_overs.end(), part.hand_overs.begin(),
                                part.hand_overs.end());
    }
    sort_unique(found.rims);
    const auto ends = [](const HandOver& piece) { return std::tie(piece.from, piece.to); };
    std::sort(found.hand_overs.begin(), found.hand_overs.end(),
              [&](const HandOver& p, const HandOver& q) { return ends(p) < ends(q); });
    found.hand_overs.erase(
        std::unique(found.hand_overs.begin(), found.hand_overs.end(),
                    [&](const HandOver& p, const HandOver& q) { return ends(p) == ends(q); }),
        found.hand_overs.end());
    return found;
}

/// Free facets that bound what is meant.
std::vector<FacetId> WoundCut::whole_facets() const {
    std::vector<CellSample> samples;
    std::vector<std::size_t> pieces;
    for (std::size_t i = 0; i < free_.pieces.size(); ++i) {
        const std::vector<FacetId>& piece = free_.pieces[i];
        if (std::all_of(piece.begin(), piece.end(),
                        [&](FacetId facet) { return reaches_box(facet); })) {
            samples.push_back(first_sample(facets_, line_across(facets_, piece.front())));
            pieces.push_back(i);
        }
    }
    std::vector<std::uint8_t> bounds(samples.size(), 0);
    visit_samples(samples, [&](std::size_t i, const CellsAround& around, std::size_t /*chunk*/) {
        bounds[i] =
            std::any_of(around.walls.begin(), around.walls.end(), [&](const CellWall& wall) {
                return is_filled(around.cells[wall.before]) !=
                       is_filled(around.cells[wall.before + 1]);
            });
    });
    std::vector<FacetId> whole;
    for (std::size_t i = 0; i < pieces.size(); ++i) {
        if (bounds[i] != 0) {
            const std::vector<FacetId>& piece = free_.pieces[pieces[i]];
            whole.insert(whole.end(), piece.begin(), piece.end());
        }
    }
    return whole;
}

void WoundCut::add_pieces(std::span<const RimOfFacet> rims, OverlapSurface& surface) {
    for (std::size_t begin = 0; begin < rims.size() && !is_torn_;) {
        std::size_t end = begin;
        while (end < rims.size() && rims[end].facet == rims[begin].facet) {
            ++end;
        }
        add_pieces_of(rims[begin].facet, rims.subspan(begin, end - begin), surface);
        begin = end;
    }
}

/// Joins rims, sorted, end to end.
void WoundCut::add_pieces_of(FacetId facet, std::span<const RimOfFacet> rims,
                             OverlapSurface& surface) {
    // Without those that go there and back, in the inside of what is meant.
    std::vector<RimOfFacet> left;
    for (const RimOfFacet& rim : rims) {
        if (!std::binary_search(rims.begin(), rims.end(), RimOfFacet{facet, rim.to, rim.from})) {
            left.push_back(rim);
        }
    }
    std::vector<std::uint8_t> used(left.size(), 0);
    std::vector<std::vector<Vec3d>> loops;
    const auto next_from = [&](Vec3d point) {
        auto at = static_cast<std::size_t>(
            std::lower_bound(left.begin(), left.end(), point,
                             [](const RimOfFacet& rim, Vec3d from) { return rim.from < from; }) -
            left.begin());
        while (at < left.size() && left[at].from == point && used[at] != 0) {
            ++at;
        }
        return at < left.size() && left[at].from == point ? at : left.size();
    };
    for (std::size_t start = 0; start < left.size(); ++start) {
        if (used[start] != 0) {
            continue;
        }
        std::vector<Vec3d>& loop = loops.emplace_back();
        std::size_t at = start;
        while (at < left.size()) {
            used[at] = 1;
            loop.push_back(left[at].from);
            if (left[at].to == left[start].from) {
                break;
            }
            at = next_from(left[at].to);
        }
        is_torn_ = is_torn_ || at == left.size();
    }
    if (is_torn_) {
        return;
    }
    std::array<Vec3d, 3> corners =
        outward_triangle(pair_.solid(owner(facet)), triangle_of(facet)).corners;
    std::rotate(corners.begin(), std::min_element(corners.begin(), corners.end()), corners.end());
    for (const std::vector<std::size_t>& of_piece : pieces_of_loops(loops, {corners})) {
        CutPiece piece{owner(facet), triangle_of(facet), {corners}, 0, 0, 0};
        piece.first_loop = static_cast<std::uint32_t>(surface.loop_start.size() - 1);
        for (const std::size_t loop : of_piece) {
            surface.points.insert(surface.points.end(), loops[loop].begin(), loops[loop].end());
            surface.loop_start.push_back(static_cast<std::uint32_t>(surface.points.size()));
        }
        piece.end_loop = static_cast<std::uint32_t>(surface.loop_start.size() - 1);
        surface.pieces.push_back(piece);
    }
}

} // namespace

std::optional<OverlapSurface> wound_surface(const OverlapPair& pair, const Facets& facets,
                                            Filled filled, const Context& context) {
    return WoundCut(pair, facets, filled, context).surface();
}

} // namespace impinge::inline v0
